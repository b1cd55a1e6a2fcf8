import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addMonths } from '../../src/accounts/ledger/periods.ts';
import { Account } from '../../src/accounts/object/account.ts';
import { AccountTables } from '../../src/accounts/object/tables.ts';
import { createOrganization } from '../../src/accounts/organizations.ts';
import { seedDemo } from '../../src/accounts/team/demo-organization.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import type { RecoveryPorts } from '../../src/recovery/ports.ts';
import { restoreAccount, rewindAccount } from '../../src/recovery/restoration.ts';
import { listUsageSince } from '../../src/recovery/store.ts';
import {
  broken,
  DAY,
  HOUR,
  hashOf,
  keyOf,
  lookup,
  newAccount,
  order,
  paidAccount,
  restart,
  START,
  setNow,
  subscribe,
  type TestAccount,
} from '../accounts/ledger/support.ts';
import { createPorts } from '../accounts/support.ts';
import { operate } from '../support/api.ts';
import { fakePointInTime, loseObject, verify } from './support.ts';

const recovery = objectStubs(env.ACCOUNT, Account);

beforeEach(() => setNow(START));

const charge = async (account: TestAccount, from: number, count: number) => {
  for (let n = from; n < from + count; n++)
    await account.admit('ann', order({ inputHash: hashOf(n), amount: 1 }));
};

/** Every kind of line there is, over two periods. */
async function live(account: TestAccount): Promise<void> {
  const open = () => account.open();
  await charge(account, 100, 5);
  await open().grant({ id: 'pack', amount: 500, note: null });
  await open().hold({
    ...{ id: 'job', amount: 60, userId: 'ann', keyId: 'key-ann', lifetimeMs: DAY, note: null },
  });
  const items = [lookup({ inputHash: hashOf(200) }), lookup({ inputHash: hashOf(201) })];
  await open().settle({ id: 'chunk', holdId: 'job', items, final: false });
  await open().void({ id: 'chunk' });
  await open().settle({ id: 'chunk-2', holdId: 'job', items, final: true });
  await open().grant({ id: 'back', amount: -30, note: null });
  const undone = order({ inputHash: hashOf(300), amount: 7 });
  await account.admit('ann', undone);
  await open().voidLookup(undone.id);
}

const money = async (account: TestAccount) => {
  const { account: state, lots } = await runInDurableObject(account.open(), (object) => {
    const { state } = object as unknown as {
      state: { account: object; lots: { all(): Iterable<object> } };
    };
    return {
      account: structuredClone(state.account),
      lots: [...state.lots.all()].map((lot) => ({ ...lot })),
    };
  });
  const { posted, usage, subscription, period } = state as Record<string, unknown>;
  return {
    posted,
    usage,
    subscription,
    period,
    lots,
    statement: await account.open().statement('key-ann'),
  };
};

const soundness = async (account: TestAccount) => broken(await account.open().invariants());

