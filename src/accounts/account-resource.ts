import * as z from 'zod';
import { toIso, toIsoOrNull } from '../lib/time.ts';
import type { OwnAccount, Subscription } from '../lookup/account/account.ts';

const credits = z.int().min(0);
const countOrUnread = z.int().min(0).nullable().describe('Null when it cannot be read.');

/** `GET /v1/account` (specification, "Account"). "Tokens" is the interface's name for credits. */
export const accountData = z.object({
  user: z.object({
    email: z
      .string()
      .nullable()
      .describe('Of the user who created the key, or of the account owner.'),
  }),
  organization: z.object({
    id: z.string(),
    name: z.string(),
    active: z.boolean(),
    created_at: z.iso.datetime(),
  }),
  subscription: z
    .object({
      status: z.string().describe('For example active or trialing.'),
      is_trial: z.boolean(),
      trial_end: z.iso.datetime().nullable(),
      current_period_start: z.iso.datetime(),
      current_period_end: z.iso.datetime(),
      plan: z.object({ name: z.string(), tokens_per_month: credits }),
    })
    .nullable()
    .describe('Null when there is none.'),
  tokens: z.object({
    subscription: z
      .object({ total: credits, used: credits, available: credits })
      .describe("This period's plan credits."),
    rollover: credits.describe('Carried over from earlier periods.'),
    purchased: credits,
    total_available: credits.describe('Every credit spendable now.'),
  }),
  usage: z.object({
    current_period: z.object({ lookups: countOrUnread, tokens_consumed: countOrUnread }),
    all_time: z.object({ lookups: countOrUnread, tokens_consumed: countOrUnread }),
  }),
  api_key: z.object({
    id: z.string().describe('Empty when not called with an API key.'),
    total_lookups: countOrUnread,
    total_tokens_consumed: countOrUnread,
  }),
});

const describeSubscription = (subscription: Subscription) => ({
  status: subscription.status,
  is_trial: subscription.status === 'trialing',
  trial_end: toIsoOrNull(subscription.trialEnd),
  current_period_start: toIso(subscription.periodStart),
  current_period_end: toIso(subscription.periodEnd),
  plan: { name: subscription.plan, tokens_per_month: subscription.creditsPerMonth },
});

/**
 * The Account object of the specification ("Resources").
 * @param keyId null when not called with an API key
 */
export function describeOwnAccount(
  { email, organization, subscription, statement }: OwnAccount,
  keyId: string | null,
): z.infer<typeof accountData> {
  const { currentPeriod, allTime } = statement.usage;
  const used = keyId === null ? null : statement.key;
  const { subscription: plan, rollover, purchased, totalAvailable } = statement;
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
      total_lookups: used?.lookups ?? null,
      total_tokens_consumed: used?.credits ?? null,
    },
  };
}
