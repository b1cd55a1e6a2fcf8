import { HOUR_MS } from '../../lib/time.ts';
import type { Journal } from '../ledger/account-state.ts';
import type { Receipt } from '../ledger/records.ts';

/**
 * String interning: numbers users and products, because millions of receipts may each name one of
 * both.
 */
export class StringInterner {
  readonly #sql: SqlStorage;
  readonly #numbers = new Map<string, number>();
  readonly #names = new Map<number, string>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    for (const row of sql.exec<{ number: number; name: string }>('SELECT number, name FROM names'))
      this.#keep(row.name, row.number);
  }

  /** @returns the number of the name; 0 when it has none, unless `intern` assigns one */
  find(name: string, intern?: 'intern'): number {
    const known = this.#numbers.get(name);
    if (known !== undefined || !intern) return known ?? 0;
    const number = this.#numbers.size + 1;
    this.#sql.exec('INSERT INTO names VALUES (?, ?)', number, name);
    this.#keep(name, number);
    return number;
  }

  nameOf(number: number): string {
    return this.#names.get(number) ?? '';
  }

  /** Binary key of a lookup, in hex: the product's number in four bytes, then the input hash. */
  lookupKey(lookup: string, intern?: 'intern'): string {
    const colon = lookup.lastIndexOf(':');
    return (
      this.find(lookup.slice(0, colon), intern).toString(16).padStart(8, '0') +
      lookup.slice(colon + 1)
    );
  }

  #keep(name: string, number: number): void {
    this.#numbers.set(name, number);
    this.#names.set(number, name);
  }
}

/** Receipts read per lookup: all of one window have the same end and first price. */
const MAX_RECEIPTS_READ = 20;

/** With five values for all, a statement's limit of a hundred (Durable Objects, SQL limits). */
const RECEIPTS_PER_STATEMENT = 95;

/** Lookups whose receipts are cached in memory, for repeats. */
const MAX_CACHED_LOOKUPS = 2_000;

interface ReceiptRow extends Record<string, SqlStorageValue> {
  member: number;
  first_price: number;
  found_at: number;
  ends_at: number;
  tables: number | null;
}

const receiptFromRow = (row: ReceiptRow): Receipt => ({
  firstPrice: row.first_price,
  foundAt: row.found_at,
  endsAt: row.ends_at,
  tables: row.tables,
});

export class ReceiptTable {
  readonly #sql: SqlStorage;
  readonly #names: StringInterner;
  /** LRU cache: all receipts of a lookup, by user; the last read comes last. */
  readonly #recent = new Map<string, ReadonlyMap<string, Receipt>>();

  constructor(sql: SqlStorage, names: StringInterner) {
    this.#sql = sql;
    this.#names = names;
  }

