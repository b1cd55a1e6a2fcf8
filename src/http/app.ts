import { type Context, type Env, type ErrorHandler, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { Result } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';
import { trimTrailingSlash } from 'hono/trailing-slash';
import type { RequestLogReader } from '../accounts/requests/request-log.ts';
import type { BillingPorts } from '../billing/ports.ts';
import { receiveEvent } from '../billing/webhook.ts';
import type { BulkPorts } from '../bulk/ports.ts';
import { ApiError } from '../lib/errors.ts';
import { DAY_MS } from '../lib/time.ts';
import type { Accounts } from '../lookup/account/account.ts';
import type { BatchPorts } from '../lookup/pipeline/batch.ts';
import type { ProductFamily } from '../lookup/product.ts';
import type { Clock } from '../lookup/world.ts';
import type { MonitorPorts } from '../monitors/ports.ts';
import { readUnsubscribeLink, unsubscribe } from '../monitors/unsubscribe.ts';
import type { WebhookPorts } from '../webhooks/ports.ts';
import type { AdminServices } from './admin/shared.ts';
import { adminRoutes } from './admin.ts';
import { brokenLinkPage, formPage, type OptOutServices, optOutRoutes } from './docs/opt-out.ts';
import { renderPage } from './docs/page.ts';
import { type DocsContent, docsRoutes } from './docs.ts';
import { serveRoutes } from './openapi/route.ts';
import { type ApiAccess, type AppEnv, authorize, logCalls, requestId } from './request/context.ts';
import {
  onError,
  onMethodNotAllowed,
  onNotFound,
  prefersHtml,
  wrapNonErrors,
} from './request/errors.ts';
import type { Log } from './request/log.ts';
import { batchRoutes } from './v1/batch.ts';
import { bulkRoutes } from './v1/bulk.ts';
import { lookupRoutes } from './v1/lookup.ts';
import { monitorRoutes } from './v1/monitors.ts';
import { requestRoutes } from './v1/requests.ts';
import { accountRoutes, serviceRoutes } from './v1/service.ts';
import { webhookEndpointRoutes } from './v1/webhook-endpoints.ts';
import { type FileServices, webhookAndFileRoutes } from './v1/webhooks-and-files.ts';

const YEAR_SECONDS = 31_536_000;

/** RFC 9116, section 2.5.5, recommends less than a year. */
const VALID_MS = 180 * DAY_MS;

/**
 * Router that memoizes matches of paths without parameters, such as lookups. Hono's default would
 * walk a trie for each request, because its regular expression does not support `/redeliver` beside
 * `/:id/redeliver`.
 */
class MemoizedRouter<Handler> extends TrieRouter<Handler> {
  readonly #paths = new Set<string>();
  readonly #matches = new Map<string, Result<Handler>>();

  override add(method: string, path: string, handler: Handler): void {
    super.add(method, path, handler);
    this.#paths.add(path);
    this.#matches.clear();
  }

  override match(method: string, path: string): Result<Handler> {
    if (!this.#paths.has(path)) return super.match(method, path);
    const place = `${method} ${path}`;
    const found = this.#matches.get(place) ?? super.match(method, path);
    this.#matches.set(place, found);
    return found;
  }
}

/** On every reply: no MIME sniffing, and HTTPS only after a reply over HTTPS (RFC 6797). */
const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  c.header('X-Content-Type-Options', 'nosniff');
  if (c.req.url.startsWith('https:'))
    c.header('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
  await next();
});

/** `GET /.well-known/security.txt` (RFC 9116): the contact for security reports, if one is set. */
function securityTextRoutes(contact: string | undefined, clock: Clock): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/.well-known/security.txt', (c) => {
    if (contact === undefined) throw new ApiError('NOT_FOUND');
    const expires = new Date(clock.now() + VALID_MS).toISOString();
    return c.text(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`);
  });
  return routes;
}

const notFoundPage = (): Promise<string> =>
  renderPage({
    title: 'Not found',
    description: 'This page does not exist.',
    main: html`<h1>Not found</h1>
<p>This page does not exist.</p>
<ul><li><a href="/docs">Reference of the API</a></li><li><a href="/app">Dashboard</a></li></ul>`,
  });

/** Shows a refused link to the person who opened it. @param advice what to do instead */
const onBrokenLink =
  (log: Log, advice: string): ErrorHandler<AppEnv> =>
  (error, c) =>
    error instanceof ApiError && (error.status === 403 || error.status === 404)
      ? brokenLinkPage(c, error, advice)
      : onError(log)(error, c);

const BROKEN_FILE_LINK =
  'The page of the list in the dashboard shows which files there are, with new links.';
const BROKEN_MAIL_LINK =
  'If the link was cut off, copy all of it. The emails can also be switched off on the page of the monitor in the dashboard.';

/** Programs and people open the links of files. */
const opensFileAsPerson = (c: Context<AppEnv>): boolean =>
  c.req.path.startsWith('/files/') && prefersHtml(c);

/**
 * `/unsubscribe/{token}`: the link in a monitor's mails, without a key. Link scanners get only a
 * button; mail programs unsubscribe by POST (RFC 8058).
 */
function unsubscribeRoutes(monitors: MonitorPorts, log: Log): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.onError(onBrokenLink(log, BROKEN_MAIL_LINK));
  routes.get('/unsubscribe/:token', async (c) => {
    const { name } = await readUnsubscribeLink(c.req.param('token'), monitors);
    const main = html`<h1>Stop these emails?</h1>
<p>Monitor ${name} sends an email when a run finds changes. It keeps running without them.</p>
<form method="post"><button type="submit">Stop the emails</button></form>`;
    return formPage(c, 'Stop these emails?', main);
  });
  routes.post('/unsubscribe/:token', async (c) => {
    await unsubscribe(c.req.param('token'), monitors);
    const main = html`<h1>The emails are switched off</h1>
<p>Set <code>alert_email</code> of the monitor to switch them on again.</p>`;
    return formPage(c, 'The emails are switched off', main);
  });
  return routes;
}

/**
 * `POST /stripe/webhook`: events of Stripe, delivered at least once. Stripe resends an event unless
 * the reply is 200: an event that cannot be applied now gets 503, anything but an event of Stripe
 * 400. Without a secret the path does not exist (404).
 */
function stripeRoutes(billing: BillingPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/stripe/webhook', async (c) => {
    const outcome = await receiveEvent(c.req.raw, billing);
    c.header('Cache-Control', 'no-store');
    // Shown with the delivery in Stripe's dashboard.
    return c.json({ success: true, data: { outcome } });
  });
  return routes;
}

export interface AppServices {
  families: readonly ProductFamily[];
  access: ApiAccess & { accounts: Accounts };
  pipeline: Omit<BatchPorts, 'defer'>;
  requestLog: RequestLogReader;
  bulk: BulkPorts;
  monitors: MonitorPorts;
  webhooks: WebhookPorts;
  billing: BillingPorts;
  files: FileServices;
  admin: Omit<AdminServices, 'publicUrl' | 'products' | 'world' | 'optOuts'>;
  docs: DocsContent;
  optOuts: OptOutServices;
  /** Loads and creates the pages at /app lazily, at no cost to lookups. */
  dashboard(): Promise<DashboardPages>;
  /** Scheme and host of the service; if undefined, those of the request. */
  publicUrl: string | undefined;
  /** URI for reports of flaws and abuse; undefined if there is none. */
  contact: string | undefined;
  log: Log;
}

/** The dashboard as a fetch handler. */
interface DashboardPages {
  fetch(request: Request, env: { requestId: string }): Response | Promise<Response>;
}
const PAGE_METHODS = ['GET', 'POST'];

/** Path to which agents send people, and the dashboard page that serves it. */
const CONSENT_PATH = '/oauth/authorize';
const CONSENT_PAGE = '/app/connections/new';

/** `/app` and the consent page for agents, loaded by their first request. */
function dashboardRoutes(load: () => Promise<DashboardPages>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  let pages: DashboardPages | undefined;
  routes.on(PAGE_METHODS, ['/app', '/app/*', CONSENT_PATH], async (c) => {
    // Cached after loading: a request cannot await a promise that another request started.
    pages ??= await load();
    const url = new URL(c.req.url);
    if (url.pathname === CONSENT_PATH) url.pathname = CONSENT_PAGE;
    const request = new Request(url, c.req.raw);
    const reply = await pages.fetch(request, { requestId: c.get('requestId') });
    return c.newResponse(reply.body, reply);
  });
  return routes;
}

/** Pages for people, who may type a slash behind the address of one. */
const PAGES = ['/app/*', '/docs/*', '/pricing/*', '/status/*', '/changelog/*', '/terms/*'];

/** All HTTP routes, and the fallback. @param others routes of other surfaces */
export function createApp<E extends Env>(
  services: AppServices,
  others: readonly Hono<E>[] = [],
): Hono<AppEnv> {
  const { access, pipeline } = services;
  const { world } = pipeline;
  const products = services.families.flatMap((family) => family.products);
  const app = new Hono<AppEnv>({ router: new MemoizedRouter() });
  app.use(requestId(world.clock, services.publicUrl));
  app.use(securityHeaders);
  app.use('/v1/*', logCalls(pipeline.requests, world.clock));
  app.use(wrapNonErrors);
  for (const path of PAGES) app.use(path, trimTrailingSlash());
  app.use(methodNotAllowed({ app, onMethodNotAllowed: onMethodNotAllowed(app) }));
  const onFailure = onError(services.log);
  const onBrokenFile = onBrokenLink(services.log, BROKEN_FILE_LINK);
  app.onError((error, c) => (opensFileAsPerson(c) ? onBrokenFile : onFailure)(error, c));
  const resources = [
    bulkRoutes(products),
    monitorRoutes,
    webhookEndpointRoutes,
    webhookAndFileRoutes,
    requestRoutes,
  ];
  const paths = [batchRoutes, accountRoutes, serviceRoutes, ...resources].flatMap(({ routes }) =>
    routes.map(({ path }) => path).filter((path) => !path.includes(':')),
  );
  const lookups = products.map(({ path }) => `/v1${path}`);
  app.notFound(onNotFound(access, [...lookups, ...paths], notFoundPage));

  app.route('/', docsRoutes(services.docs));
  app.route('/', optOutRoutes(services.optOuts, services.publicUrl));
  app.route('/', securityTextRoutes(services.contact, world.clock));
  app.route('/v1', lookupRoutes(products, access, pipeline));
  const { optOuts, publicUrl } = services;
  const shared = { ...services, products, world };
  app.route('/', serveRoutes([accountRoutes, batchRoutes], shared));
  const { linkSecrets, randomBytes } = services.webhooks;
  const once = { ...pipeline, linkSecrets, randomBytes };
  const guard = authorize(access);
  app.route('/', serveRoutes([...resources, serviceRoutes], shared, guard, once));
  app.route('/', stripeRoutes(services.billing));
  app.route('/', unsubscribeRoutes(services.monitors, services.log));
  app.route('/', adminRoutes({ ...services.admin, products, world, optOuts, publicUrl }));
  app.route('/', dashboardRoutes(services.dashboard));
  for (const routes of others) app.route('/', routes);
  return app;
}
