import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { OwnedRows } from '../accounts/ports.ts';
import { type Database, insertWhere, isAmong, runBatch } from '../lib/database.ts';
import { alike, pick } from '../lib/fields.ts';
import { isBeyond, type Keyset } from '../lib/page.ts';
import { DAY_MS } from '../lib/time.ts';
import { ownedByOrganization, type Realm } from '../lookup/account/caller.ts';
import type { JobOrder, JobSnapshot } from '../lookup/jobs/job.ts';
import { bulkClaims, bulkJobs } from './schema.ts';

export type JobRow = typeof bulkJobs.$inferSelect;

export const newJobRow = ({
  id,
  caller,
  type,
  total,
  webhook,
  createdAt,
  fileName,
}: JobOrder): JobRow => ({
  id,
  ...pick(caller, 'organizationId', 'userId', 'keyId', 'mode'),
  type,
  status: 'processing',
  fileName: fileName ?? null,
  total,
  ...alike(0, 'succeeded', 'failed', 'skipped', 'duplicates', 'credits'),
  webhookUrl: webhook?.url ?? null,
  webhookEndpointId: webhook?.endpointId ?? null,
  hasFiles: false,
  createdAt,
  endedAt: null,
  tidiedAt: null,
});

/**
 * Commits a job: writes its row and marks its idempotency claim as created, in one batch.
 * @param isClaimed whether an idempotency key was claimed for it
 * @returns false if the claim was lost; the job then does not exist
 */
export async function insertJobRow(
  db: Database,
  job: JobRow,
  { isClaimed }: { isClaimed: boolean },
): Promise<boolean> {
  const { organizationId, id } = job;
  const mine = sql`organization_id = ${organizationId} AND job_id = ${id}`;
  const condition = sql`${isClaimed ? 0 : 1} OR EXISTS (SELECT 1 FROM ${bulkClaims} WHERE ${mine})`;
  const [inserted] = await runBatch(db, [
    sql`${insertWhere(bulkJobs, job, condition)} RETURNING id`,
    sql`
      UPDATE ${bulkClaims} SET created = 1
      WHERE ${mine} AND EXISTS (SELECT 1 FROM ${bulkJobs} WHERE id = ${id})`,
  ]);
  return inserted?.length === 1;
}

const isOfRealm = ({ organizationId, mode }: Realm) =>
  and(eq(bulkJobs.organizationId, organizationId), mode ? eq(bulkJobs.mode, mode) : undefined);

export async function findJobRow(db: Database, realm: Realm, id: string): Promise<JobRow | null> {
  return (
    (await db
      .select()
      .from(bulkJobs)
      .where(and(eq(bulkJobs.id, id), isOfRealm(realm)))
      .get()) ?? null
  );
}

export async function jobExists(db: Database, id: string): Promise<boolean> {
  return (
    (await db.select({ id: bulkJobs.id }).from(bulkJobs).where(eq(bulkJobs.id, id)).get()) !==
    undefined
  );
}

/** Deletes the row of an undone job, and its claim, so that its Idempotency-Key is free again. */
export async function deleteJobRow(
  db: Database,
  organizationId: string,
  id: string,
): Promise<void> {
  const isClaim = and(eq(bulkClaims.organizationId, organizationId), eq(bulkClaims.jobId, id));
  await db.batch([
    db.delete(bulkJobs).where(eq(bulkJobs.id, id)),
    db.delete(bulkClaims).where(isClaim),
  ]);
}

/** Records a running job's pause, or the end of one. */
export async function recordJobStatus(
  db: Database,
  { id, status }: Pick<JobSnapshot, 'id' | 'status'>,
): Promise<void> {
  if (status !== 'processing' && status !== 'paused_insufficient_credits') return;
  await db
    .update(bulkJobs)
    .set({ status })
    .where(and(eq(bulkJobs.id, id), isNull(bulkJobs.endedAt)));
}

export async function recordJobEnd(
  db: Database,
  { id, status, counts, credits, hasFiles, endedAt }: JobSnapshot,
): Promise<void> {
  await db
    .update(bulkJobs)
    .set({ status, ...counts, credits, hasFiles, endedAt })
    .where(eq(bulkJobs.id, id));
}

/**
 * A realm's jobs, newest first.
 * @param types bulk types; null for all
 * @param after last row of the previous page
 */
