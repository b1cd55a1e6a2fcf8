import { type SQL, sql } from 'drizzle-orm';
import { sha256Hex } from '../lib/bytes.ts';
import { type Database, runBatch } from '../lib/database.ts';
import { MINUTE_MS } from '../lib/time.ts';
import { countedReports, imports, records, reportCounts } from '../lookup/records/schema.ts';
import { SUPPRESSION_COPIES, SUPPRESSION_MARKER } from '../lookup/suppression.ts';
import type { ListedBlobs } from '../lookup/world.ts';

type ImportRow = typeof imports.$inferSelect;

export type ImportMode = ImportRow['mode'];

type NewImport = Pick<ImportRow, 'dataset' | 'mode' | 'source' | 'asOf'> & {
  coverage: readonly string[];
};

/** An import loaded by a call, and the data set's newest live import, null if there is none. */
export type StartedImport = Omit<NewImport, 'coverage'> &
  Pick<ImportRow, 'id' | 'keys' | 'fresh' | 'turn' | 'indexed'> & {
    liveId: number | null;
    liveIndexed: number | null;
  };

/** A loading import whose last batch is older than this has crashed. */
export const STALL_MS = 5 * MINUTE_MS;

/** Abandons crashed imports, none of which was ever visible. */
export async function abandonStalled(db: Database, now: number): Promise<void> {
  await db.run(
    sql`UPDATE ${imports} SET state = 'abandoned' WHERE state = 'loading' AND touched_at < ${now - STALL_MS}`,
  );
}

/** @returns the import's id; null if another import of this data set is loading */
export async function beginImport(
  db: Database,
  { dataset, mode, source, asOf, coverage }: NewImport,
  now: number,
): Promise<number | null> {
  const started = await db.get<{ id: number } | undefined>(sql`
    INSERT INTO ${imports} (dataset, mode, state, source, as_of, touched_at, coverage)
    SELECT ${dataset}, ${mode}, 'loading', ${source}, ${asOf}, ${now}, ${JSON.stringify(coverage)}
    WHERE NOT EXISTS (SELECT 1 FROM ${imports} WHERE dataset = ${dataset} AND state = 'loading')
    RETURNING id AS "id"`);
  return started?.id ?? null;
}

/** A column of the newest live import of a row's data set. */
const newestLive = (column: SQL): SQL => sql`(SELECT ${column} FROM ${imports} AS live
  WHERE live.dataset = imports.dataset AND live.state = 'live' ORDER BY live.id DESC LIMIT 1)`;

/**
 * Begins a call that loads an import, and invalidates earlier calls by a new fencing token.
 * @returns null if no such import of this data set is loading
 */
export async function takeTurn(
  db: Database,
  dataset: string,
  id: number,
): Promise<StartedImport | null> {
  const row = await db.get<StartedImport | undefined>(sql`
    UPDATE ${imports} SET turn = turn + 1
    WHERE id = ${id} AND dataset = ${dataset} AND state = 'loading'
    RETURNING id AS "id", dataset AS "dataset", mode AS "mode", source AS "source", as_of AS "asOf", keys AS "keys", fresh AS "fresh",
      turn AS "turn", indexed AS "indexed", ${newestLive(sql`live.id`)} AS "liveId", ${newestLive(sql`live.indexed`)} AS "liveIndexed"`);
  return row ?? null;
}

const ownTurn = ({ id, turn }: StartedImport): SQL =>
  sql`id = ${id} AND state = 'loading' AND turn = ${turn}`;

/**
 * Heartbeat of a loading import, with the number of keys stored outside D1.
 * @returns false if it is no longer loading, or is loaded by another call
 */
export async function touchImport(
  db: Database,
  started: StartedImport,
  keys: number,
  now: number,
): Promise<boolean> {
  const touched = await db.all(
    sql`UPDATE ${imports} SET touched_at = ${now}, keys = keys + ${keys} WHERE ${ownTurn(started)} RETURNING id`,
  );
  return touched.length > 0;
}

/** Makes this call's index the current one. @returns as {@link touchImport} */
export async function indexImport(db: Database, started: StartedImport): Promise<boolean> {
  const indexed = await db.all(
    sql`UPDATE ${imports} SET indexed = turn WHERE ${ownTurn(started)} RETURNING id`,
  );
  return indexed.length > 0;
}

/** Union of two JSON arrays of texts. */
const unionOfTexts = (one: SQL, other: SQL): SQL => sql`(SELECT json_group_array(value) FROM
  (SELECT value FROM json_each(${one}) UNION SELECT value FROM json_each(${other})))`;

