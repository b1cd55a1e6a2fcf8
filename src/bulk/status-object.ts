import { type JobState, processedRows } from '../core/bulk.ts';
import type { FileLinks } from '../core/files.ts';
import { jobFileKeys } from './file-keys.ts';

/**
 * A job's status as it goes over the wire (specification, "Bulk job resources"), the counters under their prose
 * names too. It is here because the webhooks carry it as well.
 * @param origin scheme and host for the link
 * @param links null when the deployment can sign none
 */
export async function statusObject(
  { id, status, total, counts, hasFiles, ...job }: JobState,
  origin: string,
  links: FileLinks | null,
) {
  const processed = processedRows(counts);
  return {
    job_id: id,
    status,
    total,
    processed,
    ...counts,
    processed_count: processed,
    successful_count: counts.succeeded,
    failed_count: counts.failed,
    credits_used: job.credits,
    results_url: links && hasFiles ? await links.link(jobFileKeys(id).results, origin) : null,
    ...(job.webhookUrl !== null && { webhook_url: job.webhookUrl }),
    created_at: new Date(job.createdAt).toISOString(),
    completed_at: job.endedAt === null ? null : new Date(job.endedAt).toISOString(),
  };
}
