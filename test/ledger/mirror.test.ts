import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { MIRROR_DELAY_MS } from '../../src/ledger/mirror.ts';
import { SWEEP_INTERVAL_MS } from '../../src/ledger/sweep.ts';
import { openDatabase } from '../../src/store/database.ts';
import { pagePostings, parsePostingCursor } from '../../src/store/postings.ts';
import { broken, DAY, hashOf, lookup, mirrored, newAccount, START, setNow } from './support.ts';

const LATER = START + MIRROR_DELAY_MS;

async function busyAccount(charges: number) {
  const account = newAccount();
  await account.open().grant({ id: 'g', amount: 10_000, note: 'opening balance' });
  await Promise.all(
    Array.from({ length: charges }, (_, n) =>
      account.open().charge(lookup({ inputHash: hashOf(n), price: 2 })),
    ),
  );
  return account;
}

const countRows = (
  account: Awaited<ReturnType<typeof busyAccount>>,
  table: string,
): Promise<number> =>
  runInDurableObject(
    account.open(),
    (_, state) =>
      state.storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n,
  );

beforeEach(() => setNow(START));

describe('the mirror', () => {
  it('copies every line once, in order, with a running balance', async () => {
    const account = await busyAccount(700);
    setNow(LATER);
    expect(await runDurableObjectAlarm(account.open())).toBe(true);
    const lines = await mirrored(account.id);
    expect(lines.map((line) => line.seq)).toEqual(Array.from({ length: 701 }, (_, n) => n + 1));
    let balance = 0;
    for (const line of lines) {
      balance += line.amount;
      expect(line.balance_after).toBe(balance);
    }
    expect(balance).toBe(8_600);
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('inserts nothing twice when the object dies between insert and mark', async () => {
    const account = await busyAccount(30);
    const body = () =>
      runInDurableObject(
        account.open(),
        (_, state) =>
          state.storage.sql.exec<{ body: string }>('SELECT body FROM account').one().body,
      );
    const unmarked = JSON.parse(await body());
    setNow(LATER);
    await runDurableObjectAlarm(account.open());
    const before = await mirrored(account.id);
    // What is on disk when the mark is lost: the lines are in D1 and the object does not know.
    const forgotten = JSON.stringify({ ...JSON.parse(await body()), mirrored: unmarked.mirrored });
    await runInDurableObject(account.open(), async (_, state) => {
      state.storage.sql.exec('UPDATE account SET body = ?', forgotten);
      await state.storage.setAlarm(LATER);
    });
    await evictDurableObject(account.open());
    await account.open().balance();
    setNow(LATER + MIRROR_DELAY_MS);
    expect(await runDurableObjectAlarm(account.open())).toBe(true);
    expect(await mirrored(account.id)).toEqual(before);
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('waits and tries again while D1 is down, and never gives up', async () => {
    const account = await busyAccount(3);
    await env.DB.exec('ALTER TABLE postings RENAME TO postings_away');
    let now = LATER;
    try {
      for (let failure = 0; failure < 8; failure++) {
        setNow(now);
        expect(await runDurableObjectAlarm(account.open())).toBe(true);
        now += 300_000;
      }
      expect(
        (await account.open().invariants())
          .filter((rule) => !rule.holds)
          .map((rule) => rule.difference),
      ).toEqual([8, null, null, null]);
    } finally {
      await env.DB.exec('ALTER TABLE postings_away RENAME TO postings');
    }
    setNow(now);
    await runDurableObjectAlarm(account.open());
    expect(await mirrored(account.id)).toHaveLength(4);
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('keeps one organization apart from another that was granted credits under the same id', async () => {
    const [one, other] = [await busyAccount(0), await busyAccount(0)];
    setNow(LATER);
    for (const account of [one, other]) await runDurableObjectAlarm(account.open());
    expect(await mirrored(one.id)).toHaveLength(1);
    expect(await mirrored(other.id)).toHaveLength(1);
  });
});

describe('the sweep', () => {
  it('drops old outcomes, receipts and mirrored lines, and keeps totals and grants', async () => {
    const account = await busyAccount(40);
    setNow(LATER);
    await runDurableObjectAlarm(account.open());
    setNow(START + 2 * DAY);
    await runDurableObjectAlarm(account.open());
    expect(await countRows(account, 'postings')).toBe(0);
    expect(await countRows(account, 'calls')).toBe(1);
    expect(await countRows(account, 'receipts')).toBe(40);
    expect(await account.open().charge(lookup({ inputHash: hashOf(3), price: 2 }))).toMatchObject({
      creditsUsed: 0,
    });
    setNow(START + 9 * DAY);
    await runDurableObjectAlarm(account.open());
    expect(await countRows(account, 'receipts')).toBe(0);
    expect((await account.open().grant({ id: 'g', amount: 10_000, note: null })).granted).toBe(0);
    expect(await account.open().statement({ keyId: null })).toMatchObject({
      totalAvailable: 9_920,
      usage: { allTime: { lookups: 41, credits: 80 } },
    });
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('never drops a line that D1 does not have', async () => {
    const account = await busyAccount(5);
    await env.DB.exec('ALTER TABLE postings RENAME TO postings_away');
    setNow(START + 2 * DAY);
    await runDurableObjectAlarm(account.open()).finally(() =>
      env.DB.exec('ALTER TABLE postings_away RENAME TO postings'),
    );
    expect(await countRows(account, 'postings')).toBe(6);
    setNow(START + 3 * DAY);
    await runDurableObjectAlarm(account.open());
    expect(await mirrored(account.id)).toHaveLength(6);
  });

  it('ends: an account with nothing left to expire sets no more alarms', async () => {
    const account = await busyAccount(2);
    for (let day = 1; day <= 9; day++) {
      setNow(START + day * DAY);
      await runDurableObjectAlarm(account.open());
    }
    setNow(START + 9 * DAY + SWEEP_INTERVAL_MS);
    expect(await runDurableObjectAlarm(account.open())).toBe(false);
  });
});

it('pages a ledger newest first, without gaps or repeats', async () => {
  const account = await busyAccount(24);
  setNow(LATER);
  await runDurableObjectAlarm(account.open());
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const page = await pagePostings(
      openDatabase(env.DB),
      account.id,
      10,
      cursor ? parsePostingCursor(cursor) : null,
    );
    seen.push(...page.postings.map((line) => line.seq));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n));
  expect(parsePostingCursor("1.1' OR 1=1")).toBeNull();
});
