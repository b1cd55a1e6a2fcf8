import { ApiError } from '../lib/errors.ts';
import { quoted } from '../lib/text.ts';
import { type Caller, callerRealm } from '../lookup/account/caller.ts';
import type { Balance } from '../lookup/account/ledger.ts';
import { requireScopes } from '../lookup/account/principal.ts';
import { requireQuota } from '../lookup/account/quotas.ts';
import { usedKeyError } from '../lookup/account/replay.ts';
import type { RowsPrice } from '../lookup/jobs/files.ts';
import type { JobOrder, JobStatus } from '../lookup/jobs/job.ts';
import type { ReceiverChoice, WebhookReceiver } from '../lookup/jobs/webhooks.ts';
import { type AnyProduct, findNamedProduct } from '../lookup/product.ts';
import { holdJob, type InsufficientCredits } from './holds.ts';
import { readJob } from './jobs.ts';
import type { BulkPorts } from './ports.ts';
import {
  planLimitedRows,
  priceOfRows,
  requireConfiguredSource,
  requireRowCountry,
} from './products.ts';
import {
  emptyRowPlan,
  type IncomingJob,
  type JobPart,
  type JobTerms,
  type PlannedJob,
  plannedTerms,
  plannedTotal,
  planRows,
  type ReceivedJob,
  type RowPlan,
  receiveRows,
} from './rows.ts';
import {
  deleteIdempotencyClaim,
  deleteJobRow,
  insertIdempotencyClaim,
  insertJobRow,
  jobExists,
  newJobRow,
} from './store.ts';
import type { StagedRows } from './store-files.ts';

/** The job that an earlier request with the same key created. */
interface ClaimedJob extends Required<ReceiverChoice> {
  jobId: string;
  status: JobStatus;
  accepted: number;
}

/** Retry-After while another request with the key is creating the job. */
const CLAIM_RETRY_SECONDS = 10;

/**
 * Claims the idempotency key of a new job. Live and test jobs have separate keys.
 * @param requestHash hash of the request
 * @returns null if the claim succeeded or no key was given; else the existing job of the key
 * @throws ApiError IDEMPOTENCY_CONFLICT while that job is being created, or if the requests differ
 */
async function claimIdempotencyKey(
  { caller, idempotencyKey }: { caller: Caller; idempotencyKey: string | null },
  jobId: string,
  requestHash: string,
  ports: BulkPorts,
): Promise<ClaimedJob | null> {
  if (idempotencyKey === null) return null;
  const { organizationId, mode } = caller;
  const key = `${mode}:${idempotencyKey}`;
  const claimedAt = ports.pipeline.world.clock.now();
  const holder = await insertIdempotencyClaim(ports.db, {
    organizationId,
    key,
    jobId,
    requestHash,
    claimedAt,
  });
  if (holder.jobId === jobId) return null;
  if (holder.requestHash !== requestHash) throw usedKeyError();
  if (!holder.created)
    throw new ApiError('IDEMPOTENCY_CONFLICT', undefined, {
      headers: { 'Retry-After': String(CLAIM_RETRY_SECONDS) },
    });
  const { status, total, webhookUrl, webhookEndpointId } = await readJob(
    { ...callerRealm(caller), jobId: holder.jobId },
    ports,
  );
  return { jobId: holder.jobId, status, accepted: total, webhookUrl, webhookEndpointId };
}

interface JobRequest {
  caller: Caller;
  job: IncomingJob | PlannedJob;
  /** Header `Idempotency-Key`; null means no protection against a replay. */
  idempotencyKey: string | null;
  /** Scheme and host of the request. */
  origin: string;
}

export type CreatedJob =
  | {
      kind: 'created';
      jobId: string;
      accepted: number;
      webhook: WebhookReceiver | null;
      /** Null for an endpoint, which has its own secret. */
      webhookSecret: string | null;
      creditsHeld: number;
      plan: RowPlan;
      columns: JobTerms['columns'];
    }
  | ({ kind: 'replayed' } & ClaimedJob)
  | { kind: 'refused'; shortage: InsufficientCredits };

export interface PricedJob {
  kind: 'priced';
  type: string;
  price: RowsPrice;
  columns: JobTerms['columns'];
  /** Credits that can be spent now. */
  balance: Balance;
}

const RETRY_AFTER_SECONDS = 5;

/** Retry-After of an uncertain commit, which recovery resolves within minutes. */
const UNKNOWN_COMMIT_RETRY_AFTER_SECONDS = 60;

/** Uncertain commit: the job may exist, so it is left to recovery and not undone. */
class CommitOutcomeUnknown extends ApiError {
  constructor(cause: unknown) {
    const message =
      'It is not yet known whether the job was created. Send the request again with the same Idempotency-Key.';
    super('SERVICE_BUSY', message, {
      retryAfterSeconds: UNKNOWN_COMMIT_RETRY_AFTER_SECONDS,
      cause,
    });
  }
}

