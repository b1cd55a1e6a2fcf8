import { createJobObjects } from './bulk/job-objects.ts';
import type { BulkPorts } from './bulk/ports.ts';
import { createRunJobs } from './bulk/run-jobs.ts';
import { tidyJobs, wakeJobs } from './bulk/tend-jobs.ts';
import type { Accounts } from './core/account/account.ts';
import type { FileStore } from './core/jobs/files.ts';
import type { Webhooks } from './core/jobs/webhooks.ts';
import type { AnyProduct } from './core/lookup/product.ts';
import type { Bindings } from './env.ts';
import { assembleCsv } from './files/assemble-csv.ts';
import { createFileLinks } from './files/signed-link.ts';
import { createMonitorObjects } from './monitors/monitor-objects.ts';
import type { MonitorPorts } from './monitors/ports.ts';
import { createRunOrders } from './monitors/run-orders.ts';
import { tidyMonitors, wakeEarlier, wakeMonitors } from './monitors/tend-monitors.ts';
import { families, runProducts } from './products/index.ts';
import { bucketJobFiles } from './store/bulk-objects.ts';
import { bucketUploads } from './store/uploads.ts';
import type { UploadPorts } from './uploads/ports.ts';
import { tidyUploads } from './uploads/read-upload.ts';
import { deliver, deliverMail } from './webhooks/deliver.ts';
import type { WebhookPorts } from './webhooks/ports.ts';
import { registerWebhook } from './webhooks/register-webhook.ts';

/** What jobs and monitors are built from besides their own bindings. */
interface Parts extends Pick<WebhookPorts, 'db' | 'clock' | 'linkSecrets'> {
  accounts: Accounts;
  pipeline: BulkPorts['pipeline'];
  webhooks: WebhookPorts;
  resultFiles: FileStore;
  warn(message: string, cause: unknown): void;
}

const byBulkType = (all: readonly AnyProduct[]) =>
  new Map(all.flatMap((product) => (product.bulk ? [[product.bulk, product]] : [])));

/** What is built here. */
interface JobServices {
  bulk: BulkPorts;
  monitors: MonitorPorts;
  uploads: UploadPorts;
}

/**
 * Bulk jobs, and the monitors whose runs are such jobs: each needs the other. And the files that
 * jobs are made of.
 */
export function createJobServices(
  bindings: Bindings,
  { db, clock, linkSecrets, accounts, pipeline, webhooks: ports, resultFiles, warn }: Parts,
): JobServices {
  const products = byBulkType(families.flatMap((family) => family.products));
  const recheckProducts = new Map([...products, ...byBulkType(runProducts)]);
  const webhooks: Webhooks = {
    register: (url) => registerWebhook(url, ports),
    deliver: (webhook, event) => deliver(webhook, event, ports),
    mail: (mail, event) => deliverMail(mail, event, ports),
  };
  const bulk: BulkPorts = {
    products,
    db,
    jobs: createJobObjects(bindings.BULK_JOB),
    files: bucketJobFiles(bindings.RESULTS),
    ledger: accounts,
    rooms: accounts,
    pipeline,
    webhooks,
    runs: createRunOrders(recheckProducts, () => monitors),
    links: linkSecrets === null ? null : createFileLinks({ clock, linkSecrets }),
    assembleCsv: (request) => assembleCsv(request, resultFiles),
    newId: () => `job_${crypto.randomUUID()}`,
    warn,
  };
  const monitors: MonitorPorts = {
    db,
    clock,
    objects: createMonitorObjects(bindings.MONITOR),
    jobs: createRunJobs(bulk),
    accounts,
    rooms: accounts,
    webhooks,
    products: recheckProducts,
    linkSecrets,
    newUuid: () => crypto.randomUUID(),
    warn,
  };
  const uploads: UploadPorts = {
    files: bucketUploads(bindings.RESULTS),
    rooms: accounts,
    clock,
    newUuid: () => crypto.randomUUID(),
  };
  return { bulk, monitors, uploads };
}

/** What cron does for them, by the name a failure is logged under. */
export const jobTasks = ({
  bulk,
  monitors,
  uploads,
}: JobServices): Readonly<Record<string, () => Promise<unknown>>> => ({
  'wake bulk jobs': () => wakeJobs(bulk, bulk.newId()),
  'wake monitors': () => wakeMonitors(monitors),
  'tidy monitors': () => tidyMonitors(monitors),
  'move earlier members': () => wakeEarlier(monitors),
  'tidy bulk jobs': () => tidyJobs(bulk),
  'tidy uploads': () => tidyUploads(uploads),
});
