import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ApiError } from '../core/errors.ts';
import { linkOrigin } from '../core/own-origin.ts';
import base from '../core/pages/base.css';
import type { DashboardEnv, PageContext } from './context.ts';
import copyScript from './files/copy.page.js';
import styles from './files/dashboard.css';
import pageStyles from './files/pages.css';
import progressScript from './files/progress.page.js';
import { page } from './layout/page.tsx';
import { pageHeaders } from './layout/security.ts';
import { billingPages } from './pages/billing/billing.tsx';
import { connectionPages } from './pages/connections.tsx';
import { consentPages } from './pages/consent.tsx';
import { deletionPages } from './pages/deletion.tsx';
import { deliveryPages } from './pages/deliveries.tsx';
import { homePage } from './pages/home.tsx';
import { invitationPages } from './pages/invitation.tsx';
import { jobPages } from './pages/jobs.tsx';
import { keyPages } from './pages/keys.tsx';
import { monitorPages } from './pages/monitors.tsx';
import { newJobPages } from './pages/new-job.tsx';
import { organizationPages } from './pages/organization.tsx';
import { removalPages } from './pages/removal.tsx';
import { resetPages } from './pages/reset-password.tsx';
import { settingsPages } from './pages/settings.tsx';
import { signInPages } from './pages/sign-in.tsx';
import { signUpPages } from './pages/sign-up.tsx';
import { teamPages } from './pages/team.tsx';
import { tryPages } from './pages/try.tsx';
import { usagePages } from './pages/usage.tsx';
import { Refused } from './refused.ts';
import type { DashboardServices } from './services.ts';
import { formTokens } from './session/form-token.ts';
import { guard, session } from './session/session.ts';

const FILE_SECONDS = 300;

const statusOf = (error: Error): ContentfulStatusCode =>
  error instanceof ApiError ? (error.status as ContentfulStatusCode) : 500;

/** A page that says what went wrong, with the request's id where it is our fault. */
function onError(services: DashboardServices) {
  return (error: Error, c: PageContext): Promise<Response> => {
    const refusal = error instanceof Refused ? error : null;
    const isKnown = refusal !== null || (error instanceof ApiError && error.status < 500);
    if (!isKnown)
      services.log('error', 'a page failed', { request_id: c.env.requestId, cause: error });
    const status = refusal?.status ?? statusOf(error);
    const retryAfter =
      error instanceof ApiError ? error.headers['Retry-After'] : refusal?.retryAfterSeconds;
    if (retryAfter) c.header('Retry-After', String(retryAfter));
    const title = status === 404 ? 'Not found' : 'This did not work';
    const content = isKnown ? (
      <p>{error.message}</p>
    ) : (
      <>
        <p>The service failed. Try again; if it stays, tell the operator this number:</p>
        <p>
          <code>{c.env.requestId}</code>
        </p>
      </>
    );
    return page(c, { title, status }, content);
  };
}

/** What pages need to be shown at all, whatever happens after. */
const basics = (publicUrl: string | undefined, paths: ReadonlySet<string>) =>
  createMiddleware<DashboardEnv>(async (c, next) => {
    c.set('origin', linkOrigin(publicUrl, c.req.url) ?? new URL(c.req.url).origin);
    c.set('paths', paths);
    c.set('visitor', null);
    c.set('homeless', null);
    c.set('flash', null);
    c.set('formToken', '');
    await next();
  });

const UNCONFIGURED = 'Nobody can sign in: the operator has not set AUTH_SECRET.';
const NO_ADDRESS = 'Nobody can sign in: the operator has not set PUBLIC_URL.';

/** Pages are served under an address that links in mails may begin with, and no other. */
const requireAddress = (publicUrl: string | undefined) =>
  createMiddleware<DashboardEnv>(async (c, next) =>
    linkOrigin(publicUrl, c.req.url) === null
      ? page(c, { title: 'Signing in is off', status: 503 }, <p>{NO_ADDRESS}</p>)
      : next(),
  );

function fileRoutes(): Hono<DashboardEnv> {
  const files = new Hono<DashboardEnv>();
  const file = (path: string, type: string, text: string) =>
    files.get(path, (c) =>
      c.body(text, 200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Cache-Control': `public, max-age=${FILE_SECONDS}`,
      }),
    );
  file('/style.css', 'text/css', [base, styles, pageStyles].join('\n'));
  file('/copy.js', 'text/javascript', copyScript);
  file('/progress.js', 'text/javascript', progressScript);
  return files;
}

/** The dashboard, at /app: every page, behind one sign-in and one check of forms. */
export function createDashboard(services: DashboardServices): Hono<DashboardEnv> {
  const { authSecrets, publicUrl } = services;
  const app = new Hono<DashboardEnv>().basePath('/app');
  const paths = new Set<string>();
  app.use(pageHeaders);
  app.use(basics(publicUrl, paths));
  app.onError(onError(services));
  app.notFound((c) => page(c, { title: 'Not found', status: 404 }, <p>There is no such page.</p>));
  app.route('/', fileRoutes());
  if (authSecrets === null) {
    app.all('*', (c) =>
      page(c, { title: 'Signing in is off', status: 503 }, <p>{UNCONFIGURED}</p>),
    );
    return app;
  }
  app.use(requireAddress(publicUrl));
  app.use(session(services));
  app.use(formTokens(authSecrets));
  app.use(guard);
  app.route('/', signInPages(services));
  app.route('/', signUpPages(services));
  app.route('/', resetPages(services));
  app.route('/', organizationPages(services));
  app.route('/', homePage(services));
  app.route('/', keyPages(services));
  app.route('/', consentPages(services));
  app.route('/', connectionPages(services));
  app.route('/', teamPages(services));
  app.route('/', removalPages(services));
  app.route('/', invitationPages(services));
  app.route('/', settingsPages(services));
  app.route('/', deletionPages(services));
  app.route('/', billingPages(services));
  app.route('/', usagePages(services));
  app.route('/', newJobPages(services));
  app.route('/', jobPages(services));
  app.route('/', monitorPages(services));
  app.route('/', tryPages(services));
  app.route('/', deliveryPages(services));
  for (const { method, path } of app.routes) if (method === 'GET') paths.add(path);
  return app;
}
