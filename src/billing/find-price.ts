import { ApiError } from '../core/errors.ts';
import type { PaidPorts } from './ports.ts';
import { isCurrent, type ListedPrice } from './price-table.ts';
import { listOf, type Price, priceSchema } from './stripe/objects.ts';

const prices = listOf(priceSchema);

/** The price that has this entry's key now; null when there is none. */
export async function readPrice(
  { lookupKey }: ListedPrice,
  { stripe }: Pick<PaidPorts, 'stripe'>,
): Promise<Price | null> {
  const query = { lookup_keys: [lookupKey], active: true, limit: 1 };
  return (await stripe.get('/v1/prices', query, prices)).data[0] ?? null;
}

/**
 * The price to sell an entry of the table at.
 * @throws ApiError SERVICE_UNAVAILABLE when Stripe has none, or another amount than the page shows
 */
export async function requirePrice(listed: ListedPrice, ports: PaidPorts): Promise<string> {
  const price = await readPrice(listed, ports);
  if (price && isCurrent(price, listed)) return price.id;
  ports.warn('prices in Stripe are not those of the table', { price: listed.lookupKey });
  throw new ApiError('SERVICE_UNAVAILABLE', 'This is not for sale at the moment.');
}
