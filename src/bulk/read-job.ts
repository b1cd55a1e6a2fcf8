import type { JobState } from '../core/bulk.ts';
import { ApiError } from '../core/errors.ts';
import { findJob, type JobRow } from '../store/bulk-jobs.ts';
import type { BulkPorts } from './ports.ts';

/** A job that has ended, as it was recorded. */
const recordedState = (row: JobRow): JobState => ({
  id: row.id,
  status: row.status,
  total: row.total,
  counts: {
    succeeded: row.succeeded,
    failed: row.failed,
    skipped: row.skipped,
    duplicates: row.duplicates,
  },
  credits: row.credits,
  webhookUrl: row.webhookUrl,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
  hasFiles: row.hasFiles,
});

/** A job as it is now: from its row when it has ended, else from its object. */
export async function currentState(
  row: JobRow,
  { jobs }: Pick<BulkPorts, 'jobs'>,
): Promise<JobState> {
  return (row.endedAt === null ? await jobs.state(row.id) : null) ?? recordedState(row);
}

/** @throws ApiError NOT_FOUND when this organization has no such job */
export async function requireJob(
  db: BulkPorts['db'],
  { organizationId, jobId }: { organizationId: string; jobId: string },
): Promise<JobRow> {
  const row = await findJob(db, organizationId, jobId);
  if (!row) throw new ApiError('NOT_FOUND', `There is no bulk job ${jobId}.`);
  return row;
}

/** @throws ApiError NOT_FOUND */
export async function readJob(
  request: { organizationId: string; jobId: string },
  ports: Pick<BulkPorts, 'db' | 'jobs'>,
): Promise<JobState> {
  return currentState(await requireJob(ports.db, request), ports);
}
