// Builds everything from the environment: the only place that knows what is bound to what.
import { connect } from 'cloudflare:sockets';
import { env, waitUntil } from 'cloudflare:workers';
import { createAuthenticate } from './access/authenticate.ts';
import { WINDOWS } from './access/windows.ts';
import { endLeftovers } from './accounts/deprovision.ts';
import type { AccountPorts } from './accounts/ports.ts';
import { reconcileDue } from './accounts/reconcile.ts';
import { demoTestKey } from './accounts/seed-demo.ts';
import { tidySignIn } from './accounts/sign-in/send-link.ts';
import { openBilling } from './billing/open-billing.ts';
import { readDue } from './billing/read-due.ts';
import { createCursors } from './core/lookup/search-cursor.ts';
import type { Network } from './core/network.ts';
import type { Clock, World } from './core/ports.ts';
import { RECORD_DATASETS } from './core/records/datasets.ts';
import { openAddressTable } from './data/address-table.ts';
import { ATTRIBUTIONS } from './data/attribution.ts';
import { createBlockHolders } from './data/block-holders.ts';
import { createDomainLists } from './data/domain-lists.ts';
import { createNumberPlan } from './data/number-plan.ts';
import { openRanks } from './data/rank-lists.ts';
import { openRegistryList } from './data/rdap-bootstrap.ts';
import { type Bindings, readUpstreamVars, varsSchema } from './env.ts';
import { createFeedServices } from './feed-services.ts';
import { feedsOverdue } from './feeds/list-feeds.ts';
import { sendDueFeeds } from './feeds/send-due-feeds.ts';
import type { AppServices } from './http/app.ts';
import { log } from './http/log.ts';
import { createJobServices, jobTasks } from './job-services.ts';
import { createAccounts } from './ledger/accounts.ts';
import { createAgents } from './load-agents.ts';
import { createMetrics } from './operations/metrics.ts';
import { type OperationPorts, watchAlerts } from './operations/watch.ts';
import { ownedResources } from './owned-resources.ts';
import { createBreakers } from './pipeline/breakers.ts';
import { createFactCache } from './pipeline/fact-cache.ts';
import { families, tellingProducts } from './products/index.ts';
import type { RecordPorts } from './records/ports.ts';
import { tidyRecords } from './records/tidy-records.ts';
import { createRecoveryServices } from './recovery-services.ts';
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
import { bucketReplays, tidyReplays } from './store/replays.ts';
import { bucketSegments } from './store/segments.ts';
import { createMailSender } from './webhooks/email-binding.ts';
import type { WebhookPorts } from './webhooks/ports.ts';
import { tidyDeliveries } from './webhooks/tidy-deliveries.ts';

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
  ...{ clock, records, addresses, ranks, network },
  shippedTables: shippedTables.version,
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
const agents = createAgents({
  ...{ db, clock, fetcher: network.fetcher, allowHosts: vars.FETCH_ALLOW_HOSTS },
  ...{ publicUrl: vars.PUBLIC_URL, accounts, log },
});
const access = { authenticate: createAuthenticate(KEY_SECRET, agents.readToken), accounts };
const metrics = createMetrics(bindings.METRICS, clock, waitUntil);
const pipeline = {
  world,
  accounts,
  metrics,
  breakers: createBreakers(),
  cache: createFactCache(bindings.CACHE, warn),
  replays: bucketReplays(bindings.RESULTS),
  warn,
};

// What the verbs reach.
const billing = openBilling(
  { db, clock, accounts, http, warn: (...said) => log('warn', ...said) },
  vars,
);
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
  ...{ db, rooms: accounts, clock, linkSecrets, tellingProducts, warn },
  fetcher: network.fetcher,
  allowHosts: vars.FETCH_ALLOW_HOSTS,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  newUuid: () => crypto.randomUUID(),
  mails: bindings.EMAIL && vars.MAIL_FROM ? createMailSender(bindings.EMAIL, vars.MAIL_FROM) : null,
};
const { bulk, monitors, uploads } = createJobServices(bindings, {
  ...{ db, clock, linkSecrets, accounts, pipeline, webhooks, resultFiles, warn },
});
const accountPorts: AccountPorts = {
  ...{ db, clock, accounts, warn },
  segments: bucketSegments(bindings.HISTORY, bindings.DATA),
  keySecret: KEY_SECRET?.[0].text ?? null,
  newUserId: () => `user_${crypto.randomUUID()}`,
  resources: ownedResources({ db, accounts, billing, bulk, monitors, uploads }),
};
const feeds = createFeedServices(bindings, vars, {
  ...{ blobs, clock, fetch: outgoing, recordsDb, onImported, warn },
  onLoaded: ranks.recheck,
  onJoined: () => addresses.recheck(),
});

const operations: OperationPorts = {
  ...{ db, clock, accounts, metrics, fetcher: network.fetcher, mails: webhooks.mails, log },
  databases: { DB: bindings.DB, RECORDS: bindings.RECORDS },
  feedsOverdue: () => feedsOverdue(feeds),
  alertMail: vars.ALERT_MAIL ?? null,
  alertWebhook: vars.ALERT_WEBHOOK_URL ?? null,
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
  billing,
  files: { clock, linkSecrets, store: resultFiles },
  admin: {
    adminToken: vars.ADMIN_TOKEN ?? null,
    accounts: accountPorts,
    billing,
    webhooks,
    demoSecret,
    turns: network.turns,
    records: recordPorts,
    recovery: createRecoveryServices(bindings, { ...accountPorts, recordsDb, bulk, monitors }),
    bulk,
    monitors,
    feeds,
    operations,
    warn,
  },
  dashboard: async () =>
    (await import('./dashboard-services.ts')).openDashboard({
      ...{ accounts: accountPorts, mails: webhooks.mails, publicUrl: vars.PUBLIC_URL, log },
      ...{ billing, contact: vars.OPERATOR_CONTACT, showsLinks: demoSecret !== null },
      ...{ authSecrets: vars.AUTH_SECRET ?? null, defer: background, warn, clock },
      ...{ bulk, monitors, webhooks, uploads, families, pipeline, callers: accounts },
      consents: agents.consents,
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

/** Routes of agents: what they call, and how they sign in. */
export const agentRoutes = agents.routes(appServices);

export const WATCH_TASK = 'watch alerts';

/** What cron runs, by the name a failure is logged under. */
export const periodicTasks: Readonly<Record<string, () => Promise<unknown>>> = {
  [WATCH_TASK]: () => watchAlerts(operations),
  'reconcile accounts': () => reconcileDue({ ...accountPorts, metrics }, log.bind(null, 'error')),
  'end what owners left': () => endLeftovers(accountPorts),
  'send due feeds': () => sendDueFeeds(feeds),
  'read payments': () => readDue(billing),
  ...jobTasks({ bulk, monitors, uploads }),
  'tidy sign-ins': () => tidySignIn(accountPorts),
  'tidy replays': () => tidyReplays(bindings.RESULTS, clock.now()),
  'tidy webhook deliveries': () => tidyDeliveries(webhooks),
  'tidy records': () => tidyRecords(recordPorts),
  'tidy agents': agents.tidy,
};
