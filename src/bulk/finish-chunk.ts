import type { PricedLookup, Settled } from '../core/account/ledger.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import { jobKeys } from '../store/bulk-objects.ts';
import type { ChunkOutcome, ChunkWork } from './job-state.ts';
import type { BulkPorts } from './ports.ts';
import {
  type DraftRecord,
  decodeRecords,
  encodeRecords,
  type PaidLookup,
  type ResultRecord,
  resultOf,
  type Unpaid,
} from './row-records.ts';
import type { Consumer } from './run-rows.ts';

/*
 * How a chunk is drafted, paid and published (run-chunk.ts does the first step, this file the
 * others).
 *
 *   draft    {job}/{chunk}/{attempt}   what the lookups found, put once: the first run of an
 *                                      attempt to write it wins, every other run takes what it says
 *   settle   {job}:{chunk}             the ledger pays the draft's rows out of the job's hold, once
 *                                      under this id; asked again, it repeats its first outcome
 *   publish  {job}/{chunk}             the rows with what each cost, put once; what lies there is
 *                                      reported to the job's object, which counts the first report
 *
 * A run may end between any two steps, and two may run at once: the object sends the chunk again
 * when a lease runs out, though the silent consumer may still live. The next run finds the draft
 * and looks nothing up again, gets the same payments, and publishes the same rows. The draft comes
 * first because lookups are not repeatable: two runs that paid for what each found itself could
 * publish rows that nobody paid for. Results come last because readers see them as final. A row
 * that is to be tried again ends its attempt after the draft: the next attempt starts from that
 * draft.
 */

/** What each row that was found gets: its payment, or the reason why there is none. */
type Payments = (rowId: string) => PaidLookup | Unpaid;

const BALANCE_TOO_SMALL: Unpaid = {
  code: 'INSUFFICIENT_CREDITS',
  message: 'The balance could not cover this row.',
};

const HOLD_GONE: Unpaid = {
  code: 'INTERNAL_ERROR',
  message: 'The credits set aside for the job were released before this row was paid; it is free.',
};

function pricedLookups(
  draft: readonly DraftRecord[],
  { type }: AnyProduct,
  { caller, run }: ChunkWork['order'],
): PricedLookup[] {
  const { userId, keyId } = caller;
  const bypass = run !== undefined;
  return draft.flatMap((record) => {
    if (record.state !== 'found') return [];
    const { id, inputHash, price, startedAt: askedAt, found } = record;
    const tables = found.fromTables ? found.tables : null;
    const lookup = { id, product: type, inputHash, price, bypass, askedAt, tables };
    return [{ ...lookup, userId, keyId }];
  });
}

const paidBy =
  (items: Settled['items'], left: number) =>
  (unpaid: Unpaid): Payments => {
    const paid = new Map(items.map((item) => [item.id, { ...item, left }]));
    return (id) => paid.get(id) ?? unpaid;
  };

/**
 * Pays a chunk under its own id, once. At the last chance what cannot be paid is settled without
 * any row, so that whatever another run of the same chunk tries, both see one outcome.
 * @returns null when the balance does not reach and the job may wait
 */
async function payChunk(
  draft: readonly DraftRecord[],
  work: ChunkWork,
  product: AnyProduct,
  { ledger }: BulkPorts,
): Promise<Payments | null> {
  const { order, chunk } = work;
  // A run does not wait for credits: what it cannot pay is tried again by the next.
  const lastChance = work.lastChance || order.run !== undefined;
  const { organizationId, mode } = order.caller;
  const items = pricedLookups(draft, product, order);
  if (items.length === 0) return () => HOLD_GONE;
  if (mode === 'test') {
    const { available } = await ledger.balance(organizationId);
    const free = items.map(({ id }) => ({ id, creditsUsed: 0, windowEndsAt: 0, cachedAt: null }));
    return paidBy(free, available)(HOLD_GONE);
  }
  const settlement = { id: `${order.id}:${chunk}`, holdId: order.id, items, final: false };
  let outcome = await ledger.settle(organizationId, settlement);
  if (!outcome.ok && outcome.reason === 'insufficient_credits' && lastChance)
    outcome = await ledger.settle(organizationId, { ...settlement, items: [] });
  if (outcome.ok) return paidBy(outcome.items, outcome.creditsRemaining)(BALANCE_TOO_SMALL);
  switch (outcome.reason) {
    case 'insufficient_credits':
      return lastChance ? () => BALANCE_TOO_SMALL : null;
    case 'voided':
    case 'hold_unknown':
    case 'hold_closed':
    case 'too_many_holds':
    case 'organization_closed':
      // No later try could pay: the rows end without.
      return () => HOLD_GONE;
  }
}

const COUNTERS = {
  completed: 'succeeded',
  failed: 'failed',
  skipped: 'skipped',
  duplicate: 'duplicates',
} as const;

export function outcomeOf(results: readonly ResultRecord[]): ChunkOutcome {
  const counts = { succeeded: 0, failed: 0, skipped: 0, duplicates: 0 };
  let credits = 0;
  for (const result of results) {
    counts[COUNTERS[result.status]] += 1;
    credits += result.credits;
  }
  return { counts, credits };
}

/**
 * Pays what a draft found and publishes it. Each step may be repeated: the ledger pays a chunk
 * once, the first results written stay, the first to report is counted.
 * @returns whether the chunk is finished; false means that it cannot be paid yet
 */
export async function finishChunk(
  draft: readonly DraftRecord[],
  work: ChunkWork,
  product: AnyProduct,
  ports: BulkPorts,
  { turn }: Pick<Consumer, 'turn'>,
): Promise<boolean> {
  await turn();
  const payments = await payChunk(draft, work, product, ports);
  if (!payments) return false;
  await turn();
  const results = draft.map((record) =>
    resultOf(record, record.state === 'found' ? payments(record.id) : null),
  );
  const { id } = work.order;
  const text = encodeRecords(results);
  const winner = await ports.files.putOnce(jobKeys.results(id, work.chunk), text);
  await turn();
  await ports.jobs.finish(
    id,
    work.chunk,
    outcomeOf(winner === text ? results : decodeRecords<ResultRecord>(winner)),
  );
  return true;
}
