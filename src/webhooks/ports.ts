import type { Database } from '../lib/database.ts';
import type { MailSender } from '../lib/mail.ts';
import type { Secrets } from '../lib/secrets.ts';
import type { Accounts } from '../lookup/account/account.ts';
import type { Quotas } from '../lookup/account/quotas.ts';
import type { GuardedFetcher } from '../lookup/outbound.ts';
import type { Clock } from '../lookup/world.ts';
import type { EndpointCopies } from './store-endpoints.ts';

export interface ScheduledAttempt {
  deliveryId: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  delaySeconds: number;
}

export interface WebhookPorts {
  db: Database;
  copies: EndpointCopies;
  quotas: Quotas;
  accounts: Pick<Accounts, 'view'>;
  /** Queues a delayed message for each attempt. */
  scheduleAttempts(attempts: readonly ScheduledAttempt[]): Promise<void>;
  clock: Clock;
  fetcher: GuardedFetcher;
  /** `host:port` pairs for which plain HTTP is allowed. */
  allowHosts: readonly string[];
  /** LINK_SECRET; null means that no webhook can be registered or signed. */
  linkSecrets: Secrets | null;
  /** Types of the products whose jobs and monitors send events. */
  notifyingProducts: ReadonlySet<string>;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
  newUuid(): string;
  /** Null if no mail can be sent. */
  mails: MailSender | null;
  warn(message: string, cause: unknown): void;
}