  /** Unexpired receipts of a bounded number of users, this user included. */
  read(lookup: string, userId: string, now: number): ReadonlyMap<string, Receipt> {
    const known = this.#recent.get(lookup);
    if (known) {
      this.#recent.delete(lookup);
      this.#recent.set(lookup, known);
      for (const { endsAt } of known.values())
        if (endsAt <= now) return new Map([...known].filter(([, receipt]) => receipt.endsAt > now));
      return known;
    }
    const rows = this.#sql
      .exec<ReceiptRow>(
        `SELECT member, first_price, found_at, ends_at, tables FROM receipts
         WHERE lookup = unhex(?) AND ends_at > ? ORDER BY member = ? DESC LIMIT ${MAX_RECEIPTS_READ}`,
        this.#names.lookupKey(lookup),
        now,
        this.#names.find(userId),
      )
      .toArray();
    const found = new Map(rows.map((row) => [this.#names.nameOf(row.member), receiptFromRow(row)]));
    if (found.size > 0 && found.size < MAX_RECEIPTS_READ) this.#keep(lookup, found);
    return found;
  }

  /** Those lookups that have a receipt, in one statement. */
  withReceipts(lookups: readonly string[]): ReadonlySet<string> {
    const rows = this.#sql.exec<{ at: number }>(
      `SELECT key AS at FROM json_each(?)
       WHERE EXISTS (SELECT 1 FROM receipts WHERE lookup = unhex(value))`,
      JSON.stringify(lookups.map((lookup) => this.#names.lookupKey(lookup))),
    );
    return new Set([...rows].map(({ at }) => lookups[at] as string));
  }

  /** Writes the receipts of one group. */
  write(receipts: Journal['receipts']): void {
    const written: { key: string; values: SqlStorageValue[] }[] = [];
    for (const [lookup, users] of receipts) {
      this.#recent.delete(lookup);
      const key = this.#names.lookupKey(lookup, 'intern');
      for (const [userId, receipt] of users) {
        const member = this.#names.find(userId, 'intern');
        if (receipt) {
          const { firstPrice, foundAt, endsAt, tables } = receipt;
          written.push({ key, values: [member, firstPrice, foundAt, endsAt, tables] });
        } else
          this.#sql.exec(
            'DELETE FROM receipts WHERE lookup = unhex(?) AND member = ?',
            key,
            member,
          );
      }
    }
    // Receipts of a batch differ only in their key, so the other columns are bound once.
    for (const alike of Map.groupBy(written, ({ values }) => values.join(' ')).values())
      for (let at = 0; at < alike.length; at += RECEIPTS_PER_STATEMENT)
        this.#put(alike.slice(at, at + RECEIPTS_PER_STATEMENT));
  }

  /**
   * Upserts receipts that differ only in their key. OR IGNORE over plain values cannot fail half
   * way. Any statement that can is undone by copies of all pages it changes, and each receipt is on
   * a page of its own; OR REPLACE can, and so can an SQL function.
   */
  #put(alike: readonly { key: string; values: readonly SqlStorageValue[] }[]): void {
    const keys = alike.map(({ key }) => Uint8Array.fromHex(key).buffer);
    const same = alike[0]?.values ?? [];
    const rows = keys.map((_, at) => `(?${same.length + at + 1}, ?1, ?2, ?3, ?4, ?5)`).join();
    const insert = (conflict: 'IGNORE' | 'REPLACE') =>
      this.#sql.exec(`INSERT OR ${conflict} INTO receipts VALUES ${rows}`, ...same, ...keys);
    if (insert('IGNORE').rowsWritten < keys.length) insert('REPLACE');
  }

  #keep(lookup: string, found: ReadonlyMap<string, Receipt>): void {
    this.#recent.set(lookup, found);
    if (this.#recent.size <= MAX_CACHED_LOOKUPS) return;
    const [oldest] = this.#recent.keys();
    this.#recent.delete(oldest as string);
  }
}

/** Interval of purges while rows exist that can expire. */
export const PURGE_INTERVAL_MS = 6 * HOUR_MS;

export const PURGE_PAUSE_MS = 1_000;

const PURGE_BATCH_ROWS = 5_000;

/** Progress of a purge, by primary key. An eviction restarts it. */
interface PurgePosition {
  receipt: ArrayBuffer;
  call: string;
}

export const PURGE_START: PurgePosition = { receipt: new ArrayBuffer(0), call: '' };

/** Upper bounds in binary order: above every lookup key and every call id. */
const LAST_RECEIPT = new Uint8Array(17).fill(255).buffer;
const LAST_CALL = '\u{10FFFF}';

/**
 * Deletes one batch of expired receipts and calls. They have no index by time, as it would double
 * the writes of every call; the purge walks their primary keys instead.
 * @returns where to continue, or null when the purge is complete
 */
export function purgeBatch(
  sql: SqlStorage,
  position: PurgePosition,
  now: number,
): PurgePosition | null {
  const upTo = <T extends ArrayBuffer | string>(
    table: string,
    column: string,
    from: T,
    last: T,
  ): T =>
    (sql
      .exec<{ key: T }>(
        `SELECT ${column} AS key FROM ${table} WHERE ${column} > ? ORDER BY ${column} LIMIT 1 OFFSET ${PURGE_BATCH_ROWS - 1}`,
        from,
      )
      .toArray()[0]?.key ?? last) as T;

  const receipt = upTo('receipts', 'lookup', position.receipt, LAST_RECEIPT);
  const call = upTo('calls', 'id', position.call, LAST_CALL);
  sql.exec(
    'DELETE FROM receipts WHERE lookup > ? AND lookup <= ? AND ends_at <= ?',
    position.receipt,
    receipt,
    now,
  );
  sql.exec(
    'DELETE FROM calls WHERE id > ? AND id <= ? AND expires_at <= ?',
    position.call,
    call,
    now,
  );
  return receipt === LAST_RECEIPT && call === LAST_CALL ? null : { receipt, call };
}

export function hasExpiringRows(sql: SqlStorage): boolean {
  return (
    sql
      .exec<{ any: number }>(
        `SELECT EXISTS (SELECT 1 FROM receipts)
             OR EXISTS (SELECT 1 FROM calls WHERE expires_at IS NOT NULL) AS any`,
      )
      .one().any === 1
  );
}
