import { runInDurableObject } from 'cloudflare:test';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Journal } from '../../../src/accounts/ledger/account-state.ts';
import { newAccountRow, type StoredEntry } from '../../../src/accounts/ledger/records.ts';
import { AccountTables } from '../../../src/accounts/object/tables.ts';
import { newAccount } from './support.ts';

const entry = (seq: number, at = seq, kind: StoredEntry['kind'] = 'charge'): StoredEntry => ({
  ...{ seq, at, kind, id: `line-${seq}`, amount: -1, held: 0, balanceAfter: -seq, ref: `${seq}` },
  ...{ lookups: 1, holdId: null, product: 'phone', inputHash: null },
  ...{ userId: 'ann', keyId: null, note: null },
});

const seqs = (entries: readonly StoredEntry[]) => entries.map(({ seq }) => seq);

/** Runs on the tables of a new object. */
const inTables = <T>(run: (tables: AccountTables, sql: SqlStorage) => T): Promise<T> =>
  runInDurableObject(newAccount().open(), (_, { storage }) =>
    run(new AccountTables(storage.sql), storage.sql),
  );

function commit(tables: AccountTables, entries: readonly StoredEntry[]): void {
  const journal = new Journal();
  journal.entries.push(...entries);
  tables.write(journal, newAccountRow());
}

function archive(tables: AccountTables, seq: number, undoableSince: number): void {
  const journal = new Journal();
  journal.archived = { seq, usage: [], undoableSince };
  tables.write(journal, newAccountRow());
}

const rowCount = (sql: SqlStorage): number =>
  sql.exec<{ count: number }>('SELECT count(*) AS count FROM entry_rows').one().count;

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => entry(first + n));

describe('entries', () => {
  it('of one commit share rows of a hundred', () =>
    inTables((tables, sql) => {
      commit(tables, range(1, 250));
      commit(tables, range(251, 251));
      expect(rowCount(sql)).toBe(4);
    }));

  it('are read as a list of single entries would be, wherever the rows begin', () =>
    inTables((_, sql) => {
      const sizes = fc.array(fc.integer({ min: 1, max: 230 }), { minLength: 1, maxLength: 40 });
      const seq = fc.integer({ min: -1, max: 3_000 });
      const limit = fc.oneof(
        fc.integer({ min: 1, max: 2_500 }),
        fc.constant(Number.MAX_SAFE_INTEGER),
      );
      const reads = fc.array(fc.tuple(seq, seq, limit), { minLength: 5, maxLength: 5 });
      const property = fc.property(
        sizes,
        fc.integer({ min: 0, max: 500 }),
        reads,
        (each, gap, asked) => {
          sql.exec('DELETE FROM entry_rows');
          const tables = new AccountTables(sql);
          let all: StoredEntry[] = [];
          // After lost lines, numbers go on further up.
          for (const size of each) {
            const first = (all.at(-1)?.seq ?? 0) + 1 + (all.length === 0 ? gap : 0);
            const group = range(first, first + size - 1);
            commit(tables, group);
            all = [...all, ...group];
          }
          for (const [from, to, most] of asked) {
            const after = all.filter((one) => one.seq > from && one.seq <= to).slice(0, most);
            expect(seqs(tables.entriesAfter(from, most, to))).toEqual(seqs(after));
            const before = all.filter((one) => one.seq < to && one.seq > from).reverse();
            expect(seqs(tables.entriesBefore(to, most, from))).toEqual(seqs(before.slice(0, most)));
            expect(tables.entry(from)).toEqual(all.find((one) => one.seq === from));
          }
          expect(tables.entriesBefore(Number.MAX_SAFE_INTEGER, 1, 0)).toEqual([all.at(-1)]);
        },
      );
      fc.assert(property, { numRuns: 60 });
    }));

  it('are dropped once archived, but for those of orders that can still be undone', () =>
    inTables((tables, sql) => {
      const kinds = ['charge', 'grant', 'reversal', 'charge'] as const;
      commit(
        tables,
        kinds.map((kind, n) => entry(n + 1, n + 1, kind)),
      );
      commit(tables, range(5, 8));
      archive(tables, 4, 1);
      expect(seqs(tables.entriesAfter(0, 100))).toEqual([3, 4, 5, 6, 7, 8]);
      expect(tables.entry(3)).toEqual(entry(3, 3, 'reversal'));
      // A row that is archived in part stays whole.
      archive(tables, 6, 100);
      expect(seqs(tables.entriesAfter(0, 100))).toEqual([5, 6, 7, 8]);
      archive(tables, 8, 100);
      expect(tables.entriesAfter(0, 100)).toEqual([]);
      expect(tables.entry(8)).toBeUndefined();
      expect(rowCount(sql)).toBe(0);
    }));

  it('of an earlier version, one to a row, are taken over', () =>
    inTables((_, sql) => {
      sql.exec('DROP VIEW lines');
      sql.exec('CREATE TABLE lines (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)');
      for (const one of range(1, 3))
        sql.exec('INSERT INTO lines VALUES (?, ?)', one.seq, JSON.stringify(one));
      const opened = new AccountTables(sql);
      commit(opened, range(4, 6));
      expect(opened.entriesAfter(0, 100)).toEqual(range(1, 6));
      expect(opened.entry(2)).toEqual(entry(2));
      archive(opened, 6, 100);
      expect(rowCount(sql)).toBe(0);
    }));

  it('are read, written and dropped by an earlier version that was rolled back to', () =>
    inTables((tables, sql) => {
      commit(tables, range(1, 150));
      sql.exec('CREATE TABLE IF NOT EXISTS lines (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)');
      const select = 'SELECT body FROM lines WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?';
      const read = (after: number) =>
        sql
          .exec<{ body: string }>(select, after, 1_000, 500)
          .toArray()
          .map(({ body }) => JSON.parse(body) as StoredEntry);
      expect(read(90)).toEqual(range(91, 150));
      const [one, two] = range(151, 152);
      const insert = 'INSERT OR REPLACE INTO lines VALUES (?, ?), (?, ?)';
      sql.exec(insert, 151, JSON.stringify(one), 152, JSON.stringify(two));
      expect(read(149)).toEqual(range(150, 152));
      const kept = `body->>'at' > ? AND body->>'kind' IN ('charge', 'reversal')`;
      sql.exec(`DELETE FROM lines WHERE seq <= ? AND NOT (${kept})`, 150, 200);
      expect(read(0)).toEqual([...range(151, 152)]);
      const again = new AccountTables(sql);
      commit(again, range(153, 154));
      expect(again.entriesAfter(0, 100)).toEqual(range(151, 154));
    }));
});
