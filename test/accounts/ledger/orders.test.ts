import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { RECENT_MS, RecentOrders } from '../../../src/accounts/ledger/reservations.ts';
import { Account } from '../../../src/accounts/object/account.ts';
import { objectStubs } from '../../../src/lib/durable-objects.ts';
import type { Admission } from '../../../src/lookup/account/account.ts';
import type { AcceptedOrder, LookupSettlement } from '../../../src/lookup/account/order.ts';
import {
  broken,
  DAY,
  HOUR,
  hashOf,
  keyOf,
  lookup,
  order,
  orderedOf,
  paidAccount,
  restart,
  SECOND,
  START,
  setNow,
  type TestAccount,
} from './support.ts';

beforeEach(() => setNow(START));

const ledger = objectStubs(env.ACCOUNT, Account);

/** Orders that each cost one credit. */
const distinct = (count: number) =>
  Array.from({ length: count }, (_, n) => order({ inputHash: hashOf(n + 100), amount: 1 }));

const accepted = (admissions: readonly (Admission | null)[]): number =>
  admissions.filter((admission) => admission?.code === 'ADMITTED').length;

const used = async (account: TestAccount, user: string, fields: Parameters<typeof order>[0]) =>
  orderedOf(await account.admit(user, order(fields))).credits;

const settlementOf = (
  { step: _, amount: __, ...asked }: ReturnType<typeof order>,
  { quote }: AcceptedOrder,
  price: number,
): LookupSettlement => ({
  ...asked,
  caller: { userId: 'ann', keyId: 'key-ann' },
  quote,
  price,
});

