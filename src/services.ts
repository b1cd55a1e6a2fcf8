import { connect } from 'cloudflare:sockets';
import { env, waitUntil } from 'cloudflare:workers';
import disposable from '../compiled/domains/disposable.bin';
import free from '../compiled/domains/free.bin';
import rdap from '../compiled/domains/rdap.bin';
import roles from '../compiled/domains/roles.bin';
import blockHolders from '../compiled/phone/block-holders.bin';
import carriers from '../compiled/phone/carriers.bin';
import countries from '../compiled/phone/countries.bin';
import geocodes from '../compiled/phone/geocodes.bin';
import timezones from '../compiled/phone/timezones.bin';
import version from '../compiled/version.bin';
import { endOrphanedResources } from './accounts/deprovisioning.ts';
import { WINDOWS } from './accounts/keys/access-check.ts';
import { createAuthenticate } from './accounts/keys/api-key.ts';
import { bucketSegments } from './accounts/ledger/store-segments.ts';
import { Account } from './accounts/object/account.ts';
import type { AccountPorts } from './accounts/ports.ts';
import { reconcileDueAccounts } from './accounts/reconciliation.ts';
import type { RequestLogReader } from './accounts/requests/request-log.ts';
import { bucketRequestLogs, purgeRequestLogs } from './accounts/requests/store-requests.ts';
import { limitOptOuts } from './accounts/sign-in/attempt-limits.ts';
import { purgeSignIn } from './accounts/sign-in/link-mails.ts';
import { ownedAccountRows } from './accounts/store-owned.ts';
import { demoTestKey } from './accounts/team/demo-organization.ts';
import { syncDueCustomers } from './billing/customer-sync.ts';
import { ownedJobRows } from './bulk/store.ts';
import { type Bindings, readUpstreamVars, readVars, webhookHosts } from './env.ts';
import {
  createAgents,
  createBillingServices,
  createFeedServices,
  createJobServices,
  createRecoveryServices,
  jobTasks,
  ownedResources,
} from './feature-services.ts';
import { bucketBlobs, bucketFiles } from './files/store.ts';
import type { AppServices } from './http/app.ts';
import type { Operator } from './http/docs/content.ts';
import { log } from './http/request/log.ts';
import { missingByProduct } from './http/v1/service.ts';
import { openDatabase } from './lib/database.ts';
import { objectStubs } from './lib/durable-objects.ts';
import { StaleWhileRevalidate } from './lib/stale-while-revalidate.ts';
import { MINUTE_MS } from './lib/time.ts';
import { bucketReplays, purgeReplays } from './lookup/account/store-replays.ts';
import { RECORD_DATASETS } from './lookup/datasets/catalog.ts';
import type { Outbound } from './lookup/outbound.ts';
import { createBreakers } from './lookup/pipeline/circuit-breakers.ts';
import { createFactCache } from './lookup/pipeline/fact-cache.ts';
import { RequestLogBuffer } from './lookup/pipeline/lookup-request.ts';
import { createRecordStore } from './lookup/records/store.ts';
import { createCursors } from './lookup/search.ts';
import type { Clock, World } from './lookup/world.ts';
import { ownedMonitorRows } from './monitors/store.ts';
import { ATTRIBUTIONS } from './open-data/attribution.ts';
import { RANGE_FEEDS } from './open-data/feeds/range-feeds.ts';
import { feedsOverdue, listFeeds, refreshFeed, sendDueFeeds } from './open-data/feeds/refresh.ts';
import { openAddressTable } from './open-data/ip/address-table.ts';
import { createDomainLists } from './open-data/mail/domain-lists.ts';
import {
  createHttpClient,
  createTcpExchange,
  withUserAgent,
} from './open-data/outbound/connections.ts';
import { createDohResolver } from './open-data/outbound/dns.ts';
import { createGuardedFetcher } from './open-data/outbound/guarded-fetcher.ts';
import { createBlockHolders } from './open-data/phone/block-holders.ts';
import { createNumberPlan } from './open-data/phone/number-plan.ts';
import { createBlockCache, makeRoom } from './open-data/ranges/table.ts';
import { openRanks } from './open-data/ranks/ranks.ts';
import { openRegistryList } from './open-data/registration/rdap-bootstrap.ts';
import { type OperationPorts, watchAlerts } from './operations/alerts.ts';
import { createMetrics } from './operations/metrics.ts';
import { readStatus } from './operations/status.ts';
import { families, notifyingProducts } from './products/index.ts';
import { purgeRecords } from './records/maintenance.ts';
import type { RecordPorts } from './records/ports.ts';
import { listMissingOrganizations } from './recovery/restoration.ts';
import { createModelRunner } from './vendors/speech/workers-ai.ts';
import { createRateLimiter } from './vendors/upstream/rate-limiter.ts';
import { createBrowserRenderer } from './web-reader/rendered-page.ts';
import { purgeDeliveries } from './webhooks/delivery-log.ts';
import { createMailSender } from './webhooks/mail-sender.ts';
import type { WebhookPorts } from './webhooks/ports.ts';
import { sendAttempts, sendDueAttempts } from './webhooks/series.ts';
import { bucketEndpointCopies, ownedEndpointRows } from './webhooks/store-endpoints.ts';

