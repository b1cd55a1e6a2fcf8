import { getTableName, isTable } from 'drizzle-orm';
import { endConnections, purgeConnections } from './accounts/agent-connections.ts';
import * as ledgerSchema from './accounts/ledger/schema.ts';
import { bucketArchives, bucketSegments } from './accounts/ledger/store-segments.ts';
import { purgeOAuthRecords } from './accounts/oauth-records.ts';
import { Account } from './accounts/object/account.ts';
import type { AccountPorts, OwnedResource } from './accounts/ports.ts';
import { dropRequestLog } from './accounts/requests/request-log.ts';
import type { RequestLogFiles } from './accounts/requests/store-requests.ts';
import * as accountsSchema from './accounts/schema.ts';
import { withdrawInvitations } from './accounts/team/members.ts';
import type { OAuthPorts } from './agents/oauth/grants.ts';
import { oauthRoutes } from './agents/oauth/routes.ts';
import { mcpRoutes } from './agents/tools/routes.ts';
import type { McpServices } from './agents/tools/tool.ts';
import { endPayments } from './billing/customer-sync.ts';
import { type BillingPorts, openBilling } from './billing/ports.ts';
import * as billingSchema from './billing/schema.ts';
import { BulkJob } from './bulk/durable-object.ts';
import { cancelOrganizationJobs } from './bulk/jobs.ts';
import { isLivingJob, purgeJobs, relistJob, wakeJobs } from './bulk/maintenance.ts';
import { createRunJobs } from './bulk/monitor-runs.ts';
import type { BulkPorts } from './bulk/ports.ts';
import * as bulkSchema from './bulk/schema.ts';
import { disownJobs } from './bulk/store.ts';
import { bucketJobFiles, jobFileKeys, jobKeys } from './bulk/store-files.ts';
import type { Bindings, Vars } from './env.ts';
import { createFileLinks } from './files/links.ts';
import { assembleCsv } from './files/result-csv.ts';
import { bucketFiles } from './files/store.ts';
import { log } from './http/request/log.ts';
import { objectStubs } from './lib/durable-objects.ts';
import type { Accounts } from './lookup/account/account.ts';
import type { ReadAgentToken } from './lookup/account/principal.ts';
import { COMPLAINT_FEEDS } from './lookup/datasets/complaints.ts';
import { recordKey } from './lookup/datasets/keys.ts';
import { SUPPRESSED_PEOPLE } from './lookup/datasets/people.ts';
import type { FileStore } from './lookup/jobs/files.ts';
import type { Webhooks } from './lookup/jobs/webhooks.ts';
import type { HttpClient } from './lookup/outbound.ts';
import type { AnyProduct } from './lookup/product.ts';
import * as recordsSchema from './lookup/records/schema.ts';
import { findRows, rowLocation } from './lookup/records/store.ts';
import { MonitorObject } from './monitors/durable-object.ts';
import { deleteOrganizationMonitors, disownMonitors } from './monitors/lifecycle.ts';
import {
  isLivingMonitor,
  purgeMonitors,
  relistMonitor,
  wakeMonitors,
} from './monitors/maintenance.ts';
import { exportMonitor } from './monitors/monitors.ts';
import type { MonitorPorts } from './monitors/ports.ts';
import { createRunOrders } from './monitors/runs.ts';
import * as monitorsSchema from './monitors/schema.ts';
import { type ComplaintPorts, complaintFeed } from './open-data/feeds/complaint-feeds.ts';
import type { FeedPorts, RangeDeps } from './open-data/feeds/feed.ts';
import { RANGE_FEEDS } from './open-data/feeds/range-feeds.ts';
import { refreshableRangeFeed } from './open-data/feeds/stored-ranges.ts';
import { rankFeeds } from './open-data/ranks/rank-feed.ts';
import { rdapBootstrapFeed } from './open-data/registration/rdap-bootstrap.ts';
import { families, runProducts } from './products/index.ts';
import { verifyRecords } from './records/maintenance.ts';
import type { RecoveryPorts } from './recovery/ports.ts';
import { bucketUploads } from './uploads/store.ts';
import { discardOrganizationUploads, purgeUploads, type UploadPorts } from './uploads/uploads.ts';
import { announceEvent } from './webhooks/announcement.ts';
import { deliverOnce, mailDelivery } from './webhooks/delivery.ts';
import { endWebhooks, switchOffEndpointsOf } from './webhooks/endpoints.ts';
import type { WebhookPorts } from './webhooks/ports.ts';
import { registerReceiver, restoreEndpoints, secretOfReceiver } from './webhooks/registration.ts';
import * as webhooksSchema from './webhooks/schema.ts';
import { compareEndpoints } from './webhooks/store-endpoints.ts';

