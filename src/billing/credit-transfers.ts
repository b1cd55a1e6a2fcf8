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
 * @param move moves these credits, those of the attempt that was first recorded; answers what this
 * id moved, whichever call of it did
 */
export async function applyTransferOnce(
  transfer: TransferToApply,
  { organizationId, customerId }: BillingCustomer,
  ports: PaidPorts,
  move: (credits: number) => Promise<number>,
): Promise<void> {
  const { db, clock } = ports;
  const { id, kind, payment, credits } = transfer;
  const row = { id, kind, payment, credits, organizationId, customerId, at: clock.now() };
  const begun = await beginBillingTransfer(db, row);
  if (!(await endBillingTransfer(db, id, await move(begun)))) return;
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

/** A refund or dispute: its kind, and the credits that are its share while money is away. */
type CreditReversal = Pick<Reversal, 'id' | 'created'> & {
  kind: 'refund' | 'dispute';
  share: number;
};

/** The share of the credits is that of the money; none of a refund that failed or a dispute won. */
function creditReversals(
  payment: Payment,
  kind: CreditReversal['kind'],
  reversals: readonly Reversal[],
): CreditReversal[] {
  const credits = purchasedCredits(payment) ?? 0;
  return reversals.map(({ id, created, amount, status }) => {
    const isAway =
      kind === 'dispute'
        ? WITHDRAWN_DISPUTE_STATUSES.has(status ?? 'pending')
        : !FAILED_REFUND_STATUSES.has(status ?? 'pending');
    const share = Math.floor(credits * Math.min(amount / payment.amount_received, 1));
    return { id, created, kind, share: isAway ? share : 0 };
  });
}

/** Of one reversal: credits it claims by its transfers, and those it got of them. */
function claimOf(transfers: readonly BillingTransfer[]): { claimed: number; taken: number } {
  let [claimed, taken] = [0, 0];
  for (const { credits, moved } of transfers) {
    taken -= moved ?? 0;
    claimed = credits < 0 ? claimed - credits : taken;
  }
  return { claimed, taken };
}

/** Suffixes of the ids of a reversal's transfers, in their order; it seldom needs a third. */
const TRANSFER_SUFFIXES = ['', ':returned', ...Array.from({ length: 18 }, (_, n) => `:${n + 2}`)];

/**
 * The next transfer of each reversal of one payment that is not yet what it should be. Reversals
 * together claim at most the payment's credits, the older before the younger; what one gives up
 * falls to those after it. A transfer in doubt is repeated, to know what it moved.
 * @param known those there are of the payment
 */
function reversalTransfers(
  payment: Payment,
  reversals: readonly CreditReversal[],
  known: readonly BillingTransfer[],
): PurchasedCreditTransfer[] {
  const common = { payment: payment.id, of: `stripe:${payment.id}` };
  const byId = new Map(known.map((transfer) => [transfer.id, transfer]));
  let left = purchasedCredits(payment) ?? 0;
  const inOrder = reversals.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  return inOrder.flatMap(({ id: reversalId, kind, share }): PurchasedCreditTransfer[] => {
    const wanted = Math.min(share, left);
    left -= wanted;
    const ids = TRANSFER_SUFFIXES.map((suffix) => `stripe:${reversalId}${suffix}`);
    const earlier = ids.flatMap((id) => byId.get(id) ?? []);
    const [last, id] = [earlier.at(-1), ids[earlier.length]];
    if (last?.moved === null) return [{ ...common, ...last, kind: last.kind as typeof kind }];
    const { claimed, taken } = claimOf(earlier);
    if (id === undefined) return [];
    if (wanted > claimed) return [{ ...common, id, kind, credits: claimed - wanted }];
    if (taken <= wanted) return [];
    return [{ ...common, id, kind: 'returned', credits: taken - wanted }];
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
  // Moved before under another amount, of which this database has lost the record.
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
    await applyTransferOnce(transfer, customer, ports, (credits) =>
      transferCredits({ ...transfer, credits }, customer.organizationId, ports),
    );
}

/** Steps of a reading at most: in doubt, given back, taken; what is left is done by the next. */
const MAX_REVERSAL_STEPS = 4;

/** What refunds and disputes of one payment take back, and give back again. */
async function applyReversals(payment: Payment, customer: BillingCustomer, ports: PaidPorts) {
  const query = { payment_intent: payment.id, limit: MAX_REVERSALS };
  const refunds = await ports.stripe.get('/v1/refunds', query, reversalList);
  const disputes = await ports.stripe.get('/v1/disputes', query, reversalList);
  const reversals = [
    ...creditReversals(payment, 'refund', refunds.data),
    ...creditReversals(payment, 'dispute', disputes.data),
  ];
  for (let step = 0; step < MAX_REVERSAL_STEPS; step++) {
    const known = await listTransfersOfPayments(ports.db, [payment.id]);
    const transfers = reversalTransfers(payment, reversals, known);
    if (transfers.length === 0) return;
    // What goes back can be taken by another.
    await applyTransfers(
      transfers.toSorted((a, b) => b.credits - a.credits),
      customer,
      ports,
    );
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
