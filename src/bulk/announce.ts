import type { JobPlan, JobState, JobStatus } from '../core/bulk.ts';
import type { WebhookType } from '../core/webhooks.ts';
import type { BulkPorts } from './ports.ts';
import { statusObject } from './status-object.ts';

type Receiver = Pick<JobPlan, 'id' | 'caller' | 'webhook' | 'origin'>;

const TYPES: Partial<Record<JobStatus, WebhookType>> = {
  completed: 'bulk_job.completed',
  failed: 'bulk_job.failed',
  cancelled: 'bulk_job.cancelled',
  paused_insufficient_credits: 'bulk_job.paused',
};

/** Tells the job's receiver, if it has one. The same id is told once. */
async function announce(
  { caller, webhook, origin }: Receiver,
  id: string,
  state: JobState,
  ports: BulkPorts,
): Promise<void> {
  const type = TYPES[state.status];
  if (!webhook || !type) return;
  const { organizationId } = caller;
  const data = await statusObject(state, origin, ports.links);
  await ports.webhooks.deliver(webhook, {
    id,
    organizationId,
    type,
    createdAt: ports.pipeline.world.clock.now(),
    data,
  });
}

export const announceEnd = (job: Receiver, state: JobState, ports: BulkPorts): Promise<void> =>
  announce(job, `${job.id}:end`, state, ports);

/** @param pauses how often the job has paused; each pause is told once */
export async function announcePause(
  job: Receiver,
  pauses: number,
  ports: BulkPorts,
): Promise<void> {
  const state = await ports.jobs.state(job.id);
  if (state?.status === 'paused_insufficient_credits')
    await announce(job, `${job.id}:pause:${pauses}`, state, ports);
}
