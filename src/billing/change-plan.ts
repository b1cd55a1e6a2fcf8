import type Stripe from 'stripe';
import type { Plan } from '../core/account/plans.ts';
import type { BillingCustomer } from '../store/billing.ts';
import { ownAddress } from './own-address.ts';
import type { PaidPorts } from './ports.ts';
import { type Standing, stepTo } from './standing.ts';
import { subscriptionSchema } from './stripe/objects.ts';
import { syncCustomer } from './sync-customer.ts';

export interface PlanChange {
  standing: Standing;
  plan: Plan;
  priceId: string;
  customer: Pick<BillingCustomer, 'customerId' | 'revision'>;
  pageUrl: string;
}

/**
 * A bigger plan begins now, with a whole period at its whole price: unspent credits roll over, so
 * there is nothing to give back for the days that are left. A smaller one begins with the next
 * period; until then what was paid for stays.
 */
function paramsOf({ standing, plan, priceId }: PlanChange): Stripe.SubscriptionUpdateParams {
  const params: Stripe.SubscriptionUpdateParams = {
    items: [{ id: standing.itemId, price: priceId }],
    proration_behavior: 'none',
    expand: ['latest_invoice'],
  };
  const credits = plan.creditsPerMonth;
  if (stepTo(standing, { plan: plan.id, credits }) !== 'begins_now') return params;
  // Nothing changes before it is paid.
  params.payment_behavior = 'pending_if_incomplete';
  if (standing.status === 'trialing') params.trial_end = 'now';
  else params.billing_cycle_anchor = { type: 'now' };
  return params;
}

/**
 * Changes the plan of the subscription that runs.
 * @returns the page to pay on where the card asks for more, else the page it came from
 */
export async function changePlan(change: PlanChange, ports: PaidPorts): Promise<string> {
  const { stripe } = ports;
  const { standing, priceId, customer, pageUrl } = change;
  const { id, cancel_at: endsAt, cancel_at_period_end: isEnding } = standing.subscription;
  const path = `/v1/subscriptions/${id}`;
  // A second click is the same request; the same change after others is another one.
  const from = `${id}:${standing.priceId}:${customer.revision}`;
  // Whoever chooses a plan wants to stay.
  if (isEnding || endsAt) {
    const stay = isEnding ? { cancel_at_period_end: false } : { cancel_at: '' };
    await stripe.post(path, stay, `resume:${from}`, subscriptionSchema);
  }
  if (priceId !== standing.priceId) {
    const key = `change:${from}:${priceId}`;
    const changed = await stripe.post(path, paramsOf(change), key, subscriptionSchema);
    const { latest_invoice: invoice } = changed;
    if (typeof invoice === 'object' && invoice?.status === 'open')
      return ownAddress(invoice.hosted_invoice_url, stripe);
  }
  await syncCustomer(customer.customerId, ports);
  return `${pageUrl}?from=change`;
}