/**
 * The standing import to which a source adds rows: the newest import of the data set.
 * @returns null if it belongs to another source or is loading
 */
export async function findStandingImport(
  db: Database,
  dataset: string,
  source: string,
): Promise<number | null> {
  const newest = await db.get<{ standing: number | null } | undefined>(sql`
    SELECT CASE WHEN state = 'live' AND source = ${source} THEN id END AS "standing"
    FROM ${imports} WHERE dataset = ${dataset} AND state IN ('live', 'loading')
    ORDER BY id DESC LIMIT 1`);
  return newest?.standing ?? null;
}

interface MostOfKey {
  rows: number;
  bytes: number;
}

interface BatchTarget {
  id: number;
  dataset: string;
  /** Rows of a loading import are invisible; rows added to a live one are visible at once. */
  state: 'loading' | 'live';
  /**
   * Most rows of one key, if earlier rows of the key in this import are merged with new ones; null
   * if they are replaced.
   */
  joins: MostOfKey | null;
}

/**
 * Stores a batch; rows of a loading import are invisible until it is committed.
 * @param sent JSON array of [key, object of the other columns], or [key, object, 0] if no row is
 * counted by the key; distinct keys; below D1's 2 MB for a bound value
 * @param count number of keys that rows are counted by
 * @returns counted keys of the import so far, how many were not visible before, and the keys that
 * were left out because they would have too many rows; null if the import left its state
 */
export async function storeBatch(
  db: Database,
  { id, dataset, state, joins }: BatchTarget,
  sent: string,
  count: number,
  now: number,
): Promise<{ keys: number; fresh: number; full: string[] } | null> {
  const counted = sql`
    SELECT coalesce(sum(known), 0) AS known, coalesce(sum(own), 0) AS own FROM (
      SELECT max(i.state = 'live' OR i.id = ${id}) AS known, max(i.id = ${id}) AS own
      FROM json_each(${sent}) AS row
      CROSS JOIN ${records} AS r ON r.dataset = ${dataset} AND r.key = row.value ->> 0
      CROSS JOIN ${imports} AS i ON i.id = r.import_id
      WHERE coalesce(row.value ->> 2, 1) GROUP BY r.key)`;
  const isFull = (all: SQL, most: MostOfKey) =>
    sql`(octet_length(${all}) > ${most.bytes} OR (SELECT count(*) FROM json_each(${all})) > ${most.rows})`;
  const both = sql`json_patch(data, excluded.data)`;
  const data = joins
    ? sql`CASE WHEN ${isFull(both, joins)} THEN data ELSE ${both} END`
    : sql`excluded.data`;
  const leftOut = (most: MostOfKey) => sql`
    SELECT r.key AS "key" FROM json_each(${sent}) AS row
    CROSS JOIN ${records} AS r
      ON r.dataset = ${dataset} AND r.key = row.value ->> 0 AND r.import_id = ${id}
    WHERE ${isFull(sql`json_patch(r.data, row.value ->> 1)`, most)}`;
  const [progress, , full = []] = await runBatch(db, [
    sql`
      UPDATE ${imports}
      SET touched_at = ${now}, keys = keys + ${count} - own, fresh = fresh + ${count} - known,
        rows = rows + CASE state WHEN 'live' THEN ${count} - known ELSE 0 END
      FROM (${counted}) WHERE id = ${id} AND state = ${state} RETURNING keys AS "keys", fresh AS "fresh"`,
    sql`
      INSERT INTO ${records} (dataset, key, import_id, data)
      SELECT ${dataset}, value ->> 0, ${id}, value ->> 1 FROM json_each(${sent})
      WHERE EXISTS (SELECT 1 FROM ${imports} WHERE id = ${id} AND state = ${state})
      ON CONFLICT DO UPDATE SET data = ${data}`,
    ...(joins ? [leftOut(joins)] : []),
  ]);
  const counts = progress?.[0] as { keys: number; fresh: number } | undefined;
  return counts ? { ...counts, full: (full as { key: string }[]).map(({ key }) => key) } : null;
}

interface ImportCommit {
  now: number;
  /** Keys of the data set, if the import holds all of them and not only additions. */
  whole?: number | null;
  /** Whether rows also have keys they are not counted by, which may hide older rows. */
  severalKeys?: boolean;
}

/**
 * Makes an import visible atomically; if it replaces, it hides older imports in the same
 * transaction.
 * @returns false if the import is no longer loading, or is loaded by another call
 */
