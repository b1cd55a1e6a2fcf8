import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Charged } from '../../src/core/ledger.ts';
import { quote, RECEIPT_WINDOW_MS } from '../../src/ledger/receipts.ts';
import { DAY, HOUR, hashOf, lookup, newAccount, START, setNow } from './support.ts';

const opened = { firstPrice: 10, endsAt: START + DAY };
const fresh = { creditsUsed: 10, windowEndsAt: START + RECEIPT_WINDOW_MS };

describe('the price by receipts', () => {
  it.each([
    ['first time', { price: 10, bypass: false }, null, null, fresh],
    ['first time, bypassing', { price: 10, bypass: true }, null, null, fresh],
    [
      'first time, a no-match',
      { price: 0, bypass: false },
      null,
      null,
      { ...fresh, creditsUsed: 0 },
    ],
    [
      'yours',
      { price: 10, bypass: false },
      opened,
      opened,
      { creditsUsed: 0, windowEndsAt: opened.endsAt },
    ],
    [
      'yours, bypassing',
      { price: 10, bypass: true },
      opened,
      opened,
      { creditsUsed: 10, windowEndsAt: opened.endsAt },
    ],
    [
      "a teammate's, dearer today",
      { price: 15, bypass: false },
      null,
      opened,
      { creditsUsed: 10, windowEndsAt: opened.endsAt },
    ],
    [
      "a teammate's, cheaper today",
      { price: 4, bypass: false },
      null,
      opened,
      { creditsUsed: 4, windowEndsAt: opened.endsAt },
    ],
    [
      "a teammate's, bypassing",
      { price: 15, bypass: true },
      null,
      opened,
      { creditsUsed: 15, windowEndsAt: opened.endsAt },
    ],
    [
      "a teammate's free no-match",
      { price: 15, bypass: false },
      null,
      { firstPrice: 0, endsAt: START + DAY },
      { creditsUsed: 0, windowEndsAt: START + DAY },
    ],
  ])('%s', (_, asked, mine, team, expected) => {
    expect(quote(asked, mine, team, START)).toMatchObject(expected);
  });

  it('gives a receipt to whoever has none, with the first price and the first end', () => {
    expect(quote({ price: 15, bypass: true }, null, opened, START).receipt).toEqual(opened);
    expect(quote({ price: 15, bypass: true }, opened, opened, START).receipt).toBeNull();
  });
});

describe('receipts in the object', () => {
  beforeEach(() => setNow(START));

  it('follow the window from its first payment to its end', async () => {
    const account = newAccount().open();
    await account.grant({ id: 'g', amount: 1_000, note: null });
    const used = async (fields: Parameters<typeof lookup>[0]) =>
      ((await account.charge(lookup(fields))) as Charged).creditsUsed;
    const bob = { userId: 'bob', keyId: 'key-bob' };

    expect(await used({})).toBe(10);
    setNow(START + 2 * DAY);
    expect(await used({})).toBe(0);
    expect(await used({ ...bob, price: 15 })).toBe(10);
    expect(await used({ ...bob, price: 15 })).toBe(0);
    expect(await account.charge(lookup({ bypass: true, price: 20 }))).toMatchObject({
      creditsUsed: 20,
      windowEndsAt: START + 7 * DAY,
    });
    expect(await account.charge(lookup())).toMatchObject({
      creditsUsed: 0,
      windowEndsAt: START + 7 * DAY,
    });

    setNow(START + 7 * DAY - 1);
    expect(await used({})).toBe(0);
    setNow(START + 7 * DAY);
    expect(await account.charge(lookup({ ...bob, price: 15 }))).toMatchObject({
      creditsUsed: 15,
      windowEndsAt: START + 14 * DAY,
    });
    expect(await used({ price: 20 })).toBe(15);
  });

  it('belong to one product and one input of one organization', async () => {
    const [one, other] = [newAccount().open(), newAccount().open()];
    for (const account of [one, other]) await account.grant({ id: 'g', amount: 100, note: null });
    await one.charge(lookup());
    for (const charged of [
      await one.charge(lookup({ product: 'nt' })),
      await one.charge(lookup({ inputHash: hashOf(2) })),
      await other.charge(lookup()),
    ]) {
      expect(charged).toMatchObject({ ok: true, creditsUsed: 10 });
    }
  });

  it('are written for lookups that cost nothing, which need no balance and are counted', async () => {
    const account = newAccount().open();
    expect(await account.charge(lookup({ price: 0 }))).toEqual({
      ok: true,
      creditsUsed: 0,
      creditsRemaining: 0,
      windowEndsAt: START + 7 * DAY,
    });
    setNow(START + HOUR);
    expect(await account.charge(lookup({ price: 5 }))).toMatchObject({ ok: true, creditsUsed: 0 });
    const { usage, key } = await account.statement({ keyId: 'key-ann' });
    expect(usage.allTime).toEqual({ lookups: 2, credits: 0 });
    expect(key).toEqual({ lookups: 2, credits: 0 });
  });

  it('let two identical calls in flight be charged once', async () => {
    const account = env.CREDIT_ACCOUNT.getByName(newAccount().id);
    await account.grant({ id: 'g', amount: 100, note: null });
    const outcomes = (await Promise.all(
      Array.from({ length: 20 }, () => account.charge(lookup())),
    )) as Charged[];
    expect(outcomes.map((outcome) => outcome.creditsUsed).toSorted((a, b) => a - b)).toEqual([
      ...Array(19).fill(0),
      10,
    ]);
    expect(await account.balance()).toEqual({ available: 90, held: 0 });
  });
});
