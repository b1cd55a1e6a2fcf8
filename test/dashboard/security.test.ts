import { env } from 'cloudflare:workers';
import { symmetricDecrypt } from 'better-auth/crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { purgeAuditLog } from '../../src/accounts/audit-log.ts';
import { cacheAuth } from '../../src/accounts/sign-in/auth.ts';
import type { SignInPorts } from '../../src/accounts/sign-in/ports.ts';
import { AUDITED_ACTIONS } from '../../src/dashboard/organization/audit.tsx';
import { deviceLabel } from '../../src/dashboard/organization/security.tsx';
import { PAGE_ACCESS } from '../../src/dashboard/session/permissions.ts';
import { OPERATOR_ROUTES } from '../../src/http/admin.ts';
import type { Secrets } from '../../src/lib/secrets.ts';
import { DAY_MS } from '../../src/lib/time.ts';
import { appServices } from '../../src/services.ts';
import { parseRfc4180 } from '../files/parse-rfc4180.ts';
import { call, operate } from '../support/api.ts';
import { formOf, wordsOf } from '../support/cookie-browser.ts';
import { Browser, newKey, PASSWORD, signedUp, signIn } from './browser.ts';
import { invited, joined, organizationOf, userIdOf } from './people.ts';

const SECURITY = '/app/settings/security';
const SECOND_STEP = '/app/settings/second-step';

beforeEach(async () => void (await env.DB.exec('DELETE FROM attempts')));

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('sessions', () => {
  it('are listed with device and address, and ended one by one or all others', async () => {
    const email = 'ada@sessions.example';
    const here = await signedUp(email);
    const [there, third] = [new Browser(), new Browser()];
    for (const browser of [there, third]) {
      const fields = { form_token: await browser.token('/app/sign-in'), email, password: PASSWORD };
      await browser.post('/app/sign-in', fields, { 'User-Agent': FIREFOX });
    }
    const page = await here.open(SECURITY);
    expect(wordsOf(page)).toMatch(/Unknown device 198\.51\.100\.\d+ .*This session/);
    expect(wordsOf(page)).toContain(`Firefox on Linux ${there.address}`);
    const ids = [...page.text.matchAll(/sessions\/(session_[\w-]+)\/end/g)].map(([, id]) => id);
    expect(ids).toHaveLength(2);
    const stranger = await signedUp('eve@sessions.example');
    const path = `/app/settings/sessions/${ids[0]}/end`;
    expect((await stranger.submit(SECURITY, {}, path)).status).toBe(404);
    expect((await here.submit(SECURITY, {}, path)).location).toBe(SECURITY);
    const open = async () =>
      (await Promise.all([there, third].map((each) => each.open('/app')))).map(
        ({ status }) => status,
      );
    expect((await open()).sort()).toEqual([200, 303]);
    await here.submit(SECURITY, {}, '/app/settings/sessions/end-others');
    expect(await open()).toEqual([303, 303]);
    expect((await here.open('/app')).status).toBe(200);
    expect((await stranger.open('/app')).status).toBe(200);
  });

  it('name browser and system, of whatever a browser sends', () => {
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
    const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0';
    expect([phone, edge, '<script>', null].map(deviceLabel)).toEqual([
      ...['Safari on iOS', 'Edge on Windows', 'Unknown device', 'Unknown device'],
    ]);
  });
});

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A code by RFC 6238: 30 seconds, SHA-1, six digits. */
async function codeAt(secret: string, at: number): Promise<string> {
  const bits = [...secret]
    .map((each) => BASE32.indexOf(each).toString(2).padStart(5, '0'))
    .join('');
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  const name = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', bytes, name, false, ['sign']);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(at / 30_000)));
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter));
  const number = mac.getUint32(mac.getUint8(19) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';

/** Turns the second step on. @returns the secret in base 32, and the backup codes */
async function enrolled(browser: Browser) {
  const shown = await browser.submit(SECURITY, { password: PASSWORD }, SECOND_STEP);
  const [uri, codes] = [hidden(shown.text, 'uri'), hidden(shown.text, 'codes')];
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const wrong = await browser.press(`${SECOND_STEP}/confirm`, { uri, codes, code: '000000' });
  expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining(secret)]);
  const code = await codeAt(secret, Date.now());
  const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
  const done = await browser.press(`${SECOND_STEP}/confirm`, { uri, codes, code: typed });
  expect(done.location, done.text).toBe(SECURITY);
  return { secret, codes: codes.split(' '), uri, code };
}