describe('receipts', () => {
  it('are gone with the payment that was undone, though a free repeat noted other tables', async () => {
    const account = await paidAccount(100);
    const hold = { id: 'job', amount: 10, lifetimeMs: DAY, userId: 'ann', keyId: null, note: null };
    await account.open().hold(hold);
    const settle = { id: 'rows', holdId: 'job', items: [lookup()], final: true };
    expect(await account.open().settle(settle)).toMatchObject({ ok: true, creditsUsed: 10 });
    const repeat = order();
    expect(orderedOf(await account.admit('ann', repeat)).credits).toBe(0);
    await account.open().void({ id: 'rows' });
    await account.open().voidLookup(repeat.id);
    expect(await used(account, 'ann', {})).toBe(10);
  });

  it('follow the window from its first payment to its end', async () => {
    const account = await paidAccount(1_000);
    expect(await used(account, 'ann', {})).toBe(10);
    setNow(START + 2 * DAY);
    expect(await used(account, 'ann', {})).toBe(0);
    expect(await used(account, 'bob', { amount: 15 })).toBe(10);
    expect(await used(account, 'bob', { amount: 15 })).toBe(0);
    const afresh = orderedOf(await account.admit('ann', order({ bypass: true, amount: 20 })));
    expect([afresh.credits, afresh.quote.windowEndsAt]).toEqual([20, START + 7 * DAY]);
    setNow(START + 7 * DAY - 1);
    expect(await used(account, 'ann', {})).toBe(0);
    setNow(START + 7 * DAY);
    expect(await used(account, 'bob', { amount: 15 })).toBe(15);
    expect(await used(account, 'ann', { amount: 20 })).toBe(15);
  });

  it('free the rows of a job, on disk or paid for in the same group', async () => {
    const account = await paidAccount(1_000);
    await used(account, 'ann', {});
    const hold = { id: 'job', userId: 'ann', keyId: 'key-ann', amount: 50, note: null };
    await account.open().hold({ ...hold, lifetimeMs: DAY });
    const items = [1, 2, 3].map((n) => lookup({ inputHash: hashOf(n) }));
    const [admitted, settled] = await runInDurableObject(account.open(), (object) =>
      Promise.all([
        object.admit(keyOf(account.id, 'ann'), 'standard', order({ inputHash: hashOf(2) })),
        object.settle({ id: 'chunk', holdId: 'job', items, final: true }),
      ]),
    );
    expect(orderedOf(admitted).credits).toBe(10);
    expect(settled).toMatchObject({
      items: [{ creditsUsed: 0 }, { creditsUsed: 0 }, { creditsUsed: 10 }],
    });
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('belong to one product and one input of one organization', async () => {
    const [one, other] = [await paidAccount(100), await paidAccount(100)];
    await used(one, 'ann', {});
    expect(await used(one, 'ann', { product: 'ip' })).toBe(10);
    expect(await used(one, 'ann', { inputHash: hashOf(2) })).toBe(10);
    expect(await used(other, 'ann', {})).toBe(10);
  });

  it('tell whether the tables are still those of the answer, and when it was found', async () => {
    const account = await paidAccount(100);
    const quoteOf = async (user: string, fields: Parameters<typeof order>[0]) =>
      orderedOf(await account.admit(user, order(fields))).quote;
    expect(await quoteOf('ann', { tables: 7 })).toMatchObject({ foundAt: null, sameTables: false });
    setNow(START + DAY);
    const later = { askedAt: START + DAY };
    expect(await quoteOf('bob', { tables: 7, ...later })).toMatchObject({
      foundAt: START,
      sameTables: true,
    });
    // A table changed: looked up afresh, for nothing, and known from then on.
    expect(await quoteOf('ann', { tables: 8, ...later })).toMatchObject({
      free: true,
      sameTables: false,
    });
    expect(await quoteOf('ann', { tables: 8 })).toMatchObject({
      foundAt: START + DAY,
      sameTables: true,
    });
    expect((await account.open().balance()).available).toBe(80);
  });
});

describe('orders that arrive together', () => {
  it('spend a balance of 100 exactly, though 200 ask for 1 each', async () => {
    const account = await paidAccount(100);
    const admissions = await Promise.all(distinct(200).map((each) => account.admit('ann', each)));
    expect(accepted(admissions)).toBe(100);
    expect(admissions.find(({ code }) => code !== 'ADMITTED')).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      required: 1,
      available: 0,
    });
    expect(await account.open().statement('key-ann')).toMatchObject({
      totalAvailable: 0,
      key: { lookups: 100, credits: 100 },
    });
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('go down in groups', async () => {
    const account = await paidAccount(1_000);
    let commits = 0;
    await runInDurableObject(account.open(), (_, { storage }) => {
      const sync = storage.sync.bind(storage);
      storage.sync = () => {
        commits += 1;
        return sync();
      };
    });
    await Promise.all(distinct(150).map((each) => account.admit('ann', each)));
    expect(commits).toBeGreaterThan(0);
    expect(commits).toBeLessThan(75);
  });

  it('are charged once when each is sent three times', async () => {
    const account = await paidAccount(1_000);
    const orders = distinct(50);
    const admissions = await Promise.all(
      [...orders, ...orders, ...orders].map((each) => account.admit('ann', each)),
    );
    expect(accepted(admissions)).toBe(150);
    expect((await account.open().balance()).available).toBe(950);
  });

  it('of one lookup by one user are paid once, whether they are charged or set aside', async () => {
    for (const step of ['charge', 'hold'] as const) {
      const account = await paidAccount(100);
      const admissions = await Promise.all(
        Array.from({ length: 5 }, () => account.admit('ann', order({ step }))),
      );
      const credits = admissions.map((each) => orderedOf(each).credits);
      expect(credits.sort()).toEqual([0, 0, 0, 0, 10]);
    }
  });

  it('are remembered for two minutes, over a restart too', async () => {
    const account = await paidAccount(100);
    const first = order({ bypass: true });
    await account.admit('ann', first);
    for (const later of [11, 60, 110]) {
      setNow(START + later * SECOND);
      await account.admit('ann', order({ inputHash: hashOf(later + 100), amount: 1 }));
      if (later === 60) await restart(account);
      expect(orderedOf(await account.admit('ann', first)).credits).toBe(10);
    }
    expect((await account.open().balance()).available).toBe(87);
  });

  it('under one id with other arguments are an error, which changes nothing', async () => {
    const account = await paidAccount(100);
    await account.admit('bob', order({ step: 'hold', inputHash: hashOf(9), amount: 5 }));
    const first = order();
    await account.admit('ann', first);
    for (const other of [{ amount: 9 }, { product: 'ip' }, { bypass: true }])
      await expect(account.admit('ann', { ...first, ...other })).rejects.toThrow('another order');
    expect(await account.open().balance()).toEqual({ available: 85, held: 5 });
  });
});

describe('a held lookup', () => {
  it('sets credits aside from everybody, and costs what it turns out to cost', async () => {
    const account = await paidAccount(100);
    const asked = order({ step: 'hold', amount: 70 });
    const ordered = orderedOf(await account.admit('ann', asked));
    expect(ordered).toMatchObject({ credits: 70, available: 30 });
    expect((await account.admit('bob', order({ amount: 31, product: 'ip' }))).code).toBe(
      'INSUFFICIENT_CREDITS',
    );
    expect(await account.open().balance()).toEqual({ available: 30, held: 70 });
    expect(await account.open().statement(null)).toMatchObject({
      subscription: { available: 30, used: 70 },
    });
    await account.open().settleLookup(settlementOf(asked, ordered, 25));
    await account.open().settleLookup(settlementOf(asked, ordered, 25));
    expect(await account.open().balance()).toEqual({ available: 75, held: 0 });
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('whose settlement is lost was free: what was set aside comes back', async () => {
    const account = await paidAccount(100);
    await account.admit('ann', order({ step: 'hold' }));
    setNow(START + 299 * SECOND);
    expect((await account.open().balance()).available).toBe(90);
    setNow(START + 300 * SECOND);
    expect((await account.open().balance()).available).toBe(100);
  });

  it('is paid although the object restarted meanwhile, or free when the credits have gone', async () => {
    for (const [left, balance] of [
      [20, 10],
      [5, 5],
    ] as const) {
      const account = await paidAccount(100);
      const asked = order({ step: 'hold' });
      const ordered = orderedOf(await account.admit('ann', asked));
      await restart(account);
      await account.admit('bob', order({ product: 'ip', amount: 100 - left }));
      await account.open().settleLookup(settlementOf(asked, ordered, 10));
      expect((await account.open().balance()).available).toBe(balance);
      expect(broken(await account.open().invariants())).toEqual([]);
    }
  });

  it('is free when the object restarted and its caller has paid for the same meanwhile', async () => {
    for (const [bypass, charged] of [
      [false, 10],
      [true, 20],
    ] as const) {
      const account = await paidAccount(100);
      const asked = order({ step: 'hold', bypass });
      const ordered = orderedOf(await account.admit('ann', asked));
      await restart(account);
      expect(await used(account, 'ann', {})).toBe(10);
      await account.open().settleLookup(settlementOf(asked, ordered, 10));
      await account.open().settleLookup(settlementOf(asked, ordered, 10));
      expect(await account.open().balance()).toEqual({ available: 100 - charged, held: 0 });
      expect(broken(await account.open().invariants())).toEqual([]);
    }
  });

  it.each(['settled', 'voided'] as const)(
    'is free, %s, if the row of a job paid for it meanwhile',
    async (end) => {
      const account = await paidAccount(100);
      const { open } = account;
      const asked = order({ step: 'hold' });
      const ordered = orderedOf(await account.admit('ann', asked));
      const terms = { userId: 'ann', keyId: 'key-ann', lifetimeMs: DAY, note: null };
      await open().hold({ id: 'job', amount: 20, ...terms });
      const items = [lookup({ id: 'row-0' }), lookup({ id: 'row-1', inputHash: hashOf(2) })];
      const rows = await open().settle({ id: 'rows', holdId: 'job', items, final: true });
      expect(rows).toMatchObject({ items: [{ creditsUsed: 10 }, { creditsUsed: 10 }] });
      if (end === 'voided') await open().voidLookup(asked.id);
      else await open().settleLookup(settlementOf(asked, ordered, 10));
      expect(await open().balance()).toEqual({ available: 80, held: 0 });
      expect(await used(account, 'ann', {})).toBe(0);
      expect(broken(await open().invariants())).toEqual([]);
    },
  );

  it('that is voided is not settled after it', async () => {
    const account = await paidAccount(100);
    const asked = order({ step: 'hold' });
    const ordered = orderedOf(await account.admit('ann', asked));
    await account.open().voidLookup(asked.id);
    await account.open().settleLookup(settlementOf(asked, ordered, 10));
    expect(await account.open().balance()).toEqual({ available: 100, held: 0 });
  });
});

describe('a lookup that shares one under way', () => {
  const shared = async () => {
    const account = await paidAccount(100);
    const [first, second] = [order({ step: 'hold' }), order({ step: 'hold' })];
    const owner = orderedOf(await account.admit('ann', first));
    const sharer = orderedOf(await account.admit('ann', second));
    expect([owner.quote.isShared, sharer.quote.isShared]).toEqual([undefined, true]);
    const settleOwner = () => account.open().settleLookup(settlementOf(first, owner, 10));
    const settleSharer = async () => {
      const settled = settlementOf(second, sharer, 10);
      return (await account.open().settleLookup({ ...settled, quote: null })).paid;
    };
    const spent = async () => {
      const { totalAvailable, key } = await account.open().statement('key-ann');
      expect(broken(await account.open().invariants())).toEqual([]);
      return [100 - totalAvailable, key];
    };
    return { account, first, settleOwner, settleSharer, spent };
  };
  const twice = [10, { lookups: 2, credits: 10 }];

  it('is free where that one is paid, before it or after it', async () => {
    const one = await shared();
    await one.settleOwner();
    expect(await one.settleSharer()).toBe(true);
    expect(await one.spent()).toMatchObject(twice);
    const other = await shared();
    expect(await other.settleSharer()).toBe(true);
    await other.settleOwner();
    expect(await other.spent()).toMatchObject(twice);
  });

  it('pays where that one was cancelled', async () => {
    const { account, first, settleSharer, spent } = await shared();
    await account.open().voidLookup(first.id);
    expect(await settleSharer()).toBe(true);
    expect(await spent()).toMatchObject([10, { lookups: 1, credits: 10 }]);
  });

  it('is no unpaid estimate where it cannot be paid', async () => {
    const { account, first, settleSharer } = await shared();
    await account.open().voidLookup(first.id);
    await account.admit('bob', order({ product: 'ip', amount: 95 }));
    expect(await settleSharer()).toBe(false);
    const estimate = order({ step: 'estimate', product: 'ip', inputHash: hashOf(2), amount: 5 });
    expect(orderedOf(await account.admit('ann', estimate)).credits).toBe(5);
  });

  it('pays where the object forgot that one, which is free then', async () => {
    const { account, settleOwner, settleSharer, spent } = await shared();
    await restart(account);
    expect(await settleSharer()).toBe(true);
    await settleOwner();
    expect(await spent()).toMatchObject(twice);
  });
});

it.each(['raised', 'settled'])(
  'that is %s beyond the credits there are begins a top-up',
  async (how) => {
    const account = await paidAccount(20);
    await account.open().grant({ id: 'pack', amount: 80, note: null });
    const topUp = { pack: 'pack_5k', threshold: 50, monthlyCents: 9_000 };
    await account.open().setCreditWatch({ alerts: false, topUp });
    await account.open().grant({ id: 'back', amount: -80, note: null });
    const asked = order({ step: 'estimate', amount: 10 });
    const ordered = orderedOf(await account.admit('ann', asked));
    expect((await account.open().creditWork()).topUp).toBeNull();
    if (how === 'raised') await account.open().raiseLookup(asked.id, 300);
    else await account.open().settleLookup({ ...settlementOf(asked, ordered, 300), quote: null });
    expect((await account.open().creditWork()).topUp).toMatchObject({ pack: 'pack_5k' });
  },
);

describe('an order sent again', () => {
  it('has the outcome it had: within its group, in the life of the object, and after it', async () => {
    const account = await paidAccount(100);
    await account.admit('bob', order());
    setNow(START + HOUR);
    const asked = order({ amount: 15, askedAt: START + HOUR });
    const twice = await Promise.all([account.admit('ann', asked), account.admit('ann', asked)]);
    const [first, again] = twice.map(orderedOf);
    expect(first).toMatchObject({
      credits: 10,
      available: 80,
      quote: { free: false, atMost: 10, foundAt: START, sameTables: true },
    });
    expect(again).toEqual(first);
    expect(orderedOf(await account.admit('ann', asked))).toEqual(first);
    await restart(account);
    expect(orderedOf(await account.admit('ann', asked))).toEqual(first);
    await account.open().voidLookup(asked.id);
    expect((await account.admit('ann', asked)).code).toBe('SERVICE_BUSY');
    expect((await account.open().balance()).available).toBe(90);
  });

  it('is known for two minutes, and forgotten after four', () => {
    const orders = new RecentOrders(() => undefined);
    orders.put('first', { state: 'voided' }, START);
    for (let at = START; at <= START + RECENT_MS; at += SECOND) {
      expect(orders.get('first')).toEqual({ state: 'voided' });
      orders.put(`${at}`, { state: 'voided' }, at);
    }
    orders.put('last', { state: 'voided' }, START + 2 * RECENT_MS);
    expect(orders.get('first')).toBeNull();
    expect(orders.get('last')).toEqual({ state: 'voided' });
  });
});

describe('an estimate', () => {
  const estimate = (fields: Parameters<typeof order>[0] = {}) =>
    order({ step: 'estimate', amount: 12, tables: null, ...fields });
  const costs = (asked: ReturnType<typeof order>, price: number): LookupSettlement => {
    const { step: _, amount: __, ...rest } = asked;
    return { ...rest, caller: { userId: 'ann', keyId: 'key-ann' }, quote: null, price };
  };

  it('costs its true price, more or less than was set aside', async () => {
    for (const price of [6, 12, 60]) {
      const account = await paidAccount(100);
      const asked = estimate();
      expect(orderedOf(await account.admit('ann', asked)).credits).toBe(12);
      const paid = { paid: true, credits: price, available: 100 - price };
      expect(await account.open().settleLookup(costs(asked, price))).toEqual(paid);
      // A repeat: in the object's life, and after it.
      expect(await account.open().settleLookup(costs(asked, price))).toEqual(paid);
      await restart(account);
      expect(await account.open().settleLookup(costs(asked, price))).toEqual(paid);
      expect(await account.open().balance()).toEqual({ available: 100 - price, held: 0 });
      expect(broken(await account.open().invariants())).toEqual([]);
    }
  });

  it('that the balance does not cover takes nothing, and is refused again', async () => {
    const account = await paidAccount(20);
    const asked = estimate();
    await account.admit('ann', asked);
    const short = { paid: false, required: 21, available: 20 };
    expect(await account.open().settleLookup(costs(asked, 21))).toEqual(short);
    expect(await account.open().balance()).toEqual({ available: 20, held: 0 });
    await account.open().grant({ id: 'more', amount: 100, note: null });
    expect(await account.open().settleLookup(costs(asked, 21))).toMatchObject({ paid: false });
    expect((await account.open().balance()).available).toBe(120);
    expect((await account.open().statement(null)).usage.allTime.credits).toBe(0);
  });

  it('is ridden on by nobody: of two in flight one pays, and the other where that was refused', async () => {
    for (const [price, outcomes, left] of [
      [15, [true, true], 15],
      [40, [false, false], 30],
    ] as const) {
      const account = await paidAccount(30);
      const [one, other] = [estimate(), estimate()];
      const set = [await account.admit('ann', one), await account.admit('ann', other)];
      expect(set.map((each) => orderedOf(each).credits)).toEqual([12, 12]);
      const ends = [one, other].map((each) => account.open().settleLookup(costs(each, price)));
      expect((await Promise.all(ends)).map(({ paid }) => paid)).toEqual(outcomes);
      expect(await account.open().balance()).toEqual({ available: left, held: 0 });
    }
  });

  it('is raised to what it turns out to cost, or refused before the work is done', async () => {
    const account = await paidAccount(100);
    const asked = estimate();
    const other = estimate();
    await account.admit('ann', asked);
    await account.admit('ann', other);
    const raise = (id: string, amount: number) => account.open().raiseLookup(id, amount);
    expect(await raise(asked.id, 88)).toEqual({ kind: 'raised' });
    expect(await account.open().balance()).toEqual({ available: 0, held: 100 });
    // Never less than before, and the others' credits are not touched.
    expect(await raise(asked.id, 6)).toEqual({ kind: 'raised' });
    expect((await account.open().balance()).available).toBe(0);
    // It is free once that one is paid.
    expect(await raise(other.id, 13)).toEqual({ kind: 'gone' });
    const others = estimate({ inputHash: hashOf(9), amount: 0 });
    await account.admit('ann', others);
    expect(await raise(others.id, 13)).toEqual({
      kind: 'insufficient_credits',
      required: 13,
      available: 0,
    });
    await account.open().voidLookup(others.id);
    expect(await account.open().settleLookup(costs(asked, 30))).toMatchObject({ paid: true });
    expect(await account.open().balance()).toEqual({ available: 58, held: 12 });
    expect(await raise(asked.id, 88)).toEqual({ kind: 'gone' });
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('waits for an equal one that the balance covers alone, and is free once that is paid', async () => {
    const account = await paidAccount(20);
    const one = estimate();
    await account.admit('ann', one);
    expect((await account.admit('ann', estimate())).code).toBe('SERVICE_BUSY');
    // Whoever asks for something else, or for another answer, needs the credits.
    for (const other of [estimate({ inputHash: hashOf(9) }), estimate({ bypass: true })])
      expect((await account.admit('ann', other)).code).toBe('INSUFFICIENT_CREDITS');
    expect(await account.open().settleLookup(costs(one, 12))).toMatchObject({ paid: true });
    const again = estimate();
    expect(orderedOf(await account.admit('ann', again)).credits).toBe(0);
    expect(await account.open().settleLookup(costs(again, 12))).toMatchObject({ credits: 0 });
    expect(await account.open().balance()).toEqual({ available: 8, held: 0 });
  });

  it.each(['first', 'second'])(
    'is paid from what an equal one holds, whichever ends first: the %s',
    async (which) => {
      const account = await paidAccount(24);
      const both = [estimate(), estimate()];
      for (const each of both) await account.admit('ann', each);
      if (which === 'second') both.reverse();
      const ends: unknown[] = [];
      for (const each of both) ends.push(await account.open().settleLookup(costs(each, 20)));
      expect(ends).toMatchObject([
        { paid: true, credits: 20 },
        { paid: true, credits: 0 },
      ]);
      expect(await account.open().balance()).toEqual({ available: 4, held: 0 });
      expect(broken(await account.open().invariants())).toEqual([]);
    },
  );

  it('goes on where it is measured first, and an equal one is refused before its work', async () => {
    const account = await paidAccount(12);
    const [one, other] = [estimate({ amount: 6 }), estimate({ amount: 6 })];
    for (const each of [one, other]) await account.admit('ann', each);
    expect(await account.open().raiseLookup(one.id, 12)).toEqual({ kind: 'raised' });
    expect(await account.open().raiseLookup(other.id, 12)).toEqual({ kind: 'gone' });
    await account.open().voidLookup(other.id);
    expect(await account.open().settleLookup(costs(one, 12))).toMatchObject({ paid: true });
    expect(await account.open().balance()).toEqual({ available: 0, held: 0 });
  });

  it('that could not be paid lets the next begin only with as many credits, for a day', async () => {
    const account = await paidAccount(20);
    const asked = estimate();
    await account.admit('ann', asked);
    await account.open().settleLookup(costs(asked, 360));
    await restart(account);
    const refused = { code: 'INSUFFICIENT_CREDITS', required: 360, available: 20 };
    expect(await account.admit('ann', estimate())).toMatchObject(refused);
    // Other lookups go on.
    expect(orderedOf(await account.admit('ann', order({ product: 'other' }))).credits).toBe(10);
    await account.open().grant({ id: 'more', amount: 350, note: null });
    expect(orderedOf(await account.admit('ann', estimate())).credits).toBe(12);
  });

  it('that was paid is given back by a void, and paid no more', async () => {
    const account = await paidAccount(100);
    const asked = estimate();
    await account.admit('ann', asked);
    await account.open().settleLookup(costs(asked, 60));
    await account.open().voidLookup(asked.id);
    expect(await account.open().settleLookup(costs(asked, 60))).toMatchObject({ paid: false });
    expect(await account.open().balance()).toEqual({ available: 100, held: 0 });
  });
});

describe('a void', () => {
  it('reverses a charge: credits, receipt and counters, once', async () => {
    const account = await paidAccount(100);
    const asked = order();
    await account.admit('ann', asked);
    await account.open().voidLookup(asked.id);
    await account.open().voidLookup(asked.id);
    expect((await account.open().balance()).available).toBe(100);
    expect((await account.admit('ann', asked)).code).toBe('SERVICE_BUSY');
    expect(await used(account, 'ann', {})).toBe(10);
    expect((await account.open().statement('key-ann')).key).toEqual({ lookups: 1, credits: 10 });
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('reverses a charge from before a restart', async () => {
    const account = await paidAccount(100);
    const asked = order();
    await account.admit('ann', asked);
    await restart(account);
    await account.open().voidLookup(asked.id);
    expect((await account.open().balance()).available).toBe(100);
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('from before a restart is done once, and its order stays refused and unpaid', async () => {
    const account = await paidAccount(100);
    await account.admit('bob', order({ inputHash: hashOf(2) }));
    const asked = order();
    const ordered = orderedOf(await account.admit('ann', asked));
    await account.open().voidLookup(asked.id);
    await restart(account);
    await account.open().voidLookup(asked.id);
    expect((await account.admit('ann', asked)).code).toBe('SERVICE_BUSY');
    const settled = await account.open().settleLookup(settlementOf(asked, ordered, 10));
    expect(settled).toMatchObject({ paid: false });
    expect((await account.open().balance()).available).toBe(90);
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('reverses a charge whose entry was archived meanwhile, over restarts too', async () => {
    const account = await paidAccount(100);
    const asked = order({ bypass: true });
    await account.admit('ann', asked);
    await account.open().archiveEntries();
    await restart(account);
    expect((await account.open().pendingEntries(null, 10)).lines).toEqual([]);
    expect((await account.open().size()).oldestUnarchivedAt).toBeNull();
    expect((await ledger.export(account.id)).lines).toEqual([]);
    expect(orderedOf(await account.admit('ann', asked)).credits).toBe(10);
    expect(broken(await account.open().invariants())).toEqual([]);
    await account.open().voidLookup(asked.id);
    await account.open().archiveEntries();
    await restart(account);
    await account.open().voidLookup(asked.id);
    expect((await account.open().balance()).available).toBe(100);
    expect((await account.admit('ann', asked)).code).toBe('SERVICE_BUSY');
    setNow(START + 121 * SECOND);
    await account.admit('ann', order({ inputHash: hashOf(2) }));
    await account.open().archiveEntries();
    const left = (_: unknown, { storage }: DurableObjectState) =>
      storage.sql.exec<{ seq: number }>('SELECT seq FROM lines').toArray();
    expect(await runInDurableObject(account.open(), left)).toEqual([{ seq: 4 }]);
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('of an unknown id refuses the order that comes late', async () => {
    const account = await paidAccount(100);
    const late = order();
    await account.open().voidLookup(late.id);
    expect((await account.admit('ann', late)).code).toBe('SERVICE_BUSY');
    expect((await account.open().balance()).available).toBe(100);
  });
});

describe('an object that dies', () => {
  it('by eviction loses nothing and charges nothing twice', async () => {
    const account = await paidAccount(100);
    const orders = distinct(60);
    const flying = Promise.allSettled(orders.map((each) => account.admit('ann', each)));
    await restart(account);
    await flying;
    const repeated = await Promise.all(orders.map((each) => account.admit('ann', each)));
    expect(accepted(repeated)).toBe(60);
    expect((await account.open().balance()).available).toBe(40);
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('by abort in mid-flight has charged those it answered, and the rest once when they come again', async () => {
    const account = await paidAccount(100);
    const orders = distinct(60);
    const flying = orders.map((each) => account.admit('ann', each).catch(() => null));
    await flying[0];
    await abortAllDurableObjects();
    const answered = accepted(await Promise.all(flying));
    const spent = (await account.open().statement(null)).usage.allTime.credits;
    expect(spent).toBeGreaterThanOrEqual(answered);
    await Promise.all(orders.map((each) => account.admit('ann', each)));
    expect(await account.open().balance()).toEqual({ available: 40, held: 0 });
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('because a rule broke half way has changed nothing', async () => {
    const account = await paidAccount(100);
    await runInDurableObject(account.open(), (object) => {
      Object.assign((object as unknown as { state: object }).state, {
        post: () => {
          throw new Error('a broken rule');
        },
      });
    });
    await expect(account.admit('ann', order())).rejects.toThrow();
    expect(await account.open().balance()).toEqual({ available: 100, held: 0 });
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('can lose nothing it has answered: a call waits for the group before to be on disk', async () => {
    const account = await paidAccount(100);
    const { promise, resolve: sync } = Promise.withResolvers<void>();
    await runInDurableObject(account.open(), (_, { storage }) => {
      storage.sync = () => promise;
    });
    await account.admit('ann', order({ inputHash: hashOf(1) }));
    const answered: string[] = [];
    const second = account
      .admit('ann', order({ inputHash: hashOf(2) }))
      .then(() => answered.push('second'));
    // The object has taken its call when it answers one that changes nothing.
    await runInDurableObject(account.open(), () => undefined);
    expect(answered).toEqual([]);
    sync();
    await second;
    expect((await account.open().view())?.statement.totalAvailable).toBe(80);
  });

  it('because its disk refuses a group has charged nobody of that group', async () => {
    const account = await paidAccount(100);
    await account.admit('ann', order({ inputHash: hashOf(999), amount: 1 }));
    await runInDurableObject(account.open(), (_, state) => {
      state.storage.sql.exec(
        `CREATE TRIGGER full_disk BEFORE INSERT ON receipts BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
      );
    });
    const orders = distinct(20);
    const charged = await Promise.all(
      orders.map((each) =>
        account.admit('ann', each).then(
          () => 'charged',
          () => 'failed',
        ),
      ),
    );
    expect(charged).not.toContain('charged');
    await runInDurableObject(account.open(), (_, state) => {
      state.storage.sql.exec('DROP TRIGGER full_disk');
    });
    expect((await account.open().balance()).available).toBe(99);
    expect(broken(await account.open().invariants())).toEqual([]);
    expect(accepted(await Promise.all(orders.map((each) => account.admit('ann', each))))).toBe(20);
  });
});
