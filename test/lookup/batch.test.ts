import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Account } from '../../src/accounts/object/account.ts';
import { AccountTables } from '../../src/accounts/object/tables.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { bucketReplays } from '../../src/lookup/account/store-replays.ts';
import {
  type BatchPorts,
  type BatchResult,
  requestBatch,
} from '../../src/lookup/pipeline/batch.ts';
import type { Breakers } from '../../src/lookup/pipeline/circuit-breakers.ts';
import { createFactCache } from '../../src/lookup/pipeline/fact-cache.ts';
import { requestLookup } from '../../src/lookup/pipeline/lookup-request.ts';
import type { AnyProduct } from '../../src/lookup/product.ts';
import { firstAnswer } from '../../src/lookup/source.ts';
import {
  broken,
  DAY,
  keyOf,
  paidAccount,
  START,
  type TestAccount,
  USERS,
} from '../accounts/ledger/support.ts';
import { noMetrics, noRequestLog } from '../support/no-metrics.ts';
import { type Random, randomOf } from '../support/random.ts';
import { FRESH_COUNT, FRESH_SEED, IS_REPLAY, seedFailure } from '../support/simulate.ts';
import { fakeSource, productOf, world } from './fixtures.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => void vi.useRealTimers());
afterEach(() => void vi.restoreAllMocks());

const PRICE = 10;

/** What is found of a word, or how its source fails, is drawn from its own letters. */
function factOf(word: string) {
  if (word.startsWith('dead')) throw new ApiError('UPSTREAM_ERROR');
  if (word.startsWith('busy')) throw new ApiError('UPSTREAM_QUOTA_EXHAUSTED');
  return { matched: !word.startsWith('none') };
}

function productsOf() {
  const open = fakeSource({ ask: factOf });
  const compiled = fakeSource({
    ...{ name: 'table', kind: 'compiled', version: () => 'one' },
    ask: (word) => ({ matched: !word.startsWith('none') }),
  });
  const named = (product: AnyProduct, type: string): AnyProduct => ({ ...product, type });
  const openProduct = productOf(firstAnswer(open.source), PRICE);
  const measured = { ...openProduct.price, per: 'minute', measured: () => PRICE };
  const products = [
    named(openProduct, 'open'),
    named(productOf(firstAnswer(compiled.source), PRICE), 'table'),
    named({ ...openProduct, price: measured }, 'estimated'),
  ];
  return { products, asked: open.state };
}

const ledger = objectStubs(env.ACCOUNT, Account);

/** A breaker opens by the order in which calls end, which is another in a batch. */
const neverOpen = {
  admit: () => ({ call: (_: number, work: () => unknown) => work() }),
} as unknown as Breakers;

/** Ports of one isolate; `calls` has every call of the account by its name. */
function isolate() {
  const deferred: Promise<unknown>[] = [];
  const calls: string[] = [];
  const accounts = Object.fromEntries(
    Object.entries(ledger).map(([name, verb]) => [
      name,
      (...args: never[]) => {
        calls.push(name);
        return (verb as (...args: never[]) => unknown)(...args);
      },
    ]),
  ) as unknown as typeof ledger;
  const ports: BatchPorts = {
    ...{
      world,
      breakers: neverOpen,
      metrics: noMetrics,
      requests: noRequestLog,
      warn: () => undefined,
    },
    cache: createFactCache(
      env.CACHE,
      () => undefined,
      async (ms) => ms,
    ),
    replays: bucketReplays(env.HISTORY),
    accounts,
    defer: (work) => void deferred.push(work),
  };
  const settled = async () => {
    while (deferred.length > 0) await Promise.all(deferred.splice(0));
  };
  return { ports, calls, settled };
}

interface Entry {
  product: AnyProduct;
  input: Record<string, unknown>;
}

async function askBatch(
  account: TestAccount,
  user: string,
  entries: readonly Entry[],
  { ports, settled }: ReturnType<typeof isolate>,
  idempotencyKey: string | null = null,
) {
  const incoming = {
    ...{
      id: crypto.randomUUID(),
      path: '',
      principal: keyOf(account.id, user),
      startedAt: Date.now(),
    },
    ...{
      origin: 'https://api.test',
      entries,
      sent: entries.map(({ input }) => input),
      idempotencyKey,
    },
    bypass: false,
    onAdmission: () => undefined,
  };
  const answer = await requestBatch(incoming, ports);
  await settled();
  const { data, replayed } = answer;
  return { data: data.results, creditsRemaining: data.creditsRemaining, replayed };
}

