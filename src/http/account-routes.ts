import { Hono } from 'hono';
import type { Accounts, OwnAccount, Subscription } from '../core/account/account.ts';
import { ApiError } from '../core/errors.ts';
import { requireAdmitted } from '../pipeline/admit.ts';
import { type Access, describeWindow, principalOf } from './authorize.ts';
import type { AppEnv } from './context.ts';
import { toIso, toIsoOrNull } from './iso-time.ts';

const describeSubscription = (subscription: Subscription) => ({
  status: subscription.status,
  is_trial: subscription.status === 'trialing',
  trial_end: toIsoOrNull(subscription.trialEnd),
  current_period_start: toIso(subscription.periodStart),
  current_period_end: toIso(subscription.periodEnd),
  plan: { name: subscription.plan, tokens_per_month: subscription.creditsPerMonth },
});

/** The Account object of the specification ("Resources"). */
function describeAccount(
  { email, organization, subscription, statement }: OwnAccount,
  keyId: string | null,
) {
  const { currentPeriod, allTime } = statement.usage;
  const { subscription: plan, rollover, purchased, totalAvailable, key } = statement;
  return {
    user: { email },
    organization: {
      id: organization.id,
      name: organization.name,
      active: organization.active,
      created_at: toIso(organization.createdAt),
    },
    subscription: subscription && describeSubscription(subscription),
    tokens: { subscription: plan, rollover, purchased, total_available: totalAvailable },
    usage: {
      current_period: { lookups: currentPeriod.lookups, tokens_consumed: currentPeriod.credits },
      all_time: { lookups: allTime.lookups, tokens_consumed: allTime.credits },
    },
    api_key: {
      id: keyId ?? '',
      total_lookups: (keyId && key?.lookups) ?? null,
      total_tokens_consumed: (keyId && key?.credits) ?? null,
    },
  };
}

const RETRY_AFTER_SECONDS = 2;

/** `GET /account`: plan, balance and usage. Free; counted in the account window. */
export function accountRoutes(
  access: Access & { accounts: Pick<Accounts, 'readOwn'> },
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/account', async (c) => {
    const principal = { ...(await principalOf(c, access)), resource: 'account' };
    const { admission, account } = await access.accounts.readOwn(principal).catch((cause) => {
      if (cause instanceof ApiError) throw cause;
      const message = 'The account is temporarily out of reach.';
      const retryAfterSeconds = RETRY_AFTER_SECONDS;
      throw new ApiError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds, cause });
    });
    describeWindow(c, admission);
    const { caller } = requireAdmitted(admission, c.get('startedAt'));
    if (!account) throw new Error('the account admitted a read and did not answer it');
    const keyId = principal.kind === 'key' ? caller.keyId : null;
    return c.json({ success: true, data: describeAccount(account, keyId) });
  });
  return routes;
}
