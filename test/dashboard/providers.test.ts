import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { providerConfig, signInProviders } from '../../src/accounts/sign-in/providers.ts';
import { formOf, wordsOf } from '../support/cookie-browser.ts';
import { PROVIDER_VARS } from '../support/world/sign-in-providers.ts';
import {
  askProvider,
  Browser,
  consented,
  PASSWORD,
  signedUp,
  signIn,
  signInWith,
} from './browser.ts';
import { asking, invited } from './people.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

beforeEach(async () => void (await env.DB.exec('DELETE FROM attempts')));

const verify = (email: string) =>
  env.DB.prepare('UPDATE users SET email_verified = 1 WHERE email = ?').bind(email).run();

it.each(['google', 'github'])(
  'makes a person of a verified address of %s, and knows them again',
  async (id) => {
    const person = { id: '4711', email: `new@${id}.example` };
    const browser = new Browser();
    const url = await askProvider(browser, id, '/app/settings/security');
    expect([...url.searchParams.keys()]).toEqual(
      expect.arrayContaining(['state', 'code_challenge', 'client_id', 'redirect_uri', 'scope']),
    );
    expect(url.searchParams.get('redirect_uri')).toBe(
      `https://api.test/app/sign-in/with/${id}/callback`,
    );
    const done = await consented(browser, url, person);
    expect(done.location, done.text).toBe('/app/settings/security');
    expect((await browser.open('/app')).location).toBe('/app/organizations/new');
    await browser.submit('/app/organizations/new', { organization: 'Example' });
    expect((await browser.open('/app')).status).toBe(200);
    // The same account under another address is the same person.
    const again = new Browser();
    await signInWith(again, id, { id: '4711', email: 'moved@elsewhere.example' });
    expect(wordsOf(await again.open('/app/settings'))).toContain(person.email);
    const { results } = await env.DB.prepare(
      `SELECT access_token, refresh_token, id_token FROM logins l JOIN users u ON u.id = l.user_id
     WHERE u.email = ?`,
    )
      .bind(person.email)
      .all();
    expect(results).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
  },
);

it('goes on to the page that was asked for once there is an organization', async () => {
  const browser = new Browser();
  const { page } = await asking('An agent');
  const done = await signInWith(browser, 'google', { id: '12', email: 'to@google.example' }, page);
  expect(done.location).toBe(page);
  const sent = await browser.follow(done);
  const made = await browser.submitForm(sent, '/app/organizations/new', { organization: 'New' });
  expect((await browser.follow(made)).text).toContain('An agent');
});

