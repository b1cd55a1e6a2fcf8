import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Database } from '../lib/database.ts';
import type { Clock } from '../lookup/world.ts';
import type { PaidPorts } from './ports.ts';
import { CURRENCY, parseCredits } from './prices.ts';
import {
  type BillingCustomer,
  type BillingTransfer,
  beginBillingTransfer,
  endBillingTransfer,
  findBillingTransfers,
  listTransfersOfPayments,
} from './store.ts';
import { type Payment, type Reversal, reversalSchema, stripeList } from './stripe/objects.ts';

/** Actor of audit entries for changes made by a payment. */
const AUDIT_ACTOR = 'stripe';

/** Audit entry of a payment: the kind of change in place of a method, and the operation it was. */
export const auditPayment = (
  entry: { method: string; target: string; organizationId: string },
  ports: { db: Database; clock: Clock },
): Promise<void> => {
  const webhook = { route: '/stripe/webhook', requestId: crypto.randomUUID() };
  return recordAuditEntry({ ...entry, actor: AUDIT_ACTOR, ...webhook }, ports);
};

/** D1 binds at most a hundred values to a statement. */
const IDS_AT_ONCE = 90;

type TransferToApply = Pick<BillingTransfer, 'id' | 'kind' | 'payment' | 'credits'>;

/** Those whose application is not confirmed. */
export async function unappliedTransfers<M extends TransferToApply>(
  transfers: readonly M[],
  { db }: Pick<PaidPorts, 'db'>,
): Promise<M[]> {
  const applied = new Set<string>();
  for (let from = 0; from < transfers.length; from += IDS_AT_ONCE) {
    const ids = transfers.slice(from, from + IDS_AT_ONCE).map(({ id }) => id);
    for (const { id, moved } of await findBillingTransfers(db, ids))
      if (moved !== null) applied.add(id);
  }
  return transfers.filter(({ id }) => !applied.has(id));
}

/**
 * Applies a transfer to the account and records it twice: before, so that one in doubt is known to
 * have been attempted, and after. Idempotent: the account moves nothing on a repeat of the id.
 * @param move the credits this id moved, whichever call of it did
 */
export async function applyTransferOnce(
  transfer: TransferToApply,
  { organizationId, customerId }: BillingCustomer,
  ports: PaidPorts,
  move: () => Promise<number>,
): Promise<void> {
  const { db, clock } = ports;
  const { id, kind, payment, credits } = transfer;
  const row = { id, kind, payment, credits, organizationId, customerId, at: clock.now() };
  await beginBillingTransfer(db, row);
  if (!(await endBillingTransfer(db, id, await move()))) return;
  await auditPayment({ method: kind.toUpperCase(), target: id, organizationId }, ports);
}

/** Bought credits to be moved, once for its id. */
interface PurchasedCreditTransfer {
  id: string;
  kind: Extract<BillingTransfer['kind'], 'pack' | 'mismatch' | 'refund' | 'dispute' | 'returned'>;
  payment: string;
  /** Negative takes back. */
  credits: number;
  /** The grant whose credits they are. */
  of: string;
}

/** Money is away while a dispute is open and once it is lost; an inquiry takes none. */
const WITHDRAWN_DISPUTE_STATUSES = new Set([
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
]);
/** Of a refund that never reached the customer. */
const FAILED_REFUND_STATUSES = new Set(['failed', 'canceled']);

/** Whether a payment is one of a credit pack, in any state. */
const isCreditPurchase = ({ metadata }: Payment): boolean => metadata?.pack !== undefined;

/** The credits of a payment; null when it is not what its order says. */
function purchasedCredits({
  metadata,
  currency,
  amount_received: received,
}: Payment): number | null {
  const cents = parseCredits(metadata?.amount);
  const isWhole = cents !== null && received >= cents && currency === CURRENCY;
  return isWhole ? parseCredits(metadata?.credits) : null;
}

/** What was bought, once the money is there. */
function purchaseTransfer(payment: Payment): PurchasedCreditTransfer | null {
  if (!isCreditPurchase(payment) || payment.status !== 'succeeded') return null;
  const credits = purchasedCredits(payment);
  const id = `stripe:${payment.id}`;
  const kind = credits === null ? 'mismatch' : 'pack';
  return { id, kind, payment: payment.id, credits: credits ?? 0, of: id };
}

