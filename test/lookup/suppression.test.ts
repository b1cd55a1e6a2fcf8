import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Account } from '../../src/accounts/object/account.ts';
import { personSubjects } from '../../src/domain/person/person.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { RECORD_DATASETS } from '../../src/lookup/datasets/catalog.ts';
import { findAnswer, hashInput } from '../../src/lookup/pipeline/answer.ts';
import { createBreakers } from '../../src/lookup/pipeline/circuit-breakers.ts';
import type { StoredFact } from '../../src/lookup/pipeline/fact-cache.ts';
import {
  type LookupRequest,
  lookup,
  type PipelinePorts,
} from '../../src/lookup/pipeline/lookup.ts';
import type { AnyProduct } from '../../src/lookup/product.ts';
import { firstAnswer } from '../../src/lookup/source.ts';
import { isSuppressed, suppressionHash } from '../../src/lookup/suppression.ts';
import type { World } from '../../src/lookup/world.ts';
import { products } from '../../src/products/index.ts';
import { importRecords } from '../../src/records/import.ts';
import { keyOf, paidAccount, type TestAccount } from '../accounts/ledger/support.ts';
import { clearRecords, counted, createPorts, request, streamOf } from '../records/support.ts';
import { noMetrics } from '../support/no-metrics.ts';
import { fakeSource, productOf } from './fixtures.ts';

const accounts = objectStubs(env.ACCOUNT, Account);
const HIDDEN = 'hidden@example.com';

let account: TestAccount;
let stored: Map<string, StoredFact>;
let reads: string[];
let deferred: Promise<unknown>[];
let records: World['records'];
let ports: PipelinePorts;

const { store, ports: recordPorts } = createPorts(RECORD_DATASETS);

async function suppress(...texts: string[]) {
  const rows = await Promise.all(
    texts.map(async (text) => `${await suppressionHash({ kind: 'email', text })}\n`),
  );
  await importRecords(
    request({
      dataset: 'suppressed_people',
      mode: 'replace',
      body: streamOf('email_hash\n', ...rows),
    }),
    recordPorts,
  );
  store.invalidateManifest();
}

beforeAll(async () => {
  account = await paidAccount(1_000);
});
beforeEach(() => {
  [stored, reads, deferred, records] = [new Map(), [], [], store];
  ports = {
    world: {
      clock: { now: () => Date.now() },
      get records() {
        return records;
      },
    } as World,
    breakers: createBreakers(),
    metrics: noMetrics,
    accounts,
    cache: {
      async get(key) {
        reads.push(key);
        return stored.get(key) ?? null;
      },
      put: async (key, fact) => void stored.set(key, fact),
      claimCompletion: () => false,
    },
    defer: (work) => void deferred.push(work),
    warn: () => undefined,
  };
});
afterEach(async () => {
  await clearRecords();
  store.invalidateManifest();
});

/** A product about the person behind a word; the fact may name another address. */
function aboutPeople(sourceOf: Parameters<typeof fakeSource>[0] = {}, fixed = false) {
  const { source, state } = fakeSource(sourceOf);
  const plain = productOf(firstAnswer(source));
  const product: AnyProduct = {
    ...plain,
    ...(fixed && { price: { upTo: 10, fixed, charge: () => 10 } }),
    people: {
      inputSubjects: ({ word }) => personSubjects({ email: [word] }),
      factSubjects: (fact) => personSubjects({ email: [fact?.email] }),
      emptyFact: null,
    },
  };
  return { product, state };
}

const ask = async (product: AnyProduct, word: string, changes: Partial<LookupRequest> = {}) => {
  const data = await lookup(
    {
      id: crypto.randomUUID(),
      principal: keyOf(account.id, 'ann'),
      product,
      body: { ok: true, input: { word } },
      bypass: false,
      startedAt: Date.now(),
      onAdmission: () => undefined,
      ...changes,
    },
    ports,
  );
  await Promise.all(deferred.splice(0));
  return { matched: data.classification.matched, credits: data.metadata.credits_used, data };
};
const askRow = async (product: AnyProduct, word: string) => {
  const call = {
    ...{ id: crypto.randomUUID(), product, input: { word }, bypass: false, startedAt: Date.now() },
    caller: { organizationId: account.id, userId: 'ann', keyId: 'key', mode: 'live' },
  } as Parameters<typeof findAnswer>[0];
  const inputHash = await hashInput(call, ports.world);
  const { sections, price } = await findAnswer(call, inputHash, ports, async () => undefined);
  return { matched: sections.classification.matched, credits: price };
};

const NO_MATCH = { matched: false, credits: 0 };

