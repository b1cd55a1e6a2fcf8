import { type SQL, sql } from 'drizzle-orm';
import { batch } from './batch.ts';
import type { Database } from './database.ts';
import { imports, records } from './records-schema.ts';

export type ImportMode = (typeof imports.$inferSelect)['mode'];

export interface NewImport {
  dataset: string;
  mode: ImportMode;
  source: string | null;
  asOf: string;
  /** Places the file is complete for; null takes the area codes that occur in it. */
  coverage: readonly string[] | null;
  /** Whether the data set has a coverage at all. */
  covered: boolean;
}

/** An import that is loading, and how far it is. */
export interface StartedImport extends Pick<NewImport, 'dataset' | 'mode' | 'source' | 'asOf'> {
  id: number;
  /** The data set's newest live import; null when there is none. */
  liveId: number | null;
  /** Keys that rows are counted by, stored so far over all parts. */
  keys: number;
  /** Those of them that were not visible before. */
  fresh: number;
}

/** A loading import whose last batch is older than this has crashed. */
const STALL_MS = 5 * 60_000;

/** Gives up imports that crashed; nothing of them was ever visible. */
export async function abandonStalled(db: Database, now: number): Promise<void> {
  await db.run(
    sql`UPDATE ${imports} SET state = 'abandoned' WHERE state = 'loading' AND touched_at < ${now - STALL_MS}`,
  );
}

/** @returns the import's id; null when another import of this data set is loading. */
export async function beginImport(
  db: Database,
  { dataset, mode, source, asOf, coverage, covered }: NewImport,
  now: number,
): Promise<number | null> {
  const started = await db.get<{ id: number } | undefined>(sql`
    INSERT INTO ${imports} (dataset, mode, state, source, as_of, touched_at, coverage, areas)
    SELECT ${dataset}, ${mode}, 'loading', ${source}, ${asOf}, ${now},
      ${coverage && JSON.stringify(coverage)}, ${covered ? '[]' : null}
    WHERE NOT EXISTS (SELECT 1 FROM ${imports} WHERE dataset = ${dataset} AND state = 'loading')
    RETURNING id AS "id"`);
  return started?.id ?? null;
}

/** @returns null when no such import of this data set is loading */
export async function readStarted(
  db: Database,
  dataset: string,
  id: number,
): Promise<StartedImport | null> {
  const live = sql`(SELECT max(id) FROM ${imports} WHERE dataset = ${dataset} AND state = 'live')`;
  const row = await db.get<StartedImport | undefined>(sql`
    SELECT id AS "id", dataset AS "dataset", mode AS "mode", source AS "source", as_of AS "asOf", keys AS "keys", fresh AS "fresh", ${live} AS "liveId"
    FROM ${imports} WHERE id = ${id} AND dataset = ${dataset} AND state = 'loading'`);
  return row ?? null;
}

/**
 * Says that an import is alive, and that it stored keys elsewhere.
 * @returns false when it is no longer loading
 */
export async function touchImport(
  db: Database,
  id: number,
  keys: number,
  now: number,
): Promise<boolean> {
  const touched = await db.all(
    sql`UPDATE ${imports} SET touched_at = ${now}, keys = keys + ${keys} WHERE id = ${id} AND state = 'loading' RETURNING id`,
  );
  return touched.length > 0;
}

/** JSON arrays of texts as one, without repeats. */
const united = (one: SQL, other: SQL): SQL => sql`(SELECT json_group_array(value) FROM
  (SELECT value FROM json_each(${one}) UNION SELECT value FROM json_each(${other})))`;

/** Notes area codes that occur in an import; those that were noted before count once. */
export async function noteAreas(db: Database, id: number, areas: readonly string[]): Promise<void> {
  await db.run(sql`
    UPDATE ${imports} SET areas = ${united(sql`imports.areas`, sql`${JSON.stringify(areas)}`)}
    WHERE id = ${id} AND state = 'loading' AND areas IS NOT NULL`);
}

/** Where a batch goes. */
export interface BatchTarget {
  id: number;
  dataset: string;
  /**
   * What came of a key before, in this import, is joined with what comes now; else it is replaced.
   */
  joins: boolean;
}

