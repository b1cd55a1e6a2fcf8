import type { Journal } from './journal.ts';
import type { Names } from './names.ts';
import { putRows } from './put-rows.ts';
import type { Receipt } from './receipts.ts';

/** Receipts of a lookup that are looked at: all of one window agree on end and first price. */
const TEAM_RECEIPTS = 20;

/** Lookups whose receipts stay in memory: a repeat asks for the same ones again. */
const MAX_RECENT = 2_000;

interface ReceiptRow extends Record<string, SqlStorageValue> {
  member: number;
  first_price: number;
  found_at: number;
  ends_at: number;
  tables: number | null;
}

const receiptOf = (row: ReceiptRow): Receipt => ({
  firstPrice: row.first_price,
  foundAt: row.found_at,
  endsAt: row.ends_at,
  tables: row.tables,
});

/** The receipts on disk. */
export class ReceiptRows {
  readonly #sql: SqlStorage;
  readonly #names: Names;
  /** All receipts of a lookup, by user; the lookup read last stands last. */
  readonly #recent = new Map<string, ReadonlyMap<string, Receipt>>();

  constructor(sql: SqlStorage, names: Names) {
    this.#sql = sql;
    this.#names = names;
  }

  /** Unexpired ones of a bounded number of users, this one among them. */
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
         WHERE lookup = unhex(?) AND ends_at > ? ORDER BY member = ? DESC LIMIT ${TEAM_RECEIPTS}`,
        this.#names.lookupKey(lookup),
        now,
        this.#names.find(userId),
      )
      .toArray();
    const found = new Map(rows.map((row) => [this.#names.nameOf(row.member), receiptOf(row)]));
    if (found.size > 0 && found.size < TEAM_RECEIPTS) this.#keep(lookup, found);
    return found;
  }

  /** Those of many lookups that have a receipt, in one statement. */
  among(lookups: readonly string[]): ReadonlySet<string> {
    const byKey = new Map(lookups.map((lookup) => [this.#names.lookupKey(lookup), lookup]));
    const rows = this.#sql.exec<{ key: string }>(
      `SELECT DISTINCT lower(hex(lookup)) AS key FROM receipts
       WHERE lookup IN (SELECT unhex(value) FROM json_each(?))`,
      JSON.stringify([...byKey.keys()]),
    );
    return new Set([...rows].flatMap(({ key }) => byKey.get(key) ?? []));
  }

  /** Writes those of one group. To be called inside a transaction. */
  write(receipts: Journal['receipts']): void {
    const written: unknown[] = [];
    for (const [lookup, users] of receipts) {
      this.#recent.delete(lookup);
      const key = this.#names.lookupKey(lookup, 'enrol');
      for (const [userId, receipt] of users) {
        const member = this.#names.find(userId, 'enrol');
        if (receipt) {
          const { firstPrice, foundAt, endsAt, tables } = receipt;
          written.push([key, member, firstPrice, foundAt, endsAt, tables]);
        } else
          this.#sql.exec(
            'DELETE FROM receipts WHERE lookup = unhex(?) AND member = ?',
            key,
            member,
          );
      }
    }
    const columns = 'unhex(value->>0), value->>1, value->>2, value->>3, value->>4, value->>5';
    putRows(this.#sql, `receipts SELECT ${columns}`, written);
  }

  #keep(lookup: string, found: ReadonlyMap<string, Receipt>): void {
    this.#recent.set(lookup, found);
    if (this.#recent.size <= MAX_RECENT) return;
    const [oldest] = this.#recent.keys();
    this.#recent.delete(oldest as string);
  }
}
