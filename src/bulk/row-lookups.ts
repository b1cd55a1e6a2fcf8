import * as z from 'zod';
import { ApiError } from '../lib/errors.ts';
import { type Limiter, yieldToEventLoop } from '../lib/limiter.ts';
import {
  factKey,
  findAnswer,
  hashInput,
  type LookupCall,
  lookupData,
} from '../lookup/pipeline/answer.ts';
import type { AnyProduct } from '../lookup/product.ts';
import { NoSourceConfigured, usesTablesOnly } from '../lookup/source.ts';
import type { World } from '../lookup/world.ts';
import type { ChunkWork } from './job-state.ts';
import type { BulkPorts } from './ports.ts';
import { type AttemptResult, type RowOutcome, rowId } from './results.ts';
import { BATCH_ROWS, parseRow } from './rows.ts';

/** Retry delays of a row whose source fails; after the last one, the row fails. */
const VENDOR_RETRY_SECONDS = [5, 15, 45];

/** Retry delays while the service's own stores fail, four hours in total. */
const STORE_RETRY_SECONDS = [...VENDOR_RETRY_SECONDS, 120, 300, ...Array<number>(24).fill(600)];

/** Upper limit for a source's Retry-After. */
const MAX_RETRY_AFTER_SECONDS = 120;

/** Whether rows wait for the network. */
const needsOutboundCall = ({ sources }: AnyProduct, world: World): boolean =>
  !usesTablesOnly(sources, world, 'bulk');

/** Whether an error is a bug, which a retry would not fix. */
const isBug = (cause: unknown): boolean =>
  !(cause instanceof Error) ||
  cause instanceof TypeError ||
  cause instanceof RangeError ||
  cause instanceof ReferenceError ||
  cause instanceof SyntaxError ||
  cause instanceof z.core.$ZodError;

/** Retry delays by failure. Not retried: possibly billed calls, and sources not configured. */
function retryDelays(error: ApiError, product: AnyProduct, world: World): readonly number[] {
  if (error.code === 'INTERNAL_ERROR') return isBug(error.cause) ? [] : STORE_RETRY_SECONDS;
  if (error.status !== 503 || error.maybeBilled || error instanceof NoSourceConfigured) return [];
  return needsOutboundCall(product, world) ? VENDOR_RETRY_SECONDS : STORE_RETRY_SECONDS;
}

/** Outcome of a row whose lookup failed: waiting or failed. @param tries lookups so far */
function failureOutcome(
  error: unknown,
  tries: number,
  product: AnyProduct,
  { order }: ChunkWork,
  { warn, pipeline: { world } }: Pick<BulkPorts, 'warn' | 'pipeline'>,
): RowOutcome {
  const refusal =
    error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR', undefined, { cause: error });
  const { code, message, headers } = refusal;
  if (code === 'INTERNAL_ERROR') warn('bulk row failed', refusal.cause);
  const wait =
    order.caller.mode === 'live' ? retryDelays(refusal, product, world)[tries] : undefined;
  if (wait === undefined) return { state: 'failed', code, message };
  const asked = Math.min(MAX_RETRY_AFTER_SECONDS, Number(headers['Retry-After'] ?? 0));
  return { state: 'waiting', code, message, tries: tries + 1, waitSeconds: Math.max(wait, asked) };
}

/** Outcome of a row that the consumer did not reach in time; the next attempt looks it up. */
const notReachedOutcome = (tries: number): RowOutcome => ({
  state: 'waiting',
  code: 'SERVICE_BUSY',
  message: 'The job ended before this row was looked up.',
  tries,
  waitSeconds: 0,
});

/** Outcome of a row whose chunk has kept failing for hours. */
export const abandonedOutcome: RowOutcome = {
  state: 'failed',
  code: 'INTERNAL_ERROR',
  message: 'The service failed to process this row.',
};

/** Turns a waiting row into a failed one on the last attempt. */
export function failWaitingRow(record: AttemptResult): AttemptResult {
  if (record.state !== 'waiting') return record;
  const { waitSeconds: _, tries: __, ...rest } = record;
  return { ...rest, state: 'failed' };
}

/** Seconds until the next attempt; null if no row waits. */
export function retryDelaySeconds(results: readonly AttemptResult[]): number | null {
  const waits = results.flatMap((record) =>
    record.state === 'waiting' ? [record.waitSeconds] : [],
  );
  return waits.length === 0 ? null : Math.max(...waits);
}

export interface Consumer {
  /** Concurrency of rows that wait for the network. */
  ioLimiter: Limiter;
  /** Concurrency of chunks whose rows only compute and read the service's own tables. */
  cpuLimiter: Limiter;
  /** Yields to the event loop before a step over many rows; one chunk after another. */
  yieldToEventLoop(): Promise<void>;
  /** Milliseconds since the epoch after which no row begins. */
  endsAt: number;
}

/** A row without an answer, and the number of its lookups so far. */
export interface PendingRow {
  text: string;
  position: number;
  tries: number;
}

/** A row before its lookup: its outcome if already decided, else its query. */
type PreparedRow = { row: PendingRow; id: string } & (
  | { outcome: RowOutcome }
  | { call: LookupCall; inputHash: string }
);

