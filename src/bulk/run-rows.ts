import type { AnyProduct } from '../core/lookup/product.ts';
import type { LookupCall } from '../pipeline/call.ts';
import { envelope } from '../pipeline/envelope.ts';
import { factKey, findAnswer, inputHashOf, restsOnTables } from '../pipeline/find-answer.ts';
import type { ChunkWork } from './job-state.ts';
import type { BulkPorts } from './ports.ts';
import { asksNetwork, failure, notReached } from './row-failures.ts';
import { type DraftRecord, type RowOutcome, rowId } from './row-records.ts';
import { inSlices, parseRow, takingTurns } from './rows.ts';

/** Bounds how much of one kind is done at once across everything one consumer does. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `most` pieces of work run at once, the others in the order they came. */
export function createLimiter(most: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to whoever waits longest.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** What all work of one consumer shares. */
export interface Consumer {
  /** Rows that wait for the network. */
  waiting: Limiter;
  /** Chunks whose rows only cost computing and reads of our own tables. */
  computing: Limiter;
  /** Before a step over many rows: lets others in, one chunk after another. */
  turn(): Promise<void>;
  /** Milliseconds since the epoch; no row begins after it. */
  endsAt: number;
}

/** A row without an answer, and how often it was asked for. */
export interface OpenRow {
  text: string;
  position: number;
  tries: number;
}

/** A row before it is looked up: how it has ended already, or what is to be asked. */
type ReadyRow = { row: OpenRow; id: string } & (
  | { outcome: RowOutcome }
  | { call: LookupCall; inputHash: string }
);

async function ready(
  row: OpenRow,
  product: AnyProduct,
  work: ChunkWork,
  ports: BulkPorts,
): Promise<ReadyRow> {
  const { id: jobId, caller } = work.order;
  const id = rowId(jobId, row.position);
  try {
    const input = parseRow(product, row.text);
    const startedAt = ports.pipeline.world.clock.now();
    const bypass = work.order.run !== undefined;
    const call = { id, product, input, caller, bypass, startedAt };
    return { row, id, call, inputHash: await inputHashOf(call) };
  } catch (error) {
    return { row, id, outcome: failure(error, row.tries, product, work, ports) };
  }
}

async function find(
  call: LookupCall,
  inputHash: string,
  tries: number,
  work: ChunkWork,
  ports: BulkPorts,
  turn: () => Promise<void>,
): Promise<RowOutcome> {
  const { pipeline } = ports;
  try {
    const answer = await findAnswer(call, inputHash, pipeline, turn);
    const data = envelope(call, answer, { used: 0, left: 0 }, pipeline.world.clock.now());
    const { found, price } = answer;
    const kept = found.fromTables ? { ...found, fact: null } : found;
    return { state: 'found', price, inputHash, data, found: kept };
  } catch (error) {
    return failure(error, tries, call.product, work, ports);
  }
}

/** The same ports, with the facts of these rows read from the cache in one go. */
async function withStoredFacts(
  rows: readonly ReadyRow[],
  product: AnyProduct,
  { order }: ChunkWork,
  ports: BulkPorts,
): Promise<BulkPorts> {
  const { pipeline } = ports;
  // A run looks everything up afresh.
  const isFresh = order.run !== undefined || order.caller.mode === 'test';
  if (isFresh || restsOnTables(product, pipeline.world)) return ports;
  const keys = rows.flatMap((row) => ('call' in row ? [factKey(row.call, row.inputHash)] : []));
  const stored = await pipeline.cache.getMany(keys, pipeline.world.clock.now());
  const cache = { ...pipeline.cache, get: async (key: string) => stored.get(key) ?? null };
  return { ...ports, pipeline: { ...pipeline, cache } };
}

/**
 * All of them begin in one tick, so that reads of one table can be gathered, or as many at once as
 * `limit` lets.
 */
async function lookUp(
  rows: readonly ReadyRow[],
  limit: Limiter,
  work: ChunkWork,
  ports: BulkPorts,
  endsAt: number,
): Promise<DraftRecord[]> {
  const { clock } = ports.pipeline.world;
  const turn = takingTurns();
  return Promise.all(
    rows.map(async ({ row, id, ...rest }): Promise<DraftRecord> => {
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
            ? notReached(row.tries)
            : await find({ ...call, startedAt }, inputHash, row.tries, work, ports, turn);
        const { type } = call.product;
        ports.pipeline.metrics.count('bulk_rows', { product: type, outcome: outcome.state });
        return { ...base, startedAt, endedAt: clock.now(), ...outcome };
      });
    }),
  );
}

const atOnce: Limiter = (work) => work();

/** Looks the open rows of a chunk up. A row never throws. */
export async function runRows(
  rows: readonly OpenRow[],
  product: AnyProduct,
  work: ChunkWork,
  ports: BulkPorts,
  { waiting, computing, turn, endsAt }: Consumer,
): Promise<DraftRecord[]> {
  const isRemote = asksNetwork(product, ports.pipeline.world) && work.order.caller.mode === 'live';
  const [whole, each] = isRemote ? [atOnce, waiting] : [computing, atOnce];
  return whole(async () => {
    await turn();
    const readyRows = await inSlices(rows, (row) => ready(row, product, work, ports));
    const stored = await withStoredFacts(readyRows, product, work, ports);
    return lookUp(readyRows, each, work, stored, endsAt);
  });
}
