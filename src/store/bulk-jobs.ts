import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { JobState } from '../core/bulk.ts';
import { batch } from './batch.ts';
import { bulkClaims, bulkJobs } from './bulk-schema.ts';
import type { Database } from './database.ts';

export type JobRow = typeof bulkJobs.$inferSelect;

/**
 * Makes a job exist, and its Idempotency-Key remembered, at once. From here on it will run.
 * @param claimed whether a key was claimed for it
 * @returns false when the claim was lost meanwhile; then there is no job
 */
export async function insertJob(db: Database, job: JobRow, claimed: boolean): Promise<boolean> {
  if (!claimed) {
    await db.insert(bulkJobs).values(job);
    return true;
  }
  const mine = sql`organization_id = ${job.organizationId} AND job_id = ${job.id}`;
  const [, inserted] = await batch(db, [
    sql`UPDATE ${bulkClaims} SET created = 1 WHERE ${mine}`,
    sql`
      INSERT INTO ${bulkJobs}
        (id, organization_id, user_id, key_id, mode, type, status, total, succeeded, failed, skipped, duplicates, credits,
         webhook_url, has_files, created_at)
      SELECT ${job.id}, ${job.organizationId}, ${job.userId}, ${job.keyId}, ${job.mode}, ${job.type}, ${job.status}, ${job.total},
        0, 0, 0, 0, 0, ${job.webhookUrl}, 0, ${job.createdAt}
      WHERE EXISTS (SELECT 1 FROM ${bulkClaims} WHERE ${mine})
      RETURNING id`,
  ]);
  return inserted?.length === 1;
}

export async function findJob(
  db: Database,
  organizationId: string,
  id: string,
): Promise<JobRow | null> {
  return (
    (await db
      .select()
      .from(bulkJobs)
      .where(and(eq(bulkJobs.id, id), eq(bulkJobs.organizationId, organizationId)))
      .get()) ?? null
  );
}

export async function jobExists(db: Database, id: string): Promise<boolean> {
  return (
    (await db.select({ id: bulkJobs.id }).from(bulkJobs).where(eq(bulkJobs.id, id)).get()) !==
    undefined
  );
}

export async function deleteJob(db: Database, id: string): Promise<void> {
  await db.delete(bulkJobs).where(eq(bulkJobs.id, id));
}

/** Writes what a job ended as. */
export async function recordEnd(
  db: Database,
  { id, status, counts, credits, hasFiles, endedAt }: JobState,
): Promise<void> {
  await db
    .update(bulkJobs)
    .set({ status, ...counts, credits, hasFiles, endedAt })
    .where(eq(bulkJobs.id, id));
}

/** An organization's jobs, newest first. @param after where the page before ended */
export async function pageJobs(
  db: Database,
  organizationId: string,
  limit: number,
  after: { createdAt: number; id: string } | null,
): Promise<JobRow[]> {
  const { createdAt, id } = bulkJobs;
  return db
    .select()
    .from(bulkJobs)
    .where(
      and(
        eq(bulkJobs.organizationId, organizationId),
        after ? sql`(${createdAt}, ${id}) < (${after.createdAt}, ${after.id})` : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** Jobs of every organization that have not ended, oldest first. */
export async function listRunningJobs(db: Database, limit: number): Promise<JobRow[]> {
  return db
    .select()
    .from(bulkJobs)
    .where(isNull(bulkJobs.endedAt))
    .orderBy(bulkJobs.createdAt)
    .limit(limit);
}

/** Ended jobs whose files are still there, the oldest first. */
export async function listUntidied(
  db: Database,
  endedBefore: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: bulkJobs.id })
    .from(bulkJobs)
    .where(and(lte(bulkJobs.endedAt, endedBefore), isNull(bulkJobs.tidiedAt)))
    .orderBy(bulkJobs.endedAt)
    .limit(limit);
  return rows.map((row) => row.id);
}

export async function markTidied(db: Database, id: string, now: number): Promise<void> {
  await db.update(bulkJobs).set({ tidiedAt: now, hasFiles: false }).where(eq(bulkJobs.id, id));
}
