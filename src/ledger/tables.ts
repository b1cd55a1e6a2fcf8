import type { Posting } from '../core/ledger.ts';
import { type CommittedRows, newAccount, type Snapshot } from './book.ts';
import type { Call } from './calls.ts';
import type { Journal } from './journal.ts';
import type { Lot } from './lots.ts';
import { Names } from './names.ts';
import type { Receipt } from './receipts.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS account (id INTEGER PRIMARY KEY CHECK (id = 1), body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS lots (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS holds (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS keys (id TEXT PRIMARY KEY, lookups INTEGER NOT NULL, credits INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS names (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS calls (id TEXT PRIMARY KEY, record TEXT NOT NULL, expires_at INTEGER) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS receipts (
    lookup BLOB NOT NULL, member INTEGER NOT NULL, first_price INTEGER NOT NULL, ends_at INTEGER NOT NULL,
    PRIMARY KEY (lookup, member)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS postings (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, body TEXT NOT NULL);
`;

/** Enough to find one that the current group has not voided. */
const TEAM_RECEIPTS = 20;

/** A bound value may have 2 MB (Durable Objects, SQL limits); a statement's rows are cut well below. */
const STATEMENT_CHARS = 500_000;

/** Rows as JSON arrays, none longer than one statement may carry. */
function* jsonBatches(rows: Iterable<unknown>): Iterable<string> {
  let batch: string[] = [];
  let chars = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (batch.length > 0 && chars + text.length > STATEMENT_CHARS) {
      yield `[${batch.join(',')}]`;
      batch = [];
      chars = 0;
    }
    batch.push(text);
    chars += text.length;
  }
  if (batch.length > 0) yield `[${batch.join(',')}]`;
}

interface ReceiptRow extends Record<string, SqlStorageValue> {
  member: number;
  first_price: number;
  ends_at: number;
}

const receiptOf = (row: ReceiptRow): Receipt => ({
  firstPrice: row.first_price,
  endsAt: row.ends_at,
});

/** An account's rows in the object's own SQLite. */
export class AccountTables implements CommittedRows {
  readonly #sql: SqlStorage;
  readonly #names: Names;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(SCHEMA);
    this.#names = new Names(sql);
  }

  load(): Snapshot {
    const bodies = <T>(table: 'account' | 'lots' | 'holds') =>
      this.#sql
        .exec<{ body: string }>(`SELECT body FROM ${table}`)
        .toArray()
        .map((row) => JSON.parse(row.body) as T);
    const keys = this.#sql
      .exec<{ id: string; lookups: number; credits: number }>(
        'SELECT id, lookups, credits FROM keys',
      )
      .toArray();
    return {
      account: bodies<Snapshot['account']>('account')[0] ?? newAccount(),
      lots: bodies<Lot>('lots'),
      holds: bodies<Snapshot['holds'][number]>('holds'),
      keys: new Map(keys.map(({ id, lookups, credits }) => [id, { lookups, credits }])),
    };
  }

  call(key: string): Call | null {
    const row = this.#sql
      .exec<{ record: string; expires_at: number | null }>(
        'SELECT record, expires_at FROM calls WHERE id = ?',
        key,
      )
      .toArray()[0];
    return row
      ? { record: JSON.parse(row.record) as Call['record'], expiresAt: row.expires_at }
      : null;
  }

  receipt(lookup: string, userId: string, now: number): Receipt | null {
    const row = this.#sql
      .exec<ReceiptRow>(
        'SELECT member, first_price, ends_at FROM receipts WHERE lookup = unhex(?) AND member = ? AND ends_at > ?',
        this.#names.lookupKey(lookup),
        this.#names.find(userId),
        now,
      )
      .toArray()[0];
    return row ? receiptOf(row) : null;
  }

  teamReceipts(lookup: string, now: number): { userId: string; receipt: Receipt }[] {
    const key = this.#names.lookupKey(lookup);
    return this.#sql
      .exec<ReceiptRow>(
        `SELECT member, first_price, ends_at FROM receipts WHERE lookup = unhex(?) AND ends_at > ? LIMIT ${TEAM_RECEIPTS}`,
        key,
        now,
      )
      .toArray()
      .map((row) => ({ userId: this.#names.nameOf(row.member), receipt: receiptOf(row) }));
  }

  /** The oldest postings after `seq`, as they are stored. */
  postingsAfter(seq: number, limit: number): Posting[] {
    return this.#sql
      .exec<{ body: string }>(
        'SELECT body FROM postings WHERE seq > ? ORDER BY seq LIMIT ?',
        seq,
        limit,
      )
      .toArray()
      .map((row) => JSON.parse(row.body) as Posting);
  }

  /** Writes one group. To be called inside a transaction. */
  write(journal: Journal, account: Snapshot['account']): void {
    this.#sql.exec('INSERT OR REPLACE INTO account VALUES (1, ?)', JSON.stringify(account));
    const put = (statement: string, rows: Iterable<unknown>) => {
      for (const batch of jsonBatches(rows))
        this.#sql.exec(`INSERT OR REPLACE INTO ${statement} FROM json_each(?)`, batch);
    };
    put(`postings SELECT value->>'seq', value->>'at', value`, journal.postings);
    put(`lots SELECT value->>'id', value`, journal.lots.values());
    put(
      `holds SELECT value->>'id', value`,
      [...journal.holds.values()].filter((hold) => hold !== null),
    );
    put(
      `calls SELECT value->>0, value->1, value->>2`,
      [...journal.calls].map(([id, { record, expiresAt }]) => [id, record, expiresAt]),
    );
    put(
      `keys SELECT value->>0, value->>1, value->>2`,
      [...journal.keys].map(([id, { lookups, credits }]) => [id, lookups, credits]),
    );
    for (const [id, hold] of journal.holds)
      if (hold === null) this.#sql.exec('DELETE FROM holds WHERE id = ?', id);
    this.#writeReceipts(journal.receipts, put);
  }

  #writeReceipts(
    receipts: Journal['receipts'],
    put: (statement: string, rows: Iterable<unknown>) => void,
  ): void {
    const written: unknown[] = [];
    for (const [lookup, users] of receipts) {
      const key = this.#names.lookupKey(lookup, 'enrol');
      for (const [userId, receipt] of users) {
        const member = this.#names.find(userId, 'enrol');
        if (receipt) written.push([key, member, receipt.firstPrice, receipt.endsAt]);
        else
          this.#sql.exec(
            'DELETE FROM receipts WHERE lookup = unhex(?) AND member = ?',
            key,
            member,
          );
      }
    }
    put('receipts SELECT unhex(value->>0), value->>1, value->>2, value->>3', written);
  }
}
