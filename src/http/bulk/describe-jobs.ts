import { jobFileKeys, statusObject } from '../../bulk/announce.ts';
import type { listJobs } from '../../bulk/read-jobs.ts';
import type { ResultsPage } from '../../bulk/read-results.ts';
import type { ResultRecord } from '../../bulk/row-records.ts';
import { toIso } from '../../core/iso-time.ts';
import type { FileLinks } from '../../core/jobs/files.ts';

const CSV_NOTE =
  'results_url holds input, status, credits and the classification fields; full_results_url every field. Both are null until the job has ended and are valid for one hour; fetch the job again for fresh ones.';

const describePage = (limit: number, nextCursor: string | null) => ({
  limit,
  next_cursor: nextCursor,
  has_more: nextCursor !== null,
});

export async function describeListed(
  { jobs, nextCursor }: Awaited<ReturnType<typeof listJobs>>,
  limit: number,
  origin: string,
  links: FileLinks | null,
) {
  const described = await Promise.all(
    jobs.map(async (job) => ({ ...(await statusObject(job, origin, links)), type: job.type })),
  );
  return { jobs: described, pagination: describePage(limit, nextCursor) };
}

const describeRow = (row: ResultRecord) => ({
  id: row.id,
  input: row.input,
  status: row.status,
  tokens_consumed: row.credits,
  response_data: row.data,
  error_code: row.errorCode,
  error_message: row.errorMessage,
  created_at: toIso(row.startedAt),
  completed_at: toIso(row.endedAt),
});

/** The results object of the specification. */
export async function describeResults(
  { state, rows, nextCursor }: ResultsPage,
  limit: number,
  origin: string,
  links: FileLinks | null,
) {
  const { results, full } = jobFileKeys(state.id);
  const link = (key: string) => (links && state.hasFiles ? links.link(key, origin) : null);
  return {
    job_id: state.id,
    status: state.status,
    results_url: await link(results),
    full_results_url: await link(full),
    csv_note: CSV_NOTE,
    lookups: rows.map(describeRow),
    pagination: describePage(limit, nextCursor),
  };
}
