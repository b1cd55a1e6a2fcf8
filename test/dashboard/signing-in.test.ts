import { env } from 'cloudflare:workers';
import nodeCrypto from 'node:crypto';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { limitAttempts, limitAttemptsFrom } from '../../src/accounts/sign-in/attempt-limits.ts';
import { requireGoodPassword } from '../../src/accounts/sign-in/passwords.ts';
import { safeRedirectPath } from '../../src/dashboard/sign-in/sign-in-cookies.ts';
import { type DashboardParts, openDashboard } from '../../src/dashboard-services.ts';
import { openDatabase } from '../../src/lib/database.ts';
import type { Mail } from '../../src/lib/mail.ts';
import { linkOrigin } from '../../src/lib/origin.ts';
import { appServices } from '../../src/services.ts';
import { call, operate } from '../support/api.ts';
import { wordsOf } from '../support/cookie-browser.ts';
import { Browser, newKey, PASSWORD, signedUp, signIn } from './browser.ts';

/** Every hash of a password, wherever it is asked for. */
const scrypt = vi.spyOn(nodeCrypto, 'scrypt');

/** Of pages that are not opened here. */
const OTHERS = {
  families: [],
  serviceName: 'Example Lookup',
  requestLog: { accounts: {} },
} as unknown as DashboardParts;

const SESSION = '__Secure-lookup.session_token';

/** The link that waits for the operator. */
const linkFor = (email: string): Promise<string> =>
  vi.waitFor(async () => {
    const { mails } = await operate('GET', '/mails');
    const { link } = mails.find(({ to }: { to: string }) => to === email);
    return link.replace(/^https:\/\/[^/]+/, '');
  });

const tokenOf = (link: string) => new URLSearchParams(link.split('?')[1]).get('token') ?? '';

it('leads from signing up to the first answer without a plan', async () => {
  const browser = await signedUp('ada@sandbox.example');
  const { key, text } = await newKey(browser, { mode: 'test' });
  const body = /-d '(.*?)'/.exec(wordsOf({ text }))?.[1] ?? '';
  const reply = await call('POST', '/v1/phone', { token: key, body });
  expect([reply.status, reply.body.success]).toEqual([200, true]);
  expect((await call('GET', '/v1/account', { token: key })).status).toBe(200);
  expect((await call('GET', '/v1/products', { token: key })).status).toBe(200);
  await browser.submit('/app/try/phone', { phone_number: '+1', mode: 'test' });
  const steps = (await browser.open('/app')).text.match(/<li class="(?:done)?"><a[^>]*>[^<]*/g);
  const done = steps
    ?.filter((step) => step.includes('"done"'))
    .map((step) => step.split('>').pop());
  expect(done).toEqual(['Try a lookup', 'Create a key', 'Call the API']);
});

it('shows a new key for a while, and to nobody else', async () => {
  const browser = await signedUp('ada@shown.example');
  const made = await browser.submit('/app/keys', { name: 'one', mode: 'test', expires: '' });
  expect([made.status, made.location]).toEqual([303, '/app/keys/created']);
  const first = await browser.open('/app/keys/created');
  expect(await browser.open('/app/keys/created')).toMatchObject({ text: first.text });
  expect((await browser.open('/app/keys')).text.match(/\/revoke/g)).toHaveLength(1);
  const other = await signedUp('eve@shown.example');
  other.cookies.set('lookup_new_secret', browser.cookies.get('lookup_new_secret') as string);
  const refused = await other.open('/app/keys/created');
  expect(refused.location).toBe('/app/keys');
});

it('leads from signing up to a live key, which needs a plan', async () => {
  const browser = await signedUp('ada@first.example');
  const { key, text } = await newKey(browser);
  expect(text).toContain('Copy');
  const reply = await call('POST', '/v1/phone', { token: key, body: { phone_number: '+1' } });
  expect([reply.status, reply.body.error.code]).toEqual([403, 'UPGRADE_REQUIRED']);
  expect((await browser.open('/app/keys')).text).not.toContain(key);
});

