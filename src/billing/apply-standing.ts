import type { Subscription, SubscriptionRequest } from '../core/account/account.ts';
import type { BillingCustomer } from '../store/billing.ts';
import { audit } from './audit.ts';
import type { PaidPeriod } from './paid-periods.ts';
import type { PaidPorts } from './ports.ts';
import { requestOf, type Standing } from './standing.ts';
import { subscriptionSchema } from './stripe/objects.ts';

const FIELDS = [
  'plan',
  'status',
  'creditsPerMonth',
  'periodStart',
  'periodEnd',
  'trialEnd',
] as const;

const isSame = (has: Subscription | null, asked: SubscriptionRequest): boolean =>
  has !== null && FIELDS.every((field) => has[field] === asked[field]);

/**
 * Tells the account how its subscription stands now. One that has ended is told only while the
 * account is in a period of it: what an operator has set since is not undone. That of an
 * organization that was closed is not renewed.
 */
export async function applyStanding(
  standing: Standing,
  periods: readonly PaidPeriod[],
  { organizationId }: BillingCustomer,
  ports: PaidPorts,
): Promise<void> {
  const { accounts } = ports;
  const view = await accounts.view(organizationId);
  if (view && !view.organization.active) return endRenewal(standing, ports);
  const has = view?.subscription ?? null;
  const starts = [standing.start, ...periods.map(({ start }) => start)];
  const isOurs = has !== null && starts.includes(Math.floor(has.periodStart / 1_000));
  if (!standing.isLive && !isOurs) return;
  const asked = requestOf(standing);
  const begun = has?.periodStart ?? 0;
  // The account never goes back to an earlier period: it goes on with the one it has.
  const goesBack = (asked.periodStart ?? 0) < begun;
  const { unpaid: _, ...onwards } = { ...asked, periodStart: begun };
  const request = goesBack ? { ...onwards, unpaid: true as const } : asked;
  const owes = !goesBack && owesUpgrade(standing, view?.statement.subscription.total);
  if (isSame(has, request) && !owes) return;
  const outcome = await accounts.subscribe(organizationId, request);
  if (outcome.kind !== 'applied') {
    ports.warn('a subscription could not be set', { organization: organizationId });
    return;
  }
  const target = `stripe:${standing.subscription.id}`;
  await audit(
    { method: `SUBSCRIPTION_${standing.status.toUpperCase()}`, target, organizationId },
    ports,
  );
}

/** A plan that was made bigger within a paid period, whose difference is not granted yet. */
const owesUpgrade = ({ isPaid, status, current }: Standing, granted: number | undefined): boolean =>
  isPaid && (status === 'active' || status === 'trialing') && (granted ?? 0) < current.credits;

/** Nobody is left to use what the next period would be charged for. */
async function endRenewal(
  { subscription, isLive }: Standing,
  { stripe }: PaidPorts,
): Promise<void> {
  const { id, cancel_at: endsAt, cancel_at_period_end: isEnding } = subscription;
  if (!isLive || isEnding || endsAt) return;
  const params = { cancel_at_period_end: true };
  await stripe.post(`/v1/subscriptions/${id}`, params, `close:${id}`, subscriptionSchema);
}
