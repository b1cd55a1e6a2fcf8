import type { JobState } from '../core/bulk.ts';
import { ApiError } from '../core/errors.ts';
import { jobExists, listRunningJobs } from '../store/bulk-jobs.ts';
import type { BulkPorts } from './ports.ts';
import { currentState } from './read-job.ts';

const MAX_WATCHED_JOBS = 100;

/** A running job as the operator sees it: of any organization. */
export type WatchedJob = JobState & { organizationId: string; type: string };

/** Jobs that have not ended, the oldest first, 100 at most. */
export async function watchJobs(ports: Pick<BulkPorts, 'db' | 'jobs'>): Promise<WatchedJob[]> {
  const rows = await listRunningJobs(ports.db, MAX_WATCHED_JOBS);
  return Promise.all(
    rows.map(async (row) => ({
      ...(await currentState(row, ports)),
      organizationId: row.organizationId,
      type: row.type,
    })),
  );
}

/**
 * Sends everything of a job that is out once more, without waiting until it counts as lost.
 * @returns messages sent @throws ApiError NOT_FOUND
 */
export async function sweepJob(
  jobId: string,
  { db, jobs }: Pick<BulkPorts, 'db' | 'jobs'>,
): Promise<number> {
  if (!(await jobExists(db, jobId)))
    throw new ApiError('NOT_FOUND', `There is no bulk job ${jobId}.`);
  return jobs.sweep(jobId);
}
