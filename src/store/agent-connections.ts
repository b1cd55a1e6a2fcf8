import { and, desc, eq, getTableColumns, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { agentConnections, oauthRecords } from './oauth-schema.ts';

export type AgentConnection = typeof agentConnections.$inferSelect;

/** More than anybody has. */
const MAX_LISTED = 200;

const { grantId, userId, organizationId } = agentConnections;
const grantKey = sql`'grant:' || ${userId} || ':' || ${grantId}`;

export async function insertConnection(db: Database, connection: AgentConnection): Promise<void> {
  await db.insert(agentConnections).values(connection);
}

/** Agents that are let in now, the newest first. */
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
    .limit(MAX_LISTED);
}

export async function findConnection(
  db: Database,
  organization: string,
  grant: string,
): Promise<AgentConnection | null> {
  const named = and(eq(organizationId, organization), eq(grantId, grant));
  return (await db.select().from(agentConnections).where(named).get()) ?? null;
}

/** Those of some grants, let in now or once. */
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

/** Ends every grant a user made for an organization. */
export async function deleteGrantsOf(
  db: Database,
  organization: string,
  user: string,
): Promise<void> {
  const rows = await db
    .select({ grantId })
    .from(agentConnections)
    .innerJoin(oauthRecords, eq(oauthRecords.key, grantKey))
    .where(and(eq(organizationId, organization), eq(userId, user)));
  for (const row of rows) await deleteGrant(db, user, row.grantId);
}
