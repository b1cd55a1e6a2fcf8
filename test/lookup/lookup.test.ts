import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { Account } from '../../src/accounts/object/account.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { ApiError } from '../../src/lib/errors.ts';
import type { Accounts, Admission } from '../../src/lookup/account/account.ts';
import type { Caller } from '../../src/lookup/account/caller.ts';
import type { LookupOrder } from '../../src/lookup/account/order.ts';
import { findAnswer, hashInput } from '../../src/lookup/pipeline/answer.ts';
import { createBreakers } from '../../src/lookup/pipeline/circuit-breakers.ts';
import {
  createFactCache,
  type FactCache,
  type StoredFact,
} from '../../src/lookup/pipeline/fact-cache.ts';
import {
  type LookupRequest,
  lookup,
  type PipelinePorts,
} from '../../src/lookup/pipeline/lookup.ts';
import { priceByInput } from '../../src/lookup/product.ts';
import { allOf, firstAnswer, optionalPart } from '../../src/lookup/source.ts';
import { keyOf, paidAccount, restart, type TestAccount } from '../accounts/ledger/support.ts';
import { noMetrics } from '../support/no-metrics.ts';
import { type FakeSourceOptions, fakeSource, productOf, world } from './fixtures.ts';

const real = objectStubs(env.ACCOUNT, Account);

let account: TestAccount;
/** Calls of the account, in order. */
let calls: string[];
let orders: LookupOrder[];
let admissions: Admission[];
let deferred: Promise<unknown>[];
let stored: Map<string, StoredFact>;
/** Loses the reply of a call after the account has acted. */
let isLost: (call: string) => boolean;
let ports: PipelinePorts;

async function open(credits: number): Promise<void> {
  account = await paidAccount(credits);
  calls = [];
}

beforeEach(async () => {
  [orders, admissions, deferred, stored] = [[], [], [], new Map()];
  isLost = () => false;
  await open(100);
  const watched =
    <Args extends unknown[], T>(name: string, call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      calls.push(name);
      const outcome = await call(...args);
      if (isLost(name)) throw new Error('Network connection lost.');
      return outcome;
    };
  const accounts: Pick<Accounts, 'admit' | 'raiseLookup' | 'settleLookup' | 'voidLookup'> = {
    admit: watched('admit', (principal, kind, order) => {
      if (order) orders.push(order);
      return real.admit(principal, kind, order);
    }),
    raiseLookup: watched('raise', real.raiseLookup),
    settleLookup: watched('settle', real.settleLookup),
    voidLookup: watched('void', real.voidLookup),
  };
  const cache: FactCache = {
    get: async (key) => {
      calls.push('cache');
      return stored.get(key) ?? null;
    },
    put: async (key, fact) => void stored.set(key, fact),
    claimCompletion: createFactCache({} as KVNamespace, () => undefined).claimCompletion,
  };
  const defer = (work: Promise<unknown>) => void deferred.push(work);
  ports = {
    world,
    breakers: createBreakers(),
    metrics: noMetrics,
    cache,
    accounts,
    defer,
    warn: () => undefined,
  };
});

const ask = async (
  product: LookupRequest['product'],
  { user = 'ann', ...overrides }: Partial<LookupRequest> & { user?: string } = {},
) => {
  const answer = await lookup(
    {
      id: crypto.randomUUID(),
      principal: keyOf(account.id, user),
      product,
      body: { ok: true, input: { word: 'plain' } },
      bypass: false,
      startedAt: Date.now(),
      onAdmission: (admission) => admissions.push(admission),
      ...overrides,
    },
    ports,
  );
  await Promise.all(deferred);
  return answer;
};

const spend = ({ metadata }: Awaited<ReturnType<typeof lookup>>) => [
  metadata.credits_used,
  metadata.credits_remaining,
];

/** What the account holds now, and that every rule is kept. */
async function balance() {
  await Promise.all(deferred);
  for (const { name, holds } of await real.invariants(account.id))
    expect([name, holds]).toEqual([name, true]);
  return real.balance(account.id);
}