describe('a lost account', () => {
  it('comes back from archive and segments: credits, lots, keys, receipts, ids of operations', async () => {
    const account = await paidAccount(1_000);
    await live(account);
    await account.open().archiveEntries();
    await runInDurableObject(account.open(), (object) =>
      (object as unknown as { backups: { run(): Promise<void> } }).backups.run(),
    );
    const before = await money(account);
    await loseObject(account.open());
    expect((await account.admit('ann', null)).code).toBe('UNAUTHORIZED');

    expect(await recovery.rebuild(account.id, null, [])).toEqual({
      segments: 0,
      lines: 0,
      lost: [],
    });
    expect(await money(account)).toEqual(before);
    expect(await soundness(account)).toEqual([]);
    const again = await account.admit('ann', order({ inputHash: hashOf(100), amount: 1 }));
    expect(again).toMatchObject({ code: 'ADMITTED', order: { credits: 0 } });
    const granted = await account.open().grant({ id: 'pack', amount: 500, note: null });
    expect(granted).toMatchObject({ kind: 'applied', value: { granted: 0 } });
    const items = [lookup({ inputHash: hashOf(200) }), lookup({ inputHash: hashOf(201) })];
    const settled = { id: 'chunk-2', holdId: 'job', items, final: true };
    expect(await account.open().settle(settled)).toMatchObject({ ok: true, creditsUsed: 20 });
    expect((await money(account)).posted).toEqual(before.posted);
  });

  it('repeats the lines of every kind that segments have and its archive has not', async () => {
    const account = await paidAccount(1_000);
    await runInDurableObject(account.open(), (object) =>
      (object as unknown as { backups: { run(): Promise<void> } }).backups.run(),
    );
    await live(account);
    await account.open().hold({
      ...{ id: 'open', amount: 40, userId: 'bob', keyId: null, lifetimeMs: DAY, note: null },
    });
    setNow(START + HOUR);
    await account.open().archiveEntries();
    const before = await money(account);
    await loseObject(account.open());
    const caughtUp = await recovery.rebuild(account.id, null, []);
    expect(caughtUp.segments).toBe(1);
    expect(caughtUp.lines).toBeGreaterThan(10);
    const after = await money(account);
    expect(after.statement).toEqual(before.statement);
    expect(after.posted).toEqual(before.posted);
    expect(await soundness(account)).toEqual([]);
    const release = await account.open().void({ id: 'open' });
    expect(release).toMatchObject({ released: 40 });
    expect(await soundness(account)).toEqual([]);
  });

  it('returns credits that were undone to the lot that was spent last, whichever came first', async () => {
    const account = await paidAccount(0);
    await account.open().grant({ id: 'pack', amount: 500, note: null });
    await subscribe(account, { creditsPerMonth: 100 });
    await account.admit('ann', order({ inputHash: hashOf(1), amount: 100 }));
    const undone = order({ inputHash: hashOf(2), amount: 20 });
    await account.admit('ann', undone);
    await recovery.backUp(account.id);
    const before = (await money(account)).lots;
    await account.open().voidLookup(undone.id);
    const { lots } = await money(account);
    expect(lots).not.toEqual(before);
    await account.open().archiveEntries();
    await loseObject(account.open());
    await recovery.rebuild(account.id, null, []);
    expect((await money(account)).lots).toEqual(lots);
    expect(await soundness(account)).toEqual([]);
  });

  it('says of a withdrawal what it has taken since its archive was written', async () => {
    const account = await paidAccount(100);
    await account.open().grant({ id: 'pack', amount: 50, note: null });
    await account.open().hold({
      ...{ id: 'job', amount: 140, userId: 'ann', keyId: null, lifetimeMs: DAY, note: null },
    });
    const withdrawal = { id: 'refund', amount: -50, note: null, of: 'pack' };
    expect(await account.open().grant(withdrawal)).toMatchObject({
      value: { moved: -10, owed: 40 },
    });
    await recovery.backUp(account.id);
    await account.open().void({ id: 'job' });
    await account.open().archiveEntries();
    await loseObject(account.open());
    await recovery.rebuild(account.id, null, []);
    expect(await account.open().grant(withdrawal)).toMatchObject({
      value: { moved: -50, owed: 0 },
    });
    expect((await money(account)).statement).toMatchObject({ totalAvailable: 100, held: 0 });
    expect(await soundness(account)).toEqual([]);
  });

  it('is not rebuilt over a gap in its segments', async () => {
    const account = await paidAccount(1_000);
    await recovery.backUp(account.id);
    for (const at of [1, 2]) {
      await charge(account, at * 10, 2);
      setNow(START + at * HOUR);
      await account.open().archiveEntries();
    }
    const { objects } = await env.HISTORY.list({ prefix: `ledger/${account.id}/` });
    const [, , last] = objects.map(({ key }) => key).sort();
    expect(last).toBeUndefined();
    const [first = ''] = objects.map(({ key }) => key).sort();
    await env.HISTORY.delete(first);
    await env.DATA.delete(`copies/${first}`);
    await loseObject(account.open());
    await expect(recovery.rebuild(account.id, null, [])).rejects.toThrow('are in no segment');
  });

  it('repeats what fell due: a rollover, its end, and a period set ahead', async () => {
    const account = await paidAccount(1_000);
    const end = addMonths(START, 1);
    await runInDurableObject(account.open(), (object) =>
      (object as unknown as { backups: { run(): Promise<void> } }).backups.run(),
    );
    await charge(account, 0, 5);
    setNow(end + 1);
    await account.open().balance();
    setNow(addMonths(end, 3) + 1);
    await account.open().archiveEntries();
    const before = await money(account);
    await loseObject(account.open());
    await recovery.rebuild(account.id, null, []);
    expect((await money(account)).lots).toEqual(before.lots);
    expect(await soundness(account)).toEqual([]);
  });

  it('without an archive, comes back from its segments and the directory, its keys aside', async () => {
    const account = await paidAccount(1_000);
    await live(account);
    await account.open().archiveEntries();
    const before = await money(account);
    const organization = {
      ...{
        id: account.id,
        region: 'weur' as const,
        name: 'Example',
        active: true,
        createdAt: START,
      },
    };
    const ann = { id: 'ann', email: 'ann@example.com', role: 'owner', createdAt: START } as const;
    await env.HISTORY.delete(`accounts/${account.id}.json`);
    await loseObject(account.open());
    await expect(recovery.rebuild(account.id, null, [])).rejects.toThrow('neither');
    await recovery.rebuild(account.id, { organization, members: [ann] }, []);
    expect((await money(account)).statement).toEqual(before.statement);
    expect(await soundness(account)).toEqual([]);
    expect(await account.admit('ann', null)).toMatchObject({ problem: 'unknown' });
  });

  it('whose archive and segments are lost too says which lines, and is archived again', async () => {
    const account = await paidAccount(1_000);
    await live(account);
    await account.open().archiveEntries();
    await account.open().backUp();
    const { posted } = (await money(account)) as { posted: { seq: number; amount: number } };
    for (const [bucket, prefix] of [
      [env.HISTORY, ''],
      [env.DATA, 'copies/'],
    ] as const) {
      const { objects } = await bucket.list({ prefix });
      const own = objects.filter(({ key }) => key.includes(account.id));
      await bucket.delete(own.map(({ key }) => key));
    }
    await loseObject(account.open());
    const organization = {
      ...{ id: account.id, region: 'weur' as const, name: 'Example' },
      ...{ active: true, createdAt: START },
    };
    const ann = { id: 'ann', email: 'ann@example.com', role: 'owner', createdAt: START } as const;
    const rebuilt = await recovery.rebuild(account.id, { organization, members: [ann] }, []);
    expect(rebuilt.lost).toEqual([`lines 1 to ${posted.seq}`]);
    const entries = async () => (await account.open().pendingEntries(null, 9)).lines;
    const withdrawn = { kind: 'withdrawal', seq: posted.seq + 1, amount: -posted.amount };
    expect(await entries()).toMatchObject([{ ...withdrawn, balanceAfter: 0 }]);
    expect(await soundness(account)).toEqual([]);
    await account.open().grant({ id: 'restored', amount: posted.amount, note: null });
    await account.open().archiveEntries();
    await account.open().backUp();
    expect(await entries()).toEqual([]);
    expect(await soundness(account)).toEqual([]);
    // From here on, the archive alone is enough.
    await loseObject(account.open());
    expect((await recovery.rebuild(account.id, null, [])).lost).toEqual([]);
    expect((await account.open().statement(null)).totalAvailable).toBe(posted.amount);
    expect(await soundness(account)).toEqual([]);
  });

  it('comes back with more waiting lines than fit the arguments of a call', async () => {
    const account = await paidAccount(100);
    const backup = await recovery.export(account.id);
    const [line] = backup.lines;
    const lines = Array.from({ length: 150_000 }, (_, n) => ({ ...line!, seq: n + 1 }));
    const count = await runInDurableObject(newAccount().open(), (_, { storage }) => {
      storage.transactionSync(() => new AccountTables(storage.sql).restore({ ...backup, lines }));
      return storage.sql.exec<{ count: number }>('SELECT count(*) AS count FROM lines').one().count;
    });
    expect(count).toBe(lines.length);
  });

  it('keeps the backup it is rebuilt from, whatever call comes first', async () => {
    const account = await paidAccount(1_000);
    await charge(account, 0, 3);
    await account.open().archiveEntries();
    await recovery.backUp(account.id);
    const before = await money(account);
    await loseObject(account.open());
    const ann = { id: 'ann', email: 'ann@example.com', role: 'owner', createdAt: START } as const;
    await account.open().addMember(ann);
    await recovery.backUp(account.id);
    await recovery.rebuild(account.id, null, []);
    expect(await money(account)).toEqual(before);
    expect((await account.admit('bob', null)).code).toBe('ADMITTED');
    expect(await soundness(account)).toEqual([]);
  });

  it('lets a job under way wait for it, and pays its rows then', async () => {
    const account = await paidAccount(1_000);
    await account.open().hold({
      ...{ id: 'job', amount: 60, userId: 'ann', keyId: 'key-ann', lifetimeMs: DAY, note: null },
    });
    await account.open().archiveEntries();
    await recovery.backUp(account.id);
    await loseObject(account.open());
    const items = [lookup({ inputHash: hashOf(200) })];
    const chunk = { id: 'chunk', holdId: 'job', items, final: false };
    await expect(recovery.settle(account.id, chunk)).rejects.toThrow('is lost');
    await recovery.rebuild(account.id, null, []);
    expect(await recovery.settle(account.id, chunk)).toMatchObject({ ok: true, creditsUsed: 10 });
    expect(await soundness(account)).toEqual([]);
  });

  it('is lost until it is whole again, and its rebuilding can be repeated', async () => {
    const account = await paidAccount(1_000);
    await recovery.backUp(account.id);
    for (const at of [1, 2]) {
      await charge(account, at * 10, 2);
      await account.open().grant({ id: `pack ${at}`, amount: 50, note: null });
      setNow(START + at * HOUR);
      await account.open().archiveEntries();
    }
    const before = await money(account);
    const { objects } = await env.HISTORY.list({ prefix: `ledger/${account.id}/` });
    const last =
      objects
        .map(({ key }) => key)
        .sort()
        .at(-1) ?? '';
    const bytes = await (await env.HISTORY.get(last))!.bytes();
    const damaged = new TextEncoder().encode('{');
    await env.HISTORY.put(last, damaged);
    await loseObject(account.open());
    await expect(recovery.rebuild(account.id, null, [])).rejects.toThrow('JSON');
    expect((await account.admit('ann', null)).code).toBe('UNAUTHORIZED');
    await recovery.backUp(account.id);
    await env.HISTORY.put(last, bytes);
    await recovery.rebuild(account.id, null, []);
    expect(await money(account)).toEqual(before);
    expect(await soundness(account)).toEqual([]);
  });

  it('of the demo is not begun anew over its history, but rebuilt', async () => {
    const { ports } = createPorts();
    const seed = () => seedDemo(ports, { version: 1, text: 'key secret of the tests' });
    const { organizationId: id } = await seed();
    await operate('POST', `/organizations/${id}/credits`, { amount: 500, id: 'pack' });
    await env.ACCOUNT.getByName(id).archiveEntries();
    await env.ACCOUNT.getByName(id).backUp();
    await loseObject(env.ACCOUNT.getByName(id));
    await expect(seed()).rejects.toThrow('is lost: run rebuild-account "org_demo".');
    await operate('POST', `/organizations/${id}/rebuild-account`);
    await seed();
    expect(await env.ACCOUNT.getByName(id).balance()).toMatchObject({ available: 500 });
    expect(await verify(id)).toEqual([]);
  });

  it('of an organization is not begun anew by the form that created it, sent again', async () => {
    const { ports } = createPorts();
    const form = { digest: crypto.randomUUID(), since: 0 };
    const sent = { name: 'Example Ltd', ownerEmail: 'owner@example.org', region: 'weur' } as const;
    const create = () => createOrganization({ ...sent, form }, ports);
    const { id } = (await create()).organization;
    const account = env.ACCOUNT.getByName(id);
    expect((await create()).organization.id).toBe(id);
    await loseObject(account);
    await expect(create()).rejects.toThrow(`is lost: run rebuild-account "${id}".`);
    expect(await env.ACCOUNT.getByName(id).view()).toBeNull();
  });

  it('is not made over one that is there', async () => {
    const account = await paidAccount(10);
    await expect(recovery.rebuild(account.id, null, [])).rejects.toThrow('the account is there');
    // An error that leaves the object would be logged as uncaught.
    expect(await account.open().rebuild(null, [])).toEqual({ refusedCall: 'the account is there' });
  });
});

