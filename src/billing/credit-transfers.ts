import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Database } from '../lib/database.ts';
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
interface PurchasedCreditTransfer extends Pick<GrantRequest, 'endsTopUp'> {
  id: string;
  kind: Extract<BillingTransfer['kind'], 'pack' | 'mismatch' | 'refund' | 'dispute' | 'returned'>;
  payment: string;
  /** Negative takes back. */
  credits: number;
  /** The grant whose credits they are. */
  of: string;
  /** Those whose claim it lowers: the account knows what they took. */
  lowers?: readonly BillingTransfer[];
}

/** Money is away while a dispute is open and once it is lost; an inquiry takes none. */
export const WITHDRAWN_DISPUTE_STATUSES = new Set([
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

/** Credits that one reversal claims by its transfers. */
const claimOf = (transfers: readonly BillingTransfer[]): number =>
  transfers.reduce((claimed, { credits }) => claimed - credits, 0);

/** The transfers of one reversal, whose id all of theirs begin with. */
const byReversal = (transfers: readonly BillingTransfer[]) =>
  Map.groupBy(transfers, ({ id }) => id.split(':', 2).join(':'));

/** Of the credits that reversals claim those that they have not taken: spent, or held. */
export const missingCredits = (transfers: readonly BillingTransfer[]): number =>
  [...byReversal(transfers).values()].reduce((sum, group) => {
    const missing = group.reduce(
      (all, { credits, moved }) => all + (moved ?? credits) - credits,
      0,
    );
    return sum + Math.max(0, Math.min(missing, claimOf(group)));
  }, 0);

/** The purchase of an automatic top-up that this payment was; null for any other. */
function topUpOf({ metadata, amount, created }: Payment): TopUp | null {
  const { top_up: id, pack, credits } = metadata ?? {};
  if (id === undefined || pack === undefined) return null;
  return { id, pack, credits: parseCredits(credits) ?? 0, cents: amount, at: created * 1_000 };
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

export const reversalList = stripeList(reversalSchema);
const MAX_REVERSALS = 100;

/** @returns with the figure that the claim is lowered to, by the credits first recorded */
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
  // Moved before under another amount, of which this database has lost the record.
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
 * Notes what holds have given back to transfers that took fewer than they asked for.
 * @returns whether any may still get more
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
  for (const { id, credits, moved } of unfinished.flat()) {
    if (moved === null || moved <= credits) continue;
    const known = await accounts.movedByGrant(organizationId, id);
    if (!known) continue;
    await endBillingTransfer(db, id, known.moved);
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
    await applyTransferOnce(transfer, customer, ports, (credits) =>
      transferCredits({ ...transfer, credits }, customer.organizationId, ports),
    );
}

/** Steps of a reading at most: in doubt, given back, taken; what is left is done by the next. */
const MAX_REVERSAL_STEPS = 4;

/**
 * What refunds and disputes of one payment take back, and give back again.
 * @returns whether more is to be taken back later
 */
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
    if (transfers.length === 0) return updateTransfers(known, customer, ports);
    // What goes back can be taken by another.
    await applyTransfers(
      transfers.toSorted((a, b) => b.credits - a.credits),
      customer,
      ports,
    );
  }
  return true;
}

/**
 * Grants what paid packs bought, and takes back what refunds and disputes took from them: unspent
 * credits only, so that no balance falls below zero; how many were missing stays in the transfer.
 * @param named a payment to look at closely whatever its charge says
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
  const ids = bought.map(({ id }) => id).slice(0, 90);
  const known = await listTransfersOfPayments(ports.db, ids);
  const reversed = known.filter(({ kind }) => kind === 'refund' || kind === 'dispute');
  const touched = new Set([named, ...reversed.map(({ payment }) => payment)]);
  let isOwed = false;
  for (const payment of bought) {
    const { latest_charge: charge } = payment;
    const wentBack =
      typeof charge === 'object' && charge && (charge.amount_refunded > 0 || charge.disputed);
    if (payment.status === 'succeeded' && (wentBack || touched.has(payment.id)))
      isOwed = (await applyReversals(payment, customer, ports)) || isOwed;
  }
  return isOwed;
}
