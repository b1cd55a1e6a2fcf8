import { sql } from 'drizzle-orm';
import { bulkJobs } from './bulk-schema.ts';
import type { Database } from './database.ts';
import { monitors } from './monitor-schema.ts';
import { agentConnections, oauthRecords } from './oauth-schema.ts';
import { organizations } from './schema.ts';
import { invitations, members } from './sign-in-schema.ts';

/** An owner that is gone and has left something: a member, or, without a user, an organization. */
export interface GoneOwner {
  organizationId: string;
  userId: string | null;
}

/**
 * Owners that are gone, by what still names them: grants that can be refreshed, invitations that
 * can be accepted, monitors that run, jobs that have not ended. What is the organization's own
 * names
 * the organization as its user.
 */
export function listGoneOwners(db: Database, now: number, limit: number): Promise<GoneOwner[]> {
  return db.all<GoneOwner>(sql`
    WITH owned(organization_id, user_id) AS (
      SELECT c.organization_id, c.user_id FROM ${agentConnections} AS c
        JOIN ${oauthRecords} AS r ON r.key = 'grant:' || c.user_id || ':' || c.grant_id
        WHERE r.expires_at IS NULL OR r.expires_at > ${now}
      UNION SELECT organization_id, inviter_id FROM ${invitations} WHERE status = 'pending'
      UNION SELECT organization_id, user_id FROM ${monitors}
        WHERE deleted_at IS NULL OR run_id IS NOT NULL
      UNION SELECT organization_id, user_id FROM ${bulkJobs} WHERE ended_at IS NULL
    )
    SELECT DISTINCT owned.organization_id AS organizationId,
      CASE WHEN o.active THEN owned.user_id END AS userId
    FROM owned JOIN ${organizations} AS o ON o.id = owned.organization_id
    WHERE NOT o.active OR (owned.user_id <> owned.organization_id AND NOT EXISTS (
      SELECT 1 FROM ${members} AS m
      WHERE m.user_id = owned.user_id AND m.organization_id = owned.organization_id))
    LIMIT ${limit}`);
}
