import { sql } from 'drizzle-orm';
import type { RecordHit } from '../core/ports.ts';
import type { Database } from './database.ts';
import { gather } from './gather.ts';
import type { Imported } from './manifest.ts';
import { imports, records } from './records-schema.ts';

/** A data set of no more rows than this is read whole, once, and then answers from memory. */
export const SMALL_ROWS = 2_000;

/** Characters of rows an isolate keeps of one data set; one that has more is read row by row. */
const MAX_CHARS = 1_000_000;

type Rows = ReadonlyMap<string, RecordHit>;

interface Held {
  version: string;
  /** Null: its rows are too long to be kept. */
  rows: Rows | null;
}

/** Every row of a data set, its newest live import's. Null when they are too many or too long. */
async function readAll(db: Database, dataset: string): Promise<Rows | null> {
  const rows = await db.all<{ key: string; data: string; asOf: string }>(sql`
    SELECT r.key AS "key", r.data AS "data", i.as_of AS "asOf", max(r.import_id)
    FROM ${records} AS r
    CROSS JOIN ${imports} AS i ON i.id = r.import_id AND i.state = 'live'
    WHERE r.dataset = ${dataset} GROUP BY r.key LIMIT ${SMALL_ROWS + 1}`);
  const chars = rows.reduce((sum, { key, data }) => sum + key.length + data.length, 0);
  if (rows.length > SMALL_ROWS || chars > MAX_CHARS) return null;
  return new Map(rows.map(({ key, data, asOf }) => [key, { data: JSON.parse(data), asOf }]));
}

/** Small data sets in the isolate's memory, by the version the manifest names. */
export interface SmallSets {
  /** The rows, at once where they are held; null when the set is not small enough. */
  rowsOf(dataset: string, imported: Imported): Rows | null | Promise<Rows | null>;
}

export function openSmallSets(session: () => Database): SmallSets {
  const held = new Map<string, Held>();
  /** Asked by one request at a time: a read belongs to the request that makes it. */
  const read = gather<Rows | null>(
    async (names) =>
      new Map(
        await Promise.all(
          names.map(async (name) => {
            const [dataset, version] = name.split('\t') as [string, string];
            const rows = await readAll(session(), dataset);
            held.set(dataset, { version, rows });
            return [name, rows] as const;
          }),
        ),
      ),
    Number.POSITIVE_INFINITY,
  );

  return {
    rowsOf(dataset, { rows, version }) {
      if (rows > SMALL_ROWS) return null;
      const known = held.get(dataset);
      if (known?.version === version) return known.rows;
      return read(`${dataset}\t${version}`) as Promise<Rows | null>;
    },
  };
}
