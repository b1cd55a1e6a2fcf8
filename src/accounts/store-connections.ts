import { and, desc, eq, getTableColumns, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import type { OrganizationRef } from '../lookup/account/principal.ts';
import { agentConnections, oauthRecords, organizations } from './schema.ts';

export type AgentConnection = typeof agentConnections.$inferSelect;

/** What a user let an agent do. */
interface GrantTerms extends Pick<AgentConnection, 'scopes' | 'creditsPerDay'> {
  organization: OrganizationRef;
}

/** Limit of one listing: more than a user has. */
const MAX_LISTED_CONNECTIONS = 200;

const { grantId, userId, organizationId } = agentConnections;
const grantKey = sql`'grant:' || ${userId} || ':' || ${grantId}`;

export async function insertConnection(db: Database, connection: AgentConnection): Promise<void> {
  await db.insert(agentConnections).values(connection);
}

/** Agents with a current grant, the newest first. */
export function listConnections(
  db: Database,
  organization: string,
  now: number,
): Promise<AgentConnection[]> {
  const { key, expiresAt } = oauthRecords;
  return db
    .select(getTableColumns(agentConnections))
    .from(agentConnections)
    .innerJoin(oauthRecords, eq(key, grantKey))
    .where(and(eq(organizationId, organization), or(isNull(expiresAt), gt(expiresAt, now))))
    .orderBy(desc(agentConnections.createdAt))
    .limit(MAX_LISTED_CONNECTIONS);
}

export async function findConnection(
  db: Database,
  organization: string,
  grant: string,
): Promise<AgentConnection | null> {
  const named = and(eq(organizationId, organization), eq(grantId, grant));
  return (await db.select().from(agentConnections).where(named).get()) ?? null;
}

/** @param creditsPerDay null for no limit; counts from the agent's next call on */
export async function updateConnectionLimit(
  db: Database,
  {
    organizationId: organization,
    grantId: grant,
  }: Pick<AgentConnection, 'organizationId' | 'grantId'>,
  creditsPerDay: number | null,
): Promise<void> {
  const named = and(eq(organizationId, organization), eq(grantId, grant));
  await db.update(agentConnections).set({ creditsPerDay }).where(named);
}

/**
 * For which organization a user let an agent in, where its object is, and what it is limited to;
 * null for no such grant.
 */
export async function findGrant(
  db: Database,
  user: string,
  grant: string,
): Promise<GrantTerms | null> {
  const { id, region } = organizations;
  const { scopes, creditsPerDay } = agentConnections;
  const row = await db
    .select({ id, region, scopes, creditsPerDay })
    .from(agentConnections)
    .innerJoin(organizations, eq(id, organizationId))
    .where(and(eq(grantId, grant), eq(userId, user)))
    .get();
  if (!row) return null;
  const { id: organization, region: at, ...terms } = row;
  return { organization: { id: organization, region: at }, ...terms };
}

/** Connections by grant, current or past. */
export function findConnections(
  db: Database,
  organization: string,
  grants: readonly string[],
): Promise<AgentConnection[]> {
  const isNamed = sql`${grantId} IN (SELECT value FROM json_each(${JSON.stringify(grants)}))`;
  return db
    .select()
    .from(agentConnections)
    .where(and(eq(organizationId, organization), isNamed));
}

/** Ends a grant and everything that was made of it. */
export async function deleteGrant(db: Database, user: string, grant: string): Promise<void> {
  const ofGrant = `${user}:${grant}`;
  const { key } = oauthRecords;
  await db.batch([
    db.delete(oauthRecords).where(eq(key, `grant:${ofGrant}`)),
    db.delete(oauthRecords).where(and(gt(key, `token:${ofGrant}:`), lt(key, `token:${ofGrant};`))),
  ]);
}

/**
 * Ends every grant for an organization. @param user only those this user made
 * @returns which
 */
export async function deleteOrganizationGrants(
  db: Database,
  organization: string,
  user?: string,
): Promise<string[]> {
  const made = user === undefined ? undefined : eq(userId, user);
  const rows = await db
    .select({ grantId, userId })
    .from(agentConnections)
    .innerJoin(oauthRecords, eq(oauthRecords.key, grantKey))
    .where(and(eq(organizationId, organization), made));
  for (const row of rows) await deleteGrant(db, row.userId, row.grantId);
  return rows.map((row) => row.grantId);
}
