import { expect, it, vi } from 'vitest';
import { tooMany, tooManyFrom } from '../../src/accounts/sign-in/limits.ts';
import { passwordProblem } from '../../src/accounts/sign-in/password-rules.ts';
import type { Mail } from '../../src/core/jobs/mail.ts';
import { nextPath } from '../../src/dashboard/session/next-path.ts';
import { type DashboardParts, openDashboard } from '../../src/dashboard-services.ts';
import { appServices } from '../../src/services.ts';
import { call, operate } from '../support/api.ts';
import { Browser, newKey, PASSWORD, signedUp, signIn } from './browser.ts';

/** Of pages that are not opened here. */
const OTHERS = { families: [] } as unknown as DashboardParts;

const SESSION = '__Secure-lookup.session_token';

/** The link that waits for the operator. */
const linkFor = (email: string): Promise<string> =>
  vi.waitFor(async () => {
    const { mails } = await operate('GET', '/mails');
    const { link } = mails.find(({ to }: { to: string }) => to === email);
    return link.replace(/^https:\/\/[^/]+/, '');
  });

const tokenOf = (link: string) => new URLSearchParams(link.split('?')[1]).get('token') ?? '';

it('leads from signing up to a key, which is told to wait for a plan', async () => {
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
  expect((await signIn(browser, email)).text).toContain('The email or the password is wrong.');
  await browser.submit('/app/reset-password', { email });
  const link = await linkFor(email);
  const fields = { token: tokenOf(link), password: PASSWORD };
  expect((await browser.submit(link, fields, '/app/new-password')).location).toBe('/app/sign-in');
  expect((await browser.submit(link, fields, '/app/new-password')).location).toBe(
    '/app/reset-password',
  );
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
  expect(nextPath('/oauth/authorize?client_id=a&scope=b%20c')).toBe(
    '/oauth/authorize?client_id=a&scope=b%20c',
  );
  const asked = '/oauth/authorize?state=a*(b)!';
  expect(nextPath(asked)).toBe(asked);
  for (const next of ELSEWHERE) {
    const url = new URL(nextPath(next), 'https://api.test');
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
  for (const password of problems) expect(passwordProblem(password), password).not.toBeNull();
  expect(passwordProblem('ada@own.example', ['ada@own.example'])).not.toBeNull();
  expect(passwordProblem('demo-password-1')).toBeNull();
  const person = {
    name: 'Ada',
    email: 'a@weak.example',
    organization: 'X',
    password: '1234567890',
  };
  const reply = await new Browser().submit('/app/sign-up', person);
  expect([reply.status, reply.text.includes('commonest')]).toEqual([422, true]);
  expect(reply.text).not.toContain('1234567890');
});

it('stops guessing at one account from everywhere, and from one address at all', async () => {
  const email = 'ada@guessed.example';
  await signedUp(email);
  for (const who of [email, 'nobody@guessed.example']) {
    for (let guess = 0; guess < 9; guess++)
      await tooMany('sign-in by account', who, appServices.admin.accounts);
    expect((await signIn(new Browser(), who, 'wrong password')).status).toBe(422);
    expect((await signIn(new Browser(), who, 'wrong password')).status).toBe(429);
  }
  const crowd = new Browser('2001:db8:1:2::1');
  for (let guess = 0; guess < 60; guess++)
    await tooMany('sign-in by address', ownerOf('2001:db8:1:2::9'), appServices.admin.accounts);
  expect((await signIn(crowd, 'someone@guessed.example')).status).toBe(429);
  expect(ownerOf('2001:db8::a:b:c:d')).toBe(ownerOf('2001:db8::1'));
  expect(ownerOf('2001:db8:0:1::1')).not.toBe(ownerOf('2001:db8::1'));
  for (const plain of ['192.0.2.1', '', 'x:y']) expect(ownerOf(plain)).toBe(plain);
  const right = await signIn(new Browser(), email);
  expect(right.status).toBe(429);
  expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(0);
  const resets: number[] = [];
  for (let asked = 0; asked < 6; asked++)
    resets.push((await new Browser().submit('/app/reset-password', { email })).status);
  expect(resets).toEqual([303, 303, 303, 303, 303, 429]);
});

it('answers alike whether an address is known, in words and in time', async () => {
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
  const [known, ...others] = [...seen.values()];
  for (const other of others) {
    expect(other.text).toBe(known?.text);
    expect(other.ms).toBeGreaterThan((known?.ms ?? 0) / 3);
  }
});

it('tells by mail alone whether an address was new, where mail is sent', async () => {
  const sent: Mail[] = [];
  const waiting: Promise<unknown>[] = [];
  const pages = openDashboard({
    ...OTHERS,
    accounts: appServices.admin.accounts,
    authSecrets: [{ version: 1, text: 'another secret of the tests, of some length' }],
    mails: { send: async (mail) => void sent.push(mail) },
    showsLinks: false,
    publicUrl: 'https://mailed.example',
    defer: (work) => void waiting.push(work),
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
    const request = new Request(`https://mailed.example${path}`, init);
    const response = await pages.fetch(request, { requestId: 'x' });
    await Promise.all(waiting.splice(0));
    await Promise.all(waiting.splice(0));
    const cookies = response.headers.getSetCookie().map((text) => text.split(';')[0]);
    return { text: await response.text(), cookies, response };
  };
  const first = await ask('/app/sign-up', '');
  const cookie = first.cookies[0] as string;
  const token = /form_token" value="([^"]*)/.exec(first.text)?.[1] as string;
  const person = {
    name: 'Ada',
    email: 'ada@mailed.example',
    organization: 'O',
    password: PASSWORD,
  };
  const texts: string[] = [];
  for (let time = 0; time < 2; time++)
    texts.push((await ask('/app/sign-up', cookie, { form_token: token, ...person })).text);
  expect(texts[0]).toContain('Look at your mail');
  expect(texts[1]).toBe(texts[0]);
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
  const link = /https:\/\/mailed\.example(\S+)/.exec(sent[0]?.text ?? '')?.[1] as string;
  await ask(link, cookie);
  const done = await ask('/app/sign-in', cookie, signing);
  expect(done.response.headers.get('Location')).toBe('/app');
  expect(sent[0]?.html).toContain('href="https://mailed.example/app/verify-email?token=');
});

it('lets nobody in without AUTH_SECRET, and says so', async () => {
  const pages = openDashboard({
    ...OTHERS,
    accounts: appServices.admin.accounts,
    ...{ authSecrets: null, mails: null, showsLinks: false, publicUrl: undefined },
    ...{ defer: () => undefined, warn: () => undefined, log: () => undefined },
  });
  for (const path of ['/app', '/app/sign-in', '/app/keys']) {
    const reply = await pages.fetch(new Request(`https://x.example${path}`), { requestId: 'x' });
    expect([reply.status, (await reply.text()).includes('AUTH_SECRET')]).toEqual([503, true]);
  }
});
