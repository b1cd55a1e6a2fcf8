import type { ChunkWork } from '../core/bulk.ts';
import { ApiError } from '../core/errors.ts';
import type { AnyProduct } from '../core/product.ts';
import { NobodyToAsk } from '../core/source.ts';
import { envelope } from '../pipeline/envelope.ts';
import { type Found, findAnswer, inputHashOf } from '../pipeline/find-answer.ts';
import type { LookupCall } from '../pipeline/lookup.ts';
import type { DraftRecord } from './chunk-record.ts';
import type { BulkPorts } from './ports.ts';
import { parseRow, type Row } from './row.ts';

/** What this run found itself, for the cache: by row id. */
export type Fresh = Map<string, { call: LookupCall; inputHash: string; found: Found }>;

/** The job's hold has set the credits aside. */
const alreadyHeld = () => Promise.resolve();

/** Whether asking again later may help. Something the operator has to configure will not appear by waiting. */
const isWorthWaiting = (error: ApiError, work: ChunkWork): boolean =>
  error.status === 503 && !(error instanceof NobodyToAsk) && work.plan.caller.mode === 'live' && !work.lastChance;

type Ending = DraftRecord extends infer Row
  ? Row extends DraftRecord
    ? Omit<Row, 'id' | 'input' | 'startedAt' | 'endedAt'>
    : never
  : never;

function failure(error: unknown, work: ChunkWork, warn: BulkPorts['warn']): Ending {
  const refusal = error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR', undefined, { cause: error });
  const { code, message } = refusal;
  if (code === 'INTERNAL_ERROR') warn('bulk row failed', refusal.cause);
  if (!isWorthWaiting(refusal, work)) return { state: 'failed', code, message };
  return { state: 'waiting', code, message, waitSeconds: Number(refusal.headers['Retry-After'] ?? 0) };
}

async function find(call: LookupCall, ports: BulkPorts, fresh: Fresh): Promise<Ending> {
  const { clock } = ports.pipeline.world;
  const inputHash = await inputHashOf(call);
  const answer = await findAnswer(call, inputHash, alreadyHeld, ports.pipeline);
  fresh.set(call.id, { call, inputHash, found: answer.found });
  // Credits are filled in when the chunk is paid.
  return { state: 'found', price: answer.price, inputHash, data: envelope(call, answer, { used: 0, left: 0 }, clock.now()) };
}

/** Looks one row up, or says why not. Never throws. */
export async function runRow(row: Row, product: AnyProduct, work: ChunkWork, ports: BulkPorts, fresh: Fresh): Promise<DraftRecord> {
  const { clock } = ports.pipeline.world;
  const base = { id: crypto.randomUUID(), input: row.text, startedAt: clock.now() };
  const end = (ending: Ending): DraftRecord => ({ ...base, ...ending, endedAt: clock.now() });
  if (row.text === '') return end({ state: 'skipped' });
  if (row.repeats !== null) return end({ state: 'duplicate', of: row.repeats });
  try {
    const { id, startedAt } = base;
    const call = { id, product, input: parseRow(product, row.text), caller: work.plan.caller, bypass: false, startedAt };
    return end(await find(call, ports, fresh));
  } catch (error) {
    return end(failure(error, work, ports.warn));
  }
}
