import type { BillingMovement } from '../store/billing.ts';
import { CURRENCY, creditsIn } from './price-table.ts';
import type { Payment, Reversal } from './stripe/objects.ts';

/** Bought credits to be moved, once for its id. */
export interface CreditMovement {
  id: string;
  kind: Extract<BillingMovement['kind'], 'pack' | 'mismatch' | 'refund' | 'dispute' | 'returned'>;
  payment: string;
  /** Negative takes back. */
  credits: number;
  /** The grant whose credits they are. */
  of: string;
}

/** Money is away while a dispute is open and once it is lost; an inquiry takes none. */
const DISPUTE_TAKES = new Set([
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
]);
/** Of a refund that never reached the customer. */
const REFUND_FAILED = new Set(['failed', 'canceled']);

/** Whether a payment bought credits of ours, whatever became of it. */
export const boughtCredits = ({ metadata }: Payment): boolean => metadata?.pack !== undefined;

/** The credits of a payment; null when it is not what its order says. */
function creditsOf({ metadata, currency, amount_received: received }: Payment): number | null {
  const cents = creditsIn(metadata?.amount);
  const isWhole = cents !== null && received >= cents && currency === CURRENCY;
  return isWhole ? creditsIn(metadata?.credits) : null;
}

/** What was bought, once the money is there. */
export function purchaseOf(payment: Payment): CreditMovement | null {
  if (!boughtCredits(payment) || payment.status !== 'succeeded') return null;
  const credits = creditsOf(payment);
  const id = `stripe:${payment.id}`;
  const kind = credits === null ? 'mismatch' : 'pack';
  return { id, kind, payment: payment.id, credits: credits ?? 0, of: id };
}

/**
 * What goes back with a refund or dispute: the same share of the credits as of the money, and again
 * to the customer when it failed or was won. Each is worth the same whatever came before it.
 * @param taken what was taken for those that were applied, by id; null in doubt
 */
export function reversalsOf(
  payment: Payment,
  kind: 'refund' | 'dispute',
  reversals: readonly Reversal[],
  taken: ReadonlyMap<string, number | null>,
): CreditMovement[] {
  const credits = creditsOf(payment) ?? 0;
  if (credits === 0) return [];
  return reversals.flatMap((reversal): CreditMovement[] => {
    const status = reversal.status ?? 'pending';
    const isTaken = kind === 'dispute' ? DISPUTE_TAKES.has(status) : !REFUND_FAILED.has(status);
    const share = Math.min(reversal.amount / payment.amount_received, 1);
    const id = `stripe:${reversal.id}`;
    const common = { payment: payment.id, of: `stripe:${payment.id}` };
    const takes = { ...common, id, kind, credits: -Math.floor(credits * share) };
    if (isTaken) return [takes];
    // What was never taken need not be given back; what is in doubt is taken once more to know.
    if (!taken.has(id)) return [];
    const moved = taken.get(id) ?? null;
    const back = { ...common, id: `${id}:returned`, kind: 'returned' as const };
    return moved === null ? [takes] : moved < 0 ? [{ ...back, credits: -moved }] : [];
  });
}