interface OwnedResourceParts extends Pick<AccountPorts, 'db' | 'clock' | 'accounts'> {
  requestFiles: RequestLogFiles;
  billing: BillingPorts;
  bulk: BulkPorts;
  monitors: MonitorPorts;
  uploads: UploadPorts;
  webhooks: WebhookPorts;
}

/**
 * Resources of an organization or a member outside the account, in the order in which they are
 * ended: those that can create others come first. A kind that is missing here outlives its owner.
 */
export const ownedResources = ({
  clock,
  requestFiles,
  db,
  accounts,
  billing,
  bulk,
  monitors,
  uploads,
  webhooks,
}: OwnedResourceParts): readonly OwnedResource[] => [
  {
    name: 'agents',
    end: (organizationId) => endConnections({ organizationId }, { db, accounts }),
    leave: (organizationId, userId) => endConnections({ organizationId, userId }, { db, accounts }),
  },
  {
    name: 'invitations',
    end: (organizationId) => withdrawInvitations({ organizationId }, { db, accounts }),
    leave: (organizationId, userId) =>
      withdrawInvitations({ organizationId, userId }, { db, accounts }),
  },
  {
    name: 'monitors',
    end: (organizationId) => deleteOrganizationMonitors(organizationId, monitors),
    leave: (organizationId, userId) => disownMonitors(organizationId, userId, monitors),
    objects: {
      kinds: ['monitors', 'monitorMembers'],
      lives: (organizationId, id) => isLivingMonitor({ id, organizationId }, monitors),
    },
  },
  {
    name: 'jobs',
    end: (organizationId) => cancelOrganizationJobs(organizationId, bulk),
    leave: (organizationId, userId) => disownJobs(db, organizationId, userId),
    objects: {
      kinds: ['jobs'],
      lives: (organizationId, id) => isLivingJob({ id, organizationId }, bulk),
    },
  },
  {
    name: 'webhooks',
    end: (organizationId) => endWebhooks(organizationId, webhooks),
    leave: (organizationId, userId) => switchOffEndpointsOf(organizationId, userId, webhooks),
    objects: {
      kinds: ['webhookEndpoints'],
      lives: async (organizationId, id) =>
        (await webhooks.copies.read({ id, organizationId })) !== null,
    },
  },
  { name: 'uploads', end: (organizationId) => discardOrganizationUploads(organizationId, uploads) },
  {
    name: 'request log',
    end: (organizationId) =>
      dropRequestLog(organizationId, { accounts, files: requestFiles, clock }),
  },
  { name: 'payments', end: (organizationId) => endPayments(organizationId, billing) },
];

/** Content type of objects that only this service reads. */
const FEED_TYPE = 'application/octet-stream';

/** Dependencies of feeds besides their own bindings and variables. */
interface FeedParts
  extends Pick<RangeDeps, 'clock' | 'fetch'>,
    Pick<FeedPorts, 'withRoom' | 'onMerged' | 'warn'> {
  blobs: Omit<RangeDeps['blobs'], 'upload'>;
  recordsDb: ComplaintPorts['db'];
  onImported: ComplaintPorts['onImported'];
  /** Called after a rank list was loaded. */
  onLoaded: Parameters<typeof rankFeeds>[0]['onLoaded'];
}

