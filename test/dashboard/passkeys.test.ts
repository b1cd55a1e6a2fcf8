import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MAX_PASSKEYS } from '../../src/accounts/team/ways-in.ts';
import { Authenticator } from '../support/authenticator.ts';
import { wordsOf } from '../support/cookie-browser.ts';
import {
  Browser,
  PASSWORD,
  signedUp,
  signIn,
  signInWith as signInWithProvider,
} from './browser.ts';
import { linkOf } from './people.ts';

const SECURITY = '/app/settings/security';
const PASSKEYS = '/app/settings/passkeys';
const SIGN_IN = '/app/sign-in/passkey';

beforeEach(async () => void (await env.DB.exec('DELETE FROM attempts')));

const newAuthenticator = () => new Authenticator('https://api.test');

/** Options that a page hands to the browser. */
function optionsOf(text: string): { challenge: string } & Record<string, unknown> {
  const json = /data-options="([^"]*)"/.exec(text)?.[1] ?? '';
  return JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}

/** Asks for a challenge of a new passkey. */
async function asked(browser: Browser, fields: Record<string, string> = {}) {
  const reply = await browser.submit(
    `${PASSKEYS}/new`,
    { password: PASSWORD, ...fields },
    PASSKEYS,
  );
  expect(reply.status, reply.text).toBe(200);
  return optionsOf(reply.text);
}

const answer = (browser: Browser, credential: string, name = '') =>
  browser.press(`${PASSKEYS}/confirm`, { name, credential });

async function added(browser: Browser, name = '', authenticator = newAuthenticator()) {
  const credential = await authenticator.create(await asked(browser));
  const done = await answer(browser, credential, name);
  const page = await browser.follow(done);
  expect(wordsOf(page)).toContain('The passkey has been added.');
  return authenticator;
}

async function challenged(browser: Browser) {
  const reply = await browser.submit('/app/sign-in', { next: '/app/usage' }, SIGN_IN);
  expect(reply.status, reply.text).toBe(200);
  return optionsOf(reply.text);
}

const opened = (browser: Browser, credential: string) =>
  browser.press(`${SIGN_IN}/confirm`, { next: '/app/usage', credential });

async function signInWith(browser: Browser, authenticator: Authenticator) {
  return opened(browser, await authenticator.get(await challenged(browser)));
}

const idsOf = (text: string) =>
  [...text.matchAll(/passkeys\/([\w-]+)\/remove/g)].map(([, id]) => id as string);

