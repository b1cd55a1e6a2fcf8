import type { PricedLookup, Settled } from '../lookup/account/ledger.ts';
import type { AnyProduct } from '../lookup/product.ts';
import type {
  ChunkMessage,
  ChunkOutcome,
  ChunkWork,
  PaidLookup,
  PaymentRefusal,
} from './job-state.ts';
import { notifyJobPause } from './notifications.ts';
import type { BulkPorts } from './ports.ts';
import { chunkProduct } from './products.ts';
import {
  type AttemptResult,
  decodeRecords,
  encodeRecords,
  lostRows,
  outcomeWithoutLookup,
  packPayments,
  rowId,
} from './results.ts';
import {
  abandonedOutcome,
  type Consumer,
  failWaitingRow,
  type PendingRow,
  retryDelaySeconds,
  runRows,
} from './row-lookups.ts';
import { decodeRows, needsLookup } from './rows.ts';
import { jobKeys } from './store-files.ts';

/*
 * How a chunk is looked up, paid and published.
 *
 *   attempt  {job}/{chunk}/{attempt}   results of the lookups, written once: the first run of an
 *                                      attempt to write wins, all other runs use its results
 *   settle   {job}:{chunk}             the ledger pays the attempt's rows from the job's hold, once
 *                                      under this id; a repeated call returns the same outcome
 *   finish   {chunk}                   the job's object stores the number of the attempt and the
 *                                      payment of each row: the first report wins, and readers see
 *                                      it from then on
 *
 * A run may stop between any two steps, and two may run at once: the object resends the chunk when
 * a lease expires, even if its holder is still alive. The next run reads the attempt without any
 * lookup, gets the same payments and reports the same. The attempt is written first because lookups
 * are not repeatable: two runs that each paid for their own results could report rows without a
 * payment. If rows are to be retried, the attempt ends once it is written, and the next attempt
 * starts from it.
 */

/** By row id: the payment of a row with an answer, or the reason why there is none. */
type FoundPayments = (rowId: string) => PaidLookup | PaymentRefusal;

const BALANCE_TOO_SMALL: PaymentRefusal = {
  code: 'INSUFFICIENT_CREDITS',
  message: 'The balance could not cover this row.',
};

const HOLD_RELEASED: PaymentRefusal = {
  code: 'INTERNAL_ERROR',
  message: 'The credits held for the job were released before this row was charged. It is free.',
};

function pricedLookups(
  results: readonly AttemptResult[],
  { type }: AnyProduct,
  { caller, run }: ChunkWork['order'],
): PricedLookup[] {
  const { userId, keyId } = caller;
  const bypass = run !== undefined;
  return results.flatMap((record) => {
    if (record.state !== 'found') return [];
    const { id, inputHash, price, startedAt: askedAt, tables } = record;
    const lookup = { id, product: type, inputHash, price, bypass, askedAt, tables };
    return [{ ...lookup, userId, keyId }];
  });
}

/** Payments without the rows' ids, so that equal ones are stored once. */
const rowPaymentsOf =
  (items: Settled['items'], left: number) =>
  (unpaid: PaymentRefusal): FoundPayments => {
    const paid = new Map<string, PaidLookup>(
      items.map(({ id, ...cost }) => [id, { ...cost, left }]),
    );
    return (id) => paid.get(id) ?? unpaid;
  };

/**
 * Settles a chunk, once under its own id. On the last chance, a chunk that cannot be paid is
 * settled without rows, so that all runs of the chunk see the same outcome.
 * @returns null if the balance is too low and the job may wait
 */
async function payChunk(
  results: readonly AttemptResult[],
  work: ChunkWork,
  product: AnyProduct,
  { accounts }: BulkPorts,
): Promise<FoundPayments | null> {
  const { order, chunk } = work;
  // A monitor run does not wait for credits: the next run tries again what it could not pay.
  const lastChance = work.lastChance || order.run !== undefined;
  const { organizationId, mode } = order.caller;
  const items = pricedLookups(results, product, order);
  if (items.length === 0) return () => HOLD_RELEASED;
  if (mode === 'test') {
    const { available } = await accounts.balance(organizationId);
    const free = items.map(({ id }) => ({ id, creditsUsed: 0, windowEndsAt: 0, cachedAt: null }));
    return rowPaymentsOf(free, available)(HOLD_RELEASED);
  }
  const settlement = { id: `${order.id}:${chunk}`, holdId: order.id, items, final: false };
  let outcome = await accounts.settle(organizationId, settlement);
  if (!outcome.ok && outcome.reason === 'insufficient_credits' && lastChance)
    outcome = await accounts.settle(organizationId, { ...settlement, items: [] });
  if (outcome.ok) return rowPaymentsOf(outcome.items, outcome.creditsRemaining)(BALANCE_TOO_SMALL);
  switch (outcome.reason) {
    case 'insufficient_credits':
      return lastChance ? () => BALANCE_TOO_SMALL : null;
    case 'voided':
    case 'hold_unknown':
    case 'hold_closed':
    case 'too_many_holds':
    case 'organization_closed':
      // No later attempt could pay, so the rows end unpaid.
      return () => HOLD_RELEASED;
  }
}

