import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../src/core/errors.ts';
import type { Ledger } from '../../src/core/ledger.ts';
import { allOf, firstOf } from '../../src/core/source.ts';
import { createLedger } from '../../src/ledger/ledger-of-accounts.ts';
import { createBreakers } from '../../src/pipeline/breakers.ts';
import type { FactCache, StoredFact } from '../../src/pipeline/fact-cache.ts';
import { type LookupCall, lookup, type PipelinePorts } from '../../src/pipeline/lookup.ts';
import { fakeSource, productOf, world } from './fixtures.ts';

const metered = (overrides: Parameters<typeof fakeSource>[0] = {}) =>
  fakeSource({ name: 'vendor', kind: 'upstream', metered: true, ...overrides });

let organizationId: string;
let hops: string[];
let ports: PipelinePorts;
let stored: Map<string, StoredFact>;
let broken: (operation: string) => boolean;

beforeEach(async () => {
  organizationId = `org_${crypto.randomUUID()}`;
  hops = [];
  stored = new Map();
  broken = () => false;
  const real = createLedger(env.CREDIT_ACCOUNT);
  // The real objects, watched; `broken` loses a reply after the object has acted.
  const ledger = new Proxy(real, {
    get:
      (target, operation: keyof Ledger) =>
      async (...args: never[]) => {
        hops.push(operation);
        const outcome = await (target[operation] as (...args: never[]) => Promise<unknown>)(
          ...args,
        );
        if (broken(operation)) throw new Error('Network connection lost.');
        return outcome;
      },
  });
  const cache: FactCache = {
    get: async (key) => stored.get(key) ?? null,
    put: async (key, fact) => void stored.set(key, fact),
  };
  ports = { world, breakers: createBreakers(), cache, ledger, defer: () => {} };
});

const grant = async (amount: number) => {
  await ports.ledger.grant(organizationId, { id: crypto.randomUUID(), amount, note: null });
  hops = [];
};

const ask = (
  product: LookupCall['product'],
  overrides: { userId?: string; bypass?: boolean; word?: string } = {},
) => {
  const { userId = 'owner', bypass = false, word = 'plain' } = overrides;
  const caller = { keyId: `key_${userId}`, organizationId, userId, mode: 'live' } as const;
  return lookup(
    { id: crypto.randomUUID(), product, input: { word }, caller, bypass, startedAt: Date.now() },
    ports,
  );
};

const spend = ({ metadata }: Awaited<ReturnType<typeof lookup>>) => [
  metadata.credits_used,
  metadata.credits_remaining,
];

/** What the account holds now, and that every rule of the ledger is kept. */
async function balance() {
  for (const { name, holds } of await createLedger(env.CREDIT_ACCOUNT).invariants(organizationId))
    expect([name, holds]).toEqual([name, true]);
  return createLedger(env.CREDIT_ACCOUNT).balance(organizationId);
}

describe('a metered source', () => {
  it('is held for first and settled at the true price: two hops', async () => {
    await grant(100);
    let heldMeanwhile: unknown;
    const { source } = metered({
      async ask() {
        heldMeanwhile = await createLedger(env.CREDIT_ACCOUNT).balance(organizationId);
        return { matched: true };
      },
    });
    expect(spend(await ask(productOf(firstOf(source))))).toEqual([10, 90]);
    expect(heldMeanwhile).toEqual({ available: 90, held: 10 });
    expect(hops).toEqual(['hold', 'settle']);
    expect(await balance()).toEqual({ available: 90, held: 0 });
  });

  it('costs nothing when there is no match', async () => {
    await grant(100);
    expect(spend(await ask(productOf(firstOf(metered({ ask: () => null }).source))))).toEqual([
      0, 100,
    ]);
    expect(hops).toEqual(['hold', 'settle']);
    expect(await balance()).toEqual({ available: 100, held: 0 });
  });

  it('is not asked without the balance for it', async () => {
    await grant(9);
    const { source, state } = metered();
    const refusal = {
      code: 'INSUFFICIENT_CREDITS',
      status: 402,
      message: expect.stringContaining('10'),
    };
    await expect(ask(productOf(firstOf(source)))).rejects.toMatchObject(refusal);
    expect([state.calls, hops]).toEqual([0, ['hold']]);
    expect(await balance()).toEqual({ available: 9, held: 0 });
  });

  it('is not bypassed by a free source that comes after it', async () => {
    await grant(9);
    const free = fakeSource();
    await expect(ask(productOf(firstOf(metered().source, free.source)))).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
    });
    expect(free.state.calls).toBe(0);
  });

  it.each([
    ['a timeout', new ApiError('UPSTREAM_TIMEOUT'), 'UPSTREAM_TIMEOUT'],
    ['a broken connection', new Error('Network connection lost.'), 'SERVICE_UNAVAILABLE'],
    ['an input it cannot answer', new ApiError('UPSTREAM_ERROR'), 'UPSTREAM_ERROR'],
    ['a programming error', new TypeError('x is undefined'), 'INTERNAL_ERROR'],
  ])('costs nothing after %s', async (_, error, code) => {
    await grant(100);
    const { source } = metered({ ask: () => Promise.reject(error) });
    await expect(ask(productOf(firstOf(source)))).rejects.toMatchObject({ code });
    expect(hops).toEqual(['hold', 'void']);
    expect(await balance()).toEqual({ available: 100, held: 0 });
  });

  it('costs nothing when its answer cannot be presented', async () => {
    await grant(100);
    const product = productOf(firstOf(metered().source));
    const faulty = {
      ...product,
      insights: {
        ...product.insights,
        from: () => {
          throw new TypeError('mapper');
        },
      },
    };
    await expect(ask(faulty)).rejects.toThrow('mapper');
    expect(await balance()).toEqual({ available: 100, held: 0 });
  });

  it('costs nothing, and moves nothing, while its breaker is open', async () => {
    await grant(100);
    const { source, state } = metered({
      ask: () => Promise.reject(new Error('Network connection lost.')),
    });
    const product = productOf(firstOf(source));
    for (let i = 0; i < 5; i++) await expect(ask(product)).rejects.toThrow();
    hops = [];
    await expect(ask(product)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'Retry-After': expect.stringMatching(/^([1-9]|10)$/) },
    });
    expect([state.calls, hops]).toEqual([5, []]);
    expect(await balance()).toEqual({ available: 100, held: 0 });
  });

  it('is held for once, however many are asked', async () => {
    await grant(100);
    const product = productOf(
      allOf({
        matched: metered({ name: 'a' }).source,
        other: metered({ name: 'b' }).source,
        free: fakeSource().source,
      }),
    );
    await ask(product);
    expect(hops).toEqual(['hold', 'settle']);
  });

  it('is not held for when a free source before it answers: one hop', async () => {
    await grant(100);
    const { source, state } = metered();
    expect(spend(await ask(productOf(firstOf(fakeSource().source, source))))).toEqual([10, 90]);
    expect([state.calls, hops]).toEqual([0, ['charge']]);
  });
});

