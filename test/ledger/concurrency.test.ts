import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChargeOutcome, PricedLookup } from '../../src/core/ledger.ts';
import { broken, hashOf, lookup, newAccount, START, setNow } from './support.ts';

/** Calls that each cost one credit. */
const distinct = (count: number): PricedLookup[] =>
  Array.from({ length: count }, (_, n) => lookup({ inputHash: hashOf(n), price: 1 }));

const accepted = (outcomes: readonly ChargeOutcome[]): number =>
  outcomes.filter((outcome) => outcome.ok).length;

beforeEach(() => setNow(START));

describe('calls that arrive together', () => {
  it('spend a balance of 100 exactly, though 200 ask for 1 each', async () => {
    const account = newAccount().open();
    await account.grant({ id: 'g', amount: 100, note: null });
    const outcomes = await Promise.all(distinct(200).map((request) => account.charge(request)));
    expect(accepted(outcomes)).toBe(100);
    expect(await account.statement({ keyId: 'key-ann' })).toMatchObject({
      totalAvailable: 0,
      key: { lookups: 100, credits: 100 },
    });
    expect(broken(await account.invariants())).toEqual([]);
  });

  it('go down in groups', async () => {
    const account = newAccount().open();
    await account.grant({ id: 'g', amount: 1_000, note: null });
    let commits = 0;
    await runInDurableObject(account, (_, state) => {
      const transactionSync = state.storage.transactionSync.bind(state.storage);
      state.storage.transactionSync = (closure) => {
        commits += 1;
        return transactionSync(closure);
      };
    });
    await Promise.all(distinct(200).map((request) => account.charge(request)));
    expect(commits).toBeGreaterThan(0);
    expect(commits).toBeLessThan(100);
  });

  it('may be more than one statement can carry', async () => {
    const account = newAccount().open();
    await account.grant({ id: 'g', amount: 10_000, note: null });
    await account.hold({
      id: 'job',
      amount: 6_000,
      lifetimeMs: 60_000,
      userId: 'ann',
      keyId: null,
      note: null,
    });
    const chunk = (n: number) =>
      Array.from({ length: 1_000 }, (_, row) =>
        lookup({
          id: `${n}:${row}:${'x'.repeat(150)}`,
          inputHash: hashOf(n * 1_000 + row),
          price: 1,
        }),
      );
    const settled = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        account.settle({ id: `job:${n}`, holdId: 'job', items: chunk(n), final: false }),
      ),
    );
    expect(settled.map((outcome) => outcome.ok && outcome.creditsUsed)).toEqual(
      Array(6).fill(1_000),
    );
    expect(await account.balance()).toEqual({ available: 4_000, held: 0 });
    expect(broken(await account.invariants())).toEqual([]);
  });

  it('are all charged once when each is sent three times', async () => {
    const account = newAccount().open();
    await account.grant({ id: 'g', amount: 1_000, note: null });
    const requests = distinct(50);
    const outcomes = await Promise.all(
      [...requests, ...requests, ...requests].map((request) => account.charge(request)),
    );
    expect(accepted(outcomes)).toBe(150);
    expect(outcomes.slice(50, 100)).toEqual(outcomes.slice(0, 50));
    expect((await account.balance()).available).toBe(950);
  });
});

describe('an object that dies', () => {
  it('by eviction loses nothing and charges nothing twice', async () => {
    const { open } = newAccount();
    await open().grant({ id: 'g', amount: 100, note: null });
    const requests = distinct(60);
    const flying = requests.map((request) => open().charge(request));
    await evictDurableObject(open());
    await Promise.allSettled(flying);
    const repeated = await Promise.all(requests.map((request) => open().charge(request)));
    expect(accepted(repeated)).toBe(60);
    expect((await open().balance()).available).toBe(40);
    expect(broken(await open().invariants())).toEqual([]);
  });

  it('by abort in mid-flight has charged those it answered, and the rest once when they come again', async () => {
    const { open } = newAccount();
    await open().grant({ id: 'g', amount: 100, note: null });
    const requests = distinct(60);
    const flying = requests.map((request) =>
      open()
        .charge(request)
        .then(
          (outcome) => outcome,
          () => null,
        ),
    );
    await flying[0];
    await abortAllDurableObjects();
    const answered = await Promise.all(flying);
    const spent = (await open().statement({ keyId: null })).usage.allTime.credits;
    expect(spent).toBeGreaterThanOrEqual(answered.filter((outcome) => outcome?.ok).length);
    expect(broken(await open().invariants())).toEqual([]);

    const repeated = await Promise.all(requests.map((request) => open().charge(request)));
    repeated.forEach((outcome, n) => {
      if (answered[n]) expect(outcome).toEqual(answered[n]);
    });
    expect(await open().balance()).toEqual({ available: 40, held: 0 });
    expect(broken(await open().invariants())).toEqual([]);
  });

  it('because its disk refuses a group has charged nobody of that group', async () => {
    const { open } = newAccount();
    await open().grant({ id: 'g', amount: 100, note: null });
    await open().charge(lookup({ inputHash: hashOf(999), price: 1 }));
    await runInDurableObject(open(), (_, state) => {
      state.storage.sql.exec(
        `CREATE TRIGGER full_disk BEFORE INSERT ON receipts BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
      );
    });
    const requests = distinct(20);
    const account = open();
    const failed = await Promise.all(
      requests.map((request) =>
        account.charge(request).then(
          () => 'charged',
          () => 'failed',
        ),
      ),
    );
    expect(new Set(failed)).toEqual(new Set(['failed']));

    await runInDurableObject(open(), (_, state) => {
      state.storage.sql.exec('DROP TRIGGER full_disk');
    });
    expect(await open().statement({ keyId: 'key-ann' })).toMatchObject({
      totalAvailable: 99,
      key: { lookups: 1, credits: 1 },
    });
    expect(broken(await open().invariants())).toEqual([]);
    expect(accepted(await Promise.all(requests.map((request) => open().charge(request))))).toBe(20);
    expect((await open().balance()).available).toBe(79);
  });

  it('has answered nobody whose group was still to be written', async () => {
    const { open } = newAccount();
    await open().grant({ id: 'g', amount: 100, note: null });
    await runInDurableObject(open(), (_, state) => {
      state.storage.sql.exec(
        `CREATE TRIGGER bad_row BEFORE INSERT ON receipts WHEN hex(NEW.lookup) LIKE '%BAD' BEGIN SELECT RAISE(ABORT, 'bad row'); END`,
      );
    });
    const account = open();
    const answer = (request: PricedLookup) =>
      account.charge(request).then(
        () => 'charged',
        () => 'failed',
      );
    // The second call is on disk while the others wait for it; they are applied to memory and not yet written.
    const requests = [
      lookup({ price: 1 }),
      ...distinct(5),
      lookup({ inputHash: 'bad'.padStart(32, '0'), price: 1 }),
      ...distinct(5),
    ];
    const answers = await Promise.all(requests.map(answer));
    await runInDurableObject(open(), (_, state) => {
      state.storage.sql.exec('DROP TRIGGER bad_row');
    });
    const charged = answers.filter((each) => each === 'charged').length;
    expect(charged).toBeLessThan(requests.length);
    expect((await open().statement({ keyId: null })).usage.allTime.lookups).toBe(charged);
  });
});