function chunkOutcomeOf(
  attempted: readonly AttemptResult[],
  attempt: number,
  found: FoundPayments,
): ChunkOutcome {
  const payments = attempted.map((row) => (row.state === 'found' ? found(row.id) : null));
  const counts = { succeeded: 0, failed: 0, skipped: 0, duplicates: 0 };
  let credits = 0;
  for (const [index, payment] of payments.entries()) {
    const { state } = attempted[index] as AttemptResult;
    if (payment && 'creditsUsed' in payment) {
      counts.succeeded += 1;
      credits += payment.creditsUsed;
    } else if (state === 'skipped') counts.skipped += 1;
    else if (state === 'duplicate') counts.duplicates += 1;
    else counts.failed += 1;
  }
  return { attempt, payments: packPayments(payments), counts, credits };
}

/**
 * Pays and reports an attempt. Idempotent: the ledger pays a chunk once, and the first report wins.
 * @returns whether the chunk is finished; false if it cannot be paid yet
 */
export async function finishChunk(
  attempted: readonly AttemptResult[],
  work: ChunkWork,
  product: AnyProduct,
  ports: BulkPorts,
  { yieldToEventLoop }: Pick<Consumer, 'yieldToEventLoop'>,
): Promise<boolean> {
  await yieldToEventLoop();
  const payments = await payChunk(attempted, work, product, ports);
  if (!payments) return false;
  await yieldToEventLoop();
  const { order, chunk, attempt } = work;
  await ports.jobs.finish(order.id, chunk, chunkOutcomeOf(attempted, attempt, payments));
  return true;
}

/**
 * Looks up the rows that an earlier attempt left open, and stores all rows of the chunk before they
 * are paid. The first run to write an attempt wins; all other runs use its results.
 */
export async function attemptChunk(
  work: ChunkWork,
  product: AnyProduct,
  ports: BulkPorts,
  consumer: Consumer,
): Promise<AttemptResult[]> {
  const { order, chunk, attempt, place } = work;
  const { files, pipeline } = ports;
  const read = async (number: number) => {
    const text = await files.read(jobKeys.attemptResult(order.id, chunk, number));
    return text === null ? null : decodeRecords(text);
  };
  const written = work.isFirst ? null : await read(attempt);
  if (written) return written;
  const known = attempt === 0 ? null : await read(attempt - 1);
  const now = pipeline.world.clock.now();
  const times = { startedAt: now, endedAt: now };
  const bare = (text: string, position: number) => ({
    id: rowId(order.id, position),
    input: text,
    ...times,
  });
  const rowsText = await files.readRows(order.id, place);
  if (rowsText === null) return lostRows(order.id, place, now);
  const rows = decodeRows(rowsText);
  const open: PendingRow[] = [];
  const records = rows.map((row, index): AttemptResult | null => {
    const position = place.row + index;
    const { text } = row;
    if (!needsLookup(row)) return { ...bare(text, position), ...outcomeWithoutLookup(row) };
    const earlier = known?.[index];
    if (earlier && earlier.state !== 'waiting') return earlier;
    if (work.givenUp) return { ...bare(text, position), ...abandonedOutcome };
    open.push({ text, position, tries: earlier?.tries ?? 0 });
    return null;
  });
  const run = await runRows(open, product, work, ports, consumer);
  const found = records.map((record) => record ?? (run.shift() as AttemptResult));
  const results = work.lastChance ? found.map(failWaitingRow) : found;
  await consumer.yieldToEventLoop();
  const text = encodeRecords(results);
  const winner = await files.putOnce(jobKeys.attemptResult(order.id, chunk, attempt), text);
  return winner === text ? results : decodeRecords(winner);
}

/**
 * Runs one chunk to its end, or to its next attempt. Safe to stop anywhere and to run again, even
 * by several consumers at once, because each step is recorded for the next run.
 * @throws any failure; the chunk must then be tried again
 */
export async function runChunk(
  { jobId, chunk, lease }: ChunkMessage,
  ports: BulkPorts,
  consumer: Consumer,
): Promise<void> {
  const work = await ports.jobs.begin(jobId, chunk, lease);
  if (!work) return;
  const { order, attempt, lastChance } = work;
  const product = chunkProduct(work, ports);
  const results = await attemptChunk(work, product, ports, consumer);
  const waitSeconds = retryDelaySeconds(results);
  if (waitSeconds !== null)
    return ports.jobs.retry(jobId, chunk, attempt, lastChance ? 0 : waitSeconds * 1_000);
  if (await finishChunk(results, work, product, ports, consumer)) return;
  const pauses = await ports.jobs.pause(jobId, chunk);
  if (pauses !== null) await notifyJobPause(order, pauses, ports);
}
