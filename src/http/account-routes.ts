import { Hono } from 'hono';
import type { AccountPorts } from '../accounts/ports.ts';
import { type Account, readAccount } from '../accounts/read-account.ts';
import type { Gate } from '../core/access.ts';
import type { Caller } from '../core/caller.ts';
import { authorize } from './authorize.ts';
import type { AppEnv } from './context.ts';
import { toIso, toIsoOrNull } from './iso-time.ts';

const describeSubscription = (subscription: NonNullable<Account['subscription']>) => ({
  status: subscription.status,
  is_trial: subscription.status === 'trialing',
  trial_end: toIsoOrNull(subscription.trialEnd),
  current_period_start: toIso(subscription.currentPeriodStart),
  current_period_end: toIso(subscription.currentPeriodEnd),
  plan: { name: subscription.plan, tokens_per_month: subscription.tokensPerMonth },
});

/** The Account object of the specification ("Resources"). */
function describeAccount({ user, organization, subscription, statement }: Account, caller: Caller) {
  const { currentPeriod, allTime } = statement.usage;
  const { subscription: plan, rollover, purchased, totalAvailable, key } = statement;
  return {
    user: { email: user.email },
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
      id: caller.keyId,
      total_lookups: key?.lookups ?? null,
      total_tokens_consumed: key?.credits ?? null,
    },
  };
}

/** `GET /account`: plan, balance and usage. Free; counted in the account window. */
export function accountRoutes({
  gate,
  accounts,
}: {
  gate: Gate;
  accounts: AccountPorts;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/account', authorize(gate, 'account'), async (c) => {
    const caller = c.get('caller');
    return c.json({
      success: true,
      data: describeAccount(await readAccount(caller, accounts), caller),
    });
  });
  return routes;
}
