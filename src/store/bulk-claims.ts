import { and, eq, sql } from 'drizzle-orm';
import { bulkClaims } from './bulk-schema.ts';
import type { Database } from './database.ts';

export type Claim = typeof bulkClaims.$inferSelect;

/** How long a key is remembered (specification, "Limits"). */
export const CLAIM_MEMORY_MS = 86_400_000;

/** A claim whose job was not created within this time belongs to a request that is gone. */
const CREATION_LIMIT_MS = 300_000;

/** Rows one statement deletes. */
const TIDY_ROWS = 5_000;

/**
 * Claims an Idempotency-Key for one job, unless somebody has it.
 * @returns the claim that holds now: its `jobId` says whose it is
 */
export async function claimKey(db: Database, claim: Omit<Claim, 'created'>): Promise<Claim> {
  const { organizationId, key, jobId, requestHash, claimedAt } = claim;
  await db.run(sql`
    INSERT INTO ${bulkClaims} (organization_id, key, job_id, request_hash, claimed_at, created)
    VALUES (${organizationId}, ${key}, ${jobId}, ${requestHash}, ${claimedAt}, 0)
    ON CONFLICT (organization_id, key) DO UPDATE
    SET job_id = excluded.job_id, request_hash = excluded.request_hash,
      claimed_at = excluded.claimed_at, created = 0
    WHERE claimed_at <= ${claimedAt - CLAIM_MEMORY_MS}
      OR (created = 0 AND claimed_at <= ${claimedAt - CREATION_LIMIT_MS})`);
  const holder = await db
    .select()
    .from(bulkClaims)
    .where(and(eq(bulkClaims.organizationId, organizationId), eq(bulkClaims.key, key)))
    .get();
  // Gone between the two statements: whoever had it has just let go, and a repeat will find it
  // free.
  return holder ?? { ...claim, jobId: '', created: false };
}

/** Lets go of a key whose job was not created. */
export async function releaseKey(
  db: Database,
  organizationId: string,
  jobId: string,
): Promise<void> {
  await db
    .delete(bulkClaims)
    .where(
      and(
        eq(bulkClaims.organizationId, organizationId),
        eq(bulkClaims.jobId, jobId),
        eq(bulkClaims.created, false),
      ),
    );
}

/** Deletes keys that are no longer remembered. */
export async function tidyClaims(db: Database, now: number): Promise<void> {
  await db.run(sql`
    DELETE FROM ${bulkClaims} WHERE rowid IN
      (SELECT rowid FROM ${bulkClaims} WHERE claimed_at <= ${now - CLAIM_MEMORY_MS}
       LIMIT ${TIDY_ROWS})`);
}
