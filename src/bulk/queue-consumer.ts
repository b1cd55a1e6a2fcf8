import { consumeLeased } from '../lib/lease.ts';
import { createLimiter, yieldToEventLoop } from '../lib/limiter.ts';
import type { RepeatedAnswer, ResultRow } from '../lookup/jobs/files.ts';
import type { JobOrder, JobSnapshot } from '../lookup/jobs/job.ts';
import { factKey, writeCache } from '../lookup/pipeline/answer.ts';
import { LOOKUPS_AT_ONCE } from '../lookup/pipeline/source-call.ts';
import type { AnyProduct } from '../lookup/product.ts';
import { usesTablesOnly } from '../lookup/source.ts';
import { runChunk } from './chunks.ts';
import { releaseJobHold } from './holds.ts';
import { recoverJob } from './job-creation.ts';
import {
  type FinishedChunk,
  type JobLease,
  type JobMessage,
  jobMessage,
  type LeasedStage,
} from './job-state.ts';
import { finalizeRun, recoverRun } from './monitor-runs.ts';
import { notifyJobEnd } from './notifications.ts';
import type { BulkPorts } from './ports.ts';
import { bulkProductOf } from './products.ts';
import { decodeRecords, readResultsByChunk, unpackPayments } from './results.ts';
import type { Consumer } from './row-lookups.ts';
import { decodeRows, MAX_CHUNKS, type PlannedRow } from './rows.ts';
import { recordJobEnd } from './store.ts';
import { jobFileKeys, jobKeys } from './store-files.ts';

/** The planned rows of a chunk; none if their object was deleted. */
const plannedRows = async (
  { id }: JobOrder,
  { place }: FinishedChunk,
  { files }: BulkPorts,
): Promise<PlannedRow[]> => decodeRows((await files.readRows(id, place)) ?? '');

/** Positions of the rows that are repeated by others. */
async function repeatedPositions(
  order: JobOrder,
  chunks: readonly FinishedChunk[],
  ports: BulkPorts,
): Promise<Set<number>> {
  const positions = new Set<number>();
  for (const chunk of chunks)
    if (chunk.place.duplicates > 0)
      for (const { repeats } of await plannedRows(order, chunk, ports))
        if (repeats !== null) positions.add(repeats);
  return positions;
}

const NOT_LOOKED_UP = {
  status: 'cancelled',
  errorMessage: 'The job was cancelled before this row was looked up.',
};

/** All rows in order; answers of rows that others repeat are kept for their duplicates. */
async function* resultRows(
  order: JobOrder,
  chunks: readonly FinishedChunk[],
  ports: BulkPorts,
): AsyncGenerator<ResultRow> {
  const positions = await repeatedPositions(order, chunks, ports);
  const answers = new Map<number, RepeatedAnswer>();
  let at = 0;
  for await (const records of readResultsByChunk(order, chunks, ports.files)) {
    const chunk = chunks[at] as FinishedChunk;
    at += 1;
    const isPlanNeeded = order.sent !== undefined || chunk.place.duplicates > 0;
    const planned = isPlanNeeded ? await plannedRows(order, chunk, ports) : [];
    for (const [index, record] of records.entries()) {
      const { input, status, credits, errorMessage, data, isGood } = record;
      const position = chunk.place.row + index;
      if (data && positions.has(position)) {
        const { classification } = data;
        answers.set(position, { classification, isGood });
      }
      const { cells, repeats = null } = planned[index] ?? {};
      const repeated = repeats === null ? undefined : answers.get(repeats);
      const row = { input, status, credits, errorMessage, data, isGood, cells };
      yield chunk.isDropped ? { ...row, ...NOT_LOOKED_UP } : { ...row, repeated };
    }
  }
}

/** Writes the result files. @returns whether there was anything to write */
async function writeResultFiles(order: JobOrder, ports: BulkPorts): Promise<boolean> {
  const product = ports.products.get(order.type);
  if (!product) throw new Error(`there is no bulk product ${order.type}`);
  const chunks = await ports.jobs.finished(order.id, 0, MAX_CHUNKS, true);
  if (chunks.every(({ isDropped }) => isDropped)) return false;
  const rows = resultRows(order, chunks, ports);
  const { id, sent = null, fileName: name = id } = order;
  await ports.assembleCsv({ product, rows, keys: jobFileKeys(id), name, sent });
  return true;
}

async function endJob(
  { order, state, turn: token }: JobLease,
  ports: BulkPorts,
): Promise<JobSnapshot | null> {
  if (state.endedAt !== null) return state;
  await releaseJobHold(order.id, order.caller, ports.accounts);
  const hasFiles = await writeResultFiles(order, ports);
  return ports.jobs.end(order.id, token, { hasFiles });
}

/**
 * Ends a job whose chunks are all finished: releases the rest of the hold, writes the files,
 * records the end and delivers the webhook. Safe to stop anywhere and to run again.
 * @returns whether it was notified; false if the lease was lost
 */
async function finalizeJob(lease: JobLease, ports: BulkPorts): Promise<boolean> {
  const state = await endJob(lease, ports);
  if (!state) return false;
  await recordJobEnd(ports.db, state);
  const { id, caller } = lease.order;
  await ports.accounts.releaseQuota(caller.organizationId, { kind: 'jobs', id });
  await notifyJobEnd(lease.order, state, ports);
  return true;
}

/**
 * Budget of one lease of the caching stage: few chunks, little time and few concurrent writes,
 * followed by a pause for other work.
 */
