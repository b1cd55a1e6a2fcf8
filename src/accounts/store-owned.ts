import { sql } from 'drizzle-orm';
import { type Database, runBatch } from '../lib/database.ts';
import type { QuotaUse } from '../lookup/account/quotas.ts';
import { agentConnections, invitations, members, oauthRecords, organizations } from './schema.ts';

/** Resources that count against an organization's quotas, as the database lists them now. */
export async function listOwnedResources(
  db: Database,
  organizationId: string,
  now: number,
): Promise<QuotaUse[]> {
  const rows = (await runBatch(db, [
    sql`SELECT 'monitors' AS kind, mode, id, 1 AS count FROM monitors
      WHERE organization_id = ${organizationId} AND deleted_at IS NULL`,
    sql`SELECT 'monitorMembers' AS kind, mode, id, member_count AS count FROM monitors
      WHERE organization_id = ${organizationId} AND deleted_at IS NULL`,
    sql`SELECT 'jobs' AS kind, mode, id, 1 AS count
      FROM bulk_jobs INDEXED BY bulk_jobs_running
      WHERE ended_at IS NULL AND organization_id = ${organizationId}`,
    sql`SELECT 'invitations' AS kind, 'live' AS mode, email AS id, 1 AS count FROM ${invitations}
      WHERE organization_id = ${organizationId} AND status = 'pending'
        AND expires_at > ${Math.floor(now / 1_000)}`,
    sql`SELECT 'agents' AS kind, 'live' AS mode, grant_id AS id, 1 AS count
      FROM ${agentConnections} JOIN ${oauthRecords} AS grants
        ON grants.key = 'grant:' || user_id || ':' || grant_id
      WHERE organization_id = ${organizationId}
        AND (grants.expires_at IS NULL OR grants.expires_at > ${now})`,
  ])) as QuotaUse[][];
  return rows.flat();
}

/** An owner that is gone and has left something: a member, or, without a user, an organization. */
interface MissingOwner {
  organizationId: string;
  userId: string | null;
}

/**
 * Owners that are gone, by what still names them: grants that can be refreshed, invitations that
 * can be accepted, monitors that run, jobs that have not ended. What is the organization's own
 * names the organization as its user.
 */
export function listMissingOwners(
  db: Database,
  now: number,
  limit: number,
): Promise<MissingOwner[]> {
  return db.all<MissingOwner>(sql`
    WITH owned(organization_id, user_id) AS (
      SELECT c.organization_id, c.user_id FROM ${agentConnections} AS c
        JOIN ${oauthRecords} AS r ON r.key = 'grant:' || c.user_id || ':' || c.grant_id
        WHERE r.expires_at IS NULL OR r.expires_at > ${now}
      UNION SELECT organization_id, inviter_id FROM ${invitations} WHERE status = 'pending'
      UNION SELECT organization_id, user_id FROM monitors
        WHERE deleted_at IS NULL OR run_id IS NOT NULL
      UNION SELECT organization_id, user_id FROM bulk_jobs WHERE ended_at IS NULL
    )
    SELECT DISTINCT owned.organization_id AS organizationId,
      CASE WHEN o.active THEN owned.user_id END AS userId
    FROM owned JOIN ${organizations} AS o ON o.id = owned.organization_id
    WHERE NOT o.active OR (owned.user_id <> owned.organization_id AND NOT EXISTS (
      SELECT 1 FROM ${members} AS m
      WHERE m.user_id = owned.user_id AND m.organization_id = owned.organization_id))
    LIMIT ${limit}`);
}
