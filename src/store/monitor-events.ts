import { and, desc, eq, gt, gte, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { monitorEvents } from './monitor-schema.ts';

export type StoredEvent = typeof monitorEvents.$inferSelect;

/** A place in the listing. */
export interface EventPlace {
  detectedAt: number;
  id: string;
}

/** Which events of a monitor are asked for; null for all. */
export interface EventFilter {
  subject: string | null;
  /** Milliseconds since the epoch, inclusive. */
  since: number | null;
}

/** A monitor's events, newest first. @param after where the page before ended */
export async function pageEvents(
  db: Database,
  monitorId: string,
  { subject, since }: EventFilter,
  limit: number,
  after: EventPlace | null,
): Promise<StoredEvent[]> {
  const { detectedAt, id } = monitorEvents;
  return db
    .select()
    .from(monitorEvents)
    .where(
      and(
        eq(monitorEvents.monitorId, monitorId),
        subject === null ? undefined : eq(monitorEvents.subject, subject),
        since === null ? undefined : gte(detectedAt, since),
        after ? sql`(${detectedAt}, ${id}) < (${after.detectedAt}, ${after.id})` : undefined,
      ),
    )
    .orderBy(desc(detectedAt), desc(id))
    .limit(limit);
}

/** What one run found, in an order that stays. @param after id of the last event of the page before */
export const pageRunEvents = (
  db: Database,
  runId: string,
  after: string,
  limit: number,
): Promise<StoredEvent[]> =>
  db
    .select()
    .from(monitorEvents)
    .where(and(eq(monitorEvents.runId, runId), gt(monitorEvents.id, after)))
    .orderBy(monitorEvents.id)
    .limit(limit);

export async function countRunEvents(db: Database, runId: string): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`SELECT count(*) AS "count" FROM ${monitorEvents} WHERE run_id = ${runId}`,
  );
  return row.count;
}

/** Deletes events of one monitor, or those found before a moment. @returns how many */
export async function deleteEvents(
  db: Database,
  which: { monitorId: string } | { before: number },
  limit: number,
): Promise<number> {
  const where =
    'monitorId' in which
      ? sql`monitor_id = ${which.monitorId}`
      : sql`detected_at < ${which.before}`;
  const deleted = await db.all(sql`
    DELETE FROM ${monitorEvents} WHERE id IN
      (SELECT id FROM ${monitorEvents} WHERE ${where} LIMIT ${limit}) RETURNING id`);
  return deleted.length;
}