const topUp = { pack: 'pack_5k', threshold: 500, monthlyCents: 6_000 };

/** An account below whose balance packs are bought, set back by an hour once something was done. */
async function restoredWatch(
  since: (account: ReturnType<typeof env.ACCOUNT.getByName>) => unknown,
) {
  const account = await paidAccount(600);
  await account.open().setCreditWatch({ alerts: true, topUp });
  const time = await fakePointInTime(account.open);
  setNow(START + HOUR);
  await time.remember(START + HOUR);
  await since(account.open());
  await account.admit('ann', order({ amount: 200 }));
  setNow(START + 2 * HOUR);
  const before = (await account.open().view())!.creditWatch;
  await time.install();
  await rewindAccount(account.id, START + HOUR, { recovery });
  await recovery.catchUp(account.id, []);
  return { account, before, after: (await account.open().view())!.creditWatch };
}

describe('an account restored to an earlier time', () => {
  it('loses no line, keeps what was ended ended, and adds up', async () => {
    const account = await paidAccount(1_000);
    await charge(account, 0, 5);
    const time = await fakePointInTime(account.open);
    setNow(START + HOUR);
    await time.remember(START + HOUR);
    await live(account);
    await account.open().changeKey('key-bob', { revoked: true }, null);
    await account.open().removeMember('bob');
    await account.open().addKey({
      ...{ id: 'key-new', hash: keyOf(account.id, 'new').hash, userId: 'ann', name: 'new' },
      ...{ mode: 'live', last4: 'last', createdAt: START, expiresAt: null, revokedAt: null },
      ...{ suspendedAt: null, scopes: null, ipAllow: null, creditsPerDay: null },
      ...{ keptAt: null, successorId: null, secretVersion: null },
    });
    setNow(START + 2 * HOUR);
    const before = await money(account);
    await time.install();
    await rewindAccount(account.id, START + HOUR, { recovery });
    expect((await money(account)).posted).not.toEqual(before.posted);
    const caughtUp = await recovery.catchUp(account.id, []);
    expect(caughtUp.lines).toBeGreaterThan(10);
    const after = await money(account);
    expect(after.statement).toEqual(before.statement);
    expect(after.posted).toEqual(before.posted);
    expect(await soundness(account)).toEqual([]);
    expect(await account.admit('bob', null)).toMatchObject({ problem: 'revoked' });
    expect((await account.open().admit(keyOf(account.id, 'new'), 'standard', null)).code).toBe(
      'ADMITTED',
    );
    expect(await recovery.catchUp(account.id, [])).toEqual({ segments: 0, lines: 0 });
    await restart(account);
    expect(await soundness(account)).toEqual([]);
  });

  it('is set back while calls come', async () => {
    const account = await paidAccount(1_000);
    const time = await fakePointInTime(account.open);
    setNow(START + HOUR);
    await time.remember(START + HOUR);
    await time.install();
    const calls = Array.from({ length: 20 }, (_, n) =>
      account.admit('ann', order({ inputHash: hashOf(n), amount: 1 })).catch(() => undefined),
    );
    await rewindAccount(account.id, START + HOUR, { recovery });
    await Promise.all(calls);
    await recovery.catchUp(account.id, []);
    expect(await soundness(account)).toEqual([]);
  });

  it('comes back from the platform although it was lost', async () => {
    const account = await paidAccount(1_000);
    await charge(account, 0, 5);
    const time = await fakePointInTime(account.open);
    setNow(START + HOUR);
    await time.remember(START + HOUR);
    await charge(account, 10, 5);
    await account.open().archiveEntries();
    await recovery.backUp(account.id);
    const before = await money(account);
    await loseObject(account.open());
    await time.install();
    await rewindAccount(account.id, START + HOUR, { recovery });
    await recovery.catchUp(account.id, []);
    expect((await money(account)).statement).toEqual(before.statement);
    expect((await account.open().view())?.members).toHaveLength(2);
    expect(await soundness(account)).toEqual([]);
  });

  it('has the members, the plan set ahead and the usage of now', async () => {
    const account = await paidAccount(1_000);
    await charge(account, 0, 2);
    const time = await fakePointInTime(account.open);
    setNow(START + HOUR);
    await time.remember(START + HOUR);
    await account.open().removeMember('bob');
    await subscribe(account, { creditsPerMonth: 300, periodStart: START + 5 * DAY });
    // Repeats, which are free and of which there is no line.
    await charge(account, 0, 2);
    setNow(START + 2 * HOUR);
    const shown = async () => {
      const { members, nextSubscription, usage } = (await account.open().view())!;
      return { members, nextSubscription, usage };
    };
    const before = await shown();
    expect(before.members.map(({ id }) => id)).toEqual(['ann']);
    await time.install();
    await rewindAccount(account.id, START + HOUR, { recovery });
    expect(await shown()).not.toEqual(before);
    const recorded = await listUsageSince(openDatabase(env.DB), account.id, '2030-01-10');
    await recovery.catchUp(account.id, recorded);
    expect(await shown()).toEqual(before);
    expect(await soundness(account)).toEqual([]);
  });

  it('knows the Idempotency-Keys that were used since', async () => {
    const account = await paidAccount(1_000);
    const [before, since, body, anotherBody] = [1, 2, 3, 4].map(hashOf);
    const claim = async (name = since, requestHash = body) => {
      const hashes = { name: name as string, requestHash: requestHash as string };
      const asked = { ...hashes, lookupId: crypto.randomUUID(), askedAt: START };
      const key = keyOf(account.id, 'ann');
      const more = { lookups: [{ product: 'phone', inputHash: hashOf(1) }], lost: false };
      const { outcome } = await account.open().claimReplay(key, 'standard', { ...asked, ...more });
      return outcome?.kind;
    };
    expect(await claim(before)).toBe('claimed');
    const time = await fakePointInTime(account.open);
    setNow(START + HOUR);
    await time.remember(START + HOUR);
    expect(await claim()).toBe('claimed');
    setNow(START + 2 * HOUR);
    await time.install();
    await rewindAccount(account.id, START + HOUR, { recovery });
    await recovery.catchUp(account.id, []);
    expect([await claim(before), await claim()]).toEqual(['known', 'known']);
    expect(await claim(since, anotherBody)).toBe('conflict');
    // They end when they would have.
    setNow(START + HOUR + DAY + 1);
    expect(await claim(since, anotherBody)).toBe('claimed');
  });

  it('lets no call in before it has caught up', async () => {
    const account = await paidAccount(1_000);
    const time = await fakePointInTime(account.open);
    await time.remember(START);
    await charge(account, 0, 3);
    setNow(START + HOUR);
    await time.install();
    await rewindAccount(account.id, START, { recovery });
    const [caughtUp] = await Promise.all([
      recovery.catchUp(account.id, []),
      charge(account, 10, 3),
    ]);
    expect(caughtUp.lines).toBe(3);
    expect((await account.open().statement('key-ann')).totalAvailable).toBe(994);
    expect(await soundness(account)).toEqual([]);
  });

  it.each(['before', 'between', 'after'])(
    'keeps what a hold owes to a withdrawal, set back to a time %s them',
    async (when) => {
      const account = await paidAccount(100);
      const time = await fakePointInTime(account.open);
      const back = START + HOUR;
      const withdrawal = { id: 'refund', amount: -50, note: null, of: 'pack' };
      const steps = [
        () => account.open().grant({ id: 'pack', amount: 50, note: null }),
        () =>
          account.open().hold({
            ...{ id: 'job', amount: 140, userId: 'ann', keyId: null, lifetimeMs: DAY, note: null },
          }),
        () => account.open().grant(withdrawal),
      ];
      const first = { before: 0, between: 2, after: 3 }[when];
      for (const step of steps.slice(0, first)) await step();
      setNow(back);
      await time.remember(back);
      for (const step of steps.slice(first ?? 0)) await step();
      setNow(START + 2 * HOUR);
      const before = await money(account);
      await time.install();
      await rewindAccount(account.id, back, { recovery });
      await recovery.catchUp(account.id, []);
      expect((await money(account)).statement).toEqual(before.statement);
      expect(await account.open().grant(withdrawal)).toMatchObject({
        value: { moved: -10, owed: 40 },
      });
      await account.open().void({ id: 'job' });
      expect((await money(account)).statement).toMatchObject({ totalAvailable: 100, purchased: 0 });
      expect(await account.open().grant(withdrawal)).toMatchObject({
        value: { moved: -50, owed: 0 },
      });
      expect(await soundness(account)).toEqual([]);
      // Once more, with what the end of the hold has written.
      await time.install();
      await rewindAccount(account.id, back, { recovery });
      await recovery.catchUp(account.id, []);
      expect(await account.open().grant(withdrawal)).toMatchObject({
        value: { moved: -50, owed: 0 },
      });
      expect((await money(account)).statement).toMatchObject({ totalAvailable: 100, held: 0 });
      expect(await soundness(account)).toEqual([]);
    },
  );

  it('is refused while its lines cannot be archived, and for a time nothing is known of', async () => {
    const account = await paidAccount(1_000);
    const time = await fakePointInTime(account.open);
    await time.install();
    await expect(rewindAccount(account.id, 1, { recovery })).rejects.toThrow(
      'no state of that time',
    );
    await env.DB.prepare(
      `CREATE TRIGGER broken BEFORE INSERT ON ledger_segments BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    ).run();
    await charge(account, 0, 1);
    await expect(rewindAccount(account.id, START, { recovery })).rejects.toThrow(
      'could not be archived',
    );
    await env.DB.prepare('DROP TRIGGER broken').run();
  });

  /** Recovery of an account whose platform remembers, with what happens at each rewind. */
  const restoring = async (
    account: TestAccount,
    rewind: (step: number, rewind: () => Promise<void>) => Promise<void>,
  ) => {
    const time = await fakePointInTime(account.open);
    await time.remember(START);
    await charge(account, 0, 5);
    await account.open().removeMember('bob');
    await account.open().archiveEntries();
    setNow(START + HOUR);
    await time.install();
    let steps = 0;
    const ports = {
      ...{ db: openDatabase(env.DB), clock: { now: () => START + HOUR } },
      accounts: { view: () => account.open().view() },
      recovery: {
        ...recovery,
        async rewind(id: string, to: number) {
          await time.install();
          await rewind(++steps, () => recovery.rewind(id, to));
        },
      },
    } as unknown as RecoveryPorts;
    const restored = await restoreAccount({ organizationId: account.id, to: START }, ports);
    const { members } = (await account.open().view())!;
    const left = (await account.open().statement('key-ann')).totalAvailable;
    return { steps, lines: restored.lines, members: members.map(({ id }) => id), left };
  };

  it('is set back once more, as it was archived, after a call that came between', async () => {
    const account = await paidAccount(1_000);
    const restored = await restoring(account, (step, rewind) =>
      rewind().catch(async (cause) => {
        if (step > 1) throw cause;
        await charge(account, 20, 9);
        await account.open().addKey({
          ...{ id: 'key-new', hash: keyOf(account.id, 'new').hash, userId: 'ann', name: 'new' },
          ...{ mode: 'live', last4: 'last', createdAt: START, expiresAt: null, revokedAt: null },
          ...{ suspendedAt: null, scopes: null, ipAllow: null, creditsPerDay: null },
          ...{ keptAt: null, successorId: null, secretVersion: null },
        });
        await account.open().archiveEntries();
        await account.open().backUp();
        throw cause;
      }),
    );
    expect(restored).toEqual({ steps: 2, lines: 5, members: ['ann'], left: 995 });
    expect(await soundness(account)).toEqual([]);
  });

  it.each([
    ['before it was set back', () => Promise.reject(new Error('Network connection lost.'))],
    [
      'after it was set back',
      (rewind: () => Promise<void>) =>
        rewind().catch(() => Promise.reject(new Error('Network connection lost.'))),
    ],
  ])('is set back again if the connection was lost %s', async (_, lose) => {
    const account = await paidAccount(1_000);
    const restored = await restoring(account, (step, rewind) =>
      step === 1 ? lose(rewind) : rewind(),
    );
    expect(restored).toEqual({ steps: 2, lines: 5, members: ['ann'], left: 995 });
    expect(await soundness(account)).toEqual([]);
  });

  it('is not said to be restored as long as the connection is lost', async () => {
    const account = await paidAccount(1_000);
    const lost = () => Promise.reject(new Error('Network connection lost.'));
    await expect(restoring(account, lost)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await soundness(account)).toEqual([]);
  });

  it('ships nothing over segments it is behind of', async () => {
    const account = await paidAccount(1_000);
    const time = await fakePointInTime(account.open);
    await time.remember(START);
    await charge(account, 0, 5);
    await account.open().archiveEntries();
    await charge(account, 5, 5);
    await time.install();
    await rewindAccount(account.id, START, { recovery });
    await charge(account, 20, 2);
    await account.open().archiveEntries();
    expect((await env.HISTORY.list({ prefix: `ledger/${account.id}/` })).objects).toHaveLength(2);
    await expect(recovery.catchUp(account.id, [])).rejects.toThrow('is another one');
    // Restored once more, nothing came between.
    await time.install();
    await runInDurableObject(account.open(), (object) =>
      (
        object as unknown as { pointInTime: { restoreNext(at: string): Promise<void> } }
      ).pointInTime.restoreNext(String(START)),
    );
    await restart(account);
    expect((await recovery.catchUp(account.id, [])).lines).toBe(10);
    expect(await soundness(account)).toEqual([]);
  });

  it('that lost its newest writes is behind its archive, though nothing was posted since', async () => {
    const account = await paidAccount(1_000);
    await account.open().archiveEntries();
    const time = await fakePointInTime(account.open);
    await time.remember(START);
    await account.open().removeMember('bob');
    await account.open().backUp();
    await time.install();
    await runInDurableObject(account.open(), (object) =>
      (
        object as unknown as { pointInTime: { restoreNext(at: string): Promise<void> } }
      ).pointInTime.restoreNext(String(START)),
    );
    await restart(account);
    expect((await account.open().view())?.members).toHaveLength(2);
    await account.open().backUp();
    const archived = await env.HISTORY.get(`accounts/${account.id}.json`);
    expect((await archived?.json<{ members: object[] }>())?.members).toHaveLength(1);
    expect(await soundness(account)).toEqual([
      expect.objectContaining({ name: 'archived backups that the account lacks' }),
    ]);
    // Setting it back does not archive it first, as if it were the latest.
    await time.install();
    await rewindAccount(account.id, START, { recovery });
    await recovery.catchUp(account.id, []);
    expect((await account.open().view())?.members).toHaveLength(1);
    await account.open().backUp();
    expect(await soundness(account)).toEqual([]);
  });

  it('asks for the number of its last backup once before it writes the next', async () => {
    const account = await paidAccount(1_000);
    await account.open().backUp();
    const head = vi.spyOn(env.HISTORY, 'head');
    await account.open().backUp();
    const asked = head.mock.calls.map(([key]) => key);
    head.mockRestore();
    expect(asked).toEqual([`accounts/${account.id}.json`]);
  });

  it('leaves a top-up off that was switched off since', async () => {
    const { before, after } = await restoredWatch((account) =>
      account.setCreditWatch({ alerts: true, topUp: null }),
    );
    expect(before.topUp).toBeNull();
    expect(after.topUp).toBeNull();
  });

  it('counts the top-ups of its month that were begun since', async () => {
    const { before, after } = await restoredWatch(() => undefined);
    expect(before.month).toMatchObject({ begun: 1, cents: 3_000 });
    expect(after.month).toEqual(before.month);
  });

  it('has the quota claims that were made since', async () => {
    const claim = { kind: 'monitors', mode: 'live', id: 'mon_1' } as const;
    const { account } = await restoredWatch((open) => open.claimQuota(claim));
    await expect(recovery.export(account.id)).resolves.toMatchObject({ rooms: [claim] });
  });
});
