import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import type { Realm } from '../lookup/account/caller.ts';
import type { WebhookType } from '../lookup/jobs/webhooks.ts';
import { webhookDeliveries, webhookEvents } from './schema.ts';
import { isInScope, type StoredDelivery } from './store.ts';

export type WebhookEventRow = typeof webhookEvents.$inferSelect;

/**
 * Records an event and its deliveries in one transaction.
 * @returns false if it was recorded before; nothing is added then
 */
export async function insertEvent(
  db: Database,
  event: Omit<WebhookEventRow, 'position'>,
  deliveries: readonly StoredDelivery[],
): Promise<boolean> {
  const [inserted] = await db.batch([
    db
      .insert(webhookEvents)
      .values(event)
      .onConflictDoNothing()
      .returning({ position: webhookEvents.position }),
    ...deliveries.map((delivery) =>
      db.insert(webhookDeliveries).values(delivery).onConflictDoNothing(),
    ),
  ]);
  return inserted.length === 1;
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