// The compiled tables in the bundle. Only the composition root imports them; readers take bytes.

const shippedTables = {
  version: new TextDecoder().decode(version),
  numberPlan: { geocodes, carriers, timezones, countries },
  blockHolders,
  domainLists: { disposable, free, roles },
  rdap,
};

// The composition root: builds everything from the environment.

const bindings = env as unknown as Bindings;
const vars = readVars(env);

const clock: Clock = { now: () => Date.now() };
const warn = (message: string, cause: unknown) => log('warn', message, { cause });

// Storage.
const [db, recordsDb] = [openDatabase(bindings.DB), openDatabase(bindings.RECORDS)];
const blobs = bucketBlobs(bindings.DATA);
const resultFiles = bucketFiles(bindings.RESULTS);
const records = createRecordStore({
  binding: bindings.RECORDS,
  blobs,
  clock,
  datasets: RECORD_DATASETS,
  defer: waitUntil,
});

// The outside world.
const outgoing = withUserAgent((request) => fetch(request), vars.OPERATOR_CONTACT);
const http = createHttpClient(outgoing);
const resolver = createDohResolver({ http, clock, dohUrl: vars.DOH_URL });
const network: Outbound = {
  settings: {
    dohUrl: vars.DOH_URL,
    vars: readUpstreamVars(env),
    ...(vars.OPERATOR_CONTACT && { contact: vars.OPERATOR_CONTACT }),
    fetchAllowHosts: vars.FETCH_ALLOW_HOSTS,
    ...(vars.RDAP_BOOTSTRAP_URL && { rdapBootstrapUrl: vars.RDAP_BOOTSTRAP_URL }),
    ...(vars.WHOIS_HOST && { whoisHost: vars.WHOIS_HOST }),
    ...(vars.REACHER_URL && { reacherUrl: vars.REACHER_URL }),
    ...(vars.REACHER_SECRET && { reacherSecret: vars.REACHER_SECRET }),
  },
  http,
  rateLimiter: createRateLimiter(bindings.RATE_LIMITER),
  resolver,
  fetcher: createGuardedFetcher({ http, resolver, allowHosts: vars.FETCH_ALLOW_HOSTS }),
  tcp: createTcpExchange(connect),
  ...(bindings.BROWSER && { renderer: createBrowserRenderer(bindings.BROWSER) }),
  ...(bindings.AI && { models: createModelRunner(bindings.AI) }),
};

const background = (work: Promise<unknown>) => waitUntil(work);
const blocks = createBlockCache();
const addresses = openAddressTable({ blobs, clock, feeds: RANGE_FEEDS, background, cache: blocks });
const ranks = openRanks({ blobs, clock, background });
const world: World = {
  clock,
  records,
  addresses,
  ranks,
  outbound: network,
  shippedTables: shippedTables.version,
  // Always set when there is a lookup to answer.
  cursors: createCursors(vars.KEY_SECRET ?? null),
  numberPlan: createNumberPlan(shippedTables.numberPlan),
  blockHolders: createBlockHolders(shippedTables.blockHolders),
  domainLists: createDomainLists(shippedTables.domainLists),
  registries: openRegistryList({ blobs, clock, compiled: shippedTables.rdap, background }),
};