async function askAlone(
  account: TestAccount,
  user: string,
  { product, input }: Entry,
  { ports, settled }: ReturnType<typeof isolate>,
): Promise<unknown> {
  const incoming = {
    ...{
      id: crypto.randomUUID(),
      path: '',
      principal: keyOf(account.id, user),
      startedAt: Date.now(),
    },
    ...{ product, bypass: false, onAdmission: () => undefined },
  };
  try {
    const { data } = await requestLookup(
      incoming,
      () => ({ sent: input, idempotencyKey: null }),
      ports,
    );
    return seen({ status: 200, success: true, data });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.status, error.code, error.message, error.param];
  } finally {
    await settled();
  }
}

/** A result without its ids and its time. */
function seen(result: BatchResult): unknown {
  if (!result.success) {
    const { message, code, param = null } = result.error;
    return [result.status, code, message, param];
  }
  const { request, metadata, ...sections } = result.data;
  return [result.status, request.type, request.input, request.timestamp, metadata, sections];
}

const WORDS = ['plain', 'other', 'none', 'dead', 'busy', 'third'];

function drawEntry(random: Random, products: readonly AnyProduct[]): Entry {
  const product = products[random.below(products.length)]!;
  if (random.chance(0.05)) return { product, input: { wrong: 'field' } };
  const word = `${WORDS[random.below(WORDS.length)]}${random.below(2)}`;
  return { product, input: { word, ...(random.chance(0.2) && { bypass_cache: true }) } };
}

/** The same lookups, in batches by one organization and one by one by another. */
async function compare(seed: number): Promise<void> {
  const random = randomOf(seed);
  vi.setSystemTime(START);
  const { products } = productsOf();
  const together = await paidAccount(100_000);
  const alone = await paidAccount(100_000);
  const [batches, singles] = [isolate(), isolate()];
  for (let step = 0; step < 5; step++) {
    const user = USERS[random.below(2)]!;
    const entries = Array.from({ length: 1 + random.below(12) }, () => drawEntry(random, products));
    const { data, creditsRemaining } = await askBatch(together, user, entries, batches);
    expect(creditsRemaining).toBe((await ledger.statement(together.id, null)).totalAvailable);
    const expected: unknown[] = [];
    for (const entry of entries) expected.push(await askAlone(alone, user, entry, singles));
    expect(data.map(seen)).toEqual(expected);
    vi.setSystemTime(Date.now() + random.below(4 * DAY));
  }
  const [first, second] = await Promise.all(
    [together, alone].map(async ({ id }) => {
      const { usage, ...balance } = await ledger.statement(id, null);
      return [balance, usage.allTime.credits];
    }),
  );
  expect(first).toEqual(second);
  expect(broken(await together.open().invariants())).toEqual([]);
}

const seeds = [
  ...Array.from({ length: IS_REPLAY ? 0 : 10 }, (_, index) => index + 1),
  ...Array.from({ length: FRESH_COUNT ?? (IS_REPLAY ? 1 : 3) }, (_, index) => FRESH_SEED + index),
];

