import type { JobState } from '../core/bulk.ts';
import { ApiError } from '../core/errors.ts';
import { pageJobs } from '../store/bulk-jobs.ts';
import type { BulkPorts } from './ports.ts';
import { currentState } from './read-job.ts';

export const MAX_LISTED_JOBS = 100;

function parseCursor(text: string): { createdAt: number; id: string } {
  const match = /^(\d{1,15})\.([\w-]{1,60})$/.exec(text);
  if (!match) throw new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.');
  return { createdAt: Number(match[1]), id: match[2] as string };
}

/**
 * An organization's jobs, newest first.
 * @throws ApiError INVALID_INPUT for a cursor that is none of ours
 */
export async function listJobs(
  {
    organizationId,
    limit,
    cursor,
  }: { organizationId: string; limit: number; cursor: string | null },
  ports: Pick<BulkPorts, 'db' | 'jobs'>,
): Promise<{ jobs: (JobState & { type: string })[]; nextCursor: string | null }> {
  const rows = await pageJobs(
    ports.db,
    organizationId,
    limit + 1,
    cursor === null ? null : parseCursor(cursor),
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const jobs = await Promise.all(
    page.map(async (row) => ({ ...(await currentState(row, ports)), type: row.type })),
  );
  return { jobs, nextCursor: rows.length > limit && last ? `${last.createdAt}.${last.id}` : null };
}
