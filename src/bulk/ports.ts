import type { Rooms } from '../core/account/ceilings.ts';
import type { Ledger } from '../core/account/ledger.ts';
import type { AssembleCsv, FileLinks } from '../core/jobs/files.ts';
import type { RunOrders } from '../core/jobs/runs.ts';
import type { Webhooks } from '../core/jobs/webhooks.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import type { BulkFactCache } from '../pipeline/fact-cache.ts';
import type { FindPorts } from '../pipeline/find-answer.ts';
import type { JobFiles } from '../store/bulk-objects.ts';
import type { Database } from '../store/database.ts';
import type { JobObjects } from './job-objects.ts';

/** What the verbs of this folder reach. */
export interface BulkPorts {
  /** Products that have a bulk path, by bulk type. */
  products: ReadonlyMap<string, AnyProduct>;
  /** The DB database. */
  db: Database;
  jobs: JobObjects;
  files: JobFiles;
  ledger: Ledger;
  rooms: Rooms;
  /** How rows are looked up. */
  pipeline: FindPorts & { cache: BulkFactCache };
  webhooks: Pick<Webhooks, 'register' | 'deliver'>;
  /** Whoever orders the runs of monitors. */
  runs: RunOrders;
  /** Null when the deployment has no LINK_SECRET: there are files, and no links to them. */
  links: FileLinks | null;
  assembleCsv: AssembleCsv;
  newId(): string;
  warn(message: string, cause: unknown): void;
}
