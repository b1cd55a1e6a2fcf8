import { sql } from 'drizzle-orm';
import { batch } from './batch.ts';
import type { Database } from './database.ts';
import { imports, records } from './records-schema.ts';

export type ImportMode = (typeof imports.$inferSelect)['mode'];

export interface NewImport {
  dataset: string;
  mode: ImportMode;
  source: string | null;
  asOf: string;
}

/** What one batch of distinct keys changed. */
export interface BatchCount {
  /** Keys that are visible already, or were in an earlier batch of this import. */
  known: number;
  /** Keys that were in an earlier batch of this import. */
  repeated: number;
}

/** A loading import whose last batch is older than this has crashed. */
const STALL_MS = 5 * 60_000;

/** Gives up imports that crashed; nothing of them was ever visible. */
export async function abandonStalled(db: Database, now: number): Promise<void> {
  await db.run(sql`UPDATE ${imports} SET state = 'abandoned' WHERE state = 'loading' AND touched_at < ${now - STALL_MS}`);
}

/** @returns the import's id; null when another import of this data set is loading. */
export async function beginImport(db: Database, { dataset, mode, source, asOf }: NewImport, now: number): Promise<number | null> {
  const started = await db.get<{ id: number } | undefined>(sql`
    INSERT INTO ${imports} (dataset, mode, state, source, as_of, touched_at)
    SELECT ${dataset}, ${mode}, 'loading', ${source}, ${asOf}, ${now}
    WHERE NOT EXISTS (SELECT 1 FROM ${imports} WHERE dataset = ${dataset} AND state = 'loading')
    RETURNING id AS "id"`);
  return started?.id ?? null;
}

/**
 * Stores a batch, invisible until the import is committed.
 * @param rows distinct keys, each with its other columns as JSON; under D1's 2 MB of one bound value
 * @returns null when the import is no longer loading
 */
export async function storeBatch(
  db: Database,
  id: number,
  dataset: string,
  rows: readonly (readonly [string, string])[],
  now: number,
): Promise<BatchCount | null> {
  const sent = JSON.stringify(rows);
  const [touched, counted] = await batch(db, [
    sql`UPDATE ${imports} SET touched_at = ${now} WHERE id = ${id} AND state = 'loading' RETURNING id`,
    sql`
      SELECT coalesce(sum(known), 0) AS "known", coalesce(sum(own), 0) AS "repeated" FROM (
        SELECT max(i.state = 'live' OR i.id = ${id}) AS known, max(i.id = ${id}) AS own
        FROM json_each(${sent}) AS row
        CROSS JOIN ${records} AS r ON r.dataset = ${dataset} AND r.key = row.value ->> 0
        CROSS JOIN ${imports} AS i ON i.id = r.import_id
        GROUP BY r.key)`,
    sql`
      INSERT INTO ${records} (dataset, key, import_id, data)
      SELECT ${dataset}, value ->> 0, ${id}, value ->> 1 FROM json_each(${sent})
      WHERE EXISTS (SELECT 1 FROM ${imports} WHERE id = ${id} AND state = 'loading')
      ON CONFLICT DO UPDATE SET data = excluded.data`,
  ]);
  return touched?.length ? (counted?.[0] as BatchCount) : null;
}

/**
 * Makes an import visible, whole and at once; replacing, it hides what was there in the same transaction.
 * @param keys distinct keys of the import
 * @param fresh those of them that were not visible before
 * @returns false when the import is no longer loading
 */
export async function commitImport(db: Database, id: number, kind: NewImport, keys: number, fresh: number, now: number): Promise<boolean> {
  const { dataset, mode } = kind;
  const before = sql`(SELECT rows FROM ${imports} WHERE dataset = ${dataset} AND state = 'live' ORDER BY id DESC LIMIT 1)`;
  const visible = mode === 'replace' ? sql`${keys}` : sql`${fresh} + coalesce(${before}, 0)`;
  const sweptTo = mode === 'append' && fresh < keys ? 0 : null;
  const committed = sql`
    UPDATE ${imports} SET state = 'live', committed_at = ${now}, rows = ${visible}, swept_to = ${sweptTo}
    WHERE id = ${id} AND state = 'loading' RETURNING id`;
  const superseded = sql`
    UPDATE ${imports} SET state = 'superseded' WHERE dataset = ${dataset} AND state = 'live' AND id < ${id}
    AND EXISTS (SELECT 1 FROM ${imports} WHERE id = ${id} AND state = 'live')`;
  const [rows] = await batch(db, mode === 'replace' ? [committed, superseded] : [committed]);
  return rows !== undefined && rows.length > 0;
}

/** Gives up one import. */
export async function abandonImport(db: Database, id: number): Promise<void> {
  await db.run(sql`UPDATE ${imports} SET state = 'abandoned' WHERE id = ${id} AND state = 'loading'`);
}
