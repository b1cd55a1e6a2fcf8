import type Stripe from 'stripe';
import * as z from 'zod';
import { listOf } from './stripe/objects.ts';

/** Raised when the settings below change: an older configuration is then used no more. */
const REVISION = '1';

/**
 * What customers may do in the portal: see invoices, change how they pay, cancel at the end of a
 * period. Plans are changed on our page alone, as a change in mid-period has a price of its own.
 */
export const portalSettings = () =>
  ({
    features: {
      customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false },
    },
    metadata: { lookup_api: REVISION },
  }) satisfies Stripe.BillingPortal.ConfigurationCreateParams;

export const portalConfigurations = listOf(
  z.object({ id: z.string(), metadata: z.record(z.string(), z.string()).nullish() }),
);
