import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { operate } from '../support/api.ts';
import { type Page, wordsOf } from '../support/cookie-browser.ts';
import { Browser, newKey, PASSWORD, signedUp, signIn, signInWith } from './browser.ts';
import { accept, invited, joined, linkOf, organizationOf } from './people.ts';

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

it('lists what a person without an organization is invited to, if their address is verified', async () => {
  const owner = await signedUp('owner@inviting.example', { organization: 'Inviting Ltd' });
  const { browser, email } = await withoutPassword(null);
  const listed = async () => wordsOf(await browser.open('/app/organizations/new'));
  expect(await listed()).not.toContain('Join');
  await invited(owner, email);
  const verify = (verified: 0 | 1) =>
    env.DB.prepare('UPDATE users SET email_verified = ? WHERE email = ?')
      .bind(verified, email)
      .run();
  await verify(0);
  expect(await listed()).not.toContain('Join');
  await verify(1);
  expect(await listed()).toContain('Join Inviting Ltd');
  const page = await browser.open('/app/organizations/new');
  const link = /href="(\/app\/invitations\/[^"]*)"/.exec(page.text)?.[1] ?? '';
  const joining = await accept(browser, link);
  expect(wordsOf(await browser.follow(joining))).toContain('You have joined Inviting Ltd.');
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
    expect(words).toContain('A plan is not renewed');
    expect(words).toContain('A payment in progress');
  }
});

it('is looked after without an organization: sessions, second step, deletion', async () => {
  const { browser, email } = await withoutPassword(null);
  // Signed in: a page of signing in leads to the one that says what is missing.
  for (const page of ['/app/sign-in', '/app/sign-in/second-step', '/app/sign-up'])
    expect((await browser.visit(page)).path).toBe('/app/organizations/new');
  const start = await browser.visit('/app');
  expect(wordsOf(start)).toContain('You do not belong to an organization.');
  const missing = wordsOf(await browser.open('/app/settings/passkeys/none/name'));
  expect(missing).toContain('There is no such passkey.');
  expect(missing).not.toContain('Sign in');
  expect(start.text).toContain(`href="${DELETION}"`);
  expect(start.text).toContain(`href="${SECURITY}"`);
  expect(wordsOf(await browser.open(SECURITY))).toContain('This session');
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
  expect(wordsOf(left)).toContain('You have left the organization.');
  expect(wordsOf(await member.visit('/app'))).not.toContain('You have left the organization.');
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
  expect(wordsOf(await browser.open('/app/audit'))).toContain('Created the organization');
});

describe('a form that is sent twice, of which the browser drops the first answer', () => {
  /** Sends the form, forgets the cookies of the answer, and sends it again. */
  async function clickedTwice(browser: Browser, page: Page, fields: Record<string, string>) {
    const before = [...browser.cookies];
    const first = await browser.submitForm(page, page.path.split('?')[0] as string, fields);
    expect(first.status).toBe(303);
    browser.cookies.clear();
    for (const [name, value] of before) browser.cookies.set(name, value);
    const second = await browser.submitForm(page, page.path.split('?')[0] as string, fields);
    return browser.follow(second);
  }

  it('signs up', async () => {
    const browser = new Browser();
    const page = await browser.open('/app/sign-up');
    const email = 'ada@twice-sent.example';
    const fields = { name: 'Ada', email, password: PASSWORD, organization: 'Twice Ltd' };
    const shown = await clickedTwice(browser, page, fields);
    expect(wordsOf(shown)).toContain('Welcome, Ada. Your account is ready.');
    const { results } = await env.DB.prepare('SELECT id FROM organizations WHERE owner_email = ?')
      .bind(email)
      .all();
    expect(results).toHaveLength(1);
    const stranger = new Browser();
    const wrong = { ...fields, password: 'a wrong password 7' };
    expect((await stranger.submit('/app/sign-up', wrong)).status).toBe(422);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await stranger.submit('/app/sign-up', fields)).status).toBe(422);
  });

  it('joins, as a new person and as one who is signed in', async () => {
    const owner = await signedUp('owner@twice-joined.example');
    const browser = new Browser();
    const page = await browser.open(await invited(owner, 'new@twice-joined.example'));
    const shown = await clickedTwice(browser, page, { name: 'New', password: PASSWORD });
    expect(wordsOf(shown)).toContain('You have joined Example Ltd.');
    expect(wordsOf(await browser.visit('/app/settings'))).toContain('new@twice-joined.example');
    const stranger = await new Browser().open(page.path);
    expect(stranger.status).toBe(404);
    const known = await signedUp('known@twice-joined.example');
    const link = await known.open(await invited(owner, 'known@twice-joined.example'));
    expect(wordsOf(await clickedTwice(known, link, {}))).toContain('You have joined Example Ltd.');
  });

  it('changes the password, and says where it is signed out', async () => {
    const browser = await signedUp('ada@twice-changed.example');
    const page = await browser.open('/app/settings');
    const before = [...browser.cookies];
    const fields = { current_password: PASSWORD, new_password: 'another sound password 8' };
    const send = () => browser.submitForm(page, '/app/settings/password', fields);
    expect((await send()).status).toBe(303);
    browser.cookies.clear();
    for (const [name, value] of before) browser.cookies.set(name, value);
    const shown = await browser.follow(await send());
    expect([shown.status, shown.path]).toEqual([200, '/app/sign-in']);
    expect(wordsOf(shown)).toContain(
      'If you have just changed your password, sign in with the new',
    );
    // A second sending while the session lasts finds the new password in place.
    await signIn(browser, 'ada@twice-changed.example', 'another sound password 8');
    const again = await browser.submit('/app/settings', fields, '/app/settings/password');
    expect(wordsOf(await browser.follow(again))).toContain('The password is changed.');
  });
});

it('isolates names that are written from right to left from the words and digits beside them', async () => {
  const [name, organization] = ['سارة', 'שלום בע"מ'];
  const browser = await signedUp('sara@isolated.example', { name, organization });
  const { id, key } = await newKey(browser, { name: 'مفتاح' });
  const end = key.slice(-4);
  const isolated = (text: string) => `\u2068${text}\u2069`;
  expect(wordsOf(await browser.open('/app/requests'))).toContain(`${isolated('مفتاح')} (…${end})`);
  expect(wordsOf(await browser.open(`/app/keys/${id}`))).toContain(`Key ${isolated('مفتاح')}`);
  const path = '/app/settings/delete-account';
  expect(wordsOf(await browser.open(path))).toContain(`member of ${isolated(organization)}, so`);
  const link = await invited(browser, 'guest@isolated.example');
  const joining = await accept(new Browser(), link);
  expect(joining.location).toBe('/app');
});
