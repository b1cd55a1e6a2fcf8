import type { ChunkWork } from '../core/bulk.ts';
import type { AnyProduct } from '../core/product.ts';
import { envelope } from '../pipeline/envelope.ts';
import { factKey, findAnswer, inputHashOf } from '../pipeline/find-answer.ts';
import type { LookupCall } from '../pipeline/lookup.ts';
import type { DraftRecord } from './chunk-record.ts';
import type { BulkPorts } from './ports.ts';
import { parseRow, type Row } from './row.ts';
import { type Ending, failure, notReached } from './row-ending.ts';
import type { Limiter } from './row-limiter.ts';

/** A row without an answer, and how often it was asked for. */
export interface OpenRow extends Row {
  tries: number;
}

/** What all work of one consumer shares. */
export interface Shift {
  limit: Limiter;
  /** Milliseconds since the epoch; no row begins after it. */
  until: number;
}

/** A row before it is looked up: how it has ended already, or what is to be asked. */
type Prepared = { row: OpenRow; id: string } & (
  | { ending: Ending }
  | { call: LookupCall; inputHash: string }
);

/** The job's hold has set the credits aside. */
const alreadyHeld = () => Promise.resolve();

async function prepare(
  row: OpenRow,
  product: AnyProduct,
  work: ChunkWork,
  { pipeline, warn }: BulkPorts,
): Promise<Prepared> {
  const id = crypto.randomUUID();
  if (row.text === '') return { row, id, ending: { state: 'skipped' } };
  if (row.repeats !== null) return { row, id, ending: { state: 'duplicate', of: row.repeats } };
  try {
    const input = parseRow(product, row.text);
    const call = {
      id,
      product,
      input,
      caller: work.plan.caller,
      bypass: false,
      startedAt: pipeline.world.clock.now(),
    };
    return { row, id, call, inputHash: await inputHashOf(call) };
  } catch (error) {
    return { row, id, ending: failure(error, row.tries, work, warn) };
  }
}

async function find(
  call: LookupCall,
  inputHash: string,
  tries: number,
  work: ChunkWork,
  ports: BulkPorts,
): Promise<Ending> {
  const { pipeline, warn } = ports;
  try {
    const answer = await findAnswer(call, inputHash, alreadyHeld, pipeline);
    const data = envelope(call, answer, { used: 0, left: 0 }, pipeline.world.clock.now());
    return { state: 'found', price: answer.price, inputHash, data, found: answer.found };
  } catch (error) {
    return failure(error, tries, work, warn);
  }
}

/** The same ports, with the facts of these rows read from the cache in one go. */
async function withStoredFacts(
  rows: readonly Prepared[],
  { plan }: ChunkWork,
  ports: BulkPorts,
): Promise<BulkPorts> {
  const { pipeline } = ports;
  if (plan.caller.mode === 'test') return ports;
  const keys = rows.flatMap((row) => ('call' in row ? [factKey(row.call, row.inputHash)] : []));
  const stored = await pipeline.cache.getMany(keys, pipeline.world.clock.now());
  return {
    ...ports,
    pipeline: {
      ...pipeline,
      cache: { ...pipeline.cache, get: async (key) => stored.get(key) ?? null },
    },
  };
}

/** Compiled tables and records need no connection of a row's own: rows that start together are read together. */
const needsConnections = ({ sources }: AnyProduct): boolean =>
  sources.list.some(({ kind }) => kind !== 'compiled' && kind !== 'records');

/** Looks rows up, as many at once as the shift lets where they wait for the network. A row never throws. */
export async function runRows(
  rows: readonly OpenRow[],
  product: AnyProduct,
  work: ChunkWork,
  ports: BulkPorts,
  { limit, until }: Shift,
): Promise<DraftRecord[]> {
  const { clock } = ports.pipeline.world;
  const prepared = await Promise.all(rows.map((row) => prepare(row, product, work, ports)));
  const stored = await withStoredFacts(prepared, work, ports);
  const inTurn: Limiter = needsConnections(product) ? limit : (row) => row();
  return Promise.all(
    prepared.map(async ({ row, id, ...rest }): Promise<DraftRecord> => {
      const now = clock.now();
      const base = { id, input: row.text, startedAt: now };
      if ('ending' in rest) return { ...base, ...rest.ending, endedAt: now };
      return inTurn(async () => {
        const startedAt = clock.now();
        if (startedAt >= until) return { ...base, ...notReached(row.tries), endedAt: startedAt };
        const ending = await find(
          { ...rest.call, startedAt },
          rest.inputHash,
          row.tries,
          work,
          stored,
        );
        return { ...base, startedAt, ...ending, endedAt: clock.now() };
      });
    }),
  );
}
