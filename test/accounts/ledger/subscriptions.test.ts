import { runDurableObjectAlarm } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMonths } from '../../../src/accounts/ledger/periods.ts';
import {
  broken,
  DAY,
  HOUR,
  hashOf,
  lookup,
  order,
  orderedOf,
  paidAccount,
  restart,
  SECOND,
  START,
  setNow,
  subscribe,
  type TestAccount,
} from './support.ts';

const END = Date.UTC(2030, 1, 10, 12);
const MARCH = Date.UTC(2030, 2, 10, 12);
const ROLLOVER_END = Date.UTC(2030, 4, 10, 12);

beforeEach(() => setNow(START));

const statement = ({ open }: TestAccount) => open().statement(null);
const soundness = async ({ open }: TestAccount) => broken(await open().invariants());

const held = (id: string, amount: number, lifetimeMs: number) => ({
  ...{ id, amount, lifetimeMs },
  ...{ userId: 'ann', keyId: null, note: null },
});

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

describe('a subscription without dates', () => {
  it('is granted once, however many ask for it at once', async () => {
    const account = await paidAccount(20_000);
    await Promise.all(
      Array.from({ length: 6 }, () => subscribe(account, { creditsPerMonth: 20_000 })),
    );
    expect(await statement(account)).toMatchObject({
      subscription: { total: 20_000, available: 20_000 },
      totalAvailable: 20_000,
    });
    expect(await soundness(account)).toEqual([]);
  });

  it('begins a month now, and goes on with it when it is asked for again', async () => {
    const account = await paidAccount(100);
    setNow(START + 3 * DAY);
    const again = await subscribe(account, { creditsPerMonth: 100, status: 'past_due' });
    expect(again).toMatchObject({
      kind: 'applied',
      value: { status: 'past_due', periodStart: START, periodEnd: END },
    });
    expect((await statement(account)).totalAvailable).toBe(100);
  });
});

describe('an operation', () => {
  it('takes effect once for its id, and refuses the id for another change', async () => {
    const account = await paidAccount(100);
    const upgrade = { operationId: 'op-1', creditsPerMonth: 500 };
    const first = await subscribe(account, upgrade);
    setNow(START + DAY);
    expect(await subscribe(account, upgrade)).toEqual(first);
    expect(await subscribe(account, { ...upgrade, creditsPerMonth: 600 })).toMatchObject({
      kind: 'conflict',
    });
    expect((await statement(account)).totalAvailable).toBe(500);
    await subscribe(account, { creditsPerMonth: 500, status: 'past_due' });
    await subscribe(account, upgrade);
    expect((await account.open().view())?.subscription?.status).toBe('past_due');
  });
});

