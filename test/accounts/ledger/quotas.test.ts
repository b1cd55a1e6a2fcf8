import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountBackup } from '../../../src/accounts/object/tables.ts';
import type { KeyRecord } from '../../../src/lookup/account/account.ts';
import {
  QUOTAS,
  type QuotaExceeded,
  type QuotaKind,
  type QuotaRequest,
  type QuotaUse,
  quotaFor,
} from '../../../src/lookup/account/quotas.ts';
import {
  DAY,
  HOUR,
  hashOf,
  keyHash,
  keyOf,
  paidAccount,
  restart,
  START,
  setNow,
  type TestAccount,
} from './support.ts';

beforeEach(() => setNow(START));

const claimOf = (kind: QuotaKind, id: string | number, more: Partial<QuotaRequest> = {}) =>
  ({ kind, mode: 'live', id: String(id), ...more }) as const;

const claim = async (account: TestAccount, claimed: QuotaRequest): Promise<QuotaExceeded | null> =>
  (await account.open().claimQuota(claimed)) as QuotaExceeded | null;

const release = (account: TestAccount, kind: QuotaKind, id: string | number) =>
  account.open().releaseQuota({ kind, id: String(id) });

/** Claims so many at once, and tells how many were granted. */
async function granted(account: TestAccount, kind: QuotaKind, count: number, from = 0) {
  const asked = Array.from({ length: count }, (_, n) => claim(account, claimOf(kind, from + n)));
  return (await Promise.all(asked)).filter((refusal) => refusal === null).length;
}

const keyRecord = (n: number): KeyRecord => ({
  ...{ id: `key-${n}`, hash: keyHash(`key ${n}`), userId: 'ann', name: `${n}`, mode: 'live' },
  ...{ last4: 'last', createdAt: START, expiresAt: null, revokedAt: null },
  ...{ suspendedAt: null, scopes: null, ipAllow: null, creditsPerDay: null },
  ...{ keptAt: null, successorId: null, secretVersion: null },
});

const AT_MOST = (['invitations', 'agents', 'monitors', 'jobs', 'uploads'] as const).map((kind) => ({
  kind,
  most: QUOTAS[kind].ceiling.most,
}));

