import { type Env, Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { BillingPorts } from '../billing/ports.ts';
import type { BulkPorts } from '../bulk/ports.ts';
import type { Accounts } from '../core/account/account.ts';
import type { ProductFamily } from '../core/lookup/product.ts';
import type { MonitorPorts } from '../monitors/ports.ts';
import type { OncePorts } from '../pipeline/lookup-once.ts';
import type { WebhookPorts } from '../webhooks/ports.ts';
import { accountRoutes } from './account-routes.ts';
import { type AdminServices, adminRoutes } from './admin-routes.ts';
import type { Access } from './authorize.ts';
import { bulkRoutes } from './bulk-routes.ts';
import type { AppEnv } from './context.ts';
import type { DocsContent } from './docs/docs-page.ts';
import { docsRoutes } from './docs-routes.ts';
import { onError, onlyErrors, onMethodNotAllowed, onNotFound } from './errors.ts';
import { type FileServices, fileRoutes } from './file-routes.ts';
import type { Log } from './log.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { monitorRoutes } from './monitor-routes.ts';
import { productsRoutes } from './products-routes.ts';
import { requestId } from './request-id.ts';
import { securityHeaders, securityTextRoutes } from './security.ts';
import { stripeRoutes } from './stripe-routes.ts';
import { unsubscribeRoutes } from './unsubscribe-monitor-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

export interface AppServices {
  families: readonly ProductFamily[];
  access: Access & { accounts: Accounts };
  pipeline: Omit<OncePorts, 'defer'>;
  bulk: BulkPorts;
  monitors: MonitorPorts;
  webhooks: WebhookPorts;
  billing: BillingPorts;
  files: FileServices;
  admin: AdminServices;
  docs: DocsContent;
  /** Makes the pages at /app, and loads what they are made of: a lookup never pays for it. */
  dashboard(): Promise<Pages>;
  /** Scheme and host of the service; undefined takes the request's. */
  publicUrl: string | undefined;
  /** A URI for reports of flaws and abuse; undefined where there is none. */
  contact: string | undefined;
  log: Log;
}

/** The dashboard, as far as it concerns the paths around it. */
interface Pages {
  fetch(request: Request, env: { requestId: string }): Response | Promise<Response>;
}
const PAGE_METHODS = ['GET', 'POST'];

/** Where agents send people, and the page of the dashboard that it is. */
const CONSENT_PATH = '/oauth/authorize';
const CONSENT_PAGE = '/app/connections/new';

/** `/app`, and the page where agents are let in: loaded by the first request for one of them. */
function dashboardRoutes(load: () => Promise<Pages>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  let pages: Pages | undefined;
  routes.on(PAGE_METHODS, ['/app', '/app/*', CONSENT_PATH], async (c) => {
    // Kept once it is there: a request cannot wait for what another began and did not end.
    pages ??= await load();
    const url = new URL(c.req.url);
    if (url.pathname === CONSENT_PATH) url.pathname = CONSENT_PAGE;
    const request = new Request(url, c.req.raw);
    const reply = await pages.fetch(request, { requestId: c.get('requestId') });
    return c.newResponse(reply.body, reply);
  });
  return routes;
}

/**
 * The whole HTTP surface: every path, and what becomes of the rest.
 * @param others routes of the other surfaces
 */
export function createApp<E extends Env>(
  services: AppServices,
  others: readonly Hono<E>[] = [],
): Hono<AppEnv> {
  const { access, pipeline } = services;
  const { world } = pipeline;
  const products = services.families.flatMap((family) => family.products);
  const app = new Hono<AppEnv>();
  app.use(requestId(world.clock));
  app.use(securityHeaders);
  app.use(onlyErrors);
  app.use(methodNotAllowed({ app, onMethodNotAllowed }));
  app.onError(onError(services.log));
  app.notFound(onNotFound(access));

  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.route('/', docsRoutes(services.docs));
  app.route('/', securityTextRoutes({ contact: services.contact, clock: world.clock }));
  app.route('/v1', lookupRoutes(products, access, pipeline));
  app.route('/v1', accountRoutes(access));
  app.route('/v1', productsRoutes({ access, products, world }));
  app.route('/v1', bulkRoutes({ access, bulk: services.bulk, publicUrl: services.publicUrl }));
  app.route('/v1', webhookRoutes({ access, webhooks: services.webhooks }));
  app.route(
    '/v1',
    monitorRoutes({ access, monitors: services.monitors, publicUrl: services.publicUrl }),
  );
  app.route('/', stripeRoutes(services.billing));
  app.route('/', unsubscribeRoutes(services.monitors));
  app.route('/', fileRoutes(services.files));
  app.route('/admin', adminRoutes(services.admin));
  app.route('/', dashboardRoutes(services.dashboard));
  for (const routes of others) app.route('/', routes);
  return app;
}
