import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyReader, generateApiKey } from '../../src/accounts/keys/api-key.ts';
import { parseSecrets } from '../../src/lib/secrets.ts';
import { MAX_BATCH_LOOKUPS } from '../../src/lookup/account/order.ts';
import { sandboxBody } from '../../src/lookup/body.ts';
import { isTableSource } from '../../src/lookup/source.ts';
import { products } from '../../src/products/index.ts';
import { appServices } from '../../src/services.ts';
import { call, createOrganization, operate } from '../support/api.ts';
import { isDeployed } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import { fillTables } from './keys.ts';

// What only accounts made for the test can show: plans, teammates, empty balances, full windows.

const SECRET = 'key secret of the tests';
/** Calls that fill a window over HTTP; the account gets the others without HTTP. */
const LAST_CALLS = 10;

/** The ZIP code is of the Marshall Islands: no record is asked for there. */
const ABROAD = {
  ...{ firstName: 'Ada', lastName: 'Example', address: '1 Example Street' },
  ...{ city: 'Majuro', zip: '96960' },
};

const expectRefusal = (reply: Awaited<ReturnType<typeof call>>, status: number, code: string) => {
  expect(reply.body).toEqual(refusal(code));
  expect(reply.status).toBe(status);
};

const readKey = createKeyReader(parseSecrets(SECRET));

/** Counts calls of a key in its account, as the lookups of a product would be. */
async function countCalls(token: string, tier: 'standard' | 'live', count: number): Promise<void> {
  const read = await readKey(`Bearer ${token}`);
  if (!read.ok) throw new Error(read.problem);
  const { resource = 'owned' } = read.key;
  for (let left = count; left > 0; left -= MAX_BATCH_LOOKUPS) {
    const length = Math.min(left, MAX_BATCH_LOOKUPS);
    const calls = Array.from({ length }, () => ({ kind: tier, resource, order: null }));
    const admissions = await appServices.access.accounts.admitAll(read.key, calls);
    expect(admissions.map(({ code }) => code)).toEqual(calls.map(() => 'ADMITTED'));
  }
}

