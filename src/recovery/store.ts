import { type SQL, sql } from 'drizzle-orm';
import type { LedgerSegment } from '../accounts/ledger/store-history.ts';
import { type Database, isAmong, runBatch } from '../lib/database.ts';
import { jsonBatches } from '../lib/durable-objects.ts';
import type { UsageRow } from '../lookup/account/account.ts';
import type { LedgerEntry } from '../lookup/account/ledger.ts';
import type { Role } from '../lookup/account/members.ts';
import { SUPPRESSED_PEOPLE } from '../lookup/datasets/people.ts';
import type { IdentifierSearch } from '../lookup/identifier-text.ts';
import type { OwnedRow } from './ports.ts';

export const PAGE_ROWS = 500;

const queryIds = async (db: Database, statement: SQL): Promise<string[]> =>
  (await db.all<{ id: string }>(statement)).map(({ id }) => id);

/** Ids of organizations after one, ascending. */
export const pageOrganizationIds = (db: Database, after: string, limit: number) =>
  queryIds(db, sql`SELECT id FROM organizations WHERE id > ${after} ORDER BY id LIMIT ${limit}`);

/** Those of the tables that a database does not have. */
export const missingTables = (db: Database, names: readonly string[]) =>
  queryIds(
    db,
    sql`SELECT value AS id FROM json_each(${JSON.stringify(names)})
      WHERE value NOT IN (SELECT name FROM sqlite_master WHERE type = 'table')`,
  );

type IndexedSegment = Omit<LedgerSegment, 'firstAt' | 'lastAt' | 'object'>;

/** Index rows of an organization's segments with entries after `seq`, oldest first. */
export const pageIndexedSegments = (
  db: Database,
  organizationId: string,
  seq: number,
  limit: number,
) =>
  db.all<IndexedSegment>(sql`SELECT first_seq AS firstSeq, last_seq AS lastSeq, amount, held, sha256 FROM ledger_segments
      WHERE organization_id = ${organizationId} AND first_seq > ${seq}
      ORDER BY first_seq LIMIT ${limit}`);

/** Credit transfers within an inclusive range of sequence numbers. */
export const listLedgerTransfers = (
  db: Database,
  organizationId: string,
  first: number,
  last: number,
) =>
  db.all<
    Pick<LedgerEntry, 'seq' | 'kind' | 'amount'>
  >(sql`SELECT seq, kind, amount FROM ledger_movements
      WHERE organization_id = ${organizationId} AND seq BETWEEN ${first} AND ${last} ORDER BY seq`);

/** Usage of an organization since a day, in absolute figures. */
export const listUsageSince = (db: Database, organizationId: string, day: string) =>
  db.all<UsageRow>(sql`SELECT day, product, key_id AS keyId, lookups, credits FROM usage
      WHERE organization_id = ${organizationId} AND day >= ${day}`);

/** Deletes the projections of an organization's ledger, to be rewritten. */
export async function deleteLedgerHistory(db: Database, organizationId: string): Promise<void> {
  const own = sql`organization_id = ${organizationId}`;
  await runBatch(db, [
    sql`DELETE FROM ledger_segments WHERE ${own}`,
    sql`DELETE FROM ledger_movements WHERE ${own}`,
  ]);
}

/** Raises usage to the sums of ledger entries; free lookups have no entry, so they are kept. */
export async function raiseUsage(db: Database, organizationId: string, rows: readonly UsageRow[]) {
  for (const batch of jsonBatches(rows))
    await db.run(sql`
      INSERT INTO usage (organization_id, day, product, key_id, lookups, credits)
      SELECT ${organizationId}, value->>'day', value->>'product', value->>'keyId',
        value->>'lookups', value->>'credits'
      FROM json_each(${batch}) WHERE true
      ON CONFLICT DO UPDATE SET lookups = max(lookups, excluded.lookups),
        credits = excluded.credits`);
}

interface DirectoryMember {
  userId: string;
  email: string;
  role: Role;
}

export const listDirectoryMembers = (db: Database, organizationId: string) =>
  db.all<DirectoryMember>(sql`SELECT members.user_id AS userId, users.email, members.role FROM members
      JOIN users ON users.id = members.user_id WHERE organization_id = ${organizationId}`);

/** Applied payments that moved or claim credits; their ids are operation ids of the account. */
export const listPaidTransfers = (db: Database, organizationId: string) =>
  db.all<{ id: string }>(sql`SELECT id FROM billing_movements
      WHERE organization_id = ${organizationId} AND kind <> 'mismatch' AND moved IS NOT NULL
      AND (moved <> 0 OR kind IN ('refund', 'dispute'))`);

/** Marks payments as uncertain, so that the next run over payments asks the account again. */
export const markTransfersUncertain = (db: Database, ids: readonly string[]) =>
  db.run(sql`UPDATE billing_movements SET moved = NULL WHERE ${isAmong(sql`id`, ids)}`);

interface VerifiedJob {
  id: string;
  endedAt: number | null;
  hasFiles: number;
}

