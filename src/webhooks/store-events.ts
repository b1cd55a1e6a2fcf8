import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { type Database, insertWhere, runBatch } from '../lib/database.ts';
import type { Realm } from '../lookup/account/caller.ts';
import type { WebhookType } from '../lookup/jobs/webhooks.ts';
import { webhookDeliveries, webhookEvents } from './schema.ts';
import { isInScope, type StoredDelivery } from './store.ts';

export type WebhookEventRow = typeof webhookEvents.$inferSelect;

const UNLESS_THERE = sql`ON CONFLICT DO NOTHING`;

/** A change that an event announces: both are made in one transaction, or neither is. */
export interface AnnouncedChange {
  condition: SQL;
  change: SQL;
}

/**
 * Records an event and its deliveries in one transaction.
 * @returns false if it was recorded before, or the change's condition does not hold; nothing is
 * added then
 */
export async function insertEvent(
  db: Database,
  event: Omit<WebhookEventRow, 'position'>,
  deliveries: readonly StoredDelivery[],
  announced: AnnouncedChange | null = null,
): Promise<boolean> {
  const { organizationId, eventId } = webhookEvents;
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${webhookEvents}
    WHERE ${organizationId} = ${event.organizationId} AND ${eventId} = ${event.eventId})`;
  const condition = announced ? sql`${isNew} AND ${announced.condition}` : isNew;
  // Deliveries first, while the event is not there yet.
  const results = await runBatch(db, [
    ...deliveries.map(
      (delivery) => sql`${insertWhere(webhookDeliveries, delivery, condition)} ${UNLESS_THERE}`,
    ),
    sql`${insertWhere(webhookEvents, event, condition)} ${UNLESS_THERE} RETURNING position`,
    ...(announced ? [announced.change] : []),
  ]);
  return results[deliveries.length]?.length === 1;
}

export interface WebhookEventFilter {
  type: WebhookType | null;
  /** Earliest time of recording, in milliseconds since the epoch. */
  since: number | null;
}

/** A realm's events of products in its scopes, newest first. @param before a position */
export const pageEvents = (
  db: Database,
  realm: Realm,
  { type, since }: WebhookEventFilter,
  limit: number,
  before: number | null,
): Promise<WebhookEventRow[]> => {
  const { organizationId, mode, position, createdAt, ...column } = webhookEvents;
  return db
    .select()
    .from(webhookEvents)
    .where(
      and(
        eq(organizationId, realm.organizationId),
        realm.mode ? eq(mode, realm.mode) : undefined,
        isInScope(realm),
        type ? eq(column.type, type) : undefined,
        since === null ? undefined : sql`${createdAt} >= ${since}`,
        before === null ? undefined : lt(position, before),
      ),
    )
    .orderBy(desc(position))
    .limit(limit);
};

export async function deleteEventsOf(db: Database, organizationId: string): Promise<void> {
  await db.delete(webhookEvents).where(eq(webhookEvents.organizationId, organizationId));
}
