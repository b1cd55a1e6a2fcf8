import type { ChunkOutcome, ChunkWork } from '../core/bulk.ts';
import type { PricedLookup, Settled, SettleOutcome } from '../core/ledger.ts';
import type { AnyProduct } from '../core/product.ts';
import { jobKeys } from '../store/bulk-objects.ts';
import {
  type DraftRecord,
  decodeRecords,
  encodeRecords,
  type ResultRecord,
} from './chunk-record.ts';
import type { BulkPorts } from './ports.ts';

type Payment = Pick<Settled, 'creditsRemaining' | 'items'>;

function pricedLookups(
  draft: readonly DraftRecord[],
  { type }: AnyProduct,
  { caller }: ChunkWork['plan'],
): PricedLookup[] {
  const { userId, keyId } = caller;
  return draft.flatMap((record) =>
    record.state === 'found'
      ? [
          {
            id: record.id,
            product: type,
            inputHash: record.inputHash,
            userId,
            keyId,
            price: record.price,
            bypass: false,
            askedAt: record.startedAt,
            tables: record.found.fromTables ? record.found.tables : null,
          },
        ]
      : [],
  );
}

/**
 * Pays a chunk under its own id, once. At the last chance what cannot be paid is settled without any row, so that
 * whatever another run of the same chunk tries, both see one outcome.
 * @returns null when the balance does not reach and the job may wait; a refusal when the job is over
 */
async function payChunk(
  draft: readonly DraftRecord[],
  work: ChunkWork,
  product: AnyProduct,
  { ledger }: BulkPorts,
): Promise<Payment | SettleOutcome | null> {
  const { plan, chunk, lastChance } = work;
  const { organizationId, mode } = plan.caller;
  const items = pricedLookups(draft, product, plan);
  if (mode === 'test' || items.length === 0) {
    const { available } = await ledger.balance(organizationId);
    return {
      creditsRemaining: available,
      items: items.map(({ id }) => ({ id, creditsUsed: 0, windowEndsAt: 0 })),
    };
  }
  const settlement = { id: `${plan.id}:${chunk}`, holdId: plan.id, items, final: false };
  const outcome = await ledger.settle(organizationId, settlement);
  if (outcome.ok || outcome.reason !== 'insufficient_credits') return outcome;
  return lastChance ? ledger.settle(organizationId, { ...settlement, items: [] }) : null;
}

function resultOf(
  draft: DraftRecord,
  paid: Payment['items'][number] | undefined,
  left: number,
): ResultRecord {
  const { id, input, startedAt, endedAt } = draft;
  const base = {
    id,
    input,
    startedAt,
    endedAt,
    credits: 0,
    data: null,
    paidUntil: null,
    errorCode: null,
    errorMessage: null,
  };
  switch (draft.state) {
    case 'skipped':
      return { ...base, status: 'skipped', errorMessage: 'The row is empty.' };
    case 'duplicate':
      return { ...base, status: 'duplicate', errorMessage: `The row repeats row ${draft.of + 1}.` };
    case 'found': {
      if (!paid) {
        const errorMessage = 'The balance could not cover this row.';
        return { ...base, status: 'failed', errorCode: 'INSUFFICIENT_CREDITS', errorMessage };
      }
      const { creditsUsed, windowEndsAt } = paid;
      const metadata = {
        ...draft.data.metadata,
        credits_used: creditsUsed,
        credits_remaining: left,
      };
      return {
        ...base,
        status: 'completed',
        credits: creditsUsed,
        data: { ...draft.data, metadata },
        paidUntil: windowEndsAt,
      };
    }
    default:
      return { ...base, status: 'failed', errorCode: draft.code, errorMessage: draft.message };
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
 * Pays what a draft found and publishes it. Each step may be repeated: the ledger pays a chunk once, the first
 * results written stay, the first to report is counted.
 * @returns whether the chunk is finished; false means that it cannot be paid yet
 */
export async function finishChunk(
  draft: readonly DraftRecord[],
  work: ChunkWork,
  product: AnyProduct,
  ports: BulkPorts,
): Promise<boolean> {
  const payment = await payChunk(draft, work, product, ports);
  if (!payment) return false;
  // The hold is closed: the job ended while this message was on its way.
  if ('ok' in payment && !payment.ok) return true;
  const paid = new Map(payment.items.map((item) => [item.id, item]));
  const results = draft.map((record) =>
    resultOf(record, paid.get(record.id), payment.creditsRemaining),
  );
  const { id } = work.plan;
  const text = encodeRecords(results);
  const winner = await ports.files.putOnce(jobKeys.results(id, work.chunk), text);
  await ports.jobs.finish(
    id,
    work.chunk,
    outcomeOf(winner === text ? results : decodeRecords<ResultRecord>(winner)),
  );
  return true;
}