// Keys, money and the lookup.
const { KEY_SECRET } = vars;
const accounts = objectStubs(bindings.ACCOUNT, Account);
const agents = createAgents({
  db,
  clock,
  fetcher: network.fetcher,
  allowHosts: vars.FETCH_ALLOW_HOSTS,
  publicUrl: vars.PUBLIC_URL,
  accounts,
  log,
});
const access = { authenticate: createAuthenticate(KEY_SECRET, agents.readToken), accounts };
const metrics = createMetrics(bindings.METRICS, clock, waitUntil);
const requests = new RequestLogBuffer({ accounts, defer: waitUntil, warn });
const pipeline = {
  requests,
  world,
  accounts,
  metrics,
  breakers: createBreakers(),
  cache: createFactCache(bindings.CACHE, warn),
  replays: bucketReplays(bindings.RESULTS),
  warn,
};

// Dependencies of the features.
const onImported = () => records.invalidateManifest();
const recordPorts: RecordPorts = {
  db: recordsDb,
  blobs,
  clock,
  datasets: RECORD_DATASETS,
  onImported,
};
const linkSecrets = vars.LINK_SECRET ?? null;
const webhooks: WebhookPorts = {
  db,
  copies: bucketEndpointCopies(bindings.HISTORY),
  quotas: accounts,
  accounts,
  scheduleAttempts: (attempts) => sendAttempts(bindings.WEBHOOK_QUEUE, attempts),
  clock,
  linkSecrets,
  notifyingProducts,
  warn,
  fetcher: createGuardedFetcher({ http, resolver, allowHosts: webhookHosts(vars) }),
  allowHosts: webhookHosts(vars),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  newUuid: () => crypto.randomUUID(),
  mails: bindings.EMAIL && vars.MAIL_FROM ? createMailSender(bindings.EMAIL, vars.MAIL_FROM) : null,
};
const billing = createBillingServices(vars, { accounts, http, webhooks });
const { bulk, monitors, uploads } = createJobServices(bindings, {
  db,
  clock,
  linkSecrets,
  accounts,
  pipeline,
  webhooks,
  resultFiles,
  warn,
});
const requestFiles = bucketRequestLogs(bindings.HISTORY);
const accountPorts: AccountPorts = {
  db,
  clock,
  accounts,
  warn,
  segments: bucketSegments(bindings.HISTORY, bindings.DATA),
  keySecret: KEY_SECRET?.[0] ?? null,
  newUserId: () => `user_${crypto.randomUUID()}`,
  resources: ownedResources({
    ...{ clock, requestFiles, db, accounts, billing },
    ...{ bulk, monitors, uploads, webhooks },
  }),
  ownedRows: [ownedAccountRows, ownedMonitorRows, ownedJobRows, ownedEndpointRows],
};
export const feeds = createFeedServices(bindings, vars, {
  blobs,
  clock,
  fetch: outgoing,
  recordsDb,
  onImported,
  warn,
  onLoaded: ranks.recheck,
  withRoom: (work) => makeRoom(blocks, work),
  onMerged: () => addresses.recheck(),
});

const operator: Operator = {
  name: vars.SERVICE_NAME,
  address: vars.OPERATOR_ADDRESS ?? null,
  contact: vars.OPERATOR_CONTACT ?? null,
  terms: vars.TERMS_TEXT ?? null,
  privacy: vars.PRIVACY_TEXT ?? null,
};

const operations: OperationPorts = {
  db,
  clock,
  accounts,
  metrics,
  fetcher: webhooks.fetcher,
  mails: webhooks.mails,
  log,
  databases: { DB: bindings.DB, RECORDS: bindings.RECORDS },
  feedsOverdue: () => feedsOverdue(feeds),
  alertMail: vars.ALERT_MAIL ?? null,
  alertWebhook: vars.ALERT_WEBHOOK_URL ?? null,
};

const demoSecret = vars.DEMO ? (KEY_SECRET?.[0] ?? null) : null;

