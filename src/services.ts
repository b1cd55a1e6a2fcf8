// Builds everything from the environment: the only place that knows what is bound to what.
import { connect } from 'cloudflare:sockets';
import { env, waitUntil } from 'cloudflare:workers';
import { createAuthenticate } from './access/authenticate.ts';
import { WINDOWS } from './access/windows.ts';
import type { AccountPorts } from './accounts/ports.ts';
import { demoTestKey } from './accounts/seed-demo.ts';
import { createCursors } from './core/lookup/search-cursor.ts';
import type { Network } from './core/network.ts';
import type { Clock, World } from './core/ports.ts';
import { COMPLAINT_FEEDS } from './core/records/complaint-datasets.ts';
import { RECORD_DATASETS } from './core/records/datasets.ts';
import { openAddressTable } from './data/address-table.ts';
import { ATTRIBUTIONS } from './data/attribution.ts';
import { createBlockHolders } from './data/block-holders.ts';
import { createDomainLists } from './data/domain-lists.ts';
import { createNumberPlan } from './data/number-plan.ts';
import { openRanks } from './data/rank-lists.ts';
import { openRegistryList } from './data/rdap-bootstrap.ts';
import { type Bindings, readUpstreamVars, varsSchema } from './env.ts';
import type { ComplaintPorts } from './feeds/complaint-reading.ts';
import type { FeedPorts, RangeDeps } from './feeds/ports.ts';
import { rangeFeed } from './feeds/range-feed.ts';
import { rankFeeds } from './feeds/rank-feed.ts';
import { complaintFeed } from './feeds/refresh-complaints.ts';
import { rdapBootstrapFeed } from './feeds/refresh-rdap-bootstrap.ts';
import type { AppServices } from './http/app.ts';
import { log } from './http/log.ts';
import { createJobServices } from './job-services.ts';
import { createAccounts } from './ledger/accounts.ts';
import { createPeriodicTasks } from './periodic-tasks.ts';
import { createBreakers } from './pipeline/breakers.ts';
import { createFactCache } from './pipeline/fact-cache.ts';
import { families } from './products/index.ts';
import type { RecordPorts } from './records/ports.ts';
import { shippedTables } from './shipped-tables.ts';
import { FEEDS } from './sources/feeds/feeds.ts';
import { createDohResolver } from './sources/network/doh-resolver.ts';
import { createGuardedFetcher } from './sources/network/guarded-fetcher.ts';
import { createHttpClient, identified } from './sources/network/http-client.ts';
import { createTcpExchange } from './sources/network/tcp-exchange.ts';
import { createHostTurns } from './sources/pacing/host-turns.ts';
import { createModelRunner } from './sources/speech/ai-binding.ts';
import { createBrowserRenderer } from './sources/web/browser-rendering.ts';
import { bucketBlobs } from './store/blobs.ts';
import { openDatabase } from './store/database.ts';
import { bucketFiles } from './store/files.ts';
import { createRecords } from './store/records.ts';
import { bucketReplays } from './store/replays.ts';
import { bucketSegments } from './store/segments.ts';
import { createMailSender } from './webhooks/email-binding.ts';
import type { WebhookPorts } from './webhooks/ports.ts';

/** Of what only this service reads. */
const FEED_TYPE = 'application/octet-stream';

const bindings = env as unknown as Bindings;
const vars = varsSchema.parse(env);

const clock: Clock = { now: () => Date.now() };
const warn = (message: string, cause: unknown) => log('warn', message, { cause });

// Storage.
const [db, recordsDb] = [openDatabase(bindings.DB), openDatabase(bindings.RECORDS)];
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
const outgoing = identified((request) => fetch(request), vars.OPERATOR_CONTACT);
const http = createHttpClient(outgoing);
const resolver = createDohResolver({ http, clock, dohUrl: vars.DOH_URL });
const network: Network = {
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
  turns: createHostTurns(bindings.SLOTS),
  resolver,
  fetcher: createGuardedFetcher({ http, resolver, allowHosts: vars.FETCH_ALLOW_HOSTS }),
  tcp: createTcpExchange(connect),
  ...(bindings.BROWSER && { renderer: createBrowserRenderer(bindings.BROWSER) }),
  ...(bindings.AI && { models: createModelRunner(bindings.AI) }),
};

