import { sql } from 'drizzle-orm';
import { batchLoader } from '../../lib/batch-loader.ts';
import { type Database, openReplicaSession } from '../../lib/database.ts';
import { ApiError } from '../../lib/errors.ts';
import { memoized } from '../../lib/lazy.ts';
import { type MaybePromise, mapAllMaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts';
import { COMPLAINT_FEEDS } from '../datasets/complaints.ts';
import type { RecordDataset } from '../datasets/dataset.ts';
import { SUPPRESSED_PEOPLE } from '../datasets/people.ts';
import { isListLost } from '../suppression.ts';
import type { Blobs, Clock, RecordAnswer, RecordHit, Records } from '../world.ts';
import { covers, type ImportedDataset, type Manifest, readManifest } from './coverage.ts';
import { imports, records } from './schema.ts';
import { numberPositionOf, openNumberSets, setLoadOf } from './store-number-set.ts';
import { countReportsNear, findReports, MAX_REPORTED_NUMBERS } from './store-reports.ts';

/** Date of the newest file of these data sets. */
const newestOf = (manifest: Manifest, datasets: readonly string[]): string =>
  datasets
    .map((dataset) => manifest.get(dataset)?.asOf ?? '')
    .reduce((newest, asOf) => (asOf > newest ? asOf : newest));

/** Age after which the cached manifest is refreshed in the background. */
const LIFETIME_MS = 10_000;

interface ManifestPorts {
  binding: D1Database;
  clock: Clock;
  /** Background work, which may outlive the reply. */
  defer(work: Promise<unknown>): void;
}

/** Stale-while-revalidate cache of the manifest in an isolate. */
function cacheManifest({ binding, clock, defer }: ManifestPorts) {
  let cached: Manifest | null = null;
  let bookmark: string | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let startedReads = 0;
  let appliedRead = 0;
  let firstRead: D1SessionConstraint = 'first-unconstrained';

  /** Reads may finish out of order; the cache keeps the manifest of the latest one started. */
  async function read(anchor: string): Promise<Manifest> {
    const sequence = ++startedReads;
    askedAt = clock.now();
    const session = binding.withSession(anchor);
    const manifest = await readManifest(openReplicaSession(session));
    if (sequence > appliedRead) {
      appliedRead = sequence;
      cached = manifest;
      bookmark = session.getBookmark() ?? bookmark;
    }
    return manifest;
  }

  const readFirst = batchLoader(async () => new Map([['', await read(firstRead)]]), 1);

  /** Invalidates the cache after an import in this isolate; the next read uses the primary. */
  function invalidate() {
    cached = null;
    appliedRead = startedReads;
    firstRead = 'first-primary';
  }

  return {
    /**
     * Synchronous except for the first read and after `invalidate`. A manifest older than ten
     * seconds is refreshed in the background, at most once per ten seconds, so that no caller waits
     * for a slow or failed refresh.
     */
    current(): MaybePromise<Manifest> {
      if (!cached) return readFirst('') as Promise<Manifest>;
      if (clock.now() - askedAt >= LIFETIME_MS)
        defer(read(bookmark ?? firstRead).catch(() => undefined));
      return cached;
    },
    invalidate,
    /** A manifest read after this one, whose imports were found to be replaced. */
    newerThan(manifest: Manifest): MaybePromise<Manifest> {
      if (cached === manifest) invalidate();
      return cached ?? (readFirst('') as Promise<Manifest>);
    },
    /**
     * D1 session for rows of the manifest's imports. It starts at the manifest's bookmark, so that
     * no replica older than the manifest is read.
     */
    session: () => openReplicaSession(binding.withSession(bookmark ?? firstRead)),
  };
}

export const rowLocation = (dataset: string, key: string): string => `${dataset}\t${key}`;

/** Most locations per statement: as JSON far below D1's limit of 2 MB per bound value. */
const MAX_LOCATIONS = 10_000;

/** A row, and the newest live import of its data set at the same moment; undefined for none. */
type RowRead = { row: RecordHit | undefined; newest: number | undefined };

/**
 * Rows of the newest live imports for many keys, in one statement. SQLite takes bare columns from
 * the row with max(); `at` is the position in the list, json_each's `key`, or a data set.
 * @param locations from {@link rowLocation} @returns what was read, by location
 */
export async function findRows(
  db: Database,
  locations: readonly string[],
): Promise<Map<string, RowRead>> {
  const asked = locations.map((location) => location.split('\t'));
  const datasets = [...new Set(asked.map(([dataset]) => dataset))];
  const read = await db.all<{ at: number | string; data: string; asOf: string; id?: number }>(sql`
    SELECT asked.key AS "at", r.data AS "data", i.as_of AS "asOf", max(r.import_id) AS "id"
    FROM json_each(${JSON.stringify(asked)}) AS asked
    CROSS JOIN ${records} AS r ON r.dataset = asked.value ->> 0 AND r.key = asked.value ->> 1
    CROSS JOIN ${imports} AS i ON i.id = r.import_id AND i.state = 'live'
    GROUP BY asked.key
    UNION ALL SELECT value, '', '',
      (SELECT max(id) FROM ${imports} WHERE dataset = value AND state = 'live')
    FROM json_each(${JSON.stringify(datasets)})`);
  const byPlace = new Map(read.map((each) => [each.at, each]));
  return new Map(
    locations.map((location, at) => {
      const found = byPlace.get(at);
      const row = found && { data: JSON.parse(found.data), asOf: found.asOf };
      return [location, { row, newest: byPlace.get(asked[at]?.[0] as string)?.id }];
    }),
  );
}

/**
 * Keyset page of a data set's rows from the newest live import, by primary key: reads no more rows
 * than it returns.
 * @param after key before the first row @param most rows
 */
const readRecordPage = (db: Database, dataset: string, after: string, most: number) =>
  db.all<{ key: string; data: string; asOf: string; newest: number }>(sql`
    SELECT r.key AS "key", r.data AS "data", i.as_of AS "asOf", max(r.import_id),
      (SELECT max(id) FROM ${imports} WHERE dataset = ${dataset} AND state = 'live') AS "newest"
    FROM ${records} AS r
    CROSS JOIN ${imports} AS i ON i.id = r.import_id AND i.state = 'live'
    WHERE r.dataset = ${dataset} AND r.key > ${after}
    GROUP BY r.key ORDER BY r.key LIMIT ${most}`);

/** Most rows of a small data set, which is cached as a whole. */
const SMALL_ROWS = 2_000;

/** Most characters of a cached data set; a larger one is read row by row. */
const MAX_CHARS = 1_000_000;

/** All rows of a data set, and its newest live import at the same moment. */
type AllRows = { byKey: ReadonlyMap<string, RecordHit> } & Pick<RowRead, 'newest'>;

/** All rows of a data set from the newest live import; null if too many or too long. */
async function readAllRows(db: Database, dataset: string): Promise<AllRows | null> {
  const rows = await readRecordPage(db, dataset, '', SMALL_ROWS + 1);
  const chars = rows.reduce((sum, { key, data }) => sum + key.length + data.length, 0);
  if (rows.length > SMALL_ROWS || chars > MAX_CHARS) return null;
  const parsed = rows.map(
    ({ key, data, asOf }) => [key, { data: JSON.parse(data), asOf }] as const,
  );
  return { byKey: new Map(parsed), newest: rows[0]?.newest };
}

/** Cache of small data sets in an isolate, keyed by the version in the manifest. */
function openSmallDatasets(session: () => Database) {
  /** `rows` is null if they are too long to cache. */
  const held = new Map<string, { version: string; rows: AllRows | null }>();
  /** Batched per request: a read belongs to the request that starts it. */
  const read = batchLoader<AllRows | null>(
    async (names) =>
      new Map(
        await Promise.all(
          names.map(async (name) => {
            const [dataset, version] = name.split('\t') as [string, string];
            const rows = await readAllRows(session(), dataset);
            held.set(dataset, { version, rows });
            return [name, rows] as const;
          }),
        ),
      ),
    Number.POSITIVE_INFINITY,
  );

  return {
    /** All rows, synchronous if cached; null if the data set is not small. */
    rowsOf(dataset: string, { rows, version }: ImportedDataset): MaybePromise<AllRows | null> {
      if (rows > SMALL_ROWS) return null;
      const known = held.get(dataset);
      if (known?.version === version) return known.rows;
      return read(`${dataset}\t${version}`) as Promise<AllRows | null>;
    },
  };
}

interface RecordStorePorts extends ManifestPorts {
  blobs: Blobs;
  datasets: Readonly<Record<string, RecordDataset>>;
}

/** The Records port with the isolate's cached manifest. */
interface RecordStore extends Records {
  /** Makes the next read refresh the manifest, after an import in this isolate. */
  invalidateManifest(): void;
}

const NEVER_IMPORTED = '0';

/**
 * Records port over the RECORDS database and the bucket of number sets. Reads in one tick of the
 * event loop are batched: one statement for all rows, one for all reports, one read per block of a
 * set. Cached small data sets and blocks answer synchronously.
 */
export function createRecordStore(ports: RecordStorePorts): RecordStore {
  const memory = cacheManifest(ports);
  const sets = openNumberSets(ports.blobs);
  const small = openSmallDatasets(memory.session);
  const rowAt = batchLoader((locations) => findRows(memory.session(), locations), MAX_LOCATIONS);
  const reportsOf = batchLoader(
    (numbers) => findReports(memory.session(), numbers),
    MAX_REPORTED_NUMBERS,
  );

  /** Keys are `parts`, the data sets to count, and the number, separated by a tab. */
  const nearOf = batchLoader(async (asked) => {
    const byParts = Map.groupBy(
      asked.map((each) => each.split('\t') as [parts: string, number: string]),
      ([parts]) => parts,
    );
    const counted = await Promise.all(
      [...byParts].map(async ([parts, pairs]) => {
        const numbers = pairs.map(([, number]) => number);
        const near = await countReportsNear(memory.session(), numbers, parts.split(' '));
        return [...near].map(([number, count]) => [`${parts}\t${number}`, count] as const);
      }),
    );
    return new Map(counted.flat());
  }, MAX_REPORTED_NUMBERS);

  const storageOf = (dataset: string) => ports.datasets[dataset]?.storage ?? 'rows';
  const canHold = (dataset: string, key: string): boolean =>
    storageOf(dataset) !== 'number_set' || numberPositionOf(key) !== null;
  /** Reports are counted over the operator's files and the public feeds. */
  const partsOf = memoized((dataset: string): readonly string[] =>
    storageOf(dataset) === 'reports' ? [dataset, ...COMPLAINT_FEEDS] : [dataset],
  );
  const versionsOf = memoized((manifest: Manifest) => {
    const versionOf = (part: string) => `${part}@${manifest.get(part)?.version ?? NEVER_IMPORTED}`;
    const all = (datasets: readonly string[]) => datasets.flatMap(partsOf).map(versionOf).join(' ');
    return memoized(all, new WeakMap());
  }, new WeakMap());
  // An import without rows is no evidence of absence.
  const hasRows = (manifest: Manifest, dataset: string): boolean =>
    partsOf(dataset).some((part) => (manifest.get(part)?.rows ?? 0) > 0);

  const partsCovering = (manifest: Manifest, dataset: string, keys: readonly string[]) =>
    partsOf(dataset).filter((part) => {
      const imported = manifest.get(part);
      if (!imported || imported.rows === 0 || imported.coverage.size === 0) return false;
      return keys.every((key) => covers(imported.coverage, key) && canHold(dataset, key));
    });
  /** Absence from a file that does not cover the key is unknown. */
  const absentOrUnknown = (manifest: Manifest, dataset: string, key: string): RecordAnswer => {
    const parts = partsCovering(manifest, dataset, [key]);
    return parts.length > 0 ? { absent: true, asOf: newestOf(manifest, parts) } : 'unknown';
  };

  const readRows = (imported: ImportedDataset, dataset: string, keys: readonly string[]) =>
    mapMaybePromise<AllRows | null, RowRead[]>(small.rowsOf(dataset, imported), (all) =>
      all
        ? keys.map((key) => ({ row: all.byKey.get(key), newest: all.newest }))
        : Promise.all(keys.map((key) => rowAt(rowLocation(dataset, key)) as Promise<RowRead>)),
    );

  /**
   * The row of the first key that has one, else the manifest by whose coverage none is absent. A
   * data set that was replaced since the manifest was cached is read again with a newer one, as the
   * old coverage says nothing about the new rows. Neither: it was replaced twice meanwhile.
   */
  function findAmong(
    manifest: Manifest,
    dataset: string,
    keys: readonly string[],
    isAgain = false,
  ): MaybePromise<{ first?: RecordHit & { key: string }; coveredBy?: Manifest }> {
    const imported = manifest.get(dataset);
    if (!imported || !hasRows(manifest, dataset)) return {};
    return mapMaybePromise(readRows(imported, dataset, keys), (reads) => {
      const at = reads.findIndex(({ row }) => row !== undefined);
      const row = reads[at]?.row;
      if (row) return { first: { key: keys[at] as string, ...row } };
      if (reads.every(({ newest }) => newest === imported.id)) return { coveredBy: manifest };
      if (isAgain) return {};
      return mapMaybePromise(memory.newerThan(manifest), (newer) =>
        findAmong(newer, dataset, keys, true),
      );
    });
  }

  const findNumber = (dataset: string, key: string): MaybePromise<RecordAnswer> =>
    mapMaybePromise(memory.current(), (manifest) => {
      const imported = manifest.get(dataset);
      if (!imported) return 'unknown';
      const load = setLoadOf(imported.id, imported.indexed);
      return mapMaybePromise<boolean, RecordAnswer>(sets.has(dataset, load, key), (held) =>
        held ? { data: {}, asOf: imported.asOf } : absentOrUnknown(manifest, dataset, key),
      );
    });

  function findOne(manifest: Manifest, dataset: string, key: string): MaybePromise<RecordAnswer> {
    if (!hasRows(manifest, dataset)) return 'unknown';
    switch (storageOf(dataset)) {
      case 'rows':
        return mapMaybePromise(findAmong(manifest, dataset, [key]), ({ first, coveredBy }) => {
          if (!first) return coveredBy ? absentOrUnknown(coveredBy, dataset, key) : 'unknown';
          const { data, asOf } = first;
          return { data, asOf };
        });
      case 'reports':
        return reportsOf(key).then((counted) => counted ?? absentOrUnknown(manifest, dataset, key));
      case 'number_set': {
        const answer = findNumber(dataset, key);
        if (!(answer instanceof Promise)) return answer;
        // A set replaced since the manifest was cached has lost its objects: retry with a fresh
        // manifest.
        return answer.catch(() => {
          memory.invalidate();
          return findNumber(dataset, key);
        });
      }
    }
  }

  /** Whether no list of suppressed people was ever imported; false until it is known. */
  let hasNoList = false;
  const isImported = (manifest: Manifest, dataset: string): MaybePromise<boolean> => {
    const isThere = hasRows(manifest, dataset);
    if (isThere && dataset === SUPPRESSED_PEOPLE) hasNoList = false;
    if (isThere || hasNoList || dataset !== SUPPRESSED_PEOPLE) return isThere;
    return isListLost(ports.blobs).then((isLost) => {
      const cause = 'the list of suppressed people is lost';
      if (isLost) throw new ApiError('SERVICE_UNAVAILABLE', undefined, { cause });
      hasNoList = true;
      return false;
    });
  };

  return {
    has: (...datasets) =>
      mapMaybePromise(memory.current(), (manifest) =>
        mapAllMaybePromise(
          datasets.map((dataset) => isImported(manifest, dataset)),
          (imported) => imported.includes(true),
        ),
      ),
    covers: (datasets, keys) =>
      mapMaybePromise(memory.current(), (manifest) =>
        datasets.some((dataset) => partsCovering(manifest, dataset, keys).length > 0),
      ),
    version: (datasets) =>
      mapMaybePromise(memory.current(), (manifest) => versionsOf(manifest)(datasets)),
    find: (datasets, key) =>
      mapMaybePromise(memory.current(), (manifest) =>
        mapAllMaybePromise(
          datasets.map((dataset) => findOne(manifest, dataset, key)),
          (answers) =>
            Object.fromEntries(
              datasets.map((dataset, at) => [dataset, answers[at] as RecordAnswer]),
            ),
        ),
      ),
    findFirst: (dataset, keys) =>
      mapMaybePromise(memory.current(), (manifest) =>
        mapMaybePromise(findAmong(manifest, dataset, keys), ({ first }) => first ?? null),
      ),
    async reportsNear(dataset, number) {
      const manifest = await memory.current();
      const parts = partsCovering(manifest, dataset, [number]);
      if (parts.length === 0) return null;
      const near = await nearOf(`${parts.join(' ')}\t${number}`);
      return {
        ...(near ?? { numbers: 0, reports: 0 }),
        loaded: parts.reduce((sum, part) => sum + (manifest.get(part)?.rows ?? 0), 0),
        asOf: newestOf(manifest, parts).slice(0, 10),
      };
    },
    async page(dataset, after, most) {
      const manifest = await memory.current();
      if (!hasRows(manifest, dataset)) return [];
      const held = await small.rowsOf(dataset, manifest.get(dataset) as ImportedDataset);
      if (!held) {
        const rows = await readRecordPage(memory.session(), dataset, after, most);
        return rows.map(({ key, data, asOf }) => ({ key, data: JSON.parse(data), asOf }));
      }
      const keys = [...held.byKey.keys()].filter((key) => key > after).sort();
      return keys.slice(0, most).map((key) => ({ key, ...(held.byKey.get(key) as RecordHit) }));
    },
    invalidateManifest: memory.invalidate,
  };
}
