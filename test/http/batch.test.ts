import { beforeAll, describe, expect, it } from 'vitest';
import { email } from '../../src/products/email/email/product.ts';
import { products } from '../../src/products/index.ts';
import { phone } from '../../src/products/phone/phone/product.ts';
import { call, createOrganization, operate } from '../support/api.ts';
import { refusal } from '../support/refusal.ts';
import { seedRecords } from '../support/seed-records.ts';

beforeAll(() => seedRecords());

const batch = (token: string, requests: unknown, headers: Record<string, string> = {}) =>
  call('POST', '/v1/batch', { token, body: { requests }, headers });

const NUMBER = { phone_number: '+16502530000' };

describe('POST /v1/batch', () => {
  it('answers products by every name, in order, and refuses what cannot be looked up', async () => {
    const { owner } = await createOrganization();
    const { status, headers, body } = await batch(owner, [
      { type: '/nt-lookup', ...NUMBER },
      { type: 'phone', phone_number: 'no number' },
      { type: ' phone_validation ', ...NUMBER },
      { type: 'phones', ...NUMBER },
      { type: 'phone', phon_number: '+16502530000' },
    ]);
    expect(status).toBe(200);
    expect(body.data.results).toMatchObject([
      { status: 200, success: true, data: { request: { type: 'nt_lookup' } } },
      { status: 400, ...refusal('INVALID_INPUT', { param: 'phone_number' }) },
      { status: 200, success: true, data: { request: { type: 'phone' } } },
      { status: 404, ...refusal('NOT_FOUND', { param: 'type' }) },
      { status: 400, ...refusal('MISSING_FIELD', { param: 'phone_number' }) },
    ]);
    const alone = await call('POST', '/v1/phone', { token: owner, body: NUMBER });
    const { classification, insights } = body.data.results[2].data;
    expect(alone.body.data).toMatchObject({ classification, insights });
    expect(alone.body.data.metadata).toMatchObject({ cache_hit: true, credits_used: 0 });
    expect(headers.get('X-RateLimit-Remaining')).toBe('197');
  });

  it('answers samples with a test key, for nothing', async () => {
    const { sandbox } = await createOrganization();
    const { body } = await batch(sandbox, [
      { type: 'phone', phone_number: phone.sandbox[0]!.subject },
      { type: 'email', email: email.sandbox[0]!.subject },
      { type: 'phone', ...NUMBER },
    ]);
    expect(body.data.results).toMatchObject([
      { status: 200, data: { metadata: { credits_used: 0, data_sources: ['sandbox'] } } },
      { status: 200, data: { metadata: { credits_used: 0, data_sources: ['sandbox'] } } },
      { status: 400, ...refusal('VALIDATION_FAILED') },
    ]);
  });

  it('skips the cache for all of its lookups, by body or query, and refuses a flag like it', async () => {
    const { owner } = await createOrganization();
    const sent = { requests: [{ type: 'phone', ...NUMBER }] };
    const ask = async (query: string, flags: Record<string, unknown> = {}) => {
      const { body } = await call('POST', `/v1/batch${query}`, {
        token: owner,
        body: { ...sent, ...flags },
      });
      const { metadata } = body.data?.results[0]?.data ?? { metadata: body };
      return metadata;
    };
    await ask('');
    expect(await ask('', { bypass_cache: null })).toMatchObject({
      ...{ cache_hit: true, credits_used: 0 },
    });
    const fresh = { cache_hit: false, credits_used: 1 };
    expect(await ask('?bypass_cache=true')).toMatchObject(fresh);
    for (const name of ['bypass_cache', 'bypassCache', 'forceFresh'])
      expect(await ask('', { [name]: true })).toMatchObject(fresh);
    for (const query of ['bypass_cache=false', 'forceFresh=0'])
      expect(await ask(`?${query}`)).toMatchObject({ cache_hit: true });
    for (const query of ['bypass_cache=yes', 'bypass_cache=', 'bypass_cache=true&bypass_cache=0'])
      expect(await ask(`?${query}`), query).toEqual(
        refusal('INVALID_REQUEST', { param: 'bypass_cache' }),
      );
    expect(await ask('?bypas_cache=true')).toEqual(refusal('INVALID_REQUEST'));
    expect(await ask('', { bypass_cach: true })).toEqual(refusal('INVALID_REQUEST'));
    // A field of the entries has no effect beside them.
    const misplaced = refusal('INVALID_REQUEST', { param: 'country' });
    expect(await ask('', { country: 'DE' })).toEqual(misplaced);
    expect(await ask('?country=DE')).toEqual(misplaced);
  });

  it('is replayed whole under its Idempotency-Key, and conflicts with another', async () => {
    const { owner } = await createOrganization();
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const requests = [{ type: 'phone', ...NUMBER, bypass_cache: true }];
    const first = await batch(owner, requests, key);
    const again = await batch(owner, requests, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Idempotent-Replay')).toBe('true');
    const other = await batch(owner, [...requests, ...requests], key);
    expect([other.status, other.body]).toEqual([409, refusal('IDEMPOTENCY_CONFLICT')]);
    const bad = [{ type: 'phones', ...NUMBER }];
    const own = { 'Idempotency-Key': crypto.randomUUID() };
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await batch(owner, bad, own)).headers.get('Idempotent-Replay')).toBeNull();
  });

  it('is replayed as far as the scopes of its key reach now', async () => {
    const { owner, ownerKeyId } = await createOrganization();
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const requests = [
      { type: 'phone', ...NUMBER },
      { type: 'ip', ip: '8.8.8.8' },
    ];
    const first = await batch(owner, requests, key);
    await operate('PATCH', `/api-keys/${ownerKeyId}`, { scopes: ['ip'] });
    const again = await batch(owner, requests, key);
    expect(again.headers.get('Idempotent-Replay')).toBe('true');
    const [phone, ip] = again.body.data.results;
    expect(phone).toMatchObject({ status: 403, ...refusal('INSUFFICIENT_SCOPE') });
    expect(ip).toEqual(first.body.data.results[1]);
    // What was refused at first is the first answer too.
    const own = { 'Idempotency-Key': crypto.randomUUID() };
    const refused = await batch(owner, [...requests, { type: 'ip', ip: '10.0.0.1' }], own);
    expect(refused.body.data.succeeded).toBeGreaterThan(0);
    const repeated = await batch(owner, [...requests, { type: 'ip', ip: '10.0.0.1' }], own);
    expect(repeated.body).toEqual(refused.body);
  });

  it('refuses what is no batch, in the order 401, 403, 400', async () => {
    const { owner, sandbox } = await createOrganization({ paid: false });
    const many = Array.from({ length: 101 }, () => ({ type: 'phone', ...NUMBER }));
    expect((await batch('sk_live_x', many)).body).toEqual(refusal('UNAUTHORIZED'));
    expect((await batch(owner, many)).body).toEqual(refusal('UPGRADE_REQUIRED'));
    const bodies: [unknown, string][] = [
      [many, 'INVALID_INPUT'],
      [[], 'INVALID_INPUT'],
      [undefined, 'MISSING_FIELD'],
      [{}, 'INVALID_REQUEST'],
    ];
    for (const [requests, code] of bodies) {
      const { status, body, headers } = await batch(sandbox, requests);
      expect([status, body]).toEqual([400, refusal(code, { param: 'requests' })]);
      expect(headers.get('X-RateLimit-Limit')).toBe('200');
      expect(Number(headers.get('X-RateLimit-Remaining'))).toBeLessThan(200);
    }
  });

  it('answers what can be answered beside entries that are no lookups', async () => {
    const { owner, id } = await createOrganization();
    const { body } = await batch(owner, [
      { phone_number: '+16502530000' },
      '+16502530000',
      { type: 7 },
      { type: 'phone', ...NUMBER },
      { type: 'nt_lookup', ...NUMBER },
    ]);
    const { results, ...totals } = body.data;
    expect(results).toMatchObject([
      { status: 400, ...refusal('MISSING_FIELD', { param: 'type' }) },
      { status: 400, ...refusal('INVALID_REQUEST') },
      { status: 400, ...refusal('INVALID_REQUEST', { param: 'type' }) },
      { status: 200, data: { metadata: { credits_used: 1 } } },
      { status: 200, data: { metadata: { credits_used: 1 } } },
    ]);
    const { balance } = await operate('GET', `/organizations/${id}`);
    expect(totals).toEqual({
      ...{ succeeded: 2, failed: 3, credits_used: 2 },
      credits_remaining: balance.available,
    });
  });

  it('takes `type` for its own: no product has a field of that name', () => {
    expect(products.filter(({ input }) => 'type' in input.shape).map(({ type }) => type)).toEqual(
      [],
    );
  });

  it('refuses the products beyond the scopes of a key, and answers the others', async () => {
    const organization = await createOrganization();
    const { key } = await operate('POST', `/organizations/${organization.id}/api-keys`, {
      ...{ user_email: 'owner@example.com', name: 'scoped', mode: 'live', scopes: ['phone'] },
    });
    const { body } = await batch(key, [
      { type: 'ip', ip: '192.0.2.1' },
      { type: 'phone', ...NUMBER },
    ]);
    expect(body.data.results).toMatchObject([
      { status: 403, ...refusal('INSUFFICIENT_SCOPE') },
      { status: 200 },
    ]);
  });
});