export const pageVerifiedJobs = (db: Database, organizationId: string, after: string) =>
  db.all<VerifiedJob>(sql`SELECT id, ended_at AS endedAt, has_files AS hasFiles FROM bulk_jobs
      WHERE organization_id = ${organizationId} AND tidied_at IS NULL AND id > ${after}
      ORDER BY id LIMIT ${PAGE_ROWS}`);

/** The ids without a row in the table, in the given order. */
const missingFrom =
  (table: 'bulk_jobs' | 'monitors' | 'organizations') =>
  async (db: Database, ids: readonly string[]): Promise<string[]> => {
    const known = new Set<string>();
    for (const batch of jsonBatches(ids)) {
      const rows = sql`SELECT id FROM ${sql.raw(table)}
        WHERE id IN (SELECT value FROM json_each(${batch}))`;
      for (const id of await queryIds(db, rows)) known.add(id);
    }
    return ids.filter((id) => !known.has(id));
  };

export const missingJobs = missingFrom('bulk_jobs');
export const missingMonitors = missingFrom('monitors');
export const missingOrganizations = missingFrom('organizations');

/** Jobs that have not ended according to their row. */
export const unendedJobs = (db: Database, organizationId: string) =>
  queryIds(
    db,
    sql`SELECT id FROM bulk_jobs WHERE ended_at IS NULL AND organization_id = ${organizationId}`,
  );

/** Ids of all jobs whose object keeps the order. @param after the previous page's last id */
export const pageJobIds = (db: Database, after: string, limit: number) =>
  queryIds(
    db,
    sql`SELECT id FROM bulk_jobs WHERE id > ${after} AND tidied_at IS NULL ORDER BY id LIMIT ${limit}`,
  );

export const pageActiveMonitorIds = (db: Database, organizationId: string, after: string) =>
  queryIds(
    db,
    sql`SELECT id FROM monitors WHERE organization_id = ${organizationId} AND deleted_at IS NULL
      AND id > ${after} ORDER BY id LIMIT ${PAGE_ROWS}`,
  );

const EXPORTED_TABLES: readonly (readonly [
  kind: string,
  table: string,
  secrets: readonly string[],
])[] = [
  ['directory', 'organizations', []],
  ['usage', 'usage', []],
  ['job', 'bulk_jobs', []],
  ['monitor', 'monitors', ['sealed_secret']],
  ['delivery', 'webhook_deliveries', ['sealed_secret']],
  ['endpoint', 'webhook_endpoints', ['sealed_secret', 'previous_secret', 'older_secrets']],
  ['event', 'webhook_events', []],
  ['connection', 'agent_connections', []],
  ['invitation', 'invitations', []],
  ['customer', 'billing_customers', []],
  ['payment', 'billing_movements', []],
  ['change', 'audit_log', []],
];

export const EXPORTED_KINDS = EXPORTED_TABLES.map(([kind]) => kind);

/** The last exported row: its kind, and its rowid in the table of that kind. */
export interface ExportedRowId {
  kind: string;
  row: number;
}

/**
 * All D1 rows of an organization, page by page, without secrets. A column `kind` is renamed, for
 * example to `monitor_kind`.
 * @param last continues after this row; null for all
 */
export async function* exportedRows(
  db: Database,
  organizationId: string,
  last: ExportedRowId | null,
): AsyncGenerator<{ id: ExportedRowId; row: Record<string, unknown> }> {
  const first = EXPORTED_TABLES.findIndex(([kind]) => kind === last?.kind);
  for (const [kind, table, secrets] of EXPORTED_TABLES.slice(Math.max(0, first))) {
    const owner = sql.raw(table === 'organizations' ? 'id' : 'organization_id');
    for (let after = kind === last?.kind ? last.row : 0; ; ) {
      const rows = await db.all<Record<string, unknown> & { row: number }>(sql`
        SELECT rowid AS row, * FROM ${sql.raw(table)}
        WHERE ${owner} = ${organizationId} AND rowid > ${after} ORDER BY rowid LIMIT ${PAGE_ROWS}`);
      for (const { row, ...fields } of rows) {
        after = row;
        for (const secret of secrets) delete fields[secret];
        const own = 'kind' in fields && { [`${kind}_kind`]: fields.kind };
        yield { id: { kind, row }, row: { ...fields, ...own, kind } };
      }
      if (rows.length < PAGE_ROWS) break;
    }
  }
}

/** Ids of all organizations' monitors, deleted ones too. @param after the previous page's last */
export const pageMonitorIds = (db: Database, after: string, limit: number) =>
  queryIds(db, sql`SELECT id FROM monitors WHERE id > ${after} ORDER BY id LIMIT ${limit}`);

/** Clears a segment's hash after an intended change of its content. */
export const clearSegmentHashes = (db: Database, object: string) =>
  db.run(sql`UPDATE ledger_segments SET sha256 = NULL WHERE object = ${object}`);

/** Rows searched per step; with 64 KB each, that takes a quarter of D1's 30 seconds. */
const WINDOW_ROWS = 2_500;

