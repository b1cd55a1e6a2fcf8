import { sql } from 'drizzle-orm';
import type { Clock, RecordHit, Records } from '../core/ports.ts';
import { type Database, openDatabase } from './database.ts';
import { imports, records } from './records-schema.ts';

/** What is known of an imported data set without reading its rows. */
export interface Imported {
  /** The newest live import. */
  id: number;
  rows: number;
  /** ISO 8601 date or time of the newest file's content. */
  asOf: string;
  source: string | null;
  /** Milliseconds since the epoch. */
  importedAt: number;
}

/** How long an isolate believes what it last read of the imports. */
const MANIFEST_LIFETIME_MS = 10_000;

/** The newest live import of every data set. */
export async function readManifest(db: Database): Promise<Map<string, Imported>> {
  const rows = await db.all<Imported & { dataset: string }>(sql`
    SELECT dataset AS "dataset", rows AS "rows", as_of AS "asOf", source AS "source", committed_at AS "importedAt", max(id) AS "id"
    FROM ${imports} WHERE state = 'live' GROUP BY dataset`);
  return new Map(rows.map(({ dataset, ...imported }) => [dataset, imported]));
}

interface FoundRow {
  dataset: string;
  data: string;
  asOf: string;
}

/** SQLite fills the columns beside max() from the row that has the maximum: the newest live import's. */
const findRows = (db: Database, datasets: readonly string[], key: string): Promise<FoundRow[]> =>
  db.all<FoundRow>(sql`
    SELECT r.dataset AS "dataset", r.data AS "data", i.as_of AS "asOf", max(r.import_id)
    FROM json_each(${JSON.stringify(datasets)}) AS asked
    CROSS JOIN ${records} AS r ON r.dataset = asked.value AND r.key = ${key}
    CROSS JOIN ${imports} AS i ON i.id = r.import_id AND i.state = 'live'
    GROUP BY r.dataset`);

/** The position of a key in the list is json_each's own `key` column. */
const findFirstRow = (
  db: Database,
  dataset: string,
  keys: readonly string[],
): Promise<(FoundRow & { key: string }) | undefined> =>
  db.get<(FoundRow & { key: string }) | undefined>(sql`
    SELECT r.key AS "key", r.dataset AS "dataset", r.data AS "data", i.as_of AS "asOf", max(r.import_id)
    FROM json_each(${JSON.stringify(keys)}) AS asked
    CROSS JOIN ${records} AS r ON r.dataset = ${dataset} AND r.key = asked.value
    CROSS JOIN ${imports} AS i ON i.id = r.import_id AND i.state = 'live'
    GROUP BY r.key ORDER BY asked.key LIMIT 1`);

const hitOf = ({ data, asOf }: FoundRow): RecordHit => ({ data: JSON.parse(data), asOf });

/** The operator's imported files, with the isolate's memory of which there are. */
export interface RecordStore extends Records {
  /** What is known of a data set from memory; null when it was never imported. */
  imported(dataset: string): Promise<Imported | null>;
  /** The imports changed in this isolate: the next question reads them afresh. */
  forgetManifest(): void;
}

/** The Records port over the RECORDS database. */
export function createRecords(binding: D1Database, clock: Clock): RecordStore {
  const db = openDatabase(binding);
  let manifest: Map<string, Imported> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  async function currentManifest(): Promise<Map<string, Imported>> {
    const now = clock.now();
    if (manifest && now - readAt < MANIFEST_LIFETIME_MS) return manifest;
    manifest = await readManifest(db);
    readAt = now;
    return manifest;
  }

  return {
    imported: async (dataset) => (await currentManifest()).get(dataset) ?? null,
    // A list of nobody cannot say that somebody is not on it.
    has: async (dataset) => ((await currentManifest()).get(dataset)?.rows ?? 0) > 0,
    async find(datasets, key) {
      const rows = await findRows(db, datasets, key);
      return Object.fromEntries(rows.map((row) => [row.dataset, hitOf(row)]));
    },
    async findFirst(dataset, keys) {
      const row = await findFirstRow(db, dataset, keys);
      return row ? { key: row.key, ...hitOf(row) } : null;
    },
    forgetManifest() {
      manifest = null;
    },
  };
}
