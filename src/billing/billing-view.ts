import type { AccountView } from '../lookup/account/account.ts';
import { syncCustomer } from './customer-sync.ts';
import { readPlan } from './customers.ts';
import type { BillingPorts, PaidPorts } from './ports.ts';
import { type BillingTransfer, findCustomerOfOrganization, listBillingTransfers } from './store.ts';
import { type Invoice, invoiceSchema, stripeList } from './stripe/objects.ts';
import type { SubscriptionState } from './subscription-state.ts';

const invoices = stripeList(invoiceSchema);
const SHOWN = 12;

/** What Stripe says of a customer, for the page. */
interface StripeView {
  subscriptionState: SubscriptionState | null;
  invoices: (Pick<Invoice, 'id' | 'number' | 'created' | 'status' | 'total' | 'currency'> & {
    /** Stripe's page of it; null where it has none. */
    url: string | null;
  })[];
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

async function readStripe(customer: string, ports: PaidPorts): Promise<StripeView> {
  const { stripe } = ports;
  const [{ subscriptionState }, found] = await Promise.all([
    readPlan(customer, ports),
    stripe.get('/v1/invoices', { customer, limit: SHOWN }, invoices),
  ]);
  return {
    subscriptionState,
    invoices: found.data.map(({ hosted_invoice_url: address, ...invoice }) => ({
      ...invoice,
      url: address && stripe.isStripeUrl(address) ? address : null,
    })),
  };
}

/**
 * Everything the page about payments shows.
 * @param isBack the browser returns from Stripe: the customer is synced first
 * @returns null when there is no such organization
 */
export async function readBilling(
  organizationId: string,
  isBack: boolean,
  ports: BillingPorts,
): Promise<BillingView | null> {
  const { db, accounts, stripe, warn } = ports;
  const known = stripe && (await findCustomerOfOrganization(db, organizationId));
  let side: BillingView['stripe'] = null;
  if (stripe && known) {
    const paid = { ...ports, stripe };
    try {
      if (isBack) await syncCustomer(known.customerId, paid);
      side = await readStripe(known.customerId, paid);
    } catch (cause) {
      warn('payments of an organization could not be read', {
        organization: organizationId,
        cause,
      });
      side = 'unreachable';
    }
  }
  const [account, creditTransfers] = await Promise.all([
    accounts.view(organizationId),
    listBillingTransfers(db, organizationId, SHOWN),
  ]);
  return account && { account, isOpen: stripe !== null, stripe: side, creditTransfers };
}
