import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Realm } from '../core/account/caller.ts';
import type { DeliveryError, WebhookDelivery } from '../core/jobs/webhooks.ts';
import type { Database } from './database.ts';
import { webhookDeliveries } from './webhook-schema.ts';

/** A delivery with what is needed to send it again. */
export type StoredDelivery = WebhookDelivery & {
  organizationId: string;
  /** Of the event; null of one that was stored without. */
  productTypes: readonly string[] | null;
  /** The receiver's host, when somebody asked for this attempt. */
  askedHost: string | null;
  sealedSecret: string;
  body: string;
};

/** Everything but the secret and the body. */
const SHOWN = {
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

/** At most this many asked-for attempts since a moment. */
export interface AskedLimit {
  attempts: number;
  /** Milliseconds since the epoch, exclusive. */
  since: number;
}

/** Asked-for attempts at one host, by whomever; and those of one organization, at whatever host. */
export interface AskedLimits {
  host: AskedLimit;
  organization: AskedLimit;
}

const askedAt = ({ askedHost }: StoredDelivery, since: number) =>
  sql`asked_host = ${askedHost} AND created_at > ${since}`;
const askedBy = ({ organizationId }: StoredDelivery, since: number) =>
  sql`asked_host IS NOT NULL AND organization_id = ${organizationId} AND created_at > ${since}`;

/**
 * Records an attempt that somebody asked for, unless that would be one too many. Both statements
 * are one transaction, so attempts asked for at once are counted one after the other.
 * @returns null when it is recorded; else when the oldest attempt that stands in its way was made
 */
export async function insertAsked(
  db: Database,
  delivery: StoredDelivery,
  limits: AskedLimits,
): Promise<{ host: number | null; organization: number | null } | null> {
  const { host, organization } = limits;
  const count = (where: SQL) => sql`(SELECT count(*) FROM ${webhookDeliveries} WHERE ${where})`;
  const oldest = (where: SQL, attempts: number) => sql`
    (SELECT created_at FROM ${webhookDeliveries} WHERE ${where} AND id <> ${delivery.id}
     ORDER BY created_at DESC LIMIT 1 OFFSET ${attempts - 1})`;
  const atHost = askedAt(delivery, host.since);
  const byOrganization = askedBy(delivery, organization.since);
  const [, refused] = await db.batch([
    db.insert(webhookDeliveries).values(delivery),
    db
      .delete(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.id, delivery.id),
          sql`(${count(atHost)} > ${host.attempts} OR ${count(byOrganization)} > ${organization.attempts})`,
        ),
      )
      .returning({
        host: sql<number | null>`${oldest(atHost, host.attempts)}`,
        organization: sql<number | null>`${oldest(byOrganization, organization.attempts)}`,
      }),
  ]);
  return refused[0] ?? null;
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

const ofRealm = ({ organizationId, mode }: Realm) =>
  and(
    eq(webhookDeliveries.organizationId, organizationId),
    mode ? eq(webhookDeliveries.mode, mode) : undefined,
  );

/** Of events whose every product is in scope; one whose products are not known is in none. */
const inScope = ({ scopes }: Realm) =>
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
    .where(and(eq(webhookDeliveries.id, id), ofRealm(realm)))
    .get();
  return row ?? null;
}

/** A place in the listing. */
export interface DeliveryPlace {
  createdAt: number;
  id: string;
}

/**
 * A realm's deliveries of products in its scopes, newest first.
 * @param after where the page before ended
 */
export async function pageDeliveries(
  db: Database,
  realm: Realm,
  limit: number,
  after: DeliveryPlace | null,
): Promise<WebhookDelivery[]> {
  const { createdAt, id } = webhookDeliveries;
  const beyond = after ? sql`(${createdAt}, ${id}) < (${after.createdAt}, ${after.id})` : undefined;
  return db
    .select(SHOWN)
    .from(webhookDeliveries)
    .where(and(ofRealm(realm), inScope(realm), beyond))
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
      SELECT id FROM ${webhookDeliveries} WHERE created_at < ${before}
      ORDER BY created_at LIMIT ${rows})
    RETURNING id`);
  return deleted.length;
}
