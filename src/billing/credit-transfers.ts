import type { SQL } from 'drizzle-orm';
import { auditStatement } from '../accounts/audit-log.ts';
import type { GrantRequest } from '../lookup/account/account.ts';
import type { TopUp } from '../lookup/account/credit-watch.ts';
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
import { type Payment, type Reversal, reversalSchema } from './stripe/objects.ts';

/** Actor of audit entries for changes made by a payment. */
const AUDIT_ACTOR = 'stripe';

/** Audit entry of a payment: the kind of change as method, the id of the operation as target. */
export const auditPayment =
  (
    entry: { method: string; target: string; organizationId: string },
    clock: Clock,
    requestId: string = crypto.randomUUID(),
  ) =>
  (rows: SQL): SQL => {
    const made = { ...entry, actor: AUDIT_ACTOR, route: '/stripe/webhook', requestId };
    return auditStatement(made, clock.now(), rows);
  };

type TransferToApply = Pick<BillingTransfer, 'id' | 'kind' | 'payment' | 'credits'>;

/** Transfers whose application is not confirmed. */
export async function unappliedTransfers<M extends TransferToApply>(
  transfers: readonly M[],
  { db }: Pick<PaidPorts, 'db'>,
): Promise<M[]> {
  const ids = transfers.map(({ id }) => id);
  const begun = await findBillingTransfers(db, ids);
  const applied = new Set(begun.flatMap(({ id, moved }) => (moved === null ? [] : id)));
  return transfers.filter(({ id }) => !applied.has(id));
}

/**
 * Applies a transfer to the account, and records it before (so that an uncertain transfer is known)
 * and after. Idempotent: the account moves credits only once per id.
 * @param move moves the credits of the attempt that was recorded first; returns the credits moved
 * under this id, by whichever call, and the kind of the transfer that they were moved by
 */
export async function applyTransferOnce(
  transfer: TransferToApply,
  { organizationId, customerId }: BillingCustomer,
  ports: PaidPorts,
  move: (credits: number) => Promise<Pick<BillingTransfer, 'kind'> & { moved: number }>,
): Promise<void> {
  const { db, clock } = ports;
  const { id, kind, payment, credits } = transfer;
  const row = { id, kind, payment, credits, organizationId, customerId, at: clock.now() };
  const begun = await beginBillingTransfer(db, row);
  const ended = await move(begun);
  const entry = { method: ended.kind.toUpperCase(), target: id, organizationId };
  await endBillingTransfer(db, id, ended, auditPayment(entry, clock));
}

/** Purchased credits to be moved, once per id. */
interface PurchasedCreditTransfer extends Pick<GrantRequest, 'endsTopUp'> {
  id: string;
  kind: Extract<BillingTransfer['kind'], 'pack' | 'mismatch' | 'refund' | 'dispute' | 'returned'>;
  payment: string;
  /** Negative to take back. */
  credits: number;
  /** Id of the grant of these credits. */
  of: string;
  /** Transfers whose claim it lowers; the account knows what they took. */
  lowers?: readonly BillingTransfer[];
}

/** Dispute statuses in which the money is withdrawn: open or lost; not in an inquiry. */
export const WITHDRAWN_DISPUTE_STATUSES = new Set([
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
]);
/** Statuses of a refund that never reached the customer. */
const FAILED_REFUND_STATUSES = new Set(['failed', 'canceled']);

/** Whether a payment was refunded, in part or whole, or disputed, as its charge says. */
export const hasReversal = ({ latest_charge: charge }: Payment): boolean =>
  charge != null && (charge.disputed || charge.amount_refunded > 0);

/** Whether a payment is for a credit pack, in any state. */
const isCreditPurchase = ({ metadata }: Payment): boolean => metadata?.pack !== undefined;

/** The credits bought by a payment; null if it does not match its order. */
function purchasedCredits({
  metadata,
  currency,
  amount_received: received,
}: Payment): number | null {
  const cents = parseCredits(metadata?.amount);
  const isWhole = cents !== null && received >= cents && currency === CURRENCY;
  return isWhole ? parseCredits(metadata?.credits) : null;
}

/** The grant for a paid pack; null if it is not paid. */
function purchaseTransfer(payment: Payment): PurchasedCreditTransfer | null {
  if (!isCreditPurchase(payment) || payment.status !== 'succeeded') return null;
  const credits = purchasedCredits(payment);
  const id = `stripe:${payment.id}`;
  const kind = credits === null ? 'mismatch' : 'pack';
  return { id, kind, payment: payment.id, credits: credits ?? 0, of: id };
}