const background = (work: Promise<unknown>) => waitUntil(work);
const addresses = openAddressTable({ blobs, clock, feeds: FEEDS, background });
const ranks = openRanks({ blobs, clock, background });
const world: World = {
  clock,
  shippedTables: shippedTables.version,
  records,
  addresses,
  ranks,
  network,
  // There whenever there is a lookup to answer.
  cursors: createCursors(vars.KEY_SECRET ?? null),
  numberPlan: createNumberPlan(shippedTables.numberPlan),
  blockHolders: createBlockHolders(shippedTables.blockHolders),
  domainLists: createDomainLists(shippedTables.domainLists),
  registries: openRegistryList({ blobs, clock, compiled: shippedTables.rdap, background }),
};

// Keys, money and the lookup.
const { KEY_SECRET } = vars;
const accounts = createAccounts(bindings.ACCOUNT);
const access = { authenticate: createAuthenticate(KEY_SECRET), accounts };
const pipeline = {
  world,
  accounts,
  breakers: createBreakers(),
  cache: createFactCache(bindings.CACHE, warn),
  replays: bucketReplays(bindings.RESULTS),
  warn,
};

// What the verbs reach.
const accountPorts: AccountPorts = {
  db,
  clock,
  accounts,
  segments: bucketSegments(bindings.HISTORY),
  keySecret: KEY_SECRET?.[0].text ?? null,
  newUserId: () => `user_${crypto.randomUUID()}`,
};
const onImported = () => records.forgetManifest();
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
  clock,
  fetcher: network.fetcher,
  allowHosts: vars.FETCH_ALLOW_HOSTS,
  linkSecrets,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  newUuid: () => crypto.randomUUID(),
  mails: bindings.EMAIL && vars.MAIL_FROM ? createMailSender(bindings.EMAIL, vars.MAIL_FROM) : null,
  warn,
};
const { bulk, monitors, uploads } = createJobServices(bindings, {
  ...{ db, clock, linkSecrets, accounts, pipeline, webhooks, resultFiles, warn },
});
const rangeDeps: RangeDeps = {
  blobs: { ...blobs, upload: (key) => bucketFiles(bindings.DATA).upload(key, FEED_TYPE) },
  clock,
  fetch: outgoing,
  baseUrl: vars.FEED_BASE_URL,
  feeds: FEEDS,
};
const complaints: ComplaintPorts = {
  db: recordsDb,
  clock,
  fetch: rangeDeps.fetch,
  ftcUrl: vars.FTC_COMPLAINTS_URL,
  fccUrl: vars.FCC_COMPLAINTS_URL,
  onImported,
};
const feeds: FeedPorts = {
  ...rangeDeps,
  all: [
    ...FEEDS.map((feed) => rangeFeed(feed, rangeDeps)),
    rdapBootstrapFeed(rangeDeps),
    ...rankFeeds({ ...rangeDeps, onLoaded: ranks.recheck }),
    ...COMPLAINT_FEEDS.map((name) => complaintFeed(name, complaints)),
  ],
  async send(messages) {
    await bindings.FEED_QUEUE.sendBatch(messages.map((body) => ({ body })));
  },
  onJoined: () => addresses.recheck(),
  warn,
};

const demoSecret = vars.DEMO === '1' ? (KEY_SECRET?.[0].text ?? null) : null;

/** Everything the HTTP surface needs. */
export const appServices: AppServices = {
  families,
  access,
  pipeline,
  bulk,
  monitors,
  webhooks,
  files: { clock, linkSecrets, store: resultFiles },
  admin: {
    adminToken: vars.ADMIN_TOKEN ?? null,
    accounts: accountPorts,
    webhooks,
    demoSecret,
    turns: network.turns,
    records: recordPorts,
    bulk,
    monitors,
    feeds,
    warn,
  },
  dashboard: async () =>
    (await import('./dashboard-services.ts')).openDashboard({
      ...{ accounts: accountPorts, mails: webhooks.mails, publicUrl: vars.PUBLIC_URL, log },
      ...{ authSecrets: vars.AUTH_SECRET ?? null, defer: background, warn, clock },
      ...{ bulk, monitors, webhooks, uploads, families, pipeline, callers: accounts },
      showsLinks: demoSecret !== null,
    }),
  docs: {
    families,
    limits: WINDOWS,
    attribution: ATTRIBUTIONS,
    publicUrl: vars.PUBLIC_URL,
    ...(demoSecret && { demoKey: () => demoTestKey(demoSecret) }),
  },
  publicUrl: vars.PUBLIC_URL,
  contact: vars.OPERATOR_CONTACT,
  log,
};

/** What cron runs, by the name a failure is logged under. */
export const periodicTasks = createPeriodicTasks({
  ...{ accounts: accountPorts, feeds, bulk, monitors, uploads, webhooks, records: recordPorts },
  ...{ replays: bindings.RESULTS, log },
});
