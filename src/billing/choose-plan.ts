import { findPack, findPlan } from '../core/account/plans.ts';
import { ApiError } from '../core/errors.ts';
import { setDue } from '../store/billing.ts';
import { changePlan } from './change-plan.ts';
import { requirePrice } from './find-price.ts';
import { openPortal } from './open-portal.ts';
import type { BillingPorts, PaidPorts } from './ports.ts';
import { priceOfPack, priceOfPlan } from './price-table.ts';
import { readPlan } from './read-customer.ts';
import { requireCustomer } from './require-customer.ts';
import { startCheckout } from './start-checkout.ts';

/** A payment whose event is lost is found by cron after this long. */
const LOOK_AGAIN_MS = 3_600_000;

/** Who pays, and the page they come from. */
export interface Payer {
  organizationId: string;
  role: 'owner' | 'member';
  /** Address of /app/billing. */
  pageUrl: string;
}

/**
 * @throws ApiError INSUFFICIENT_SCOPE for a member who is no owner; SERVICE_UNAVAILABLE where the
 *   operator has not set payments up
 */
export function requirePayer({ role }: Pick<Payer, 'role'>, ports: BillingPorts): PaidPorts {
  if (role !== 'owner')
    throw new ApiError('INSUFFICIENT_SCOPE', 'Only owners of the organization may do this.');
  if (!ports.stripe) throw new ApiError('SERVICE_UNAVAILABLE', 'Payments are not set up here.');
  return { ...ports, stripe: ports.stripe };
}

/** Everything that was begun is looked at again though nobody tells of its end. */
const lookAgain = (customer: string, { db, clock }: PaidPorts): Promise<void> =>
  setDue(db, customer, clock.now() + LOOK_AGAIN_MS);

/**
 * Takes or changes a plan: by Stripe's page for a first one, else by changing the subscription that
 * runs, so that an organization has one. What is owed is settled in the portal first.
 * @returns where to send the browser: Stripe's page, or the page it came from
 * @throws ApiError INVALID_INPUT for a plan there is none of, and those of {@link requirePayer}
 */
export async function choosePlan(
  planId: string,
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
  const { standing } = await readPlan(customer, paid);
  await lookAgain(customer, paid);
  if (standing?.isLive) {
    const isGood = standing.status === 'active' || standing.status === 'trialing';
    if (!isGood) return openPortal(customer, pageUrl, paid);
    return changePlan({ standing, plan, priceId, customer: owner, pageUrl }, paid);
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
  await lookAgain(customer, paid);
  const amount = String(listed.cents);
  const metadata = { organization: organizationId, ...listed.metadata, amount };
  const mode = 'payment';
  return startCheckout({ organizationId, customer, mode, priceId, metadata, pageUrl }, paid);
}

/** Opens the portal of whoever has paid before. @throws ApiError as {@link choosePlan} */
export async function managePayments(payer: Payer, ports: BillingPorts): Promise<string> {
  const paid = requirePayer(payer, ports);
  const { customerId: customer } = await requireCustomer(payer.organizationId, paid);
  await lookAgain(customer, paid);
  return openPortal(customer, payer.pageUrl, paid);
}