/** A refund or dispute: its kind, and its share of the credits while the money is withdrawn. */
type CreditReversal = Pick<Reversal, 'id' | 'created'> & {
  kind: 'refund' | 'dispute';
  share: number;
};

/** Credits in proportion to the money; none for a failed refund or a dispute that was won. */
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

/** Credits claimed by the transfers of one reversal. */
const claimOf = (transfers: readonly BillingTransfer[]): number =>
  transfers.reduce((claimed, { credits }) => claimed - credits, 0);

/** Groups transfers by reversal, whose id is the prefix of theirs. */
const byReversal = (transfers: readonly BillingTransfer[]) =>
  Map.groupBy(transfers, ({ id }) => id.split(':', 2).join(':'));

/** Credits claimed by reversals but not taken, because they were spent or are held. */
export const missingCredits = (transfers: readonly BillingTransfer[]): number =>
  [...byReversal(transfers).values()].reduce((sum, group) => {
    const missing = group.reduce(
      (all, { credits, moved }) => all + (moved ?? credits) - credits,
      0,
    );
    return sum + Math.max(0, Math.min(missing, claimOf(group)));
  }, 0);

/** The automatic top-up of a payment; null for other payments. */
function topUpOf({ metadata, amount, created }: Payment): TopUp | null {
  const { top_up: id, pack, credits } = metadata ?? {};
  if (id === undefined || pack === undefined) return null;
  return { id, pack, credits: parseCredits(credits) ?? 0, cents: amount, at: created * 1_000 };
}

/** Id suffixes of a reversal's transfers in order; a third is rarely needed. */
const TRANSFER_SUFFIXES = ['', ':returned', ...Array.from({ length: 18 }, (_, n) => `:${n + 2}`)];

/**
 * The next transfer of each reversal of a payment whose claim is not yet settled. All reversals
 * together claim at most the payment's credits, older ones first; what one gives up is available to
 * later ones. An uncertain transfer is repeated, to learn what it moved.
 * @param known existing transfers of the payment
 */
function reversalTransfers(
  payment: Payment,
  reversals: readonly CreditReversal[],
  known: readonly BillingTransfer[],
): PurchasedCreditTransfer[] {
  const topUp = topUpOf(payment);
  const byId = new Map(known.map((transfer) => [transfer.id, transfer]));
  let left = purchasedCredits(payment) ?? 0;
  const inOrder = reversals.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  return inOrder.flatMap(({ id: reversalId, kind, share }): PurchasedCreditTransfer[] => {
    const wanted = Math.min(share, left);
    left -= wanted;
    const failure = kind === 'refund' ? 'refunded' : 'disputed';
    const common = { payment: payment.id, of: `stripe:${payment.id}` };
    const taking = { ...common, ...(topUp && { endsTopUp: { topUp, failure } as const }) };
    const ids = TRANSFER_SUFFIXES.map((suffix) => `stripe:${reversalId}${suffix}`);
    const earlier = ids.flatMap((id) => byId.get(id) ?? []);
    const [last, id] = [earlier.at(-1), ids[earlier.length]];
    const claimed = claimOf(earlier);
    if (last?.moved === null && last.kind === 'returned')
      return [{ ...common, ...last, kind: last.kind, lowers: earlier.slice(0, -1) }];
    if (last?.moved === null) return [{ ...taking, ...last, kind }];
    if (id === undefined || wanted === claimed) return [];
    if (wanted > claimed) return [{ ...taking, id, kind, credits: claimed - wanted }];
    return [{ ...common, id, kind: 'returned', credits: claimed - wanted, lowers: earlier }];
  });
}

const MAX_REVERSALS = 100;

/** @returns the request, with the amount to which the claim is lowered by the recorded credits */
const requestOf = ({
  id,
  kind,
  payment,
  credits,
  of,
  lowers,
  endsTopUp,
}: PurchasedCreditTransfer) => ({
  id,
  amount: credits,
  note: `Stripe ${payment}: ${kind}`,
  ...(of !== id && { of }),
  ...(lowers && {
    undoes: {
      ids: lowers.map((transfer) => transfer.id),
      keep: Math.max(0, claimOf(lowers) - credits),
    },
  }),
  ...(endsTopUp && { endsTopUp }),
});

