import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { Account } from '../../src/accounts/object/account.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { bucketReplays } from '../../src/lookup/account/store-replays.ts';
import { type BatchPorts, requestBatch } from '../../src/lookup/pipeline/batch.ts';
import { createBreakers } from '../../src/lookup/pipeline/circuit-breakers.ts';
import { createFactCache } from '../../src/lookup/pipeline/fact-cache.ts';
import { lookup } from '../../src/lookup/pipeline/lookup.ts';
import { firstAnswer } from '../../src/lookup/source.ts';
import { broken, keyOf, paidAccount, START, USERS } from '../accounts/ledger/support.ts';
import { type Chaos, isInjected } from '../support/chaos.ts';
import { chaosKv, chaosNamespace } from '../support/chaos-bindings.ts';
import { noMetrics, noRequestLog } from '../support/no-metrics.ts';
import { simulate } from '../support/simulate.ts';
import { fakeSource, productOf, world } from './fixtures.ts';

// Simulation: two users of an organization look the same few words up concurrently, one by one and
// in batches, with stale and
// lost cache reads, evictions of the account's object, lost requests and lost replies. Answers are
// right, and no user pays twice for a word within seven days.

const PRICE = 10;
const WORDS = 8;
const STEPS = 20;
const DAY = 86_400_000;
/** Longer than the lifetime of a lookup's hold. */
const HOLD_MS = 6 * 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const isMatch = (word: string): boolean => !word.endsWith('0');

/** One product is answered over the network and cached in KV; the other is read from a table. */
function productsOf(chaos: Chaos) {
  const open = fakeSource({
    ask: (word) => {
      if (chaos.strikes('http_error')) throw new ApiError('UPSTREAM_ERROR');
      return { matched: isMatch(word) };
    },
  });
  const compiled = fakeSource({
    ...{ name: 'table', kind: 'compiled', version: () => 'one' },
    ask: (word) => ({ matched: isMatch(word) }),
  });
  return [open, compiled].map(({ source }) => productOf(firstAnswer(source), PRICE));
}

async function run(chaos: Chaos): Promise<void> {
  const { random } = chaos;
  vi.setSystemTime(START);
  const account = await paidAccount(10_000);
  const products = productsOf(chaos)
    .slice(0, 1 + random.below(2))
    .slice(-1);
  const real = objectStubs(env.ACCOUNT, Account);
  const deferred: Promise<unknown>[] = [];
  /** An isolate has a memory of its own. */
  const isolate = (): BatchPorts => ({
    replays: bucketReplays(env.HISTORY),
    ...{
      world,
      breakers: createBreakers(),
      metrics: noMetrics,
      requests: noRequestLog,
      warn: () => undefined,
    },
    cache: createFactCache(
      chaosKv(chaos, env.CACHE),
      () => undefined,
      async (ms) => ms,
    ),
    accounts: objectStubs(chaosNamespace(chaos, env.ACCOUNT), Account),
    defer: (work) => void deferred.push(work),
  });
  let ports = isolate();
  /** Answers by user. */
  const answered = new Set<string>();
  const ask = async (user: (typeof USERS)[number], word: string) => {
    const request = {
      ...{ id: crypto.randomUUID(), path: '', principal: keyOf(account.id, user), bypass: false },
      ...{ product: products[0]!, body: { ok: true as const, input: { word } } },
      ...{ startedAt: Date.now(), onAdmission: () => undefined },
    };
    try {
      const { classification } = await lookup(request, ports);
      expect(classification).toEqual({ matched: isMatch(word) });
      answered.add(`${user} ${word}`);
    } catch (error) {
      if (!(error instanceof ApiError) && !isInjected(error)) throw error;
    }
  };
  const askBatch = async (user: (typeof USERS)[number], words: readonly string[]) => {
    const entries = words.map((word) => ({ product: products[0]!, input: { word } }));
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
        path: '',
        sent: null,
        bypass: false,
        idempotencyKey: null,
        onAdmission: () => undefined,
      },
    };
    const results = await requestBatch(incoming, ports).catch((error: unknown) => {
      if (!(error instanceof ApiError) && !isInjected(error)) throw error;
      return { data: { results: [] } };
    });
    results.data.results.forEach((result, at) => {
      if (!result.success) return;
      expect(result.data.classification).toEqual({ matched: isMatch(words[at]!) });
      answered.add(`${user} ${words[at]}`);
    });
  };
  const drawWord = () => `word${random.below(WORDS)}`;
  for (let step = 0; step < STEPS; step++) {
    if (random.chance(0.2)) ports = isolate();
    const calls = Array.from({ length: 1 + random.below(3) }, () =>
      random.chance(0.3)
        ? askBatch(USERS[random.below(2)]!, Array.from({ length: 3 }, drawWord))
        : ask(USERS[random.below(2)]!, drawWord()),
    );
    await Promise.all(calls);
    // It is over within seconds, or not done at all; what does not get through is put off again.
    while (deferred.length > 0) await Promise.all(deferred.splice(0));
    chaos.pass(random.below(DAY / 10));
  }
  chaos.intensity = 0;
  chaos.pass(HOLD_MS);

  const statement = await real.statement(account.id, null);
  expect(statement.held).toBe(0);
  const paying = [...answered].filter((one) => isMatch(one)).length;
  expect(statement.usage.allTime.credits).toBeLessThanOrEqual(PRICE * paying);
  expect(statement.totalAvailable).toBe(10_000 - statement.usage.allTime.credits);
  expect(broken(await real.invariants(account.id))).toEqual([]);
}

simulate(
  'answers right and charges a user once whatever the cache and the account do',
  { faults: 'lookups', fixed: 10, fresh: 3, perTest: 10 },
  run,
);
