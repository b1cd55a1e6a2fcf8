import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/access/api-key.ts';
import { mainField, responseSchema } from '../../src/core/lookup/product.ts';
import { readsTable } from '../../src/core/lookup/source.ts';
import { sandboxBody } from '../../src/http/openapi/lookup-examples.ts';
import { products } from '../../src/products/index.ts';
import {
  awaitRoomInWindow,
  call,
  createOrganization,
  operate,
  type TestOrganization,
} from '../support/api.ts';
import { refusal } from '../support/refusal.ts';
import { seedAddresses } from '../support/seed-addresses.ts';
import { seedRecords } from '../support/seed-records.ts';

const FORCED_REFUSALS = ['INSUFFICIENT_CREDITS', 'RATE_LIMIT_EXCEEDED', 'UPSTREAM_TIMEOUT'];

/** Good inputs, by field, that no sandbox knows. */
const OUTSIDE_SANDBOX: Readonly<Record<string, unknown>> = {
  phone_number: '+12025550198',
  email: 'outside.the.sandbox@example.com',
  ip: '8.8.4.4',
  domain: 'outside-the-sandbox.com',
  url: 'https://outside-the-sandbox.com/',
  name: 'Outside the Sandbox',
  company: 'outside the sandbox',
  address: '9 Outside St, Springfield, IL 62701',
  profile_url: 'outside-the-sandbox',
  title: 'outside the sandbox',
  keywords: 'outside the sandbox',
  input: {
    firstName: 'Outside',
    lastName: 'Sandbox',
    address: '1 Main St',
    city: 'Berkeley',
    zip: '94704',
  },
};

/** An organization that was never made. */
const stranger = { id: 'org_stranger', region: 'weur', mode: 'live' } as const;

let paying: TestOrganization;

beforeAll(async () => {
  await seedAddresses();
  await seedRecords();
  paying = await createOrganization();
});

const expectRefusal = (reply: Awaited<ReturnType<typeof call>>, status: number, code: string) => {
  expect(reply.status).toBe(status);
  expect(reply.body).toEqual(refusal(code));
};

