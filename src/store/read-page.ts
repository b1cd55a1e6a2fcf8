import { sql } from 'drizzle-orm';
import type { KeyedHit } from '../core/ports.ts';
import type { Database } from './database.ts';
import { imports, records } from './records-schema.ts';

/**
 * Rows of a data set in the order of their keys, the newest live import's: by the primary key, so
 * that no more is read than is given.
 * @param after the key before the first one @param most rows
 */
export async function readRecordPage(
  db: Database,
  dataset: string,
  after: string,
  most: number,
): Promise<KeyedHit[]> {
  const rows = await db.all<{ key: string; data: string; asOf: string }>(sql`
    SELECT r.key AS "key", r.data AS "data", i.as_of AS "asOf", max(r.import_id)
    FROM ${records} AS r
    CROSS JOIN ${imports} AS i ON i.id = r.import_id AND i.state = 'live'
    WHERE r.dataset = ${dataset} AND r.key > ${after}
    GROUP BY r.key ORDER BY r.key LIMIT ${most}`);
  return rows.map(({ key, data, asOf }) => ({ key, data: JSON.parse(data), asOf }));
}
