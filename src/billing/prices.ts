import * as z from 'zod';
import { CREDIT_PACKS, type CreditPack, findPlan, PLANS, type Plan } from '../domain/plans.ts';
import { ApiError } from '../lib/errors.ts';
import { formatCount } from '../lib/text.ts';
import { publishPortal } from './portal.ts';
import { type BillingPorts, type PaidPorts, requireStripe } from './ports.ts';
import { nullIfMissing } from './stripe/client.ts';
import { type Price, priceSchema } from './stripe/objects.ts';

export const CURRENCY = 'usd';

/** An item for sale at Stripe: a product with one price, found by its lookup key. */
interface ListedPrice {
  lookupKey: string;
  name: string;
  cents: number;
  isMonthly: boolean;
  /** Identifies the item, also after another price has taken over the lookup key. */
  metadata: { plan: string; credits: string } | { pack: string; credits: string };
}

const PLAN_KEY = 'lookup_api_plan_';

export const priceOfPlan = (plan: Plan): ListedPrice => ({
  lookupKey: `${PLAN_KEY}${plan.id}`,
  name: `Plan ${plan.id}, ${formatCount(plan.creditsPerMonth)} credits a month`,
  cents: plan.monthlyPriceUsd * 100,
  isMonthly: true,
  metadata: { plan: plan.id, credits: String(plan.creditsPerMonth) },
});

export const priceOfPack = (pack: CreditPack): ListedPrice => ({
  lookupKey: `lookup_api_${pack.id}`,
  name: `${formatCount(pack.credits)} credits`,
  cents: pack.priceUsd * 100,
  isMonthly: false,
  metadata: { pack: pack.id, credits: String(pack.credits) },
});

/** Whether a price at Stripe equals the price table. */
const isPriceCurrent = (price: Price, { cents, isMonthly }: ListedPrice): boolean =>
  price.unit_amount === cents &&
  price.currency === CURRENCY &&
  (isMonthly
    ? price.recurring?.interval === 'month' && price.recurring.interval_count === 1
    : !price.recurring);

/** Parses a positive integer of credits from metadata; null for anything else. */
export const parseCredits = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,11}$/.test(text) ? Number(text) : null;

/** Plan and credits of each period of a recurring price. */
export interface SoldPlan {
  plan: string;
  credits: number;
}

/**
 * The plan of a price, by its metadata (`plan`, and `credits` if they differ from the plan's), else
 * by its lookup key. Null for a foreign price.
 */
export function planOfPrice({ metadata, lookup_key: key }: Price): SoldPlan | null {
  const plan = metadata?.plan ?? (key?.startsWith(PLAN_KEY) ? key.slice(PLAN_KEY.length) : null);
  if (!plan) return null;
  const credits = parseCredits(metadata?.credits) ?? findPlan(plan)?.creditsPerMonth;
  return credits === undefined ? null : { plan, credits };
}

/** The current price with this entry's lookup key; null if there is none. */
async function readPrice({ lookupKey }: ListedPrice, { stripe }: Pick<PaidPorts, 'stripe'>) {
  const query = { lookup_keys: [lookupKey], active: true, limit: 1 };
  return (await stripe.list('/v1/prices', query, priceSchema))[0] ?? null;
}

/**
 * Id of the current price of an entry of the price table.
 * @throws ApiError SERVICE_UNAVAILABLE if Stripe has none, or with another amount
 */
export async function requirePrice(listed: ListedPrice, ports: PaidPorts): Promise<string> {
  const price = await readPrice(listed, ports);
  if (price && isPriceCurrent(price, listed)) return price.id;
  ports.warn('prices in Stripe are not those of the table', { price: listed.lookupKey });
  throw new ApiError(
    'SERVICE_UNAVAILABLE',
    'This item is not available for purchase at the moment.',
  );
}

const withId = z.object({ id: z.string() });

async function publishPrice(listed: ListedPrice, ports: PaidPorts) {
  const { stripe } = ports;
  const { lookupKey, name, cents, isMonthly, metadata } = listed;
  const before = await readPrice(listed, ports);
  const isSaid = ([field, value]: [string, string]) => before?.metadata?.[field] === value;
  if (before && isPriceCurrent(before, listed) && Object.entries(metadata).every(isSaid))
    return { lookupKey, cents, priceId: before.id, made: false };
  // Products have ids of our choice, so that each entry has only one.
  const known = await nullIfMissing(stripe.get(`/v1/products/${lookupKey}`, {}, withId));
  const item = { id: lookupKey, name, metadata };
  const product =
    known ?? (await stripe.post('/v1/products', item, `product:${lookupKey}:${name}`, withId));
  const params = {
    product: product.id,
    currency: CURRENCY,
    unit_amount: cents,
    lookup_key: lookupKey,
    transfer_lookup_key: true,
    metadata,
    ...(isMonthly && { recurring: { interval: 'month' } }),
  };
  const key = `price:${lookupKey}:${cents}:${metadata.credits}:${before?.id ?? 'first'}`;
  const price = await stripe.post('/v1/prices', params, key, priceSchema);
  return { lookupKey, cents, priceId: price.id, made: true };
}

/**
 * Creates products and prices of the price table that Stripe lacks. Prices at Stripe are immutable:
 * a new amount is a new price that takes over the lookup key; existing subscribers keep the old
 * price.
 * @throws ApiError SERVICE_UNAVAILABLE without a secret key
 */
export async function publishPrices(ports: BillingPorts) {
  const paid = requireStripe(ports);
  const published: Awaited<ReturnType<typeof publishPrice>>[] = [];
  const prices = [...PLANS.map(priceOfPlan), ...CREDIT_PACKS.map(priceOfPack)];
  for (const listed of prices) published.push(await publishPrice(listed, paid));
  await publishPortal(paid);
  return published;
}
