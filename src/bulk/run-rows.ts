import type { ChunkWork } from '../core/bulk.ts';
import { ApiError } from '../core/errors.ts';
import type { AnyProduct } from '../core/product.ts';
import { NobodyToAsk } from '../core/source.ts';
import { envelope } from '../pipeline/envelope.ts';
import { factKey, findAnswer, inputHashOf } from '../pipeline/find-answer.ts';
import type { LookupCall } from '../pipeline/lookup.ts';
import type { DraftRecord } from './chunk-record.ts';
import type { BulkPorts } from './ports.ts';
import { parseRow, type Row } from './row.ts';
import type { Limiter } from './row-limiter.ts';

type Ending = DraftRecord extends infer Row
  ? Row extends DraftRecord
    ? Omit<Row, 'id' | 'input' | 'startedAt' | 'endedAt'>
    : never
  : never;

/** A row before it is looked up: how it has ended already, or what is to be asked. */
type Prepared = { row: Row; id: string } & ({ ending: Ending } | { call: LookupCall; inputHash: string });

/** The job's hold has set the credits aside. */
const alreadyHeld = () => Promise.resolve();

/** Whether asking again later may help. Something the operator has to configure will not appear by waiting. */
const isWorthWaiting = (error: ApiError, { plan, lastChance }: ChunkWork): boolean =>
  error.status === 503 && !(error instanceof NobodyToAsk) && plan.caller.mode === 'live' && !lastChance;

function failure(error: unknown, work: ChunkWork, warn: BulkPorts['warn']): Ending {
  const refusal = error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR', undefined, { cause: error });
  const { code, message } = refusal;
  if (code === 'INTERNAL_ERROR') warn('bulk row failed', refusal.cause);
  if (!isWorthWaiting(refusal, work)) return { state: 'failed', code, message };
  return { state: 'waiting', code, message, waitSeconds: Number(refusal.headers['Retry-After'] ?? 0) };
}

async function prepare(row: Row, product: AnyProduct, work: ChunkWork, { pipeline, warn }: BulkPorts): Promise<Prepared> {
  const id = crypto.randomUUID();
  if (row.text === '') return { row, id, ending: { state: 'skipped' } };
  if (row.repeats !== null) return { row, id, ending: { state: 'duplicate', of: row.repeats } };
  try {
    const input = parseRow(product, row.text);
    const call = { id, product, input, caller: work.plan.caller, bypass: false, startedAt: pipeline.world.clock.now() };
    return { row, id, call, inputHash: await inputHashOf(call) };
  } catch (error) {
    return { row, id, ending: failure(error, work, warn) };
  }
}

async function find(call: LookupCall, inputHash: string, work: ChunkWork, ports: BulkPorts): Promise<Ending> {
  const { pipeline, warn } = ports;
  try {
    const answer = await findAnswer(call, inputHash, alreadyHeld, pipeline);
    const data = envelope(call, answer, { used: 0, left: 0 }, pipeline.world.clock.now());
    return { state: 'found', price: answer.price, inputHash, data, found: answer.found };
  } catch (error) {
    return failure(error, work, warn);
  }
}

/** Looks rows up, as many at once as the limiter lets; the cache is read once for all of them. A row never throws. */
export async function runRows(
  rows: readonly Row[],
  product: AnyProduct,
  work: ChunkWork,
  ports: BulkPorts,
  limit: Limiter,
): Promise<DraftRecord[]> {
  const { clock } = ports.pipeline.world;
  const prepared = await Promise.all(rows.map((row) => prepare(row, product, work, ports)));
  const keys = prepared.flatMap((row) => ('call' in row ? [factKey(row.call, row.inputHash)] : []));
  const stored = work.plan.caller.mode === 'test' ? new Map() : await ports.pipeline.cache.getMany(keys, clock.now());
  const cache = { ...ports.pipeline.cache, get: async (key: string) => stored.get(key) ?? null };
  const withStored = { ...ports, pipeline: { ...ports.pipeline, cache } };
  return Promise.all(
    prepared.map(async ({ row, id, ...rest }): Promise<DraftRecord> => {
      const now = clock.now();
      const base = { id, input: row.text, startedAt: now };
      if ('ending' in rest) return { ...base, ...rest.ending, endedAt: now };
      return limit(async () => {
        const startedAt = clock.now();
        const ending = await find({ ...rest.call, startedAt }, rest.inputHash, work, withStored);
        return { ...base, startedAt, ...ending, endedAt: clock.now() };
      });
    }),
  );
}