describe('what was paid already', () => {
  it('needs no hold from the cache', async () => {
    await grant(10);
    const { source, state } = metered();
    const product = productOf(firstOf(source));
    await ask(product);
    hops = [];
    const again = await ask(product);
    expect(spend(again)).toEqual([0, 0]);
    expect(again.metadata.cache_hit).toBe(true);
    expect([state.calls, hops]).toEqual([1, ['charge']]);
  });

  it('needs no balance even where the cache has lost it', async () => {
    await grant(10);
    const product = productOf(firstOf(metered().source));
    await ask(product);
    stored.clear();
    hops = [];
    expect(spend(await ask(product))).toEqual([0, 0]);
    expect(hops).toEqual(['hold', 'settle']);
    expect(await balance()).toEqual({ available: 0, held: 0 });
  });

  it('by a teammate needs no more than was paid then', async () => {
    await grant(14);
    await ask(productOf(firstOf(metered().source), 4));
    stored.clear();
    // The price has risen since; 10 are left and only 4 are held.
    let held = 0;
    const { source } = metered({
      async ask() {
        held = (await createLedger(env.CREDIT_ACCOUNT).balance(organizationId)).held;
        return { matched: true };
      },
    });
    expect(spend(await ask(productOf(firstOf(source), 50), { userId: 'teammate' }))).toEqual([
      4, 6,
    ]);
    expect(held).toBe(4);
  });

  it('is paid again when looked up afresh', async () => {
    await grant(20);
    const product = productOf(firstOf(metered().source));
    await ask(product);
    expect(spend(await ask(product, { bypass: true }))).toEqual([10, 0]);
    await expect(ask(product, { bypass: true })).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
    });
  });

  it('is charged once for two calls in flight', async () => {
    await grant(100);
    const product = productOf(firstOf(metered().source));
    const used = (await Promise.all([ask(product), ask(product)])).map(
      ({ metadata }) => metadata.credits_used,
    );
    expect(used.sort()).toEqual([0, 10]);
    expect(await balance()).toEqual({ available: 90, held: 0 });
  });
});

describe('a ledger whose replies are lost', () => {
  it.each(['hold', 'settle', 'charge'])('is asked once more: %s', async (operation) => {
    await grant(100);
    let losses = 1;
    broken = (called) => called === operation && losses-- > 0;
    const source = operation === 'charge' ? fakeSource().source : metered().source;
    expect(spend(await ask(productOf(firstOf(source))))).toEqual([10, 90]);
    expect(await balance()).toEqual({ available: 90, held: 0 });
  });

  it.each(['hold', 'settle', 'charge'])('undoes what it may have done: %s', async (operation) => {
    await grant(100);
    broken = (called) => called === operation;
    const source = operation === 'charge' ? fakeSource() : metered();
    await expect(ask(productOf(firstOf(source.source)))).rejects.toMatchObject({
      code: 'SERVICE_BUSY',
      status: 503,
    });
    expect(source.state.calls).toBe(operation === 'hold' ? 0 : 1);
    expect(hops.at(-1)).toBe('void');
    expect(await balance()).toEqual({ available: 100, held: 0 });
  });
});