export async function pageJobRows(
  db: Database,
  realm: Realm,
  types: readonly string[] | null,
  limit: number,
  after: Keyset | null,
): Promise<JobRow[]> {
  const { createdAt, id } = bulkJobs;
  return db
    .select()
    .from(bulkJobs)
    .where(
      and(
        isOfRealm(realm),
        types === null ? undefined : isAmong(bulkJobs.type, types),
        isBeyond(after, createdAt, id),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** An organization's unfinished jobs, newest first, limited by its quota of running jobs. */
export async function listActiveJobRows(db: Database, organizationId: string): Promise<JobRow[]> {
  return db
    .select()
    .from(bulkJobs)
    .where(and(isNull(bulkJobs.endedAt), eq(bulkJobs.organizationId, organizationId)))
    .orderBy(desc(bulkJobs.createdAt), desc(bulkJobs.id));
}

/** Transfers a user's unfinished jobs to the organization. */
export async function disownJobs(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<void> {
  const { endedAt, organizationId: organization, userId: user } = bulkJobs;
  await db
    .update(bulkJobs)
    .set(ownedByOrganization(organizationId))
    .where(and(isNull(endedAt), eq(organization, organizationId), eq(user, userId)));
}

/** Unfinished jobs of all organizations, oldest first. */
export async function listRunningJobRows(db: Database, limit: number): Promise<JobRow[]> {
  return db
    .select()
    .from(bulkJobs)
    .where(isNull(bulkJobs.endedAt))
    .orderBy(bulkJobs.createdAt)
    .limit(limit);
}

/** Unfinished jobs, by id. @param after last id of the previous page @param upTo null for all */
export async function pageRunningJobRows(
  db: Database,
  after: string,
  upTo: string | null,
  limit: number,
): Promise<JobRow[]> {
  const { id, endedAt } = bulkJobs;
  return db
    .select()
    .from(bulkJobs)
    .where(and(isNull(endedAt), gt(id, after), upTo === null ? undefined : lte(id, upTo)))
    .orderBy(id)
    .limit(limit);
}

/** Ended jobs whose files were not purged yet, oldest first. @param after previous page's end */
export async function pageUnpurgedJobs(
  db: Database,
  endedBefore: number,
  after: { endedAt: number; id: string },
  limit: number,
): Promise<{ endedAt: number; id: string }[]> {
  const { id, endedAt, tidiedAt } = bulkJobs;
  const rows = await db
    .select({ id, endedAt })
    .from(bulkJobs)
    .where(
      and(
        lte(endedAt, endedBefore),
        isNull(tidiedAt),
        sql`(${endedAt}, ${id}) > (${after.endedAt}, ${after.id})`,
      ),
    )
    .orderBy(endedAt, id)
    .limit(limit);
  return rows as { endedAt: number; id: string }[];
}

export async function markJobsPurged(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await db
    .update(bulkJobs)
    .set({ tidiedAt: now, hasFiles: false })
    .where(isAmong(bulkJobs.id, ids));
}

type IdempotencyClaim = typeof bulkClaims.$inferSelect;

/** Lifetime of an idempotency claim (specification, "Limits"). */
const CLAIM_LIFETIME_MS = DAY_MS;

/** Time limit of a claim whose job was not created; its request has ended by then. */
const CLAIM_CREATION_LIMIT_MS = 300_000;

/** Rows deleted per statement. */
const PURGED_ROWS = 5_000;

/**
 * Inserts an idempotency claim, unless another job has an unexpired one.
 * @returns the valid claim, with the `jobId` of its job
 */
export async function insertIdempotencyClaim(
  db: Database,
  claim: Omit<IdempotencyClaim, 'created'>,
): Promise<IdempotencyClaim> {
  const { organizationId, key, jobId, requestHash, claimedAt } = claim;
  await db.run(sql`
    INSERT INTO ${bulkClaims} (organization_id, key, job_id, request_hash, claimed_at, created)
    VALUES (${organizationId}, ${key}, ${jobId}, ${requestHash}, ${claimedAt}, 0)
    ON CONFLICT (organization_id, key) DO UPDATE
    SET job_id = excluded.job_id, request_hash = excluded.request_hash,
      claimed_at = excluded.claimed_at, created = 0
    WHERE claimed_at <= ${claimedAt - CLAIM_LIFETIME_MS}
      OR (created = 0 AND claimed_at <= ${claimedAt - CLAIM_CREATION_LIMIT_MS})`);
  const holder = await db
    .select()
    .from(bulkClaims)
    .where(and(eq(bulkClaims.organizationId, organizationId), eq(bulkClaims.key, key)))
    .get();
  // If the claim was deleted between the two statements, the key was just released: a retry will
  // find it free.
  return holder ?? { ...claim, jobId: '', created: false };
}

export async function deleteIdempotencyClaim(
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

export async function purgeIdempotencyClaims(db: Database, now: number): Promise<void> {
  await db.run(sql`
    DELETE FROM ${bulkClaims} WHERE rowid IN
      (SELECT rowid FROM ${bulkClaims} WHERE claimed_at <= ${now - CLAIM_LIFETIME_MS}
       LIMIT ${PURGED_ROWS})`);
}

/** Deletes rows of purged jobs that ended before a moment. */
export async function deleteJobRows(db: Database, endedBefore: number): Promise<void> {
  await db.run(sql`
    DELETE FROM ${bulkJobs} WHERE tidied_at IS NOT NULL AND ended_at < ${endedBefore}
      AND rowid IN (SELECT rowid FROM ${bulkJobs} ORDER BY rowid LIMIT ${PURGED_ROWS})`);
}

export const ownedJobRows: OwnedRows = {
  counted: (organizationId) => ({
    jobs: sql`SELECT 'jobs' AS kind, mode, id, 1 AS count
      FROM ${bulkJobs} INDEXED BY bulk_jobs_running
      WHERE ended_at IS NULL AND organization_id = ${organizationId}`,
  }),
  owners: () => sql`SELECT organization_id, user_id FROM ${bulkJobs} WHERE ended_at IS NULL`,
};
