import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { generateApiKey } from '../../src/accounts/keys/api-key.ts';
import { sandboxBody } from '../../src/lookup/body.ts';
import { mainField, responseSchema } from '../../src/lookup/product.ts';
import { products } from '../../src/products/index.ts';
import { call } from '../support/api.ts';
import { isDeployed } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import { outsideSandbox } from './inputs.ts';
import { type ContractKeys, contractKeys, fillTables } from './keys.ts';

// What a caller sees with a key in hand. It holds for the Worker here, and for a deployment named
// by CONTRACT_URL: there only what CONTRACT_LIVE_KEY is given for costs credits.

/** What a product answers whose sources are not to be had. */
const UNREACHED = new Set(['SERVICE_UNAVAILABLE', 'UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT']);

const FORCED_REFUSALS = ['INSUFFICIENT_CREDITS', 'RATE_LIMIT_EXCEEDED', 'UPSTREAM_TIMEOUT'];

/** An organization that was never made. */
const stranger = { id: 'org_stranger', region: 'weur', mode: 'live' } as const;

beforeAll(fillTables);

type Reply = Awaited<ReturnType<typeof call>>;

const expectRefusal = (reply: Reply, status: number, code: string) => {
  expect(reply.body).toEqual(refusal(code));
  expect(reply.status).toBe(status);
};

