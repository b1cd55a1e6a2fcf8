import { sql } from 'drizzle-orm';
import { SUPPRESSED_PEOPLE } from '../core/records/suppressed.ts';
import type { Database } from './database.ts';

/** Rows looked through by one step, far from D1's 30 seconds. */
const WINDOW = 10_000;

/** Tables whose rows are whole about what they name: such a row is deleted. */
const DELETED = new Set([
  ...['users', 'verifications', 'invitations', 'unsent_mails', 'webhook_deliveries'],
  ...['oauth_records', 'monitor_members', 'monitor_events', 'records', 'report_counts'],
]);

/** In a column of any other table, what takes the place of its text. */
const ERASED = 'erased';

/** Where a walk through a database has come to. */
export interface TablePlace {
  table: string;
  rowid: number;
}

const tablesAfter = async (db: Database, table: string): Promise<string | null> =>
  (
    await db.all<{ name: string }>(sql`
      SELECT name FROM sqlite_master WHERE type = 'table' AND name > ${table}
        AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name <> 'd1_migrations'
      ORDER BY name LIMIT 1`)
  )[0]?.name ?? null;

/**
 * Erases a text from one window of rows of a database: the row, or the column that has it.
 * @param forms of the text, in lower case
 * @returns rows that had it, and where to go on; null at the end
 */
export async function eraseText(
  db: Database,
  forms: readonly string[],
  from: TablePlace,
): Promise<{ erased: number; next: TablePlace | null }> {
  const table = from.rowid > 0 ? from.table : await tablesAfter(db, from.table);
  if (table === null) return { erased: 0, next: null };
  const name = sql.raw(`"${table}"`);
  const columns = (await db.all<{ name: string; type: string }>(sql`PRAGMA table_info(${name})`))
    .filter(({ type }) => type.toLowerCase() === 'text')
    .map((column) => sql.raw(`"${column.name}"`));
  const { last, rows } = await db.get<{ last: number | null; rows: number }>(sql`
    SELECT max(rowid) AS last, count(*) AS rows
    FROM (SELECT rowid FROM ${name} WHERE rowid > ${from.rowid} ORDER BY rowid LIMIT ${WINDOW})`);
  if (last === null) return { erased: 0, next: { table, rowid: 0 } };
  const window = sql`rowid > ${from.rowid} AND rowid <= ${last}`;
  // json_each has columns of its own, named as some of ours.
  const has = (column: (typeof columns)[number]) =>
    sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(forms)}) AS form WHERE instr(lower(${name}.${column}), form.value) > 0)`;
  let erased = 0;
  // A row of the list has to stay, as its key keeps the person from being found: its note goes.
  if (table === 'records')
    await db.run(sql`UPDATE ${name} SET data = '{}'
      WHERE ${window} AND dataset = ${SUPPRESSED_PEOPLE} AND ${has(sql.raw('"data"'))}`);
  for (const column of columns) {
    const change = DELETED.has(table)
      ? sql`DELETE FROM ${name} WHERE ${window} AND ${has(column)}`
      : sql`UPDATE ${name} SET ${column} = ${ERASED} WHERE ${window} AND ${has(column)}`;
    erased += (await db.run(change)).meta.changes;
  }
  // A table that is added to with every step, as the audit log, ends with its short window.
  return { erased, next: { table, rowid: rows < WINDOW ? 0 : last } };
}
