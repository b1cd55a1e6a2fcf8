import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMonths } from '../../src/ledger/periods.ts';
import { broken, DAY, hashOf, lookup, newAccount, SECOND, START, setNow } from './support.ts';

const END = Date.UTC(2030, 1, 10, 12);
const ROLLOVER_END = Date.UTC(2030, 4, 10, 12);
const january = { plan: 'starter', tokens: 1_000, periodStart: START, periodEnd: END };
const february = { ...january, periodStart: END, periodEnd: Date.UTC(2030, 2, 10, 12) };

beforeEach(() => setNow(START));

describe('calendar months', () => {
  it.each([
    ['2030-01-31T10:00:00.000Z', '2030-04-30T10:00:00.000Z'],
    ['2030-11-30T00:00:00.000Z', '2031-02-28T00:00:00.000Z'],
    ['2027-11-30T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
    ['2030-12-15T12:00:00.000Z', '2031-03-15T12:00:00.000Z'],
    ['2030-10-31T12:00:00.000Z', '2031-01-31T12:00:00.000Z'],
  ])('three after %s is %s', (from, to) => {
    expect(new Date(addMonths(Date.parse(from), 3)).toISOString()).toBe(to);
  });
});

describe('a subscription period', () => {
  it('is granted once; more tokens add the difference, fewer take nothing away', async () => {
    const account = newAccount().open();
    expect(await account.renew(january)).toEqual({ granted: 1_000, creditsRemaining: 1_000 });
    expect((await account.renew(january)).granted).toBe(0);
    expect((await account.renew({ ...january, plan: 'growth', tokens: 1_500 })).granted).toBe(500);
    expect((await account.renew({ ...january, tokens: 200 })).granted).toBe(0);
    expect((await account.renew({ ...january, tokens: 1_500 })).granted).toBe(0);
    expect(await account.statement({ keyId: null })).toMatchObject({
      subscription: { total: 1_500, used: 0, available: 1_500 },
    });
  });

  it('carries its unused credits over once, for three months, though nobody calls', async () => {
    for (const wake of [true, false]) {
      setNow(START);
      const account = newAccount().open();
      await account.renew(january);
      await account.charge(lookup({ price: 300 }));
      setNow(END);
      if (wake) expect(await runDurableObjectAlarm(account)).toBe(true);
      expect(await account.statement({ keyId: null })).toMatchObject({
        period: null,
        subscription: { total: 0, used: 0, available: 0 },
        rollover: 700,
        totalAvailable: 700,
        usage: { currentPeriod: { lookups: 0, credits: 0 }, allTime: { lookups: 1, credits: 300 } },
      });
      setNow(ROLLOVER_END - 1);
      expect((await account.balance()).available).toBe(700);
      setNow(ROLLOVER_END);
      expect((await account.balance()).available).toBe(0);
      expect(broken(await account.invariants())).toEqual([]);
    }
  });

  it('counts the usage of its own calls only', async () => {
    const account = newAccount().open();
    await account.renew(january);
    await account.charge(lookup({ price: 300 }));
    expect((await account.statement({ keyId: null })).usage.currentPeriod).toEqual({
      lookups: 1,
      credits: 300,
    });
    setNow(END);
    await account.renew(february);
    expect((await account.statement({ keyId: null })).usage.currentPeriod).toEqual({
      lookups: 0,
      credits: 0,
    });
    const late = lookup({ price: 5, inputHash: hashOf(2) });
    await account.charge(late);
    await account.void({ id: late.id });
    expect((await account.statement({ keyId: null })).usage).toEqual({
      currentPeriod: { lookups: 0, credits: 0 },
      allTime: { lookups: 1, credits: 300 },
    });
  });

  it('is followed by the next: old credits roll over beside the new, and never roll again', async () => {
    const { open } = newAccount();
    await open().renew(january);
    setNow(END + SECOND);
    await open().renew(february);
    await evictDurableObject(open());
    expect(await open().statement({ keyId: null })).toMatchObject({
      subscription: { total: 1_000, available: 1_000 },
      rollover: 1_000,
    });
    // The new period ends first, so it is spent first.
    await open().charge(lookup({ price: 400 }));
    expect(await open().statement({ keyId: null })).toMatchObject({
      subscription: { used: 400, available: 600 },
      rollover: 1_000,
    });
    setNow(february.periodEnd);
    expect(await open().statement({ keyId: null })).toMatchObject({ rollover: 1_600 });
    setNow(ROLLOVER_END);
    expect(await open().statement({ keyId: null })).toMatchObject({ rollover: 600 });
    expect(broken(await open().invariants())).toEqual([]);
  });

  it('ends early when a later one is granted, and an earlier one changes nothing', async () => {
    const account = newAccount().open();
    await account.renew(january);
    setNow(START + 10 * DAY);
    const upgrade = {
      plan: 'growth',
      tokens: 5_000,
      periodStart: START + 10 * DAY,
      periodEnd: END + 10 * DAY,
    };
    expect((await account.renew(upgrade)).granted).toBe(5_000);
    expect((await account.renew(january)).granted).toBe(0);
    expect(await account.statement({ keyId: null })).toMatchObject({
      period: { plan: 'growth' },
      subscription: { available: 5_000 },
      rollover: 1_000,
    });
  });

  it('can be moved while it runs', async () => {
    const account = newAccount().open();
    await account.renew(january);
    await account.renew({ ...january, periodEnd: END + 5 * DAY });
    setNow(END + DAY);
    expect(await account.statement({ keyId: null })).toMatchObject({
      subscription: { available: 1_000 },
      rollover: 0,
    });
  });

  it('keeps what a hold gives back after its end', async () => {
    const account = newAccount().open();
    await account.renew(january);
    setNow(END - SECOND);
    await account.hold({
      id: 'h',
      amount: 1_000,
      lifetimeMs: DAY,
      userId: 'ann',
      keyId: null,
      note: null,
    });
    setNow(END + SECOND);
    await account.renew(february);
    await account.settle({
      id: 's',
      holdId: 'h',
      items: [lookup({ price: 100, inputHash: hashOf(7) })],
      final: true,
    });
    expect(await account.statement({ keyId: null })).toMatchObject({
      subscription: { available: 1_000 },
      rollover: 900,
      held: 0,
    });
    expect(broken(await account.invariants())).toEqual([]);
  });

  it('carries over what a hold gives back, though all of it was held when it ended', async () => {
    const account = newAccount().open();
    await account.renew(january);
    setNow(END - SECOND);
    await account.hold({
      id: 'h',
      amount: 1_000,
      lifetimeMs: DAY,
      userId: 'ann',
      keyId: null,
      note: null,
    });
    setNow(END + SECOND);
    await account.void({ id: 'h' });
    expect(await account.statement({ keyId: null })).toMatchObject({
      rollover: 1_000,
      totalAvailable: 1_000,
    });
    setNow(ROLLOVER_END);
    expect((await account.balance()).available).toBe(0);
  });
});

it('spends purchased credits last', async () => {
  const account = newAccount().open();
  await account.grant({ id: 'bought', amount: 100, note: 'invoice 1' });
  await account.renew({ ...january, tokens: 100 });
  await account.charge(lookup({ price: 120 }));
  expect(await account.statement({ keyId: null })).toMatchObject({
    subscription: { available: 0 },
    purchased: 80,
  });
  expect((await account.grant({ id: 'bought', amount: 100, note: 'invoice 1' })).granted).toBe(0);
});
