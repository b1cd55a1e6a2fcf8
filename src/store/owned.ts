import { sql } from 'drizzle-orm';
import type { Owned } from '../core/account/ceilings.ts';
import { batch } from './batch.ts';
import { bulkJobs } from './bulk-schema.ts';
import type { Database } from './database.ts';
import { monitors } from './monitor-schema.ts';
import { agentConnections, oauthRecords } from './oauth-schema.ts';
import { invitations } from './sign-in-schema.ts';

/** What an organization has that its account keeps room for, as the database lists it now. */
export async function listOwned(
  db: Database,
  organizationId: string,
  now: number,
): Promise<Owned[]> {
  const rows = (await batch(db, [
    sql`SELECT 'monitors' AS kind, mode, id, 1 AS count FROM ${monitors}
      WHERE organization_id = ${organizationId} AND deleted_at IS NULL`,
    sql`SELECT 'monitorMembers' AS kind, mode, id, member_count AS count FROM ${monitors}
      WHERE organization_id = ${organizationId} AND deleted_at IS NULL`,
    sql`SELECT 'jobs' AS kind, mode, id, 1 AS count
      FROM ${bulkJobs} INDEXED BY bulk_jobs_running
      WHERE ended_at IS NULL AND organization_id = ${organizationId}`,
    sql`SELECT 'invitations' AS kind, 'live' AS mode, email AS id, 1 AS count FROM ${invitations}
      WHERE organization_id = ${organizationId} AND status = 'pending'
        AND expires_at > ${Math.floor(now / 1_000)}`,
    sql`SELECT 'agents' AS kind, 'live' AS mode, grant_id AS id, 1 AS count
      FROM ${agentConnections} JOIN ${oauthRecords} AS grants
        ON grants.key = 'grant:' || user_id || ':' || grant_id
      WHERE organization_id = ${organizationId}
        AND (grants.expires_at IS NULL OR grants.expires_at > ${now})`,
  ])) as Owned[][];
  return rows.flat();
}