/**
 * Stores a batch, invisible until the import is committed.
 * @param sent JSON array of [key, object of the other columns], [key, object, 0] where no row is
 * counted by the key, keys distinct; under D1's 2 MB of one bound value
 * @param count keys that rows are counted by
 * @returns how many of those the import has so far, and how many were not visible before; null when
 * it is no longer loading
 */
export async function storeBatch(
  db: Database,
  { id, dataset, joins }: BatchTarget,
  sent: string,
  count: number,
  now: number,
): Promise<{ keys: number; fresh: number } | null> {
  const counted = sql`
    SELECT coalesce(sum(known), 0) AS known, coalesce(sum(own), 0) AS own FROM (
      SELECT max(i.state = 'live' OR i.id = ${id}) AS known, max(i.id = ${id}) AS own
      FROM json_each(${sent}) AS row
      CROSS JOIN ${records} AS r ON r.dataset = ${dataset} AND r.key = row.value ->> 0
      CROSS JOIN ${imports} AS i ON i.id = r.import_id
      WHERE coalesce(row.value ->> 2, 1) GROUP BY r.key)`;
  const data = joins ? sql`json_patch(data, excluded.data)` : sql`excluded.data`;
  const [progress] = await batch(db, [
    sql`
      UPDATE ${imports}
      SET touched_at = ${now}, keys = keys + ${count} - own, fresh = fresh + ${count} - known
      FROM (${counted}) WHERE id = ${id} AND state = 'loading' RETURNING keys AS "keys", fresh AS "fresh"`,
    sql`
      INSERT INTO ${records} (dataset, key, import_id, data)
      SELECT ${dataset}, value ->> 0, ${id}, value ->> 1 FROM json_each(${sent})
      WHERE EXISTS (SELECT 1 FROM ${imports} WHERE id = ${id} AND state = 'loading')
      ON CONFLICT DO UPDATE SET data = ${data}`,
  ]);
  return (progress?.[0] as { keys: number; fresh: number } | undefined) ?? null;
}

/**
 * Makes an import visible, whole and at once; replacing, it hides what was there in the same
 * transaction.
 * @param whole keys of the data set, when the import holds all of them and not only what it adds;
 * else null
 * @param severalKeys its rows have keys besides those they are counted by, which may hide older
 * ones
 * @returns false when the import is no longer loading
 */
export async function commitImport(
  db: Database,
  started: StartedImport,
  whole: number | null,
  now: number,
  severalKeys = false,
): Promise<boolean> {
  const { id, dataset, mode } = started;
  const hides = mode === 'replace' || whole !== null;
  const live = (column: SQL) =>
    sql`(SELECT ${column} FROM ${imports} WHERE dataset = ${dataset} AND state = 'live' ORDER BY id DESC LIMIT 1)`;
  const before = live(sql`rows`);
  const own = sql`coalesce(imports.coverage, imports.areas)`;
  const all = mode === 'replace' ? own : united(own, sql`coalesce(${live(sql`coverage`)}, '[]')`);
  const added = mode === 'replace' ? sql`keys` : sql`fresh + coalesce(${before}, 0)`;
  const sweptTo = hides
    ? sql`NULL`
    : sql`CASE WHEN fresh < keys OR ${Number(severalKeys)} THEN 0 END`;
  const committed = sql`
    UPDATE ${imports} SET state = 'live', committed_at = ${now}, rows = ${whole ?? added},
      swept_to = ${sweptTo}, coverage = CASE WHEN areas IS NOT NULL THEN ${all} END
    WHERE id = ${id} AND state = 'loading' RETURNING id`;
  const superseded = sql`
    UPDATE ${imports} SET state = 'superseded' WHERE dataset = ${dataset} AND state = 'live' AND id < ${id}
    AND EXISTS (SELECT 1 FROM ${imports} WHERE id = ${id} AND state = 'live')`;
  const [rows] = await batch(db, hides ? [committed, superseded] : [committed]);
  return rows !== undefined && rows.length > 0;
}

/** Gives up one import. */
export async function abandonImport(db: Database, id: number): Promise<void> {
  await db.run(
    sql`UPDATE ${imports} SET state = 'abandoned' WHERE id = ${id} AND state = 'loading'`,
  );
}