/**
 * What goes back with a refund or dispute: the same share of the credits as of the money, and again
 * to the customer when it failed or was won. Each is worth the same whatever came before it.
 * @param taken what was taken for those that were applied, by id; null in doubt
 */
function reversalTransfers(
  payment: Payment,
  kind: 'refund' | 'dispute',
  reversals: readonly Reversal[],
  taken: ReadonlyMap<string, number | null>,
): PurchasedCreditTransfer[] {
  const credits = purchasedCredits(payment) ?? 0;
  if (credits === 0) return [];
  return reversals.flatMap((reversal): PurchasedCreditTransfer[] => {
    const status = reversal.status ?? 'pending';
    const isTaken =
      kind === 'dispute'
        ? WITHDRAWN_DISPUTE_STATUSES.has(status)
        : !FAILED_REFUND_STATUSES.has(status);
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

const reversalList = stripeList(reversalSchema);
const MAX_REVERSALS = 100;

async function transferCredits(
  transfer: PurchasedCreditTransfer,
  organizationId: string,
  { accounts, warn }: PaidPorts,
): Promise<number> {
  const { id, kind, payment, credits, of } = transfer;
  if (kind === 'mismatch') {
    warn('a payment is not what its order says', { payment, organization: organizationId });
    return 0;
  }
  if (credits === 0) return 0;
  const note = `Stripe ${payment}: ${kind}`;
  const outcome = await accounts.grant(organizationId, {
    id,
    amount: credits,
    note,
    ...(of !== id && { of }),
  });
  // A share worked out otherwise by an earlier version: what that one moved has been moved.
  if (outcome.kind !== 'applied') return credits;
  const { moved } = outcome.value;
  if (moved > credits)
    warn('credits of a payment that went back were spent', {
      payment,
      organization: organizationId,
      missing: moved - credits,
    });
  return moved;
}

async function applyTransfers(
  transfers: readonly PurchasedCreditTransfer[],
  customer: BillingCustomer,
  ports: PaidPorts,
): Promise<void> {
  for (const transfer of await unappliedTransfers(transfers, ports))
    await applyTransferOnce(transfer, customer, ports, () =>
      transferCredits(transfer, customer.organizationId, ports),
    );
}

/** What refunds and disputes of one payment take back, and give back again. */
async function applyReversals(payment: Payment, customer: BillingCustomer, ports: PaidPorts) {
  const query = { payment_intent: payment.id, limit: MAX_REVERSALS };
  const refunds = await ports.stripe.get('/v1/refunds', query, reversalList);
  const disputes = await ports.stripe.get('/v1/disputes', query, reversalList);
  // Two passes: what an earlier attempt left in doubt is settled first, and only then given back.
  for (let round = 0; round < 2; round++) {
    const known = await listTransfersOfPayments(ports.db, [payment.id]);
    const taken = new Map(known.map(({ id, moved }) => [id, moved]));
    const transfers = [
      ...reversalTransfers(payment, 'refund', refunds.data, taken),
      ...reversalTransfers(payment, 'dispute', disputes.data, taken),
    ];
    await applyTransfers(transfers, customer, ports);
  }
}

/**
 * Grants what paid packs bought, and takes back what refunds and disputes took from them: unspent
 * credits only, so that no balance falls below zero; how many were missing stays in the transfer.
 * @param named a payment to look at closely whatever its charge says
 */
export async function applyPayments(
  payments: readonly Payment[],
  named: string | null,
  customer: BillingCustomer,
  ports: PaidPorts,
): Promise<void> {
  const bought = payments.filter(isCreditPurchase);
  await applyTransfers(
    bought.flatMap((payment) => purchaseTransfer(payment) ?? []),
    customer,
    ports,
  );
  const ids = bought.map(({ id }) => id).slice(0, 90);
  const known = await listTransfersOfPayments(ports.db, ids);
  const reversed = known.filter(({ kind }) => kind === 'refund' || kind === 'dispute');
  const touched = new Set([named, ...reversed.map(({ payment }) => payment)]);
  for (const payment of bought) {
    const { latest_charge: charge } = payment;
    const wentBack =
      typeof charge === 'object' && charge && (charge.amount_refunded > 0 || charge.disputed);
    if (payment.status === 'succeeded' && (wentBack || touched.has(payment.id)))
      await applyReversals(payment, customer, ports);
  }
}