describe('room below a ceiling', () => {
  it('lasts as long as its last claim says', async () => {
    const account = await paidAccount(0);
    const { most } = QUOTAS.invitations.ceiling;
    for (let n = 0; n < most; n++)
      await claim(account, claimOf('invitations', n, { endsAt: START + DAY }));
    setNow(START + HOUR);
    await claim(account, claimOf('invitations', 0, { endsAt: START + 2 * DAY }));
    setNow(START + DAY);
    expect(await granted(account, 'invitations', most, most)).toBe(most - 1);
  });

  it.each(AT_MOST)('is for $most $kind, however many ask at once', async ({ kind, most }) => {
    const account = await paidAccount(0);
    expect(await granted(account, kind, most + 20)).toBe(most);
    expect(await claim(account, claimOf(kind, 'more'))).toEqual({ kind, limit: most, rate: null });
    await restart(account);
    expect(await claim(account, claimOf(kind, 'more'))).toMatchObject({ limit: most });
    await release(account, kind, 0);
    await release(account, kind, 0);
    expect(await granted(account, kind, 3, 1_000)).toBe(1);
  });

  it('is taken once by the same claim, over a restart', async () => {
    const account = await paidAccount(0);
    for (let times = 0; times < 30; times++)
      expect(await claim(account, claimOf('uploads', 'same'))).toBeNull();
    await restart(account);
    expect(await claim(account, claimOf('uploads', 'same'))).toBeNull();
    expect(await granted(account, 'uploads', 20)).toBe(9);
  });

  it('ends with the thing, when that is known', async () => {
    const account = await paidAccount(0);
    const endsAt = START + DAY;
    for (let n = 0; n < 10; n++) await claim(account, claimOf('uploads', n, { endsAt }));
    setNow(endsAt - 1);
    expect(await claim(account, claimOf('uploads', 'more'))).not.toBeNull();
    setNow(endsAt);
    expect(await claim(account, claimOf('uploads', 'more'))).toBeNull();
  });

  it('grows with its thing, and is counted in all', async () => {
    const account = await paidAccount(0);
    const members = (id: string, count: number) =>
      claim(account, claimOf('monitorMembers', id, { count }));
    expect(await members('a', 150_000)).toBeNull();
    expect(await members('b', 50_001)).toMatchObject({ limit: 200_000, rate: null });
    expect(await members('b', 40_000)).toBeNull();
    expect(await members('a', 160_000)).toBeNull();
    expect(await members('a', 160_001)).toMatchObject({ limit: 200_000 });
    // A claim that was larger before stays so.
    expect(await members('a', 1)).toBeNull();
    expect(await members('b', 40_001)).toMatchObject({ limit: 200_000 });
    await release(account, 'monitorMembers', 'a');
    expect(await members('b', 200_000)).toBeNull();
  });

  it('of test keys is smaller and counted apart', async () => {
    const account = await paidAccount(0);
    const { most = 0 } = quotaFor('monitors', 'test');
    const inTest = (n: number) => claim(account, claimOf('monitors', `t${n}`, { mode: 'test' }));
    for (let n = 0; n < most; n++) expect(await inTest(n)).toBeNull();
    expect(await inTest(most)).toMatchObject({ limit: most });
    expect(await claim(account, claimOf('monitors', 'live'))).toBeNull();
    // Where the mode makes no difference, both count together.
    expect(await granted(account, 'uploads', 10)).toBe(10);
    expect(await claim(account, claimOf('uploads', 'test', { mode: 'test' }))).not.toBeNull();
  });

  it('is refused to more than may be made in an hour or a day', async () => {
    const account = await paidAccount(0);
    /** Makes and ends twenty at a time until one is refused. */
    const refusedAt = async (name: string) => {
      for (let made = 0; ; ) {
        const ids = Array.from({ length: 20 }, (_, n) => `${name} ${made + n}`);
        const refusals = await Promise.all(ids.map((id) => claim(account, claimOf('jobs', id))));
        await Promise.all(ids.map((id) => release(account, 'jobs', id)));
        made += refusals.filter((refusal) => refusal === null).length;
        const refusal = refusals.find((each) => each !== null);
        if (refusal) return { made, refusal };
      }
    };
    setNow(START + HOUR / 2);
    expect(await refusedAt('first')).toEqual({
      made: 1_000,
      refusal: { kind: 'jobs', limit: 1_000, rate: { seconds: 3_600, retryAfterSeconds: 1_800 } },
    });
    await restart(account);
    setNow(START + HOUR);
    expect((await refusedAt('second')).made).toBe(1_000);
    setNow(START + 2 * HOUR);
    expect(await refusedAt('third')).toEqual({
      made: 0,
      refusal: { kind: 'jobs', limit: 2_000, rate: { seconds: 86_400, retryAfterSeconds: 36_000 } },
    });
    setNow(START + DAY / 2);
    expect(await claim(account, claimOf('jobs', 'next day'))).toBeNull();
  });
});

it('is archived, and an invitation’s is forgotten with whom it is for', async () => {
  const account = await paidAccount(0);
  await claim(account, claimOf('invitations', 'ann@example.com'));
  await claim(account, claimOf('monitors', 'mon_1'));
  const ids = async () => {
    const { rooms } = (await account.open().export()) as AccountBackup;
    return rooms.map(({ id }) => id).sort();
  };
  expect(await ids()).toEqual(['ann@example.com', 'mon_1']);
  await account.open().eraseText('ann@example.com');
  expect(await ids()).toEqual(['mon_1']);
});