describe.each(['open', 'records', 'compiled'] as const)(
  'a suppressed person of a source that is %s',
  (kind) => {
    it('is a no-match, free, before any source and the cache, alone and in bulk', async () => {
      await suppress(HIDDEN);
      for (const fixed of [false, true]) {
        const { product, state } = aboutPeople({ kind }, fixed);
        expect(await ask(product, ` ${HIDDEN.toUpperCase()}`)).toMatchObject(NO_MATCH);
        expect(await askRow(product, HIDDEN)).toEqual(NO_MATCH);
        expect((await ask(product, HIDDEN, { bypass: true })).data.metadata.data_sources).toEqual(
          [],
        );
        expect([state.calls, reads, stored.size]).toEqual([0, [], 0]);
        expect(await ask(product, `${kind}${fixed}@example.com`)).toMatchObject({
          matched: true,
          credits: 10,
        });
        expect(state.calls).toBe(1);
        [stored, reads] = [new Map(), []];
      }
      expect((await accounts.balance(account.id)).held).toBe(0);
    });

    it('whom only the fact names is a no-match too', async () => {
      await suppress(HIDDEN);
      const { product } = aboutPeople({
        kind,
        ask: () => ({ matched: true, email: HIDDEN }) as never,
      });
      expect(await ask(product, `of ${kind}`)).toMatchObject(NO_MATCH);
      expect(await askRow(product, `of ${kind}`)).toEqual(NO_MATCH);
      expect(stored.size).toBe(0);
    });
  },
);

it('a fact that was stored before is not served, and found again when the person is taken off the list', async () => {
  const { product, state } = aboutPeople({
    ask: () => ({ matched: true, email: HIDDEN }) as never,
  });
  const word = 'later@example.com';
  expect(await ask(product, word)).toMatchObject({ matched: true, credits: 10 });
  expect(await ask(product, word)).toMatchObject({ matched: true, credits: 0 });
  expect([state.calls, stored.size]).toEqual([1, 1]);
  await suppress(HIDDEN);
  expect(await ask(product, word)).toMatchObject(NO_MATCH);
  expect(await askRow(product, word)).toEqual(NO_MATCH);
  await suppress(word);
  expect(await ask(product, word)).toMatchObject(NO_MATCH);
  expect(state.calls).toBe(1);
  await suppress('else@example.com');
  expect(await ask(product, word)).toMatchObject({ matched: true, credits: 0 });
});

it('fails where the list cannot be read: not a source is asked, not a credit taken', async () => {
  const before = (await accounts.balance(account.id)).available;
  const fails: Partial<World['records']>[] = [
    { has: () => Promise.reject(new TypeError('Network connection lost.')) },
    {
      has: () => {
        throw new Error('no such table');
      },
    },
    { has: () => true, find: () => Promise.reject(new Error('D1_ERROR')) },
  ];
  for (const failing of fails) {
    records = { ...store, ...failing };
    const { product, state } = aboutPeople();
    const refusal = {
      code: 'SERVICE_UNAVAILABLE',
      message: 'A source of this lookup is temporarily unavailable.',
    };
    await expect(ask(product, 'x@example.com')).rejects.toMatchObject(refusal);
    await expect(askRow(product, 'x@example.com')).rejects.toMatchObject(refusal);
    expect([state.calls, reads]).toEqual([0, []]);
    await Promise.allSettled(deferred.splice(0));
  }
  expect(await accounts.balance(account.id)).toEqual({ available: before, held: 0 });
});

it('costs nothing without a list, nothing with a small one, and one read a turn with a large one', async () => {
  const { proxy, counter } = counted(env.RECORDS);
  const { store: reader } = createPorts(RECORD_DATASETS, proxy);
  const subjects = personSubjects({
    email: [HIDDEN, null],
    phone_number: ['+12025550101'],
    profile: ['https://www.linkedin.com/in/ada-example'],
  });
  // An isolate looks once whether a list was lost.
  expect(await isSuppressed(subjects, { records: reader })).toBe(false);
  counter.statements = 0;
  expect(isSuppressed(subjects, { records: reader })).toBe(false);
  expect(counter.statements).toBe(0);
  expect(isSuppressed([], { records: {} as World['records'] })).toBe(false);
  await suppress(HIDDEN);
  reader.invalidateManifest();
  expect(await isSuppressed(subjects, { records: reader })).toBe(true);
  counter.statements = 0;
  expect(await isSuppressed(subjects, { records: reader })).toBe(true);
  expect(await isSuppressed(subjects.slice(1), { records: reader })).toBe(false);
  expect(counter.statements).toBe(0);
  await suppress(...Array.from({ length: 2_100 }, (_, at) => `p${at}@example.com`));
  reader.invalidateManifest();
  await reader.has();
  counter.statements = 0;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      isSuppressed(personSubjects({ email: [`p${at * 40}@example.com`] }), { records: reader }),
    ),
  );
  expect(answers.filter(Boolean)).toHaveLength(53);
  expect(counter.statements).toBe(1);
});

it('is declared by every product whose sources name people, and a no-match is free', () => {
  const naming = [
    'caller_names',
    'people',
    'network_records',
    'person_contacts',
    'email_owners',
    'work_contacts',
  ];
  for (const product of products) {
    const names = product.sources.list.some(({ name }) => naming.includes(name));
    if (names) expect(product.people, product.type).toBeDefined();
    if (!product.people) continue;
    const { factSubjects, emptyFact } = product.people;
    expect(factSubjects(emptyFact, product.input.parse(product.example))).toEqual([]);
  }
});
