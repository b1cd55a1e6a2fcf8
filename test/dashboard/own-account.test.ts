import { env } from 'cloudflare:workers';
import { beforeEach, expect, it, vi } from 'vitest';
import { operate } from '../support/api.ts';
import { wordsOf } from '../support/cookie-browser.ts';
import { Browser, PASSWORD, signedUp, signIn, signInWith } from './browser.ts';
import { joined, linkOf, organizationOf } from './people.ts';

beforeEach(async () => void (await env.DB.exec('DELETE FROM attempts')));

const DELETION = '/app/settings/delete-account';
const SECURITY = '/app/settings/security';
const CLOSING = '/app/settings/delete-organization';

const userOf = (email: string) =>
  env.DB.prepare('SELECT id FROM users WHERE email = ?').bind(email).first<{ id: string }>();

let people = 0;

/** Somebody who signs in with a provider alone. */
async function withoutPassword(organization: string | null) {
  people += 1;
  const email = `none${people}@google.example`;
  const browser = new Browser();
  await signInWith(browser, 'google', { id: `70${people}`, email });
  if (organization !== null) await browser.submit('/app/organizations/new', { organization });
  return { browser, email };
}

/** As if everybody had signed in this long ago. */
const ageSessions = (ms: number) =>
  env.DB.prepare('UPDATE sessions SET created_at = created_at - ?').bind(ms).run();

it('is deleted without a password by a person who has none and has just signed in', async () => {
  const { browser, email } = await withoutPassword('Example');
  expect(wordsOf(await browser.open('/app/settings'))).toContain(
    'You have no password and sign in',
  );
  await ageSessions(3_700_000);
  const late = await browser.submit(DELETION, {});
  expect(late.status).toBe(422);
  expect(wordsOf(late)).toContain('sign out and in again');
  await ageSessions(-3_700_000);
  const closed = await browser.follow(await browser.submit(CLOSING, {}));
  expect(wordsOf(closed)).toContain('The organization is deleted.');
  expect((await browser.submit(DELETION, {})).location).toBe('/app/sign-in');
  expect(await userOf(email)).toBeNull();
  // The address is free for the same person, as a new one.
  await signInWith(browser, 'google', { id: `70${people}`, email });
  expect((await browser.open('/app')).location).toBe('/app/organizations/new');
});

it('is not deleted without the password of a person who has one', async () => {
  const browser = await signedUp('kept@example.com');
  for (const page of [DELETION, CLOSING]) {
    expect(wordsOf(await browser.submit(page, {}))).toContain('is required');
    expect((await browser.submit(page, { password: 'not this one' })).status).toBe(422);
  }
  expect((await browser.open('/app')).status).toBe(200);
});

it('shows before what stays, and what happens to the plan and to a payment', async () => {
  const browser = await signedUp('warned@example.com');
  for (const page of [DELETION, CLOSING]) {
    const words = wordsOf(await browser.open(page));
    expect(words).toContain('results of finished lists are deleted 30 days after');
    expect(words).toContain('A plan that renews itself is not renewed');
    expect(words).toContain('A payment still on its way');
  }
});

it('is looked after without an organization: sessions, second step, deletion', async () => {
  const { browser, email } = await withoutPassword(null);
  const start = await browser.visit('/app');
  expect(start.text).toContain(`href="${DELETION}"`);
  expect(start.text).toContain(`href="${SECURITY}"`);
  expect(wordsOf(await browser.open(SECURITY))).toContain('This one');
  const setup = await browser.submit(SECURITY, {}, '/app/settings/second-step');
  expect(wordsOf(setup)).toContain('Scan this');
  expect((await browser.submit(DELETION, {})).location).toBe('/app/sign-in');
  expect(await userOf(email)).toBeNull();
});

it('shows that the organization was left, though the next page follows at once', async () => {
  const owner = await signedUp('left-by@example.com');
  const member = await joined(owner, 'leaver@example.com');
  const id = (await userOf('leaver@example.com'))?.id;
  const left = await member.follow(await member.submit(`/app/team/${id}/remove`, {}));
  expect(left.path).toBe('/app/organizations/new');
  expect(wordsOf(left)).toContain('You have left.');
  expect(wordsOf(await member.visit('/app'))).not.toContain('You have left.');
});

it('leaves no address behind, and its organization by another’s', async () => {
  const email = 'first-owner@example.com';
  const owner = await signedUp(email);
  const second = await joined(owner, 'second-owner@example.com', 'owner');
  const shared = await organizationOf(owner);
  expect((await owner.submit(DELETION, { password: PASSWORD })).location).toBe('/app/sign-in');
  const { organizations } = await operate('GET', '/organizations?q=second-owner@example.com');
  expect(organizations).toMatchObject([{ id: shared, owner_email: 'second-owner@example.com' }]);
  expect((await operate('GET', `/organizations?q=${email}`)).organizations).toEqual([]);
  // The last one takes the organization with them.
  expect((await second.submit(DELETION, { password: PASSWORD })).location).toBe('/app/sign-in');
  const view = await operate('GET', `/organizations/${shared}`);
  expect(view).toMatchObject({ organization: { active: false }, members: [] });
  expect(JSON.stringify(view)).not.toContain('owner@example.com');
});

it('is written to the audit log where it went, and where it did not happen is not', async () => {
  const owner = await signedUp('audited-owner@example.com');
  const email = 'audited-member@example.com';
  const member = await joined(owner, email);
  const refused = await owner.submit(DELETION, { password: PASSWORD });
  expect(wordsOf(refused)).toContain('You are the only owner');
  expect(wordsOf(await owner.open('/app/audit'))).not.toMatch(/Deleted|delete-account/);
  await new Browser().submit('/app/reset-password', { email });
  const link = await vi.waitFor(async () => {
    const waiting = await linkOf(email);
    if (!waiting.includes('reset-password')) throw new Error('no link yet');
    return waiting;
  });
  const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
  const password = 'another sound one 8';
  await member.submit(link, { token, password }, '/app/new-password');
  expect(wordsOf(await owner.open('/app/audit'))).toContain(`${email} Set a password by a link`);
  await signIn(member, email, password);
  expect((await member.submit(DELETION, { password })).location).toBe('/app/sign-in');
  const log = wordsOf(await owner.open('/app/audit'));
  expect(log).toContain('A deleted account Deleted their account');
  expect(log).toContain('A deleted account Joined by an invitation A deleted account');
  expect(log).toContain('Invited a person A deleted account');
  const csv = (await owner.open('/app/audit.csv')).text;
  expect(csv).toContain(',A deleted account,Joined by an invitation,');
  for (const text of [log, csv]) expect(text).not.toContain(email);
  const { results } = await env.DB.prepare('SELECT email FROM invitations').all();
  expect(JSON.stringify(results)).not.toContain(email);
});

it('makes an organization, and the audit log says so', async () => {
  const { browser } = await withoutPassword('Made anew');
  expect(wordsOf(await browser.open('/app/audit'))).toContain('Made the organization');
});
