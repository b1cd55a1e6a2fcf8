import type { Database } from '../lib/database.ts';
import { ApiError } from '../lib/errors.ts';
import type { Secrets } from '../lib/secrets.ts';
import { pause } from '../lib/time.ts';
import type { Accounts } from '../lookup/account/account.ts';
import type { Webhooks } from '../lookup/jobs/webhooks.ts';
import type { HttpClient } from '../lookup/outbound.ts';
import type { Clock } from '../lookup/world.ts';
import { createStripeClient, type StripeClient } from './stripe/client.ts';

export interface BillingPorts {
  db: Database;
  clock: Clock;
  accounts: Accounts;
  /** Null without a secret key: the operator then sets plans by hand. */
  stripe: StripeClient | null;
  /** Secrets of the webhook endpoint, old and new; null means that events are not received. */
  webhookSecrets: Secrets | null;
  /** Events and mails about credits. */
  webhooks: Pick<Webhooks, 'announce' | 'mail'>;
  sendsMail: boolean;
  /** Name of the service in mails. */
  serviceName: string;
  /** Scheme and host of links in mails; undefined means no links. */
  publicUrl: string | undefined;
  warn(message: string, fields?: Record<string, unknown>): void;
}

/** Ports with payments configured. */
export type PaidPorts = BillingPorts & { stripe: StripeClient };

/** @throws ApiError SERVICE_UNAVAILABLE without a secret key, with a message for the operator */
export function requireStripe(ports: BillingPorts): PaidPorts {
  if (ports.stripe) return { ...ports, stripe: ports.stripe };
  throw new ApiError('SERVICE_UNAVAILABLE', 'STRIPE_SECRET_KEY is not set, so payments are off.');
}

interface BillingVars {
  SERVICE_NAME: string;
  PUBLIC_URL?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_URL?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: Secrets | undefined;
}

/** Creates the ports of billing from the operator's settings. */
export const openBilling = (
  {
    http,
    ...ports
  }: Pick<BillingPorts, 'db' | 'clock' | 'accounts' | 'webhooks' | 'sendsMail' | 'warn'> & {
    http: HttpClient;
  },
  vars: BillingVars,
): BillingPorts => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_URL: baseUrl } = vars;
  return {
    ...ports,
    stripe: secretKey ? createStripeClient({ http, secretKey, baseUrl, sleep: pause }) : null,
    webhookSecrets: vars.STRIPE_WEBHOOK_SECRET ?? null,
    serviceName: vars.SERVICE_NAME,
    publicUrl: vars.PUBLIC_URL,
  };
};
