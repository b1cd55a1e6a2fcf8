import type { AccountView } from '../lookup/account/account.ts';
import { hasReversal, missingCredits, WITHDRAWN_DISPUTE_STATUSES } from './credit-transfers.ts';
import { syncCustomer } from './customer-sync.ts';
import { readPayments, readPlan } from './customers.ts';
import type { BillingPorts, PaidPorts } from './ports.ts';
import {
  type BillingTransfer,
  findCustomerOfOrganization,
  listBillingTransfers,
  listReversalTransfers,
} from './store.ts';
import { type Invoice, invoiceSchema, type Payment, reversalSchema } from './stripe/objects.ts';
import type { SubscriptionState } from './subscription-state.ts';

const SHOWN = 12;

/**
 * An invoice, or a payment without one: of an automatic top-up, or of a pack, whose invoice is
 * created once it is paid.
 */
export interface BillingDocument {
  /** Invoice number; null for a payment, and for an invoice without a number yet. */
  number: string | null;
  kind: 'invoice' | 'top_up' | 'pack';
  /** Seconds since the epoch. */
  created: number;
  /**
   * Reversal of the payment: `refunded`, `partly_refunded`, `disputed` or `dispute_lost`; else
   * Stripe's status of an invoice, or `paid`, `processing` or `failed` of a payment.
   */
  status: string | null;
  /** In cents. */
  total: number;
  /** Stripe's page of the document; null if it has none. */
  url: string | null;
}

/** A customer's data at Stripe, for the billing page. */
interface StripeView {
  subscriptionState: SubscriptionState | null;
  /** Newest first. */
  documents: BillingDocument[];
}

export interface BillingView {
  account: AccountView;
  /** Whether payments are configured. */
  isOpen: boolean;
  /** Null before the first payment is begun; `unreachable` if Stripe did not answer. */
  stripe: StripeView | 'unreachable' | null;
  /** Newest first. */
  creditTransfers: BillingTransfer[];
  /** Credits of reversed purchases that could not be taken back, because they are spent or held. */
  missingCredits: number;
}

/** Stripe's receipt page of a payment (API, "Charge", `receipt_url`). */
const receiptUrl = ({ latest_charge: charge }: Payment): string | null =>
  charge?.receipt_url ?? null;

const PAYMENT_STATUSES = new Map([
  ['succeeded', 'paid'],
  ['processing', 'processing'],
  ['requires_payment_method', 'failed'],
]);

/** Reversal of a payment; null if there is none, or the money is back (dispute won, inquiry). */
async function reversalStatus(
  { id, latest_charge: charge, amount }: Payment,
  { stripe }: PaidPorts,
): Promise<string | null> {
  if (!charge) return null;
  // A charge stays `disputed` after the dispute is won (API, "Charge").
  if (charge.disputed) {
    const disputes = await stripe.list('/v1/disputes', { payment_intent: id }, reversalSchema);
    const withdrawn = disputes.filter(({ status }) => WITHDRAWN_DISPUTE_STATUSES.has(status ?? ''));
    if (withdrawn.length > 0)
      return withdrawn.every(({ status }) => status === 'lost') ? 'dispute_lost' : 'disputed';
  }
  if (charge.amount_refunded === 0) return null;
  return charge.amount_refunded < amount ? 'partly_refunded' : 'refunded';
}

/** Reversals by payment, for the newest reversed payments. */
async function reversalStatuses(payments: readonly Payment[], ports: PaidPorts) {
  const wentBack = payments.filter(hasReversal);
  const statuses = new Map<string, string>();
  for (const payment of wentBack.slice(0, SHOWN)) {
    const status = await reversalStatus(payment, ports);
    if (status) statuses.set(payment.id, status);
  }
  return statuses;
}

/** A payment as a separate document; none if it has an invoice, or was never attempted. */
function paymentDocument(payment: Payment, reversal: string | undefined): BillingDocument[] {
  const { created, status: stripeStatus, amount: total, metadata, latest_charge } = payment;
  const status = PAYMENT_STATUSES.get(stripeStatus);
  const isTopUp = metadata?.top_up !== undefined;
  if (!status || (!isTopUp && metadata?.pack === undefined)) return [];
  if (isTopUp ? status !== 'paid' : status === 'paid') return [];
  if (status === 'failed' && !latest_charge) return [];
  const kind = isTopUp ? 'top_up' : 'pack';
  const shown = reversal ?? status;
  return [{ number: null, kind, created, status: shown, total, url: receiptUrl(payment) }];
}

/** An invoice, with the status of its reversed payment if there is one. */
function invoiceDocument(invoice: Invoice, reversals: ReadonlyMap<string, string>) {
  const { number = null, created, total, hosted_invoice_url: url = null, payments } = invoice;
  const paidBy = payments?.data.map(({ payment }) => reversals.get(payment.payment_intent ?? ''));
  const status = paidBy?.find(Boolean) ?? invoice.status ?? null;
  return { number, kind: 'invoice', created, status, total, url } as const;
}

async function readStripe(customer: string, ports: PaidPorts): Promise<StripeView> {
  const { stripe } = ports;
  const [{ subscriptionState }, invoiced, paid] = await Promise.all([
    readPlan(customer, ports),
    stripe.list(
      '/v1/invoices',
      { customer, limit: SHOWN, expand: ['data.payments'] },
      invoiceSchema,
    ),
    readPayments(customer, null, ports),
  ]);
  const reversals = await reversalStatuses(paid, ports);
  const documents = [
    ...invoiced.map((invoice) => invoiceDocument(invoice, reversals)),
    ...paid.flatMap((payment) => paymentDocument(payment, reversals.get(payment.id))),
  ];
  return {
    subscriptionState,
    documents: documents
      .sort((one, other) => other.created - one.created)
      .slice(0, SHOWN)
      .map(({ url, ...shown }) => ({ ...shown, url: url && stripe.isStripeUrl(url) ? url : null })),
  };
}

/**
 * Data of the billing page.
 * @param sync synchronize the customer first, because the browser returns from Stripe
 * @returns null if there is no such organization
 */
export async function readBilling(
  organizationId: string,
  ports: BillingPorts,
  { sync = false } = {},
): Promise<BillingView | null> {
  const { db, accounts, stripe, warn } = ports;
  const known = stripe && (await findCustomerOfOrganization(db, organizationId));
  let side: BillingView['stripe'] = null;
  if (stripe && known) {
    const paid = { ...ports, stripe };
    try {
      if (sync) await syncCustomer(known.customerId, paid);
      side = await readStripe(known.customerId, paid);
    } catch (cause) {
      const failed = { organization: organizationId, cause };
      warn('payments of an organization could not be read', failed);
      side = 'unreachable';
    }
  }
  const [account, creditTransfers, reversals] = await Promise.all([
    accounts.view(organizationId),
    listBillingTransfers(db, organizationId, SHOWN),
    listReversalTransfers(db, organizationId),
  ]);
  const shown = { creditTransfers, missingCredits: missingCredits(reversals) };
  return account && { account, isOpen: stripe !== null, stripe: side, ...shown };
}
