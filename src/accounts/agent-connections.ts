import { and, desc, eq, getTableColumns, gt, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { type Database, isAmong } from '../lib/database.ts';
import { ApiError } from '../lib/errors.ts';
import { DAY_MS } from '../lib/time.ts';
import { AGENT_KEY_PREFIX } from '../lookup/account/caller.ts';
import { isManager, type SessionUser } from '../lookup/account/members.ts';
import { AUDIT_DAYS } from './audit-log.ts';
import type { AccountPorts } from './ports.ts';
import { agentConnections, oauthRecords, organizations } from './schema.ts';

export type AgentConnection = typeof agentConnections.$inferSelect;

/** Most connections listed: more than a user has. */
const MAX_LISTED_CONNECTIONS = 200;

const { grantId, userId, organizationId } = agentConnections;
const grantKey = sql`'grant:' || ${userId} || ':' || ${grantId}`;

export async function insertConnection(db: Database, connection: AgentConnection): Promise<void> {
  await db.insert(agentConnections).values(connection);
}

/**
 * Agents signed in for an organization, newest first: for owners and admins those of all members,
 * for others their own.
 */
export function readConnections(
  {
    organizationId: organization,
    userId: user,
    role,
  }: Pick<SessionUser, 'organizationId' | 'userId' | 'role'>,
  { db, clock }: Pick<AccountPorts, 'db' | 'clock'>,
): Promise<AgentConnection[]> {
  const { key, expiresAt } = oauthRecords;
  const isCurrent = or(isNull(expiresAt), gt(expiresAt, clock.now()));
  return db
    .select(getTableColumns(agentConnections))
    .from(agentConnections)
    .innerJoin(oauthRecords, eq(key, grantKey))
    .where(
      and(
        eq(organizationId, organization),
        isManager(role) ? undefined : eq(userId, user),
        isCurrent,
      ),
    )
    .orderBy(desc(agentConnections.createdAt))
    .limit(MAX_LISTED_CONNECTIONS);
}

const namedConnection = ({
  organizationId: organization,
  grantId: grant,
}: Pick<AgentConnection, 'organizationId' | 'grantId'>) =>
  and(eq(organizationId, organization), eq(grantId, grant));

/** Sets a connection's daily limit in credits, or null for none; effective with its next call. */
export async function limitConnection(
  connection: Pick<AgentConnection, 'organizationId' | 'grantId'>,
  creditsPerDay: number | null,
  { db }: Pick<AccountPorts, 'db'>,
): Promise<void> {
  await db.update(agentConnections).set({ creditsPerDay }).where(namedConnection(connection));
}

/**
 * A user's grant: its organization with region, its limits, and whether it is still open; null for
 * an unknown grant.
 */
export async function findGrant(db: Database, user: string, grant: string) {
  const { id, region } = organizations;
  const { scopes, creditsPerDay } = agentConnections;
  const row = await db
    .select({ id, region, scopes, creditsPerDay, record: oauthRecords.key })
    .from(agentConnections)
    .innerJoin(organizations, eq(id, organizationId))
    .leftJoin(oauthRecords, eq(oauthRecords.key, grantKey))
    .where(and(eq(grantId, grant), eq(userId, user)))
    .get();
  if (!row) return null;
  const { id: organization, region: at, record, ...terms } = row;
  return { organization: { id: organization, region: at }, isOpen: record !== null, ...terms };
}

/** Agents by the key ids under which their usage is counted, ended ones included. */
export async function agentsByKeyId(
  organization: string,
  keyIds: readonly string[],
  { db }: Pick<AccountPorts, 'db'>,
): Promise<ReadonlyMap<string, AgentConnection>> {
  const agents = new Set(keyIds.filter((keyId) => keyId.startsWith(AGENT_KEY_PREFIX)));
  if (agents.size === 0) return new Map();
  const grants = [...agents].map((keyId) => keyId.slice(AGENT_KEY_PREFIX.length));
  const found = await db
    .select()
    .from(agentConnections)
    .where(and(eq(organizationId, organization), isAmong(grantId, grants)));
  return new Map(found.map((each) => [`${AGENT_KEY_PREFIX}${each.grantId}`, each]));
}

/** Deletes a grant and its tokens. */
export async function deleteGrant(db: Database, user: string, grant: string): Promise<void> {
  const ofGrant = `${user}:${grant}`;
  const { key } = oauthRecords;
  await db.batch([
    db.delete(oauthRecords).where(eq(key, `grant:${ofGrant}`)),
    db.delete(oauthRecords).where(and(gt(key, `token:${ofGrant}:`), lt(key, `token:${ofGrant};`))),
  ]);
}

/** Ends a connection: its next call is refused. @throws ApiError NOT_FOUND */
export async function endConnection(
  named: Pick<AgentConnection, 'organizationId' | 'grantId'>,
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<void> {
  const found = await db.select().from(agentConnections).where(namedConnection(named)).get();
  if (!found) throw new ApiError('NOT_FOUND', 'There is no such connection.');
  await deleteGrant(db, found.userId, found.grantId);
  await accounts.releaseQuota(found.organizationId, { kind: 'agents', id: found.grantId });
}

/** Ends every agent of an organization, or of one user in it. Idempotent. */
export async function endConnections(
  { organizationId: organization, userId: user }: { organizationId: string; userId?: string },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<void> {
  const made = user === undefined ? undefined : eq(userId, user);
  const rows = await db
    .select({ grantId, userId })
    .from(agentConnections)
    .innerJoin(oauthRecords, eq(oauthRecords.key, grantKey))
    .where(and(eq(organizationId, organization), made));
  for (const row of rows) await deleteGrant(db, row.userId, row.grantId);
  for (const { grantId: id } of rows)
    await accounts.releaseQuota(organization, { kind: 'agents', id });
}

/** Deletes connections that have ended, {@link AUDIT_DAYS} days after their consent. */
export async function purgeConnections(db: Database, now: number): Promise<void> {
  const grants = db.select().from(oauthRecords).where(eq(oauthRecords.key, grantKey));
  const isOld = lt(agentConnections.createdAt, now - AUDIT_DAYS * DAY_MS);
  await db.delete(agentConnections).where(and(isOld, notExists(grants)));
}