/** Missing configuration per product, for the reference; cached, because it asks every source. */
const missingProducts = new StaleWhileRevalidate(
  () =>
    missingByProduct(
      families.flatMap((family) => family.products),
      pipeline.world,
    ),
  MINUTE_MS,
  { clock, background },
);

const requestLog: RequestLogReader = {
  buffer: requests,
  files: requestFiles,
  accounts: accountPorts,
};

const recovery = createRecoveryServices(bindings, {
  ...{ ...accountPorts, recordPorts, bulk, monitors, webhooks },
});

export const appServices: AppServices = {
  families,
  access,
  pipeline,
  requestLog,
  bulk,
  monitors,
  webhooks,
  billing,
  files: { clock, linkSecrets, store: resultFiles },
  admin: {
    adminToken: vars.ADMIN_TOKEN ?? null,
    accounts: accountPorts,
    billing,
    webhooks,
    storedSecrets: vars,
    demoSecret,
    rateLimiter: network.rateLimiter,
    records: recordPorts,
    recovery,
    bulk,
    monitors,
    feeds: { list: () => listFeeds(feeds), refresh: (name) => refreshFeed(name, feeds) },
    operations,
    warn,
  },
  dashboard: async () => {
    const { openDashboard, signInProviders } = await import('./dashboard-services.ts');
    return openDashboard({
      accounts: accountPorts,
      mails: webhooks.mails,
      publicUrl: vars.PUBLIC_URL,
      serviceName: vars.SERVICE_NAME,
      log,
      billing,
      contact: vars.OPERATOR_CONTACT,
      showsLinks: demoSecret !== null,
      authSecrets: vars.AUTH_SECRET ?? null,
      providers: signInProviders(vars),
      defer: background,
      warn,
      clock,
      bulk,
      monitors,
      webhooks,
      uploads,
      families,
      pipeline,
      requestLog,
      callers: accounts,
      consents: agents.consents,
    });
  },
  docs: {
    families,
    limits: WINDOWS,
    attribution: ATTRIBUTIONS,
    operator,
    status: (names) => readStatus(names, operations),
    publicUrl: vars.PUBLIC_URL,
    missing: () => missingProducts.current(),
    ...(demoSecret && { demoKey: () => demoTestKey(demoSecret.text) }),
  },
  optOuts: {
    kv: bindings.CACHE,
    records: recordPorts,
    mails: webhooks.mails,
    serviceName: operator.name,
    warn,
    countRequest: (address, email) => limitOptOuts(address, email, accountPorts),
  },
  publicUrl: vars.PUBLIC_URL,
  contact: vars.OPERATOR_CONTACT,
  log,
};

/** Routes for agents: their tools, and OAuth. */
export const agentRoutes = agents.routes(appServices);

const WATCH_TASK = 'watch alerts';
const DELIVERY_TASK = 'send due deliveries';

export const FREQUENT_TASKS: ReadonlySet<string> = new Set([WATCH_TASK, DELIVERY_TASK]);

/** Cron tasks, by the name under which a failure is logged. */
export const periodicTasks: Readonly<Record<string, () => Promise<unknown>>> = {
  [WATCH_TASK]: () => watchAlerts(operations),
  'reconcile accounts': () =>
    reconcileDueAccounts({ ...accountPorts, metrics }, log.bind(null, 'error')),
  'list organizations': () => listMissingOrganizations(recovery),
  'end what owners left': () => endOrphanedResources(accountPorts),
  'send due feeds': () => sendDueFeeds(feeds),
  'read payments': () => syncDueCustomers(billing),
  ...jobTasks({ bulk, monitors, uploads }),
  'tidy sign-ins': () => purgeSignIn(accountPorts),
  'tidy request logs': () => purgeRequestLogs(bindings.HISTORY, clock.now()),
  'tidy replays': () => purgeReplays(bindings.RESULTS, clock.now()),
  [DELIVERY_TASK]: () => sendDueAttempts(webhooks),
  'tidy webhook deliveries': () => purgeDeliveries(webhooks),
  'tidy records': () => purgeRecords(recordPorts),
  'tidy agents': agents.purge,
};
