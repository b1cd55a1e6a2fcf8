import type Stripe from 'stripe';
import { findPack, findPlan, type Plan } from '../domain/plans.ts';
import { ApiError } from '../lib/errors.ts';
import { HOUR_MS } from '../lib/time.ts';
import { mayPay, type Role } from '../lookup/account/members.ts';
import { syncCustomer } from './customer-sync.ts';
import { expireCheckout, readPlan, requireCustomer } from './customers.ts';
import { openPortal, requireStripeUrl } from './portal.ts';
import type { BillingPorts, PaidPorts } from './ports.ts';
import { priceOfPack, priceOfPlan, requirePrice } from './prices.ts';
import { type BillingCustomer, setCustomerDue } from './store.ts';
import { checkoutSchema, subscriptionSchema } from './stripe/objects.ts';
import { planStep, type SubscriptionState } from './subscription-state.ts';

/** Minimum remaining lifetime of a checkout session to reuse it. */
const MIN_SECONDS_LEFT = 300;

/** What is paid for, and where the browser returns. */
interface CheckoutOrder {
  organizationId: string;
  customer: string;
  mode: 'subscription' | 'payment';
  priceId: string;
  /** Identifies the purchase, also at Stripe. */
  metadata: Readonly<Record<string, string>>;
  pageUrl: string;
}

function checkoutParams(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const { organizationId, customer, mode, priceId, pageUrl } = order;
  const metadata = { ...order.metadata };
  return {
    mode,
    customer,
    client_reference_id: organizationId,
    line_items: [{ price: priceId, quantity: 1 }],
    success_url: `${pageUrl}?from=checkout`,
    cancel_url: pageUrl,
    metadata: { ...metadata, price: priceId },
    ...(mode === 'subscription'
      ? { subscription_data: { metadata } }
      : {
          payment_intent_data: { metadata },
          invoice_creation: { enabled: true },
          // Orders are in dollars; a payment in another currency would not match its order.
          adaptive_pricing: { enabled: false },
        }),
  };
}

/**
 * Opens Stripe's checkout page for an order, or the page already open for the same order. A page
 * for another plan is closed, so that two plans are never paid. The idempotency key contains the
 * newest session: a second click reuses the first one's session, a second purchase does not.
 * @returns URL to redirect the browser to
 */
async function startCheckout(order: CheckoutOrder, ports: PaidPorts): Promise<string> {
  const { stripe, clock } = ports;
  const { customer, mode, priceId } = order;
  const sessions = await stripe.list(
    '/v1/checkout/sessions',
    { customer, limit: 20 },
    checkoutSchema,
  );
  const now = clock.now() / 1_000;
  const open = sessions.filter((each) => each.status === 'open' && each.mode === mode);
  const isSame = (each: (typeof open)[number]) => each.metadata?.price === priceId;
  const same = open.find(
    (each) => isSame(each) && each.expires_at - MIN_SECONDS_LEFT > now && each.url,
  );
  if (mode === 'subscription')
    for (const other of open.filter((each) => each !== same)) await expireCheckout(other.id, ports);
  if (same) return requireStripeUrl(same.url, stripe);
  const key = `checkout:${customer}:${priceId}:${sessions[0]?.id ?? 'first'}`;
  const made = await stripe.post(
    '/v1/checkout/sessions',
    checkoutParams(order),
    key,
    checkoutSchema,
  );
  return requireStripeUrl(made.url, stripe);
}

interface PlanChange {
  subscriptionState: SubscriptionState;
  plan: Plan;
  priceId: string;
  customer: Pick<BillingCustomer, 'customerId' | 'revision'>;
  pageUrl: string;
}

/**
 * A bigger plan begins now, with a whole period at its full price: unspent credits roll over, so
 * nothing is refunded for the remaining days. A smaller plan begins with the next period; until
 * then the paid plan stays.
 */
function planChangeParams({
  subscriptionState,
  plan,
  priceId,
}: PlanChange): Stripe.SubscriptionUpdateParams {
  const params: Stripe.SubscriptionUpdateParams = {
    items: [{ id: subscriptionState.itemId, price: priceId }],
    proration_behavior: 'none',
    expand: ['latest_invoice'],
  };
  const credits = plan.creditsPerMonth;
  if (planStep(subscriptionState, { plan: plan.id, credits }) !== 'begins_now') return params;
  // The plan does not change before it is paid.
  params.payment_behavior = 'pending_if_incomplete';
  if (subscriptionState.status === 'trialing') params.trial_end = 'now';
  else params.billing_cycle_anchor = { type: 'now' };
  return params;
}

/**
 * Changes the plan of the active subscription.
 * @returns page to pay on if the card requires authentication, else the page it came from
 */