describe('a subscription period', () => {
  it('is granted once; more credits add the difference, fewer take nothing away', async () => {
    const account = await paidAccount(1_000);
    for (const [credits, total] of [
      [1_000, 1_000],
      [1_500, 1_500],
      [200, 1_500],
      [1_500, 1_500],
    ] as const) {
      await subscribe(account, { creditsPerMonth: credits });
      expect((await statement(account)).subscription).toEqual({ total, used: 0, available: total });
    }
    expect(await soundness(account)).toEqual([]);
  });

  it('carries its unused credits over once, for three months, though nobody calls', async () => {
    for (const wake of [true, false]) {
      setNow(START);
      const account = await paidAccount(1_000);
      await account.admit('ann', order({ amount: 300 }));
      setNow(END);
      if (wake) expect(await runDurableObjectAlarm(account.open())).toBe(true);
      expect(await statement(account)).toMatchObject({
        period: null,
        subscription: { total: 0, used: 0, available: 0 },
        rollover: 700,
        totalAvailable: 700,
        usage: { currentPeriod: { lookups: 0, credits: 0 }, allTime: { lookups: 1, credits: 300 } },
      });
      setNow(ROLLOVER_END - 1);
      expect((await account.open().balance()).available).toBe(700);
      setNow(ROLLOVER_END);
      expect((await account.open().balance()).available).toBe(0);
      expect(await soundness(account)).toEqual([]);
    }
  });

  it('is followed by the next: old credits roll over beside the new, and never roll again', async () => {
    const account = await paidAccount(1_000);
    setNow(END + SECOND);
    await subscribe(account, { creditsPerMonth: 1_000, periodStart: END, periodEnd: MARCH });
    await restart(account);
    expect(await statement(account)).toMatchObject({
      subscription: { total: 1_000, available: 1_000 },
      rollover: 1_000,
    });
    // The new period ends first, so it is spent first.
    await account.admit('ann', order({ amount: 400, inputHash: hashOf(3) }));
    expect(await statement(account)).toMatchObject({
      subscription: { used: 400, available: 600 },
      rollover: 1_000,
    });
    setNow(MARCH);
    expect(await statement(account)).toMatchObject({ rollover: 1_600 });
    setNow(ROLLOVER_END);
    expect(await statement(account)).toMatchObject({ rollover: 600 });
    expect(await soundness(account)).toEqual([]);
  });

  it('can be extended, before its end and after, and what is granted then can be spent', async () => {
    const account = await paidAccount(20_000);
    // Past its end, past the rollover's end, and upgraded: the credits went into a lot that was
    // dead.
    setNow(ROLLOVER_END + DAY);
    expect((await statement(account)).totalAvailable).toBe(0);
    const extended = { periodStart: START, periodEnd: ROLLOVER_END + 30 * DAY };
    await subscribe(account, { creditsPerMonth: 1_000_000, ...extended });
    expect(await statement(account)).toMatchObject({
      subscription: { available: 980_000 },
      totalAvailable: 980_000,
    });
    expect(await soundness(account)).toEqual([]);
  });

  it('takes its credits along when it is moved while it runs', async () => {
    const account = await paidAccount(1_000);
    await subscribe(account, {
      creditsPerMonth: 1_000,
      periodStart: START,
      periodEnd: END + 5 * DAY,
    });
    setNow(END + DAY);
    expect(await statement(account)).toMatchObject({
      subscription: { available: 1_000 },
      rollover: 0,
    });
  });

  it('never begins earlier than it did', async () => {
    const account = await paidAccount(1_000);
    const outcome = await subscribe(account, { periodStart: START - DAY, periodEnd: END });
    expect(outcome).toMatchObject({ kind: 'refused', message: expect.stringContaining('before') });
    expect(await account.open().view()).toMatchObject({ subscription: { periodStart: START } });
  });

  it('can be set a month ahead, is granted when it begins, and not before', async () => {
    const account = await paidAccount(1_000);
    const next = { creditsPerMonth: 3_000, periodStart: END, periodEnd: MARCH };
    expect(await subscribe(account, next)).toMatchObject({ kind: 'applied' });
    expect((await statement(account)).totalAvailable).toBe(1_000);
    expect(await subscribe(account, { ...next, periodStart: START + 40 * DAY })).toMatchObject({
      kind: 'refused',
    });
    setNow(END - 1);
    expect((await account.admit('ann', null)).code).toBe('ADMITTED');
    setNow(END + HOUR);
    await restart(account);
    expect((await account.admit('ann', null)).code).toBe('ADMITTED');
    expect(await statement(account)).toMatchObject({
      subscription: { available: 3_000 },
      rollover: 1_000,
    });
    expect(await soundness(account)).toEqual([]);
  });

  it('is paid for a caller whose clock is behind its start', async () => {
    const account = await paidAccount(1_000);
    setNow(START - 30_000);
    await restart(account);
    expect((await account.admit('ann', null)).code).toBe('ADMITTED');
  });

  it('set ahead is dropped with the one that ends for good, and grants nothing', async () => {
    const account = await paidAccount(1_000);
    const next = { creditsPerMonth: 3_000, periodStart: END, periodEnd: MARCH };
    await subscribe(account, next);
    await subscribe(account, { creditsPerMonth: 1_000, status: 'canceled', dropsAhead: true });
    setNow(END + HOUR);
    await restart(account);
    expect((await account.admit('ann', null)).code).toBe('UPGRADE_REQUIRED');
    expect(await statement(account)).toMatchObject({
      subscription: { available: 0 },
      rollover: 1_000,
    });
    expect(await soundness(account)).toEqual([]);
  });

  it('set ahead stays when a payment provider ends the running one', async () => {
    const account = await paidAccount(1_000);
    await subscribe(account, { creditsPerMonth: 3_000, periodStart: END, periodEnd: MARCH });
    await subscribe(account, { creditsPerMonth: 1_000, status: 'canceled' });
    setNow(END + HOUR);
    expect(await statement(account)).toMatchObject({ subscription: { available: 3_000 } });
  });

  it('set ahead without its credits begins without them until it is paid', async () => {
    const account = await paidAccount(1_000);
    const next = { creditsPerMonth: 3_000, periodStart: END, periodEnd: MARCH };
    await subscribe(account, { ...next, unpaid: true });
    setNow(END + SECOND);
    expect(await statement(account)).toMatchObject({
      subscription: { available: 0 },
      rollover: 1_000,
    });
    await subscribe(account, { ...next, operationId: 'paid' });
    expect(await statement(account)).toMatchObject({ subscription: { available: 3_000 } });
    expect(await soundness(account)).toEqual([]);
  });

  it('is spent before what rolled over to the same end', async () => {
    const account = await paidAccount(100);
    setNow(END);
    await subscribe(account, { creditsPerMonth: 50, periodStart: END, periodEnd: ROLLOVER_END });
    await account.admit('ann', order({ amount: 30 }));
    expect(await statement(account)).toMatchObject({
      subscription: { available: 20 },
      rollover: 100,
    });
  });

  it('has what fell due while nobody called in its order', async () => {
    const account = await paidAccount(100);
    setNow(END - 2 * HOUR);
    await account.open().hold(held('h', 60, HOUR));
    setNow(END + DAY);
    await account.open().balance();
    const { lines } = await account.open().pendingEntries(null, 2);
    expect(lines.map(({ kind, at }) => [kind, at])).toEqual([
      ['rollover', END],
      ['release', END - HOUR],
    ]);
  });

  it('keeps what a hold gives back after its end', async () => {
    const account = await paidAccount(1_000);
    setNow(END - SECOND);
    await account.open().hold(held('h', 1_000, DAY));
    setNow(END + SECOND);
    await subscribe(account, { creditsPerMonth: 1_000, periodStart: END, periodEnd: MARCH });
    const items = [lookup({ price: 100, inputHash: hashOf(7) })];
    await account.open().settle({ id: 's', holdId: 'h', items, final: true });
    expect(await statement(account)).toMatchObject({
      subscription: { available: 1_000 },
      rollover: 900,
      held: 0,
    });
    expect(await soundness(account)).toEqual([]);
  });
});

