import type { JobState } from '../core/jobs/bulk.ts';
import { releaseHold } from './hold-job.ts';
import type { BulkPorts } from './ports.ts';
import { currentState, type NamedJob, requireJob } from './read-jobs.ts';

/**
 * Stops what has not begun. What a consumer is at work on is brought to its end and stays readable;
 * a job that has ended stays as it is.
 * @throws ApiError NOT_FOUND
 */
export async function cancelJob(
  request: NamedJob,
  ports: Pick<BulkPorts, 'db' | 'jobs' | 'ledger'>,
): Promise<JobState> {
  const row = await requireJob(ports.db, request);
  if (row.endedAt !== null) return currentState(row, ports);
  const cancelled = await ports.jobs.cancel(row.id);
  // Its object is gone: cron will record the end.
  if (!cancelled) return currentState(row, ports);
  const { state, concluding } = cancelled;
  // Nothing more will be settled, so the credits need not wait for the files.
  if (concluding) await releaseHold(row.id, row, ports.ledger);
  return state;
}
