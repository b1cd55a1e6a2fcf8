import type { Accounts } from '../core/account/account.ts';
import type { Clock } from '../core/ports.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Database } from '../store/database.ts';
import type { StripeClient } from './stripe/client.ts';

/** What the verbs of this folder reach. */
export interface BillingPorts {
  /** The DB database. */
  db: Database;
  clock: Clock;
  accounts: Accounts;
  /** Null where the operator has set no secret key: plans are then set by hand. */
  stripe: StripeClient | null;
  /** Secrets of the webhook endpoint, old and new; null and events are not received. */
  webhookSecrets: Secrets | null;
  warn(message: string, fields?: Record<string, unknown>): void;
}

/** The same where payments are on. */
export type PaidPorts = BillingPorts & { stripe: StripeClient };
