import { RESULT_RETENTION_MS } from '../core/bulk.ts';
import { tidyClaims } from '../store/bulk-claims.ts';
import { listUntidied, markTidied } from '../store/bulk-jobs.ts';
import type { BulkPorts } from './ports.ts';

/** Jobs one run tidies; each may be a few thousand objects. */
const JOBS_PER_RUN = 50;

/**
 * Deletes inputs, results and files of jobs that ended 30 days ago, and Idempotency-Keys that are no longer
 * remembered. What a job counted stays readable.
 */
export async function tidyJobs({
  db,
  files,
  jobs,
  pipeline,
}: Pick<BulkPorts, 'db' | 'files' | 'jobs' | 'pipeline'>): Promise<void> {
  const now = pipeline.world.clock.now();
  await tidyClaims(db, now);
  for (const id of await listUntidied(db, now - RESULT_RETENTION_MS, JOBS_PER_RUN)) {
    await files.removeJob(id);
    await jobs.forget(id);
    await markTidied(db, id, now);
  }
}
