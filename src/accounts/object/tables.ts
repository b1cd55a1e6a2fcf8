import { jsonBatches, putRows } from '../../lib/durable-objects.ts';
import { alike } from '../../lib/fields.ts';
import type { KeyRecord, Member, Organization, UsageRow } from '../../lookup/account/account.ts';
import type { LookupUsage } from '../../lookup/account/ledger.ts';
import { Journal } from '../ledger/account-state.ts';
import type { Receipt } from '../ledger/records.ts';
import {
  type AccountRow,
  type AccountSnapshot,
  type Call,
  type CallRecord,
  type CommittedRows,
  type Hold,
  newAccountRow,
  type QuotaClaim,
  quotaClaimKey,
  type StoredEntry,
} from '../ledger/records.ts';
import { ReceiptTable, StringInterner } from './receipt-table.ts';

const ACCOUNT_SCHEMA = `
  CREATE TABLE IF NOT EXISTS account (id INTEGER PRIMARY KEY CHECK (id = 1), body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS organization (id INTEGER PRIMARY KEY CHECK (id = 1), body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS members (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS api_keys (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS holds (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS rooms (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS names (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS calls (id TEXT PRIMARY KEY, record TEXT NOT NULL, expires_at INTEGER) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS receipts (
    lookup BLOB NOT NULL, member INTEGER NOT NULL, first_price INTEGER NOT NULL, found_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL, tables INTEGER, PRIMARY KEY (lookup, member)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entry_rows (seq INTEGER PRIMARY KEY, entries TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS usage (
    day TEXT NOT NULL, product TEXT NOT NULL, key_id TEXT NOT NULL, lookups INTEGER NOT NULL, credits INTEGER NOT NULL,
    shipped INTEGER NOT NULL, PRIMARY KEY (day, product, key_id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS key_usage (id TEXT PRIMARY KEY, lookups INTEGER NOT NULL, credits INTEGER NOT NULL) WITHOUT ROWID;
`;

/**
 * The entries one by one. Earlier versions have a table of this name: a rollback to one reads and
 * writes the same rows.
 */
const LINES_VIEW = `
  CREATE VIEW lines AS
    SELECT value->>'seq' AS seq, value AS body FROM entry_rows, json_each(entries);
  CREATE TRIGGER lines_insert INSTEAD OF INSERT ON lines BEGIN
    INSERT OR REPLACE INTO entry_rows VALUES (NEW.seq, json_array(json(NEW.body)));
  END;
  CREATE TRIGGER lines_delete INSTEAD OF DELETE ON lines BEGIN
    DELETE FROM entry_rows WHERE seq = OLD.seq;
  END;
`;

/** Makes the view `lines`, from the table of an earlier version if there is one. */
function replaceLines(sql: SqlStorage): void {
  const [lines] = sql
    .exec<{ type: string }>("SELECT type FROM sqlite_master WHERE name = 'lines'")
    .toArray();
  if (lines?.type === 'view') return;
  if (lines) {
    sql.exec('INSERT INTO entry_rows SELECT seq, json_array(json(body)) FROM lines');
    sql.exec('DROP TABLE lines');
  }
  sql.exec(LINES_VIEW);
}

const RESTORED_TABLES = [
  ...['account', 'organization', 'members', 'api_keys', 'holds', 'rooms'],
  ...['calls', 'entry_rows', 'usage', 'key_usage'],
];

/**
 * Entries of one commit share rows, as a JSON array with the last one's `seq` as its key, because
 * rows written are billed. A hundred of the longest are below the 2 MB limit of a row (Durable
 * Objects, SQL limits).
 */
const ENTRIES_PER_ROW = 100;

/** Rows of entries per statement, so that a reader of few entries does not parse many. */
const ENTRY_ROWS_READ = 20;

/** Claims of Idempotency-Keys in one backup, at about 250 bytes each. */
const MAX_ARCHIVED_CLAIMS = 50_000;

