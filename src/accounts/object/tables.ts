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
  CREATE TABLE IF NOT EXISTS lines (seq INTEGER PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS usage (
    day TEXT NOT NULL, product TEXT NOT NULL, key_id TEXT NOT NULL, lookups INTEGER NOT NULL, credits INTEGER NOT NULL,
    shipped INTEGER NOT NULL, PRIMARY KEY (day, product, key_id)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS key_usage (id TEXT PRIMARY KEY, lookups INTEGER NOT NULL, credits INTEGER NOT NULL) WITHOUT ROWID;
`;

const RESTORED_TABLES = [
  ...['account', 'organization', 'members', 'api_keys', 'holds', 'rooms'],
  ...['calls', 'lines', 'usage', 'key_usage'],
];

/** At two bound values each, a statement's limit of a hundred (Durable Objects, SQL limits). */
const ENTRIES_PER_STATEMENT = 50;

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

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(ACCOUNT_SCHEMA);
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
    return this.#entries('seq = ?', seq)[0];
  }

  /** The oldest entries after `seq`. @param to inclusive */
  entriesAfter(seq: number, limit: number, to = Number.MAX_SAFE_INTEGER): StoredEntry[] {
    return this.#entries('seq > ? AND seq <= ? ORDER BY seq LIMIT ?', seq, to, limit);
  }

  /** The newest entries before `seq`, newest first. @param after exclusive */
  entriesBefore(seq: number, limit: number, after: number): StoredEntry[] {
    return this.#entries('seq < ? AND seq > ? ORDER BY seq DESC LIMIT ?', seq, after, limit);
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

  /** As bound values: from one JSON text SQLite would parse each entry and serialize it again. */
  #writeEntries(entries: readonly StoredEntry[]): void {
    for (let at = 0; at < entries.length; at += ENTRIES_PER_STATEMENT) {
      const rows = entries.slice(at, at + ENTRIES_PER_STATEMENT);
      const places = rows.map(() => '(?, ?)').join();
      const values = rows.flatMap((entry) => [entry.seq, JSON.stringify(entry)]);
      this.#sql.exec(`INSERT OR REPLACE INTO lines VALUES ${places}`, ...values);
    }
  }

  /**
   * Deletes archived entries, except those of orders that can still be repeated or undone: a later
   * archiving deletes these. Usage rows changed again meanwhile stay pending; archived ones of
   * earlier days are deleted.
   */
  #dropArchived({ seq, usage, undoableSince }: NonNullable<Journal['archived']>): void {
    const kept = `body->>'at' > ? AND body->>'kind' IN ('charge', 'reversal')`;
    this.#sql.exec(`DELETE FROM lines WHERE seq <= ? AND NOT (${kept})`, seq, undoableSince);
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
      .exec<{ body: string }>(`SELECT body FROM lines WHERE ${where}`, ...bound)
      .toArray()
      .map(({ body }) => JSON.parse(body) as StoredEntry);
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
