/** A monthly subscription (contract, "Billing details"). */
export interface Plan {
  id: string;
  creditsPerMonth: number;
  monthlyPriceUsd: number;
}

/** In ascending order of size. */
export const PLANS: readonly Plan[] = [
  { id: 'starter', creditsPerMonth: 20_000, monthlyPriceUsd: 99 },
  { id: 'growth', creditsPerMonth: 85_000, monthlyPriceUsd: 299 },
  { id: 'professional', creditsPerMonth: 250_000, monthlyPriceUsd: 799 },
  { id: 'enterprise', creditsPerMonth: 1_000_000, monthlyPriceUsd: 1_999 },
];

export const findPlan = (id: string): Plan | undefined => PLANS.find((plan) => plan.id === id);

/** Credits bought once; they never expire. */
export interface CreditPack {
  id: string;
  credits: number;
  priceUsd: number;
}

/**
 * In ascending order of size. A credit costs more than in the most common plan, because it does not
 * expire and is spent last.
 */
export const CREDIT_PACKS: readonly CreditPack[] = [
  { id: 'pack_5k', credits: 5_000, priceUsd: 30 },
  { id: 'pack_25k', credits: 25_000, priceUsd: 140 },
  { id: 'pack_100k', credits: 100_000, priceUsd: 500 },
  { id: 'pack_500k', credits: 500_000, priceUsd: 2_000 },
];

export const findPack = (id: string): CreditPack | undefined =>
  CREDIT_PACKS.find((pack) => pack.id === id);

/** Subscription statuses (Stripe's vocabulary); only the first two are paid. */
export const SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'canceled',
  'incomplete',
  'unpaid',
  'paused',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Statuses that allow calls while the period runs. */
export const PAID_STATUSES: readonly string[] = [
  'active',
  'trialing',
] satisfies SubscriptionStatus[];

/** Statuses after which no period follows: a period set ahead is dropped with them. */
export const ENDED_STATUSES: readonly string[] = [
  'canceled',
  'unpaid',
] satisfies SubscriptionStatus[];

/** Longest period of a subscription, that of a yearly contract. */
export const MAX_PERIOD_DAYS = 366;
