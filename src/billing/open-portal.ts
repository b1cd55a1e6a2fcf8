import type Stripe from 'stripe';
import * as z from 'zod';
import { ownAddress } from './own-address.ts';
import { portalConfigurations, portalSettings } from './portal-settings.ts';
import type { PaidPorts } from './ports.ts';

const sessionSchema = z.object({ url: z.string() });

/**
 * Opens Stripe's portal for a customer.
 * @param returnUrl where the portal leads back to
 * @returns where to send the browser
 */
export async function openPortal(
  customer: string,
  returnUrl: string,
  { stripe }: PaidPorts,
): Promise<string> {
  const query = { limit: 100, active: true };
  const { data } = await stripe.get(
    '/v1/billing_portal/configurations',
    query,
    portalConfigurations,
  );
  const { lookup_api: revision } = portalSettings().metadata;
  const ours = data.find(({ metadata }) => metadata?.lookup_api === revision);
  const params: Stripe.BillingPortal.SessionCreateParams = {
    customer,
    return_url: returnUrl,
    ...(ours && { configuration: ours.id }),
  };
  // A session is good for minutes and moves nothing, so each time is one of its own.
  const key = crypto.randomUUID();
  const session = await stripe.post('/v1/billing_portal/sessions', params, key, sessionSchema);
  return ownAddress(session.url, stripe);
}
