import {
  and,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { OwnedRows } from '../accounts/ports.ts';
import type { Database } from '../lib/database.ts';
import { isBeyond, type Keyset } from '../lib/page.ts';
import { eachKey } from '../lib/r2.ts';
import type { Realm } from '../lookup/account/caller.ts';
import { type FormerSecret, webhookDeliveries, webhookEndpoints } from './schema.ts';
import { isDeliveryOfRealm, isInScope } from './store.ts';
import type { AnnouncedChange } from './store-events.ts';

/** A receiver of an organization's events. */
export type Endpoint = typeof webhookEndpoints.$inferSelect;

/** Secrets that sign beside an endpoint's current one at a moment, latest first. */
export const formerSecrets = (
  { previousSecret, previousEndsAt, olderSecrets }: Endpoint,
  now: number,
): FormerSecret[] =>
  [
    { sealedSecret: previousSecret ?? '', endsAt: previousEndsAt ?? 0 },
    ...(olderSecrets ?? []),
  ].filter(({ sealedSecret, endsAt }) => sealedSecret !== '' && endsAt > now);

/** Columns that store {@link formerSecrets}. */
export const formerColumns = ([previous, ...older]: readonly FormerSecret[]) => ({
  previousSecret: previous?.sealedSecret ?? null,
  previousEndsAt: previous?.endsAt ?? null,
  olderSecrets: older.length > 0 ? older : null,
});

const { id: endpointId, organizationId, mode, createdAt, active } = webhookEndpoints;

const isOfRealm = (realm: Realm): SQL | undefined =>
  and(eq(organizationId, realm.organizationId), realm.mode ? eq(mode, realm.mode) : undefined);

export async function insertEndpoint(db: Database, endpoint: Endpoint): Promise<void> {
  await db.insert(webhookEndpoints).values(endpoint);
}

/** A realm's endpoint, whatever its products. */
export async function findEndpoint(
  db: Database,
  realm: Realm,
  id: string,
): Promise<Endpoint | null> {
  const found = db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(endpointId, id), isOfRealm(realm)));
  return (await found.get()) ?? null;
}

/** A realm's endpoints in its scopes, newest first. @param after last row of the previous page */
export const pageEndpoints = (
  db: Database,
  realm: Realm,
  limit: number,
  after: Keyset | null,
): Promise<Endpoint[]> =>
  db
    .select()
    .from(webhookEndpoints)
    .where(and(isOfRealm(realm), isInScope(realm), isBeyond(after, createdAt, endpointId)))
    .orderBy(desc(createdAt), desc(endpointId))
    .limit(limit);

/** A realm's active endpoints. */
export const listActiveEndpoints = (
  db: Database,
  realm: Pick<Endpoint, 'organizationId' | 'mode'>,
): Promise<Endpoint[]> =>
  db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(organizationId, realm.organizationId), eq(mode, realm.mode), eq(active, true)));

/**
 * Compare-and-set. @param before state that must still hold
 * @returns the endpoint as it is now; null if it was not changed
 */
export async function updateEndpoint(
  db: Database,
  { id, sealedSecret }: Pick<Endpoint, 'id' | 'sealedSecret'>,
  changes: Partial<Endpoint>,
): Promise<Endpoint | null> {
  const [changed = null] = await db
    .update(webhookEndpoints)
    .set(changes)
    // Concurrent changes must not encrypt secrets for different URLs.
    .where(and(eq(endpointId, id), eq(webhookEndpoints.sealedSecret, sealedSecret)))
    .returning();
  return changed;
}

const isMadeBy = (organization: string, user: string): SQL =>
  and(eq(organizationId, organization), eq(webhookEndpoints.userId, user)) as SQL;

/** Active endpoints created by a member, newest first. */
export const listEndpointsMadeBy = (
  db: Database,
  organization: string,
  user: string,
): Promise<Endpoint[]> =>
  db
    .select()
    .from(webhookEndpoints)
    .where(and(isMadeBy(organization, user), eq(active, true)))
    .orderBy(desc(createdAt), desc(endpointId));