describe('purchased credits', () => {
  it('are spent last, granted once for their id, and never for another amount', async () => {
    const account = await paidAccount(100);
    const { open } = account;
    const invoice = { id: 'invoice 1', amount: 100, note: null };
    await open().grant(invoice);
    expect(orderedOf(await account.admit('ann', order({ amount: 120 }))).available).toBe(80);
    expect(await statement(account)).toMatchObject({
      subscription: { available: 0 },
      purchased: 80,
    });
    const repeated = { granted: 0, moved: 100, available: 80 };
    expect(await open().grant(invoice)).toMatchObject({ value: repeated });
    expect(await open().grant({ ...invoice, amount: 90 })).toMatchObject({ kind: 'conflict' });
  });

  it('can be taken back as far as they are unspent, and no further', async () => {
    const account = await paidAccount(100);
    const { open } = account;
    await open().grant({ id: 'mistake', amount: 5_000, note: null });
    await account.admit('ann', order({ amount: 1_100 }));
    const back = { id: 'correction', amount: -5_000, note: 'typed a nought too many' };
    expect(await open().grant(back)).toMatchObject({ value: { granted: -4_000, available: 0 } });
    expect(await open().grant(back)).toMatchObject({ value: { granted: 0 } });
    const { lines } = await open().pendingEntries(null, 10);
    expect(lines[0]).toMatchObject({ kind: 'withdrawal', amount: -4_000, note: back.note });
    expect(await soundness(account)).toEqual([]);
  });
});
