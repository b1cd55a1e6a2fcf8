import { sql } from 'drizzle-orm';
import { batch } from './batch.ts';
import type { Database } from './database.ts';
import { imports, records } from './records-schema.ts';

/** Rows one statement deletes or looks through; far from D1's 30 seconds. */
export const SWEEP_ROWS = 2_000;

/**
 * Deletes some rows of one import that nobody sees any more, and the import itself with its last row.
 * @returns false when there is none left
 */
export async function sweepInvisible(db: Database): Promise<boolean> {
  const dead = await db.get<{ id: number } | undefined>(
    sql`SELECT id AS "id" FROM ${imports} WHERE state IN ('superseded', 'abandoned') ORDER BY id LIMIT 1`,
  );
  if (!dead) return false;
  await batch(db, [
    sql`DELETE FROM ${records} WHERE rowid IN (SELECT rowid FROM ${records} WHERE import_id = ${dead.id} LIMIT ${SWEEP_ROWS})`,
    sql`DELETE FROM ${imports} WHERE id = ${dead.id} AND NOT EXISTS (SELECT 1 FROM ${records} WHERE import_id = ${dead.id})`,
  ]);
  return true;
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
  const end = await db.get<{ last: number | null }>(sql`SELECT max(rowid) AS "last" FROM (${window})`);
  const settle = sql`UPDATE ${imports} SET swept_to = ${end.last} WHERE id = ${newer.id}`;
  // Only rows of live imports: an import that is still loading may replace this one.
  const hidden = sql`
    DELETE FROM ${records} WHERE rowid IN (
      SELECT old.rowid FROM ${records} AS new
      CROSS JOIN ${records} AS old ON old.dataset = new.dataset AND old.key = new.key AND old.import_id < new.import_id
      CROSS JOIN ${imports} AS i ON i.id = old.import_id AND i.state = 'live'
      WHERE new.rowid IN (${window}))`;
  await batch(db, [hidden, settle]);
  return true;
}