/** A code that is good already, and was not used: that of the step after this one. */
const nextCode = (secret: string) => codeAt(secret, Date.now() + 30_000);

const second = (browser: Browser, code: string, fields = {}) =>
  browser.press('/app/sign-in/second-step', { code, ...fields });

describe('the second step', () => {
  it('asks for a code of the app after the password, and takes a backup code once', async () => {
    const email = 'ada@steps.example';
    const ada = await signedUp(email);
    const refused = await ada.submit(SECURITY, { password: 'not this one' }, SECOND_STEP);
    expect(refused.status).toBe(422);
    const { secret, codes, uri } = await enrolled(ada);
    expect(uri).toContain(encodeURIComponent(email));
    expect(codes).toHaveLength(10);
    expect((await ada.open('/app')).status).toBe(200);

    const browser = new Browser();
    const asked = await signIn(browser, email, PASSWORD, '/app/usage');
    expect(asked.location).toBe('/app/sign-in/second-step?next=%2Fapp%2Fusage');
    expect((await browser.open('/app')).location).toBe('/app/sign-in');
    await browser.follow(asked);
    expect((await second(browser, '123456')).status).toBe(422);
    const code = await nextCode(secret);
    expect((await second(browser, code, { next: '/app/usage' })).location).toBe('/app/usage');
    expect((await browser.open('/app')).status).toBe(200);

    const lost = new Browser();
    await lost.follow(await signIn(lost, email));
    expect((await second(lost, codes[3] as string)).location).toBe('/app');
    const again = new Browser();
    await again.follow(await signIn(again, email));
    expect((await second(again, codes[3] as string)).status).toBe(422);
    // Without a challenge a right code opens nothing.
    const bare = new Browser();
    await bare.open('/app/sign-in');
    expect((await second(bare, await codeAt(secret, Date.now()))).location).toBe('/app/sign-in');
  });

  it('is asked for after the link of a mail too, and not of a browser that is trusted', async () => {
    const email = 'bob@steps.example';
    const { codes } = await enrolled(await signedUp(email));
    const browser = new Browser();
    await browser.follow(await signIn(browser, email));
    const passed = await second(browser, codes[0] as string, { trust: 'on' });
    expect(passed.location, passed.text).toBe('/app');
    await browser.submit('/app/settings', {}, '/app/sign-out');
    const trusted = await signIn(browser, email);
    expect(trusted.location, trusted.text).toBe('/app');
    expect((await signIn(new Browser(), email)).location).toContain('second-step');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * DAY_MS });
    onTestFinished(() => void vi.useRealTimers());
    const late = new Browser();
    for (const [name, value] of browser.cookies) late.cookies.set(name, value);
    expect((await signIn(late, email)).location).toContain('second-step');
  });

  it('takes a code of the app once', async () => {
    const email = 'once@steps.example';
    const { secret, code: enrolment } = await enrolled(await signedUp(email));
    const code = await nextCode(secret);
    const enter = async (code: string) => {
      const browser = new Browser();
      await browser.follow(await signIn(browser, email));
      const { location } = await second(browser, code);
      return [location, (await browser.open('/app')).status];
    };
    expect(await enter(enrolment)).toEqual(['/app/sign-in', 303]);
    expect(await enter(code)).toEqual(['/app', 200]);
    expect(await enter(code)).toEqual(['/app/sign-in', 303]);
  });

  it('is asked for again once all other sessions are ended, or the password is changed', async () => {
    const email = 'trusting@steps.example';
    const frank = await signedUp(email);
    const { codes } = await enrolled(frank);
    const password = 'another sound one 8';
    const change = { current_password: PASSWORD, new_password: password };
    const ends = [
      () => frank.submit(SECURITY, {}, '/app/settings/sessions/end-others'),
      () => frank.submit('/app/settings', change, '/app/settings/password'),
    ];
    for (const [at, end] of ends.entries()) {
      const browser = new Browser();
      await browser.follow(await signIn(browser, email));
      expect((await second(browser, codes[at] as string, { trust: 'on' })).location).toBe('/app');
      await browser.submit('/app/settings', {}, '/app/sign-out');
      expect((await signIn(browser, email)).location).toBe('/app');
      expect((await end()).status).toBe(303);
      const now = at === 0 ? PASSWORD : password;
      expect((await signIn(browser, email, now)).location).toContain('second-step');
    }
  });

  it('is passed by no sign-in that began with a password of before', async () => {
    const email = 'begun@steps.example';
    const gina = await signedUp(email);
    const { codes } = await enrolled(gina);
    const browser = new Browser();
    await browser.follow(await signIn(browser, email));
    const change = { current_password: PASSWORD, new_password: 'another sound one 8' };
    await gina.submit('/app/settings', change, '/app/settings/password');
    expect((await second(browser, codes[0] as string)).location).toBe('/app/sign-in');
    expect((await browser.open('/app')).status).toBe(303);
  });

  it('cannot be guessed: five a challenge, ten in a row a person', async () => {
    const email = 'carol@steps.example';
    const { secret } = await enrolled(await signedUp(email));
    const challenge = async () => {
      const browser = new Browser();
      await browser.follow(await signIn(browser, email));
      return browser;
    };
    for (const statuses of [
      [422, 422, 422, 422, 422, 303],
      [422, 422, 422, 422, 422, 429],
    ]) {
      const browser = await challenge();
      const seen: number[] = [];
      for (let guess = 0; guess < 6; guess++) seen.push((await second(browser, '000000')).status);
      expect(seen.slice(0, 5)).toEqual(statuses.slice(0, 5));
    }
    const right = await second(await challenge(), await codeAt(secret, Date.now()));
    expect([right.status, wordsOf(right)]).toEqual([429, expect.stringContaining('in 15 minutes')]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    const later = await challenge();
    expect((await second(later, await codeAt(secret, Date.now()))).location).toBe('/app');
  });

  it('is turned off, and given new codes, with the password alone', async () => {
    const email = 'dan@steps.example';
    const ada = await signedUp(email);
    const { codes } = await enrolled(ada);
    const path = `${SECOND_STEP}/codes`;
    expect((await ada.submit(SECURITY, { password: 'wrong one here' }, path)).status).toBe(422);
    const renewed = await ada.submit(SECURITY, { password: PASSWORD }, path);
    const fresh = /<pre>([^<]+)/.exec(renewed.text)?.[1]?.split('\n') ?? [];
    expect([fresh.length, fresh.includes(codes[0] as string)]).toEqual([10, false]);
    const browser = new Browser();
    await browser.follow(await signIn(browser, email));
    expect((await second(browser, codes[0] as string)).status).toBe(422);
    expect((await second(browser, fresh[0] as string)).location).toBe('/app');
    const off = await ada.submit(SECURITY, { password: PASSWORD, turn: 'off' }, path);
    expect(off.location).toBe(SECURITY);
    const log = wordsOf(await ada.open('/app/audit?what=Sign-ins'));
    expect(log.match(/(?:second_step|backup_codes): [^ ]+(?: → \w+)?/g)).toEqual([
      'second_step: on → off',
      'backup_codes: replaced',
    ]);
    // The form of a page that was opened before.
    const late = await ada.submit(SECURITY, { password: PASSWORD }, path);
    expect([late.status, wordsOf(late)]).toEqual([422, expect.stringContaining('step is off')]);
    expect((await signIn(new Browser(), email)).location).toBe('/app');
    expect(
      await env.DB.prepare(
        'SELECT count(*) AS n FROM two_factors f JOIN users u ON u.id = f.user_id WHERE u.email = ?',
      )
        .bind(email)
        .first(),
    ).toEqual({ n: 0 });
  });

  it('is taken off by the operator alone, for a person who has lost app and codes', async () => {
    const email = 'lost@steps.example';
    const browser = await signedUp(email);
    await enrolled(browser);
    await operate('POST', '/second-step/reset', { email });
    expect((await browser.open('/app')).location).toBe('/app/sign-in');
    expect((await signIn(new Browser(), email)).location).toBe('/app');
  });

  it('keeps secrets and codes sealed where they lie', async () => {
    const { secret, codes } = await enrolled(await signedUp('erin@steps.example'));
    const { results } = await env.DB.prepare('SELECT * FROM two_factors').all();
    const text = JSON.stringify(results);
    for (const kept of [secret, ...codes]) expect(text).not.toContain(kept);
  });

  it('outlives the secret it is sealed with, as long as that is named', async () => {
    const { secret } = await enrolled(await signedUp('fay@steps.example'));
    const { results } = await env.DB.prepare('SELECT secret FROM two_factors').all();
    const sealed = String(results.at(-1)?.secret);
    const another = { version: 2, text: 'another secret '.repeat(3) };
    const replaced: Secrets = [another, { version: 1, text: env.AUTH_SECRET }];
    const { accounts } = appServices.admin;
    const ports = { ...accounts, authSecrets: replaced, providers: [], warn: () => undefined };
    const auth = await cacheAuth(ports as unknown as SignInPorts)('https://api.test');
    const { secretConfig } = await auth.$context;
    const opened = await symmetricDecrypt({ key: secretConfig, data: sealed });
    const bits = [...secret].map((each) => BASE32.indexOf(each).toString(2).padStart(5, '0'));
    const bytes = bits.join('').match(/.{8}/g) ?? [];
    expect(bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('')).toBe(
      opened,
    );
    expect(sealed.startsWith('$ba$1$')).toBe(true);
  });
});