it('goes on to it after signing up without a provider too', async () => {
  const browser = new Browser();
  const { page } = await asking('An agent');
  const [link] = /\/app\/sign-up\?next=[^"]*/.exec((await browser.visit(page)).text) ?? [];
  const form = { name: 'Ada', email: 'to@up.example', password: PASSWORD, organization: 'New' };
  const sent = await browser.submitForm(await browser.open(link as string), '/app/sign-up', form);
  expect((await browser.follow(sent)).text).toContain('An agent');
});

it('counts one attempt of a sign-in, however many steps it has', async () => {
  await signInWith(new Browser(), 'google', { id: '13', email: 'once@google.example' });
  const { results } = await env.DB.prepare(
    "SELECT sum(count) AS made FROM attempts WHERE kind = 'sign-in by address'",
  ).all();
  expect(results).toEqual([{ made: 1 }]);
});

it('refuses too many attempts on the page on which to sign in', async () => {
  await env.DB.exec('DELETE FROM attempts');
  const browser = new Browser();
  const token = await browser.token('/app/sign-in');
  const path = '/app/sign-in/with/google';
  for (let tried = 0; tried < 60; tried += 1)
    expect((await browser.post(path, { form_token: token })).status).toBe(303);
  const refused = await browser.post(path, { form_token: token });
  expect(refused.status).toBe(429);
  const shown = /There is a problem: Too many attempts\..*Forgot your/s;
  expect(wordsOf(refused)).toMatch(shown);
  await env.DB.exec('DELETE FROM attempts');
});

it('links an account by its address where both sides have verified it, and not else', async () => {
  const email = 'ada@linked.example';
  await signedUp(email);
  const refused = new Browser();
  const unverified = await refused.follow(await signInWith(refused, 'google', { id: '1', email }));
  expect(wordsOf(unverified)).toContain('never verified');
  expect((await refused.open('/app')).location).toBe('/app/sign-in');
  await verify(email);
  const forged = new Browser();
  const claimed = { id: '2', email, verified: false };
  for (const id of ['google', 'github']) {
    const shown = await forged.follow(await signInWith(forged, id, claimed));
    expect(wordsOf(shown)).toContain('account has no verified email address');
  }
  const linked = new Browser();
  expect((await signInWith(linked, 'google', { id: '1', email })).location).toBe('/app');
  expect((await linked.open('/app')).status).toBe(200);
  expect((await signIn(new Browser(), email, PASSWORD)).location).toBe('/app');
});

it('takes no answer that another browser asked for, that was altered, or comes twice', async () => {
  const person = { id: '77', email: 'eve@altered.example' };
  const browser = new Browser();
  const url = await askProvider(browser, 'google');
  const stranger = new Browser();
  await stranger.open('/app/sign-in');
  expect((await consented(stranger, url, person)).location).toBe('/app/sign-in');
  expect((await stranger.open('/app')).location).toBe('/app/sign-in');
  const altered = new URL(url);
  altered.searchParams.set('code_challenge', 'another');
  expect((await consented(browser, altered, person)).location).toBe('/app/sign-in');
  const fresh = await askProvider(browser, 'google');
  expect((await consented(browser, fresh, person)).location).toBe('/app');
  const other = new Browser();
  for (const [name, value] of browser.cookies)
    if (!name.includes('session')) other.cookies.set(name, value);
  expect((await consented(other, fresh, person)).location).toBe('/app/sign-in');
  const cancelled = await browser.open(
    '/app/sign-in/with/google/callback?error=access_denied&state=x',
  );
  expect(cancelled.location).toBe('/app/sign-in');
});

it.each(['google', 'github'])('says what to do where a sign-in with %s fails', async (id) => {
  const person = { id: '91', email: `fails@${id}.example` };
  const shown = async (browser: Browser, reply: Awaited<ReturnType<Browser['open']>>) =>
    wordsOf(await browser.follow(reply));
  for (const down of ['token', 'person'] as const) {
    const browser = new Browser();
    const words = await shown(browser, await signInWith(browser, id, { ...person, down }));
    expect(words).toContain('did not confirm the sign-in. Try again in a minute');
  }
  const browser = new Browser();
  const url = await askProvider(browser, id);
  const back = `/app/sign-in/with/${id}/callback?state=${url.searchParams.get('state')}`;
  const denied = await browser.open(`${back}&error=access_denied`);
  expect(await shown(browser, denied)).toContain('You did not allow');
  const stranger = new Browser();
  const foreign = await consented(stranger, url, person);
  expect(await shown(stranger, foreign)).toContain('started in another browser');
});

it('says that an address is linked to another account of the provider', async () => {
  const email = 'recycled@google.example';
  await signInWith(new Browser(), 'google', { id: '301', email });
  const browser = new Browser();
  const reply = await browser.follow(await signInWith(browser, 'google', { id: '302', email }));
  expect(wordsOf(reply)).toContain('linked to another Google account');
  expect((await browser.open('/app')).location).toBe('/app/sign-in');
});

it('waits ten seconds for a provider that never answers', async () => {
  vi.useFakeTimers();
  const never = (_: unknown, { signal }: RequestInit) =>
    new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  vi.stubGlobal('fetch', never);
  const warn = vi.fn();
  const client = { id: 'google', clientId: 'id', clientSecret: 'secret' } as const;
  const { getToken, getUserInfo } = providerConfig(client, 'https://api.test', warn);
  const steps = [getToken?.({ code: 'c', redirectURI: '' }), getUserInfo?.({ accessToken: 't' })];
  const ended = Promise.allSettled(steps);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(warn).toHaveBeenCalledTimes(2);
});

it('lets an invited person in with the provider they choose', async () => {
  const owner = await signedUp('inviter@google.example');
  const email = 'invited@google.example';
  const link = await invited(owner, email);
  const browser = new Browser();
  const page = await browser.open(link);
  expect(page.headers.get('Content-Security-Policy')).toContain('https://accounts.google.com');
  const { action, fields } = formOf(page, '/app/sign-in/with/google');
  const asked = new URL((await browser.submitForm(page, action, fields)).location ?? '');
  expect((await consented(browser, asked, { id: '401', email })).location).toBe(link);
  const joining = await browser.open(link);
  const joined = await browser.submitForm(joining, '/app/invitations/', {});
  expect(wordsOf(await browser.follow(joined))).toContain('You have joined Example Ltd.');
});

it('asks for the second step as after a password', async () => {
  const email = 'two@steps.example';
  const browser = new Browser();
  await signInWith(browser, 'github', { id: '88', email });
  await env.DB.prepare('UPDATE users SET two_factor_enabled = 1 WHERE email = ?').bind(email).run();
  const again = new Browser();
  const reply = await signInWith(again, 'github', { id: '88', email }, '/app/usage');
  expect(reply.location).toBe('/app/sign-in/second-step?next=%2Fapp%2Fusage');
  expect((await again.open('/app')).location).toBe('/app/sign-in');
});

it('offers whom the operator has a client of, and leads forms to no one else', async () => {
  for (const page of ['/app/sign-in', '/app/sign-up']) {
    const { text, headers } = await new Browser().open(page);
    for (const name of ['Google', 'GitHub']) expect(text).toContain(`Continue with ${name}`);
    expect(headers.get('Content-Security-Policy')).toContain(
      "form-action 'self' https://accounts.google.com https://github.com;",
    );
  }
  const only = { ...PROVIDER_VARS, GITHUB_CLIENT_SECRET: undefined };
  expect(signInProviders(only).map(({ id }) => id)).toEqual(['google']);
  const browser = new Browser();
  const unknown = await browser.submit('/app/sign-in', {}, '/app/sign-in/with/other');
  expect(unknown.status).toBe(404);
});
