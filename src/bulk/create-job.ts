import { type JobPlan, type JobStatus, MAX_BULK_ROWS } from '../core/bulk.ts';
import type { Caller } from '../core/caller.ts';
import { ApiError } from '../core/errors.ts';
import type { AnyProduct } from '../core/product.ts';
import { releaseKey } from '../store/bulk-claims.ts';
import { deleteJob } from '../store/bulk-jobs.ts';
import { type Claimed, claimJob } from './claim-job.ts';
import { commitJob } from './commit-job.ts';
import { holdJob, type Shortage } from './hold-job.ts';
import { type PlannedRows, planRows } from './plan-rows.ts';
import type { BulkPorts } from './ports.ts';

export interface JobRequest {
  caller: Caller;
  type: string;
  inputs: readonly string[];
  webhookUrl: string | null;
  /** Header `Idempotency-Key`; null gives no protection against a replay. */
  idempotencyKey: string | null;
  /** Scheme and host the request was sent to. */
  origin: string;
}

export type CreatedJob =
  | {
      kind: 'created';
      jobId: string;
      accepted: number;
      webhook: { url: string; secret: string } | null;
    }
  | {
      kind: 'replayed';
      jobId: string;
      status: JobStatus;
      accepted: number;
      webhookUrl: string | null;
    }
  | { kind: 'refused'; shortage: Shortage };

const RETRY_AFTER_SECONDS = 5;

/** @throws ApiError INVALID_TYPE, INPUT_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE when nothing could answer a single row */
async function requireRunnable(
  { type, inputs, caller }: JobRequest,
  { products, pipeline }: BulkPorts,
): Promise<AnyProduct> {
  const product = products.get(type);
  if (!product)
    throw new ApiError(
      'INVALID_TYPE',
      `type: no product runs in bulk as ${type}; there are ${[...products.keys()].join(', ')}.`,
    );
  if (inputs.length > MAX_BULK_ROWS) {
    throw new ApiError(
      'INPUT_LIMIT_EXCEEDED',
      `inputs: has ${inputs.length} rows; at most ${MAX_BULK_ROWS} are allowed.`,
    );
  }
  if (caller.mode === 'live') {
    const available = await Promise.all(
      product.sources.list.map((source) => source.available(pipeline.world)),
    );
    if (!available.includes(true)) {
      const names = product.sources.list.map((source) => source.name).join(', ');
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        `No source of this lookup is configured: ${names}.`,
        { retryAfterSeconds: 3_600 },
      );
    }
  }
  return product;
}

/** Everything that must be there before the job exists. What is left behind by a crash is recovered by the job object. */
async function prepare(
  plan: JobPlan,
  rows: PlannedRows,
  ports: BulkPorts,
): Promise<Shortage | null> {
  await ports.jobs.prepare(plan);
  const shortage = plan.caller.mode === 'live' ? await holdJob(plan, rows, ports) : null;
  if (!shortage) await ports.files.putRows(plan.id, rows.parts);
  return shortage;
}

/** Undoes {@link prepare}. The void also refuses a hold that is still under way. */
export async function abandonJob(
  plan: Pick<JobPlan, 'id' | 'caller'>,
  ports: BulkPorts,
): Promise<void> {
  await ports.ledger.void(plan.caller.organizationId, { id: plan.id });
  await ports.files.removeJob(plan.id);
  await ports.jobs.abandon(plan.id);
}

async function create(
  request: JobRequest,
  product: AnyProduct,
  jobId: string,
  ports: BulkPorts,
): Promise<CreatedJob> {
  const { caller, type, inputs, webhookUrl, idempotencyKey, origin } = request;
  const registered = webhookUrl === null ? null : await ports.webhooks.register(webhookUrl);
  const rows = planRows(product, inputs);
  const createdAt = ports.pipeline.world.clock.now();
  const webhook = registered?.webhook ?? null;
  const plan: JobPlan = {
    id: jobId,
    caller,
    type,
    total: inputs.length,
    offsets: rows.offsets,
    webhook,
    origin,
    createdAt,
  };
  try {
    const shortage = await prepare(plan, rows, ports);
    if (shortage) {
      await abandonJob(plan, ports);
      return { kind: 'refused', shortage };
    }
    if (!(await commitJob(plan, idempotencyKey !== null, ports)))
      throw new ApiError('IDEMPOTENCY_CONFLICT');
  } catch (error) {
    await abandonJob(plan, ports);
    throw error;
  }
  // It exists, and would start by itself within a minute: a call that fails here is no failure of the job.
  if (!(await ports.jobs.start(jobId).catch(() => true))) {
    await deleteJob(ports.db, jobId);
    throw new ApiError('SERVICE_BUSY', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  return {
    kind: 'created',
    jobId,
    accepted: inputs.length,
    webhook: registered && { url: registered.webhook.url, secret: registered.secret },
  };
}

/**
 * Creates a job and starts it, once per Idempotency-Key and 24 hours. The whole job is priced and its credits
 * are set aside first.
 * @throws ApiError INVALID_TYPE, INPUT_LIMIT_EXCEEDED, INVALID_INPUT (webhook), IDEMPOTENCY_CONFLICT, SERVICE_*
 */
export async function createJob(request: JobRequest, ports: BulkPorts): Promise<CreatedJob> {
  const product = await requireRunnable(request, ports);
  const jobId = ports.newId();
  const replay: Claimed | null = await claimJob(request, jobId, ports);
  if (replay) return { kind: 'replayed', ...replay };
  try {
    const created = await create(request, product, jobId, ports);
    if (created.kind === 'refused')
      await releaseKey(ports.db, request.caller.organizationId, jobId);
    return created;
  } catch (error) {
    await releaseKey(ports.db, request.caller.organizationId, jobId);
    throw error;
  }
}