describe.skipIf(isDeployed)('an account', () => {
  beforeAll(fillTables);
  afterEach(() => void vi.useRealTimers());

  describe.each(products.map((product) => [product.path, product] as const))(
    'that calls POST /v1%s',
    (path, product) => {
      const post = (token: string, body: unknown, query = '') =>
        call('POST', `/v1${path}${query}`, { token, body });
      const look = async (token: string, flags: Record<string, unknown> = {}, query = '') =>
        (await post(token, { ...product.example, ...flags }, query)).body.data.metadata;

      it('has to exist', async () => {
        const stranger = { id: 'org_stranger', region: 'weur', mode: 'live' } as const;
        const token = await generateApiKey(SECRET, stranger);
        expectRefusal(await post(token, product.example), 401, 'UNAUTHORIZED');
      });

      it('needs a paid plan, before its body is read', async () => {
        const unpaid = await createOrganization({ paid: false });
        await operate('POST', `/organizations/${unpaid.id}/credits`, {
          amount: 100,
          note: 'a gift',
          id: crypto.randomUUID(),
        });
        expectRefusal(await post(unpaid.owner, '{not json'), 403, 'UPGRADE_REQUIRED');
      });

      it('needs none in the sandbox', async () => {
        const { sandbox } = await createOrganization({ paid: false });
        const [known] = product.sandbox;
        if (!known) throw new Error('the product has no sandbox');
        const reply = await post(sandbox, sandboxBody(product, known));
        expect(reply.status, JSON.stringify(reply.body)).toBe(200);
        expect(reply.body.data.metadata.credits_used).toBe(0);
      });

      it('pays once, a teammate at most that, and afresh when it says so; and it adds up', async () => {
        const { id, owner, teammate } = await createOrganization();
        const { credits_used: price, ...first } = await look(owner);
        expect(first).toMatchObject({ cache_hit: false, credits_remaining: 1_000 - price });
        expect(await look(owner)).toMatchObject({ cache_hit: true, credits_used: 0 });
        expect(await look(teammate)).toMatchObject({ cache_hit: true, credits_used: price });
        expect((await look(teammate)).credits_used).toBe(0);
        const fresh = { cache_hit: false, credits_used: price };
        for (const flag of ['bypass_cache', 'bypassCache', 'forceFresh'])
          expect(await look(owner, { [flag]: true }), flag).toMatchObject(fresh);
        expect(await look(owner, {}, '?forceFresh=1')).toMatchObject(fresh);
        const account = await call('GET', '/v1/account', { token: owner });
        expect(account.body.data.tokens.total_available).toBe(1_000 - 6 * price);
        expect(await operate('POST', `/organizations/${id}/reconcile`)).toMatchObject({
          balanced: true,
        });
      });

      it('gets nothing from the cache of another', async () => {
        const [one, other] = [await createOrganization(), await createOrganization()];
        await look(one.owner);
        expect((await look(other.owner)).cache_hit).toBe(false);
      });

      it('pays nothing again when the cache has forgotten what the ledger remembers', async () => {
        const { id, owner } = await createOrganization();
        const first = await look(owner);
        expect(first.credits_used).toBeGreaterThan(0);
        // What rests on tables alone is not stored: the same tables say the same.
        const consulted: string[] = first.data_sources;
        const isStored = product.sources.list.some(
          (source) => !isTableSource(source) && consulted.includes(source.label),
        );
        // The fact is written after the reply.
        const isWritten = async () =>
          expect((await env.CACHE.list()).keys.some(({ name }) => name.includes(id))).toBe(true);
        if (isStored) await vi.waitFor(isWritten, { timeout: 5_000, interval: 20 });
        const { keys } = await env.CACHE.list();
        await Promise.all(keys.map(({ name }) => env.CACHE.delete(name)));
        expect(await look(owner)).toMatchObject({ cache_hit: !isStored, credits_used: 0 });
      });

      it('pays for two calls in flight once', async () => {
        const { owner } = await createOrganization();
        const answers = await Promise.all(Array.from({ length: 5 }, () => look(owner)));
        expect(answers.filter(({ credits_used }) => credits_used > 0)).toHaveLength(1);
      });

      it('is refused with 402 what its balance cannot cover, and pays nothing', async () => {
        const { id, owner } = await createOrganization({ credits: 1 });
        await call('POST', '/v1/phone', { token: owner, body: { phone_number: '+12125552123' } });
        expectRefusal(await post(owner, product.example), 402, 'INSUFFICIENT_CREDITS');
        const ledger = await operate('POST', `/organizations/${id}/reconcile`);
        expect(ledger).toMatchObject({ balanced: true });
        const account = await call('GET', '/v1/account', { token: owner });
        expect(account.body.data.tokens.total_available).toBe(0);
      });

      it('is refused with 429 past its window, with Retry-After and the window that is full', async () => {
        const { owner } = await createOrganization();
        const { limit, seconds } =
          product.tier === 'live' ? { limit: 1_000, seconds: 60 } : { limit: 200, seconds: 10 };
        // The clock of the test: the ceiling of calls in a second never trips before the window.
        const startsAt = Math.ceil(Date.now() / 60_000) * 60_000;
        let counted = 0;
        for (let second = 0; counted < limit - LAST_CALLS; second++) {
          vi.useFakeTimers({ toFake: ['Date'], now: startsAt + second * 1_000 });
          const count = Math.min(400, limit - LAST_CALLS - counted);
          await countCalls(owner, product.tier, count);
          counted += count;
        }
        vi.useFakeTimers({ toFake: ['Date'], now: startsAt + seconds * 1_000 - 5_000 });
        for (let last = LAST_CALLS - 1; last >= 0; last--) {
          const { headers } = await post(owner, {});
          expect(headers.get('X-RateLimit-Remaining')).toBe(String(last));
        }
        const refused = await post(owner, product.example);
        expectRefusal(refused, 429, 'RATE_LIMIT_EXCEEDED');
        expect(refused.headers.get('Retry-After')).toBe('5');
        expect(refused.headers.get('X-RateLimit-Limit')).toBe(String(limit));
        expect(refused.headers.get('X-RateLimit-Remaining')).toBe('0');
      });
    },
  );

  it.each([
    ['/reverse-phone-lookup', { phone_number: '+14165550123', lookup_source: 'premium' }],
    ['/reverse-phone-lookup', { phone_number: '+12121234567' }],
    ['/phone-scrub', { phone_number: '+12121234567' }],
    ['/hlr-lookup', { phone_number: '+12121234567' }],
    ['/mnp-lookup', { phone_number: '+12121234567' }],
    ['/email', { email: 'a@@example.com' }],
    ['/reverse-email-append', { email: 'a@@example.com' }],
    ['/phone-append', { input: { ...ABROAD } }],
    ['/email-append', { input: { ...ABROAD } }],
  ])(
    'with nothing left is answered by %s where the input alone makes it free: %j',
    async (path, body) => {
      const { owner } = await createOrganization({ credits: 1 });
      await call('POST', '/v1/phone', { token: owner, body: { phone_number: '+12125552123' } });
      const { status, body: answer } = await call('POST', `/v1${path}`, { token: owner, body });
      expect(status, JSON.stringify(answer)).toBe(200);
      expect(answer.data.metadata).toMatchObject({ credits_used: 0, credits_remaining: 0 });
    },
  );

  it.each([
    ['website-scraper', 'url'],
    ['website-contacts-scraper', 'domain'],
    ['link-in-bio-lookup', 'url'],
    ['audio-transcription', 'url'],
  ])(
    'that calls POST /v1/%s for an address that is never fetched learns that first',
    async (path, param) => {
      const { owner: token } = await createOrganization({ credits: 1 });
      for (const address of [
        'http://10.0.0.1',
        'https://example.com:25',
        'https://files.internal',
      ]) {
        const body = { [param]: address, expected_duration_minutes: 1 };
        const reply = await call('POST', `/v1/${path}`, { token, body });
        expectRefusal(reply, 400, 'INVALID_INPUT');
        expect(reply.body.error).toMatchObject({ param });
      }
    },
  );
});