/** Tables with an id and a JSON body per row. */
type BodyTable = 'account' | 'organization' | 'members' | 'api_keys' | 'holds' | 'rooms';

/** Fields that keys of earlier versions lack. */
const KEY_DEFAULTS = {
  ...alike(null, 'suspendedAt', 'scopes', 'ipAllow', 'creditsPerDay'),
  ...alike(null, 'keptAt', 'successorId', 'secretVersion'),
};

export interface AccountBackup extends AccountSnapshot {
  /** Entries not archived in a segment. */
  lines: StoredEntry[];
  calls: (readonly [id: string, record: CallRecord, expiresAt: number | null])[];
  usage: UsageRow[];
  keyUsage: (LookupUsage & { id: string })[];
}

/** An account's rows in the object's own SQLite. */
export class AccountTables implements CommittedRows {
  readonly #sql: SqlStorage;
  readonly #receipts: ReceiptTable;
  /** Entries of the row read last: those of a batch are voided one after another. */
  #lastRow: readonly StoredEntry[] = [];

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(ACCOUNT_SCHEMA);
    replaceLines(sql);
    this.#receipts = new ReceiptTable(sql, new StringInterner(sql));
  }

  load(): AccountSnapshot {
    return {
      account: { ...newAccountRow(), ...this.#bodies<AccountRow>('account')[0] },
      organization: this.#bodies<Organization>('organization')[0] ?? null,
      members: this.#bodies<Member>('members'),
      apiKeys: this.#bodies<KeyRecord>('api_keys').map((key) => ({ ...KEY_DEFAULTS, ...key })),
      holds: this.#bodies<Hold>('holds'),
      rooms: this.#bodies<QuotaClaim>('rooms'),
    };
  }

  /**
   * What the account cannot be rebuilt without, besides its archived entries.
   * @param claimsAt with the claims of Idempotency-Keys that have not expired then, the newest
   */
  backup(claimsAt = Infinity): AccountBackup {
    const sql = this.#sql;
    const snapshot = this.load();
    return {
      ...snapshot,
      lines: this.entriesAfter(snapshot.account.shipped.seq, Number.MAX_SAFE_INTEGER),
      // Operations are kept for ever, holds until they end.
      calls: sql
        .exec<{ id: string; record: string; expires_at: number | null }>(
          `SELECT id, record, expires_at FROM calls WHERE expires_at IS NULL OR id GLOB 'hold:*'
           UNION ALL
           SELECT * FROM (SELECT id, record, expires_at FROM calls
             WHERE id GLOB 'replay:*' AND expires_at > ? ORDER BY expires_at DESC LIMIT ?)`,
          Math.min(claimsAt, Number.MAX_SAFE_INTEGER),
          MAX_ARCHIVED_CLAIMS,
        )
        .toArray()
        .map(({ id, record, expires_at }) => [id, JSON.parse(record), expires_at] as const),
      usage: sql
        .exec<UsageRow & Record<string, SqlStorageValue>>(
          'SELECT day, product, key_id AS keyId, lookups, credits FROM usage',
        )
        .toArray(),
      keyUsage: sql
        .exec<AccountBackup['keyUsage'][number] & Record<string, SqlStorageValue>>(
          'SELECT id, lookups, credits FROM key_usage',
        )
        .toArray(),
    };
  }

  /**
   * Replaces all rows but receipts by those of a backup: calls may have reached a lost account. To
   * be called inside a transaction.
   */
  restore({ account, lines: entries, calls, usage, keyUsage, ...bodies }: AccountBackup): void {
    for (const table of RESTORED_TABLES) this.#sql.exec(`DELETE FROM ${table}`);
    const journal = new Journal();
    journal.organization = bodies.organization;
    for (const member of bodies.members) journal.members.set(member.id, member);
    for (const key of bodies.apiKeys) journal.apiKeys.set(key.id, key);
    for (const hold of bodies.holds) journal.holds.set(hold.id, hold);
    for (const claim of bodies.rooms) journal.quotaClaims.set(quotaClaimKey(claim), claim);
    for (const [id, record, expiresAt] of calls) journal.calls.set(id, { record, expiresAt });
    for (const entry of entries) journal.entries.push(entry);
    journal.usage = { days: [...usage], keys: [...keyUsage] };
    this.write(journal, account);
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

  receipts(lookup: string, userId: string, now: number): ReadonlyMap<string, Receipt> {
    return this.#receipts.read(lookup, userId, now);
  }

  receipted(lookups: readonly string[]): ReadonlySet<string> {
    return this.#receipts.withReceipts(lookups);
  }

  usage(day: string, product: string, keyId: string): LookupUsage | null {
    return this.#usage('usage WHERE day = ? AND product = ? AND key_id = ?', day, product, keyId);
  }

  keyUsage(keyId: string): LookupUsage | null {
    return this.#usage('key_usage WHERE id = ?', keyId);
  }

  creditsOn(day: string, keyId: string): { product: string; credits: number }[] {
    return this.#sql
      .exec<{ product: string; credits: number }>(
        'SELECT product, credits FROM usage WHERE day = ? AND key_id = ?',
        day,
        keyId,
      )
      .toArray();
  }

  entry(seq: number): StoredEntry | undefined {
    const find = () => this.#lastRow.find((entry) => entry.seq === seq);
    const known = find();
    if (known) return known;
    this.#lastRow = this.#entries('seq >= ? ORDER BY seq LIMIT 1', seq);
    return find();
  }

  /** The oldest entries after `seq`. @param to inclusive */
  entriesAfter(seq: number, limit: number, to = Number.MAX_SAFE_INTEGER): StoredEntry[] {
    const found: StoredEntry[] = [];
    const rows = Math.min(limit, ENTRY_ROWS_READ);
    for (let from = seq; found.length < limit && from < to; ) {
      const read = this.#entries('seq > ? ORDER BY seq LIMIT ?', from, rows);
      for (const entry of read) if (entry.seq > seq && entry.seq <= to) found.push(entry);
      from = read.at(-1)?.seq ?? to;
    }
    return found.slice(0, limit);
  }

  /** The newest entries before `seq`, newest first. @param after exclusive */
  entriesBefore(seq: number, limit: number, after: number): StoredEntry[] {
    const found: StoredEntry[] = [];
    const rows = Math.min(limit, ENTRY_ROWS_READ);
    // The row that has the last of them may also have later ones.
    let upTo =
      this.#sql
        .exec<{ seq: number | null }>(
          'SELECT min(seq) AS seq FROM entry_rows WHERE seq >= ?',
          seq - 1,
        )
        .one().seq ?? Number.MAX_SAFE_INTEGER;
    while (found.length < limit && upTo > after) {
      const where = 'seq > ? AND seq <= ? ORDER BY seq DESC LIMIT ?';
      const read = this.#entries(where, after, upTo, rows).sort((a, b) => b.seq - a.seq);
      for (const entry of read) if (entry.seq > after && entry.seq < seq) found.push(entry);
      upTo = (read.at(-1)?.seq ?? 0) - 1;
    }
    return found.slice(0, limit);
  }

  /** Usage rows that have changed since they were last archived. */
  pendingUsage(): UsageRow[] {
    return this.#sql
      .exec<UsageRow & Record<string, SqlStorageValue>>(
        'SELECT day, product, key_id AS keyId, lookups, credits FROM usage WHERE shipped = 0',
      )
      .toArray();
  }

  /** Writes one group. */
  write(journal: Journal, account: AccountRow): void {
    this.#sql.exec('INSERT OR REPLACE INTO account VALUES (1, ?)', JSON.stringify(account));
    if (journal.organization)
      this.#sql.exec(
        'INSERT OR REPLACE INTO organization VALUES (1, ?)',
        JSON.stringify(journal.organization),
      );
    this.#writeEntries(journal.entries);
    this.#writeBodies('api_keys', journal.apiKeys);
    this.#writeBodies('members', journal.members);
    this.#writeBodies('holds', journal.holds);
    this.#writeBodies('rooms', journal.quotaClaims);
    putRows(
      this.#sql,
      `calls SELECT value->>0, value->1, value->>2`,
      [...journal.calls].map(([id, { record, expiresAt }]) => [id, record, expiresAt]),
    );
    const figures = `value->>'lookups', value->>'credits'`;
    putRows(
      this.#sql,
      `usage SELECT value->>'day', value->>'product', value->>'keyId', ${figures}, 0`,
      journal.usage.days,
    );
    putRows(this.#sql, `key_usage SELECT value->>'id', ${figures}`, journal.usage.keys);
    if (journal.archived) this.#dropArchived(journal.archived);
    this.#receipts.write(journal.receipts);
  }

  #writeEntries(entries: readonly StoredEntry[]): void {
    for (let at = 0; at < entries.length; at += ENTRIES_PER_ROW) {
      const row = entries.slice(at, at + ENTRIES_PER_ROW);
      const last = row.at(-1) as StoredEntry;
      this.#sql.exec('INSERT INTO entry_rows VALUES (?, ?)', last.seq, JSON.stringify(row));
    }
  }

  /**
   * Deletes archived entries, except those of orders that can still be repeated or undone: a later
   * archiving deletes these. Usage rows changed again meanwhile stay pending; archived ones of
   * earlier days are deleted.
   */
  #dropArchived({ seq, usage, undoableSince }: NonNullable<Journal['archived']>): void {
    const isYoung = `entries->>'$[#-1].at' > ?`;
    const kept = this.#entries(`seq <= ? AND ${isYoung} ORDER BY seq`, seq, undoableSince).filter(
      ({ at, kind }) => at > undoableSince && (kind === 'charge' || kind === 'reversal'),
    );
    this.#sql.exec('DELETE FROM entry_rows WHERE seq <= ?', seq);
    this.#writeEntries(kept);
    this.#lastRow = [];
    const today = usage.reduce((latest, { day }) => (day > latest ? day : latest), '');
    for (const batch of jsonBatches(usage)) {
      const same = `usage.day = value->>'day' AND product = value->>'product' AND key_id = value->>'keyId'
        AND usage.lookups = value->>'lookups' AND usage.credits = value->>'credits'`;
      this.#sql.exec(`UPDATE usage SET shipped = 1 FROM json_each(?) WHERE ${same}`, batch);
    }
    this.#sql.exec('DELETE FROM usage WHERE shipped = 1 AND day < ?', today);
  }

  /** @param rows by id; null deletes */
  #writeBodies(table: BodyTable, rows: ReadonlyMap<string, object | null>): void {
    const written = [...rows].filter(([, row]) => row !== null);
    putRows(this.#sql, `${table} SELECT value->>0, value->1`, written);
    for (const [id, row] of rows)
      if (row === null) this.#sql.exec(`DELETE FROM ${table} WHERE id = ?`, id);
  }

  #bodies<T>(table: BodyTable): T[] {
    return this.#sql
      .exec<{ body: string }>(`SELECT body FROM ${table}`)
      .toArray()
      .map(({ body }) => JSON.parse(body) as T);
  }

  #entries(where: string, ...bound: SqlStorageValue[]): StoredEntry[] {
    return this.#sql
      .exec<{ entries: string }>(`SELECT entries FROM entry_rows WHERE ${where}`, ...bound)
      .toArray()
      .flatMap(({ entries }) => JSON.parse(entries) as StoredEntry[]);
  }

  #usage(from: string, ...bound: string[]): LookupUsage | null {
    return (
      this.#sql
        .exec<{ lookups: number; credits: number }>(
          `SELECT lookups, credits FROM ${from}`,
          ...bound,
        )
        .toArray()[0] ?? null
    );
  }
}
