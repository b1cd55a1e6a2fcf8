import { findOrganization } from '../accounts/store-organizations.ts';
import { ApiError } from '../lib/errors.ts';
import { DAY_SECONDS } from '../lib/time.ts';
import type { AccountView } from '../lookup/account/account.ts';
import { effectivePeriods, namedPriceIds, type PaidPeriod, paidPeriods } from './paid-periods.ts';
import type { PaidPorts } from './ports.ts';
import {
  type BillingCustomer,
  countDeletedCustomers,
  findCustomerOfOrganization,
  insertCustomer,
  markCustomerDeleted,
} from './store.ts';
import { nullIfMissing, StripeRefusal } from './stripe/client.ts';
import {
  type Customer,
  checkoutSchema,
  customerSchema,
  invoiceSchema,
  type Payment,
  type Price,
  paymentSchema,
  priceSchema,
  type StripeSubscription,
  subscriptionSchema,
} from './stripe/objects.ts';
import { effectiveSubscription, type SubscriptionState } from './subscription-state.ts';

const PAGE_SIZE = 100;

/** Label in a customer's metadata at Stripe: organization, and number of deleted predecessors. */
const customerLabel = (organizationId: string, former: number) => `${organizationId}:${former}`;
const CUSTOMER_LABEL = /^(org_\w+):\d+$/;

/** Searches Stripe for an organization's customer, which D1 may have lost. */
async function searchCustomer(label: string, { stripe }: PaidPorts) {
  const query = `metadata['lookup_api_account']:'${label}'`;
  const found = await stripe.list('/v1/customers/search', { query, limit: 1 }, customerSchema);
  return found[0] ?? null;
}

/** Stores a customer with one of our labels, if its organization has none. */
async function restoreCustomer(
  { id: customerId, deleted, metadata }: Customer,
  { db, clock }: PaidPorts,
): Promise<void> {
  const [, organizationId] = CUSTOMER_LABEL.exec(metadata?.lookup_api_account ?? '') ?? [];
  if (deleted || !organizationId || !(await findOrganization(db, organizationId))) return;
  await insertCustomer(db, { customerId, organizationId, createdAt: clock.now() });
}

/** Restores a customer named by an event but missing in D1, after a loss of the database. */
export async function restoreNamedCustomer(customerId: string, ports: PaidPorts): Promise<void> {
  const path = `/v1/customers/${customerId}`;
  const named = await nullIfMissing(ports.stripe.get(path, {}, customerSchema));
  if (named) await restoreCustomer(named, ports);
}

/** An organization's customer, restored from Stripe if missing in D1; null if it never paid. */
export async function restoredCustomer(
  organizationId: string,
  ports: PaidPorts,
): Promise<BillingCustomer | null> {
  const known = await findCustomerOfOrganization(ports.db, organizationId);
  if (known) return known;
  const former = await countDeletedCustomers(ports.db, organizationId);
  const found = await searchCustomer(customerLabel(organizationId, former), ports);
  if (found) await restoreCustomer(found, ports);
  return findCustomerOfOrganization(ports.db, organizationId);
}

/**
 * Updates the name and email address of a customer, for Stripe's invoices and receipts, if they
 * differ from the organization's name and an owner's address. An organization without an owner
 * keeps what was written last. Details that Stripe refuses do not hold up payments.
 */
async function updateContact(
  customer: Customer,
  { organization, members }: AccountView,
  { stripe, warn }: PaidPorts,
): Promise<void> {
  const owners = members.filter(({ role }) => role === 'owner');
  const [first] = owners.sort((a, b) => a.createdAt - b.createdAt);
  if (!first) return;
  const { name, id: organizationId } = organization;
  const current = owners.find(({ email }) => email === customer.email?.toLowerCase());
  if (current && customer.name === name) return;
  const { email } = current ?? first;
  const path = `/v1/customers/${customer.id}`;
  try {
    await stripe.post(path, { name, email }, crypto.randomUUID(), customerSchema);
  } catch (cause) {
    if (!(cause instanceof StripeRefusal && cause.status === 400)) throw cause;
    warn('Stripe refused the name or email address of a customer', { organizationId, cause });
  }
}

/** Closes a checkout page, so that nothing can be paid there. */
export async function expireCheckout(id: string, { stripe }: PaidPorts): Promise<void> {
  await stripe.post(`/v1/checkout/sessions/${id}/expire`, {}, `expire:${id}`, checkoutSchema);
}

/**
 * Brings a customer at Stripe up to its organization: name and address, and no open checkout page
 * once the organization is closed.
 */
export async function updateCustomer(
  customer: Customer,
  organizationId: string,
  ports: PaidPorts,
): Promise<void> {
  const view = customer.deleted ? null : await ports.accounts.view(organizationId);
  if (!view) return;
  if (view.organization.active) return updateContact(customer, view, ports);
  const params = { customer: customer.id, status: 'open', limit: PAGE_SIZE };
  const open = await ports.stripe.list('/v1/checkout/sessions', params, checkoutSchema);
  for (const { id } of open) await expireCheckout(id, ports);
}

