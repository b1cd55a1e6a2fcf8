import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { DeliveryError, WebhookDelivery } from '../core/webhooks.ts';
import type { Database } from './database.ts';
import { webhookDeliveries } from './webhook-schema.ts';

/** A delivery with what is needed to send it again. */
export type StoredDelivery = WebhookDelivery & {
  organizationId: string;
  sealedSecret: string;
  body: string;
};

/** Everything but the secret and the body. */
const SHOWN = {
  id: webhookDeliveries.id,
  eventId: webhookDeliveries.eventId,
  type: webhookDeliveries.type,
  url: webhookDeliveries.url,
  status: webhookDeliveries.status,
  httpStatus: webhookDeliveries.httpStatus,
  durationMs: webhookDeliveries.durationMs,
  errorCode: webhookDeliveries.errorCode,
  redeliveryOf: webhookDeliveries.redeliveryOf,
  createdAt: webhookDeliveries.createdAt,
};

/** @returns false when this event has its first attempt already; then nothing is inserted */
export async function insertDelivery(db: Database, delivery: StoredDelivery): Promise<boolean> {
  const inserted = await db
    .insert(webhookDeliveries)
    .values(delivery)
    .onConflictDoNothing()
    .returning({ id: webhookDeliveries.id });
  return inserted.length === 1;
}

/** How an attempt ended. */
export interface DeliveryOutcome {
  status: 'delivered' | 'failed';
  httpStatus: number | null;
  durationMs: number | null;
  errorCode: DeliveryError | null;
}

/** Records how a pending attempt ended. */
export async function settleDelivery(
  db: Database,
  id: string,
  outcome: DeliveryOutcome,
): Promise<void> {
  await db.update(webhookDeliveries).set(outcome).where(eq(webhookDeliveries.id, id));
}

/** The one attempt that was made without being asked for. */
export async function findFirstAttempt(
  db: Database,
  organizationId: string,
  eventId: string,
): Promise<WebhookDelivery | null> {
  const { organizationId: organization, eventId: event, redeliveryOf } = webhookDeliveries;
  const row = await db
    .select(SHOWN)
    .from(webhookDeliveries)
    .where(and(eq(organization, organizationId), eq(event, eventId), isNull(redeliveryOf)))
    .get();
  return row ?? null;
}

/** @returns null when the organization has no such delivery */
export async function findDelivery(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredDelivery | null> {
  const row = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.organizationId, organizationId)))
    .get();
  return row ?? null;
}

/** A place in the listing. */
export interface DeliveryPlace {
  createdAt: number;
  id: string;
}

/** An organization's deliveries, newest first. @param after where the page before ended */
export async function pageDeliveries(
  db: Database,
  organizationId: string,
  limit: number,
  after: DeliveryPlace | null,
): Promise<WebhookDelivery[]> {
  const { createdAt, id } = webhookDeliveries;
  const beyond = after ? sql`(${createdAt}, ${id}) < (${after.createdAt}, ${after.id})` : undefined;
  return db
    .select(SHOWN)
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.organizationId, organizationId), beyond))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** Ends attempts that began before `before` and never ended: whoever made them was stopped. */
export async function endInterrupted(db: Database, before: number): Promise<void> {
  await db.run(sql`
    UPDATE ${webhookDeliveries} SET status = 'failed', error_code = 'INTERRUPTED'
    WHERE status = 'pending' AND created_at < ${before}`);
}

/** Deletes at most `rows` attempts made before `before`. @returns how many */
export async function deleteDeliveries(
  db: Database,
  before: number,
  rows: number,
): Promise<number> {
  const deleted = await db.all(sql`
    DELETE FROM ${webhookDeliveries} WHERE id IN (
      SELECT id FROM ${webhookDeliveries} WHERE created_at < ${before} ORDER BY created_at LIMIT ${rows})
    RETURNING id`);
  return deleted.length;
}
