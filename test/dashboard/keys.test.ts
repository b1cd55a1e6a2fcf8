import { expect, it, onTestFinished, vi } from 'vitest';
import { HOUR_MS } from '../../src/lib/time.ts';
import { call, createOrganization, operate } from '../support/api.ts';
import { wordsOf } from '../support/cookie-browser.ts';
import { newKey, signedUp } from './browser.ts';
import { organizationOf, pay } from './people.ts';

const ask = async (token: string, path: string, body: object, address = '192.0.2.7') => {
  const headers = { 'CF-Connecting-IP': address };
  const reply = await call('POST', path, { token, body, headers });
  return reply.status === 200 ? 200 : reply.body.error.code;
};
const phone = (token: string, address?: string) =>
  ask(token, '/v1/phone', { phone_number: '+14155552671' }, address);
const ip = (token: string) => ask(token, '/v1/ip', { ip: '8.8.8.8' });

it('sets products, networks and expiry on the page, and changes them from the next call on', async () => {
  const browser = await signedUp('ada@keys.example');
  await pay(await organizationOf(browser));
  const wrong = await browser.submit('/app/keys', { name: 'k', mode: 'live', networks: '1.2.3' });
  expect([wrong.status, wordsOf(wrong)]).toEqual([422, expect.stringContaining('1.2.3 is no')]);
  for (const [expires, says] of [
    ['2020-01-01', 'is in the past'],
    ['9999-12-31', 'must be before 9999-12-31'],
  ] as const) {
    const refused = await browser.submit('/app/keys', { name: 'k', mode: 'live', expires });
    expect([refused.status, wordsOf(refused)]).toEqual([422, expect.stringContaining(says)]);
  }
  const many = await browser.submit('/app/keys', {
    name: 'k',
    mode: 'live',
    credits_per_day: '1,000',
  });
  expect(wordsOf(many)).toContain('Credits per day: must be a whole number of credits, or empty');
  const limits = { networks: '192.0.2.0/24\n2001:db8::1', 'product.phone': 'on' };
  const { key, id } = await newKey(browser, { ...limits, expires: '2999-12-31' });
  expect(await phone(key)).toBe(200);
  expect(await phone(key, '198.51.100.1')).toBe('INSUFFICIENT_SCOPE');
  expect(await ip(key)).toBe('INSUFFICIENT_SCOPE');
  const page = await browser.open(`/app/keys/${id}`);
  expect(page.text).toMatch(/name="product.phone"[^>]*checked|checked[^>]*name="product.phone"/);
  expect(wordsOf(page)).toContain('192.0.2.0/24 2001:db8::1/128');
  expect(page.text).toContain('value="2999-12-31"');
  const changed = { name: 'renamed', expires: '2999-12-31', networks: '', 'product.ip': 'on' };
  expect((await browser.submit(`/app/keys/${id}`, changed)).location).toBe(`/app/keys/${id}`);
  expect(await ip(key)).not.toBe('INSUFFICIENT_SCOPE');
  expect(await phone(key, '198.51.100.1')).toBe('INSUFFICIENT_SCOPE');
  expect(wordsOf(await browser.open('/app/keys'))).toMatch(/renamed …\w{4} Live .* IP Active/);
  // The day that was chosen, at whose end it expires.
  expect(wordsOf(await browser.open('/app/keys'))).toContain('31 Dec 2999');
  const stranger = await signedUp('eve@keys.example');
  for (const path of [`/app/keys/${id}`, `/app/keys/${id}/roll`])
    expect((await stranger.submit('/app/keys', { ...changed, overlap: '0' }, path)).status).toBe(
      404,
    );
  await browser.submit('/app/keys', {}, `/app/keys/${id}/revoke`);
  const late = await browser.submit('/app/keys', changed, `/app/keys/${id}`);
  expect(late.status).toBe(400);
});

/** Passes a time, as the service sees it. */
const pass = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
};