const compiled = (overrides: FakeSourceOptions = {}) =>
  fakeSource({ name: 'table', kind: 'compiled', version: () => 'one', ...overrides });
const records = (overrides: FakeSourceOptions = {}) =>
  fakeSource({
    name: 'rows',
    kind: 'records',
    version: () => 'one',
    ask: async () => ({ matched: true }),
    ...overrides,
  });

describe('a product that no source can answer here', () => {
  const lacking = () =>
    productOf(firstAnswer(fakeSource({ name: 'open', available: () => false }).source), 5);

  it('is 503 where the balance would do, and nothing stays held', async () => {
    await expect(ask(lacking())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { available: false },
    });
    expect((await balance()).available).toBe(100);
  });

  it('is counted apart from the failures of the service', async () => {
    const codes: string[] = [];
    const metrics: typeof noMetrics = {
      count: (_, labels) => codes.push(...Object.values(labels).map(String)),
    };
    ports = { ...ports, metrics };
    await expect(ask(lacking())).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(codes.at(-1)).toBe('NOT_CONFIGURED');
  });

  it('is 402 first where the balance would not', async () => {
    await open(4);
    await expect(ask(lacking())).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    expect((await balance()).available).toBe(4);
  });
});

describe('an answer from tables in memory', () => {
  it('is found before the account is asked, and takes one call', async () => {
    const { source, state } = compiled();
    let askedBefore = 0;
    const admit = ports.accounts.admit;
    ports.accounts = {
      ...ports.accounts,
      admit: (...args) => {
        askedBefore = state.calls;
        return admit(...args);
      },
    };
    expect(spend(await ask(productOf(firstAnswer(source))))).toEqual([10, 90]);
    expect([askedBefore, calls]).toEqual([1, ['admit']]);
    expect(orders).toMatchObject([{ step: 'charge', amount: 10 }]);
    expect(stored.size).toBe(0);
    expect(await balance()).toEqual({ available: 90, held: 0 });
  });

  it('is a cache hit by its receipt while the tables are the same, for a teammate too', async () => {
    let version = 'one';
    const product = productOf(firstAnswer(compiled({ version: () => version }).source));
    const first = await ask(product);
    expect(first.metadata.cache_hit).toBe(false);
    const again = await ask(product);
    expect(again.metadata).toMatchObject({
      cache_hit: true,
      cached_at: first.request.timestamp,
      credits_used: 0,
    });
    expect((await ask(product, { user: 'bob' })).metadata).toMatchObject({
      cache_hit: true,
      credits_used: 10,
    });
    version = 'two';
    const changed = await ask(product);
    expect(changed.metadata).toMatchObject({ cache_hit: false, credits_used: 0 });
    expect((await ask(product)).metadata).toMatchObject({
      cache_hit: true,
      cached_at: changed.request.timestamp,
    });
    expect((await ask(product, { bypass: true })).metadata).toMatchObject({
      cache_hit: false,
      credits_used: 10,
    });
    expect((await balance()).available).toBe(70);
  });
});

