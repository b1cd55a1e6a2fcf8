import {
  CREDIT_PACKS,
  type CreditPack,
  findPlan,
  PLANS,
  type Plan,
} from '../core/account/plans.ts';
import type { Price } from './stripe/objects.ts';

export const CURRENCY = 'usd';

/** Something for sale, as it stands in Stripe: a product with one price, found by its key. */
export interface ListedPrice {
  lookupKey: string;
  name: string;
  cents: number;
  isMonthly: boolean;
  /** Says what the price is for, also once another one has taken its key over. */
  metadata: { plan: string; credits: string } | { pack: string; credits: string };
}

const PLAN_KEY = 'lookup_api_plan_';
const figure = (credits: number): string => credits.toLocaleString('en-US');

export const priceOfPlan = (plan: Plan): ListedPrice => ({
  lookupKey: `${PLAN_KEY}${plan.id}`,
  name: `Plan ${plan.id}, ${figure(plan.creditsPerMonth)} credits a month`,
  cents: plan.monthlyPriceUsd * 100,
  isMonthly: true,
  metadata: { plan: plan.id, credits: String(plan.creditsPerMonth) },
});

export const priceOfPack = (pack: CreditPack): ListedPrice => ({
  lookupKey: `lookup_api_${pack.id}`,
  name: `${figure(pack.credits)} credits`,
  cents: pack.priceUsd * 100,
  isMonthly: false,
  metadata: { pack: pack.id, credits: String(pack.credits) },
});

/** Everything that is for sale. */
export const PRICE_TABLE: readonly ListedPrice[] = [
  ...PLANS.map(priceOfPlan),
  ...CREDIT_PACKS.map(priceOfPack),
];

/** Whether a price in Stripe says what the table says. */
export const isCurrent = (price: Price, { cents, isMonthly }: ListedPrice): boolean =>
  price.unit_amount === cents &&
  price.currency === CURRENCY &&
  (isMonthly
    ? price.recurring?.interval === 'month' && price.recurring.interval_count === 1
    : !price.recurring);

/** A whole number of credits, as Stripe keeps it; null for anything else. */
export const creditsIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,11}$/.test(text) ? Number(text) : null;

/** What a recurring price gives for each of its periods. */
export interface SoldPlan {
  plan: string;
  credits: number;
}

/**
 * The plan a price stands for, by its metadata (`plan`, and `credits` where they are not the
 * plan's own), else by its key. Null: it is none of ours.
 */
export function planOf({ metadata, lookup_key: key }: Price): SoldPlan | null {
  const plan = metadata?.plan ?? (key?.startsWith(PLAN_KEY) ? key.slice(PLAN_KEY.length) : null);
  if (!plan) return null;
  const credits = creditsIn(metadata?.credits) ?? findPlan(plan)?.creditsPerMonth;
  return credits === undefined ? null : { plan, credits };
}