/**
 * Transfers a leaving member's endpoints to the organization.
 * @param made `ids`: null for all
 * @returns the endpoints as they are now
 */
export async function disownEndpoints(
  db: Database,
  made: { organizationId: string; userId: string; ids: readonly string[] | null },
  changes: Partial<Pick<Endpoint, 'active' | 'disabledReason' | 'failingSince'>>,
): Promise<Endpoint[]> {
  const which = made.ids === null ? undefined : inArray(endpointId, [...made.ids]);
  return db
    .update(webhookEndpoints)
    .set({ ...changes, userId: null })
    .where(and(isMadeBy(made.organizationId, made.userId), which))
    .returning();
}

/** An endpoint at the URL of an attempt: what came of it says nothing about another URL. */
type AttemptedEndpoint = Pick<Endpoint, 'id' | 'url'>;

const isAttempted = ({ id, url }: AttemptedEndpoint): SQL =>
  and(eq(endpointId, id), eq(webhookEndpoints.url, url)) as SQL;

/** Records that an attempt succeeded. */
export async function clearFailing(db: Database, attempted: AttemptedEndpoint): Promise<void> {
  const { failingSince } = webhookEndpoints;
  await db
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(and(isAttempted(attempted), isNotNull(failingSince)));
}

/**
 * Records a failed attempt.
 * @returns first failure of the series; null if the endpoint is off, or has another URL by now
 */
export async function markFailing(
  db: Database,
  attempted: AttemptedEndpoint,
  now: number,
): Promise<number | null> {
  const rows = await db
    .update(webhookEndpoints)
    .set({ failingSince: sql`coalesce(failing_since, ${now})` })
    .where(and(isAttempted(attempted), eq(active, true)))
    .returning({ since: webhookEndpoints.failingSince });
  return rows[0]?.since ?? null;
}

/** Switches off an endpoint that has failed since a moment, unless it has answered meanwhile. */
export function switchOffFailing(id: string, since: number): AnnouncedChange {
  const which = sql`id = ${id} AND active AND failing_since = ${since}`;
  return {
    condition: sql`EXISTS (SELECT 1 FROM ${webhookEndpoints} WHERE ${which})`,
    change: sql`UPDATE ${webhookEndpoints} SET active = 0, disabled_reason = 'failing' WHERE ${which}`,
  };
}

/** Deletes endpoints, and ends their pending deliveries. @returns their ids */
async function deleteWhere(db: Database, which: SQL, pending: SQL): Promise<string[]> {
  const ended = { status: 'failed', errorCode: 'ENDPOINT_INACTIVE', nextAttemptAt: null } as const;
  const [deleted] = await db.batch([
    db.delete(webhookEndpoints).where(which).returning({ id: endpointId }),
    db
      .update(webhookDeliveries)
      .set(ended)
      .where(and(pending, isNotNull(webhookDeliveries.nextAttemptAt))),
  ]);
  return deleted.map(({ id }) => id);
}

export const deleteEndpoint = (db: Database, { id, ...of }: Endpoint): Promise<string[]> =>
  deleteWhere(
    db,
    eq(endpointId, id),
    and(
      eq(webhookDeliveries.organizationId, of.organizationId),
      eq(webhookDeliveries.endpointId, id),
    ) as SQL,
  );

export const deleteEndpointsOf = (db: Database, organization: string): Promise<string[]> =>
  deleteWhere(
    db,
    eq(organizationId, organization),
    eq(webhookDeliveries.organizationId, organization),
  );

/** Receiver of resent deliveries: an endpoint, or null for the URLs of jobs and monitors. */
export type FailedReceiver = Realm & { endpointId: string | null };

/**
 * Restarts deliveries that failed at a receiver since a moment, oldest first; not tests, manual
 * attempts, and deliveries of which a manual attempt was delivered.
 * @param which `waitingFrom`: also restarts failed deliveries whose next attempt is due at this
 * moment or later, which excludes attempts in progress
 * @returns the deliveries
 */
