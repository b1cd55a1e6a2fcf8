import { type SQL, sql } from 'drizzle-orm';
import { type Database, runBatch } from '../lib/database.ts';
import type { QuotaKind, QuotaUse } from '../lookup/account/quotas.ts';
import type { OwnedRows } from './ports.ts';
import { agentConnections, invitations, members, oauthRecords, organizations } from './schema.ts';

const GRANT_OF_CONNECTION = sql`${agentConnections} JOIN ${oauthRecords} AS grants
  ON grants.key = 'grant:' || user_id || ':' || grant_id`;

const isGrantOpen = (now: number): SQL =>
  sql`(grants.expires_at IS NULL OR grants.expires_at > ${now})`;

/** Grants that can be refreshed, and invitations that can be accepted. */
export const ownedAccountRows: OwnedRows = {
  counted: (organizationId, now) => ({
    invitations: sql`SELECT 'invitations' AS kind, 'live' AS mode, email AS id, 1 AS count
      FROM ${invitations} WHERE organization_id = ${organizationId} AND status = 'pending'
        AND expires_at > ${now}`,
    agents: sql`SELECT 'agents' AS kind, 'live' AS mode, grant_id AS id, 1 AS count
      FROM ${GRANT_OF_CONNECTION}
      WHERE organization_id = ${organizationId} AND ${isGrantOpen(now)}`,
  }),
  owners: (now) => sql`
    SELECT organization_id, user_id FROM ${GRANT_OF_CONNECTION} WHERE ${isGrantOpen(now)}
    UNION SELECT organization_id, inviter_id FROM ${invitations} WHERE status = 'pending'`,
};

/**
 * Resources that count against an organization's quotas, as listed in the database, and the kinds
 * it lists. Claims of uploads are not listed: they expire.
 */
export async function listOwnedResources(
  db: Database,
  organizationId: string,
  now: number,
  ownedRows: readonly OwnedRows[],
): Promise<{ kinds: QuotaKind[]; owned: QuotaUse[] }> {
  const counted = Object.assign({}, ...ownedRows.map((rows) => rows.counted(organizationId, now)));
  const owned = (await runBatch(db, Object.values<SQL>(counted))) as QuotaUse[][];
  return { kinds: Object.keys(counted) as QuotaKind[], owned: owned.flat() };
}

/** A missing owner with resources left: a member, or, without a user, a closed organization. */
interface MissingOwner {
  organizationId: string;
  userId: string | null;
}

/**
 * Missing owners, found by the resources that still refer to them. The organization's own resources
 * have its id as their user.
 */
export function listMissingOwners(
  db: Database,
  now: number,
  limit: number,
  ownedRows: readonly OwnedRows[],
): Promise<MissingOwner[]> {
  const owners = ownedRows.map((rows) => rows.owners(now));
  return db.all<MissingOwner>(sql`
    WITH owned(organization_id, user_id) AS (${sql.join(owners, sql` UNION `)})
    SELECT DISTINCT owned.organization_id AS organizationId,
      CASE WHEN o.active THEN owned.user_id END AS userId
    FROM owned JOIN ${organizations} AS o ON o.id = owned.organization_id
    WHERE NOT o.active OR (owned.user_id <> owned.organization_id AND NOT EXISTS (
      SELECT 1 FROM ${members} AS m
      WHERE m.user_id = owned.user_id AND m.organization_id = owned.organization_id))
    LIMIT ${limit}`);
}
