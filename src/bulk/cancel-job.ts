import type { JobState } from '../core/jobs/bulk.ts';
import { type JobRow, listActiveJobs } from '../store/bulk-jobs.ts';
import { releaseHold } from './hold-job.ts';
import type { BulkPorts } from './ports.ts';
import { currentState, type NamedJob, requireJob } from './read-jobs.ts';

type CancelPorts = Pick<BulkPorts, 'db' | 'jobs' | 'ledger'>;

/**
 * Stops what has not begun. What a consumer is at work on is brought to its end and stays readable;
 * a job that has ended stays as it is.
 * @throws ApiError NOT_FOUND, INSUFFICIENT_SCOPE
 */
export async function cancelJob(
  request: NamedJob,
  ports: CancelPorts & Pick<BulkPorts, 'products'>,
): Promise<JobState> {
  return cancel(await requireJob(request, ports), ports);
}

async function cancel(row: JobRow, ports: CancelPorts): Promise<JobState> {
  if (row.endedAt !== null) return currentState(row, ports);
  const cancelled = await ports.jobs.cancel(row.id);
  // Its object is gone: cron will record the end.
  if (!cancelled) return currentState(row, ports);
  const { state, concluding } = cancelled;
  // Nothing more will be settled, so the credits need not wait for the files.
  if (concluding) await releaseHold(row.id, row, ports.ledger);
  return state;
}

/** Stops every job of an organization. Safe to repeat. */
export async function cancelJobsOf(organizationId: string, ports: CancelPorts): Promise<void> {
  const rows = await listActiveJobs(ports.db, organizationId);
  await Promise.all(rows.map((row) => cancel(row, ports)));
}
