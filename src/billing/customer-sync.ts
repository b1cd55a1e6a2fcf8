import { requireAccount } from '../accounts/organizations.ts';
import { ApiError } from '../lib/errors.ts';
import { quoted } from '../lib/text.ts';
import { DAY_MS, HOUR_MS } from '../lib/time.ts';
import { applyPayments } from './credit-transfers.ts';
import {
  type PlanFacts,
  readPayments,
  readPlan,
  restoredCustomer,
  updateCustomer,
} from './customers.ts';
import { applyPaidPeriods } from './paid-periods.ts';
import { type BillingPorts, type PaidPorts, requireStripe } from './ports.ts';
import {
  type BillingCustomer,
  type BillingTransfer,
  deleteBillingEvents,
  findCustomer,
  listBillingTransfers,
  listDueCustomers,
  markCustomerRead,
  setCustomerDue,
} from './store.ts';
import { customerSchema } from './stripe/objects.ts';
import { applySubscriptionState } from './subscription-state.ts';

/** Poll interval while a payment fails or is pending, a period ends, or holds owe credits. */
const SYNC_SOON_MS = HOUR_MS;
const SYNC_USUALLY_MS = 72 * HOUR_MS;
/** Delay after a period's end, when Stripe has created the invoice; it collects an hour later. */
const AFTER_END_MS = HOUR_MS / 4;

/** Most attempts of a sync that overlaps with others; after that, Stripe resends its event. */
const MAX_READINGS = 5;

/** When the customer is polled next if no event arrives. */
function nextSyncAt({ subscriptionState }: PlanFacts, isOpen: boolean, now: number) {
  if (subscriptionState === null || !subscriptionState.isLive)
    return now + (isOpen ? SYNC_SOON_MS : SYNC_USUALLY_MS);
  if (isOpen || !subscriptionState.isPaid || subscriptionState.status !== 'active')
    return now + SYNC_SOON_MS;
  const ends = subscriptionState.end * 1_000 + AFTER_END_MS;
  return Math.min(ends > now ? ends : now + SYNC_SOON_MS, now + SYNC_USUALLY_MS);
}

/**
 * Reconciliation of an organization's account with the current state of its customer at Stripe.
 * Called by events, pages and cron. An event only identifies the customer, so late, lost and
 * duplicate events do no harm. If two syncs overlap, the one that ends second reads again.
 * @param payment payment named by an event
 * @returns false for an unknown customer
 * @throws ApiError SERVICE_BUSY if other syncs of the customer keep overlapping; NOT_FOUND while
 *   the account is lost
 */
export async function syncCustomer(
  customerId: string,
  ports: PaidPorts,
  payment: string | null = null,
): Promise<boolean> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const customer = await findCustomer(ports.db, customerId);
    if (!customer) return false;
    // What a lost account is granted would be gone once it is rebuilt.
    await requireAccount(customer.organizationId, ports);
    const found = await ports.stripe.get(`/v1/customers/${customerId}`, {}, customerSchema);
    const facts = await readPlan(customerId, ports);
    const payments = await readPayments(customerId, payment, ports);
    await applyPaidPeriods(facts.periods, customer, ports);
    const isOwed = await applyPayments(payments, payment, customer, ports);
    const isOpen = isOwed || payments.some(({ status }) => status === 'processing');
    if (facts.subscriptionState)
      await applySubscriptionState(facts.subscriptionState, facts.periods, customer, ports);
    const now = ports.clock.now();
    const read = {
      readAt: now,
      dueAt: nextSyncAt(facts, isOpen, now),
      deletedAt: customer.deletedAt ?? (found.deleted ? now : null),
    };
    await updateCustomer(found, customer.organizationId, ports);
    if (await markCustomerRead(ports.db, customer, read)) return true;
  }
  throw new ApiError('SERVICE_BUSY');
}

/** Customers polled per cron run, each by five requests. */
const CUSTOMERS_PER_RUN = 50;
const AFTER_FAILURE_MS = HOUR_MS;

/** Retention of event ids; Stripe resends an event for three days. */
const EVENTS_KEPT_MS = 30 * DAY_MS;

/**
 * Polls due customers, to find changes that no event reported: those with pending payments or
 * ending periods often, all others at a longer interval. A failing customer is skipped.
 */
export async function syncDueCustomers(ports: BillingPorts): Promise<void> {
  const { db, clock, stripe, warn } = ports;
  if (!stripe) return;
  const now = clock.now();
  for (const { customerId, organizationId } of await listDueCustomers(db, now, CUSTOMERS_PER_RUN))
    try {
      await syncCustomer(customerId, { ...ports, stripe });
    } catch (cause) {
      await setCustomerDue(db, customerId, now + AFTER_FAILURE_MS);
      const failed = { organization: organizationId, cause };
      warn('payments of an organization could not be read', failed);
    }
  await deleteBillingEvents(db, now - EVENTS_KEPT_MS);
}

/**
 * Cancels the subscription of a closed organization at the end of its period, and closes its
 * checkout pages. If Stripe does not answer, cron does it later.
 */
export async function endPayments(organizationId: string, ports: BillingPorts): Promise<void> {
  const { db, clock, stripe, warn } = ports;
  if (!stripe) return;
  const paid = { ...ports, stripe };
  let customer: BillingCustomer | null = null;
  try {
    customer = await restoredCustomer(organizationId, paid);
    if (customer) await syncCustomer(customer.customerId, paid);
  } catch (cause) {
    if (customer) await setCustomerDue(db, customer.customerId, clock.now());
    const failed = { organization: organizationId, cause };
    warn('payments of a closed organization could not be ended', failed);
  }
}

const MAX_SHOWN = 200;

/** Credit transfers of an organization's payments, newest first. */
export const readCreditTransfers = (
  organizationId: string,
  { db }: Pick<BillingPorts, 'db'>,
): Promise<BillingTransfer[]> => listBillingTransfers(db, organizationId, MAX_SHOWN);

/**
 * Syncs an organization's payments now, for the operator.
 * @throws ApiError NOT_FOUND for an organization that never paid; SERVICE_UNAVAILABLE without a
 *   secret key
 */
export async function syncPaymentsNow(organizationId: string, ports: BillingPorts): Promise<void> {
  const paid = requireStripe(ports);
  const customer = await restoredCustomer(organizationId, paid);
  const message = `The organization ${quoted(organizationId)} has made no payments.`;
  if (!customer) throw new ApiError('NOT_FOUND', message);
  await syncCustomer(customer.customerId, paid);
}
