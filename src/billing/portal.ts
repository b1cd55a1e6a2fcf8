import type Stripe from 'stripe';
import * as z from 'zod';
import { ApiError } from '../lib/errors.ts';
import type { PaidPorts } from './ports.ts';
import type { StripeClient } from './stripe/client.ts';

/**
 * Checks a URL for a redirect or link.
 * @throws ApiError UPSTREAM_ERROR if it is missing or not Stripe's
 */
export function requireStripeUrl(
  address: string | null | undefined,
  { isStripeUrl }: StripeClient,
): string {
  if (address && isStripeUrl(address)) return address;
  throw new ApiError('UPSTREAM_ERROR', 'Stripe returned an unexpected response.');
}

/** Incremented when the settings below change, so that older configurations are not used. */
const REVISION = '1';

/**
 * Portal settings: customers see invoices, change payment methods, and cancel at the end of a
 * period. Plans are changed only on our page, because a change in mid-period has its own price.
 */
const PORTAL_SETTINGS: Stripe.BillingPortal.ConfigurationCreateParams = {
  features: {
    customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: { enabled: false },
  },
  metadata: { lookup_api: REVISION },
};

const CONFIGURATIONS = '/v1/billing_portal/configurations';

const configurationSchema = z.object({
  id: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/** The id of the configuration with these settings; undefined if Stripe has none. */
async function findConfiguration({ stripe }: PaidPorts): Promise<string | undefined> {
  const params = { limit: 100, active: true };
  const found = await stripe.list(CONFIGURATIONS, params, configurationSchema);
  return found.find(({ metadata }) => metadata?.lookup_api === REVISION)?.id;
}

/** Creates the portal configuration, unless Stripe already has one with these settings. */
export async function publishPortal(ports: PaidPorts): Promise<void> {
  if (await findConfiguration(ports)) return;
  const key = `portal:${REVISION}`;
  await ports.stripe.post(CONFIGURATIONS, PORTAL_SETTINGS, key, configurationSchema);
}

const sessionSchema = z.object({ url: z.string() });

/**
 * Opens Stripe's portal for a customer.
 * @param returnUrl page to which the portal returns
 * @returns URL to redirect the browser to
 */
export async function openPortal(
  customer: string,
  returnUrl: string,
  ports: PaidPorts,
): Promise<string> {
  const { stripe } = ports;
  const configuration = await findConfiguration(ports);
  const params: Stripe.BillingPortal.SessionCreateParams = {
    customer,
    return_url: returnUrl,
    ...(configuration !== undefined && { configuration }),
  };
  // A portal session lives for minutes and moves no money, so each call creates its own.
  const key = crypto.randomUUID();
  const session = await stripe.post('/v1/billing_portal/sessions', params, key, sessionSchema);
  return requireStripeUrl(session.url, stripe);
}
