// Builds everything from the environment: the only place that knows what is bound to what.
import { connect } from 'cloudflare:sockets';
import { env, waitUntil } from 'cloudflare:workers';
import { createApiKey } from './access/api-key.ts';
import { createGate } from './access/gate.ts';
import { WINDOWS } from './access/windows.ts';
import type { AccountPorts } from './accounts/ports.ts';
import { createJobObjects } from './bulk/jobs-in-objects.ts';
import type { BulkPorts } from './bulk/ports.ts';
import { tidyJobs } from './bulk/tidy-jobs.ts';
import type { Network } from './core/network.ts';
import type { Clock, World } from './core/ports.ts';
import { RECORD_DATASETS } from './core/record-datasets.ts';
import { openAddressTable } from './data/address-table.ts';
import { ATTRIBUTIONS } from './data/attribution.ts';
import { createBlockHolders } from './data/block-holders.ts';
import { createDomainLists } from './data/domain-lists.ts';
import { createNumberPlan } from './data/number-plan.ts';
import { openRegistryList } from './data/rdap-bootstrap.ts';
import { type Bindings, varsSchema } from './env.ts';
import {
  type ComplaintDeps,
  isComplaintFeed,
  refreshComplaints,
  refreshDueComplaints,
} from './feeds/refresh-complaints.ts';
import { refreshDueFeeds, refreshFeed } from './feeds/refresh-feed.ts';
import {
  RDAP_BOOTSTRAP_FEED,
  refreshDueRdapBootstrap,
  refreshRdapBootstrap,
} from './feeds/refresh-rdap-bootstrap.ts';
import { assembleCsv } from './files/assemble-csv.ts';
import { createFileLinks } from './files/signed-link.ts';
import type { AppServices } from './http/app.ts';
import { log } from './http/log.ts';
import { createLedger } from './ledger/ledger-of-accounts.ts';
import { createBreakers } from './pipeline/breakers.ts';
import { createFactCache } from './pipeline/fact-cache.ts';
import { families } from './products/index.ts';
import type { RecordPorts } from './records/ports.ts';
import { tidyRecords } from './records/tidy-records.ts';
import { shippedTables } from './shipped-tables.ts';
import { FEEDS } from './sources/feeds/feeds.ts';
import { createDohResolver } from './sources/network/doh-resolver.ts';
import { createGuardedFetcher } from './sources/network/guarded-fetcher.ts';
import { createHttpClient } from './sources/network/http-client.ts';
import { createTcpExchange } from './sources/network/tcp-exchange.ts';
import { createBrowserRenderer } from './sources/web/browser-rendering.ts';
import { bucketBlobs } from './store/blobs.ts';
import { bucketJobFiles } from './store/bulk-objects.ts';
import { openDatabase } from './store/database.ts';
import { bucketFiles } from './store/files.ts';
import { createRecords } from './store/records.ts';
import type { WebhookPorts } from './webhooks/ports.ts';
import { tidyDeliveries } from './webhooks/tidy-deliveries.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

const bindings = env as unknown as Bindings;
const vars = varsSchema.parse(env);

const clock: Clock = { now: () => Date.now() };
const warn = (message: string, cause: unknown) => log('warn', message, { cause });

// Storage.
const db = openDatabase(bindings.DB);
const recordsDb = openDatabase(bindings.RECORDS);
const blobs = bucketBlobs(bindings.DATA);
const resultFiles = bucketFiles(bindings.RESULTS);
const records = createRecords({
  binding: bindings.RECORDS,
  blobs,
  clock,
  datasets: RECORD_DATASETS,
  defer: waitUntil,
});

// The outside world.
const http = createHttpClient((request) => fetch(request));
const resolver = createDohResolver({ http, clock, dohUrl: vars.DOH_URL });
const network: Network = {
  settings: {
    dohUrl: vars.DOH_URL,
    fetchAllowHosts: vars.FETCH_ALLOW_HOSTS,
    ...(vars.RDAP_BOOTSTRAP_URL && { rdapBootstrapUrl: vars.RDAP_BOOTSTRAP_URL }),
    ...(vars.WHOIS_HOST && { whoisHost: vars.WHOIS_HOST }),
    ...(vars.REACHER_URL && { reacherUrl: vars.REACHER_URL }),
    ...(vars.REACHER_SECRET && { reacherSecret: vars.REACHER_SECRET }),
  },
  http,
  resolver,
  fetcher: createGuardedFetcher({ http, resolver, allowHosts: vars.FETCH_ALLOW_HOSTS }),
  tcp: createTcpExchange(connect),
  ...(bindings.BROWSER && { renderer: createBrowserRenderer(bindings.BROWSER) }),
};

