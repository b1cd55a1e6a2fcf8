import { type Caller, realmOf } from '../core/account/caller.ts';
import { ApiError } from '../core/errors.ts';
import type { JobStatus } from '../core/jobs/bulk.ts';
import { claimKey } from '../store/bulk-claims.ts';
import type { BulkPorts } from './ports.ts';
import { readJob } from './read-jobs.ts';

/** The job an earlier request with this key created. */
export interface Claimed {
  jobId: string;
  status: JobStatus;
  accepted: number;
  webhookUrl: string | null;
}

/**
 * Claims an Idempotency-Key for a new job. Live and test jobs have keys of their own.
 * @param requestHash of what is asked for
 * @returns null when the key is ours, or none was given; else the job it stands for
 * @throws ApiError IDEMPOTENCY_CONFLICT while that job is being created, or when it was asked for
 * differently
 */
export async function claimJob(
  { caller, idempotencyKey }: { caller: Caller; idempotencyKey: string | null },
  jobId: string,
  requestHash: string,
  ports: BulkPorts,
): Promise<Claimed | null> {
  if (idempotencyKey === null) return null;
  const { organizationId, mode } = caller;
  const key = `${mode}:${idempotencyKey}`;
  const claimedAt = ports.pipeline.world.clock.now();
  const holder = await claimKey(ports.db, { organizationId, key, jobId, requestHash, claimedAt });
  if (holder.jobId === jobId) return null;
  if (holder.requestHash !== requestHash) {
    throw new ApiError(
      'IDEMPOTENCY_CONFLICT',
      'This Idempotency-Key was used for another request; send a fresh one.',
    );
  }
  if (!holder.created) throw new ApiError('IDEMPOTENCY_CONFLICT');
  const { status, total, webhookUrl } = await readJob(
    { ...realmOf(caller), jobId: holder.jobId },
    ports,
  );
  return { jobId: holder.jobId, status, accepted: total, webhookUrl };
}