async function transferCredits(
  transfer: PurchasedCreditTransfer,
  organizationId: string,
  { accounts, warn }: PaidPorts,
): Promise<number> {
  const { kind, payment, credits } = transfer;
  if (kind === 'mismatch') {
    warn('a payment is not what its order says', { payment, organization: organizationId });
    return 0;
  }
  if (credits === 0) return 0;
  const outcome = await accounts.grant(organizationId, requestOf(transfer));
  // Moved earlier with another amount, whose record was lost in D1.
  if (outcome.kind !== 'applied')
    return (await accounts.movedByGrant(organizationId, transfer.id))?.moved ?? credits;
  const { moved, owed } = outcome.value;
  const missing = moved - credits - owed;
  if (missing > 0)
    warn('credits of a payment that went back were spent', {
      payment,
      organization: organizationId,
      missing,
    });
  return moved;
}

/**
 * Records credits that released holds have returned to transfers which took fewer than requested.
 * @returns whether a transfer may still get more
 */
async function updateTransfers(
  transfers: readonly BillingTransfer[],
  { organizationId }: BillingCustomer,
  { db, accounts }: PaidPorts,
): Promise<boolean> {
  let isOwed = false;
  const unfinished = [...byReversal(transfers).values()].filter(
    (group) => missingCredits(group) > 0,
  );
  for (const { id, kind, credits, moved } of unfinished.flat()) {
    if (moved === null || moved <= credits) continue;
    const known = await accounts.movedByGrant(organizationId, id);
    if (!known) continue;
    await endBillingTransfer(db, id, { kind, moved: known.moved }, null);
    isOwed ||= known.owed > 0;
  }
  return isOwed;
}

async function applyTransfers(
  transfers: readonly PurchasedCreditTransfer[],
  customer: BillingCustomer,
  ports: PaidPorts,
): Promise<void> {
  for (const transfer of await unappliedTransfers(transfers, ports))
    await applyTransferOnce(transfer, customer, ports, async (credits) => ({
      kind: transfer.kind,
      moved: await transferCredits({ ...transfer, credits }, customer.organizationId, ports),
    }));
}

/** Most steps per sync: uncertain, returned, taken; the rest is left to the next sync. */
const MAX_REVERSAL_STEPS = 4;

/**
 * Takes back credits for refunds and disputes of a payment, and returns them if those end.
 * @returns whether more credits are to be taken back later
 */
async function applyReversals(payment: Payment, customer: BillingCustomer, ports: PaidPorts) {
  const query = { payment_intent: payment.id, limit: MAX_REVERSALS };
  const refunds = await ports.stripe.list('/v1/refunds', query, reversalSchema);
  const disputes = await ports.stripe.list('/v1/disputes', query, reversalSchema);
  const reversals = [
    ...creditReversals(payment, 'refund', refunds),
    ...creditReversals(payment, 'dispute', disputes),
  ];
  for (let step = 0; step < MAX_REVERSAL_STEPS; step++) {
    const known = await listTransfersOfPayments(ports.db, [payment.id]);
    const transfers = reversalTransfers(payment, reversals, known);
    if (transfers.length === 0) return updateTransfers(known, customer, ports);
    // Credits returned by one transfer can be taken by another, so they come first.
    await applyTransfers(
      transfers.toSorted((a, b) => b.credits - a.credits),
      customer,
      ports,
    );
  }
  return true;
}

/**
 * Grants the credits of paid packs, and takes back those of refunds and disputes: only unspent
 * credits, so that no balance becomes negative; the transfer records how many were missing.
 * @param named a payment whose reversals are read whatever its charge says
 * @returns whether holds have credits that are still to be taken back
 */
export async function applyPayments(
  payments: readonly Payment[],
  named: string | null,
  customer: BillingCustomer,
  ports: PaidPorts,
): Promise<boolean> {
  const bought = payments.filter(isCreditPurchase);
  await applyTransfers(
    bought.flatMap((payment) => purchaseTransfer(payment) ?? []),
    customer,
    ports,
  );
  const ids = bought.map(({ id }) => id);
  const known = await listTransfersOfPayments(ports.db, ids);
  const reversed = known.filter(({ kind }) => kind === 'refund' || kind === 'dispute');
  const touched = new Set([named, ...reversed.map(({ payment }) => payment)]);
  let isOwed = false;
  for (const payment of bought) {
    if (payment.status === 'succeeded' && (hasReversal(payment) || touched.has(payment.id)))
      isOwed = (await applyReversals(payment, customer, ports)) || isOwed;
  }
  return isOwed;
}
