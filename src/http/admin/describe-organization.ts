import type { OrganizationSummary } from '../../accounts/list-organizations.ts';
import type { DailyUsage } from '../../accounts/read-organization.ts';
import type { AccountView, KeyRecord, Member, Subscription } from '../../core/account/account.ts';
import { toIso, toIsoOrNull } from '../../core/iso-time.ts';

export const describeSubscription = (subscription: Subscription) => ({
  plan: subscription.plan,
  status: subscription.status,
  tokens_per_month: subscription.creditsPerMonth,
  current_period_start: toIso(subscription.periodStart),
  current_period_end: toIso(subscription.periodEnd),
  trial_end: toIsoOrNull(subscription.trialEnd),
});

export const describeMember = ({ id, email, role, createdAt }: Member) => ({
  id,
  email,
  role,
  created_at: toIso(createdAt),
});

/** A key without its text: that was shown once. */
const describeKey = ({ id, name, mode, last4, userId, ...key }: KeyRecord) => ({
  ...{ id, name, mode, last4, user_id: userId },
  created_at: toIso(key.createdAt),
  expires_at: toIsoOrNull(key.expiresAt),
  revoked_at: toIsoOrNull(key.revokedAt),
  suspended_at: toIsoOrNull(key.suspendedAt),
  scopes: key.scopes,
  ip_allow: key.ipAllow,
});

const describeBalance = ({ statement }: AccountView) => ({
  available: statement.totalAvailable,
  held: statement.held,
  subscription: statement.subscription.available,
  rollover: statement.rollover,
  purchased: statement.purchased,
});

/** A line of the list: null figures are those of an account that cannot be reached now. */
export const describeListed = ({ listed, view }: OrganizationSummary) => ({
  id: listed.id,
  name: listed.name,
  region: listed.region,
  owner_email: listed.ownerEmail,
  created_at: toIso(listed.createdAt),
  plan: view?.subscription?.plan ?? null,
  status: view?.subscription?.status ?? null,
  balance: view?.statement.totalAvailable ?? null,
  last_used_at: toIsoOrNull(view?.lastUsedAt ?? null),
  balanced: listed.balanced,
  reconciled_at: toIsoOrNull(listed.reconciledAt),
});

/** One customer, without what other rooms know of it. */
export function describeAccount(view: AccountView, usage: readonly DailyUsage[]) {
  const { organization, subscription, nextSubscription, statement } = view;
  const { id, name, region, active, createdAt } = organization;
  return {
    organization: { id, name, region, active, created_at: toIso(createdAt) },
    members: view.members.map(describeMember),
    api_keys: view.keys.map(describeKey),
    subscription: subscription && describeSubscription(subscription),
    next_subscription: nextSubscription && describeSubscription(nextSubscription),
    balance: describeBalance(view),
    last_used_at: toIsoOrNull(view.lastUsedAt),
    usage: {
      all_time: {
        lookups: statement.usage.allTime.lookups,
        tokens_consumed: statement.usage.allTime.credits,
      },
      by_day: usage.map(({ day, product, lookups, credits }) => ({
        ...{ day, product, lookups },
        tokens_consumed: credits,
      })),
    },
  };
}