describe('a passkey', () => {
  it('is added with the password, named, used in place of password and code, and removed', async () => {
    const ada = await signedUp('ada@passkeys.example');
    const wrong = await ada.submit(`${PASSKEYS}/new`, { password: 'not this one' }, PASSKEYS);
    expect(wrong.status).toBe(422);
    const options = await asked(ada);
    expect(options).toMatchObject({
      rp: { id: 'api.test' },
      user: { name: 'ada@passkeys.example' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const laptop = await added(ada, 'Laptop');
    await env.DB.exec(
      "UPDATE users SET two_factor_enabled = 1 WHERE email = 'ada@passkeys.example'",
    );
    const browser = new Browser();
    expect(optionsOf((await browser.submit('/app/sign-in', {}, SIGN_IN)).text)).toMatchObject({
      rpId: 'api.test',
      userVerification: 'required',
    });
    expect((await signInWith(browser, laptop)).location).toBe('/app/usage');
    expect((await browser.open('/app')).status).toBe(200);
    const page = await browser.open(SECURITY);
    const [id = ''] = idsOf(page.text);
    expect(wordsOf(page)).toMatch(/Laptop .*Rename/);
    const path = `${PASSKEYS}/${id}/name`;
    expect((await ada.submit(path, { name: ' ' }, path)).status).toBe(422);
    await ada.submit(path, { name: 'Old laptop' }, path);
    expect(wordsOf(await ada.open(SECURITY))).toContain('Old laptop');
    const log = wordsOf(await ada.open('/app/audit'));
    for (const words of ['Added a passkey', 'Signed in with a passkey'])
      expect(log).toContain(words);
    const eve = await signedUp('eve@passkeys.example');
    expect((await eve.open(path)).status).toBe(404);
    expect((await eve.submit(SECURITY, {}, `${PASSKEYS}/${id}/remove`)).status).toBe(404);
    await ada.submit(SECURITY, {}, `${PASSKEYS}/${id}/remove`);
    expect(idsOf((await ada.open(SECURITY)).text)).toEqual([]);
    expect((await signInWith(new Browser(), laptop)).location).toBe('/app/sign-in');
  });

  it('signs once for one challenge of one browser, and only with the person verified', async () => {
    const ada = await signedUp('ada@challenges.example');
    const key = await added(ada);
    const browser = new Browser();
    const signed = await key.get(await challenged(browser));
    const other = new Browser();
    await challenged(other);
    expect((await opened(other, signed)).location).toBe('/app/sign-in');
    const cookies = new Map(browser.cookies);
    expect((await opened(browser, signed)).location).toBe('/app/usage');
    const again = new Browser();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    await again.open('/app/sign-in');
    expect((await opened(again, signed)).location).toBe('/app/sign-in');
    const stolen = newAuthenticator();
    Object.assign(stolen, { id: key.id });
    expect((await signInWith(new Browser(), stolen)).location).toBe('/app/sign-in');
    const elsewhere = new Authenticator('https://api.test.attacker.example');
    expect((await signInWith(new Browser(), elsewhere)).location).toBe('/app/sign-in');
    // A clone counts on from where it was copied.
    key.counter = 0;
    expect((await signInWith(new Browser(), key)).location).toBe('/app/sign-in');
    key.counter = 7;
    key.verifies = false;
    expect((await signInWith(new Browser(), key)).location).toBe('/app/sign-in');
    key.verifies = true;
    expect((await signInWith(new Browser(), key)).location).toBe('/app/usage');
    const late = new Browser();
    const last = await key.get(await challenged(late));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await opened(late, last)).location).toBe('/app/sign-in');
    for (const text of ['', '{}', 'null', '[', '{"id":"a"}'])
      expect((await opened(late, text)).location).toBe('/app/sign-in');
  });

  it('is added once, to the person who asked, and to no more than may be listed', async () => {
    const ada = await signedUp('ada@twice.example');
    const key = await added(ada);
    const eve = await signedUp('eve@twice.example');
    const twice = await answer(eve, await key.create(await asked(eve)));
    expect(wordsOf(await eve.follow(twice))).toContain('was not added');
    const unverified = newAuthenticator();
    unverified.verifies = false;
    const refused = await answer(eve, await unverified.create(await asked(eve)));
    expect(wordsOf(await eve.follow(refused))).toContain('was not added');
    // A challenge of another person, carried over with its cookie.
    const challenge = await asked(ada);
    for (const [name, value] of ada.cookies)
      if (name.includes('passkey')) eve.cookies.set(name, value);
    const carried = await answer(eve, await newAuthenticator().create(challenge));
    expect(wordsOf(await eve.follow(carried))).toContain('was not added');
    expect(idsOf((await eve.open(SECURITY)).text)).toEqual([]);
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO passkeys
         (id, user_id, public_key, credential_id, counter, device_type, backed_up)
       SELECT 'passkey_' || i, id, '', 'c' || i, 0, 'singleDevice', 0 FROM n, users
       WHERE email = 'ada@twice.example'`,
    )
      .bind(MAX_PASSKEYS)
      .run();
    const full = await ada.submit(`${PASSKEYS}/new`, { password: PASSWORD }, PASSKEYS);
    expect([full.status, wordsOf(full)]).toEqual([
      422,
      expect.stringContaining('remove one first'),
    ]);
  });

  it('counts with other sign-ins of an address, and its challenges by themselves', async () => {
    const browser = new Browser();
    const token = await browser.token('/app/sign-in');
    let refused: Awaited<ReturnType<Browser['post']>> | undefined;
    for (let tried = 0; tried < 61; tried += 1) {
      refused = await browser.post(`${SIGN_IN}/confirm`, {
        form_token: token,
        credential: JSON.stringify({
          id: 'x',
          rawId: 'x',
          type: 'public-key',
          response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
        }),
      });
    }
    expect(refused?.status).toBe(429);
    // The page on which to sign in, not one that ends there.
    const shown = expect.stringMatching(/There is a problem: Too many attempts\..*Forgot your/s);
    expect(wordsOf(refused!)).toEqual(shown);
    const other = await browser.post('/app/sign-in/passkey', { form_token: token });
    expect(other.status).toBe(200);
    await signedUp('ada@counted.example');
    expect((await signIn(browser, 'ada@counted.example')).status).toBe(429);
  });
});

describe('the last way in', () => {
  it('is not removed: of a person of a provider, unlinking or a passkey, whichever is last', async () => {
    const email = 'gus@last.example';
    const browser = new Browser();
    await signInWithProvider(browser, 'google', { id: 'gus', email });
    await browser.submit('/app/organizations/new', { organization: 'Example' });
    const unlink = '/app/settings/providers/google/unlink';
    const kept = await browser.follow(await browser.submit(SECURITY, {}, unlink));
    expect(wordsOf(kept)).toContain('This is your last way to sign in');
    const key = await added(browser);
    const gone = await browser.follow(await browser.submit(SECURITY, {}, unlink));
    expect(wordsOf(gone)).toContain('The account has been unlinked');
    expect(gone.text).not.toContain(unlink);
    expect((await browser.press(unlink, {})).status).toBe(404);
    const [id = ''] = idsOf(gone.text);
    const removed = await browser.submit(SECURITY, {}, `${PASSKEYS}/${id}/remove`);
    expect(wordsOf(await browser.follow(removed))).toContain('This is your last way to sign in');
    expect((await signInWith(new Browser(), key)).location).toBe('/app/usage');
  });

  it('asks a person without a password to have signed in within the hour', async () => {
    const email = 'pat@fresh.example';
    const browser = new Browser();
    await signInWithProvider(browser, 'github', { id: '99', email });
    await browser.submit('/app/organizations/new', { organization: 'Example' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    const reply = await browser.submit(`${PASSKEYS}/new`, {}, PASSKEYS);
    expect([reply.status, wordsOf(reply)]).toEqual([
      422,
      expect.stringContaining('sign out and in again'),
    ]);
  });

  it('of a stranger who signed up with an address ends when its owner sets a password', async () => {
    const email = 'victim@passkeys.example';
    const theirs = await added(await signedUp(email));
    expect((await signInWith(new Browser(), theirs)).location).toBe('/app/usage');
    await new Browser().submit('/app/reset-password', { email });
    const link = await vi.waitFor(async () => {
      const waiting = await linkOf(email);
      if (waiting === '') throw new Error('no link yet');
      return waiting;
    });
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    const owner = new Browser();
    const reset = { token, password: 'another sound one 8' };
    expect((await owner.submit(link, reset, '/app/new-password')).location).toBe('/app/sign-in');
    expect((await signInWith(new Browser(), theirs)).location).toBe('/app/sign-in');
    // Of one whose address was verified before it stays.
    await signIn(owner, email, reset.password);
    const own = newAuthenticator();
    const fields = { password: reset.password };
    await answer(owner, await own.create(await asked(owner, fields)));
    await new Browser().submit('/app/reset-password', { email });
    const again = await vi.waitFor(async () => {
      const waiting = await linkOf(email);
      if (waiting === link) throw new Error('no link yet');
      return waiting;
    });
    const next = new URLSearchParams(again.split('?')[1]).get('token') ?? '';
    await owner.submit(
      again,
      { token: next, password: 'a third sound one 9' },
      '/app/new-password',
    );
    expect((await signInWith(new Browser(), own)).location).toBe('/app/usage');
  });
});
