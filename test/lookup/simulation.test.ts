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
import { requestLookup } from '../../src/lookup/pipeline/lookup-request.ts';
import { firstAnswer } from '../../src/lookup/source.ts';
import { broken, keyOf, paidAccount, START, USERS } from '../accounts/ledger/support.ts';
import { type Chaos, InjectedFault, isInjected } from '../support/chaos.ts';
import { chaosBucket, chaosKv, chaosNamespace } from '../support/chaos-bindings.ts';
import { noMetrics, noRequestLog } from '../support/no-metrics.ts';
import { simulate } from '../support/simulate.ts';
import { fakeSource, productOf, world } from './fixtures.ts';

// Simulation: two users of an organization look the same few words up concurrently, one by one, in
// batches, and afresh with an Idempotency-Key, with stale and lost cache reads, evictions of the
// account's object, isolates that die, lost requests, replies and replays. Answers are right, no
// user pays twice for a word within seven days, and none twice under one key.

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

/** What an isolate has under way, until it dies. */
function newIsolate() {
  const death = Promise.withResolvers<void>();
  const nothing = { deferred: [] as Promise<unknown>[], asked: [] as string[], isDead: false };
  const isolate = { ...nothing, death: death.promise };
  const die = () => {
    isolate.isDead = true;
    death.resolve();
  };
  return Object.assign(isolate, { die });
}

async function run(chaos: Chaos): Promise<void> {
  const { random } = chaos;
  vi.setSystemTime(START);
  const account = await paidAccount(10_000);
  const products = productsOf(chaos)
    .slice(0, 1 + random.below(2))
    .slice(-1);
  const real = objectStubs(env.ACCOUNT, Account);
  /** The isolate that calls come to now. */
  let current = newIsolate();
  /** An isolate has a memory of its own, and may die at any call of the account. */
  const isolate = (): BatchPorts => {
    const own = newIsolate();
    current = own;
    const mortal = <T extends object>(port: T, canDie: boolean): T => {
      const check = () => {
        if (canDie && !own.isDead && chaos.strikes('crash')) own.die();
        if (own.isDead) throw new InjectedFault('crash');
      };
      return new Proxy(port, {
        get: (target, name) => {
          const step = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
          return async (...args: unknown[]) => {
            check();
            const answer = await Reflect.apply(step, target, args);
            check();
            return answer;
          };
        },
      });
    };
    const cache = createFactCache(
      chaosKv(chaos, env.CACHE),
      () => undefined,
      async (ms) => ms,
    );
    return {
      replays: mortal(bucketReplays(chaosBucket(chaos, env.RESULTS)), false),
      ...{
        world,
        breakers: createBreakers(),
        metrics: noMetrics,
        requests: noRequestLog,
        warn: () => undefined,
      },
      cache,
      accounts: mortal(objectStubs(chaosNamespace(chaos, env.ACCOUNT), Account), true),
      defer: (work) => void own.deferred.push(work.catch(() => undefined)),
    };
  };
  let ports = isolate();
  /** Answers by user, and words that an isolate may have charged before it died. */
  const answered = new Set<string>();
  /** What is under way is over within seconds, or not done at all. */
  const settle = async () => {
    for (;;) {
      if (current.isDead) {
        for (const one of current.asked) answered.add(one);
        ports = isolate();
      }
      if (current.deferred.length === 0) return;
      await Promise.race([Promise.all(current.deferred.splice(0)), current.death]);
    }
  };
  const ignoreRefusal = (error: unknown) => {
    if (!(error instanceof ApiError) && !isInjected(error)) throw error;
  };
  const ask = async (user: (typeof USERS)[number], word: string) => {
    const request = {
      ...{ id: crypto.randomUUID(), path: '', principal: keyOf(account.id, user), bypass: false },
      ...{ product: products[0]!, body: { ok: true as const, input: { word } } },
      ...{ startedAt: Date.now(), onAdmission: () => undefined },
    };
    current.asked.push(`${user} ${word}`);
    const answer = await lookup(request, ports).catch(ignoreRefusal);
    if (!answer) return;
    expect(answer.classification).toEqual({ matched: isMatch(word) });
    answered.add(`${user} ${word}`);
  };
  /** Words looked up afresh, each under a key of its own, alone or in a batch. */
  const keyed: string[] = [];
  const askAfresh = async (user: (typeof USERS)[number], word: string) => {
    const sent = { word };
    const idempotencyKey = crypto.randomUUID();
    keyed.push(word);
    const askAlone = random.chance(0.5);
    for (let attempt = 0; attempt < 4; attempt++) {
      const incoming = {
        ...{ id: crypto.randomUUID(), path: '', principal: keyOf(account.id, user), bypass: true },
        ...{ product: products[0]!, startedAt: Date.now(), onAdmission: () => undefined },
      };
      const entries = [{ product: products[0]!, input: sent }];
      const keyedBatch = { ...incoming, origin: '', entries, sent, idempotencyKey };
      const asked = askAlone
        ? requestLookup(incoming, () => ({ sent, idempotencyKey }), ports)
        : requestBatch(keyedBatch, ports).then(({ data: { results } }) =>
            results[0]?.success ? { data: results[0].data } : undefined,
          );
      const answer = await asked.catch(ignoreRefusal);
      if (answer) expect(answer.data.classification).toEqual({ matched: isMatch(word) });
      await settle();
      // A claim whose request died is free after a minute, and what it reserved after five.
      chaos.pass(random.below(6) * 60_000);
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
    current.asked.push(...words.map((word) => `${user} ${word}`));
    const answer = await requestBatch(incoming, ports).catch(ignoreRefusal);
    answer?.data.results.forEach((result, at) => {
      if (!result.success) return;
      expect(result.data.classification).toEqual({ matched: isMatch(words[at]!) });
      answered.add(`${user} ${words[at]}`);
    });
  };
  const drawWord = () => `word${random.below(WORDS)}`;
  for (let step = 0; step < STEPS; step++) {
    if (random.chance(0.2)) ports = isolate();
    if (random.chance(0.2)) await askAfresh(USERS[random.below(2)]!, drawWord());
    const calls = Array.from({ length: 1 + random.below(3) }, () =>
      random.chance(0.3)
        ? askBatch(USERS[random.below(2)]!, Array.from({ length: 3 }, drawWord))
        : ask(USERS[random.below(2)]!, drawWord()),
    );
    await Promise.all(calls);
    await settle();
    chaos.pass(random.below(DAY / 10));
  }
  chaos.intensity = 0;
  chaos.pass(HOLD_MS);

  const statement = await real.statement(account.id, null);
  expect(statement.held).toBe(0);
  const paying = [...answered, ...keyed].filter((one) => isMatch(one)).length;
  expect(statement.usage.allTime.credits).toBeLessThanOrEqual(PRICE * paying);
  expect(statement.totalAvailable).toBe(10_000 - statement.usage.allTime.credits);
  expect(broken(await real.invariants(account.id))).toEqual([]);
}

simulate(
  'answers right and charges a user once whatever the cache and the account do',
  { faults: 'lookups', fixed: 10, fresh: 3, perTest: 10 },
  run,
);
