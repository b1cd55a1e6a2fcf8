import { createJobObjects } from './bulk/durable-object-stub.ts';
import { purgeJobs, wakeJobs } from './bulk/maintenance.ts';
import { createRunJobs } from './bulk/monitor-runs.ts';
import type { BulkPorts } from './bulk/ports.ts';
import { bucketJobFiles } from './bulk/store-files.ts';
import type { Bindings } from './env.ts';
import { createFileLinks } from './files/links.ts';
import { assembleCsv } from './files/result-csv.ts';
import type { Accounts } from './lookup/account/account.ts';
import type { FileStore } from './lookup/jobs/files.ts';
import type { Webhooks } from './lookup/jobs/webhooks.ts';
import type { AnyProduct } from './lookup/product.ts';
import { createMonitorObjects } from './monitors/durable-object-stub.ts';
import { purgeMonitors, wakeLegacyMonitors, wakeMonitors } from './monitors/maintenance.ts';
import type { MonitorPorts } from './monitors/ports.ts';
import { createRunOrders } from './monitors/runs.ts';
import { families, runProducts } from './products/index.ts';
import { bucketUploads } from './uploads/store.ts';
import { purgeUploads, type UploadPorts } from './uploads/uploads.ts';
import { deliverEvent, deliverMail } from './webhooks/delivery.ts';
import type { WebhookPorts } from './webhooks/ports.ts';
import { registerWebhook } from './webhooks/registration.ts';

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
    deliver: (webhook, event) => deliverEvent(webhook, event, ports),
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
  'tidy monitors': () => purgeMonitors(monitors),
  'move earlier members': () => wakeLegacyMonitors(monitors),
  'tidy bulk jobs': () => purgeJobs(bulk),
  'tidy uploads': () => purgeUploads(uploads),
});