it('changes a key with the longest name that the API accepts', async () => {
  const browser = await signedUp('long@keys.example');
  const organization = await organizationOf(browser);
  const name = 'n'.repeat(200);
  const made = { user_email: 'long@keys.example', name, mode: 'test' };
  const { id } = await operate('POST', `/organizations/${organization}/api-keys`, made);
  const changed = await browser.submit(`/app/keys/${id}`, { name, credits_per_day: '5' });
  expect([changed.status, changed.location]).toEqual([303, `/app/keys/${id}`]);
});

it('makes one key of a form that is sent twice: by a double click, a reload, or after Back', async () => {
  const browser = await signedUp('dora@keys.example');
  const form_token = await browser.token('/app/keys');
  const form = { form_token, name: 'once', mode: 'test', expires: '', networks: '192.0.2.0/24' };
  const keyOf = async (fields: Record<string, string>) => {
    const reply = await browser.post('/app/keys', fields);
    expect(reply.location, reply.text).toBe('/app/keys/created');
    return /sk_test_\w+/.exec((await browser.open('/app/keys/created')).text)?.[0] as string;
  };
  const count = async () => (await browser.open('/app/keys')).text.match(/\/revoke"/g)?.length;
  await Promise.all([browser.post('/app/keys', form), browser.post('/app/keys', form)]);
  const key = await keyOf(form);
  expect(await count()).toBe(1);
  const audited = async () =>
    (await browser.open('/app/audit.csv?what=Keys')).text.trim().split('\n').length - 1;
  const entries = await audited();
  await keyOf(form);
  expect(await audited()).toBe(entries);
  expect((await call('GET', '/v1/account', { token: key })).status).not.toBe(401);
  // Another form, and the same one later, or after its key was revoked, make keys of their own.
  const other = await keyOf({ ...form, name: 'twice' });
  const id = /\/app\/keys\/(key_\w+)\/revoke/.exec((await browser.open('/app/keys')).text)?.[1];
  await browser.submit('/app/keys', {}, `/app/keys/${id}/revoke`);
  const again = await keyOf({ ...form, name: 'twice' });
  pass(6 * 60_000);
  const later = await keyOf(form);
  expect(new Set([key, other, again, later]).size).toBe(4);
  expect(await keyOf(form)).toBe(later);
});

it('rolls a key once, however often the button is pressed', async () => {
  const browser = await signedUp('emil@keys.example');
  const { id } = await newKey(browser, { mode: 'test' });
  const form = { form_token: await browser.token(`/app/keys/${id}`), overlap: '1' };
  const path = `/app/keys/${id}/roll`;
  const replies = await Promise.all([browser.post(path, form), browser.post(path, form)]);
  expect(replies.map(({ status, location }) => [status, location])).toEqual(
    Array(2).fill([303, '/app/keys/created']),
  );
  const shown = async () =>
    /sk_test_\w+/.exec((await browser.open('/app/keys/created')).text)?.[0] as string;
  const key = await shown();
  await browser.post(path, form);
  expect(await shown()).toBe(key);
  expect((await call('GET', '/v1/products', { token: key })).status).toBe(200);
  expect((await browser.open('/app/keys')).text.match(/\/revoke"/g)).toHaveLength(2);
});

it('rolls a key: both work for the overlap, then the old one ends', async () => {
  const browser = await signedUp('bob@keys.example');
  await pay(await organizationOf(browser));
  await newKey(browser, {});
  const old = await newKey(browser, { 'product.phone': 'on', networks: '192.0.2.0/24' });
  const path = `/app/keys/${old.id}/roll`;
  const shown = await browser.follow(await browser.submit('/app/keys', { overlap: '1' }, path));
  const key = /sk_live_\w+/.exec(shown.text)?.[0] ?? '';
  expect([await phone(old.key), await phone(key)]).toEqual([200, 200]);
  expect([await phone(key, '198.51.100.1'), await ip(key)]).toEqual(
    Array(2).fill('INSUFFICIENT_SCOPE'),
  );
  const twice = await browser.submit('/app/keys', { overlap: '24' }, path);
  expect([twice.status, wordsOf(twice)]).toEqual([400, expect.stringContaining('already rolled')]);
  pass(HOUR_MS + 1_000);
  expect([await phone(old.key), await phone(key)]).toEqual(['UNAUTHORIZED', 200]);
  // An ended key comes after the usable ones, though one of them is older.
  const { text } = await browser.open('/app/keys');
  const states = text.matchAll(/>(Active|Rolled)</g).map(([, state]) => state);
  expect([...states]).toEqual(['Active', 'Active', 'Rolled']);
});

it('spends no more in a day than its limit, set on the page and by the operator', async () => {
  const browser = await signedUp('carl@keys.example');
  await pay(await organizationOf(browser));
  const { key, id } = await newKey(browser, { credits_per_day: '2' });
  const number = (at: number) => ask(key, '/v1/phone', { phone_number: `+1415555267${at}` });
  expect([await number(1), await number(2), await number(3)]).toEqual([
    ...[200, 200, 'RATE_LIMIT_EXCEEDED'],
  ]);
  expect(wordsOf(await browser.open('/app/keys'))).toContain('2 credits per day');
  expect((await browser.open(`/app/keys/${id}`)).text).toMatch(
    /value="2"[^>]*name="credits_per_day"|name="credits_per_day"[^>]*value="2"/,
  );
  const raised = await operate('PATCH', `/api-keys/${id}`, { credits_per_day: 3 });
  expect(raised.credits_per_day).toBe(3);
  expect([await number(3), await number(4)]).toEqual([200, 'RATE_LIMIT_EXCEEDED']);
  // A successor has the limit too.
  const rolled = await operate('POST', `/api-keys/${id}/roll`, { overlap_hours: 0 });
  expect(rolled.credits_per_day).toBe(3);
  const wrong = await browser.submit('/app/keys', {
    ...{ name: 'k', mode: 'live', credits_per_day: '-1' },
  });
  expect(wrong.status).toBe(422);
});

it('is changed and rolled by the operator, who sees which key took whose place', async () => {
  const { id, owner, ownerKeyId } = await createOrganization();
  const changed = await operate('PATCH', `/api-keys/${ownerKeyId}`, {
    ...{ scopes: ['ip_lookup', 'phone'], ip_allow: ['192.0.2.1'], name: 'changed' },
  });
  expect(changed).toMatchObject({ name: 'changed', ip_allow: ['192.0.2.1/32'], expires_at: null });
  expect(changed.scopes).toEqual(['ip', 'phone']);
  expect(await phone(owner, '192.0.2.2')).toBe('INSUFFICIENT_SCOPE');
  await operate('PATCH', `/api-keys/${ownerKeyId}`, { ip_allow: null, scopes: ['*'] });
  expect(await phone(owner, '192.0.2.2')).toBe(200);
  const wrong = await call('PATCH', `/admin/api-keys/${ownerKeyId}`, {
    ...{ token: 'admin_test', body: { expires_at: '2020-01-01' } },
  });
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'INVALID_INPUT']);
  const until = '2999-01-01T00:00:00.000Z';
  const rolled = await operate('POST', `/api-keys/${ownerKeyId}/roll`, {
    ...{ overlap_hours: 0, expires_at: until },
  });
  expect([rolled.old.id, rolled.name, rolled.expires_at]).toEqual([ownerKeyId, 'changed', until]);
  expect([await phone(owner), await phone(rolled.key)]).toEqual(['UNAUTHORIZED', 200]);
  const { api_keys } = await operate('GET', `/organizations/${id}`);
  const old = api_keys.find((key: { id: string }) => key.id === ownerKeyId);
  expect(old).toMatchObject({ successor_id: rolled.id, revoked_at: null, kept_at: null });
});

it('says when a rolled key really ends: at its own end where that is sooner than the overlap', async () => {
  const { id } = await createOrganization();
  const expires_at = new Date(Date.now() + HOUR_MS).toISOString();
  const old = await operate('POST', `/organizations/${id}/api-keys`, {
    ...{ user_email: 'owner@example.com', name: 'short', mode: 'live', expires_at },
  });
  const rolled = await operate('POST', `/api-keys/${old.id}/roll`, { overlap_hours: 24 });
  const { api_keys: listed } = await operate('GET', `/organizations/${id}`);
  const kept = listed.find((key: { id: string }) => key.id === old.id);
  expect(kept.expires_at).toBe(expires_at);
  expect(rolled.old).toEqual({ id: old.id, expires_at });
});
