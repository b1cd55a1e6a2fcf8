import { sql } from 'drizzle-orm';
import type { RecordHit } from '../core/ports.ts';
import type { Database } from './database.ts';
import { imports, records } from './records-schema.ts';

/** Where a row lies: its data set and its key, as one text. */
export const rowPlace = (dataset: string, key: string): string => `${dataset}\t${key}`;

/** Places of one statement: as JSON far below D1's 2 MB of one bound value. */
export const MAX_PLACES = 10_000;

/**
 * What the newest live imports say of many keys, in one statement. SQLite fills the columns beside
 * max() from the row that has it; `at` is json_each's own name for the position in the list.
 * @param places as {@link rowPlace} writes them @returns those that have a row
 */
export async function findRows(
  db: Database,
  places: readonly string[],
): Promise<Map<string, RecordHit>> {
  const asked = JSON.stringify(places.map((place) => place.split('\t')));
  const rows = await db.all<{ at: number; data: string; asOf: string }>(sql`
    SELECT asked.key AS "at", r.data AS "data", i.as_of AS "asOf", max(r.import_id)
    FROM json_each(${asked}) AS asked
    CROSS JOIN ${records} AS r ON r.dataset = asked.value ->> 0 AND r.key = asked.value ->> 1
    CROSS JOIN ${imports} AS i ON i.id = r.import_id AND i.state = 'live'
    GROUP BY asked.key`);
  return new Map(
    rows.map(({ at, data, asOf }) => [places[at] as string, { data: JSON.parse(data), asOf }]),
  );
}
