import type { Rooms } from '../core/account/ceilings.ts';
import type { MailSender } from '../core/jobs/mail.ts';
import type { GuardedFetcher } from '../core/network.ts';
import type { Clock } from '../core/ports.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Database } from '../store/database.ts';

/** What the verbs of this folder reach. */
export interface WebhookPorts {
  /** The DB database. */
  db: Database;
  rooms: Rooms;
  clock: Clock;
  fetcher: GuardedFetcher;
  /** `host:port` pairs for which http is enough. */
  allowHosts: readonly string[];
  /** LINK_SECRET; null and no webhook can be registered or signed. */
  linkSecrets: Secrets | null;
  /** Types of the products that jobs and monitors run. */
  tellingProducts: ReadonlySet<string>;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
  newUuid(): string;
  /** Null where no mail can be sent. */
  mails: MailSender | null;
  warn(message: string, cause: unknown): void;
}
