import type { Caller } from '../core/account/caller.ts';
import { takeRoom } from '../core/account/ceilings.ts';
import { requireScopes } from '../core/account/scopes.ts';
import { ApiError } from '../core/errors.ts';
import type { JobOrder, JobStatus } from '../core/jobs/bulk.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import { quoted } from '../core/one-line.ts';
import { releaseKey } from '../store/bulk-claims.ts';
import { deleteJob, insertJob, type JobRow, jobExists } from '../store/bulk-jobs.ts';
import type { Spool } from '../store/bulk-objects.ts';
import { claimJob } from './claim-job.ts';
import { holdJob, type Shortage } from './hold-job.ts';
import type { BulkPorts } from './ports.ts';
import { requireSource } from './product-of.ts';
import { type ArrivingJob, type ReceivedJob, receiveRows } from './receive-rows.ts';
import { planRows } from './rows.ts';

export interface JobRequest {
  caller: Caller;
  job: ArrivingJob;
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

/** Recovery looks for a job in doubt within minutes: asking again at once would not help. */
const DOUBT_RETRY_AFTER_SECONDS = 60;

/** Nobody can tell whether the job exists: it is left to be recovered, not undone. */
class CommitInDoubt extends ApiError {
  constructor(cause: unknown) {
    const message =
      'It is not known yet whether the job was created; send it again with its Idempotency-Key.';
    super('SERVICE_BUSY', message, { retryAfterSeconds: DOUBT_RETRY_AFTER_SECONDS, cause });
  }
}

/** @throws ApiError INVALID_TYPE; INSUFFICIENT_SCOPE when it is none of the key's */
function requireProduct(type: string, { scopes }: Caller, { products }: BulkPorts): AnyProduct {
  const product = products.get(type);
  if (product) {
    requireScopes(scopes ?? null, [product.type]);
    return product;
  }
  const known = [...products.keys()].join(', ');
  throw new ApiError(
    'INVALID_TYPE',
    `type: no product runs in bulk as ${quoted(type)}; there are ${known}.`,
  );
}

/** The row of a job that has just begun. */
export const rowOf = ({ id, caller, type, total, webhook, createdAt }: JobOrder): JobRow => ({
  id,
  organizationId: caller.organizationId,
  userId: caller.userId,
  keyId: caller.keyId,
  mode: caller.mode,
  type,
  status: 'processing',
  total,
  succeeded: 0,
  failed: 0,
  skipped: 0,
  duplicates: 0,
  credits: 0,
  webhookUrl: webhook?.url ?? null,
  hasFiles: false,
  createdAt,
  endedAt: null,
  tidiedAt: null,
});

/**
 * Makes a prepared job exist: from here on it runs, whatever becomes of its creator.
 * @returns false when there is certainly no job @throws CommitInDoubt
 */
async function commit(order: JobOrder, claimed: boolean, { db }: BulkPorts): Promise<boolean> {
  try {
    return await insertJob(db, rowOf(order), claimed);
  } catch (cause) {
    // Only the answer may have been lost; that it is not there yet does not say that it will not
    // be.
    if (await jobExists(db, order.id).catch(() => false)) return true;
    throw new CommitInDoubt(cause);
  }
}

/**
 * Undoes whatever was done for a job that does not exist. The void also refuses a hold that is
 * still under way.
 */
export async function abandonJob(
  { id, caller }: Pick<JobOrder, 'id' | 'caller'>,
  { ledger, files, jobs, rooms }: BulkPorts,
): Promise<void> {
  if (caller.mode === 'live') await ledger.void(caller.organizationId, { id });
  await files.removeJob(id);
  await rooms.releaseRoom(caller.organizationId, { kind: 'jobs', id });
  await jobs.abandon(id);
}

/**
 * Everything that must be there before the job exists. What a crash leaves behind is recovered by
 * the job's object.
 */
async function prepare(
  order: JobOrder,
  product: AnyProduct,
  spool: Spool,
  { jobs, files, ledger, rooms }: BulkPorts,
): Promise<Shortage | null> {
  await jobs.prepare(order, []);
  const rows = files.writeRows(order.id);
  try {
    const plan = await planRows(product, spool.rows(), rows);
    await jobs.prepare(order, plan.chunks);
    const shortage = order.caller.mode === 'live' ? await holdJob(order, plan, { ledger }) : null;
    if (!shortage) {
      await rows.end();
      return null;
    }
    // A hold that was refused has changed nothing: there is nothing to void.
    await rows.abort();
    await rooms.releaseRoom(order.caller.organizationId, { kind: 'jobs', id: order.id });
    await jobs.abandon(order.id);
    return shortage;
  } catch (error) {
    await rows.abort();
    throw error;
  }
}

type Registered = Awaited<ReturnType<BulkPorts['webhooks']['register']>> | null;

async function create(
  { caller, idempotencyKey, origin }: JobRequest,
  jobId: string,
  { type, webhookUrl, total }: ReceivedJob,
  spool: Spool,
  ports: BulkPorts,
): Promise<CreatedJob> {
  const product = requireProduct(type, caller, ports);
  const { organizationId, mode } = caller;
  const room = { kind: 'jobs', mode, id: jobId } as const;
  await takeRoom(organizationId, room, ports.rooms);
  const createdAt = ports.pipeline.world.clock.now();
  const order: JobOrder = { id: jobId, caller, type, total, webhook: null, origin, createdAt };
  let registered: Registered = null;
  try {
    if (webhookUrl !== null) {
      registered = await ports.webhooks.register(webhookUrl);
      order.webhook = registered.webhook;
    }
    const shortage = await prepare(order, product, spool, ports);
    if (shortage) return { kind: 'refused', shortage };
    if (!(await commit(order, idempotencyKey !== null, ports)))
      throw new ApiError('IDEMPOTENCY_CONFLICT');
  } catch (error) {
    if (!(error instanceof CommitInDoubt)) await abandonJob(order, ports);
    throw error;
  }
  // It exists, and would start by itself within a minute: a call that fails here is no failure of
  // the job.
  if (!(await ports.jobs.start(jobId).catch(() => true))) {
    await deleteJob(ports.db, jobId);
    await ports.rooms.releaseRoom(organizationId, room);
    throw new ApiError('SERVICE_BUSY', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  const secret = registered && { url: registered.webhook.url, secret: registered.secret };
  return { kind: 'created', jobId, accepted: total, webhook: secret };
}

/**
 * Creates a job and starts it, once per Idempotency-Key and 24 hours. The whole job is priced and
 * its credits are set aside first; a job that is refused leaves nothing.
 * @throws ApiError INVALID_TYPE, INPUT_LIMIT_EXCEEDED (rows, running jobs), INVALID_INPUT
 * (webhook),
 * RATE_LIMIT_EXCEEDED (jobs made), IDEMPOTENCY_CONFLICT, SERVICE_*
 */
export async function createJob(request: JobRequest, ports: BulkPorts): Promise<CreatedJob> {
  const { organizationId, mode } = request.caller;
  const jobId = ports.newId();
  const spool = ports.files.spool(jobId);
  try {
    const received = await receiveRows(
      request.job,
      spool,
      ({ type }) => void requireProduct(type, request.caller, ports),
    );
    if (mode === 'live')
      await requireSource(requireProduct(received.type, request.caller, ports), ports);
    const replay = await claimJob(request, jobId, received.requestHash, ports);
    if (replay) return { kind: 'replayed', ...replay };
    try {
      const created = await create(request, jobId, received, spool, ports);
      if (created.kind === 'refused') await releaseKey(ports.db, organizationId, jobId);
      return created;
    } catch (error) {
      if (!(error instanceof CommitInDoubt)) await releaseKey(ports.db, organizationId, jobId);
      throw error;
    }
  } finally {
    // What cannot be dropped is deleted with the job.
    await spool
      .drop()
      .catch((cause) => ports.warn('rows on their way could not be dropped', cause));
  }
}

/** A request that creates a job is gone by then. */
const CREATION_LIMIT_MS = 600_000;

/**
 * A job was prepared and nobody started it: its creator was stopped on the way. If the job exists,
 * it starts now; else what was set aside for it goes back.
 */
export async function recoverJob(order: JobOrder, ports: BulkPorts): Promise<void> {
  if (await jobExists(ports.db, order.id)) await ports.jobs.start(order.id);
  else if (order.createdAt + CREATION_LIMIT_MS <= ports.pipeline.world.clock.now())
    await abandonJob(order, ports);
}
