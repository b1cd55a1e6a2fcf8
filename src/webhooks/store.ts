import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import { isBeyond, type Keyset } from '../lib/page.ts';
import type { Realm } from '../lookup/account/caller.ts';
import type { DeliveryError, WebhookDelivery } from '../lookup/jobs/webhooks.ts';
import { webhookDeliveries } from './schema.ts';

/** A delivery with what is needed to send it again. */
export type StoredDelivery = WebhookDelivery & {
  organizationId: string;
  /** Of the event; null of one that was stored without. */
  productTypes: readonly string[] | null;
  /** The receiver's host, of a manual attempt. */
  askedHost: string | null;
  sealedSecret: string;
  body: string;
};

/** Everything but the secret and the body. */
const LISTED_COLUMNS = {
  id: webhookDeliveries.id,
  mode: webhookDeliveries.mode,
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

/**
 * Records a manual attempt within the limit of its host. Both statements are one transaction, so
 * concurrent attempts are counted one after the other.
 * @param most this many attempts, at one host over all organizations, after `since`
 * @returns null when it is recorded; else when the oldest attempt of the window was made
 */
export async function insertRequestedDelivery(
  db: Database,
  delivery: StoredDelivery,
  most: { attempts: number; since: number },
): Promise<number | null> {
  const { id, askedHost } = delivery;
  const atHost = sql`asked_host = ${askedHost} AND created_at > ${most.since}`;
  const count = sql`(SELECT count(*) FROM ${webhookDeliveries} WHERE ${atHost})`;
  const oldest = sql<number>`
    (SELECT created_at FROM ${webhookDeliveries} WHERE ${atHost} AND id <> ${id}
     ORDER BY created_at DESC LIMIT 1 OFFSET ${most.attempts - 1})`;
  const [, refused] = await db.batch([
    db.insert(webhookDeliveries).values(delivery),
    db
      .delete(webhookDeliveries)
      .where(and(eq(webhookDeliveries.id, id), sql`${count} > ${most.attempts}`))
      .returning({ oldest }),
  ]);
  return refused[0]?.oldest ?? null;
}

export async function deleteDelivery(db: Database, id: string): Promise<void> {
  await db.delete(webhookDeliveries).where(eq(webhookDeliveries.id, id));
}

/** How an attempt ended. */
export interface DeliveryOutcome {
  status: 'delivered' | 'failed';
  httpStatus: number | null;
  durationMs: number | null;
  errorCode: DeliveryError | null;
}

/** Records how a pending attempt ended. */
export async function recordDeliveryOutcome(
  db: Database,
  id: string,
  outcome: DeliveryOutcome,
): Promise<void> {
  await db.update(webhookDeliveries).set(outcome).where(eq(webhookDeliveries.id, id));
}

/** The one automatic attempt. */
export async function findFirstAttempt(
  db: Database,
  organizationId: string,
  eventId: string,
): Promise<WebhookDelivery | null> {
  const { organizationId: organization, eventId: event, redeliveryOf } = webhookDeliveries;
  const row = await db
    .select(LISTED_COLUMNS)
    .from(webhookDeliveries)
    .where(and(eq(organization, organizationId), eq(event, eventId), isNull(redeliveryOf)))
    .get();
  return row ?? null;
}

const isOfRealm = ({ organizationId, mode }: Realm) =>
  and(
    eq(webhookDeliveries.organizationId, organizationId),
    mode ? eq(webhookDeliveries.mode, mode) : undefined,
  );

/** Of events whose every product is in scope; one whose products are not known is in none. */
const isInScope = ({ scopes }: Realm) =>
  scopes === null
    ? undefined
    : sql`product_types IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(product_types) AS type
        WHERE type.value NOT IN (SELECT value FROM json_each(${JSON.stringify(scopes)})))`;

/** Of any product. @returns null when there is no such delivery in this realm */
export async function findDelivery(
  db: Database,
  realm: Realm,
  id: string,
): Promise<StoredDelivery | null> {
  const row = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), isOfRealm(realm)))
    .get();
  return row ?? null;
}

/**
 * A realm's deliveries of products in its scopes, newest first.
 * @param after where the page before ended
 */
export async function pageDeliveries(
  db: Database,
  realm: Realm,
  limit: number,
  after: Keyset | null,
): Promise<WebhookDelivery[]> {
  const { createdAt, id } = webhookDeliveries;
  return db
    .select(LISTED_COLUMNS)
    .from(webhookDeliveries)
    .where(and(isOfRealm(realm), isInScope(realm), isBeyond(after, createdAt, id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** Ends attempts that began before `before` and never ended: their request was stopped. */
export async function failInterruptedDeliveries(db: Database, before: number): Promise<void> {
  await db.run(sql`
    UPDATE ${webhookDeliveries} SET status = 'failed', error_code = 'INTERRUPTED'
    WHERE status = 'pending' AND created_at < ${before}`);
}

/** Organizations that made more attempts, or longer ones, since a moment. */
export async function listBusyOrganizations(
  db: Database,
  since: number,
  { attempts, bytes }: { attempts: number; bytes: number },
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    SELECT organization_id AS id FROM ${webhookDeliveries} WHERE created_at > ${since}
    GROUP BY organization_id HAVING count(*) > ${attempts} OR sum(octet_length(body)) > ${bytes}`);
  return rows.map(({ id }) => id);
}

/** Deletes an organization's oldest ended attempts beyond the newest. @returns how many */
export async function deleteExcessDeliveries(
  db: Database,
  organizationId: string,
  { attempts, bytes }: { attempts: number; bytes: number },
): Promise<number> {
  const deleted = await db.all(sql`
    DELETE FROM ${webhookDeliveries} WHERE status <> 'pending' AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest AS place, sum(octet_length(body)) OVER newest AS bytes
        FROM ${webhookDeliveries} WHERE organization_id = ${organizationId}
        WINDOW newest AS (ORDER BY created_at DESC, id DESC))
      WHERE place > ${attempts} OR bytes > ${bytes})
    RETURNING id`);
  return deleted.length;
}

/** Deletes at most `rows` attempts made before `before`. @returns how many */
export async function deleteDeliveries(
  db: Database,
  before: number,
  rows: number,
): Promise<number> {
  const deleted = await db.all(sql`
    DELETE FROM ${webhookDeliveries} WHERE id IN (
      SELECT id FROM ${webhookDeliveries} WHERE created_at < ${before}
      ORDER BY created_at LIMIT ${rows})
    RETURNING id`);
  return deleted.length;
}
