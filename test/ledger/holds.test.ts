import { runDurableObjectAlarm } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import { broken, DAY, HOUR, hashOf, lookup, newAccount, SECOND, START, setNow } from './support.ts';

const held = (id: string, amount: number, lifetimeMs = HOUR) => ({
  id,
  amount,
  lifetimeMs,
  userId: 'ann',
  keyId: 'key-ann',
  note: null,
});

/** Lookups nobody has paid before. */
const rows = (from: number, count: number, price = 10) =>
  Array.from({ length: count }, (_, n) =>
    lookup({ id: `row-${from + n}`, inputHash: hashOf(1_000 + from + n), price }),
  );

async function accountWith(credits: number) {
  const account = newAccount().open();
  await account.grant({ id: 'g', amount: credits, note: null });
  return account;
}

beforeEach(() => setNow(START));

describe('a hold', () => {
  it('sets credits aside and is refused beyond the balance', async () => {
    const account = await accountWith(100);
    expect(await account.hold(held('h', 70))).toEqual({
      ok: true,
      held: 70,
      creditsRemaining: 30,
      expiresAt: START + HOUR,
    });
    expect(await account.hold(held('h', 70))).toMatchObject({ ok: true, held: 70 });
    expect(await account.hold(held('i', 31))).toEqual({
      ok: false,
      reason: 'insufficient_credits',
      required: 31,
      available: 30,
    });
    expect(await account.charge(lookup({ price: 31 }))).toMatchObject({
      ok: false,
      required: 31,
      available: 30,
    });
    expect(await account.balance()).toEqual({ available: 30, held: 70 });
  });

  it('for one lookup sets aside no more than its receipts let it cost', async () => {
    const account = await accountWith(100);
    await account.charge(lookup({ userId: 'bob', price: 10 }));
    const named = { product: 'phone', inputHash: hashOf(1), bypass: false };
    const hold = async (id: string, bypass: boolean, userId = 'ann') =>
      account.hold({ ...held(id, 25), userId, lookup: { ...named, bypass } });
    expect(await hold('yours', false, 'bob')).toMatchObject({
      ok: true,
      held: 0,
      creditsRemaining: 90,
    });
    expect(await hold('team', false)).toMatchObject({ ok: true, held: 10, creditsRemaining: 80 });
    expect(await hold('afresh', true, 'bob')).toMatchObject({
      ok: true,
      held: 25,
      creditsRemaining: 55,
    });
    expect(await hold('other', true)).toMatchObject({ ok: true, held: 25, creditsRemaining: 30 });
    expect(broken(await account.invariants())).toEqual([]);
  });

  it('is settled in parts, each once, and releases the rest with the last', async () => {
    const account = await accountWith(1_000);
    await account.hold(held('job', 500));
    const first = { id: 'job:0', holdId: 'job', items: rows(0, 10), final: false };
    expect(await account.settle(first)).toMatchObject({
      ok: true,
      creditsUsed: 100,
      heldRemaining: 400,
      creditsRemaining: 500,
    });
    expect(await account.settle(first)).toMatchObject({
      ok: true,
      creditsUsed: 100,
      heldRemaining: 400,
    });
    expect(await account.balance()).toEqual({ available: 500, held: 400 });

    const last = { id: 'job:1', holdId: 'job', items: rows(5, 10), final: true };
    const settled = await account.settle(last);
    expect(settled).toMatchObject({
      ok: true,
      creditsUsed: 50,
      heldRemaining: 0,
      creditsRemaining: 850,
    });
    expect(settled.ok && settled.items.map((item) => item.creditsUsed)).toEqual([
      0, 0, 0, 0, 0, 10, 10, 10, 10, 10,
    ]);
    expect(
      await account.settle({ id: 'job:2', holdId: 'job', items: rows(90, 1), final: false }),
    ).toMatchObject({
      ok: false,
      reason: 'hold_closed',
    });
    expect(await account.statement({ keyId: 'key-ann' })).toMatchObject({
      key: { lookups: 20, credits: 150 },
      held: 0,
      totalAvailable: 850,
    });
    expect(broken(await account.invariants())).toEqual([]);
  });

  it('draws on the free balance where it does not reach, and changes nothing when neither does', async () => {
    const account = await accountWith(100);
    await account.hold(held('h', 20));
    expect(await account.settle({ id: 's', holdId: 'h', items: rows(0, 11), final: true })).toEqual(
      {
        ok: false,
        reason: 'insufficient_credits',
        required: 110,
        available: 80,
      },
    );
    expect(await account.balance()).toEqual({ available: 80, held: 20 });
    expect(
      await account.settle({ id: 's', holdId: 'h', items: rows(0, 10), final: true }),
    ).toMatchObject({ ok: true, creditsUsed: 100 });
    expect(await account.balance()).toEqual({ available: 0, held: 0 });
    expect(
      await account.settle({ id: 't', holdId: 'nobody', items: [], final: true }),
    ).toMatchObject({
      ok: false,
      reason: 'hold_unknown',
    });
    expect(broken(await account.invariants())).toEqual([]);
  });

  it('releases itself at the end of its life, by alarm and on the next call, and its debt can still be paid', async () => {
    for (const wake of [true, false]) {
      const account = await accountWith(100);
      await account.hold(held('h', 60));
      setNow(START + HOUR);
      if (wake) expect(await runDurableObjectAlarm(account)).toBe(true);
      expect(await account.balance()).toEqual({ available: 100, held: 0 });
      expect(
        await account.settle({ id: 's', holdId: 'h', items: rows(0, 3), final: true }),
      ).toMatchObject({ ok: true, creditsUsed: 30 });
      expect(await account.balance()).toEqual({ available: 70, held: 0 });
      expect(broken(await account.invariants())).toEqual([]);
      setNow(START);
    }
  });

  it('settles first what ends first, so that what it gives back lives longest', async () => {
    const account = await accountWith(50);
    await account.renew({
      plan: 'starter',
      tokens: 50,
      periodStart: START - DAY,
      periodEnd: START + DAY,
    });
    await account.hold(held('h', 80));
    await account.settle({ id: 's', holdId: 'h', items: rows(0, 5), final: false });
    await account.void({ id: 'h' });
    expect(await account.statement({ keyId: null })).toMatchObject({
      subscription: { available: 0 },
      purchased: 50,
    });
  });
});

