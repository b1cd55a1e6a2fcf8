import { CHUNK_ROWS, type JobStatus } from '../core/bulk.ts';
import { ApiError } from '../core/errors.ts';
import { claimKey } from '../store/bulk-claims.ts';
import type { JobRequest } from './create-job.ts';
import type { BulkPorts } from './ports.ts';
import { readJob } from './read-job.ts';

/** The job an earlier request with this key created. */
export interface Claimed {
  jobId: string;
  status: JobStatus;
  accepted: number;
  webhookUrl: string | null;
}

const digest = async (text: string): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Hash of what is asked for: a hash of hashes, so that 32 MiB of rows are never copied whole. */
async function hashRequest({ type, inputs, webhookUrl }: JobRequest): Promise<string> {
  const parts = [JSON.stringify([type, webhookUrl, inputs.length])];
  for (let first = 0; first < inputs.length; first += CHUNK_ROWS * 10) {
    parts.push(await digest(JSON.stringify(inputs.slice(first, first + CHUNK_ROWS * 10))));
  }
  return digest(parts.join('\n'));
}

/**
 * Claims the request's Idempotency-Key for a new job.
 * @returns null when the key is ours, or none was given; else the job it stands for
 * @throws ApiError IDEMPOTENCY_CONFLICT while that job is being created, or when it was asked for differently
 */
export async function claimJob(
  request: JobRequest,
  jobId: string,
  ports: BulkPorts,
): Promise<Claimed | null> {
  const { idempotencyKey: key, caller } = request;
  if (key === null) return null;
  const { organizationId } = caller;
  const claimedAt = ports.pipeline.world.clock.now();
  const requestHash = await hashRequest(request);
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
    { organizationId, jobId: holder.jobId },
    ports,
  );
  return { jobId: holder.jobId, status, accepted: total, webhookUrl };
}
