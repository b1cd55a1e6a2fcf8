const BAR_CHARS = 30;

interface RunningJob {
  job_id: string;
  organization_id: string;
  type: string;
  status: string;
  total: number;
  processed: number;
  failed: number;
}

function line({
  job_id,
  organization_id,
  type,
  status,
  total,
  processed,
  failed,
}: RunningJob): string {
  const filled = Math.floor((processed / total) * BAR_CHARS);
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR_CHARS - filled)}]`;
  const share = `${Math.floor((processed / total) * 100)}%`.padStart(4);
  return `${job_id}  ${bar} ${share}  ${processed}/${total}, ${failed} failed  ${status}  ${type}  ${organization_id}`;
}

/** Running jobs, one line each. */
export function showJobs(data: unknown): string {
  const { jobs } = data as { jobs: RunningJob[] };
  return jobs.length === 0 ? 'No bulk job is running.' : jobs.map(line).join('\n');
}
