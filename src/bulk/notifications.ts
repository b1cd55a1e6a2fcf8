import { toIso, toIsoOrNull } from '../lib/time.ts';
import type { FileLinks, JobFileKeys } from '../lookup/jobs/files.ts';
import {
  type JobOrder,
  type JobSnapshot,
  type JobStatus,
  processedRows,
} from '../lookup/jobs/job.ts';
import type { WebhookType } from '../lookup/jobs/webhooks.ts';
import { jobProductTypes } from './jobs.ts';
import type { BulkPorts } from './ports.ts';
import { jobFileKeys } from './store-files.ts';

/** Signed URLs of a job's files, valid for an hour; null if there is no file, or no link to it. */
export type JobFileLinks = Record<keyof JobFileKeys, string | null>;

/** @param links null if the deployment cannot sign links */
export async function linkJobFiles(
  { id, hasFiles }: Pick<JobSnapshot, 'id' | 'hasFiles'>,
  origin: string,
  links: FileLinks | null,
): Promise<JobFileLinks> {
  const linked = await Promise.all(
    Object.entries(jobFileKeys(id)).map(async ([kind, key]) => {
      const link = links && hasFiles ? await links.link(key, origin) : null;
      return [kind, link] as const;
    }),
  );
  return Object.fromEntries(linked) as JobFileLinks;
}

/**
 * Wire format of a job's status, also sent by webhooks (specification, "Bulk job resources"). The
 * counters are also sent under the names in the specification's prose.
 * @param origin scheme and host for links
 * @param links null if the deployment cannot sign links
 */
export async function jobStatusObject(
  { id, type, status, fileName, total, counts, hasFiles, ...job }: JobSnapshot & { type: string },
  origin: string,
  links: FileLinks | null,
) {
  const processed = processedRows(counts);
  const { results, answers, good } = await linkJobFiles({ id, hasFiles }, origin, links);
  return {
    id,
    job_id: id,
    type,
    status,
    file_name: fileName,
    total,
    processed,
    ...counts,
    processed_count: processed,
    successful_count: counts.succeeded,
    failed_count: counts.failed,
    credits_used: job.credits,
    results_url: results,
    answers_url: answers,
    good_answers_url: good,
    webhook_url: job.webhookUrl ?? undefined,
    webhook_endpoint_id: job.webhookEndpointId ?? undefined,
    created_at: toIso(job.createdAt),
    completed_at: toIsoOrNull(job.endedAt),
  };
}

type NotifiedJob = Pick<JobOrder, 'id' | 'type' | 'webhook' | 'origin'> & {
  caller: Pick<JobOrder['caller'], 'organizationId' | 'mode'>;
};
type NotifyPorts = Pick<BulkPorts, 'links' | 'pipeline' | 'products' | 'webhooks'>;

const WEBHOOK_TYPE_BY_STATUS: Partial<Record<JobStatus, WebhookType>> = {
  completed: 'bulk_job.completed',
  failed: 'bulk_job.failed',
  cancelled: 'bulk_job.cancelled',
  paused_insufficient_credits: 'bulk_job.paused',
};

/** Sends a notification, once per id. */
async function announceState(
  { type: bulkType, caller, webhook, origin }: NotifiedJob,
  id: string,
  state: JobSnapshot,
  ports: NotifyPorts,
): Promise<void> {
  const type = WEBHOOK_TYPE_BY_STATUS[state.status];
  if (!type) return;
  const { organizationId, mode } = caller;
  const data = await jobStatusObject({ ...state, type: bulkType }, origin, ports.links);
  const event = {
    id,
    organizationId,
    mode,
    type,
    productTypes: jobProductTypes({ type: bulkType }, ports),
    createdAt: ports.pipeline.world.clock.now(),
    data,
  };
  await ports.webhooks.announce(event, webhook);
}

export const notifyJobEnd = (
  job: NotifiedJob,
  state: JobSnapshot,
  ports: NotifyPorts,
): Promise<void> => announceState(job, `${job.id}:end`, state, ports);

/** @param pauses number of pauses so far; each pause is notified once */
export async function notifyJobPause(
  job: NotifiedJob,
  pauses: number,
  ports: BulkPorts,
): Promise<void> {
  const state = await ports.jobs.state(job.id);
  if (state?.status === 'paused_insufficient_credits')
    await announceState(job, `${job.id}:pause:${pauses}`, state, ports);
}