it('keeps session cookies from scripts, other sites and plain connections', async () => {
  await signedUp('ada@cookies.example');
  const reply = await signIn(new Browser(), 'ada@cookies.example');
  const cookie = reply.headers.getSetCookie().find((text) => text.startsWith(SESSION));
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
    expect(cookie).toContain(attribute);
  expect(reply.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
});

it('lets whom the operator made in by a link, to their own organization', async () => {
  const email = 'owner@made.example';
  const { organization, owner } = await operate('POST', '/organizations', {
    name: 'Made by the operator',
    owner_email: email,
  });
  const browser = new Browser();
  expect((await signIn(browser, email)).text).toContain(
    'The email address or the password is wrong.',
  );
  await browser.submit('/app/reset-password', { email });
  const link = await linkFor(email);
  const fields = { token: tokenOf(link), password: PASSWORD };
  const own = await browser.submit(link, { ...fields, password: email }, '/app/new-password');
  expect(own.text).toContain('must not be your name or address');
  expect((await browser.submit(link, fields, '/app/new-password')).location).toBe('/app/sign-in');
  const stale = { ...fields, form_token: await browser.token('/app/reset-password') };
  expect((await browser.post('/app/new-password', stale)).location).toBe('/app/reset-password');
  // Before a password is typed, a link that was used or invented leads to a new one.
  for (const dead of [link, '/app/reset-password?token=garbage']) {
    const opened = await new Browser().open(dead);
    expect([opened.status, opened.location]).toEqual([303, '/app/reset-password']);
  }
  expect((await signIn(browser, email)).location).toBe('/app');
  expect((await browser.open('/app')).text).toContain('Made by the operator');
  const { entries } = await operate('GET', '/audit-log?limit=5');
  expect(entries).toContainEqual(expect.objectContaining({ route: '/admin/mails' }));
  const { members } = await operate('GET', `/organizations/${organization.id}`);
  expect(members).toContainEqual(expect.objectContaining({ id: owner.id, email }));
});

it('begins a session of its own, and ends the one the browser brought', async () => {
  const first = await signedUp('ada@fixed.example');
  await signedUp('eve@fixed.example');
  const planted = first.cookies.get(SESSION) as string;
  await first.post('/app/sign-out', { form_token: await first.token('/app') });
  const victim = new Browser();
  victim.cookies.set(SESSION, planted);
  await signIn(victim, 'eve@fixed.example');
  expect(victim.cookies.get(SESSION)).not.toBe(planted);
  const attacker = new Browser();
  attacker.cookies.set(SESSION, planted);
  expect((await attacker.open('/app')).location).toBe('/app/sign-in');

  const earlier = victim.cookies.get(SESSION) as string;
  await victim.post('/app/sign-in', {
    form_token: await victim.token('/app/settings'),
    email: 'ada@fixed.example',
    password: PASSWORD,
  });
  attacker.cookies.set(SESSION, earlier);
  expect((await attacker.open('/app')).location).toBe('/app/sign-in');
  expect((await victim.open('/app/settings')).text).toContain('ada@fixed.example');
});

const ELSEWHERE = [
  'https://evil.example/app',
  '//evil.example/app',
  '/\\evil.example',
  '/app/../../evil',
  '/app@evil.example',
  '/app/\nSet-Cookie:x=1',
  'javascript:alert(1)',
  '/app//../..//evil.example',
  '/admin',
  '/application',
  '\t/app',
  `/app/${'x'.repeat(3_000)}`,
];

it('goes nowhere but to its own pages after signing in', async () => {
  await signedUp('ada@next.example');
  const browser = new Browser();
  const jobs = '/app/jobs?cursor=a.b';
  expect((await browser.open(jobs)).location).toBe(`/app/sign-in?next=${encodeURIComponent(jobs)}`);
  expect((await signIn(browser, 'ada@next.example', PASSWORD, jobs)).location).toBe(jobs);
  expect(safeRedirectPath('/oauth/authorize?client_id=a&scope=b%20c')).toBe(
    '/oauth/authorize?client_id=a&scope=b%20c',
  );
  const asked = '/oauth/authorize?state=a*(b)!';
  expect(safeRedirectPath(asked)).toBe(asked);
  for (const next of ELSEWHERE) {
    const url = new URL(safeRedirectPath(next), 'https://api.test');
    expect([url.origin, /^\/app(?:$|\/)/.test(url.pathname)], next).toEqual([
      'https://api.test',
      true,
    ]);
  }
  const reply = await signIn(new Browser(), 'ada@next.example', PASSWORD, '//evil.example/app');
  expect(reply.location).toBe('/app');
});

it('refuses passwords that are short, common, repeated or one’s own', async () => {
  // Some of its characters are two to whoever hashes it.
  const wide = String.fromCodePoint(...Array.from({ length: 100 }, (_, at) => 0x1f600 + at));
  const problems = [wide, 'short', 'q1w2e3r4t5', 'QWERTYUIOP', 'abcabcabcabc', 'x'.repeat(129)];
  for (const password of problems) expect(() => requireGoodPassword(password), password).toThrow();
  expect(() => requireGoodPassword('ada@own.example', ['ada@own.example'])).toThrow();
  expect(() => requireGoodPassword('demo-password-1')).not.toThrow();
  const person = {
    name: 'Ada',
    email: 'a@weak.example',
    organization: 'X',
    password: '1234567890',
  };
  const reply = await new Browser().submit('/app/sign-up', person);
  expect([reply.status, reply.text.includes('most common')]).toEqual([422, true]);
  expect(reply.text).not.toContain('1234567890');
});

const { accounts } = appServices.admin;

/** Fills a window that has begun, or all of a kind. */
const fill = (kind: string, count: number) =>
  env.DB.prepare('UPDATE attempts SET count = ? WHERE kind = ?').bind(count, kind).run();

const countOf = async (kind: string): Promise<number> => {
  const rows = env.DB.prepare('SELECT coalesce(sum(count), 0) AS n FROM attempts WHERE kind = ?');
  return (await rows.bind(kind).first<{ n: number }>())?.n ?? 0;
};

beforeEach(() => env.DB.exec('DELETE FROM attempts'));

it('stops guessing at one account from everywhere, and from one address at all', async () => {
  const email = 'ada@guessed.example';
  await signedUp(email);
  for (const who of [email, 'nobody@guessed.example']) {
    for (let guess = 0; guess < 9; guess++)
      await limitAttempts('sign-in by account', who, accounts);
    expect((await signIn(new Browser(), who, 'wrong password')).status).toBe(422);
    expect((await signIn(new Browser(), who, 'wrong password')).status).toBe(429);
  }
  const right = await signIn(new Browser(), email);
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(0);
  // The form again, with what was typed.
  expect(wordsOf(right)).toContain(
    'There is a problem: Too many attempts. Try again in 15 minutes.',
  );
  expect(right.text).toContain(`value="${email}"`);
});

it('counts an address, the /64 and the /48 of IPv6, and what one refuses in none of the others', async () => {
  const from = (address: string) =>
    signIn(new Browser(address), 'someone@blocks.example', 'wrong password');
  expect((await from('2001:db8:1:2::1')).status).toBe(422);
  await fill('sign-in by address', 60);
  expect((await from('2001:db8:1:2::9')).status).toBe(429);
  expect(await countOf('sign-in by site')).toBe(1);
  expect((await from('2001:db8:1:3::1')).status).toBe(422);
  await fill('sign-in by site', 240);
  expect((await from('2001:db8:1:4::1')).status).toBe(429);
  expect((await from('2001:db8:2:4::1')).status).toBe(422);
  for (const plain of ['192.0.2.1', '', 'x:y']) expect((await from(plain)).status).toBe(422);
  expect(await countOf('sign-in by account')).toBe(6);
});

it('counts nothing against an account that its address has refused', async () => {
  const email = 'ada@aimed.example';
  const owner = await signedUp(email);
  const attacker = new Browser();
  for (let guess = 0; guess < 60; guess++)
    await limitAttemptsFrom('sign-in', attacker.address, accounts);
  for (let guess = 0; guess < 12; guess++)
    expect((await signIn(attacker, email, 'wrong password')).status).toBe(429);
  for (let asked = 0; asked < 30; asked++)
    await limitAttemptsFrom('reset', attacker.address, accounts);
  for (let asked = 0; asked < 6; asked++)
    expect((await attacker.submit('/app/reset-password', { email })).status).toBe(429);
  expect([await countOf('sign-in by account'), await countOf('reset by account')]).toEqual([0, 0]);
  expect((await signIn(new Browser(), email)).location).toBe('/app');
  expect((await owner.open('/app')).status).toBe(200);
});

/** Strangers have used up every attempt at an account. */
const lockOut = async (email: string) => {
  for (const kind of ['sign-in by account', 'reset by account', 'verification by account'] as const)
    for (let guess = 0; guess < 11; guess++) await limitAttempts(kind, email, accounts);
};

it('shuts nobody out by others’ guesses: not a browser that has signed in before', async () => {
  const email = 'ada@device.example';
  const known = await signedUp(email);
  await known.submit('/app/settings', {}, '/app/sign-out');
  await lockOut(email);
  expect((await signIn(new Browser(), email)).status).toBe(429);
  expect((await signIn(known, email)).location).toBe('/app');
  // Its allowance is bounded too, and is worth nothing for another account.
  await known.submit('/app/settings', {}, '/app/sign-out');
  expect((await signIn(known, email, 'wrong password')).status).toBe(422);
  await fill('sign-in by device', 10);
  expect((await signIn(known, email)).status).toBe(429);
  const other = 'eve@device.example';
  await signedUp(other);
  await lockOut(other);
  expect((await signIn(known, other)).status).toBe(429);
  const forged = new Browser();
  forged.cookies.set('lookup_device', `${known.cookies.get('lookup_device')}x`);
  expect((await signIn(forged, email)).status).toBe(429);
});

it('shuts nobody out by others’ guesses: not the owner of a link that sets a password', async () => {
  const email = 'ada@linked.example';
  await signedUp(email);
  // Each of them sends the owner a link, up to five an hour.
  for (let asked = 0; asked < 7; asked++)
    expect((await new Browser().submit('/app/reset-password', { email })).status).toBe(303);
  const link = await linkFor(email);
  const { mails } = await operate('GET', '/mails');
  expect(mails.filter(({ to }: { to: string }) => to === email)).toHaveLength(5);
  await lockOut(email);
  const owner = new Browser();
  for (let guess = 0; guess < 31; guess++)
    await limitAttemptsFrom('stale link', owner.address, accounts);
  const fields = { token: tokenOf(link), password: 'another sound one 8' };
  const stale = { token: 'x'.repeat(24), password: 'another sound one 8' };
  expect((await owner.submit(link, stale, '/app/new-password')).status).toBe(429);
  expect((await owner.submit(link, fields, '/app/new-password')).location).toBe('/app/sign-in');
  expect((await signIn(new Browser(), email, 'another sound one 8')).status).toBe(429);
  expect((await signIn(owner, email, 'another sound one 8')).location).toBe('/app');
});

it('ends every other link that sets a password once one is set', async () => {
  const [ada, bob] = ['ada@links.example', 'bob@links.example'];
  const owner = await signedUp(ada);
  await signedUp(bob);
  const ask = (email: string) => new Browser().submit('/app/reset-password', { email });
  const linksOf = (email: string, count: number): Promise<string[]> =>
    vi.waitFor(async () => {
      const { mails } = await operate('GET', '/mails');
      const own = mails.filter(({ to }: { to: string }) => to === email);
      expect(own).toHaveLength(count);
      return own.map(({ link }: { link: string }) => link.replace(/^https:\/\/[^/]+/, ''));
    });
  const open = async (link = '') =>
    wordsOf(await new Browser().open(link)).includes('New password');
  await Promise.all([ask(ada), ask(ada), ask(bob)]);
  const [first = '', second] = await linksOf(ada, 2);
  expect([await open(first), await open(second)]).toEqual([true, true]);
  const fields = { token: tokenOf(first), password: 'another sound one 8' };
  await new Browser().submit(first, fields, '/app/new-password');
  expect([await open(first), await open(second)]).toEqual([false, false]);
  await signIn(owner, ada, 'another sound one 8');
  await ask(ada);
  const [third] = await linksOf(ada, 3);
  expect(await open(third)).toBe(true);
  const change = { current_password: 'another sound one 8', new_password: 'a third sound one 9' };
  await owner.submit('/app/settings', change, '/app/settings/password');
  expect(await open(third)).toBe(false);
  expect(await open((await linksOf(bob, 1))[0])).toBe(true);
});

it('forgets the wrong guesses of who is right after all, in a session too', async () => {
  const email = 'ada@forgiven.example';
  const owner = await signedUp(email);
  const elsewhere = new Browser();
  await signIn(elsewhere, email, 'wrong password');
  expect(await countOf('sign-in by account')).toBe(1);
  await signIn(elsewhere, email);
  expect(await countOf('sign-in by account')).toBe(0);
  const change = (current_password: string) =>
    owner.submit(
      '/app/settings',
      { current_password, new_password: 'another sound one 8' },
      '/app/settings/password',
    );
  await change('wrong password');
  expect(await countOf('password by session')).toBe(1);
  expect((await change(PASSWORD)).location).toBe('/app/settings');
  expect(await countOf('password by session')).toBe(0);
});

it('shuts nobody out by others’ guesses: not who deletes their account from a session', async () => {
  const email = 'ada@leaving.example';
  const owner = await signedUp(email);
  const elsewhere = new Browser();
  await signIn(elsewhere, email);
  await lockOut(email);
  const page = '/app/settings/delete-account';
  expect((await elsewhere.submit(page, { password: 'wrong password' })).status).toBe(422);
  await fill('password by session', 10);
  expect((await elsewhere.submit(page, { password: PASSWORD })).status).toBe(429);
  expect((await owner.submit(page, { password: PASSWORD })).location).toBe('/app/sign-in');
});

it('answers alike whether an address is known, in words and in time', async () => {
  const quick = scrypt.getMockImplementation() as typeof nodeCrypto.scrypt;
  onTestFinished(() => void scrypt.mockImplementation(quick));
  scrypt.mockReset();
  const email = 'ada@known.example';
  await signedUp(email);
  await operate('POST', '/organizations', { name: 'X', owner_email: 'bare@known.example' });
  const seen = new Map<string, { text: string; ms: number }>();
  for (const who of [email, 'bare@known.example', 'nobody@known.example']) {
    const times: number[] = [];
    let text = '';
    for (let time = 0; time < 2; time++) {
      const browser = new Browser();
      const token = await browser.token('/app/sign-in');
      const fields = { form_token: token, email: who, password: 'wrong password', next: '' };
      const from = performance.now();
      text = (await browser.post('/app/sign-in', fields)).text;
      times.push(performance.now() - from);
    }
    const plain = text.replaceAll(who, '').replace(/form_token" value="[^"]*/g, '');
    seen.set(who, { text: plain, ms: Math.min(...times) });
    const reset = await new Browser().submit('/app/reset-password', { email: who });
    expect([reset.status, reset.location]).toEqual([303, '/app/sign-in']);
  }
  for (const [, , , cost] of scrypt.mock.calls)
    expect(cost).toMatchObject({ N: 16_384, r: 8, p: 5 });
  const [known, ...others] = [...seen.values()];
  for (const other of others) {
    expect(other.text).toBe(known?.text);
    expect(other.ms).toBeGreaterThan((known?.ms ?? 0) / 3);
  }
});

/** A deployment that sends mail, its work counted. */
function mailing(publicUrl: string | null = 'https://mailed.example') {
  const sent: Mail[] = [];
  const waiting: Promise<unknown>[] = [];
  const steps: string[] = [];
  /** The steps up to where work began that the reply does not wait for. */
  let begun: string[] | undefined;
  const counted = new Proxy(env.DB, {
    get(database, name) {
      const value = Reflect.get(database, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'prepare') steps.push(String(args[0]).replace(/ .*/s, ''));
        return value.apply(database, args);
      };
    },
  });
  const pages = openDashboard({
    ...OTHERS,
    accounts: { ...appServices.admin.accounts, db: openDatabase(counted) },
    authSecrets: [{ version: 1, text: 'another secret of the tests, of some length' }],
    mails: { send: async (mail) => void sent.push(mail) },
    showsLinks: false,
    publicUrl: publicUrl ?? undefined,
    defer: (work) => {
      begun ??= [...steps];
      waiting.push(work);
    },
    warn: (_, cause) => {
      throw cause;
    },
    log: () => undefined,
  });
  const ask = async (path: string, cookie: string, body?: Record<string, string>) => {
    const headers = { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' };
    const init = body
      ? { method: 'POST', headers, body: new URLSearchParams(body).toString() }
      : { headers };
    const host = publicUrl ?? 'https://forged.example';
    scrypt.mockClear();
    steps.length = 0;
    begun = undefined;
    const response = await pages.fetch(new Request(`${host}${path}`, init), { requestId: 'x' });
    const work = { steps: begun ?? [...steps], hashes: scrypt.mock.calls.length };
    await Promise.all(waiting.splice(0));
    await Promise.all(waiting.splice(0));
    const cookies = response.headers.getSetCookie().map((text) => text.split(';')[0]);
    return { text: await response.text(), cookies, response, work };
  };
  return { sent, ask };
}

it('tells by mail alone whether an address was new, where mail is sent', async () => {
  const { sent, ask } = mailing();
  const first = await ask('/app/sign-up', '');
  const cookie = first.cookies[0] as string;
  const token = /form_token" value="([^"]*)/.exec(first.text)?.[1] as string;
  const person = {
    name: 'Ada',
    email: 'ada@mailed.example',
    organization: 'O',
    password: PASSWORD,
  };
  const mailPageAfter = async (fields: Record<string, string>) => {
    const { response, cookies } = await ask('/app/sign-up', cookie, fields);
    const location = response.headers.get('Location') as string;
    return (await ask(location, [cookie, ...cookies].join('; '))).text;
  };
  const texts: string[] = [];
  for (let time = 0; time < 2; time++)
    texts.push(await mailPageAfter({ form_token: token, ...person }));
  expect(texts[0]).toContain('Check your email');
  expect(texts[0]).toContain(person.email);
  expect(texts[1]).toBe(texts[0]);
  for (const { text } of sent) expect(text).toContain('Example Lookup');
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@mailed.example', 'Verify your address'],
    ['ada@mailed.example', 'Set a new password'],
  ]);
  const signing = { form_token: token, email: person.email, password: PASSWORD };
  // Whoever signed up with an address would else learn whether it was known before.
  const unverified = await ask('/app/sign-in', cookie, signing);
  const wrong = await ask('/app/sign-in', cookie, { ...signing, password: 'another password' });
  expect(unverified.text).toBe(wrong.text);
  expect(unverified.text).toContain('not verified');
  for (let time = 0; time < 6; time++) {
    await ask('/app/sign-in', cookie, signing);
    await ask('/app/sign-up', cookie, { form_token: token, ...person });
  }
  const verifying = sent.filter(({ subject }) => subject === 'Verify your address');
  expect([verifying.length, sent.length - verifying.length]).toEqual([5, 5]);
  await env.DB.exec('DELETE FROM attempts');
  const link = /https:\/\/mailed\.example(\S+)/.exec(sent[0]?.text ?? '')?.[1] as string;
  const page = await ask(link, cookie);
  expect(page.text).toContain(person.email);
  // A program that looks into the links of a mail has verified nothing.
  await ask(link, cookie);
  expect((await ask('/app/sign-in', cookie, signing)).text).toContain('not verified');
  const verification = { form_token: token, token: tokenOf(link) };
  const forged = { ...verification, token: `${verification.token}x` };
  await ask('/app/verify-email', cookie, { token: verification.token });
  await ask('/app/verify-email', cookie, forged);
  expect((await ask('/app/sign-in', cookie, signing)).text).toContain('not verified');
  await ask('/app/verify-email', cookie, verification);
  const done = await ask('/app/sign-in', cookie, signing);
  expect(done.response.headers.get('Location')).toBe('/app');
  expect(sent[0]?.html).toContain('href="https://mailed.example/app/verify-email?token=');
});

it('signs in by the link of the mail, in the browser that signed up and in no other', async () => {
  for (const isSame of [true, false]) {
    const { sent, ask } = mailing();
    const first = await ask('/app/sign-up', '');
    const browser = first.cookies[0] as string;
    const token = /form_token" value="([^"]*)/.exec(first.text)?.[1] as string;
    const email = `ada@${isSame}.example`;
    const person = { form_token: token, name: 'Ada', organization: 'O', password: PASSWORD, email };
    const begun = await ask('/app/sign-up', browser, person);
    const cookies = [browser, ...begun.cookies].join('; ');
    await ask('/app/sign-up/mail', cookies, { form_token: token });
    expect(sent.map(({ to }) => to)).toEqual([email, email]);
    expect(sent[1]?.text).toContain(email);
    const link = /https:\/\/mailed\.example(\S+)/.exec(sent[1]?.text ?? '')?.[1] as string;
    const fields = { form_token: token, token: tokenOf(link) };
    const done = await ask('/app/verify-email', isSame ? cookies : browser, fields);
    expect(done.response.headers.get('Location')).toBe(isSame ? '/app' : '/app/sign-in');
    expect(done.cookies.some((each) => each?.startsWith(SESSION))).toBe(isSame);
    // Verified, it is sent no further link.
    await ask('/app/sign-up/mail', cookies, { form_token: token });
    expect(sent).toHaveLength(2);
  }
});

it('leads from the link of the mail to the page that was wanted, and to none elsewhere', async () => {
  const consent = '/oauth/authorize?client_id=a&state=b%20c';
  for (const [wanted, reached] of [
    [consent, consent],
    ['//evil.example/app', '/app'],
  ] as const) {
    const { sent, ask } = mailing();
    const first = await ask(`/app/sign-up?next=${encodeURIComponent(wanted)}`, '');
    const browser = first.cookies[0] as string;
    const token = /form_token" value="([^"]*)/.exec(first.text)?.[1] as string;
    const email = `ada@wanting-${reached.length}.example`;
    const person = { form_token: token, name: 'Ada', organization: 'O', password: PASSWORD, email };
    const begun = await ask('/app/sign-up', browser, { ...person, next: wanted });
    const cookies = [browser, ...begun.cookies].join('; ');
    const waiting = await ask('/app/sign-up/mail', cookies);
    expect(waiting.text).toContain(`/app/sign-in?next=${encodeURIComponent(reached)}`);
    const link = /https:\/\/mailed\.example(\S+)/.exec(sent[0]?.text ?? '')?.[1] as string;
    expect(link).not.toContain('next');
    const fields = { form_token: token, token: tokenOf(link) };
    const done = await ask('/app/verify-email', cookies, fields);
    expect(done.response.headers.get('Location')).toBe(reached);
  }
});

it('does the same work whether an address is known: one hash, the same steps before the reply', async () => {
  const { ask, sent } = mailing();
  const first = await ask('/app/sign-up', '');
  const cookie = first.cookies[0] as string;
  const token = /form_token" value="([^"]*)/.exec(first.text)?.[1] as string;
  const email = 'ada@worked.example';
  const person = { form_token: token, name: 'Ada', organization: 'O', password: PASSWORD };
  /** What each of some addresses costs. */
  const workOf = async (path: string, emails: string[], fields: Record<string, string>) => {
    const all: { steps: string[]; hashes: number }[] = [];
    for (const each of emails) {
      await env.DB.exec('DELETE FROM attempts');
      const { work } = await ask(path, cookie, { ...fields, form_token: token, email: each });
      all.push(work);
    }
    return all;
  };
  const [fresh, known] = await workOf('/app/sign-up', [email, email], person);
  expect(fresh).toEqual(known);
  expect(fresh?.hashes).toBe(1);
  expect(sent).toHaveLength(2);
  // Known and not verified yet, known without a password, not known.
  await operate('POST', '/organizations', { name: 'X', owner_email: 'bare@worked.example' });
  const signing = { password: PASSWORD };
  const everybody = [email, 'bare@worked.example', 'nobody@worked.example'];
  const [unverified, ...others] = await workOf('/app/sign-in', everybody, signing);
  for (const other of others) expect(other).toEqual(unverified);
  expect(unverified?.hashes).toBe(1);
  const wrong = await workOf('/app/sign-in', [email], { password: 'another password' });
  expect(wrong[0]).toEqual(unverified);
  const [asked, ...resets] = await workOf('/app/reset-password', everybody, {});
  for (const other of resets) expect(other).toEqual(asked);
  expect(asked?.hashes).toBe(0);
});

it('takes no address for links from the request, but on the reader’s own machine', async () => {
  const { ask, sent } = mailing(null);
  for (const path of ['/app', '/app/sign-in', '/app/sign-up', '/app/reset-password'])
    for (const body of [undefined, { email: 'ada@worked.example' }]) {
      const { response, text } = await ask(path, '', body);
      expect([response.status, text.includes('PUBLIC_URL')], path).toEqual([503, true]);
    }
  expect(sent).toEqual([]);
  expect(linkOrigin(undefined, 'http://localhost:8787/app')).toBe('http://localhost:8787');
  expect(linkOrigin(undefined, 'https://127.0.0.1.evil.example/app')).toBeNull();
  expect(linkOrigin('https://own.example/x', 'https://evil.example/app')).toBe(
    'https://own.example',
  );
});

it('lets nobody in without AUTH_SECRET, and says so', async () => {
  const pages = openDashboard({
    ...OTHERS,
    accounts: appServices.admin.accounts,
    ...{ authSecrets: null, mails: null, showsLinks: false, publicUrl: 'https://x.example' },
    ...{ defer: () => undefined, warn: () => undefined, log: () => undefined },
  });
  for (const path of ['/app', '/app/sign-in', '/app/keys']) {
    const reply = await pages.fetch(new Request(`https://x.example${path}`), { requestId: 'x' });
    expect([reply.status, (await reply.text()).includes('AUTH_SECRET')]).toEqual([503, true]);
  }
});