describe('/app/audit', () => {
  it('shows owners and admins who did what from where, and gives it as CSV', async () => {
    const owner = await signedUp('owner@audit.example');
    const organization = await organizationOf(owner);
    const member = await joined(owner, 'member@audit.example');
    const { id } = await newKey(member, { name: '=cmd()', mode: 'test' });
    const again = new Browser();
    await signIn(again, 'member@audit.example');
    const memberId = await userIdOf(member);
    await owner.submit('/app/team', { role: 'admin' }, `/app/team/${memberId}/role`);
    await operate('POST', `/api-keys/${id}/suspend`);
    const leaver = await joined(owner, 'leaver@audit.example');
    await leaver.submit('/app/settings', {}, `/app/team/${await userIdOf(leaver)}/remove`);
    await invited(owner, 'withdrawn@audit.example');
    const withdrawn = formOf(await owner.open('/app/team'), '/app/team/invitations/').action;
    await owner.press(withdrawn);
    await invited(owner, 'open@audit.example');
    // The row of one who has joined ends with its week; their membership goes on.
    await env.DB.exec("DELETE FROM invitations WHERE email = 'member@audit.example'");
    const shown = wordsOf(await owner.open('/app/audit'));
    for (const line of [
      'The operator Suspended a key =cmd() (…',
      'owner@audit.example Changed a role member@audit.example role: member → admin 198.51.100.',
      `member@audit.example Signed in ${again.address}`,
      'member@audit.example Created a key =cmd() (…',
      'member@audit.example Joined by an invitation',
      'owner@audit.example Invited a person member@audit.example role: member 198.51.100.',
      'owner@audit.example Invited a person open@audit.example role: member 198.51.100.',
      'owner@audit.example Withdrew an invitation',
      'leaver@audit.example Left the organization',
      'owner@audit.example Signed up',
    ])
      expect(shown.replaceAll(/\s+/g, ' ')).toContain(line);
    expect(shown).not.toContain('withdrawn@audit');
    const filtered = wordsOf(await member.open(`/app/audit?what=Keys&who=${memberId}`));
    expect(filtered).toContain('Created a key');
    expect(filtered.match(/UTC member@audit/g)).toHaveLength(1);
    for (const query of ['to=2020-01-01', 'who=operator&what=People', 'what=Webhooks'])
      expect(wordsOf(await owner.open(`/app/audit?${query}`))).toContain('No entries found');
    for (const query of [
      'who=nobody',
      'what=zzz',
      'from=2026-13-45',
      'from=2026-01-02&to=2026-01-01',
    ])
      for (const path of ['/app/audit', '/app/audit.csv']) {
        const refused = await owner.open(`${path}?${query}`);
        expect([refused.status, query], path).toEqual([422, query]);
        expect(refused.text).not.toContain('member@audit.example Created');
      }
    const csv = await owner.open('/app/audit.csv?what=Keys');
    const [head, ...rows] = parseRfc4180(csv.text);
    expect(head?.[0]).toBe('at');
    expect(rows.map(([, , who, what, , name]) => [who, what, name?.slice(0, 7)])).toEqual([
      ['The operator', 'Suspended a key', "'=cmd()"],
      ['member@audit.example', 'Created a key', "'=cmd()"],
    ]);
    const stranger = await signedUp('eve@audit.example');
    expect(wordsOf(await stranger.open('/app/audit'))).not.toContain('member@audit');
    expect((await stranger.open(`/app/audit?who=${memberId}`)).status).toBe(422);
    expect(organization).toMatch(/^org_/);
  });

  it('says what became what, of an address its host, and no secret', async () => {
    const owner = await signedUp('changes@audit.example');
    const { id, key } = await newKey(owner, { name: 'CI', mode: 'test' });
    const settings = { name: 'Build', networks: '192.0.2.0/24', credits_per_day: '500' };
    await owner.submit(`/app/keys/${id}`, { ...settings, expires: '', 'product.phone_spam': 'on' });
    await owner.submit(`/app/keys/${id}/revoke`, {});
    await owner.submit('/app/settings', { organization: 'Ada & Co' }, '/app/settings/organization');
    await owner.submit('/app/settings', { default_country: 'DE' }, '/app/settings/country');
    const events = { 'bulk_job.failed': 'on' };
    const token = 'hook-token-1';
    const url = `https://example.com/${token}?t=${token}`;
    await owner.submit('/app/webhooks', { url, description: 'Ops', mode: 'live', ...events });
    const path = /\/app\/webhooks\/we_[0-9a-f-]+/.exec(
      (await owner.open('/app/webhooks')).text,
    )?.[0];
    const moved = { url: `${url}&moved`, description: `O${'p'.repeat(199)}`, ...events };
    await owner.submit(`${path}`, moved);
    await owner.submit(`${path}`, {}, `${path}/disable`);
    const csv = await owner.open('/app/audit.csv');
    const [head, ...rows] = parseRfc4180(csv.text);
    const at = head?.indexOf('changes') ?? -1;
    expect(rows.map((row) => [row[3], row[at]]).reverse()).toEqual([
      ['Signed up', ''],
      [
        'Created a key',
        'name: CI; scopes: all; ip_allow: any; expires_at: never; credits_per_day: no limit; mode: test',
      ],
      [
        'Changed a key',
        'name: CI → Build; scopes: all → phone_spam; ip_allow: any → 192.0.2.0/24; credits_per_day: no limit → 500',
      ],
      ['Revoked a key', 'name: Build'],
      ['Renamed the organization', expect.stringMatching(/^name: .+ → Ada & Co$/)],
      ['Set the default country', 'default_country: none → DE'],
      [
        'Created a webhook endpoint',
        'url: example.com/…; description: Ops; events: bulk_job.failed; active: true',
      ],
      [
        'Changed a webhook endpoint',
        `url: example.com/… → example.com/…; description: Ops → O${'p'.repeat(199)}`,
      ],
      ['Switched an endpoint off', 'active: true → false'],
    ]);
    const { results } = await env.DB.prepare('SELECT * FROM audit_log').all();
    for (const secret of [token, key]) expect(JSON.stringify(results)).not.toContain(secret);
  });

  it('pages through what there is, and keeps what people did for 400 days', async () => {
    const owner = await signedUp('many@audit.example');
    const organization = await organizationOf(owner);
    const actor = await userIdOf(owner);
    const insert = env.DB.prepare(
      `INSERT INTO audit_log (at, actor, method, route, organization_id, request_id)
       VALUES (?, ?, 'POST', '/app/keys', ?, 'r')`,
    );
    const now = Date.now();
    await env.DB.batch(
      Array.from({ length: 150 }, (_, at) =>
        insert.bind(now - 401 * DAY_MS + at, actor, organization),
      ),
    );
    await insert.bind(now - 401 * DAY_MS, 'operator', organization).run();
    const count = async (path: string) =>
      ((await owner.open(path)).text.match(/Created a key/g) ?? []).length;
    const older = /href="(\/app\/audit\?[^"]*cursor=\d+)"/.exec(
      (await owner.open('/app/audit')).text,
    );
    expect(
      (await count('/app/audit')) + (await count(older?.[1]?.replaceAll('&amp;', '&') ?? '')),
    ).toBe(151);
    await purgeAuditLog(appServices.admin.accounts);
    expect(await count('/app/audit')).toBe(1);
  });

  it('tells the deletion of an endpoint by a key from its change', async () => {
    const owner = await signedUp('owner@deletions.example');
    const { key: token } = await newKey(owner, { mode: 'test' });
    const body = { url: 'https://example.com/hook' };
    const made = await call('POST', '/v1/webhook-endpoints', { token, body });
    const path = `/v1/webhook-endpoints/${made.body.data.id}`;
    await call('PATCH', path, { token, body: { description: 'Ours' } });
    await call('DELETE', path, { token });
    const shown = wordsOf(await owner.open('/app/audit?what=Webhooks'));
    const acts = shown.match(/(?:Created|Changed|Deleted) a webhook endpoint by a key/g);
    expect(acts?.map((act) => act.split(' ', 2)[0])).toEqual(['Deleted', 'Changed', 'Created']);
  });

  it('has words for routes that exist', () => {
    const routes = [...AUDITED_ACTIONS.values()].flatMap((actions) => Object.keys(actions));
    const pages = routes.filter((route) => route.startsWith('/app'));
    expect(pages.filter((route) => !PAGE_ACCESS.get(route))).toEqual([]);
  });

  it('has words for every act of the operator on an organization', () => {
    const routes = [...AUDITED_ACTIONS.values()].flatMap((actions) => Object.keys(actions));
    const acts = OPERATOR_ROUTES.flatMap(({ routes: all }) => all).filter(
      ({ path, method }) =>
        /^\/admin\/(?:organizations|api-keys)/.test(path) &&
        method !== 'get' &&
        !path.endsWith('/reconcile'),
    );
    expect(acts.length).toBeGreaterThan(10);
    expect(acts.map(({ path }) => path).filter((path) => !routes.includes(path))).toEqual([]);
  });

  it('has words for every form that members may not send', () => {
    const routes = [...AUDITED_ACTIONS.values()].flatMap((actions) => Object.keys(actions));
    const forms = [...PAGE_ACCESS].filter(
      ([, [, post]]) => Array.isArray(post) && !post.includes('member'),
    );
    expect(forms.map(([path]) => path).filter((path) => !routes.includes(path))).toEqual([]);
  });
});