describe.each(products.map((product) => [product.path, product] as const))(
  'POST /v1%s',
  (path, product) => {
    const url = `/v1${path}`;
    const post = (token: string | undefined, body: unknown, headers?: Record<string, string>) =>
      call('POST', url, { ...(token && { token }), body, ...(headers && { headers }) });
    const subjectField = mainField(product);
    /** A product that looks up several fields at once takes them as an object. */
    const takesText = typeof product.example[subjectField] === 'string';

    it('refuses a missing, malformed, forged or unknown key with 401', async () => {
      expectRefusal(await post(undefined, product.example), 401, 'UNAUTHORIZED');
      expectRefusal(await post('sk_live_x', product.example), 401, 'UNAUTHORIZED');
      expectRefusal(
        await post(await createApiKey('another secret', stranger), product.example),
        401,
        'UNAUTHORIZED',
      );
      expectRefusal(
        await post(await createApiKey('key secret of the tests', stranger), product.example),
        401,
        'UNAUTHORIZED',
      );
    });

    it('refuses an organization without a paid plan with 403, before reading the body', async () => {
      const unpaid = await createOrganization({ paid: false });
      await operate('POST', `/organizations/${unpaid.id}/credits`, {
        amount: 100,
        note: 'a gift',
        id: crypto.randomUUID(),
      });
      expectRefusal(await post(unpaid.owner, '{not json'), 403, 'UPGRADE_REQUIRED');
    });

    it('refuses what is not a JSON object with 400', async () => {
      for (const body of ['{not json', '[]', '"text"', 'null', '12', '', '\ufeff', '{"a":1}}']) {
        expectRefusal(await post(paying.owner, body), 400, 'INVALID_REQUEST');
      }
      expectRefusal(
        await post(paying.owner, JSON.stringify(product.example), { 'Content-Type': 'text/plain' }),
        400,
        'INVALID_REQUEST',
      );
      expectRefusal(
        await post(paying.owner, { ...product.example, padding: 'x'.repeat(1_048_576) }),
        400,
        'INVALID_REQUEST',
      );
    });

    it('names a missing field, and tells unusable values from wrong types', async () => {
      for (const value of [undefined, null, '']) {
        const reply = await post(paying.owner, { ...product.example, [subjectField]: value });
        expectRefusal(reply, 400, 'MISSING_FIELD');
        expect(reply.body.error).toMatchObject({ param: subjectField });
        expect(reply.body.error.message).toContain(subjectField);
      }
      for (const value of [12, true, [], takesText ? {} : 'text', ['x']])
        expectRefusal(
          await post(paying.owner, { ...product.example, [subjectField]: value }),
          400,
          'INVALID_INPUT',
        );
      expectRefusal(
        await post(paying.owner, { ...product.example, bypass_cache: 'yes' }),
        400,
        'INVALID_REQUEST',
      );
    });

    it('charges, caches, charges a teammate at most that, and looks up afresh when told', async () => {
      const { id, owner, teammate } = await createOrganization();
      const first = await post(owner, { ...product.example, unknown_field: 1 });
      expect(first.status).toBe(200);
      const { data } = responseSchema(product).parse(first.body);
      expect(first.body.data.request.id).toBe(first.headers.get('X-Request-Id'));
      const price = data.metadata.credits_used;
      expect(price).toBeGreaterThan(0);
      expect(data.metadata).toMatchObject({
        cache_hit: false,
        credits_remaining: 1_000 - price,
        api_version: '1.0',
        schema_version: '1.0',
      });
      expect(first.headers.get('X-RateLimit-Limit')).toBe(product.tier === 'live' ? '1000' : '200');
      expect(Number(first.headers.get('X-RateLimit-Reset'))).toBeGreaterThan(Date.now() / 1_000);

      const again = responseSchema(product).parse((await post(owner, product.example)).body).data;
      expect(again.metadata).toMatchObject({
        cache_hit: true,
        credits_used: 0,
        cached_at: data.request.timestamp,
        data_sources: data.metadata.data_sources,
      });
      expect(again.classification).toEqual(data.classification);

      const theirs = responseSchema(product).parse(
        (await post(teammate, product.example)).body,
      ).data;
      expect(theirs.metadata).toMatchObject({ cache_hit: true, credits_used: price });
      expect((await post(teammate, product.example)).body.data.metadata.credits_used).toBe(0);

      for (const flag of [{ bypass_cache: true }, { bypassCache: true }, { forceFresh: true }]) {
        const fresh = responseSchema(product).parse(
          (await post(owner, { ...product.example, ...flag })).body,
        ).data;
        expect(fresh.metadata).toMatchObject({ cache_hit: false, credits_used: price });
      }
      const byQuery = await call('POST', `${url}?forceFresh=1`, {
        token: owner,
        body: product.example,
      });
      expect(byQuery.body.data.metadata.credits_used).toBe(price);

      const account = await call('GET', '/v1/account', { token: owner });
      expect(account.body.data.tokens.total_available).toBe(1_000 - 6 * price);
      expect(await operate('POST', `/organizations/${id}/reconcile`)).toMatchObject({
        balanced: true,
      });
    });

    it('keeps one organization from the cache of another', async () => {
      const stranger = await createOrganization();
      expect((await post(stranger.owner, product.example)).body.data.metadata.cache_hit).toBe(
        false,
      );
    });

    it('charges nothing again when the cache has forgotten what the ledger remembers', async () => {
      const { owner } = await createOrganization();
      const first = await post(owner, product.example);
      expect(first.body.data.metadata.credits_used).toBeGreaterThan(0);
      const { keys } = await env.CACHE.list();
      await Promise.all(keys.map(({ name }) => env.CACHE.delete(name)));
      // What rests on tables alone is not stored: the same tables say the same.
      const consulted: string[] = first.body.data.metadata.data_sources;
      const isStored = product.sources.list.some(
        (source) => !readsTable(source) && consulted.includes(source.label),
      );
      expect((await post(owner, product.example)).body.data.metadata).toMatchObject({
        cache_hit: !isStored,
        credits_used: 0,
      });
    });

    it('charges two calls in flight once', async () => {
      const { owner } = await createOrganization();
      const replies = await Promise.all(
        Array.from({ length: 5 }, () => post(owner, product.example)),
      );
      const used = replies.map((reply) => reply.body.data.metadata.credits_used as number);
      expect(used.filter((credits) => credits > 0)).toHaveLength(1);
    });

    it('refuses with 402 what the balance cannot cover, and charges nothing', async () => {
      const { id, owner } = await createOrganization({ credits: 1 });
      const filler = products.find((other) => other.path === '/phone')!;
      await call('POST', `/v1${filler.path}`, {
        token: owner,
        body: { phone_number: '+12125550123' },
      });
      expectRefusal(await post(owner, product.example), 402, 'INSUFFICIENT_CREDITS');
      const ledger = await operate('POST', `/organizations/${id}/reconcile`);
      expect(JSON.stringify(ledger)).not.toContain('false');
      expect(
        (await call('GET', '/v1/account', { token: owner })).body.data.tokens.total_available,
      ).toBe(0);
    });

    it('refuses with 429 past the window, with Retry-After and the window that tripped', async () => {
      const { owner } = await createOrganization();
      const { limit, seconds } =
        product.tier === 'live' ? { limit: 1_000, seconds: 60 } : { limit: 200, seconds: 10 };
      await awaitRoomInWindow(seconds, 6);
      // The ceiling of 500 a second would trip first for a live product, so the calls are paced.
      for (let sent = 0; sent < limit; sent += 100) {
        await Promise.all(
          Array.from({ length: Math.min(100, limit - sent) }, () => post(owner, {})),
        );
        if (product.tier === 'live') await new Promise((resolve) => setTimeout(resolve, 210));
      }
      const refused = await post(owner, product.example);
      expectRefusal(refused, 429, 'RATE_LIMIT_EXCEEDED');
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      expect(refused.headers.get('X-RateLimit-Limit')).toBe(String(limit));
      expect(refused.headers.get('X-RateLimit-Remaining')).toBe('0');
      // A whole window may have to pass first.
    }, 30_000);

    it('takes no other method', async () => {
      const reply = await call('GET', url, { token: paying.owner });
      expectRefusal(reply, 405, 'INVALID_REQUEST');
      expect(reply.headers.get('Allow')).toBe('POST');
    });

    it.each(product.sandbox.map((entry) => [entry.subject, entry] as const))(
      'answers the sandbox input %s',
      async (subject, entry) => {
        const reply = await post(paying.sandbox, sandboxBody(product, entry));
        if ('fails' in entry) {
          expect(reply.body.error.code).toBe(entry.fails);
          if (reply.status === 429 || reply.status === 503)
            expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
        } else {
          const { data } = responseSchema(product).parse(reply.body);
          expect(data.request.input).toBe(subject);
          expect(data.metadata.credits_used).toBe(0);
        }
      },
    );

    it('declares a good input, others, and the three forced refusals in the sandbox', async () => {
      const fails = product.sandbox.flatMap((entry) => ('fails' in entry ? [entry.fails] : []));
      // What only one product can fail with is shown beside the three that every caller must handle.
      expect(fails.filter((code) => FORCED_REFUSALS.includes(code)).sort()).toEqual(
        FORCED_REFUSALS,
      );
      expect(product.sandbox.length).toBeGreaterThanOrEqual(6);
      const outside = { ...product.example, [subjectField]: OUTSIDE_SANDBOX[subjectField] };
      expectRefusal(await post(paying.sandbox, outside), 400, 'VALIDATION_FAILED');
    });
  },
);
