import type { Accounts } from '../core/account/account.ts';
import type { Rooms } from '../core/account/ceilings.ts';
import type { RunJobs } from '../core/jobs/runs.ts';
import type { Webhooks } from '../core/jobs/webhooks.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import type { Clock } from '../core/ports.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Database } from '../store/database.ts';
import type { MonitorObjects } from './monitor-objects.ts';

/** What the verbs of this folder reach. */
export interface MonitorPorts {
  /** The DB database. */
  db: Database;
  clock: Clock;
  objects: MonitorObjects;
  jobs: RunJobs;
  accounts: Pick<Accounts, 'view'>;
  rooms: Rooms;
  webhooks: Webhooks;
  /** Products that runs look up, by bulk type. */
  products: ReadonlyMap<string, AnyProduct>;
  /** Signs the links in mails; null and there are none. */
  linkSecrets: Secrets | null;
  newUuid(): string;
  warn(message: string, cause: unknown): void;
}
