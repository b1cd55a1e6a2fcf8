import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readLedger } from '../../../src/accounts/credits.ts';
import { Journal } from '../../../src/accounts/ledger/account-state.ts';
import { newAccountRow } from '../../../src/accounts/ledger/records.ts';
import { bucketSegments } from '../../../src/accounts/ledger/store-segments.ts';
import { Account } from '../../../src/accounts/object/account.ts';
import {
  archiveBackoffMs,
  BackupScheduler,
  EntryArchiver,
} from '../../../src/accounts/object/archiver.ts';
import { insertOrganization } from '../../../src/accounts/store-organizations.ts';
import { lastDays, readAccountUsage } from '../../../src/accounts/usage.ts';
import { openDatabase } from '../../../src/lib/database.ts';
import { objectStubs } from '../../../src/lib/durable-objects.ts';
import type { LedgerEntry } from '../../../src/lookup/account/ledger.ts';
import {
  broken,
  HOUR,
  hashOf,
  keyOf,
  order,
  paidAccount,
  restart,
  SECOND,
  START,
  setNow,
  type TestAccount,
} from './support.ts';

const db = openDatabase(env.DB);
const ports = {
  db,
  accounts: objectStubs(env.ACCOUNT, Account),
  segments: bucketSegments(env.HISTORY, env.DATA),
};

beforeEach(() => setNow(START));

async function listed(credits = 100): Promise<TestAccount> {
  const account = await paidAccount(credits);
  const organization = { id: account.id, name: 'Example', region: 'weur', active: true } as const;
  await insertOrganization(db, {
    ...organization,
    ownerEmail: 'ann@example.com',
    createdAt: START,
  });
  return account;
}

const charge = async (account: TestAccount, from: number, count: number) => {
  for (let n = from; n < from + count; n++)
    await account.admit('ann', order({ inputHash: hashOf(n + 10), amount: 1 }));
};

async function readAll(account: TestAccount, limit: number): Promise<LedgerEntry[]> {
  const lines: LedgerEntry[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await readLedger({ organizationId: account.id, limit, cursor }, ports);
    lines.push(...page.entries);
    cursor = page.nextCursor;
    if (cursor === null) return lines;
  }
}

