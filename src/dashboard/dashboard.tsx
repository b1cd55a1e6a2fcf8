import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { inDoubt } from '../accounts/audit-log.ts';
import { readSession } from '../accounts/sign-in/auth.ts';
import { ApiError } from '../lib/errors.ts';
import { linkOrigin, serviceOrigin } from '../lib/origin.ts';
import base from '../lib/pages/base.css';
import commonScript from './assets/common.page.js';
import styles from './assets/dashboard.css';
import pageStyles from './assets/pages.css';
import passkeyScript from './assets/passkey.page.js';
import progressScript from './assets/progress.page.js';
import { billingPages } from './billing/billing.tsx';
import { isClientError } from './form/api-error.tsx';
import { homePage } from './home/home.tsx';
import { jobPages } from './jobs/jobs.tsx';
import { newJobPages } from './jobs/new-job.tsx';
import { LinkLine } from './layout/format.tsx';
import { page, pageHeaders } from './layout/page.tsx';
import { monitorPages } from './monitors/monitors.tsx';
import { auditPages } from './organization/audit.tsx';
import { connectionPages, consentPages } from './organization/connections.tsx';
import { deletionPages } from './organization/deletion.tsx';
import { keyPages } from './organization/keys.tsx';
import { removalPages } from './organization/member-removal.tsx';
import { securityPages } from './organization/security.tsx';
import { settingsPages } from './organization/settings.tsx';
import { teamPages } from './organization/team.tsx';
import { wayInPages } from './organization/ways-in.tsx';
import { auditPageChange, type DashboardServices } from './services/services.ts';
import {
  appendCookies,
  type DashboardEnv,
  type PageContext,
  PageError,
  type Pages,
  signedInPerson,
} from './session/context.ts';
import { checkFormToken } from './session/form-token.ts';
import { checkSuspension, formRedirects, requireAccess } from './session/permissions.ts';
import { invitationPages } from './sign-in/invitation.tsx';
import { resetPages } from './sign-in/reset-password.tsx';
import { signInPages } from './sign-in/sign-in.tsx';
import { organizationPages, signUpPages } from './sign-in/sign-up.tsx';
import { tryPages } from './try/try.tsx';
import { requestPages } from './usage/requests.tsx';
import { usagePages } from './usage/usage.tsx';
import { deliveryPages } from './webhooks/deliveries.tsx';
import { webhookPages } from './webhooks/endpoints.tsx';

/** Loads the session's user from the database on every request, and renews the session cookie. */
const loadSession = ({ auth, signIn }: Pick<DashboardServices, 'auth' | 'signIn'>) =>
  createMiddleware<DashboardEnv>(async (c, next) => {
    const { headers } = c.req.raw;
    const opened = await auth(c.get('origin'));
    const session = await readSession(headers, opened, signIn);
    c.set('auth', opened);
    c.set('user', session.user);
    c.set('userWithoutOrganization', session.userWithoutOrganization);
    appendCookies(c, session.cookies);
    await next();
  });

const ASSET_MAX_AGE_SECONDS = 300;

const errorStatus = (error: Error): ContentfulStatusCode =>
  error instanceof PageError || error instanceof ApiError
    ? (error.status as ContentfulStatusCode)
    : 500;

const ERROR_TITLES: ReadonlyMap<number, string> = new Map([
  [403, 'Not allowed'],
  [404, 'Not found'],
  [429, 'Too many attempts'],
]);

/**
 * Error page, with the request id if it is the service's fault. A form that may have changed
 * something by then is written to the audit log.
 */
function pageErrorHandler(services: DashboardServices) {
  return async (error: Error, c: PageContext): Promise<Response> => {
    const isKnown = error instanceof PageError || isClientError(error);
    const status = errorStatus(error);
    if (!isKnown)
      services.log('error', 'a page failed', { request_id: c.env.requestId, cause: error });
    if (!isKnown && c.req.method === 'POST' && c.get('user'))
      await auditPageChange(c, services, c.req.param('id') ?? null, inDoubt(status));
    const retryAfter = error instanceof ApiError ? error.headers['Retry-After'] : undefined;
    if (retryAfter) c.header('Retry-After', retryAfter);
    const title = ERROR_TITLES.get(status) ?? 'Something went wrong';
    const content = isKnown ? (
      <p>{error.message}</p>
    ) : (
      <>
        <p>
          The service failed. Try again. If the problem persists, send this request id to the
          operator:
        </p>
        <p>
          <code>{c.env.requestId}</code>
        </p>
      </>
    );
    return page(
      c,
      { title, status },
      <>
        {content}
        {!signedInPerson(c) && <LinkLine to="/app/sign-in">Sign in</LinkLine>}
      </>,
    );
  };
}