/** @throws ApiError INVALID_TYPE; INSUFFICIENT_SCOPE for a product outside the key's scopes */
function requireRequestedProduct(
  type: string,
  { scopes }: Caller,
  { products }: BulkPorts,
): AnyProduct {
  const product = findNamedProduct(type, [...products.values()]);
  if (product) {
    requireScopes(scopes ?? null, [product.type]);
    return product;
  }
  const known = [...products.keys()].join(', ');
  throw new ApiError(
    'INVALID_TYPE',
    `type: there is no bulk type ${quoted(type)}; use one of ${known}.`,
    { param: 'type' },
  );
}

/**
 * Commits a prepared job: from then on it runs, even if its creator is stopped.
 * @returns false if the job certainly does not exist @throws CommitOutcomeUnknown
 */
async function commitJob(
  order: JobOrder,
  claim: { isClaimed: boolean },
  { db }: BulkPorts,
): Promise<boolean> {
  try {
    return await insertJobRow(db, newJobRow(order), claim);
  } catch (cause) {
    // The insert may still be applied, so a missing row does not prove that it failed.
    if (await jobExists(db, order.id).catch(() => false)) return true;
    throw new CommitOutcomeUnknown(cause);
  }
}

/** Undoes the preparation of a job that was not committed. Voiding also refuses a late hold. */
export async function abandonJob(
  { id, caller }: Pick<JobOrder, 'id' | 'caller'>,
  { accounts, files, jobs }: BulkPorts,
): Promise<void> {
  if (caller.mode === 'live') await accounts.void(caller.organizationId, { id });
  await files.removeJob(id);
  await accounts.releaseQuota(caller.organizationId, { kind: 'jobs', id });
  await jobs.abandon(id);
}

interface PreparedJob {
  plan: RowPlan;
  /** Figures of a refusal, which leaves nothing behind. */
  shortage: InsufficientCredits | null;
}

/**
 * Prepares a job before it is committed: stages and prices the rows, and holds the whole price.
 * After a crash, the job's object recovers what was left behind.
 */
export async function prepareJob(
  order: JobOrder,
  parts: readonly JobPart[],
  ports: BulkPorts,
): Promise<PreparedJob> {
  const { id, caller, country: rowCountry } = order;
  await ports.jobs.prepare(order, []);
  const written = ports.files.writeRows(id);
  try {
    const plan = emptyRowPlan();
    const countries = { country: caller.defaultCountry, rowCountry };
    for (const part of parts) await planRows({ ...part, ...countries }, written, plan);
    const shortage = await holdPlan(order, plan, ports);
    await (shortage ? written.abort() : written.end());
    return { plan, shortage };
  } catch (error) {
    await written.abort();
    throw error;
  }
}

/** Like {@link prepareJob}, with rows that were planned before. */
async function preparePlannedJob(
  order: JobOrder,
  { plan, rows }: PlannedJob,
  ports: BulkPorts,
): Promise<PreparedJob> {
  await ports.jobs.prepare(order, []);
  const shortage = await holdPlan(order, plan, ports);
  await (shortage ? rows.cancel() : ports.files.copyRows(order.id, rows));
  return { plan, shortage };
}

/** Passes the plan to the job's object and holds its price; a refused job leaves nothing behind. */
async function holdPlan(
  order: JobOrder,
  plan: RowPlan,
  { jobs, accounts }: BulkPorts,
): Promise<InsufficientCredits | null> {
  const { id, caller } = order;
  await jobs.prepare({ ...order, total: plannedTotal(plan) }, plan.chunks);
  const shortage = caller.mode === 'live' ? await holdJob(order, plan, { accounts }) : null;
  if (!shortage) return null;
  // A refused hold has changed nothing, so there is nothing to void.
  if (!order.run) await accounts.releaseQuota(caller.organizationId, { kind: 'jobs', id });
  await jobs.abandon(id);
  return shortage;
}

