import { connect } from 'cloudflare:sockets';
import { env } from 'cloudflare:workers';
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
import { type Bindings, type Vars, varsSchema } from './env.ts';
import { type ComplaintDeps, isComplaintFeed, refreshComplaints, refreshDueComplaints } from './feeds/refresh-complaints.ts';
import { refreshDueFeeds, refreshFeed } from './feeds/refresh-feed.ts';
import { RDAP_BOOTSTRAP_FEED, refreshDueRdapBootstrap, refreshRdapBootstrap } from './feeds/refresh-rdap-bootstrap.ts';
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
import { type BrowserBinding, createBrowserRenderer } from './sources/web/browser-rendering.ts';
import { bucketBlobs } from './store/blobs.ts';
import { bucketJobFiles } from './store/bulk-objects.ts';
import { openDatabase } from './store/database.ts';
import { bucketFiles } from './store/files.ts';
import { createRecords } from './store/records.ts';
import { routeRecords } from './store/routed-records.ts';
import type { WebhookPorts } from './webhooks/ports.ts';
import { tidyDeliveries } from './webhooks/tidy-deliveries.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

const clock: Clock = { now: () => Date.now() };

const warn = (message: string, cause: unknown) => log('warn', message, { cause });

function createNetwork(vars: Vars, browser?: BrowserBinding): Network {
  const http = createHttpClient((request) => fetch(request));
  const resolver = createDohResolver({ http, clock, dohUrl: vars.DOH_URL });
  return {
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
    ...(browser && { renderer: createBrowserRenderer(browser) }),
  };
}

/** Builds everything from the environment: the only place that knows what is bound to what. */
function createServices(bindings: Bindings, vars: Vars): { app: AppServices; tasks: Record<string, () => Promise<unknown>> } {
  const blobs = bucketBlobs(bindings.DATA);
  const recordsDb = openDatabase(bindings.RECORDS);
  const records = routeRecords(createRecords(bindings.RECORDS, clock), { db: recordsDb, blobs, datasets: RECORD_DATASETS });
  const addresses = openAddressTable({ blobs, clock, feeds: FEEDS });
  const gate = createGate(vars.KEY_SECRET, bindings.KEY_GATE);
  const ledger = createLedger(bindings.CREDIT_ACCOUNT);
  const world: World = {
    clock,
    records,
    addresses,
    network: createNetwork(vars, bindings.BROWSER),
    numberPlan: createNumberPlan(shippedTables.numberPlan),
    blockHolders: createBlockHolders(shippedTables.blockHolders),
    domainLists: createDomainLists(shippedTables.domainLists),
    registries: openRegistryList({ blobs, clock, compiled: shippedTables.rdap }),
  };
  const { KEY_SECRET } = vars;
  const accountPorts: AccountPorts = {
    db: openDatabase(bindings.DB),
    clock,
    ledger,
    gate,
    createKey: KEY_SECRET === undefined ? null : (mode) => createApiKey(KEY_SECRET, mode),
    newId: (prefix) => `${prefix}_${crypto.randomUUID()}`,
  };
  const recordPorts: RecordPorts = {
    db: recordsDb,
    blobs,
    clock,
    datasets: RECORD_DATASETS,
    onImported: () => records.forgetManifest(),
  };
  const linkSecret = vars.LINK_SECRET ?? null;
  const webhookPorts: WebhookPorts = {
    db: openDatabase(bindings.DB),
    clock,
    fetcher: world.network.fetcher,
    allowHosts: vars.FETCH_ALLOW_HOSTS,
    linkSecret,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    newUuid: () => crypto.randomUUID(),
  };
  const feedDeps = { blobs, clock, fetch: (request: Request) => fetch(request), baseUrl: vars.FEED_BASE_URL };
  const complaintDeps: ComplaintDeps = {
    ...{ db: recordsDb, clock, fetch: feedDeps.fetch },
    ...{ ftcUrl: vars.FTC_COMPLAINTS_URL, fccUrl: vars.FCC_COMPLAINTS_URL },
    onImported: () => records.forgetManifest(),
  };

  const refreshByName = (name: string) => {
    if (isComplaintFeed(name)) return refreshComplaints(name, complaintDeps);
    return name === RDAP_BOOTSTRAP_FEED ? refreshRdapBootstrap(feedDeps) : refreshFeed(name, feedDeps);
  };

  const pipeline = { world, ledger, breakers: createBreakers(), cache: createFactCache(bindings.CACHE, warn) };
  const fileStore = bucketFiles(bindings.RESULTS);
  const bulkPorts: BulkPorts = {
    products: new Map(families.flatMap(({ products }) => products).flatMap((product) => (product.bulk ? [[product.bulk, product]] : []))),
    db: openDatabase(bindings.DB),
    jobs: createJobObjects(bindings.BULK_JOB),
    files: bucketJobFiles(bindings.RESULTS),
    ledger,
    pipeline,
    webhooks: createWebhooks(webhookPorts),
    links: linkSecret === null ? null : createFileLinks({ clock, linkSecret }),
    assembleCsv: (request) => assembleCsv(request, fileStore),
    newId: () => `job_${crypto.randomUUID()}`,
    warn,
  };

  return {
    app: {
      families,
      gate,
      pipeline,
      accounts: accountPorts,
      bulk: bulkPorts,
      webhooks: webhookPorts,
      files: { clock, linkSecret, store: fileStore },
      admin: {
        adminToken: vars.ADMIN_TOKEN ?? null,
        accounts: accountPorts,
        records: recordPorts,
        bulk: bulkPorts,
        async refreshFeed(name) {
          const { asOf, rows } = await refreshByName(name);
          addresses.recheck();
          return { name, as_of: asOf, rows };
        },
      },
      docs: { families, limits: WINDOWS, attribution: ATTRIBUTIONS },
      log,
    },
    tasks: {
      'refresh due feeds': () => refreshDueFeeds(feedDeps),
      'refresh the RDAP bootstrap': () => refreshDueRdapBootstrap(feedDeps),
      'refresh due complaint feeds': () => refreshDueComplaints(complaintDeps),
      'tidy bulk jobs': () => tidyJobs(bulkPorts),
      'tidy webhook deliveries': () => tidyDeliveries(webhookPorts),
      'tidy records': () => tidyRecords(recordPorts),
    },
  };
}

export const services = createServices(env as unknown as Bindings, varsSchema.parse(env));
