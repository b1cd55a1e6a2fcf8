import type { Database } from '../lib/database.ts';
import type { MailSender } from '../lib/mail.ts';
import type { Secrets } from '../lib/secrets.ts';
import type { Accounts } from '../lookup/account/account.ts';
import type { Quotas } from '../lookup/account/quotas.ts';
import type { GuardedFetcher } from '../lookup/outbound.ts';
import type { Clock } from '../lookup/world.ts';

export interface ScheduledAttempt {
  deliveryId: string;
  /** Its number, from 1. */
  attempt: number;
  delaySeconds: number;
}

export interface WebhookPorts {
  db: Database;
  quotas: Quotas;
  accounts: Pick<Accounts, 'view'>;
  /** Sends each as a message that comes to the consumer of attempts after its delay. */
  scheduleAttempts(attempts: readonly ScheduledAttempt[]): Promise<void>;
  clock: Clock;
  fetcher: GuardedFetcher;
  /** `host:port` pairs for which http is enough. */
  allowHosts: readonly string[];
  /** LINK_SECRET; null and no webhook can be registered or signed. */
  linkSecrets: Secrets | null;
  /** Types of the products that jobs and monitors run. */
  notifyingProducts: ReadonlySet<string>;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
  newUuid(): string;
  /** Null where no mail can be sent. */
  mails: MailSender | null;
  warn(message: string, cause: unknown): void;
}
