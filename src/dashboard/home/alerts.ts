import { PAID_STATUSES, type SubscriptionStatus } from '../../domain/plans.ts';
import type { AccountView, Subscription } from '../../lookup/account/account.ts';
import type { WebhookDelivery } from '../../lookup/jobs/webhooks.ts';
import type { RunOutcome } from '../../monitors/monitor.ts';
import type { StoredMonitor } from '../../monitors/monitors.ts';
import { formatCredits, pluralize } from '../layout/format.tsx';

/** Alert of an account: what stops working without an action, and the page of that action. */
export interface AccountAlert {
  text: string;
  path: string;
  action: string;
}

const DAY_MS = 86_400_000;

/** Threshold of the alert on expiring keys. */
const EXPIRY_NOTICE_MS = 14 * DAY_MS;

/** Window of the alert on failed deliveries. */
const DELIVERY_WINDOW_MS = DAY_MS;

/** Of a month's credits: below it the balance is low. */
const LOW_SHARE = 0.1;

const UNPAID_MESSAGES: Partial<Record<SubscriptionStatus, string>> = {
  past_due: 'The last payment of the plan failed. Calls are refused until it is settled.',
  unpaid: 'The last payment of the plan failed. Calls are refused until it is settled.',
  canceled: 'The plan was cancelled. Calls are refused until another is chosen.',
  incomplete: 'The first payment of the plan is not complete.',
  paused: 'The plan is paused. Calls are refused until it goes on.',
};

function planAlerts(subscription: Subscription | null, now: number): AccountAlert[] {
  const at = { path: '/app/billing', action: 'Billing' };
  if (!subscription) return [{ ...at, text: 'There is no plan yet: live calls are refused.' }];
  if (!PAID_STATUSES.includes(subscription.status))
    return [{ ...at, text: UNPAID_MESSAGES[subscription.status] ?? 'The plan is not paid.' }];
  if (subscription.periodEnd <= now)
    return [{ ...at, text: "The plan's period has ended: calls are refused until it is renewed." }];
  return [];
}

function balanceAlerts({ subscription, statement }: AccountView): AccountAlert[] {
  const { totalAvailable } = statement;
  const enough = (subscription?.creditsPerMonth ?? 0) * LOW_SHARE;
  if (!subscription || totalAvailable >= enough) return [];
  const text = `The balance is low: ${formatCredits(totalAvailable)} left.`;
  return [{ text, path: '/app/billing', action: 'Buy credits' }];
}

function keyAlerts({ keys }: AccountView, now: number): AccountAlert[] {
  return keys
    .filter(
      ({ revokedAt, expiresAt }) =>
        revokedAt === null && expiresAt !== null && expiresAt < now + EXPIRY_NOTICE_MS,
    )
    .map(({ name, last4, expiresAt }) => ({
      text: `The key ${name} (…${last4}) ${
        (expiresAt ?? 0) <= now ? 'has expired' : `expires on ${isoDay(expiresAt ?? 0)}`
      }.`,
      path: '/app/keys',
      action: 'Keys',
    }));
}

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Events whose latest attempt failed. @param deliveries newest first */
function deliveryAlerts(deliveries: readonly WebhookDelivery[], now: number): AccountAlert[] {
  const latest = new Map<string, WebhookDelivery>();
  for (const delivery of deliveries)
    if (delivery.createdAt > now - DELIVERY_WINDOW_MS && !latest.has(delivery.eventId))
      latest.set(delivery.eventId, delivery);
  const failed = [...latest.values()].filter(({ status }) => status === 'failed').length;
  if (failed === 0) return [];
  const text = `${pluralize(failed, 'webhook delivery', 'webhook deliveries')} failed in the last day.`;
  return [{ text, path: '/app/deliveries', action: 'Deliveries' }];
}

const SKIP_REASONS: Partial<Record<RunOutcome, string>> = {
  insufficient_credits: 'the balance did not cover it',
  no_plan: 'there is no paid plan',
  no_source: 'nothing can answer it',
};

const monitorAlerts = (monitors: readonly StoredMonitor[]): AccountAlert[] =>
  monitors.flatMap(({ id, name, active, state }) => {
    const why = state.lastOutcome && SKIP_REASONS[state.lastOutcome];
    if (!active || !why) return [];
    const text = `The last run of the monitor ${name} was skipped: ${why}.`;
    return [{ text, path: `/app/monitors/${id}`, action: 'Monitor' }];
  });

/** Alerts of an organization, the gravest first. */
export const accountAlerts = ({
  view,
  deliveries,
  monitors,
  now,
}: {
  view: AccountView;
  deliveries: readonly WebhookDelivery[];
  monitors: readonly StoredMonitor[];
  now: number;
}): AccountAlert[] => [
  ...planAlerts(view.subscription, now),
  ...balanceAlerts(view),
  ...monitorAlerts(monitors),
  ...deliveryAlerts(deliveries, now),
  ...keyAlerts(view, now),
];
