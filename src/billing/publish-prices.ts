import * as z from 'zod';
import { ApiError } from '../core/errors.ts';
import { readPrice } from './find-price.ts';
import { portalConfigurations, portalSettings } from './portal-settings.ts';
import type { BillingPorts, PaidPorts } from './ports.ts';
import { CURRENCY, isCurrent, type ListedPrice, PRICE_TABLE } from './price-table.ts';
import { StripeRefusal } from './stripe/client.ts';
import { type Price, priceSchema } from './stripe/objects.ts';

const named = z.object({ id: z.string() });

/** An entry of the price table as it now is in Stripe. */
export interface PublishedPrice {
  lookupKey: string;
  cents: number;
  priceId: string;
  made: boolean;
}

const isMissing = (error: unknown): boolean =>
  error instanceof StripeRefusal && error.status === 404;

async function publish(listed: ListedPrice, ports: PaidPorts): Promise<PublishedPrice> {
  const { stripe } = ports;
  const { lookupKey, name, cents, isMonthly, metadata } = listed;
  const before = await readPrice(listed, ports);
  if (before && isCurrent(before, listed) && hasSame(before, listed))
    return { lookupKey, cents, priceId: before.id, made: false };
  // Products have ids of our choice, so that there is one for each entry.
  const product = await stripe.get(`/v1/products/${lookupKey}`, {}, named).catch((error) => {
    if (!isMissing(error)) throw error;
    const params = { id: lookupKey, name, metadata };
    return stripe.post('/v1/products', params, `product:${lookupKey}:${name}`, named);
  });
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

const hasSame = ({ metadata }: Price, listed: ListedPrice): boolean =>
  Object.entries(listed.metadata).every(([name, value]) => metadata?.[name] === value);

/**
 * Makes what the price table has and Stripe has not. Prices in Stripe never change: another amount
 * is another price, which takes the key over; who has subscribed to the old one keeps it.
 * @throws ApiError SERVICE_UNAVAILABLE without a secret key
 */
export async function publishPrices(ports: BillingPorts): Promise<PublishedPrice[]> {
  if (!ports.stripe)
    throw new ApiError('SERVICE_UNAVAILABLE', 'STRIPE_SECRET_KEY is not set: there is no Stripe.');
  const paid = { ...ports, stripe: ports.stripe };
  const published: PublishedPrice[] = [];
  for (const listed of PRICE_TABLE) published.push(await publish(listed, paid));
  const settings = portalSettings();
  const { data } = await paid.stripe.get(
    '/v1/billing_portal/configurations',
    { limit: 100, active: true },
    portalConfigurations,
  );
  if (!data.some(({ metadata }) => metadata?.lookup_api === settings.metadata.lookup_api))
    await paid.stripe.post(
      '/v1/billing_portal/configurations',
      settings,
      `portal:${settings.metadata.lookup_api}`,
      named,
    );
  return published;
}