async function createPreparedJob(
  { caller, job, idempotencyKey, origin }: JobRequest,
  jobId: string,
  { type: requestedType, total, country, sent, fileName, columns, ...choice }: ReceivedJob,
  staged: StagedRows,
  ports: BulkPorts,
): Promise<CreatedJob> {
  const product = requireRequestedProduct(requestedType, caller, ports);
  const type = product.bulk ?? requestedType;
  const { organizationId, mode } = caller;
  const room = { kind: 'jobs', mode, id: jobId } as const;
  await requireQuota(organizationId, room, ports.accounts);
  const createdAt = ports.pipeline.world.clock.now();
  const order: JobOrder = {
    id: jobId,
    caller,
    type,
    total,
    webhook: null,
    origin,
    createdAt,
    ...(country !== undefined && { country }),
    ...(sent && { sent }),
    ...(fileName !== undefined && { fileName }),
  };
  let webhookSecret: string | null = null;
  let plan: RowPlan;
  try {
    const of = { organizationId, mode, productTypes: [product.type] };
    const registered = await ports.webhooks.register(choice, of);
    order.webhook = registered?.webhook ?? null;
    webhookSecret = registered?.secret ?? null;
    const prepared =
      'plan' in job
        ? await preparePlannedJob(order, job, ports)
        : await prepareJob(order, [{ product, rows: staged.rows() }], ports);
    if (prepared.shortage) return { kind: 'refused', shortage: prepared.shortage };
    plan = prepared.plan;
    if (!(await commitJob(order, { isClaimed: idempotencyKey !== null }, ports)))
      throw new ApiError('IDEMPOTENCY_CONFLICT');
  } catch (error) {
    if (!(error instanceof CommitOutcomeUnknown)) await abandonJob(order, ports);
    throw error;
  }
  // The job is committed, and its alarm starts it within a minute, so a failure of this call is not
  // a failure of the job.
  if (!(await ports.jobs.start(jobId).catch(() => true))) {
    await deleteJobRow(ports.db, organizationId, jobId);
    await ports.accounts.releaseQuota(organizationId, room);
    throw new ApiError('SERVICE_BUSY', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  const creditsHeld = mode === 'live' ? plan.price : 0;
  const { webhook } = order;
  const made = { jobId, accepted: total, webhook, webhookSecret, creditsHeld, plan, columns };
  return { kind: 'created', ...made };
}

/**
 * Creates and starts a job, once per Idempotency-Key within 24 hours; a dry run only prices it. The
 * whole job is priced and its credits are held first; a refused job leaves nothing behind.
 * @throws ApiError INVALID_TYPE, INPUT_LIMIT_EXCEEDED (rows, running jobs), INVALID_INPUT
 * (webhook), RATE_LIMIT_EXCEEDED (jobs made), IDEMPOTENCY_CONFLICT, SERVICE_*
 */
export async function requestJob(
  request: JobRequest,
  ports: BulkPorts,
): Promise<CreatedJob | PricedJob> {
  const { organizationId, mode } = request.caller;
  const jobId = ports.newId();
  const staged = ports.files.stage(jobId);
  try {
    const { job } = request;
    const received =
      'plan' in job
        ? plannedTerms(job)
        : await receiveRows(job, staged, ({ type, country }) =>
            requireRowCountry(requireRequestedProduct(type, request.caller, ports), country),
          );
    const product = requireRequestedProduct(received.type, request.caller, ports);
    if (mode === 'live') await requireConfiguredSource(product, ports);
    if (received.isDryRun) {
      const { country: rowCountry } = received;
      const countries = { country: request.caller.defaultCountry, rowCountry };
      const [plan, balance] = await Promise.all([
        planLimitedRows({ product, rows: staged.rows(), ...countries }),
        ports.accounts.balance(organizationId, request.caller.keyId),
      ]);
      const price = priceOfRows(plan);
      const type = product.bulk ?? received.type;
      return { kind: 'priced', type, price, columns: received.columns, balance };
    }
    const replay = await claimIdempotencyKey(request, jobId, received.requestHash, ports);
    if (replay) return { kind: 'replayed', ...replay };
    try {
      const created = await createPreparedJob(request, jobId, received, staged, ports);
      if (created.kind === 'refused') await deleteIdempotencyClaim(ports.db, organizationId, jobId);
      return created;
    } catch (error) {
      if (!(error instanceof CommitOutcomeUnknown))
        await deleteIdempotencyClaim(ports.db, organizationId, jobId);
      throw error;
    }
  } finally {
    // Staged rows that cannot be deleted now are deleted with the job.
    await staged
      .discard()
      .catch((cause) => ports.warn('rows on their way could not be dropped', cause));
  }
}

/** Creates a job; not for dry runs. @throws ApiError as {@link requestJob} */
export async function createJob(request: JobRequest, ports: BulkPorts): Promise<CreatedJob> {
  const job = await requestJob(request, ports);
  if (job.kind === 'priced') throw new Error('a job that was to be made was only priced');
  return job;
}

/** Time limit of a request that creates a job. */
const CREATION_LIMIT_MS = 600_000;

/**
 * Recovers a job whose creator was stopped before the start: starts a committed job, and releases
 * the hold of any other.
 */
export async function recoverJob(order: JobOrder, ports: BulkPorts): Promise<void> {
  if (await jobExists(ports.db, order.id)) await ports.jobs.start(order.id);
  else if (order.createdAt + CREATION_LIMIT_MS <= ports.pipeline.world.clock.now())
    await abandonJob(order, ports);
}
