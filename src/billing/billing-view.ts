import type { AccountView } from '../lookup/account/account.ts';
import { missingCredits, reversalList, WITHDRAWN_DISPUTE_STATUSES } from './credit-transfers.ts';
import { syncCustomer } from './customer-sync.ts';
import { readPayments, readPlan } from './customers.ts';
import type { BillingPorts, PaidPorts } from './ports.ts';
import { type BillingTransfer, findCustomerOfOrganization, listBillingTransfers } from './store.ts';
import { type Invoice, invoiceSchema, type Payment, stripeList } from './stripe/objects.ts';
import type { SubscriptionState } from './subscription-state.ts';

const invoices = stripeList(invoiceSchema);
const SHOWN = 12;

/**
 * An invoice; else a payment that has none: of an automatic top-up, or of a pack whose invoice is
 * made once it is paid.
 */
export interface BillingDocument {
  /** Of an invoice; null for a payment, and an invoice that is not numbered yet. */
  number: string | null;
  kind: 'invoice' | 'top_up' | 'pack';
  /** Seconds since the epoch. */
  created: number;
  /**
   * How the payment went back: `refunded`, `partly_refunded`, `disputed` or `dispute_lost`; else of
   * an invoice as Stripe names it, of a payment `paid`, `processing` or `failed`.
   */
  status: string | null;
  /** Cents. */
  total: number;
  /** Stripe's page of it; null where it has none. */
  url: string | null;
}

/** What Stripe says of a customer, for the page. */
interface StripeView {
  subscriptionState: SubscriptionState | null;
  /** Newest first. */
  documents: BillingDocument[];
}

export interface BillingView {
  account: AccountView;
  /** Whether anything can be paid for here. */
  isOpen: boolean;
  /** Null before the first payment is begun; `unreachable` when Stripe could not be asked. */
  stripe: StripeView | 'unreachable' | null;
  /** Newest first. */
  creditTransfers: BillingTransfer[];
  /** Of purchases that went back: spent already, or held. */
  missingCredits: number;
}

/** Where Stripe shows the receipt of a payment (API, "Charge", `receipt_url`). */
const receiptUrl = ({ latest_charge: charge }: Payment): string | null =>
  (typeof charge === 'object' && charge?.receipt_url) || null;

const PAYMENT_STATUSES = new Map([
  ['succeeded', 'paid'],
  ['processing', 'processing'],
  ['requires_payment_method', 'failed'],
]);

/** How a payment went back; null where it did not, or has come again: a dispute won, an inquiry. */
async function reversalStatus(
  { id, latest_charge: charge, amount }: Payment,
  { stripe }: PaidPorts,
): Promise<string | null> {
  if (typeof charge !== 'object' || !charge) return null;
  // `disputed` of a charge stays true once the dispute is won (API, "Charge").
  if (charge.disputed) {
    const { data } = await stripe.get('/v1/disputes', { payment_intent: id }, reversalList);
    const withdrawn = data.filter(({ status }) => WITHDRAWN_DISPUTE_STATUSES.has(status ?? ''));
    if (withdrawn.length > 0)
      return withdrawn.every(({ status }) => status === 'lost') ? 'dispute_lost' : 'disputed';
  }
  if (charge.amount_refunded === 0) return null;
  return charge.amount_refunded < amount ? 'partly_refunded' : 'refunded';
}

/** By payment, of the newest that went back. */
async function reversalStatuses(payments: readonly Payment[], ports: PaidPorts) {
  const wentBack = payments.filter(({ latest_charge: charge }) => {
    if (typeof charge !== 'object' || !charge) return false;
    return charge.disputed || charge.amount_refunded > 0;
  });
  const statuses = new Map<string, string>();
  for (const payment of wentBack.slice(0, SHOWN)) {
    const status = await reversalStatus(payment, ports);
    if (status) statuses.set(payment.id, status);
  }
  return statuses;
}

/** A payment as a document of its own; none for one that has an invoice, or was never tried. */
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

/** An invoice; the status is that of a payment of it that went back. */
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
    stripe.get('/v1/invoices', { customer, limit: SHOWN, expand: ['data.payments'] }, invoices),
    readPayments(customer, null, ports),
  ]);
  const reversals = await reversalStatuses(paid, ports);
  const documents = [
    ...invoiced.data.map((invoice) => invoiceDocument(invoice, reversals)),
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
 * Everything the page about payments shows.
 * @param sync the customer is synced first, as the browser returns from Stripe
 * @returns null when there is no such organization
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
  const [account, creditTransfers] = await Promise.all([
    accounts.view(organizationId),
    listBillingTransfers(db, organizationId, SHOWN),
  ]);
  const shown = { creditTransfers, missingCredits: missingCredits(creditTransfers) };
  return account && { account, isOpen: stripe !== null, stripe: side, ...shown };
}