const count = async (table: string, account: TestAccount): Promise<number> =>
  (
    await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE organization_id = ?`)
      .bind(account.id)
      .first<{ n: number }>()
  )?.n ?? 0;

describe('the history', () => {
  it('has every entry of a group, however many statements it takes to write them', async () => {
    const account = await listed();
    const orders = Array.from({ length: 99 }, (_, at) =>
      order({ inputHash: hashOf(at), amount: 1 }),
    );
    const calls = orders.map(
      (each) => ({ kind: 'standard', resource: 'phone', order: each }) as const,
    );
    await account.open().admitAll(keyOf(account.id, 'ann'), calls);
    await restart(account);
    const lines = await readAll(account, 100);
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, n) => 100 - n));
    const charged = lines.filter(({ kind }) => kind === 'charge').map(({ ref }) => ref);
    expect(charged.reverse()).toEqual(orders.map(({ id }) => id));
    expect(lines[0]).toMatchObject({ balanceAfter: 1 });
  });

  it('is one list over account and segments, every line once, whatever the page', async () => {
    const account = await listed();
    await charge(account, 0, 7);
    await account.open().archiveEntries();
    await charge(account, 7, 5);
    await account.open().archiveEntries();
    await charge(account, 12, 3);
    for (const limit of [1, 2, 5, 100]) {
      const lines = await readAll(account, limit);
      expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 }, (_, n) => 16 - n));
      expect(lines.at(-1)).toMatchObject({ kind: 'renewal', balanceAfter: 100 });
      expect(lines[0]).toMatchObject({ kind: 'charge', balanceAfter: 85, lookups: 1 });
    }
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('is counted by a reader of usage while the account archives', async () => {
    const account = await listed();
    await charge(account, 0, 3);
    const accounts = {
      ...ports.accounts,
      async view(id: string) {
        await account.open().archiveEntries();
        return ports.accounts.view(id);
      },
    };
    const asked = { organizationId: account.id, ...lastDays(START, 1) };
    const { rows } = await readAccountUsage(asked, { db, accounts });
    expect(rows.map(({ lookups }) => lookups)).toEqual([3]);
  });

  it('keeps in D1 a row a segment, the movements of money, and usage by day, product and key', async () => {
    const account = await listed();
    await charge(account, 0, 30);
    await account.open().archiveEntries();
    expect(await count('ledger_segments', account)).toBe(1);
    expect(await count('ledger_movements', account)).toBe(1);
    const { results } = await env.DB.prepare('SELECT * FROM usage WHERE organization_id = ?')
      .bind(account.id)
      .all();
    expect(results).toEqual([
      {
        organization_id: account.id,
        day: '2030-01-10',
        product: 'phone',
        key_id: 'key-ann',
        lookups: 30,
        credits: 30,
      },
    ]);
  });

  it('leaves figures for the next segment that were written while one was', async () => {
    const account = await listed();
    await charge(account, 0, 2);
    await runInDurableObject(account.open(), async (instance: Account) => {
      const { segments } = instance as unknown as { segments: typeof ports.segments };
      const put = vi.spyOn(segments, 'put').mockImplementationOnce(async (...segment) => {
        put.mockRestore();
        const another = order({ inputHash: hashOf(99), amount: 1 });
        await instance.admit(keyOf(account.id, 'ann'), 'standard', another);
        await instance.backUp();
        return segments.put(...segment);
      });
      await instance.archiveEntries();
    });
    await account.open().archiveEntries();
    const archived = env.DB.prepare('SELECT lookups FROM usage WHERE organization_id = ?');
    expect(await archived.bind(account.id).all()).toMatchObject({ results: [{ lookups: 3 }] });
  });

  it('writes the same figures again when an attempt failed after any of its steps', async () => {
    for (const table of ['ledger_segments', 'ledger_movements', 'usage']) {
      const account = await listed();
      await charge(account, 0, 4);
      await env.DB.prepare(
        `CREATE TRIGGER broken BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'broken'); END`,
      ).run();
      await account.open().archiveEntries();
      expect(broken(await account.open().invariants())).toMatchObject([
        { name: 'attempts to ship that failed in a row', difference: 1 },
      ]);
      await env.DB.prepare('DROP TRIGGER broken').run();
      await charge(account, 4, 2);
      await restart(account);
      await account.open().archiveEntries();
      await account.open().archiveEntries();
      expect(broken(await account.open().invariants())).toEqual([]);
      expect(await readAll(account, 3)).toHaveLength(7);
      // What was written before the failure is what the index names: nothing is left over.
      const { objects } = await env.HISTORY.list({ prefix: `ledger/${account.id}/` });
      expect(objects).toHaveLength(await count('ledger_segments', account));
      const usage = await env.DB.prepare(
        'SELECT sum(lookups) AS n FROM usage WHERE organization_id = ?',
      )
        .bind(account.id)
        .first();
      expect(usage).toEqual({ n: 6 });
    }
  });

  it('is shipped an hour after its oldest line by alarm, also of an object that restarted', async () => {
    const account = await listed();
    await charge(account, 0, 2);
    await restart(account);
    setNow(START + HOUR - 1);
    await runDurableObjectAlarm(account.open());
    expect(await count('ledger_segments', account)).toBe(0);
    setNow(START + HOUR);
    await account.open().balance();
    await runDurableObjectAlarm(account.open());
    expect(await count('ledger_segments', account)).toBe(1);
    expect((await account.open().pendingEntries(null, 10)).lines).toEqual([]);
  });

  it.each([
    ['with the counters', (account: TestAccount) => account.open().archiveEntries()],
    [
      'beside the next line',
      (account: TestAccount) => account.admit('ann', order({ inputHash: hashOf(9) })),
    ],
  ])(
    'counts lookups that cost nothing over a restart once they are written %s',
    async (_, write) => {
      const account = await listed();
      await account.admit('ann', order());
      for (let n = 0; n < 3; n++) await account.admit('ann', order());
      await write(account);
      const { key } = await account.open().statement('key-ann');
      expect(key?.lookups).toBeGreaterThanOrEqual(4);
      await restart(account);
      expect((await account.open().statement('key-ann')).key).toEqual(key);
    },
  );

  it('leaves lines to the next alarm that somebody may still undo', async () => {
    const account = await listed();
    await charge(account, 0, 2);
    setNow(START + HOUR - 60 * SECOND);
    await charge(account, 2, 1);
    setNow(START + HOUR);
    await runDurableObjectAlarm(account.open());
    expect((await account.open().pendingEntries(null, 10)).lines).toMatchObject([{ seq: 4 }]);
  });

  it('never replaces a segment', async () => {
    const object = `ledger/${crypto.randomUUID()}/1-1.ndjson`;
    await ports.segments.put(object, [{ seq: 1 } as LedgerEntry]);
    await ports.segments.put(object, [{ seq: 2 } as LedgerEntry]);
    expect(await ports.segments.read(object)).toEqual([{ seq: 1 }]);
    expect(await ports.segments.readCopy(object)).toMatchObject({ entries: [{ seq: 1 }] });
  });

  it('is compared with the account, line by line and sum by sum', async () => {
    const account = await listed();
    await charge(account, 0, 3);
    await account.open().archiveEntries();
    for (const [change, names] of [
      ['SET amount = amount + 1', ['sum of the history = sum in the object']],
      ['SET held = held + 1', ['sum of held in the history = sum in the object']],
      ['SET first_seq = first_seq + 1', ['lines in the history']],
    ] as const) {
      const undo = change.replace('+', '-');
      const apply = (set: string) =>
        env.DB.prepare(`UPDATE ledger_segments ${set} WHERE organization_id = ?`)
          .bind(account.id)
          .run();
      await apply(change);
      const found = broken(await account.open().invariants());
      expect(found.map(({ name }) => name)).toEqual(names);
      await apply(undo);
    }
    await env.DB.prepare('ALTER TABLE ledger_segments RENAME TO away').run();
    const unread = broken(await account.open().invariants());
    await env.DB.prepare('ALTER TABLE away RENAME TO ledger_segments').run();
    expect(unread).toHaveLength(4);
    expect(broken(await account.open().invariants())).toEqual([]);
  });

  it('is written segment, index, mark; one at a time, and again where a step failed', async () => {
    const steps: string[] = [];
    let fails = '';
    const lines = [{ seq: 1, at: START, amount: 1, held: 0 } as LedgerEntry];
    let waiting = 1;
    const step = (name: string) => async () => {
      steps.push(name);
      if (name === fails) throw new Error('out');
      if (name === 'mark') waiting = 0;
      return name;
    };
    const shipping = new EntryArchiver(
      {
        ...{ organizationId: 'org_1', clock: { now: () => START }, pending: () => waiting },
        next: async () => (waiting > 0 ? { entries: lines, usage: [] } : null),
        isBehind: async () => false,
        putSegment: step('segment'),
        record: async () => void (await step('index')()),
        markArchived: async () => void (await step('mark')()),
      },
      START,
    );
    const all = ['segment', 'index', 'mark'];
    for (const [n, name] of all.entries()) {
      fails = name;
      steps.length = 0;
      await shipping.run('all');
      expect(steps).toEqual(all.slice(0, n + 1));
      expect(shipping.dueAt).toBe(START + archiveBackoffMs(n + 1));
    }
    fails = '';
    steps.length = 0;
    await Promise.all([shipping.run('all'), shipping.run('all')]);
    expect(steps).toEqual(all);
    expect([shipping.failures, shipping.dueAt]).toEqual([0, Infinity]);
  });

  it('takes the youngest entries too for a reader who asks during another run', async () => {
    const asked: string[] = [];
    const archiver = new EntryArchiver(
      {
        ...{ organizationId: 'org_1', clock: { now: () => START }, pending: () => 0 },
        async next(extent) {
          asked.push(extent);
          return null;
        },
        isBehind: async () => false,
        putSegment: async () => '',
        record: async () => undefined,
        markArchived: async () => undefined,
      },
      START,
    );
    await Promise.all([archiver.run('settled'), archiver.run('all')]);
    expect(asked).toEqual(['settled', 'all']);
  });

  it('has its account backed up again where that failed, or something changed meanwhile', async () => {
    const account = newAccountRow();
    let write = async (): Promise<void> => undefined;
    const scheduler = new BackupScheduler({
      clock: { now: () => START },
      change: async (apply) => apply(account),
      put: () => write(),
    });
    const change = () => {
      const journal = new Journal();
      journal.planChanged = true;
      scheduler.plan(journal, account, START);
    };
    const soon = START + 5 * SECOND;
    change();
    expect(account.archiveDueAt).toBe(soon);
    write = () => Promise.reject(new Error('no bucket'));
    await scheduler.run();
    expect(account.archiveDueAt).toBe(soon);
    write = async () => change();
    await scheduler.run();
    expect(account.archiveDueAt).toBe(soon);
    write = async () => undefined;
    await scheduler.run();
    expect(account.archiveDueAt).toBeNull();
  });

  it('waits longer after each failure, five minutes at most', () => {
    expect([1, 2, 3, 20].map(archiveBackoffMs)).toEqual([5_000, 10_000, 20_000, 300_000]);
  });
});