async function changePlan(change: PlanChange, ports: PaidPorts): Promise<string> {
  const { stripe } = ports;
  const { subscriptionState, priceId, customer, pageUrl } = change;
  const { id, cancel_at: endsAt, cancel_at_period_end: isEnding } = subscriptionState.subscription;
  const path = `/v1/subscriptions/${id}`;
  // Idempotency: a second click is the same request, the same change after another one is not.
  const from = `${id}:${subscriptionState.priceId}:${customer.revision}`;
  // Choosing a plan withdraws a cancellation.
  if (isEnding || endsAt) {
    const stay = isEnding ? { cancel_at_period_end: false } : { cancel_at: '' };
    await stripe.post(path, stay, `resume:${from}`, subscriptionSchema);
  }
  if (priceId !== subscriptionState.priceId) {
    const key = `change:${from}:${priceId}`;
    const changed = await stripe.post(path, planChangeParams(change), key, subscriptionSchema);
    const { latest_invoice: invoice } = changed;
    if (typeof invoice === 'object' && invoice?.status === 'open')
      return requireStripeUrl(invoice.hosted_invoice_url, stripe);
  }
  await syncCustomer(customer.customerId, ports);
  return `${pageUrl}?from=change`;
}

/** Time after which cron finds a payment whose event was lost. */
const SYNC_AGAIN_MS = HOUR_MS;

export interface Payer {
  organizationId: string;
  role: Role;
  /** URL of /app/billing. */
  pageUrl: string;
}

/**
 * @throws ApiError INSUFFICIENT_SCOPE for a role that may not pay; SERVICE_UNAVAILABLE if the
 *   operator has not configured payments
 */
export function requirePayer({ role }: Pick<Payer, 'role'>, ports: BillingPorts): PaidPorts {
  if (!mayPay(role))
    throw new ApiError(
      'INSUFFICIENT_SCOPE',
      'Only owners and members with the role billing can do this.',
    );
  if (!ports.stripe)
    throw new ApiError('SERVICE_UNAVAILABLE', 'Payments are not set up for this service.');
  return { ...ports, stripe: ports.stripe };
}

/** Schedules a poll of the customer, in case events are lost. */
const scheduleSync = (customer: string, { db, clock }: PaidPorts): Promise<void> =>
  setCustomerDue(db, customer, clock.now() + SYNC_AGAIN_MS);

/**
 * Takes or changes a plan: by Stripe's page for the first one, else by changing the active
 * subscription, so that an organization has only one. Open debts are settled in the portal first.
 * @param request `isSure`: the payer has seen what the change of an active plan costs, and when
 * @returns URL to redirect the browser to: Stripe's page, or the page it came from
 * @throws ApiError INVALID_INPUT for an unknown plan, and errors of {@link requirePayer}
 */
export async function choosePlan(
  { planId, isSure }: { planId: string; isSure: boolean },
  payer: Payer,
  ports: BillingPorts,
): Promise<string> {
  const paid = requirePayer(payer, ports);
  const plan = findPlan(planId);
  if (!plan) throw new ApiError('INVALID_INPUT', 'There is no such plan.', { param: 'plan' });
  const { organizationId, pageUrl } = payer;
  const owner = await requireCustomer(organizationId, paid);
  const customer = owner.customerId;
  const priceId = await requirePrice(priceOfPlan(plan), paid);
  const { subscriptionState } = await readPlan(customer, paid);
  await scheduleSync(customer, paid);
  if (subscriptionState?.isLive) {
    const isGood = subscriptionState.status === 'active' || subscriptionState.status === 'trialing';
    if (!isGood) return openPortal(customer, pageUrl, paid);
    // The page asks for confirmation, unless it could not read the subscription.
    if (!isSure)
      throw new ApiError(
        'INVALID_INPUT',
        'A plan is already active: choose again to see what changes.',
      );
    return changePlan({ subscriptionState, plan, priceId, customer: owner, pageUrl }, paid);
  }
  const metadata = { organization: organizationId, plan: plan.id };
  const mode = 'subscription';
  return startCheckout({ organizationId, customer, mode, priceId, metadata, pageUrl }, paid);
}

/**
 * Buys a pack of credits.
 * @returns Stripe's page
 * @throws ApiError as {@link choosePlan}
 */
export async function buyCredits(
  packId: string,
  payer: Payer,
  ports: BillingPorts,
): Promise<string> {
  const paid = requirePayer(payer, ports);
  const pack = findPack(packId);
  if (!pack) throw new ApiError('INVALID_INPUT', 'There is no such pack.', { param: 'pack' });
  const { organizationId, pageUrl } = payer;
  const { customerId: customer } = await requireCustomer(organizationId, paid);
  const listed = priceOfPack(pack);
  const priceId = await requirePrice(listed, paid);
  await scheduleSync(customer, paid);
  const amount = String(listed.cents);
  const metadata = { organization: organizationId, ...listed.metadata, amount };
  const mode = 'payment';
  return startCheckout({ organizationId, customer, mode, priceId, metadata, pageUrl }, paid);
}

/** Opens the portal for an existing customer. @throws ApiError as {@link choosePlan} */
export async function managePayments(payer: Payer, ports: BillingPorts): Promise<string> {
  const paid = requirePayer(payer, ports);
  const { customerId: customer } = await requireCustomer(payer.organizationId, paid);
  await scheduleSync(customer, paid);
  return openPortal(customer, payer.pageUrl, paid);
}
