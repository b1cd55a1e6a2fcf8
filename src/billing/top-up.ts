import type Stripe from 'stripe';
import { findPack } from '../domain/plans.ts';
import { ApiError } from '../lib/errors.ts';
import { formatCount } from '../lib/text.ts';
import type {
  CreditWatchSettings,
  TopUp,
  TopUpHalt,
  TopUpSettings,
} from '../lookup/account/credit-watch.ts';
import { type Payer, requirePayer } from './checkout.ts';
import { syncCustomer } from './customer-sync.ts';
import { readPayments, restoredCustomer } from './customers.ts';
import type { BillingPorts, PaidPorts } from './ports.ts';
import { CURRENCY } from './prices.ts';
import type { BillingCustomer } from './store.ts';
import { StripeRefusal } from './stripe/client.ts';
import {
  customerSchema,
  paymentMethodSchema,
  paymentSchema,
  subscriptionSchema,
} from './stripe/objects.ts';

/**
 * The payment method for off-session payments: the customer's default, that of the subscription, or
 * the newest saved one. @returns its id; null if there is none
 */
async function findSavedPaymentMethod(customer: string, { stripe }: Pick<PaidPorts, 'stripe'>) {
  const path = `/v1/customers/${customer}`;
  const [{ invoice_settings: settings }, subscribed, saved] = await Promise.all([
    stripe.get(path, {}, customerSchema),
    stripe.list('/v1/subscriptions', { customer, limit: 10 }, subscriptionSchema),
    stripe.list(`${path}/payment_methods`, { limit: 10 }, paymentMethodSchema),
  ]);
  const ofSubscription = subscribed.find((each) => each.default_payment_method);
  return (
    settings?.default_payment_method ??
    ofSubscription?.default_payment_method ??
    saved[0]?.id ??
    null
  );
}

function topUpParams(
  { id, pack, credits, cents }: TopUp,
  organization: string,
  customer: string,
  paymentMethod: string,
): Stripe.PaymentIntentCreateParams {
  return {
    customer,
    payment_method: paymentMethod,
    amount: cents,
    currency: CURRENCY,
    confirm: true,
    off_session: true,
    // Off-session, there is no browser to redirect.
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    description: `${formatCount(credits)} credits, automatic top-up`,
    metadata: { organization, pack, credits: String(credits), amount: String(cents), top_up: id },
  };
}

/** Finds the payment of an earlier attempt, or, unless halted, makes it now. */
async function payTopUp(
  topUp: TopUp,
  halt: TopUpHalt | null,
  { organizationId, customerId: customer }: BillingCustomer,
  ports: PaidPorts,
) {
  // Stripe forgets idempotency keys after a day, but keeps a customer's payments.
  const earlier = await readPayments(customer, null, ports);
  const made = earlier.find(({ metadata }) => metadata?.top_up === topUp.id);
  if (made) return made;
  if (halt) return halt;
  const method = await findSavedPaymentMethod(customer, ports);
  if (method === null) return 'no_payment_method';
  const params = topUpParams(topUp, organizationId, customer, method);
  const key = `top-up:${organizationId}:${topUp.id}`;
  try {
    return await ports.stripe.post('/v1/payment_intents', params, key, paymentSchema);
  } catch (error) {
    // A card error (Stripe, "Error types": 402 is "parameters valid but the request failed").
    if (error instanceof StripeRefusal && error.status === 402) return 'declined';
    throw error;
  }
}

/** Statuses of a payment that may still succeed without action (a bank debit takes days). */
const PENDING_STATUSES: ReadonlySet<string> = new Set(['processing', 'requires_capture']);

/**
 * Pays a top-up begun by the account, or finds the result of an earlier attempt. It has one
 * idempotency key and is searched before it is made, so a lost reply never causes a second payment.
 * Its credits are granted by the reconciliation of all payments.
 * @param halt make no payment now
 * @throws errors other than of the payment method; the top-up stays uncertain and is searched again
 */
export async function settleTopUp(
  organizationId: string,
  topUp: TopUp,
  halt: TopUpHalt | null,
  ports: PaidPorts,
) {
  const { accounts } = ports;
  const customer = await restoredCustomer(organizationId, ports);
  const outcome = customer ? await payTopUp(topUp, halt, customer, ports) : 'no_payment_method';
  if (outcome === 'waits') return;
  if (typeof outcome === 'string') return accounts.endTopUp(organizationId, topUp.id, outcome);
  if (PENDING_STATUSES.has(outcome.status)) return;
  if (outcome.status !== 'succeeded')
    return accounts.endTopUp(organizationId, topUp.id, 'declined');
  if (customer) await syncCustomer(customer.customerId, ports, outcome.id);
  await accounts.endTopUp(organizationId, topUp.id, null);
}

/** Highest monthly limit, in cents: a hundred thousand dollars. */
const MAX_MONTHLY_CENTS = 10_000_000;

/** Highest threshold; one above every plan would buy endlessly. */
const MAX_THRESHOLD = 1_000_000;

/** @throws ApiError INVALID_INPUT */
function checkTopUp({ pack: packId, threshold, monthlyCents }: TopUpSettings): void {
  const pack = findPack(packId);
  if (!pack) throw new ApiError('INVALID_INPUT', 'There is no such pack.', { param: 'pack' });
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > MAX_THRESHOLD)
    throw new ApiError('INVALID_INPUT', 'The threshold must be between 1 and 1,000,000 credits.', {
      param: 'threshold',
    });
  const least = pack.priceUsd * 100;
  if (!Number.isInteger(monthlyCents) || monthlyCents < least || monthlyCents > MAX_MONTHLY_CENTS)
    throw new ApiError(
      'INVALID_INPUT',
      `The monthly limit must be between $${pack.priceUsd} (the price of the pack) and $100,000.`,
      { param: 'monthly' },
    );
}

/**
 * Sets alerts and automatic top-up.
 * @throws ApiError INVALID_INPUT for figures out of range, or a top-up without a saved payment
 *   method; INSUFFICIENT_SCOPE for a role that may not pay; SERVICE_UNAVAILABLE for a top-up if
 *   payments are not configured
 */
export async function changeCreditWatch(
  settings: CreditWatchSettings,
  payer: Payer,
  ports: BillingPorts,
): Promise<void> {
  const { organizationId } = payer;
  if (settings.topUp) {
    const paid = requirePayer(payer, ports);
    checkTopUp(settings.topUp);
    const customer = await restoredCustomer(organizationId, paid);
    const method = customer && (await findSavedPaymentMethod(customer.customerId, paid));
    if (!method)
      throw new ApiError(
        'INVALID_INPUT',
        'No payment method is saved: choose a plan, or add one under "Manage payments".',
        { param: 'top_up' },
      );
  }
  await ports.accounts.setCreditWatch(organizationId, settings);
}