export async function reviveDeliveries(
  db: Database,
  { endpointId: receiver, ...realm }: FailedReceiver,
  which: { since: number; now: number; waitingFrom: number; most: number },
): Promise<string[]> {
  const { id, status, nextAttemptAt, ...column } = webhookDeliveries;
  const resent = db
    .select({ id: column.redeliveryOf })
    .from(webhookDeliveries)
    .where(
      and(
        eq(column.organizationId, realm.organizationId),
        eq(status, 'delivered'),
        isNotNull(column.redeliveryOf),
      ),
    );
  const isAddress = and(isNull(column.endpointId), sql`${column.url} NOT LIKE 'mailto:%'`);
  const isWaiting = and(eq(status, 'pending'), gte(nextAttemptAt, which.waitingFrom));
  const failed = db
    .select({ id })
    .from(webhookDeliveries)
    .where(
      and(
        isDeliveryOfRealm(realm),
        isInScope(realm),
        receiver === null ? isAddress : eq(column.endpointId, receiver),
        or(eq(status, 'failed'), isWaiting),
        isNull(column.askedHost),
        notInArray(id, resent),
        sql`${column.createdAt} >= ${which.since}`,
      ),
    )
    .orderBy(column.createdAt, id)
    .limit(which.most);
  const revived = await db
    .update(webhookDeliveries)
    .set({ status: 'pending', attempts: 0, nextAttemptAt: which.now })
    .where(inArray(id, failed))
    .returning({ id });
  return revived.map((each) => each.id);
}

/**
 * Endpoints count against a quota. They end with their organization; those of a removed member are
 * switched off.
 */
export const ownedEndpointRows: OwnedRows = {
  counted: (organization) => ({
    webhookEndpoints: sql`SELECT 'webhookEndpoints' AS kind, mode, id, 1 AS count
      FROM ${webhookEndpoints} WHERE organization_id = ${organization}`,
  }),
  owners: () =>
    sql`SELECT organization_id, coalesce(user_id, organization_id) FROM ${webhookEndpoints}`,
};

type EndpointId = Pick<Endpoint, 'id' | 'organizationId'>;

/** Copies of endpoints outside D1, from which rows that it has lost are restored. */
export interface EndpointCopies {
  put(endpoint: Endpoint): Promise<void>;
  read(of: EndpointId): Promise<Endpoint | null>;
  /** Ids of an organization's copies. */
  list(organizationId: string): Promise<Set<string>>;
  delete(of: EndpointId): Promise<void>;
}

export function bucketEndpointCopies(bucket: R2Bucket): EndpointCopies {
  const folder = (organization: string) => `endpoints/${organization}/`;
  const keyOf = (of: EndpointId) => `${folder(of.organizationId)}${of.id}.json`;
  return {
    async put(endpoint) {
      await bucket.put(keyOf(endpoint), JSON.stringify(endpoint));
    },
    read: async (of) => (await (await bucket.get(keyOf(of)))?.json<Endpoint>()) ?? null,
    async list(organization) {
      const ids = new Set<string>();
      const start = folder(organization);
      for await (const key of eachKey(bucket, start)) ids.add(key.slice(start.length, -5));
      return ids;
    },
    delete: (of) => bucket.delete(keyOf(of)),
  };
}

/** An organization's rows, compared with their copies and with the claims of its account. */
export async function compareEndpoints(
  organization: string,
  claimed: readonly string[],
  { db, copies }: { db: Database; copies: EndpointCopies },
): Promise<{ lost: string[]; restorable: string[]; uncopied: Endpoint[] }> {
  const isOwn = eq(organizationId, organization);
  const rows = await db.select().from(webhookEndpoints).where(isOwn);
  const copied = await copies.list(organization);
  const listed = new Set(rows.map(({ id }) => id));
  const missing = claimed.filter((id) => !listed.has(id));
  return {
    lost: missing.filter((id) => !copied.has(id)),
    restorable: missing.filter((id) => copied.has(id)),
    uncopied: rows.filter(({ id }) => !copied.has(id)),
  };
}