describe('an answer from records', () => {
  it('is read beside the account, charged by one call where the price is known', async () => {
    const order: string[] = [];
    const { source } = records({
      async ask() {
        order.push('read');
        await new Promise((resolve) => setTimeout(resolve, 20));
        order.push('found');
        return { matched: true };
      },
    });
    const admit = ports.accounts.admit;
    ports.accounts = {
      ...ports.accounts,
      admit: (...args) => {
        order.push('admit');
        return admit(...args);
      },
    };
    const product = { ...productOf(firstAnswer(source)), price: priceByInput(10, () => 7) };
    expect(spend(await ask(product as never))).toEqual([7, 93]);
    expect(order).toEqual(['read', 'admit', 'found']);
    expect([calls, stored.size]).toEqual([['admit'], 0]);
  });

  it('is set aside for where the price depends on it, and settled without waiting', async () => {
    const product = productOf(firstAnswer(records().source));
    expect(spend(await ask(product))).toEqual([10, 90]);
    expect(orders).toMatchObject([{ step: 'hold', amount: 10 }]);
    expect((await ask(product)).metadata).toMatchObject({ cache_hit: true, credits_used: 0 });
    expect(calls).toEqual(['admit', 'settle', 'admit']);
    expect(await balance()).toEqual({ available: 90, held: 0 });
  });

  it('that cannot be read costs nothing, though it was charged', async () => {
    const { source } = records({ ask: () => Promise.reject(new Error('D1_ERROR')) });
    const product = { ...productOf(firstAnswer(source)), price: priceByInput(10, () => 7) };
    await expect(ask(product as never)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(calls).toEqual(['admit', 'void']);
    expect(await balance()).toEqual({ available: 100, held: 0 });
  });
});

describe('a source that touches the network', () => {
  it('is asked after the account has said yes, and held for meanwhile', async () => {
    let heldMeanwhile: unknown;
    const { source } = fakeSource({
      async ask() {
        heldMeanwhile = await real.balance(account.id);
        return { matched: true };
      },
    });
    expect(spend(await ask(productOf(firstAnswer(source))))).toEqual([10, 90]);
    expect(heldMeanwhile).toEqual({ available: 90, held: 10 });
    expect(calls).toEqual(['cache', 'admit', 'settle']);
    expect(await balance()).toEqual({ available: 90, held: 0 });
  });

  it.each([
    ['an unknown key', 'UNAUTHORIZED', { principal: keyOf('org_nobody', 'ann') }],
    ['too small a balance', 'INSUFFICIENT_CREDITS', {}],
  ])('is never asked for %s', async (_, code, overrides) => {
    await open(9);
    const { source, state } = fakeSource();
    await expect(ask(productOf(firstAnswer(source)), overrides)).rejects.toMatchObject({ code });
    expect([state.calls, calls]).toEqual([0, ['cache', 'admit']]);
    expect(await balance()).toEqual({ available: 9, held: 0 });
  });

  it('costs nothing when there is no match', async () => {
    expect(
      spend(await ask(productOf(firstAnswer(fakeSource({ ask: () => null }).source)))),
    ).toEqual([0, 100]);
    expect(await balance()).toEqual({ available: 100, held: 0 });
  });

  it.each([
    ['a timeout', new ApiError('UPSTREAM_TIMEOUT'), 'UPSTREAM_TIMEOUT'],
    ['a broken connection', new Error('Network connection lost.'), 'SERVICE_UNAVAILABLE'],
    ['an input it cannot answer', new ApiError('UPSTREAM_ERROR'), 'UPSTREAM_ERROR'],
    ['a programming error', new TypeError('x is undefined'), 'INTERNAL_ERROR'],
  ])('costs nothing after %s', async (_, error, code) => {
    const { source } = fakeSource({ ask: () => Promise.reject(error) });
    await expect(ask(productOf(firstAnswer(source)))).rejects.toMatchObject({ code });
    expect(calls).toEqual(['cache', 'admit', 'void']);
    expect(await balance()).toEqual({ available: 100, held: 0 });
  });

  it('costs nothing when its answer cannot be presented', async () => {
    const product = productOf(firstAnswer(fakeSource().source));
    const from = () => {
      throw new TypeError('mapper');
    };
    const faulty = { ...product, insights: { ...product.insights, from } };
    await expect(ask(faulty)).rejects.toThrow('mapper');
    expect(await balance()).toEqual({ available: 100, held: 0 });
  });

  it('is held for once, however many are asked, and two calls in flight pay once', async () => {
    const product = productOf(
      allOf({ matched: fakeSource({ name: 'a' }).source, other: fakeSource({ name: 'b' }).source }),
    );
    const used = (await Promise.all([ask(product), ask(product)])).map(
      ({ metadata }) => metadata.credits_used,
    );
    expect(used.sort()).toEqual([0, 10]);
    expect(await balance()).toEqual({ available: 90, held: 0 });
  });

  it('is not asked again for what is stored, while the tables it rests on are the same', async () => {
    let version = 'one';
    const table = compiled({ ask: () => null, version: () => version });
    const network = fakeSource();
    const product = productOf(allOf({ table: table.source, matched: network.source }));
    await ask(product);
    expect((await ask(product)).metadata).toMatchObject({ cache_hit: true, credits_used: 0 });
    expect(network.state.calls).toBe(1);
    version = 'two';
    expect((await ask(product)).metadata).toMatchObject({ cache_hit: false, credits_used: 0 });
    expect(network.state.calls).toBe(2);
    expect(await balance()).toEqual({ available: 90, held: 0 });
  });

  describe('while another fails that might have added to its answer', () => {
    const MINUTE = 60_000;
    let isDown: boolean;
    let paid: ReturnType<typeof fakeSource>;
    let more: ReturnType<typeof fakeSource>;
    let product: LookupRequest['product'];

    beforeEach(() => {
      isDown = true;
      paid = fakeSource({ name: 'a', label: 'paid', kind: 'upstream', metered: 'calls' });
      more = fakeSource({
        name: 'b',
        label: 'more',
        ask: () => (isDown ? Promise.reject(new Error('down')) : { matched: true }),
      });
      product = productOf(allOf({ matched: paid.source, more: optionalPart(more.source) }));
    });
    const endOf = () => [...stored.values()].map(({ endsAt }) => endsAt);

    it('is paid once by five, and asked again an hour later', async () => {
      const startedAt = Date.now();
      expect((await ask(product, { startedAt })).metadata).toMatchObject({
        ...{ cache_hit: false, credits_used: 10 },
      });
      expect(endOf()).toEqual([startedAt + 60 * MINUTE]);
      for (let repeat = 0; repeat < 4; repeat++)
        expect((await ask(product)).metadata).toMatchObject({ cache_hit: true, credits_used: 0 });
      expect(spend(await ask(product, { user: 'bob' }))).toEqual([10, 80]);
      expect(paid.state.calls).toBe(1);
      stored.clear();
      isDown = false;
      expect((await ask(product)).metadata).toMatchObject({ cache_hit: false, credits_used: 0 });
      expect(endOf()[0]).toBeGreaterThan(startedAt + 6 * 24 * 60 * MINUTE);
      expect(await balance()).toEqual({ available: 80, held: 0 });
    });

    it('is completed in the background once the other is back, and is not paid again', async () => {
      await ask(product);
      isDown = false;
      const hit = await ask(product);
      expect(hit.metadata).toMatchObject({ cache_hit: true, credits_used: 0 });
      expect(hit.metadata.data_sources).toEqual(['paid']);
      const repeat = await ask(product);
      expect(repeat.metadata).toMatchObject({ cache_hit: true, credits_used: 0 });
      expect(repeat.metadata).toMatchObject({ cached_at: hit.metadata.cached_at });
      expect(repeat.metadata.data_sources).toEqual(['paid', 'more']);
      expect(endOf()[0]).toBeGreaterThan(Date.now() + 6 * 24 * 60 * MINUTE);
      expect(paid.state.calls).toBe(1);
      expect(await balance()).toEqual({ available: 90, held: 0 });
    });

    it('asks a failed source again at most once in four minutes, whatever the repeats', async () => {
      const clock = { now: () => Date.now() };
      ports = { ...ports, world: { ...world, clock } };
      await ask(product);
      for (let repeat = 0; repeat < 4; repeat++) await ask(product);
      expect(more.state.calls).toBe(2);
      const later = Date.now() + 4 * MINUTE;
      clock.now = () => later;
      for (let repeat = 0; repeat < 4; repeat++) await ask(product);
      expect(more.state.calls).toBe(3);
      expect(paid.state.calls).toBe(1);
    });

    it('keeps what a second paid source answered when a third fails again', async () => {
      const second = fakeSource({
        ...{ name: 'b', label: 'second', kind: 'upstream', metered: 'answers' },
        ask: () => (isDown ? Promise.reject(new Error('down')) : null),
      });
      const third = fakeSource({ name: 'c', ask: () => Promise.reject(new Error('down')) });
      const three = { matched: paid.source, b: optionalPart(second.source) };
      const all = productOf(allOf({ ...three, c: optionalPart(third.source) }));
      await ask(all);
      isDown = false;
      await ask(all);
      const later = Date.now() + 4 * MINUTE;
      ports = { ...ports, world: { ...world, clock: { now: () => later } } };
      await ask(all);
      expect([paid, second, third].map(({ state }) => state.calls)).toEqual([1, 2, 3]);
    });

    it('asks no paid source again that has refused the input, which it bills each time', async () => {
      const refusing = fakeSource({
        ...{ name: 'b', label: 'second', kind: 'upstream', metered: 'calls' },
        ask: () => Promise.reject(new ApiError('UPSTREAM_ERROR')),
      });
      const parts = { matched: paid.source, b: optionalPart(refusing.source) };
      const both = productOf(allOf(parts));
      const clock = { now: () => Date.now() };
      ports = { ...ports, world: { ...world, clock } };
      await ask(both);
      for (let minute = 4; minute < 20; minute += 4) {
        const later = Date.now() + minute * MINUTE;
        clock.now = () => later;
        expect((await ask(both)).metadata).toMatchObject({ cache_hit: true });
      }
      expect([paid, refusing].map(({ state }) => state.calls)).toEqual([1, 1]);
    });

    it('keeps what was paid for where the lookup fails, for the next attempt', async () => {
      product = productOf(allOf({ matched: paid.source, more: more.source }));
      await expect(ask(product)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      await expect(ask(product)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      isDown = false;
      expect(spend(await ask(product))).toEqual([10, 90]);
      expect(paid.state.calls).toBe(1);
    });

    it('keeps what is paid for only after another part has failed', async () => {
      const slow = fakeSource({
        ...{ name: 'a', label: 'paid', kind: 'upstream', metered: 'calls' },
        ask: () => new Promise((resolve) => setTimeout(resolve, 300, { matched: true })),
      });
      product = productOf(allOf({ matched: slow.source, more: more.source }));
      await expect(ask(product)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      isDown = false;
      expect(spend(await ask(product))).toEqual([10, 90]);
      expect(slow.state.calls).toBe(1);
    });

    it('keeps it for the next attempt of a row, and a refusal for none', async () => {
      const refusing = fakeSource({
        ...{ name: 'c', label: 'third', kind: 'upstream', metered: 'calls' },
        ask: () => Promise.reject(new ApiError('UPSTREAM_ERROR')),
      });
      product = productOf(allOf({ matched: paid.source, more: more.source, c: refusing.source }));
      const caller = { organizationId: account.id, mode: 'live' } as Caller;
      const call = { id: 'row', product, input: { word: 'plain' }, caller, bypass: false };
      const find = () =>
        findAnswer(
          { ...call, startedAt: Date.now() },
          hashInput(call, ports.world),
          ports,
          async () => {},
        );
      await expect(find()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      await expect(find()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect([paid, refusing].map(({ state }) => state.calls)).toEqual([1, 2]);
    });

    it('keeps its complete answer where a fresh one is not', async () => {
      isDown = false;
      await ask(product);
      const complete = [...stored.values()];
      isDown = true;
      expect(spend(await ask(product, { bypass: true }))).toEqual([10, 80]);
      expect([...stored.values()]).toEqual(complete);
    });
  });

  it('is paid once where the cache has lost what the receipts know', async () => {
    await open(10);
    const product = productOf(firstAnswer(fakeSource().source));
    await ask(product);
    stored.clear();
    expect(spend(await ask(product))).toEqual([0, 0]);
    expect(await balance()).toEqual({ available: 0, held: 0 });
  });

  it('costs a teammate no more than was paid first', async () => {
    await open(14);
    await ask(productOf(firstAnswer(fakeSource().source), 4));
    stored.clear();
    const dearer = productOf(firstAnswer(fakeSource().source), 50);
    expect(spend(await ask(dearer, { user: 'bob' }))).toEqual([4, 6]);
  });
});

describe('a body that cannot be used', () => {
  it('is refused after key, plan and windows, and counted', async () => {
    const problem = new ApiError('MISSING_FIELD');
    const product = productOf(firstAnswer(compiled().source));
    const body = { ok: false, problem } as const;
    await expect(ask(product, { body })).rejects.toBe(problem);
    expect(admissions).toMatchObject([{ code: 'ADMITTED', window: { remaining: 199 } }]);
    await expect(ask(product, { body, principal: keyOf(account.id, 'eve') })).rejects.toMatchObject(
      {
        code: 'UNAUTHORIZED',
      },
    );
  });
});

describe('replies that are lost', () => {
  it('of the account: the order is undone', async () => {
    isLost = (call) => call === 'admit';
    await expect(ask(productOf(firstAnswer(compiled().source)))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
    });
    expect(calls).toEqual(['admit', 'void']);
    expect(await balance()).toEqual({ available: 100, held: 0 });
  });

  it('of the void too: it is made again after the reply, until it gets through', async () => {
    let voids = 0;
    isLost = (call) => call === 'admit' || (call === 'void' && ++voids < 3);
    await expect(ask(productOf(firstAnswer(compiled().source)))).rejects.toMatchObject({
      status: 503,
    });
    await Promise.all(deferred);
    // The first failure scheduled the retry, which is among the deferred by now.
    await Promise.all(deferred);
    expect(calls).toEqual(['admit', 'void', 'void', 'void']);
    expect(await balance()).toEqual({ available: 100, held: 0 });
  });

  it('of nothing: a refusal comes after its void has ended', async () => {
    let hasEnded = false;
    const { voidLookup } = ports.accounts;
    ports.accounts = {
      ...ports.accounts,
      voidLookup: async (...args) => {
        await voidLookup(...args);
        hasEnded = true;
      },
    };
    const { source } = fakeSource({ ask: () => Promise.reject(new ApiError('UPSTREAM_ERROR')) });
    await expect(ask(productOf(firstAnswer(source)))).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
    });
    expect(hasEnded).toBe(true);
  });

  it('before the settlement arrived: it is sent again, once', async () => {
    let isOut = true;
    const { settleLookup } = ports.accounts;
    ports.accounts = {
      ...ports.accounts,
      async settleLookup(...args) {
        if (!isOut) return settleLookup(...args);
        isOut = false;
        throw new Error('Network connection lost.');
      },
    };
    expect(spend(await ask(productOf(firstAnswer(fakeSource().source))))).toEqual([10, 90]);
    expect(calls).toEqual(['cache', 'admit', 'settle']);
    expect(await balance()).toEqual({ available: 90, held: 0 });
  });

  it('of the settlement: the caller has the answer, and paid for it', async () => {
    let settlements = 0;
    isLost = (call) => call === 'settle' && ++settlements < 2;
    expect(spend(await ask(productOf(firstAnswer(fakeSource().source))))).toEqual([10, 90]);
    expect(await balance()).toEqual({ available: 90, held: 0 });
  });
});

describe('two equal lookups in flight', () => {
  it('are paid once where the first is cancelled after the second was answered', async () => {
    const begun = Promise.withResolvers<void>();
    let asked = 0;
    const network = fakeSource({
      ask: () => {
        asked++;
        begun.resolve();
        return asked === 1 ? new Promise(() => undefined) : { matched: true };
      },
    });
    const product = productOf(firstAnswer(network.source));
    const first = new AbortController();
    const cancelled = ask(product, { signal: first.signal }).catch(({ status }) => status);
    await begun.promise;
    const answered = await ask(product);
    expect(answered.classification).toEqual({ matched: true });
    first.abort();
    expect(await cancelled).toBe(499);
    expect(await balance()).toEqual({ available: 90, held: 0 });
  });
});

describe('a lookup paid by what it turns out to be', () => {
  /** Six credits a minute; two minutes are expected. */
  const recording = (minutes: number) => {
    const { source, state } = fakeSource();
    const price = { upTo: 6, per: 'minute of audio', listed: () => 12, charge: () => 6 * minutes };
    return { product: { ...productOf(firstAnswer(source)), price } as never, state };
  };

  it.each([
    [1, 6],
    [2, 12],
    [9, 54],
  ])('of %i minutes costs %i credits, though 12 were set aside', async (minutes, price) => {
    expect(spend(await ask(recording(minutes).product))).toEqual([price, 100 - price]);
    expect(orders).toMatchObject([{ step: 'estimate', amount: 12 }]);
    expect(calls).toEqual(['cache', 'admit', 'settle']);
    expect(await balance()).toEqual({ available: 100 - price, held: 0 });
  });

  it('that is longer than the balance reaches is refused, and nothing is taken', async () => {
    await open(20);
    const { product, state } = recording(9);
    await expect(ask(product)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS', status: 402 });
    expect(await balance()).toEqual({ available: 20, held: 0 });
    expect((await real.statement(account.id, null)).usage.allTime).toEqual({
      lookups: 0,
      credits: 0,
    });
    // Once the credits are there, the cached fact answers without a source.
    await real.grant(account.id, { id: 'more', amount: 80, note: null });
    expect(spend(await ask(product))).toEqual([54, 46]);
    expect(state.calls).toBe(1);
    expect(spend(await ask(product))).toEqual([0, 46]);
  });

  it('is not given for a call in flight that was refused', async () => {
    await open(30);
    const { product } = recording(9);
    const ends = await Promise.allSettled([ask(product), ask(product)]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await balance()).toEqual({ available: 30, held: 0 });
  });

  it('is paid once by two calls in flight, and again where that is asked for', async () => {
    const { product } = recording(3);
    const both = await Promise.all([ask(product), ask(product)]);
    expect(both.map(({ metadata }) => metadata.credits_used).sort()).toEqual([0, 18]);
    expect(spend(await ask(product, { bypass: true }))).toEqual([18, 64]);
    expect((await balance()).available).toBe(64);
  });

  describe('when a reply is lost', () => {
    /** A connection that breaks so many times, after the account has acted. */
    const breaks = (name: string, times: number) => {
      let left = times;
      isLost = (call) => call === name && left-- > 0;
    };

    it.each([
      ['admit', 1],
      ['settle', 1],
    ])('of %s, takes nothing', async (name, times) => {
      breaks(name, times);
      await expect(ask(recording(9).product)).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
      });
      expect(calls.slice(-2)).toEqual([name, 'void']);
      expect(await balance()).toEqual({ available: 100, held: 0 });
      expect((await real.statement(account.id, null)).usage.allTime.credits).toBe(0);
      expect(spend(await ask(recording(9).product))).toEqual([54, 46]);
    });

    it('of settle and of every void but the last, takes nothing', async () => {
      let voids = 0;
      isLost = (call) => call === 'settle' || (call === 'void' && ++voids < 3);
      await expect(ask(recording(9).product)).rejects.toMatchObject({ status: 503 });
      await Promise.all(deferred);
      expect(await balance()).toEqual({ available: 100, held: 0 });
    });

    it('of the refusal, takes nothing', async () => {
      await open(20);
      breaks('settle', 1);
      await expect(ask(recording(9).product)).rejects.toMatchObject({ status: 503 });
      expect(await balance()).toEqual({ available: 20, held: 0 });
    });

    it('with the object, is paid once', async () => {
      const { settleLookup } = ports.accounts;
      ports.accounts = {
        ...ports.accounts,
        settleLookup: async (...args) => {
          await restart(account);
          await settleLookup(...args);
          await restart(account);
          return settleLookup(...args);
        },
      };
      expect(spend(await ask(recording(9).product))).toEqual([54, 46]);
      expect(await balance()).toEqual({ available: 46, held: 0 });
    });
  });
});
