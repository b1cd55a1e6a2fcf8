import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplayClaim } from '../../../src/lookup/account/replay.ts';
import {
  DAY,
  hashOf,
  keyOf,
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

const NAME = hashOf(7);
const claimOf = (lookupId: string, fields: Partial<ReplayClaim> = {}): ReplayClaim => ({
  name: NAME,
  requestHash: hashOf(8),
  lookupId,
  askedAt: START,
  lookups: [{ product: 'phone', inputHash: hashOf(1) }],
  lost: false,
  ...fields,
});

async function claim(account: TestAccount, asked: ReplayClaim, user = 'ann') {
  const { outcome } = await account.open().claimReplay(keyOf(account.id, user), 'standard', asked);
  return outcome;
}

const CLAIMED = { kind: 'claimed', firstAskedAt: START, paid: [false] };
const KNOWN = { kind: 'known', firstAskedAt: START };

describe('an Idempotency-Key', () => {
  it('belongs to the first lookup for 24 hours, over a restart', async () => {
    const account = await paidAccount(100);
    expect(await claim(account, claimOf('a'))).toEqual(CLAIMED);
    expect(await claim(account, claimOf('a'))).toEqual(CLAIMED);
    expect(await claim(account, claimOf('b'))).toEqual(KNOWN);
    expect(await claim(account, claimOf('b', { requestHash: hashOf(9) }))).toEqual({
      kind: 'conflict',
    });
    await restart(account);
    setNow(START + DAY - 1);
    expect(await claim(account, claimOf('b'))).toEqual(KNOWN);
    setNow(START + DAY);
    const next = claimOf('c', { askedAt: START + DAY });
    expect(await claim(account, next)).toEqual({ ...CLAIMED, firstAskedAt: START + DAY });
  });

  it('whose lookup failed is free again, and only its own lookup says so', async () => {
    const account = await paidAccount(100);
    await claim(account, claimOf('a'));
    await account.open().releaseReplay({ name: NAME, lookupId: 'b', orderIds: [] });
    expect(await claim(account, claimOf('b'))).toEqual(KNOWN);
    await account.open().releaseReplay({ name: NAME, lookupId: 'a', orderIds: [] });
    expect(await claim(account, claimOf('b', { requestHash: hashOf(9) }))).toEqual(CLAIMED);
  });

  it('takes back with its release what its own lookup was charged', async () => {
    const account = await paidAccount(100);
    const { inputHash } = claimOf('a').lookups[0]!;
    const asked = { product: 'phone', inputHash, step: 'charge', bypass: true } as const;
    const charge = (id: string) => account.admit('ann', order({ ...asked, id, amount: 5 }));
    await claim(account, claimOf('a'));
    await charge('a');
    await account.open().releaseReplay({ name: NAME, lookupId: 'b', orderIds: ['a'] });
    expect((await account.open().balance()).available).toBe(95);
    await account.open().releaseReplay({ name: NAME, lookupId: 'a', orderIds: ['a'] });
    expect((await account.open().balance()).available).toBe(100);
    expect(await claim(account, claimOf('b'))).toEqual(CLAIMED);
    // The order of the failed call comes late.
    expect((await charge('a')).code).toBe('SERVICE_BUSY');
    expect((await account.open().balance()).available).toBe(100);
  });

  it('that was charged before its answer was lost is not charged anew after a failure', async () => {
    const account = await paidAccount(100);
    const { inputHash } = claimOf('a').lookups[0]!;
    await claim(account, claimOf('a'));
    const asked = { id: 'a', product: 'phone', inputHash, step: 'charge', bypass: true } as const;
    await account.admit('ann', order({ ...asked, amount: 5, askedAt: START }));
    setNow(START + 60 * SECOND);
    const paid = { ...CLAIMED, paid: [true] };
    expect(await claim(account, claimOf('b', { lost: true }))).toEqual(paid);
    await account.open().releaseReplay({ name: NAME, lookupId: 'b', orderIds: ['b'] });
    expect(await claim(account, claimOf('c'))).toEqual(KNOWN);
    expect(await claim(account, claimOf('c', { lost: true }))).toEqual(paid);
    await account.open().releaseReplay({ name: NAME, lookupId: 'c', orderIds: ['c'] });
    expect(await claim(account, claimOf('d', { requestHash: hashOf(9) }))).toEqual({
      kind: 'conflict',
    });
  });

  it('whose lookup died is taken over after a minute, by one', async () => {
    const account = await paidAccount(100);
    await claim(account, claimOf('a'));
    const lost = { lost: true };
    setNow(START + 59 * SECOND);
    expect(await claim(account, claimOf('b', lost))).toEqual(KNOWN);
    setNow(START + 60 * SECOND);
    expect(await claim(account, claimOf('b'))).toEqual(KNOWN);
    expect(await claim(account, claimOf('b', lost))).toEqual(CLAIMED);
    expect(await claim(account, claimOf('c', lost))).toEqual(KNOWN);
    setNow(START + DAY);
    expect((await claim(account, claimOf('d')))?.kind).toBe('claimed');
  });

  it('is kept by a lookup that still reserves its price', async () => {
    const account = await paidAccount(100);
    await claim(account, claimOf('a'));
    await account.admit('ann', order({ id: 'a', step: 'hold', bypass: true }));
    setNow(START + 90 * SECOND);
    expect(await claim(account, claimOf('b', { lost: true }))).toEqual(KNOWN);
    await account.open().voidLookup('a');
    expect((await claim(account, claimOf('b', { lost: true })))?.kind).toBe('claimed');
  });

  it('of a batch is kept by an estimate of it that is still under way', async () => {
    const account = await paidAccount(100);
    await claim(account, claimOf('batch'));
    const entry = { step: 'estimate', amount: 60, bypass: true } as const;
    orderedOf(await account.admit('ann', order({ id: 'entry', ...entry })));
    setNow(START + 90 * SECOND);
    expect(await claim(account, claimOf('batch again', { lost: true }))).toEqual(KNOWN);
  });

  it('tells whoever takes it over that the lookup has been paid', async () => {
    const account = await paidAccount(100);
    orderedOf(await account.admit('ann', order({ askedAt: START - 1 })));
    await claim(account, claimOf('a'));
    setNow(START + 60 * SECOND);
    expect(await claim(account, claimOf('b', { lost: true }))).toMatchObject({ paid: [false] });
    const fresh = order({ id: 'b', bypass: true, askedAt: START + 60 * SECOND });
    expect(orderedOf(await account.admit('ann', fresh)).credits).toBe(10);
    setNow(START + 120 * SECOND);
    expect(await claim(account, claimOf('c', { lost: true }))).toMatchObject({ paid: [true] });
  });

  it('was paid by a lookup of the same moment', async () => {
    const account = await paidAccount(100);
    await claim(account, claimOf('a'));
    await account.admit('ann', order({ id: 'a', bypass: true, askedAt: START }));
    setNow(START + 60 * SECOND);
    expect(await claim(account, claimOf('b', { lost: true }))).toMatchObject({ paid: [true] });
  });

  it('is nothing to a key that is refused, and counts as a lookup only when it is known', async () => {
    const account = await paidAccount(100);
    const stranger = keyOf(account.id, 'eve');
    const refused = await account.open().claimReplay(stranger, 'standard', claimOf('a'));
    expect(refused).toEqual({
      admission: { code: 'UNAUTHORIZED', problem: 'unknown' },
      outcome: null,
    });
    const ann = keyOf(account.id, 'ann');
    const first = await account.open().claimReplay(ann, 'standard', claimOf('a'));
    expect(first.admission).toMatchObject({ code: 'ADMITTED', window: null });
    const again = await account.open().claimReplay(ann, 'standard', claimOf('b'));
    expect(again.admission).toMatchObject({ code: 'ADMITTED', window: { remaining: 199 } });
  });
});