const CHUNKS_PER_LEASE = 10;
const LEASE_BUDGET_MS = 500;
const WRITES_AT_ONCE = 3;
const PAUSE_MS = 1_000;

/** Products whose facts are cached: those that do not rest on tables alone. */
const cacheableProducts = ({ type, caller, run }: JobOrder, ports: BulkPorts): AnyProduct[] =>
  (caller.mode === 'live' ? (run?.types ?? [type]) : [])
    .flatMap((one) => bulkProductOf(one, ports) ?? [])
    .filter((product) => !usesTablesOnly(product.sources, ports.pipeline.world, 'bulk'));

async function writeChunkToCache(
  { id, caller }: JobOrder,
  { chunk, attempt, payments }: FinishedChunk,
  products: readonly AnyProduct[],
  { files, pipeline }: BulkPorts,
) {
  const text = await files.read(jobKeys.attemptResult(id, chunk, attempt));
  if (text === null) return;
  const paid = unpackPayments(payments);
  const facts = decodeRecords(text).flatMap((row, index) => {
    const payment = paid[index];
    if (row.state !== 'found' || !row.found || !payment || 'code' in payment) return [];
    const product = products.find(({ type }) => type === row.data.request.type);
    if (!product) return [];
    const { inputHash, found } = row;
    const key = factKey({ product, caller }, inputHash);
    return [{ key, product, inputHash, found, endsAt: payment.windowEndsAt }];
  });
  const stored = await pipeline.cache.getMany(
    facts.map((fact) => fact.key),
    pipeline.world.clock.now(),
  );
  const limit = createLimiter(WRITES_AT_ONCE);
  await Promise.all(
    facts.map(async ({ key, product, inputHash, found, endsAt }) => {
      // A newer fact was cached while the job ran.
      const known = stored.get(key);
      if (known?.consulted && known.foundAt >= found.foundAt) return;
      await limit(() => writeCache({ product, caller }, inputHash, found, endsAt, pipeline));
    }),
  );
}

/**
 * Writes an ended job's facts to the cache of single lookups. Deferred to the end because a cache
 * write takes longer than most rows.
 */
async function writeFactsToCache(
  { order, turn: token, cachedRows: first }: JobLease,
  ports: BulkPorts,
) {
  const { clock } = ports.pipeline.world;
  const endsAt = clock.now() + LEASE_BUDGET_MS;
  const products = cacheableProducts(order, ports);
  const chunks =
    products.length > 0 ? await ports.jobs.finished(order.id, first, CHUNKS_PER_LEASE) : [];
  let cachedRows = first;
  let isOver = chunks.length < CHUNKS_PER_LEASE;
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0 && clock.now() >= endsAt) {
      isOver = false;
      break;
    }
    await writeChunkToCache(order, chunk, products, ports);
    cachedRows = chunk.place.row + chunk.place.rows;
  }
  // The rows of a run are not needed any more: changes are recorded in the monitor.
  if (isOver && order.run) await ports.files.removeJob(order.id);
  await ports.jobs.markCached(order.id, token, isOver ? null : { cachedRows, pauseMs: PAUSE_MS });
}

/** Serialized yields: each caller continues after a yield of its own. */
function serializedYields(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(yieldToEventLoop);
    return last;
  };
}

/**
 * Time limit of a consumer. Rows that it does not reach go back to their job, so that a slow job
 * does not block the queue.
 */
const CONSUMER_MS = 15_000;

async function finalize(lease: JobLease, ports: BulkPorts): Promise<void> {
  const { order, turn: token } = lease;
  if (!(await (order.run ? finalizeRun : finalizeJob)(lease, ports))) return;
  // Without facts to cache, no later lease is needed.
  if (cacheableProducts(order, ports).length === 0) return writeFactsToCache(lease, ports);
  await ports.jobs.markNotified(order.id, token, null);
}

const STAGE_HANDLERS: Record<LeasedStage, (lease: JobLease, ports: BulkPorts) => Promise<void>> = {
  prepared: ({ order }, ports) => (order.run ? recoverRun(order, ports) : recoverJob(order, ports)),
  concluding: finalize,
  ended: finalize,
  remembering: writeFactsToCache,
};

async function processMessage(message: JobMessage, ports: BulkPorts, consumer: Consumer) {
  if ('chunk' in message) return runChunk(message, ports, consumer);
  const lease = await ports.jobs.acquire(message.jobId, message.turn);
  if (lease) await STAGE_HANDLERS[lease.stage](lease, ports);
}

/** Consumes messages of jobs. @param areDead whether these are dead letters, of failed attempts */
export async function handleBulkMessages(
  messages: readonly Message[],
  ports: BulkPorts,
  { areDead = false } = {},
): Promise<void> {
  const { jobs, warn } = ports;
  const consumer: Consumer = {
    ioLimiter: createLimiter(LOOKUPS_AT_ONCE),
    cpuLimiter: createLimiter(2),
    yieldToEventLoop: serializedYields(),
    endsAt: ports.pipeline.world.clock.now() + CONSUMER_MS,
  };
  await consumeLeased(messages, {
    schema: jobMessage,
    process: (message) => processMessage(message, ports, consumer),
    heartbeat: (message) => jobs.heartbeat(message.jobId, message),
    fail: (message) => jobs.fail(message.jobId, message),
    areDead,
    failure: 'work on a bulk job failed',
    warn,
  });
}
