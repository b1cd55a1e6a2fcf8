import type { Database } from '../lib/database.ts';
import type { ObjectStubs } from '../lib/durable-objects.ts';
import type { Ledger } from '../lookup/account/ledger.ts';
import type { Quotas } from '../lookup/account/quotas.ts';
import type { AssembleCsv, FileLinks } from '../lookup/jobs/files.ts';
import type { RunOrders } from '../lookup/jobs/job.ts';
import type { Webhooks } from '../lookup/jobs/webhooks.ts';
import type { AnswerPorts } from '../lookup/pipeline/answer.ts';
import type { BulkFactCache } from '../lookup/pipeline/fact-cache.ts';
import type { AnyProduct } from '../lookup/product.ts';
import type { BulkJob } from './durable-object.ts';
import type { JobFiles } from './store-files.ts';

export interface BulkPorts {
  products: ReadonlyMap<string, AnyProduct>;
  db: Database;
  jobs: ObjectStubs<BulkJob>;
  files: JobFiles;
  accounts: Ledger & Quotas;
  pipeline: AnswerPorts & { cache: BulkFactCache };
  webhooks: Pick<Webhooks, 'register' | 'announce'>;
  runs: RunOrders;
  /** Null without LINK_SECRET: files are written, but there are no links to them. */
  links: FileLinks | null;
  assembleCsv: AssembleCsv;
  newId(): string;
  warn(message: string, cause: unknown): void;
}
