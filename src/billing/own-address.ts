import { ApiError } from '../core/errors.ts';
import type { StripeClient } from './stripe/client.ts';

/**
 * An address a browser is sent to, or that a page links to.
 * @throws ApiError UPSTREAM_ERROR for one that is not Stripe's, or none
 */
export function ownAddress(
  address: string | null | undefined,
  { isOwnAddress }: StripeClient,
): string {
  if (address && isOwnAddress(address)) return address;
  throw new ApiError('UPSTREAM_ERROR', 'The payment service answered in another form.');
}