/** Creates all feeds, and the consumer of their messages. */
export function createFeedServices(
  bindings: Bindings,
  vars: Pick<Vars, 'FEED_BASE_URL' | 'FTC_COMPLAINTS_URL' | 'FCC_COMPLAINTS_URL'>,
  { blobs, clock, fetch, recordsDb, onImported, onLoaded, ...hooks }: FeedParts,
): FeedPorts {
  const ranges: RangeDeps = {
    blobs: {
      ...blobs,
      upload: (key) => bucketFiles(bindings.DATA).upload(key, { contentType: FEED_TYPE }),
    },
    clock,
    fetch,
    baseUrl: vars.FEED_BASE_URL,
    feeds: RANGE_FEEDS,
  };
  const complaints: ComplaintPorts = {
    db: recordsDb,
    clock,
    fetch,
    ftcUrl: vars.FTC_COMPLAINTS_URL,
    fccUrl: vars.FCC_COMPLAINTS_URL,
    onImported,
  };
  return {
    ...ranges,
    all: [
      ...RANGE_FEEDS.map((feed) => refreshableRangeFeed(feed, ranges)),
      rdapBootstrapFeed(ranges),
      ...rankFeeds({ ...ranges, onLoaded }),
      ...COMPLAINT_FEEDS.map((name) => complaintFeed(name, complaints)),
    ],
    async send(messages) {
      await bindings.FEED_QUEUE.sendBatch(messages.map((body) => ({ body })));
    },
    ...hooks,
  };
}

/** Dependencies of recovery besides its own bindings. */
interface RecoveryParts
  extends Pick<RecoveryPorts, 'db' | 'clock' | 'accounts' | 'resources' | 'warn'> {
  recordPorts: Parameters<typeof verifyRecords>[0];
  bulk: Pick<BulkPorts, 'jobs'>;
  monitors: Pick<MonitorPorts, 'objects'>;
  webhooks: WebhookPorts;
}

const tableNames = (...schemas: readonly object[]): string[] =>
  schemas.flatMap((schema) => Object.values(schema).filter(isTable).map(getTableName));

/** Recovery: comparison and reconstruction of the stores. */
export function createRecoveryServices(
  bindings: Bindings,
  { bulk, monitors, webhooks, recordPorts, ...parts }: RecoveryParts,
): RecoveryPorts {
  const { db, clock, accounts, resources, warn } = parts;
  const recordsDb = recordPorts.db;
  return {
    db,
    recordsDb,
    tables: {
      db: tableNames(
        ...[accountsSchema, ledgerSchema, webhooksSchema],
        ...[bulkSchema, monitorsSchema, billingSchema],
      ),
      records: tableNames(recordsSchema),
    },
    clock,
    accounts,
    resources,
    warn,
    isListed: async (hash) => {
      const place = rowLocation(SUPPRESSED_PEOPLE, recordKey('hash', hash) as string);
      return (await findRows(recordsDb, [place])).get(place)?.row !== undefined;
    },
    verifyRecords: () => verifyRecords(recordPorts),
    jobs: {
      state: (id) => bulk.jobs.state(id),
      files: (id) => ({ rows: jobKeys.rows(id), resultsFile: jobFileKeys(id).results }),
      relist: (job) => relistJob(job, { db, jobs: bulk.jobs }),
      erase: (id, identifier) => bulk.jobs.erase(id, identifier),
    },
    monitors: {
      relist: (monitor) => relistMonitor(monitor, { db, objects: monitors.objects }),
      state: (id) => monitors.objects.state(id),
      export: (row) => exportMonitor(String(row.id), { db, objects: monitors.objects }),
      erase: (id, identifier) => monitors.objects.erase(id, identifier),
    },
    endpoints: {
      compare: (organizationId, claimed) => compareEndpoints(organizationId, claimed, webhooks),
      restore: (organizationId, claimed) => restoreEndpoints(organizationId, claimed, webhooks),
    },
    recovery: objectStubs(bindings.ACCOUNT, Account),
    segments: bucketSegments(bindings.HISTORY, bindings.DATA),
    archives: bucketArchives(bindings.HISTORY),
    results: bindings.RESULTS,
    history: bindings.HISTORY,
    data: bindings.DATA,
    cache: bindings.CACHE,
  };
}

