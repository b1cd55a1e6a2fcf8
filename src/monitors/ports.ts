import type { Database } from '../lib/database.ts';
import type { ObjectStubs } from '../lib/durable-objects.ts';
import type { Secrets } from '../lib/secrets.ts';
import type { Accounts } from '../lookup/account/account.ts';
import type { RunJobs } from '../lookup/jobs/job.ts';
import type { Webhooks } from '../lookup/jobs/webhooks.ts';
import type { AnyProduct } from '../lookup/product.ts';
import type { Clock } from '../lookup/world.ts';
import type { MonitorObject } from './durable-object.ts';

export interface MonitorPorts {
  db: Database;
  clock: Clock;
  objects: ObjectStubs<MonitorObject>;
  jobs: RunJobs;
  accounts: Pick<Accounts, 'view' | 'claimQuota' | 'releaseQuota'>;
  webhooks: Webhooks;
  /** Products of runs, by bulk type. */
  products: ReadonlyMap<string, AnyProduct>;
  /** Signs links in mails; null means mails have no links. */
  linkSecrets: Secrets | null;
  newUuid(): string;
  warn(message: string, cause: unknown): void;
}
