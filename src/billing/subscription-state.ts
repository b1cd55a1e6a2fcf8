import { sql } from 'drizzle-orm';
import type { SubscriptionStatus } from '../domain/plans.ts';
import { digestUuid } from '../lib/bytes.ts';
import type { SubscriptionRequest } from '../lookup/account/account.ts';
import { auditPayment } from './credit-transfers.ts';
import type { PaidPeriod } from './paid-periods.ts';
import type { PaidPorts } from './ports.ts';
import { planOfPrice, type SoldPlan } from './prices.ts';
import type { BillingCustomer } from './store.ts';
import { type StripeSubscription, subscriptionSchema } from './stripe/objects.ts';

export interface SubscriptionState {
  subscription: StripeSubscription;
  status: SubscriptionStatus;
  current: SoldPlan;
  /** Plan from the next period on; equal to the current one unless it changes. */
  next: SoldPlan;
  itemId: string;
  priceId: string;
  /** Seconds since the epoch. */
  start: number;
  end: number;
  /** Whether an invoice of this period, or of its trial, was paid. */
  isPaid: boolean;
  /** Whether Stripe keeps sending invoices, paid or not. */
  isLive: boolean;
  /** Number of other live subscriptions, which are ignored. */
  others: number;
}

/** Rank of statuses, best first: usable, live, ended. Others never began. */
const STATUS_RANKS = {
  active: 0,
  trialing: 0,
  past_due: 1,
  unpaid: 2,
  paused: 2,
  canceled: 3,
} as const satisfies Partial<Record<SubscriptionStatus, number>>;

const hasBegun = (status: string): status is keyof typeof STATUS_RANKS =>
  Object.hasOwn(STATUS_RANKS, status);

function stateOfSubscription(subscription: StripeSubscription, periods: readonly PaidPeriod[]) {
  const { status } = subscription;
  const sold = subscription.items.data
    .flatMap((item) => {
      const plan = planOfPrice(item.price);
      return plan ? [{ item, plan }] : [];
    })
    .sort((a, b) => b.plan.credits - a.plan.credits)[0];
  if (!hasBegun(status) || !sold) return null;
  const { item, plan } = sold;
  const paid = periods
    .filter(
      ({ subscriptionId, start }) =>
        subscriptionId === subscription.id && start === item.current_period_start,
    )
    .at(-1);
  return {
    subscription,
    status,
    // A smaller plan begins with the next period, because this one is paid.
    current:
      paid && paid.credits > plan.credits ? { plan: paid.plan, credits: paid.credits } : plan,
    next: plan,
    itemId: item.id,
    priceId: item.price.id,
    start: item.current_period_start,
    end: item.current_period_end,
    isPaid: paid !== undefined,
    rank: STATUS_RANKS[status],
    isLive: status !== 'canceled',
  };
}

/** The subscription that counts, and its current state. Null if there never was one. */
export function effectiveSubscription(
  subscriptions: readonly StripeSubscription[],
  periods: readonly PaidPeriod[],
): SubscriptionState | null {
  const states = subscriptions
    .flatMap((subscription) => stateOfSubscription(subscription, periods) ?? [])
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        (a.isLive ? b.current.credits - a.current.credits : b.start - a.start) ||
        a.subscription.created - b.subscription.created,
    );
  const [best] = states;
  if (!best) return null;
  return { ...best, others: states.filter(({ isLive: runs }) => runs).length - 1 };
}

/**
 * Effect of choosing a plan: a bigger plan begins and is charged now, a smaller one with the next
 * period. `stays`: it is the current plan, also if a smaller one was chosen for the next period.
 */
type PlanStep = 'begins_now' | 'next_period' | 'stays';

export function planStep(
  { current }: Pick<SubscriptionState, 'current'>,
  { credits }: SoldPlan,
): PlanStep {
  if (credits === current.credits) return 'stays';
  return credits > current.credits ? 'begins_now' : 'next_period';
}

/** The account's subscription update; credits are granted by paid periods. */
const subscriptionRequest = ({
  current,
  status,
  start,
  end,
  isPaid,
  subscription,
}: SubscriptionState): SubscriptionRequest => ({
  operationId: null,
  plan: current.plan,
  status,
  creditsPerMonth: current.credits,
  periodStart: start * 1_000,
  periodEnd: end * 1_000,
  trialEnd: subscription.trial_end ? subscription.trial_end * 1_000 : null,
  ...(!isPaid && { unpaid: true }),
});

const COMPARED_FIELDS = [
  'plan',
  'status',
  'creditsPerMonth',
  'periodStart',
  'periodEnd',
  'trialEnd',
] as const;

/**
 * Applies the subscription's state to the account. An ended subscription is applied only while the
 * account is in one of its periods, so that a plan set by the operator since is kept. The
 * subscription of a closed organization is not renewed.
 */
export async function applySubscriptionState(
  state: SubscriptionState,
  periods: readonly PaidPeriod[],
  { organizationId }: BillingCustomer,
  ports: PaidPorts,
): Promise<void> {
  const { accounts, db, clock } = ports;
  const view = await accounts.view(organizationId);
  if (view && !view.organization.active) return endRenewal(state, ports);
  const has = view?.subscription ?? null;
  const starts = [state.start, ...periods.map(({ start }) => start)];
  const isOurs = has !== null && starts.includes(Math.floor(has.periodStart / 1_000));
  if (!state.isLive && !isOurs) return;
  const asked = subscriptionRequest(state);
  const begun = has?.periodStart ?? 0;
  // The account never returns to an earlier period; it keeps the current one.
  const goesBack = (asked.periodStart ?? 0) < begun;
  const { unpaid: _, ...onwards } = { ...asked, periodStart: begun };
  const request = goesBack ? { ...onwards, unpaid: true as const } : asked;
  const owes = !goesBack && owesUpgrade(state, view?.statement.subscription.total);
  const isSame = has && COMPARED_FIELDS.every((field) => has[field] === request[field]);
  if (isSame && !owes) return;
  const target = `stripe:${state.subscription.id}`;
  const entry = { method: `SUBSCRIPTION_${state.status.toUpperCase()}`, target, organizationId };
  // Written before the change, which the account may keep without a reply; a repeat adds none.
  const requestId = await digestUuid(JSON.stringify([has, request]));
  await db.run(
    auditPayment(
      entry,
      clock,
      requestId,
    )(sql`WHERE ${requestId} IS NOT (
      SELECT request_id FROM audit_log
      WHERE organization_id = ${organizationId} AND target = ${target} ORDER BY seq DESC LIMIT 1)`),
  );
  const outcome = await accounts.subscribe(organizationId, request);
  if (outcome.kind !== 'applied')
    ports.warn('a subscription could not be set', { organization: organizationId });
}

/** Whether the plan was upgraded within a paid period and the difference is not granted yet. */
const owesUpgrade = ({ isPaid, status, current }: SubscriptionState, granted: number | undefined) =>
  isPaid && (status === 'active' || status === 'trialing') && (granted ?? 0) < current.credits;

/** A closed organization's subscription is not renewed. */
async function endRenewal({ subscription, isLive }: SubscriptionState, { stripe }: PaidPorts) {
  const { id, cancel_at: endsAt, cancel_at_period_end: isEnding } = subscription;
  if (!isLive || isEnding || endsAt) return;
  const params = { cancel_at_period_end: true };
  await stripe.post(`/v1/subscriptions/${id}`, params, `close:${id}`, subscriptionSchema);
}
