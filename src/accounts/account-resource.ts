import * as z from 'zod';
import { wireForm } from '../lib/wire-form.ts';
import type { OwnAccount, Subscription } from '../lookup/account/account.ts';
import type { LookupUsage } from '../lookup/account/ledger.ts';
import { field } from '../lookup/answer-fields.ts';

const credits = z.int().min(0);
const countOrUnread = field.countOrNull('Number; null if it cannot be read.');

/** `GET /v1/account` (specification, "Account"). The interface calls credits "tokens". */
export const accountData = z.object({
  user: z.object({
    email: field.textOrNull(
      'Email address of the user who created the key, or of the account owner.',
    ),
  }),
  organization: z.object({
    id: z.string(),
    name: z.string(),
    active: z.boolean(),
    created_at: z.iso.datetime(),
  }),
  subscription: field.objectOrNull('The subscription; null if there is none.', {
    status: field.text('Status of the subscription, for example active or trialing.'),
    is_trial: z.boolean(),
    trial_end: z.iso.datetime().nullable(),
    current_period_start: z.iso.datetime(),
    current_period_end: z.iso.datetime(),
    plan: z.object({ name: z.string(), tokens_per_month: credits }),
  }),
  tokens: z.object({
    subscription: field.object('Plan credits of this period.', {
      total: credits,
      used: credits,
      available: credits,
    }),
    rollover: credits.describe('Credits carried over from earlier periods.'),
    purchased: credits,
    total_available: credits.describe('All credits that can be spent now.'),
  }),
  usage: z.object({
    current_period: z.object({ lookups: countOrUnread, tokens_consumed: countOrUnread }),
    all_time: z.object({ lookups: countOrUnread, tokens_consumed: countOrUnread }),
  }),
  api_key: z.object({
    id: field.text('Id of the API key; empty if the call was not made with one.'),
    total_lookups: countOrUnread,
    total_tokens_consumed: countOrUnread,
  }),
});

const writeAccount = wireForm(() => accountData);

const describeSubscription = ({ status, ...subscription }: Subscription) => ({
  status,
  isTrial: status === 'trialing',
  trialEnd: subscription.trialEnd,
  currentPeriodStart: subscription.periodStart,
  currentPeriodEnd: subscription.periodEnd,
  plan: { name: subscription.plan, tokensPerMonth: subscription.creditsPerMonth },
});

const describeUsage = ({ lookups, credits: spent }: LookupUsage) => ({
  lookups,
  tokensConsumed: spent,
});

/** The Account object of the specification. @param keyId null for a call without an API key */
export function describeOwnAccount(
  { email, organization, subscription, statement }: OwnAccount,
  keyId: string | null,
): z.infer<typeof accountData> {
  const { usage, key } = statement;
  const used = keyId === null ? null : key;
  return writeAccount({
    user: { email },
    organization,
    subscription: subscription && describeSubscription(subscription),
    tokens: statement,
    usage: {
      currentPeriod: describeUsage(usage.currentPeriod),
      allTime: describeUsage(usage.allTime),
    },
    apiKey: {
      id: keyId ?? '',
      totalLookups: used?.lookups ?? null,
      totalTokensConsumed: used?.credits ?? null,
    },
  });
}