describe('void', () => {
  it('reverses a charge: credits, receipt and counters, once', async () => {
    const account = await accountWith(100);
    const request = lookup({ price: 10 });
    await account.charge(request);
    expect(await account.void({ id: request.id })).toEqual({
      released: 0,
      refunded: 10,
      creditsRemaining: 100,
    });
    expect(await account.void({ id: request.id })).toEqual({
      released: 0,
      refunded: 10,
      creditsRemaining: 100,
    });
    expect(await account.charge(request)).toEqual({
      ok: false,
      reason: 'voided',
      required: 10,
      available: 100,
    });
    expect(await account.charge(lookup({ price: 10 }))).toMatchObject({
      ok: true,
      creditsUsed: 10,
    });
    expect((await account.statement({ keyId: 'key-ann' })).key).toEqual({
      lookups: 1,
      credits: 10,
    });
    expect(broken(await account.invariants())).toEqual([]);
  });

  it('of an unknown id refuses whatever comes late under it', async () => {
    const account = await accountWith(100);
    await account.hold(held('open', 10));
    await account.void({ id: 'late' });
    const refused = { ok: false, reason: 'voided' };
    expect(await account.charge(lookup({ id: 'late' }))).toMatchObject(refused);
    expect(await account.hold(held('late', 10))).toMatchObject(refused);
    expect(
      await account.settle({ id: 'late', holdId: 'open', items: rows(0, 1), final: true }),
    ).toMatchObject(refused);
    expect(await account.balance()).toEqual({ available: 90, held: 10 });
  });

  it('of one id undoes a hold and the settle that shares it', async () => {
    const account = await accountWith(100);
    await account.hold(held('request', 50));
    await account.settle({ id: 'request', holdId: 'request', items: rows(0, 2), final: false });
    expect(await account.void({ id: 'request' })).toEqual({
      released: 30,
      refunded: 20,
      creditsRemaining: 100,
    });
    expect(
      await account.settle({ id: 'again', holdId: 'request', items: rows(0, 2), final: true }),
    ).toMatchObject({ reason: 'voided' });
    expect(broken(await account.invariants())).toEqual([]);
  });

  it('gives nothing back that has ended meanwhile', async () => {
    const account = newAccount().open();
    await account.renew({
      plan: 'starter',
      tokens: 100,
      periodStart: START - 40 * DAY,
      periodEnd: START - 10 * DAY,
    });
    const rolloverEnd = Date.UTC(2030, 2, 31, 12);
    setNow(rolloverEnd - SECOND);
    const request = lookup({ price: 40 });
    await account.charge(request);
    setNow(rolloverEnd + SECOND);
    expect(await account.void({ id: request.id })).toEqual({
      released: 0,
      refunded: 40,
      creditsRemaining: 0,
    });
    expect(broken(await account.invariants())).toEqual([]);
  });
});

describe('arguments', () => {
  const bad: [string, (account: Awaited<ReturnType<typeof accountWith>>) => Promise<unknown>][] = [
    ['a negative price', (account) => account.charge(lookup({ price: -1 }))],
    ['half a credit', (account) => account.charge(lookup({ price: 0.5 }))],
    ['no number', (account) => account.charge(lookup({ price: Number.NaN }))],
    ['a price beyond all bounds', (account) => account.charge(lookup({ price: 1e15 }))],
    ['an empty id', (account) => account.charge(lookup({ id: '' }))],
    ['a hash that is none', (account) => account.charge(lookup({ inputHash: '+14155550123' }))],
    ['a negative hold', (account) => account.hold(held('h', -5))],
    ['a hold for ever', (account) => account.hold(held('h', 5, Number.POSITIVE_INFINITY))],
    [
      'a settle with a negative item',
      (account) =>
        account.settle({ id: 's', holdId: 'h', items: [lookup({ price: -1 })], final: true }),
    ],
    [
      'a settle of too many',
      (account) => account.settle({ id: 's', holdId: 'h', items: rows(0, 1_001), final: true }),
    ],
    ['a negative grant', (account) => account.grant({ id: 'x', amount: -1, note: null })],
    [
      'a period that ends before it starts',
      (account) => account.renew({ plan: 'p', tokens: 1, periodStart: START, periodEnd: START }),
    ],
    [
      'a period far ahead',
      (account) =>
        account.renew({
          plan: 'p',
          tokens: 1,
          periodStart: START + 2 * DAY,
          periodEnd: START + 9 * DAY,
        }),
    ],
    ['an id too long to void', (account) => account.void({ id: 'x'.repeat(201) })],
  ];

  it.each(bad)('refuses %s and changes nothing', async (_, call) => {
    const account = await accountWith(100);
    const outcome = await call(account).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(RangeError);
    expect(await account.balance()).toEqual({ available: 100, held: 0 });
  });
});