export async function commitImport(
  db: Database,
  started: StartedImport,
  { now, whole = null, severalKeys = false }: ImportCommit,
): Promise<boolean> {
  const { id, dataset, mode } = started;
  const hides = mode === 'replace' || whole !== null;
  const live = (column: SQL) =>
    sql`(SELECT ${column} FROM ${imports} WHERE dataset = ${dataset} AND state = 'live' ORDER BY id DESC LIMIT 1)`;
  const before = live(sql`rows`);
  const own = sql`imports.coverage`;
  const all =
    mode === 'replace' ? own : unionOfTexts(own, sql`coalesce(${live(sql`coverage`)}, '[]')`);
  const added = mode === 'replace' ? sql`keys` : sql`fresh + coalesce(${before}, 0)`;
  const sweptTo = hides
    ? sql`NULL`
    : sql`CASE WHEN fresh < keys OR ${Number(severalKeys)} THEN 0 END`;
  const committed = sql`
    UPDATE ${imports} SET state = 'live', committed_at = ${now}, rows = ${whole ?? added},
      swept_to = ${sweptTo}, coverage = ${all}
    WHERE ${ownTurn(started)} RETURNING id`;
  const superseded = sql`
    UPDATE ${imports} SET state = 'superseded' WHERE dataset = ${dataset} AND state = 'live' AND id < ${id}
    AND EXISTS (SELECT 1 FROM ${imports} WHERE id = ${id} AND state = 'live')`;
  const [rows] = await runBatch(db, hides ? [committed, superseded] : [committed]);
  return rows !== undefined && rows.length > 0;
}

/** Whether there is any import of a data set, in any state. */
export const hasImports = async (db: Database, dataset: string): Promise<boolean> =>
  (await db.all(sql`SELECT 1 FROM ${imports} WHERE dataset = ${dataset} LIMIT 1`)).length > 0;

/** SQL: whether a live import of a data set has a row of this key. */
const isVisible = (dataset: string, key: SQL): SQL => sql`EXISTS (SELECT 1 FROM ${records} AS r
  CROSS JOIN ${imports} AS i ON i.id = r.import_id AND i.state = 'live'
  WHERE r.dataset = ${dataset} AND r.key = ${key})`;

/** Number of these keys that no live import of the data set has. */
export async function countMissingKeys(
  db: Database,
  dataset: string,
  keys: readonly string[],
): Promise<number> {
  const { missing } = await db.get<{ missing: number }>(sql`
    SELECT count(*) AS "missing" FROM json_each(${JSON.stringify(keys)}) AS asked
    WHERE NOT ${isVisible(dataset, sql`asked.value`)}`);
  return missing;
}

/** Keyset page of the visible keys of a data set. */
export const pageKeysOf = async (db: Database, dataset: string, after: string, most: number) =>
  (
    await db.all<{ key: string }>(sql`SELECT DISTINCT r.key AS "key" FROM ${records} AS r
      CROSS JOIN ${imports} AS i ON i.id = r.import_id AND i.state = 'live'
      WHERE r.dataset = ${dataset} AND r.key > ${after} ORDER BY r.key LIMIT ${most}`)
  ).map(({ key }) => key);

export async function abandonImport(db: Database, id: number): Promise<void> {
  await db.run(
    sql`UPDATE ${imports} SET state = 'abandoned' WHERE id = ${id} AND state = 'loading'`,
  );
}

/** Rows deleted or searched per statement; far below D1's 30 seconds. */
const PURGED_ROWS = 10_000;

/** An import that no reader sees: replaced, failed or crashed. */
export interface DeadImport {
  id: number;
  dataset: string;
  indexed: number | null;
  liveId: number | null;
  liveIndexed: number | null;
}

/** @returns null if there is none */
export async function findDeadImport(db: Database): Promise<DeadImport | null> {
  const dead = await db.get<DeadImport | undefined>(sql`
    SELECT id AS "id", dataset AS "dataset", indexed AS "indexed",
      ${newestLive(sql`live.id`)} AS "liveId", ${newestLive(sql`live.indexed`)} AS "liveIndexed"
    FROM ${imports} WHERE state IN ('superseded', 'abandoned') ORDER BY id LIMIT 1`);
  return dead ?? null;
}

