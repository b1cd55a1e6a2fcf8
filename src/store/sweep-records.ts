import { sql } from 'drizzle-orm';
import { batch } from './batch.ts';
import type { Database } from './database.ts';
import { countedReports, imports, records, reportCounts } from './records-schema.ts';

/** Rows one statement deletes or looks through; far from D1's 30 seconds. */
export const SWEEP_ROWS = 10_000;

/** An import nobody sees any more. */
export interface DeadImport {
  id: number;
  dataset: string;
  state: 'superseded' | 'abandoned';
}

/** @returns null when there is none */
export async function findDeadImport(db: Database): Promise<DeadImport | null> {
  const dead = await db.get<DeadImport | undefined>(sql`
    SELECT id AS "id", dataset AS "dataset", state AS "state" FROM ${imports} WHERE state IN ('superseded', 'abandoned') ORDER BY id LIMIT 1`);
  return dead ?? null;
}

/** Deletes some rows of a dead import, and the import itself with its last row. */
export async function sweepImport(db: Database, { id }: DeadImport): Promise<void> {
  const tables = [records, reportCounts, countedReports];
  const windows = tables.map(
    (table) =>
      sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE import_id = ${id} LIMIT ${SWEEP_ROWS})`,
  );
  const left = sql.join(
    tables.map((table) => sql`EXISTS (SELECT 1 FROM ${table} WHERE import_id = ${id})`),
    sql` OR `,
  );
  await batch(db, [...windows, sql`DELETE FROM ${imports} WHERE id = ${id} AND NOT (${left})`]);
}

/**
 * Deletes older rows that an appended import hides, one window of that import's rows at a time.
 * @returns false when no import hides any
 */
export async function sweepHidden(db: Database): Promise<boolean> {
  const newer = await db.get<{ id: number; sweptTo: number } | undefined>(
    sql`SELECT id AS "id", swept_to AS "sweptTo" FROM ${imports} WHERE state = 'live' AND swept_to IS NOT NULL ORDER BY id LIMIT 1`,
  );
  if (!newer) return false;
  const window = sql`SELECT rowid FROM ${records} WHERE import_id = ${newer.id} AND rowid > ${newer.sweptTo} ORDER BY rowid LIMIT ${SWEEP_ROWS}`;
  const end = await db.get<{ last: number | null }>(
    sql`SELECT max(rowid) AS "last" FROM (${window})`,
  );
  const settle = sql`UPDATE ${imports} SET swept_to = ${end.last} WHERE id = ${newer.id}`;
  // Only rows of live imports: an import that is still loading may replace this one.
  const hidden = sql`
    DELETE FROM ${records} WHERE rowid IN (
      SELECT old.rowid FROM ${records} AS new
      CROSS JOIN ${records} AS old
        ON old.dataset = new.dataset AND old.key = new.key AND old.import_id < new.import_id
      CROSS JOIN ${imports} AS i ON i.id = old.import_id AND i.state = 'live'
      WHERE new.rowid IN (${window}))`;
  await batch(db, [hidden, settle]);
  return true;
}