describe.each(products.map((product) => [product.path, product] as const))(
  'POST /v1%s',
  (path, product) => {
    let keys: ContractKeys;
    beforeAll(async () => {
      keys = await contractKeys();
    });
    /** For what is refused whatever the key. */
    const aKey = (): string => keys.live ?? keys.test;

    const url = `/v1${path}`;
    const post = (token: string | undefined, body: unknown, headers?: Record<string, string>) =>
      call('POST', url, { ...(token && { token }), body, ...(headers && { headers }) });
    const subjectField = mainField(product);
    const withSubject = (value: unknown) => ({ ...product.example, [subjectField]: value });

    it.each([
      ['no key', async () => undefined],
      ['a malformed key', async () => 'sk_live_x'],
      ['a key made with another secret', () => generateApiKey('another secret', stranger)],
    ])('refuses %s with 401', async (_, keyOf) => {
      expectRefusal(await post(await keyOf(), product.example), 401, 'UNAUTHORIZED');
    });

    it.each(['{not json', '[]', '"text"', 'null', '12', '', '\ufeff', '{"a":1}}'])(
      'refuses the body %j with 400',
      async (body) => {
        expectRefusal(await post(aKey(), body), 400, 'INVALID_REQUEST');
      },
    );

    it('refuses a body that does not say it is JSON', async () => {
      const headers = { 'Content-Type': 'text/plain' };
      const reply = await post(aKey(), JSON.stringify(product.example), headers);
      expectRefusal(reply, 400, 'INVALID_REQUEST');
    });

    it('refuses a body of more than a megabyte', async () => {
      const body = { ...product.example, padding: 'x'.repeat(1_048_576) };
      expectRefusal(await post(aKey(), body), 400, 'INVALID_REQUEST');
    });

    it.each([undefined, null, ''])('names the field that is missing as %j', async (value) => {
      const reply = await post(aKey(), withSubject(value));
      expectRefusal(reply, 400, 'MISSING_FIELD');
      expect(reply.body.error).toMatchObject({
        param: subjectField,
        message: expect.stringContaining(subjectField),
      });
    });

    /** A product that looks up several fields at once takes them as an object. */
    const otherType = typeof product.example[subjectField] === 'string' ? {} : 'text';
    it.each([[12], [true], [[]], [otherType], [['x']]])(
      'refuses %j, which is of another type, as input',
      async (value) => {
        expectRefusal(await post(aKey(), withSubject(value)), 400, 'INVALID_INPUT');
      },
    );

    it('refuses an option of the wrong type', async () => {
      const reply = await post(aKey(), { ...product.example, bypass_cache: 'yes' });
      expectRefusal(reply, 400, 'INVALID_REQUEST');
    });

    it('takes no other method', async () => {
      const reply = await call('GET', url, { token: aKey() });
      expectRefusal(reply, 405, 'INVALID_REQUEST');
      expect(reply.headers.get('Allow')).toBe('POST');
    });

    const answers = product.sandbox.filter((entry) => 'fact' in entry);
    it.each(answers.map((entry) => [entry.subject, entry] as const))(
      'answers the sandbox input %s and charges nothing',
      async (subject, entry) => {
        const reply = await post(keys.test, sandboxBody(product, entry));
        const { data } = responseSchema(product).parse(reply.body);
        expect(data.request.input).toBe(subject);
        expect(data.metadata.credits_used).toBe(0);
      },
    );

    const failures = product.sandbox.flatMap((entry) =>
      'fails' in entry ? [[entry.subject, entry.fails, entry] as const] : [],
    );
    it.each(failures)('refuses the sandbox input %s with %s', async (_, code, entry) => {
      const reply = await post(keys.test, sandboxBody(product, entry));
      expect(reply.body).toEqual(refusal(code));
      const waits = reply.status === 429 || reply.status === 503;
      expect(Number(reply.headers.get('Retry-After')) >= 1).toBe(waits);
    });

    it('refuses with a test key what the sandbox does not know', async () => {
      const reply = await post(keys.test, outsideSandbox(product));
      expectRefusal(reply, 400, 'VALIDATION_FAILED');
      // What it does know can be taken from the message, commas of addresses too.
      const named = reply.body.error.message.replace(/^[^:]*: |\.$/g, '').split('; ');
      expect(named).toEqual(product.sandbox.map(({ subject }) => subject));
    });

    it('declares enough sandbox inputs, and the three refusals every caller must handle', () => {
      // What only one product can fail with is shown beside them.
      const forced = failures
        .map(([, code]) => code)
        .filter((code) => FORCED_REFUSALS.includes(code));
      expect(forced.sort()).toEqual(FORCED_REFUSALS);
      expect(product.sandbox.length).toBeGreaterThanOrEqual(6);
    });

    describe.skipIf(isDeployed && !env.CONTRACT_LIVE_KEY)('with a live key', () => {
      /**
       * Skips the test where a deployment cannot reach the sources of the product: it says so, and
       * takes nothing.
       */
      const lookUp = async (context: TestContext, body: Record<string, unknown>) => {
        const before = await balance();
        const reply = await post(keys.live as string, { ...product.example, ...body });
        if (isDeployed && UNREACHED.has(reply.body.error?.code)) {
          expect(await balance()).toBe(before);
          context.skip(reply.body.error.message);
        }
        expect(reply.status, JSON.stringify(reply.body)).toBe(200);
        return { before, reply, data: responseSchema(product).parse(reply.body).data };
      };
      const balance = async (): Promise<number> =>
        (await call('GET', '/v1/account', { token: keys.live as string })).body.data.tokens
          .total_available;

      it('answers its example, takes the price it states, and ignores unknown fields', async (context) => {
        const { before, reply, data } = await lookUp(context, {
          bypass_cache: true,
          unknown_field: 1,
        });
        const { credits_used: price } = data.metadata;
        // What a deployment's files and sources do not know of the example is free.
        if (!isDeployed) expect(price).toBeGreaterThan(0);
        expect(data.metadata).toMatchObject({
          cache_hit: false,
          credits_remaining: before - price,
          api_version: '1.0',
          schema_version: '1.0',
        });
        expect(data.request.id).toBe(reply.headers.get('X-Request-Id'));
        expect(await balance()).toBe(before - price);
      });

      it('names its window in the headers', async (context) => {
        const { reply } = await lookUp(context, {});
        const { limit, seconds } =
          product.tier === 'live' ? { limit: '1000', seconds: 60 } : { limit: '200', seconds: 10 };
        expect(reply.headers.get('X-RateLimit-Limit')).toBe(limit);
        const resetInMs = Number(reply.headers.get('X-RateLimit-Reset')) * 1_000 - Date.now();
        expect(resetInMs).toBeGreaterThan(-1_000);
        expect(resetInMs).toBeLessThanOrEqual(seconds * 1_000 + 1_000);
      });

      it('answers the same again from what is stored, and charges nothing', async (context) => {
        const { data: first } = await lookUp(context, { bypass_cache: true });
        const { data: again } = await lookUp(context, {});
        const { data_sources } = first.metadata;
        expect(again.metadata).toMatchObject({ credits_used: 0, data_sources });
        // A free answer of tables alone leaves nothing behind that a repeat could be told from.
        if (!isDeployed || first.metadata.credits_used > 0)
          expect(again.metadata).toMatchObject({
            cache_hit: true,
            cached_at: first.request.timestamp,
          });
        expect(again.classification).toEqual(first.classification);
      });
    });
  },
);