describe('what is in the account itself', () => {
  it('has at most 100 keys that can be used, and 100 made in a day', async () => {
    const account = await paidAccount(0);
    const add = async (n: number) =>
      (await account.open().addKey(keyRecord(n))) as QuotaExceeded | null;
    // The account of the test has two.
    const made = await Promise.all(Array.from({ length: 120 }, (_, n) => add(n)));
    expect(made.filter((refusal) => refusal === null)).toHaveLength(98);
    expect(made.at(-1)).toEqual({ kind: 'apiKeys', limit: 100, rate: null });
    // One that is there is written again.
    expect(await add(0)).toBeNull();
    await account.open().changeKey('key-0', { revoked: true }, null);
    expect(await add(200)).toMatchObject({ limit: 100, rate: { seconds: 86_400 } });
    setNow(START + DAY / 2);
    expect(await add(200)).toBeNull();
    expect(await add(201)).toEqual({ kind: 'apiKeys', limit: 100, rate: null });
  });

  it('leaves a key as it was whose successor finds no room', async () => {
    const account = await paidAccount(0);
    for (let n = 0; n < 98; n++) await account.open().addKey(keyRecord(n));
    const successor = {
      ...{ id: 'next', hash: keyHash('next'), last4: 'next', createdAt: START },
      ...{ secretVersion: null, oldEndsAt: START + HOUR },
    };
    const rolled = await account.open().rollKey('key-0', successor, null);
    expect(rolled).toEqual({ kind: 'apiKeys', limit: 100, rate: null });
    await restart(account);
    const keys = (await account.open().view())?.keys ?? [];
    expect(keys.find(({ id }) => id === 'key-0')).toMatchObject({
      ...{ expiresAt: null, successorId: null },
    });
    expect(keys).toHaveLength(100);
  });

  it('lets a member change a key that is his own, while he may look up', async () => {
    const account = await paidAccount(0);
    for (const [id, role] of [
      ['eve', 'member'],
      ['joe', 'admin'],
    ] as const)
      await account.open().addMember({ id, email: `${id}@example.com`, role, createdAt: START });
    for (const n of [1, 2]) await account.open().addKey({ ...keyRecord(n), userId: 'eve' });
    const rename = async (keyId: string, by: string) => {
      const changed = await account.open().changeKey(keyId, { name: 'mine' }, by);
      return typeof changed === 'string' ? changed : changed?.name;
    };
    expect(await rename('key-1', 'eve')).toBe('mine');
    // The organization keeps the first, so it is the managers' from then on.
    await account.open().changeRole('eve', 'member', ['key-1']);
    expect(await rename('key-1', 'eve')).toBe('not_yours');
    expect(await rename('key-1', 'joe')).toBe('mine');
    expect(await rename('key-2', 'eve')).toBe('mine');
    await account.open().changeRole('eve', 'billing', []);
    expect(await rename('key-2', 'eve')).toBe('not_yours');
  });

  it('forgets keys thirty days after they ended', async () => {
    const account = await paidAccount(0);
    await account.open().addKey(keyRecord(1));
    await account.open().addKey({ ...keyRecord(2), expiresAt: START + HOUR });
    await account.open().changeKey('key-1', { revoked: true }, null);
    const keys = async () => (await account.open().view())?.keys.map(({ id }) => id).sort();
    setNow(START + 30 * DAY - 1);
    await account.open().addKey(keyRecord(3));
    expect(await keys()).toContain('key-1');
    setNow(START + 30 * DAY + HOUR);
    await account.open().addKey(keyRecord(4));
    await restart(account);
    expect(await keys()).toEqual(['key-3', 'key-4', 'key-ann', 'key-bob']);
  });

  it('has at most 500 members', async () => {
    const account = await paidAccount(0);
    const add = (n: number) =>
      account
        .open()
        .addMember({ id: `u${n}`, email: `u${n}@example.com`, role: 'member', createdAt: START });
    const added = await Promise.all(Array.from({ length: 510 }, (_, n) => add(n)));
    expect(added.filter(({ ok }) => ok)).toHaveLength(498);
    const refusal = { kind: 'members', limit: 500, rate: null };
    expect(added.at(-1)).toEqual({ ok: false, refusal });
    expect(await add(0)).toMatchObject({ ok: true, member: { id: 'u0' } });
  });

  it('remembers so many new Idempotency-Keys in an hour, fewer of test keys', async () => {
    const account = await paidAccount(0);
    const { perHour = 0 } = quotaFor('replays', 'test');
    const key = { ...keyOf(account.id, 'tester'), mode: 'test' as const };
    await account.open().addKey({ ...keyRecord(1), hash: keyHash('tester'), mode: 'test' });
    const stub = account.open();
    const once = async (n: number) => {
      const { outcome } = await stub.claimReplay(key, 'standard', {
        ...{ name: hashOf(n), requestHash: hashOf(n), lookupId: `l${n}`, askedAt: START },
        ...{ lookups: [{ product: 'phone', inputHash: hashOf(1) }], lost: false },
      });
      return outcome;
    };
    // A thousand a second would trip the windows of calls.
    for (let n = 0, at = START; n < perHour; n += 400, at += 1_000) {
      setNow(at);
      const all = await Promise.all(Array.from({ length: 400 }, (_, i) => once(n + i)));
      expect(all.every((outcome) => outcome?.kind === 'claimed')).toBe(true);
    }
    setNow(START + HOUR / 2);
    expect(await once(perHour)).toEqual({
      kind: 'full',
      refusal: {
        ...{ kind: 'replays', limit: perHour },
        rate: { seconds: 3_600, retryAfterSeconds: 1_800 },
      },
    });
    // One that is known is answered.
    expect(await once(7)).toMatchObject({ kind: 'claimed' });
  });
});