describe('a batch', () => {
  it('answers and costs what its lookups do one by one, in any mix', {
    timeout: 120_000,
  }, async () => {
    for (const seed of seeds)
      await compare(seed).catch((cause) => {
        throw seedFailure(seed, cause);
      });
  });

  it('is one call of the account, which reads its receipts at once, and one more that settles what was held', async () => {
    const { products, asked } = productsOf();
    const account = await paidAccount(10_000);
    const own = isolate();
    const entries = Array.from({ length: 100 }, (_, at) => ({
      product: products[at % 2]!,
      input: { word: `word${at}` },
    }));
    const reads = {
      ofOne: vi.spyOn(AccountTables.prototype, 'receipts'),
      ofAll: vi.spyOn(AccountTables.prototype, 'receipted'),
    };
    const { data } = await askBatch(account, 'ann', entries, own);
    expect(data.map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(own.calls).toEqual(['admitAll', 'settleLookups']);
    expect(reads.ofOne).not.toHaveBeenCalled();
    expect(reads.ofAll).toHaveBeenCalledTimes(2);
    expect(asked.calls).toBe(50);
  });

  it('asks a source once for what it repeats', async () => {
    const { products, asked } = productsOf();
    const account = await paidAccount(100);
    const entries = Array.from({ length: 5 }, () => ({
      product: products[0]!,
      input: { word: 'same' },
    }));
    const { data } = await askBatch(account, 'ann', entries, isolate());
    const credits = data.map((result) => result.success && result.data.metadata.credits_used);
    expect([asked.calls, credits]).toEqual([1, [PRICE, 0, 0, 0, 0]]);
  });

  it('does not complete at once what a repeat shares of a partial answer', async () => {
    const failing = fakeSource({
      name: 'failing',
      ask: () => Promise.reject(new ApiError('UPSTREAM_ERROR')),
    });
    const open = fakeSource({ ask: factOf });
    const product = productOf(firstAnswer(failing.source, open.source), PRICE);
    const entries = Array.from({ length: 2 }, () => ({ product, input: { word: 'same' } }));
    const { data } = await askBatch(await paidAccount(100), 'ann', entries, isolate());
    expect(data.map(({ status }) => status)).toEqual([200, 200]);
    expect([failing.state.calls, open.state.calls]).toEqual([1, 1]);
  });

  it('answers from the cache what stands behind a fresh lookup that fails', async () => {
    let isDown = false;
    const ask = () => (isDown ? Promise.reject(new Error('down')) : { matched: true });
    const product = productOf(firstAnswer(fakeSource({ ask }).source), PRICE);
    const input = { word: 'same' };
    const statuses = async (one: boolean) => {
      isDown = false;
      const account = await paidAccount(100);
      const own = isolate();
      await askBatch(account, 'ann', [{ product, input }], own);
      isDown = true;
      const entries = [
        { product, input: { ...input, bypass_cache: true } },
        { product, input },
      ];
      const batches = one ? entries.map((entry) => [entry]) : [entries];
      const results: BatchResult[] = [];
      for (const batch of batches)
        results.push(...(await askBatch(account, 'ann', batch, own)).data);
      return results.map(({ status }) => status);
    };
    expect(await statuses(true)).toEqual([503, 200]);
    expect(await statuses(false)).toEqual([503, 200]);
  });

  it('answers what the balance reaches for, in its order, and refuses the rest', async () => {
    const { products } = productsOf();
    const account = await paidAccount(25);
    const words = ['a', 'b', 'c', 'none', 'd'];
    const entries = words.map((word) => ({ product: products[1]!, input: { word } }));
    const own = isolate();
    const { data } = await askBatch(account, 'ann', entries, own);
    expect(data.map(({ status }) => status)).toEqual([200, 200, 402, 200, 402]);
    const { totalAvailable, held } = await ledger.statement(account.id, null);
    expect([totalAvailable, held]).toEqual([5, 0]);
  });

  it('counts each of its lookups in the windows', async () => {
    const { products } = productsOf();
    const account = await paidAccount(10_000);
    const own = isolate();
    const ask = (count: number) =>
      askBatch(
        account,
        'ann',
        Array.from({ length: count }, () => ({ product: products[1]!, input: { word: 'one' } })),
        own,
      );
    await ask(100);
    await ask(60);
    const { data } = await ask(60);
    const statuses = Array.from({ length: 60 }, (_, at) => (at < 40 ? 200 : 429));
    expect(data.map(({ status }) => status)).toEqual(statuses);
    expect(data[59]).toMatchObject({ retry_after: 10, error: { code: 'RATE_LIMIT_EXCEEDED' } });
  });

  it('is refused whole for what its caller is, and charges nothing', async () => {
    const { products } = productsOf();
    const account = await paidAccount(100);
    const own = isolate();
    const entries = [{ product: products[0]!, input: { word: 'one' } }];
    await expect(askBatch(account, 'eve', entries, own)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    own.ports.accounts.admitAll = async () => {
      throw new Error('the object is gone');
    };
    await expect(askBatch(account, 'ann', entries, own)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(own.calls.at(-1)).toBe('voidLookups');
  });

  it('whose answer was lost is answered again under its key, and paid once', async () => {
    const { products } = productsOf();
    const account = await paidAccount(100);
    const own = isolate();
    const entries = ['a', 'b', 'dead'].map((word) => ({
      product: products[0]!,
      input: { word, bypass_cache: true },
    }));
    const { put } = own.ports.replays;
    own.ports.replays.put = async () => {
      throw new Error('the bucket is gone');
    };
    await askBatch(account, 'ann', entries, own, 'key');
    own.ports.replays.put = put;
    await expect(askBatch(account, 'ann', entries, own, 'key')).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    vi.setSystemTime(START + 61_000);
    const again = await askBatch(account, 'ann', entries, own, 'key');
    const third = await askBatch(account, 'ann', entries, own, 'key');
    expect([again.replayed, third.replayed]).toEqual([false, true]);
    expect(third.data).toEqual(again.data);
    const { usage } = await ledger.statement(account.id, null);
    expect(usage.allTime.credits).toBe(2 * PRICE);
  });
});