async function prepareRow(
  row: PendingRow,
  product: AnyProduct,
  work: ChunkWork,
  ports: BulkPorts,
): Promise<PreparedRow> {
  const { id: jobId, caller, country: rowCountry } = work.order;
  const id = rowId(jobId, row.position);
  try {
    const countries = { country: caller.defaultCountry, rowCountry };
    const input = parseRow(product, row.text, countries);
    const startedAt = ports.pipeline.world.clock.now();
    const bypass = work.order.run !== undefined;
    const call = { id, product, input, caller, bypass, startedAt };
    return { row, id, call, inputHash: await hashInput(call, ports.pipeline.world) };
  } catch (error) {
    return { row, id, outcome: failureOutcome(error, row.tries, product, work, ports) };
  }
}

async function lookUpRow(
  call: LookupCall,
  inputHash: string,
  tries: number,
  work: ChunkWork,
  ports: BulkPorts,
  yieldToEventLoop: () => Promise<void>,
): Promise<RowOutcome> {
  const { pipeline } = ports;
  try {
    const answer = await findAnswer(call, inputHash, pipeline, yieldToEventLoop);
    const data = lookupData(call, answer, { used: 0, left: 0 }, pipeline.world.clock.now());
    const { found, price, isFound } = answer;
    const { fromTables, cached, tables } = found;
    return {
      state: 'found',
      price,
      inputHash,
      data,
      tables: fromTables ? tables : null,
      ...(!isFound && { isFound }),
      ...(!fromTables && !cached && { found }),
    };
  } catch (error) {
    return failureOutcome(error, tries, call.product, work, ports);
  }
}

/** Maps over items in batches, with a yield to the event loop between batches. */
async function mapBatched<T, Result>(
  all: readonly T[],
  work: (one: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < all.length; first += BATCH_ROWS) {
    if (first > 0) await yieldToEventLoop();
    results.push(...(await Promise.all(all.slice(first, first + BATCH_ROWS).map(work))));
  }
  return results;
}

/**
 * Batched yields for work that starts in one tick: callers are grouped into batches, and each batch
 * waits for a yield after the previous one.
 */
function batchedYields(): () => Promise<void> {
  let taken = 0;
  let last = Promise.resolve();
  return () => {
    if (taken > 0 && taken % BATCH_ROWS === 0) last = last.then(yieldToEventLoop);
    taken += 1;
    return last;
  };
}

/** The ports with a cache preloaded with the facts of these rows, in one read. */
async function withCachedFacts(
  rows: readonly PreparedRow[],
  product: AnyProduct,
  { order }: ChunkWork,
  ports: BulkPorts,
): Promise<BulkPorts> {
  const { pipeline } = ports;
  // A monitor run never uses the cache.
  const isFresh = order.run !== undefined || order.caller.mode === 'test';
  if (isFresh || usesTablesOnly(product.sources, pipeline.world, 'bulk')) return ports;
  const keys = rows.flatMap((row) => ('call' in row ? [factKey(row.call, row.inputHash)] : []));
  const stored = await pipeline.cache.getMany(keys, pipeline.world.clock.now());
  const cache = { ...pipeline.cache, get: async (key: string) => stored.get(key) ?? null };
  return { ...ports, pipeline: { ...pipeline, cache } };
}

/**
 * Looks up rows: all start in one tick, so that the batch loader can join their reads of one table,
 * or as many at once as `limit` allows.
 */
async function lookUpRows(
  rows: readonly PreparedRow[],
  limit: Limiter,
  work: ChunkWork,
  ports: BulkPorts,
  endsAt: number,
): Promise<AttemptResult[]> {
  const { clock } = ports.pipeline.world;
  const yieldToEventLoop = batchedYields();
  return Promise.all(
    rows.map(async ({ row, id, ...rest }): Promise<AttemptResult> => {
      const base = { id, input: row.text };
      if ('outcome' in rest) {
        const now = clock.now();
        return { ...base, startedAt: now, endedAt: now, ...rest.outcome };
      }
      return limit(async () => {
        const startedAt = clock.now();
        const { call, inputHash } = rest;
        const outcome =
          startedAt >= endsAt
            ? notReachedOutcome(row.tries)
            : await lookUpRow(
                { ...call, startedAt },
                inputHash,
                row.tries,
                work,
                ports,
                yieldToEventLoop,
              );
        const { type } = call.product;
        ports.pipeline.metrics.count('bulk_rows', { product: type, outcome: outcome.state });
        return { ...base, startedAt, endedAt: clock.now(), ...outcome };
      });
    }),
  );
}

const unlimited: Limiter = (work) => work();

/** Looks up the open rows of a chunk. A failing row does not throw. */
export async function runRows(
  rows: readonly PendingRow[],
  product: AnyProduct,
  work: ChunkWork,
  ports: BulkPorts,
  { ioLimiter: waiting, cpuLimiter: computing, yieldToEventLoop, endsAt }: Consumer,
): Promise<AttemptResult[]> {
  const isRemote =
    needsOutboundCall(product, ports.pipeline.world) && work.order.caller.mode === 'live';
  const [whole, each] = isRemote ? [unlimited, waiting] : [computing, unlimited];
  return whole(async () => {
    await yieldToEventLoop();
    const readyRows = await mapBatched(rows, (row) => prepareRow(row, product, work, ports));
    const stored = await withCachedFacts(readyRows, product, work, ports);
    return lookUpRows(readyRows, each, work, stored, endsAt);
  });
}
