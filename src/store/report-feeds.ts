import { sql } from 'drizzle-orm';
import type { ComplaintFeed } from '../core/records/complaint-datasets.ts';
import type { Database } from './database.ts';
import { imports } from './records-schema.ts';

/** A feed is one import that stays live and grows. */
export interface ReportFeed {
  id: number;
  /** Newest day of its content that was read, YYYY-MM-DD. */
  asOf: string;
  /** Reports counted so far. */
  rows: number;
}

/** @param firstDay what a feed that was never read is taken to be as of */
export async function openFeed(
  db: Database,
  name: ComplaintFeed,
  firstDay: string,
  now: number,
): Promise<ReportFeed> {
  await db.run(sql`
    INSERT INTO ${imports} (dataset, mode, state, source, as_of, touched_at)
    SELECT ${name}, 'append', 'live', ${name}, ${firstDay}, ${now}
    WHERE NOT EXISTS (SELECT 1 FROM ${imports} WHERE dataset = ${name})`);
  return (await db.get<ReportFeed>(sql`
    SELECT id AS "id", as_of AS "asOf", rows AS "rows"
    FROM ${imports} WHERE dataset = ${name}`)) as ReportFeed;
}

/** The feed was read up to this day; never back. */
export async function advanceFeed(db: Database, id: number, day: string): Promise<void> {
  await db.run(sql`UPDATE ${imports} SET as_of = max(as_of, ${day}) WHERE id = ${id}`);
}

/** The feed was read to its end, milliseconds since the epoch. */
export async function finishFeed(db: Database, id: number, now: number): Promise<void> {
  await db.run(sql`UPDATE ${imports} SET committed_at = ${now} WHERE id = ${id}`);
}