/** Tables whose rows are only about the person they name, and are deleted as a whole. */
const DELETED_TABLES = new Set(
  (
    'verifications invitations unsent_mails webhook_deliveries webhook_events oauth_records ' +
    'bulk_claims records report_counts'
  ).split(' '),
);

/** Columns that are cleared together with a column: a receiver with its secret. */
const LET_GO: Readonly<Record<string, readonly string[]>> = {
  'monitors webhook_url': ['webhook_url', 'sealed_secret'],
  'bulk_jobs webhook_url': ['webhook_url'],
};

/** Replacement text in columns of all other tables. */
const ERASED = 'erased';

/** Position of a walk through a database. */
interface TableCursor {
  table: string;
  rowid: number;
}

const nextTable = async (db: Database, table: string): Promise<string | null> =>
  (
    await db.all<{ name: string }>(sql`
      SELECT name FROM sqlite_master WHERE type = 'table' AND name > ${table}
        AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name <> 'd1_migrations'
      ORDER BY name LIMIT 1`)
  )[0]?.name ?? null;

/** Rows read per step, because each may have megabytes. */
const WINDOW_CANDIDATES = 50;

/** Columns of a row to set to `erased`; null if the row is to be deleted. */
function erasedColumns(
  table: string,
  { dataset, ...columns }: Record<string, unknown>,
  search: IdentifierSearch,
): string[] | null {
  const holding = Object.keys(columns).filter((name) => search.contains(String(columns[name])));
  // A row of the suppression list must stay, because its key suppresses the person; only its note
  // is erased.
  const isListed = table === 'records' && dataset === SUPPRESSED_PEOPLE;
  const isDeleted =
    DELETED_TABLES.has(table) ||
    (table === 'users' && search.equals(String(columns.email))) ||
    (table === 'webhook_endpoints' && holding.includes('url'));
  return isDeleted && !isListed && holding.length > 0 ? null : holding;
}

interface ErasedWindow {
  erased: number;
  /** Deleted webhook endpoints. */
  endpoints: OwnedRow[];
  next: TableCursor | null;
}

const NOTHING = { erased: 0, endpoints: [] };

/**
 * Erases a person's identifier from one window of rows: the whole row, or the column with it.
 * @returns number of matching rows, and the next position; null at the end
 */
export async function eraseText(
  db: Database,
  search: IdentifierSearch,
  from: TableCursor,
): Promise<ErasedWindow> {
  const table = from.rowid > 0 ? from.table : await nextTable(db, from.table);
  if (table === null) return { ...NOTHING, next: null };
  const name = sql.raw(`"${table}"`);
  const columns = (await db.all<{ name: string; type: string }>(sql`PRAGMA table_info(${name})`))
    .filter(({ type }) => type.toLowerCase() === 'text')
    .map((column) => `"${column.name}"`);
  const { last, rows } = await db.get<{ last: number | null; rows: number }>(sql`
    SELECT max(rowid) AS last, count(*) AS rows
    FROM (SELECT rowid FROM ${name} WHERE rowid > ${from.rowid} ORDER BY rowid LIMIT ${WINDOW_ROWS})`);
  if (last === null || columns.length === 0) return { ...NOTHING, next: { table, rowid: 0 } };
  const mayHold = columns.map(
    (column) => sql`instr(${sql.raw(search.searchedColumn(column))}, ${search.searchedText}) > 0`,
  );
  const candidates = await db.all<Record<string, unknown> & { row: number }>(sql`
    SELECT rowid AS row, ${sql.raw(columns.join(', '))} FROM ${name}
    WHERE rowid > ${from.rowid} AND rowid <= ${last} AND (${sql.join(mayHold, sql` OR `)})
    ORDER BY rowid LIMIT ${WINDOW_CANDIDATES}`);
  const changes = new Map<string, number[]>();
  const endpoints: OwnedRow[] = [];
  let erased = 0;
  for (const { row, ...texts } of candidates) {
    const holding = erasedColumns(table, texts, search);
    if (table === 'webhook_endpoints' && holding === null)
      endpoints.push({ id: String(texts.id), organizationId: String(texts.organization_id) });
    if (holding?.length !== 0) erased += 1;
    for (const column of holding ?? [''])
      changes.set(column, [...(changes.get(column) ?? []), row]);
  }
  for (const [column, ids] of changes) {
    const chosen = isAmong(sql`rowid`, ids);
    const set = LET_GO[`${table} ${column}`]?.map((each) => sql.raw(`"${each}" = NULL`)) ?? [
      sql`${sql.raw(`"${column}"`)} = ${table === 'records' ? '{}' : ERASED}`,
    ];
    await db.run(
      column === ''
        ? sql`DELETE FROM ${name} WHERE ${chosen}`
        : sql`UPDATE ${name} SET ${sql.join(set, sql`, `)} WHERE ${chosen}`,
    );
  }
  const isFull = candidates.length === WINDOW_CANDIDATES;
  const end = isFull ? (candidates.at(-1)?.row ?? last) : last;
  // A table that grows with every step, like the audit log, ends at its first incomplete window.
  return { erased, endpoints, next: { table, rowid: isFull || rows === WINDOW_ROWS ? end : 0 } };
}