/** Creates the customer of an organization. @throws ApiError NOT_FOUND */
async function createCustomer(organizationId: string, ports: PaidPorts): Promise<BillingCustomer> {
  const { db, stripe, clock } = ports;
  if (!(await findOrganization(db, organizationId))) throw new ApiError('NOT_FOUND');
  const label = customerLabel(organizationId, await countDeletedCustomers(db, organizationId));
  // Name and address may change, so they are not part of the idempotent creation.
  const made = await stripe.post(
    '/v1/customers',
    { metadata: { organization: organizationId, lookup_api_account: label } },
    `customer:${label}`,
    customerSchema,
  );
  await insertCustomer(db, { customerId: made.id, organizationId, createdAt: clock.now() });
  // If two were created concurrently all the same, the stored one is used.
  const written = await findCustomerOfOrganization(db, organizationId);
  if (!written) throw new ApiError('SERVICE_BUSY');
  return written;
}

/**
 * An organization's customer, created at its first payment, with its present name and address. The
 * request has a fixed idempotency key, so that a double click or a lost reply creates only one. If
 * the reply was lost longer ago than Stripe keeps keys, the customer is found by a search.
 * @throws ApiError NOT_FOUND
 */
export async function requireCustomer(
  organizationId: string,
  ports: PaidPorts,
): Promise<BillingCustomer> {
  const known =
    (await restoredCustomer(organizationId, ports)) ??
    (await createCustomer(organizationId, ports));
  const path = `/v1/customers/${known.customerId}`;
  const found = await ports.stripe.get(path, {}, customerSchema);
  if (found.deleted) {
    // No event has reported it: its last subscriptions and payments are read by cron.
    await markCustomerDeleted(ports.db, known.customerId, ports.clock.now());
    return requireCustomer(organizationId, ports);
  }
  await updateCustomer(found, organizationId, ports);
  return known;
}

/** Age limit of invoices to read; older ones were applied, or their period is long over. */
const INVOICES_FOR_S = 100 * DAY_SECONDS;

export interface PlanFacts {
  /** Ordered by beginning. */
  periods: PaidPeriod[];
  subscriptionState: SubscriptionState | null;
}

/** Prices by id: known from subscriptions, or read if only invoices refer to them. */
async function readPrices(
  named: readonly string[],
  known: readonly StripeSubscription[],
  { stripe }: PaidPorts,
): Promise<Map<string, Price>> {
  const prices = new Map(
    known.flatMap(({ items }) => items.data.map(({ price }) => [price.id, price] as const)),
  );
  for (const id of named)
    if (!prices.has(id)) prices.set(id, await stripe.get(`/v1/prices/${id}`, {}, priceSchema));
  return prices;
}

/** Current subscriptions and paid periods of a customer at Stripe. */
export async function readPlan(customer: string, ports: PaidPorts): Promise<PlanFacts> {
  const { stripe, clock } = ports;
  const since = Math.floor(clock.now() / 1_000) - INVOICES_FOR_S;
  const [subscribed, invoiced] = await Promise.all([
    stripe.list(
      '/v1/subscriptions',
      { customer, status: 'all', limit: PAGE_SIZE, expand: ['data.latest_invoice'] },
      subscriptionSchema,
    ),
    stripe.list(
      '/v1/invoices',
      { customer, status: 'paid', limit: PAGE_SIZE, created: { gte: since } },
      invoiceSchema,
    ),
  ]);
  const prices = await readPrices(namedPriceIds(invoiced), subscribed, ports);
  const periods = effectivePeriods(paidPeriods(invoiced, prices), subscribed);
  return { periods, subscriptionState: effectiveSubscription(subscribed, periods) };
}

/** The newest payments of a customer, and one named by an event. */
export async function readPayments(
  customer: string,
  named: string | null,
  { stripe }: PaidPorts,
): Promise<Payment[]> {
  const expand = ['data.latest_charge'];
  const found = await stripe.list(
    '/v1/payment_intents',
    { customer, limit: PAGE_SIZE, expand },
    paymentSchema,
  );
  if (named === null || found.some(({ id }) => id === named)) return found;
  const payment = await readPayment(named, { stripe });
  // Only Stripe decides which customer a payment belongs to.
  return payment?.customer === customer ? [...found, payment] : found;
}

/** @returns null for a payment that Stripe does not know */
export function readPayment(
  id: string,
  { stripe }: Pick<PaidPorts, 'stripe'>,
): Promise<Payment | null> {
  const params = { expand: ['latest_charge'] };
  return nullIfMissing(stripe.get(`/v1/payment_intents/${id}`, params, paymentSchema));
}