/** Default variables of a page, so that an error page can always be rendered. */
const pageDefaults = (
  {
    publicUrl,
    serviceName,
    contact,
  }: Pick<DashboardServices, 'publicUrl' | 'serviceName' | 'contact'>,
  paths: ReadonlySet<string>,
) =>
  createMiddleware<DashboardEnv>(async (c, next) => {
    c.set('origin', serviceOrigin(publicUrl, c.req.url));
    c.set('serviceName', serviceName);
    c.set('contact', contact);
    c.set('suspended', false);
    c.set('paths', paths);
    c.set('user', null);
    c.set('userWithoutOrganization', null);
    c.set('formToken', '');
    await next();
  });

const NO_AUTH_SECRET = 'Sign-in is not available: the operator has not set AUTH_SECRET.';
const NO_PUBLIC_URL = 'Sign-in is not available: the operator has not set PUBLIC_URL.';

/** Serves pages only under the origin that is used for links in mails. */
const requirePublicUrl = (publicUrl: string | undefined) =>
  createMiddleware<DashboardEnv>(async (c, next) =>
    linkOrigin(publicUrl, c.req.url) === null
      ? page(c, { title: 'Sign-in is not available', status: 503 }, <p>{NO_PUBLIC_URL}</p>)
      : next(),
  );

function assetRoutes(): Hono<DashboardEnv> {
  const files = new Hono<DashboardEnv>();
  const file = (path: string, type: string, text: string) =>
    files.get(path, (c) =>
      c.body(text, 200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Cache-Control': `public, max-age=${ASSET_MAX_AGE_SECONDS}`,
      }),
    );
  file('/style.css', 'text/css', [base, styles, pageStyles].join('\n'));
  file('/common.js', 'text/javascript', commonScript);
  file('/passkey.js', 'text/javascript', passkeyScript);
  file('/progress.js', 'text/javascript', progressScript);
  return files;
}

/** All pages; the first one with a matching path answers. */
const PAGES = [
  signInPages,
  signUpPages,
  resetPages,
  organizationPages,
  homePage,
  keyPages,
  consentPages,
  connectionPages,
  teamPages,
  removalPages,
  invitationPages,
  settingsPages,
  securityPages,
  wayInPages,
  auditPages,
  deletionPages,
  billingPages,
  usagePages,
  requestPages,
  newJobPages,
  jobPages,
  monitorPages,
  tryPages,
  webhookPages,
  deliveryPages,
];

/** The dashboard at /app: all pages, behind one access check and one form check. */
export function createDashboard(services: DashboardServices): Hono<DashboardEnv> {
  const { authSecrets, publicUrl } = services;
  const app = new Hono<DashboardEnv>().basePath('/app');
  const paths = new Set<string>();
  app.use(pageHeaders);
  app.use(pageDefaults(services, paths));
  app.onError(pageErrorHandler(services));
  app.notFound((c) =>
    page(c, { title: 'Not found', status: 404 }, <p>This page does not exist.</p>),
  );
  app.route('/', assetRoutes());
  if (authSecrets === null) {
    app.all('*', (c) =>
      page(c, { title: 'Sign-in is not available', status: 503 }, <p>{NO_AUTH_SECRET}</p>),
    );
    return app;
  }
  app.use(requirePublicUrl(publicUrl));
  for (const { path, redirect } of formRedirects) app.use(path.slice('/app'.length), redirect);
  app.use(loadSession(services));
  app.use(checkFormToken(authSecrets));
  app.use(checkSuspension(services.callers));
  app.use(requireAccess(services.accounts));
  const pages: Pages = new Hono<DashboardEnv>();
  for (const register of PAGES) register(pages, { ...services, authSecrets });
  app.route('/', pages);
  for (const { method, path } of app.routes) if (method === 'GET') paths.add(path);
  return app;
}