/** Deletes some rows of a dead import, and the import itself with the last of them. */
export async function purgeImportRows(db: Database, { id }: DeadImport): Promise<void> {
  const tables = [records, reportCounts, countedReports];
  const windows = tables.map(
    (table) =>
      sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE import_id = ${id} LIMIT ${PURGED_ROWS})`,
  );
  const left = sql.join(
    tables.map((table) => sql`EXISTS (SELECT 1 FROM ${table} WHERE import_id = ${id})`),
    sql` OR `,
  );
  await runBatch(db, [...windows, sql`DELETE FROM ${imports} WHERE id = ${id} AND NOT (${left})`]);
}

/**
 * Deletes older rows hidden by an appended import, one window of that import's rows at a time.
 * @returns false if no import hides any
 */
export async function purgeHiddenRows(db: Database): Promise<boolean> {
  const newer = await db.get<{ id: number; sweptTo: number } | undefined>(
    sql`SELECT id AS "id", swept_to AS "sweptTo" FROM ${imports} WHERE state = 'live' AND swept_to IS NOT NULL ORDER BY id LIMIT 1`,
  );
  if (!newer) return false;
  const window = sql`SELECT rowid FROM ${records} WHERE import_id = ${newer.id} AND rowid > ${newer.sweptTo} ORDER BY rowid LIMIT ${PURGED_ROWS}`;
  const end = await db.get<{ last: number | null }>(
    sql`SELECT max(rowid) AS "last" FROM (${window})`,
  );
  const settle = sql`UPDATE ${imports} SET swept_to = ${end.last} WHERE id = ${newer.id}`;
  // Older imports are live or dead, because a loading import is the newest.
  const hidden = sql`
    DELETE FROM ${records} WHERE rowid IN (
      SELECT old.rowid FROM ${records} AS new
      CROSS JOIN ${records} AS old
        ON old.dataset = new.dataset AND old.key = new.key AND old.import_id < new.import_id
      WHERE new.rowid IN (${window}))`;
  await runBatch(db, [hidden, settle]);
  return true;
}

/** Most hashes that are copied by name, without a body, as those of one person are. */
const MAX_NAMED_HASHES = 10;

const HASH_PREFIX = 'hash:';

const copyPrefix = (importId: number): string => `${SUPPRESSION_COPIES}${importId}.`;

/** Name of a copy that is a hash itself; the others hold a JSON array of hashes. */
const NAMED_COPY = /\/\d+\.([\da-f]{64})$/;

/**
 * Copies hashes of suppressed people to R2, before they are stored. Never the operator's notes,
 * which may name the person.
 */
export async function copyHashes(
  blobs: ListedBlobs,
  importId: number,
  keys: readonly string[],
): Promise<void> {
  const hashes = keys.map((key) => key.slice(HASH_PREFIX.length));
  if (hashes.length <= MAX_NAMED_HASHES) {
    for (const hash of hashes) await blobs.write(copyPrefix(importId) + hash, '');
    return;
  }
  const body = JSON.stringify(hashes);
  await blobs.write(`${copyPrefix(importId)}list-${await sha256Hex(body)}`, body);
}

/** Keys of all copies, page by page. */
async function* pageCopies(blobs: ListedBlobs): AsyncGenerator<string[]> {
  for (let after: string | undefined; ; ) {
    const { keys, more } = await blobs.list(SUPPRESSION_COPIES, after);
    yield keys;
    after = keys.at(-1);
    if (!more) return;
  }
}

/** Copied hashes, some at a time. */
export async function* copiedHashes(blobs: ListedBlobs): AsyncGenerator<string[]> {
  for await (const keys of pageCopies(blobs)) {
    const named = keys.map((key) => NAMED_COPY.exec(key)?.[1] ?? null);
    yield named.filter((hash) => hash !== null);
    for (const [at, key] of keys.entries()) {
      const bytes = named[at] === null ? await blobs.read(key) : null;
      if (bytes) yield JSON.parse(new TextDecoder().decode(bytes));
    }
  }
}

/** Marks the list as copied as a whole. */
export const markCopied = (blobs: ListedBlobs): Promise<void> =>
  blobs.write(SUPPRESSION_MARKER, '');

/**
 * Called once an import of the list is visible. Removes copies of a list that it replaced. An
 * addition to a list without copies leaves it unmarked.
 */
export async function settleCopies(
  blobs: ListedBlobs,
  { id, mode, liveId }: StartedImport,
): Promise<void> {
  if (mode === 'replace' || liveId === null) await markCopied(blobs);
  if (mode !== 'replace') return;
  const own = copyPrefix(id);
  for await (const keys of pageCopies(blobs))
    await blobs.remove(keys.filter((key) => !key.startsWith(own)));
}
