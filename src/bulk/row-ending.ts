import type { ChunkWork } from '../core/bulk.ts';
import { ApiError } from '../core/errors.ts';
import { NobodyToAsk } from '../core/source.ts';
import type { DraftRecord } from './chunk-record.ts';
import type { BulkPorts } from './ports.ts';

/** How a row came out of an attempt. */
export type Ending = DraftRecord extends infer Row
  ? Row extends DraftRecord
    ? Omit<Row, 'id' | 'input' | 'startedAt' | 'endedAt'>
    : never
  : never;

/** How long a row whose source is out waits at least, each time longer; after the last time it has failed. */
const WAIT_SECONDS = [5, 15, 45];

/** A source that asks for more patience than this does not get it. */
const MAX_WAIT_SECONDS = 120;

/** Whether asking again later may help. Something the operator has to configure will not appear by waiting. */
const isWorthWaiting = (error: ApiError, { plan }: ChunkWork): boolean =>
  error.status === 503 && !(error instanceof NobodyToAsk) && plan.caller.mode === 'live';

/** @param tries how often the row was asked for before */
export function failure(
  error: unknown,
  tries: number,
  work: ChunkWork,
  warn: BulkPorts['warn'],
): Ending {
  const refusal =
    error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR', undefined, { cause: error });
  const { code, message } = refusal;
  if (code === 'INTERNAL_ERROR') warn('bulk row failed', refusal.cause);
  const wait = WAIT_SECONDS[tries];
  if (wait === undefined || !isWorthWaiting(refusal, work))
    return { state: 'failed', code, message };
  const waitSeconds = Math.min(
    MAX_WAIT_SECONDS,
    Math.max(wait, Number(refusal.headers['Retry-After'] ?? 0)),
  );
  return { state: 'waiting', code, message, tries: tries + 1, waitSeconds };
}

/** The consumer's time was over before the row's turn came. */
export const notReached = (tries: number): Ending => ({
  state: 'waiting',
  code: 'SERVICE_BUSY',
  message: 'The job ended before this row was looked up.',
  tries,
  waitSeconds: 0,
});

/** Nothing waits any longer: what has no answer has failed. */
export function giveUp(record: DraftRecord): DraftRecord {
  if (record.state !== 'waiting') return record;
  const { waitSeconds: _, tries: __, ...rest } = record;
  return { ...rest, state: 'failed' };
}

/** Seconds until rows that wait are asked for again; null when none waits. */
export function waitOf(draft: readonly DraftRecord[]): number | null {
  const waits = draft.flatMap((record) => (record.state === 'waiting' ? [record.waitSeconds] : []));
  return waits.length === 0 ? null : Math.max(...waits);
}
