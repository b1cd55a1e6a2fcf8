import { and, desc, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Database, isAmong } from '../lib/database.ts';
import { pick } from '../lib/fields.ts';
import { isBeyond, type Keyset } from '../lib/page.ts';
import type { Realm } from '../lookup/account/caller.ts';
import type { WebhookDelivery } from '../lookup/jobs/webhooks.ts';
import { webhookDeliveries, webhookEvents } from './schema.ts';

/** A delivery with all that is needed to send it; the body for an endpoint is in its event. */
export type StoredDelivery = typeof webhookDeliveries.$inferSelect;

/** All columns except secret and body. */
const LISTED_COLUMNS = {
  ...pick(webhookDeliveries, 'id', 'mode', 'eventId', 'type', 'url', 'endpointId', 'status'),
  ...pick(webhookDeliveries, 'attempts', 'nextAttemptAt', 'httpStatus', 'durationMs', 'errorCode'),
  ...pick(webhookDeliveries, 'redeliveryOf', 'createdAt'),
};

/** @returns false if this event already has its first attempt; nothing is inserted then */
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
 * concurrent attempts are counted correctly.
 * @param most most attempts after `since` at one host, over all organizations
 * @returns null if recorded; else the time of the oldest attempt in the window
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

export type DeliveryOutcome = Pick<
  StoredDelivery,
  'httpStatus' | 'durationMs' | 'errorCode' | 'responseType' | 'responseBody'
> & { status: 'delivered' | 'failed' };

/** Records the outcome of an attempt. @param next when the next one is due; null for never */
export async function recordDeliveryOutcome(
  db: Database,
  { id, url }: Pick<StoredDelivery, 'id' | 'url'>,
  outcome: DeliveryOutcome,
  next: number | null = null,
): Promise<void> {
  const status = next === null ? outcome.status : 'pending';
  await db
    .update(webhookDeliveries)
    .set({ ...outcome, url, status, nextAttemptAt: next })
    .where(eq(webhookDeliveries.id, id));
}

/**
 * Claims an attempt of a series, once: for a repeated message, the count has moved on.
 * @param lostAt when the attempt counts as lost, and the next one is due
 */
export async function claimAttempt(
  db: Database,
  { deliveryId, attempt }: { deliveryId: string; attempt: number },
  lostAt: number,
): Promise<StoredDelivery | null> {
  const { id, attempts, nextAttemptAt } = webhookDeliveries;
  const claimed = await db
    .update(webhookDeliveries)
    .set({ attempts: attempt, nextAttemptAt: lostAt })
    .where(and(eq(id, deliveryId), eq(attempts, attempt - 1), isNotNull(nextAttemptAt)))
    .returning({ id });
  return claimed.length === 1 ? findStored(db, eq(id, deliveryId)) : null;
}

/** Attempts that were due before a moment, longest overdue first. */
export const listDueAttempts = (
  db: Database,
  before: number,
  limit: number,
): Promise<{ deliveryId: string; attempts: number }[]> => {
  const { id, attempts, nextAttemptAt } = webhookDeliveries;
  return db
    .select({ deliveryId: id, attempts })
    .from(webhookDeliveries)
    .where(lt(nextAttemptAt, before))
    .orderBy(nextAttemptAt)
    .limit(limit);
};

export const isDeliveryOfRealm = ({ organizationId, mode }: Realm) =>
  and(
    eq(webhookDeliveries.organizationId, organizationId),
    mode ? eq(webhookDeliveries.mode, mode) : undefined,
  );

/** SQL condition: all products of the event are in scope; an event of unknown products is not. */
export const isInScope = ({ scopes }: Realm) =>
  scopes === null
    ? undefined
    : sql`product_types IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(product_types) AS type
        WHERE NOT ${isAmong(sql`type.value`, scopes)})`;

async function findStored(db: Database, which: SQL | undefined): Promise<StoredDelivery | null> {
  const { organizationId, eventId } = webhookDeliveries;
  const isItsEvent = and(
    eq(webhookEvents.organizationId, organizationId),
    eq(webhookEvents.eventId, eventId),
  );
  const [row] = await db
    .select({ delivery: webhookDeliveries, body: webhookEvents.body })
    .from(webhookDeliveries)
    .leftJoin(webhookEvents, isItsEvent)
    .where(which);
  return row ? { ...row.delivery, body: row.delivery.body || (row.body ?? '') } : null;
}

/** A realm's delivery, whatever its products. @returns null if there is none */
export const findDelivery = (
  db: Database,
  realm: Realm,
  id: string,
): Promise<StoredDelivery | null> =>
  findStored(db, and(eq(webhookDeliveries.id, id), isDeliveryOfRealm(realm)));

/** A realm's deliveries in its scopes, newest first. @param after last row of the previous page */
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
    .where(and(isDeliveryOfRealm(realm), isInScope(realm), isBeyond(after, createdAt, id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** Fails attempts that began before `before` and never ended, because their request was stopped. */
export async function failInterruptedDeliveries(db: Database, before: number): Promise<void> {
  await db.run(sql`
    UPDATE ${webhookDeliveries} SET status = 'failed', error_code = 'INTERRUPTED'
    WHERE status = 'pending' AND next_attempt_at IS NULL AND created_at < ${before}`);
}

/** Tables with limited retention, and the condition for rows that may be deleted. */
export const KEPT_TABLES = [
  { table: webhookDeliveries, isOver: sql`status <> 'pending'` },
  {
    table: webhookEvents,
    // Pending deliveries need the event's body.
    isOver: sql`NOT EXISTS (SELECT 1 FROM ${webhookDeliveries} AS d
      WHERE d.organization_id = webhook_events.organization_id
        AND d.event_id = webhook_events.event_id AND d.next_attempt_at IS NOT NULL)`,
  },
] as const;

type KeptTable = (typeof KEPT_TABLES)[number];

/** Organizations with more or larger rows than the limits since a moment. */
export async function listBusyOrganizations(
  db: Database,
  { table }: KeptTable,
  since: number,
  { attempts, bytes }: { attempts: number; bytes: number },
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    SELECT organization_id AS id FROM ${table} WHERE created_at > ${since}
    GROUP BY organization_id HAVING count(*) > ${attempts} OR sum(octet_length(body)) > ${bytes}`);
  return rows.map(({ id }) => id);
}

/** Deletes an organization's oldest rows beyond the limits. @returns how many */
export async function deleteExcess(
  db: Database,
  { table, isOver }: KeptTable,
  organizationId: string,
  { attempts, bytes }: { attempts: number; bytes: number },
): Promise<number> {
  const deleted = await db.all(sql`
    DELETE FROM ${table} WHERE ${isOver} AND rowid IN (
      SELECT rowid FROM (
        SELECT rowid, row_number() OVER newest AS place,
          sum(octet_length(body)) OVER newest AS bytes
        FROM ${table} WHERE organization_id = ${organizationId}
        WINDOW newest AS (ORDER BY created_at DESC, rowid DESC))
      WHERE place > ${attempts} OR bytes > ${bytes})
    RETURNING rowid`);
  return deleted.length;
}

/** Deletes at most `rows` rows older than `before`. @returns how many */
export async function deleteOld(
  db: Database,
  { table }: KeptTable,
  before: number,
  rows: number,
): Promise<number> {
  const deleted = await db.all(sql`
    DELETE FROM ${table} WHERE rowid IN (
      SELECT rowid FROM ${table} WHERE created_at < ${before}
      ORDER BY created_at LIMIT ${rows})
    RETURNING rowid`);
  return deleted.length;
}
