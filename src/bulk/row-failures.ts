import * as z from 'zod';
import { ApiError } from '../core/errors.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import { asksTablesOnly } from '../core/lookup/source.ts';
import { NobodyToAsk } from '../core/lookup/source-failures.ts';
import type { World } from '../core/ports.ts';
import type { ChunkWork } from './job-state.ts';
import type { BulkPorts } from './ports.ts';
import type { DraftRecord, RowOutcome } from './row-records.ts';

/**
 * How long a row whose source is out waits at least, each time longer; after the last time it has
 * failed.
 */
const VENDOR_WAIT_SECONDS = [5, 15, 45];

/** Our own stores come back: four hours of trying. */
const OWN_WAIT_SECONDS = [...VENDOR_WAIT_SECONDS, 120, 300, ...Array<number>(24).fill(600)];

/** A source that asks for more patience than this does not get it. */
const MAX_RETRY_AFTER_SECONDS = 120;

/** Whether rows wait for somebody else's answers. */
export const asksNetwork = ({ sources }: AnyProduct, world: World): boolean =>
  !asksTablesOnly(sources, world);

/** A fault in this program stays however long one waits. */
const isBug = (cause: unknown): boolean =>
  !(cause instanceof Error) ||
  cause instanceof TypeError ||
  cause instanceof RangeError ||
  cause instanceof ReferenceError ||
  cause instanceof SyntaxError ||
  cause instanceof z.core.$ZodError;

/**
 * How long rows wait for what failed. A call that may have been billed is not repeated. What the
 * operator has to configure will not appear by waiting.
 */
function patience(error: ApiError, product: AnyProduct, world: World): readonly number[] {
  if (error.code === 'INTERNAL_ERROR') return isBug(error.cause) ? [] : OWN_WAIT_SECONDS;
  if (error.status !== 503 || error.maybeBilled || error instanceof NobodyToAsk) return [];
  return asksNetwork(product, world) ? VENDOR_WAIT_SECONDS : OWN_WAIT_SECONDS;
}

/** What becomes of a row whose lookup failed. @param tries how often it was asked for before */
export function failure(
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
  const wait = order.caller.mode === 'live' ? patience(refusal, product, world)[tries] : undefined;
  if (wait === undefined) return { state: 'failed', code, message };
  const asked = Math.min(MAX_RETRY_AFTER_SECONDS, Number(headers['Retry-After'] ?? 0));
  return { state: 'waiting', code, message, tries: tries + 1, waitSeconds: Math.max(wait, asked) };
}

/** The consumer's time was over before the row's turn came. */
export const notReached = (tries: number): RowOutcome => ({
  state: 'waiting',
  code: 'SERVICE_BUSY',
  message: 'The job ended before this row was looked up.',
  tries,
  waitSeconds: 0,
});

/** Trying has failed for hours. */
export const abandoned: RowOutcome = {
  state: 'failed',
  code: 'INTERNAL_ERROR',
  message: 'The service failed while it worked on this row.',
};

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
