import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { createAuthenticate } from '../../src/accounts/keys/api-key.ts';
import { type AppServices, createApp } from '../../src/http/app.ts';
import { ApiError, ERRORS } from '../../src/lib/errors.ts';
import type { Accounts } from '../../src/lookup/account/account.ts';
import type { AnyProduct } from '../../src/lookup/product.ts';
import { phone } from '../../src/products/phone/phone/product.ts';
import { appServices } from '../../src/services.ts';
import { call, createOrganization, type Reply } from '../support/api.ts';
import { refusal } from '../support/refusal.ts';

const example = { phone_number: '+16502530000' };

interface Line {
  message: string;
  fields: Record<string, unknown> | undefined;
}

/** The real service with some parts replaced, and what it logged. */
function serviceWith(parts: {
  product?: Partial<AnyProduct>;
  accounts?: Partial<Accounts>;
  authenticate?: AppServices['access']['authenticate'];
}) {
  const lines: Line[] = [];
  const product = { ...phone, ...parts.product } as AnyProduct;
  const { pipeline, access } = appServices;
  const accounts = { ...access.accounts, ...parts.accounts };
  const { authenticate = access.authenticate } = parts;
  const app = createApp({
    ...appServices,
    families: [{ name: 'Phone', summary: 'One product, altered', products: [product] }],
    access: { authenticate, accounts },
    pipeline: { ...pipeline, accounts },
    log: (_level, message, fields) => lines.push({ message, fields }),
  });
  async function post(token: string, body: unknown = example): Promise<Reply> {
    const context = createExecutionContext();
    const request = new Request('https://api.test/v1/phone', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const response = await app.fetch(request, {}, context);
    await waitOnExecutionContext(context);
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  return { post, lines };
}

const balanceOf = async (token: string): Promise<number> =>
  (await call('GET', '/v1/account', { token })).body.data.tokens.total_available;

describe('what goes wrong inside', () => {
  it.each([
    ['a mapper', { classification: { ...phone.classification, from: () => fail() } }],
    ['a source', { sources: { list: [], resolve: () => fail() } }],
    ['a price', { price: { upTo: 1, charge: () => 2 } }],
  ] as [string, Partial<AnyProduct>][])(
    'is INTERNAL_ERROR with the request id, a log line and no charge: %s',
    async (_name, product) => {
      const { owner } = await createOrganization();
      const { post, lines } = serviceWith({ product });
      const reply = await post(owner);
      expect(reply.status).toBe(500);
      expect(reply.body).toEqual(
        refusal('INTERNAL_ERROR', {
          message: ERRORS.INTERNAL_ERROR.message,
          request_id: reply.headers.get('X-Request-Id'),
        }),
      );
      expect(reply.headers.get('X-RateLimit-Limit')).toBe('200');
      expect(lines).toEqual([expect.objectContaining({ message: 'request failed' })]);
      expect(lines[0]?.fields).toMatchObject({
        request_id: reply.headers.get('X-Request-Id'),
        code: 'INTERNAL_ERROR',
        reason: ERRORS.INTERNAL_ERROR.message,
      });
      expect(JSON.stringify(lines)).not.toContain(owner);
      expect(await balanceOf(owner)).toBe(1_000);
    },
  );

  it('is SERVICE_UNAVAILABLE when the account cannot be reached, and the order is voided', async () => {
    const { owner } = await createOrganization();
    const voided: string[] = [];
    const { post } = serviceWith({
      accounts: {
        admit: () => Promise.reject(new Error('object unreachable')),
        voidLookup: async (_organization, id) => void voided.push(id),
      },
    });
    const reply = await post(owner);
    expect(reply.body.error.code).toBe('SERVICE_UNAVAILABLE');
    expect(reply.status).toBe(503);
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect(voided).toEqual([reply.headers.get('X-Request-Id')]);
  });

  it('is SERVICE_BUSY at once when the account has too many calls waiting', async () => {
    const { owner } = await createOrganization();
    const overloaded = new ApiError('SERVICE_BUSY', undefined, { retryAfterSeconds: 1 });
    const { post } = serviceWith({
      accounts: {
        admit: () => Promise.reject(overloaded),
        voidLookup: () => Promise.reject(new Error('asked again')),
      },
    });
    expect((await post(owner)).body.error.code).toBe('SERVICE_BUSY');
  });

  it('gives the credit back when the account charged but could never say so', async () => {
    const { owner } = await createOrganization();
    const { accounts } = appServices.access;
    let losses = 2;
    const { post } = serviceWith({
      accounts: {
        async admit(key, kind, order) {
          await accounts.admit(key, kind, order);
          throw new Error('reply lost');
        },
        async voidLookup(organization, id) {
          if (losses-- > 0) throw new Error('the void is lost too');
          await accounts.voidLookup(organization, id);
        },
      },
    });
    expect((await post(owner)).body.error.code).toBe('SERVICE_UNAVAILABLE');
    // What could not be undone before the reply has been undone after it.
    expect(await balanceOf(owner)).toBe(1_000);
  });

  it('is SERVICE_UNAVAILABLE with Retry-After when no key can be checked', async () => {
    const { post } = serviceWith({
      authenticate: createAuthenticate(undefined, async () => 'malformed'),
    });
    const reply = await post('sk_live_x');
    expect(reply.status).toBe(503);
    expect(reply.body.error.code).toBe('SERVICE_UNAVAILABLE');
    expect(reply.headers.get('Retry-After')).toBe('2');
  });
});

describe('paths', () => {
  it('that do not exist are 404, below /v1 only for callers with a key', async () => {
    const { owner } = await createOrganization();
    expect((await call('GET', '/nowhere')).body.error.code).toBe('NOT_FOUND');
    expect((await call('POST', '/v1/nowhere', { body: {} })).body.error.code).toBe('UNAUTHORIZED');
    const reply = await call('POST', '/v1/nowhere', { token: owner, body: {} });
    expect([reply.status, reply.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('answer the health check without a key', async () => {
    expect((await call('GET', '/health')).body).toEqual({ status: 'ok' });
  });

  it('grant no cross-origin access', async () => {
    const { owner } = await createOrganization();
    const reply = await call('POST', '/v1/phone', {
      token: owner,
      body: example,
      headers: { Origin: 'https://evil.example' },
    });
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBeNull();
    const preflight = await call('OPTIONS', '/v1/phone', {
      token: owner,
      headers: { Origin: 'https://evil.example' },
    });
    expect(preflight.status).toBe(405);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

function fail(): never {
  throw new TypeError('a secret detail');
}
