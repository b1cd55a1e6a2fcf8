import type { SubscriptionRequest } from '../core/account/account.ts';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../core/account/plans.ts';
import type { PaidPeriod } from './paid-periods.ts';
import { planOf, type SoldPlan } from './price-table.ts';
import type { StripeSubscription } from './stripe/objects.ts';

/** How an organization's subscriptions stand, as Stripe has them now. */
export interface Standing {
  /** The one that counts. */
  subscription: StripeSubscription;
  status: SubscriptionStatus;
  /** The plan of the present period. */
  current: SoldPlan;
  /** The plan from the next period on; the same where nothing changes. */
  next: SoldPlan;
  itemId: string;
  priceId: string;
  /** Seconds since the epoch. */
  start: number;
  end: number;
  /** Whether an invoice of this period was paid, a trial's included. */
  isPaid: boolean;
  /** It runs, whether paid or not: Stripe goes on sending invoices. */
  isLive: boolean;
  /** Others that run beside it and count for nothing. */
  others: number;
}

const STATUSES = new Map<string, SubscriptionStatus>(
  SUBSCRIPTION_STATUSES.map((status) => [status, status]),
);

/** The best comes first: what may be used, what runs, what ended. */
const RANKS = new Map([
  ['active', 0],
  ['trialing', 0],
  ['past_due', 1],
  ['unpaid', 2],
  ['paused', 2],
  ['canceled', 3],
]);

/** Whether Stripe goes on with a subscription. One whose first payment failed never began. */
export const isLive = ({ status }: StripeSubscription): boolean => (RANKS.get(status) ?? 3) < 3;

function standingOf(
  subscription: StripeSubscription,
  periods: readonly PaidPeriod[],
): Omit<Standing, 'others'> | null {
  const status = STATUSES.get(subscription.status);
  const sold = subscription.items.data
    .flatMap((item) => {
      const plan = planOf(item.price);
      return plan ? [{ item, plan }] : [];
    })
    .sort((a, b) => b.plan.credits - a.plan.credits)[0];
  if (!RANKS.has(subscription.status) || !status || !sold) return null;
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
    // A smaller plan that was chosen meanwhile begins with the next period: this one is paid for.
    current:
      paid && paid.credits > plan.credits ? { plan: paid.plan, credits: paid.credits } : plan,
    next: plan,
    itemId: item.id,
    priceId: item.price.id,
    start: item.current_period_start,
    end: item.current_period_end,
    isPaid: paid !== undefined,
    isLive: isLive(subscription),
  };
}

/** Which subscription counts, and what it is worth now. Null: there never was one of ours. */
export function standingAmong(
  subscriptions: readonly StripeSubscription[],
  periods: readonly PaidPeriod[],
): Standing | null {
  const rank = ({ status }: { status: string }) => RANKS.get(status) ?? Infinity;
  const standings = subscriptions
    .flatMap((subscription) => standingOf(subscription, periods) ?? [])
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        (a.isLive ? b.current.credits - a.current.credits : b.start - a.start) ||
        a.subscription.created - b.subscription.created,
    );
  const [best] = standings;
  if (!best) return null;
  return { ...best, others: standings.filter(({ isLive: runs }) => runs).length - 1 };
}

/**
 * What choosing a plan would do: a bigger one begins now and is charged now, a smaller one with the
 * next period; `stays`: it is the one there is, or the one before a smaller one was chosen.
 */
export type PlanStep = 'begins_now' | 'next_period' | 'stays';

export function stepTo({ current }: Pick<Standing, 'current'>, { credits }: SoldPlan): PlanStep {
  if (credits === current.credits) return 'stays';
  return credits > current.credits ? 'begins_now' : 'next_period';
}

/** What the account is told: the state of now, whose credits are granted where they are paid. */
export const requestOf = ({
  current,
  status,
  start,
  end,
  isPaid,
  subscription,
}: Standing): SubscriptionRequest => ({
  operationId: null,
  plan: current.plan,
  status,
  creditsPerMonth: current.credits,
  periodStart: start * 1_000,
  periodEnd: end * 1_000,
  trialEnd: subscription.trial_end ? subscription.trial_end * 1_000 : null,
  ...(!isPaid && { unpaid: true }),
});
