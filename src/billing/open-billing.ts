import type { HttpClient } from '../core/network.ts';
import type { Secrets } from '../core/secrets.ts';
import type { BillingPorts } from './ports.ts';
import { createStripeClient } from './stripe/client.ts';

/** The variables of payments. */
export interface StripeVars {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_URL?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: Secrets | undefined;
}

/** What the verbs of this folder reach, as far as the operator has set payments up. */
export const openBilling = (
  parts: Pick<BillingPorts, 'db' | 'clock' | 'accounts' | 'warn'> & { http: HttpClient },
  { STRIPE_SECRET_KEY: secretKey, STRIPE_URL: baseUrl, STRIPE_WEBHOOK_SECRET: secrets }: StripeVars,
): BillingPorts => {
  const { http, ...ports } = parts;
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  return {
    ...ports,
    stripe: secretKey ? createStripeClient({ http, secretKey, baseUrl, sleep }) : null,
    webhookSecrets: secrets ?? null,
  };
};
