import type { AccountView } from '../lookup/account/account.ts';
import { syncCustomer } from './customer-sync.ts';
import { readPayments, readPlan } from './customers.ts';
import type { BillingPorts, PaidPorts } from './ports.ts';
import { type BillingTransfer, findCustomerOfOrganization, listBillingTransfers } from './store.ts';
import { invoiceSchema, type Payment, stripeList } from './stripe/objects.ts';
import type { SubscriptionState } from './subscription-state.ts';

const invoices = stripeList(invoiceSchema);
const SHOWN = 12;

/** An invoice, or the receipt of an automatic top-up, which has none. */
export interface BillingDocument {
  /** Of an invoice; null for a receipt, and an invoice that is not numbered yet. */
  number: string | null;
  kind: 'invoice' | 'receipt';
  /** Seconds since the epoch. */
  created: number;
  /** Of an invoice, as Stripe names it. */
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
}

/** Where Stripe shows the receipt of a payment (API, "Charge", `receipt_url`). */
const receiptUrl = ({ latest_charge: charge }: Payment): string | null =>
  (typeof charge === 'object' && charge?.receipt_url) || null;

async function readStripe(customer: string, ports: PaidPorts): Promise<StripeView> {
  const { stripe } = ports;
  const [{ subscriptionState }, invoiced, paid] = await Promise.all([
    readPlan(customer, ports),
    stripe.get('/v1/invoices', { customer, limit: SHOWN }, invoices),
    readPayments(customer, null, ports),
  ]);
  const documents = [
    ...invoiced.data.map(
      ({ number = null, created, status = null, total, hosted_invoice_url: url = null }) =>
        ({ kind: 'invoice', number, created, status, total, url }) as const,
    ),
    ...paid
      .filter(({ status, metadata }) => status === 'succeeded' && metadata?.top_up !== undefined)
      .map((payment) => {
        const { created, amount_received: total } = payment;
        const fields = { number: null, created, status: 'paid', total };
        return { kind: 'receipt', ...fields, url: receiptUrl(payment) } as const;
      }),
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
  return account && { account, isOpen: stripe !== null, stripe: side, creditTransfers };
}