describe('reconciling claims with their stores', () => {
  const owned = (kind: QuotaKind, id: string | number, count = 1): QuotaUse => ({
    ...{ kind, mode: 'live', id: String(id), count },
  });

  it('names what never came or is gone, and leaves what is on the way', async () => {
    const account = await paidAccount(0);
    for (let n = 0; n < 20; n++) await claim(account, claimOf('jobs', n));
    const rows = [owned('jobs', 0), owned('jobs', 1)];
    setNow(START + HOUR - 1);
    expect(await account.open().reconcileQuotas(['jobs'], rows)).toEqual([]);
    expect(await claim(account, claimOf('jobs', 'more'))).not.toBeNull();
    setNow(START + HOUR);
    expect(await account.open().reconcileQuotas(['monitors'], rows)).toEqual([]);
    expect(await claim(account, claimOf('jobs', 'more'))).not.toBeNull();
    const unowned = await account.open().reconcileQuotas(['jobs'], rows);
    expect(unowned.map(({ id }) => id)).toEqual(Array.from({ length: 18 }, (_, n) => `${n + 2}`));
    expect(await claim(account, claimOf('jobs', 'more'))).not.toBeNull();
    for (const each of unowned) await account.open().releaseQuota(each);
    await restart(account);
    expect(await granted(account, 'jobs', 30, 100)).toBe(18);
  });

  it('counts what has no claim, and shrinks what was larger', async () => {
    const account = await paidAccount(0);
    await claim(account, claimOf('monitorMembers', 'a', { count: 200_000 }));
    setNow(START + HOUR);
    const rows = [owned('monitorMembers', 'a', 150_000), owned('monitorMembers', 'b', 40_000)];
    await account.open().reconcileQuotas(['monitorMembers'], rows);
    const members = (id: string, count: number) =>
      claim(account, claimOf('monitorMembers', id, { count }));
    expect(await members('c', 10_001)).not.toBeNull();
    expect(await members('c', 10_000)).toBeNull();
  });
});