/** The webhook port of features whose events are delivered. */
const openWebhooks = (ports: WebhookPorts): Webhooks => ({
  register: (choice, of, form) => registerReceiver(choice, of, ports, form),
  secretOf: (webhook, form) => secretOfReceiver(webhook, form, ports),
  announce: (event, webhook) => announceEvent(event, webhook, ports),
  mail: (mail, event) => deliverOnce(mailDelivery(mail, event, ports), ports),
});

/** Dependencies of billing besides its variables. */
interface BillingParts {
  accounts: Accounts;
  http: HttpClient;
  webhooks: WebhookPorts;
}

/** Payments, and warnings and top-ups for low credits. */
export const createBillingServices = (
  vars: Parameters<typeof openBilling>[1],
  { accounts, http, webhooks: ports }: BillingParts,
): BillingPorts => {
  const { db, clock, mails } = ports;
  const webhooks = openWebhooks(ports);
  const warn: BillingPorts['warn'] = (...said) => log('warn', ...said);
  return openBilling(
    { db, clock, accounts, http, webhooks, sendsMail: mails !== null, warn },
    vars,
  );
};

/** Dependencies of jobs and monitors besides their own bindings. */
interface JobParts extends Pick<WebhookPorts, 'db' | 'clock' | 'linkSecrets'> {
  accounts: Accounts;
  pipeline: BulkPorts['pipeline'];
  webhooks: WebhookPorts;
  resultFiles: FileStore;
  warn(message: string, cause: unknown): void;
}

const byBulkType = (all: readonly AnyProduct[]) =>
  new Map(all.flatMap((product) => (product.bulk ? [[product.bulk, product]] : [])));

interface JobServices {
  bulk: BulkPorts;
  monitors: MonitorPorts;
  uploads: UploadPorts;
}

/**
 * Bulk jobs, the monitors whose runs are bulk jobs (each needs the other), and the uploaded files
 * from which jobs are created.
 */
export function createJobServices(
  bindings: Bindings,
  { db, clock, linkSecrets, accounts, pipeline, webhooks: ports, resultFiles, warn }: JobParts,
): JobServices {
  const products = byBulkType(families.flatMap((family) => family.products));
  const recheckProducts = new Map([...products, ...byBulkType(runProducts)]);
  const webhooks = openWebhooks(ports);
  const bulk: BulkPorts = {
    products,
    db,
    jobs: objectStubs(bindings.BULK_JOB, BulkJob),
    files: bucketJobFiles(bindings.RESULTS),
    accounts,
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
    objects: objectStubs(bindings.MONITOR, MonitorObject),
    jobs: createRunJobs(bulk),
    accounts,
    webhooks,
    products: recheckProducts,
    linkSecrets,
    newUuid: () => crypto.randomUUID(),
    warn,
  };
  const uploads: UploadPorts = {
    files: bucketUploads(bindings.RESULTS),
    quotas: accounts,
    clock,
    newUuid: () => crypto.randomUUID(),
  };
  return { bulk, monitors, uploads };
}

/** Cron tasks of jobs and monitors, by the name under which a failure is logged. */
export const jobTasks = ({
  bulk,
  monitors,
  uploads,
}: JobServices): Readonly<Record<string, () => Promise<unknown>>> => ({
  'wake bulk jobs': () => wakeJobs(bulk, bulk.newId()),
  'wake monitors': () => wakeMonitors(monitors, `mon_${monitors.newUuid()}`),
  'tidy monitors': () => purgeMonitors(monitors),
  'tidy bulk jobs': () => purgeJobs(bulk),
  'tidy uploads': () => purgeUploads(uploads),
});

/** Agent routes. Their libraries are loaded by the first request that needs them. */
export function createAgents(oauth: OAuthPorts) {
  return {
    readToken: async (...token: Parameters<ReadAgentToken>) =>
      (await import('./agents/oauth/server.ts')).createTokenReader(oauth)(...token),
    consents: async () => (await import('./agents/oauth/consents.ts')).createConsents(oauth),
    routes: (services: McpServices) => [mcpRoutes(services), oauthRoutes(oauth)] as const,
    purge: async () => {
      await purgeOAuthRecords(oauth.db, oauth.clock.now());
      await purgeConnections(oauth.db, oauth.clock.now());
    },
  };
}