const addresses = openAddressTable({ blobs, clock, feeds: FEEDS });
const world: World = {
  clock,
  records,
  addresses,
  network,
  numberPlan: createNumberPlan(shippedTables.numberPlan),
  blockHolders: createBlockHolders(shippedTables.blockHolders),
  domainLists: createDomainLists(shippedTables.domainLists),
  registries: openRegistryList({ blobs, clock, compiled: shippedTables.rdap }),
};

// Keys, money and the lookup.
const { KEY_SECRET } = vars;
const gate = createGate(KEY_SECRET, bindings.KEY_GATE);
const ledger = createLedger(bindings.CREDIT_ACCOUNT);
const pipeline = {
  world,
  ledger,
  breakers: createBreakers(),
  cache: createFactCache(bindings.CACHE, warn),
};

// What the verbs reach.
const accounts: AccountPorts = {
  db,
  clock,
  ledger,
  gate,
  createKey: KEY_SECRET === undefined ? null : (mode) => createApiKey(KEY_SECRET, mode),
  newId: (prefix) => `${prefix}_${crypto.randomUUID()}`,
};
const onImported = () => records.forgetManifest();
const recordPorts: RecordPorts = {
  db: recordsDb,
  blobs,
  clock,
  datasets: RECORD_DATASETS,
  onImported,
};
const linkSecret = vars.LINK_SECRET ?? null;
const webhooks: WebhookPorts = {
  db,
  clock,
  fetcher: network.fetcher,
  allowHosts: vars.FETCH_ALLOW_HOSTS,
  linkSecret,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  newUuid: () => crypto.randomUUID(),
};
const bulk: BulkPorts = {
  products: new Map(
    families
      .flatMap(({ products }) => products)
      .flatMap((product) => (product.bulk ? [[product.bulk, product]] : [])),
  ),
  db,
  jobs: createJobObjects(bindings.BULK_JOB),
  files: bucketJobFiles(bindings.RESULTS),
  ledger,
  pipeline,
  webhooks: createWebhooks(webhooks),
  links: linkSecret === null ? null : createFileLinks({ clock, linkSecret }),
  assembleCsv: (request) => assembleCsv(request, resultFiles),
  newId: () => `job_${crypto.randomUUID()}`,
  warn,
};
const feeds = {
  blobs,
  clock,
  fetch: (request: Request) => fetch(request),
  baseUrl: vars.FEED_BASE_URL,
};
const complaints: ComplaintDeps = {
  db: recordsDb,
  clock,
  fetch: feeds.fetch,
  ftcUrl: vars.FTC_COMPLAINTS_URL,
  fccUrl: vars.FCC_COMPLAINTS_URL,
  onImported,
};

/** One feed by hand, whatever kind it is; what it brought counts from the next lookup on. */
async function refreshByName(name: string) {
  const refresh = () => {
    if (isComplaintFeed(name)) return refreshComplaints(name, complaints);
    return name === RDAP_BOOTSTRAP_FEED ? refreshRdapBootstrap(feeds) : refreshFeed(name, feeds);
  };
  const { asOf, rows } = await refresh();
  addresses.recheck();
  return { name, as_of: asOf, rows };
}

/** Everything the HTTP surface needs. */
export const appServices: AppServices = {
  families,
  gate,
  pipeline,
  accounts,
  bulk,
  webhooks,
  files: { clock, linkSecret, store: resultFiles },
  admin: {
    adminToken: vars.ADMIN_TOKEN ?? null,
    accounts,
    records: recordPorts,
    bulk,
    refreshFeed: refreshByName,
  },
  docs: { families, limits: WINDOWS, attribution: ATTRIBUTIONS },
  log,
};

/** What cron runs, by the name a failure is logged under. */
export const periodicTasks: Readonly<Record<string, () => Promise<unknown>>> = {
  'refresh due feeds': () => refreshDueFeeds(feeds),
  'refresh the RDAP bootstrap': () => refreshDueRdapBootstrap(feeds),
  'refresh due complaint feeds': () => refreshDueComplaints(complaints),
  'tidy bulk jobs': () => tidyJobs(bulk),
  'tidy webhook deliveries': () => tidyDeliveries(webhooks),
  'tidy records': () => tidyRecords(recordPorts),
};
