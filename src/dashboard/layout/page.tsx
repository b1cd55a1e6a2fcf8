import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isolated } from '../../lib/text.ts';
import { NoticeLine } from '../form/api-error.tsx';
import { ActionForm } from '../form/form.tsx';
import type { FormState } from '../form/form-state.ts';
import {
  type DashboardEnv,
  type PageContext,
  RequestContext,
  signedInPerson,
} from '../session/context.ts';
import { takeFlash } from '../session/flash.ts';
import { mayOpen } from '../session/permissions.ts';
import { OperatorLink } from './format.tsx';

/** Pages of the navigation, in order. A page below one of these paths marks it as current. */
const PAGES: readonly (readonly [path: string, label: string])[] = [
  ['/app', 'Overview'],
  ['/app/try', 'Try a lookup'],
  ['/app/jobs', 'Lists'],
  ['/app/monitors', 'Monitors'],
  ['/app/usage', 'Usage'],
  ['/app/requests', 'Requests'],
  ['/app/webhooks', 'Webhooks'],
  ['/app/deliveries', 'Deliveries'],
  ['/app/keys', 'API keys'],
  ['/app/connections', 'Connections'],
  ['/app/team', 'Team'],
  ['/app/audit', 'Audit log'],
  ['/app/billing', 'Billing'],
  ['/app/settings', 'Settings'],
];

const isCurrent = (page: string, path: string): boolean =>
  path === page || (page !== '/app' && path.startsWith(`${page}/`));

/**
 * Navigation. On a narrow screen it collapses, without a script.
 * @param paths existing paths; pages that a deployment does not serve are left out
 */
const Navigation = ({ c, paths }: { c: PageContext; paths: ReadonlySet<string> }) => {
  const user = c.get('user');
  const person = signedInPerson(c);
  const links = (
    <ul>
      {PAGES.filter(([path]) => paths.has(path) && user && mayOpen(user.role, path)).map(
        ([path, label]) => (
          <li>
            <a href={path} aria-current={isCurrent(path, c.req.path) ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ),
      )}
      <li>
        <a href="/docs">Reference</a>
      </li>
    </ul>
  );
  return (
    <header class="side">
      <a class="brand" href="/app">
        {c.get('serviceName')}
      </a>
      {user && (
        <>
          <p class="place">{user.organizationName}</p>
          <details class="fold">
            <summary>Menu</summary>
            <nav aria-label="Pages, folded">{links}</nav>
          </details>
          <nav class="pages" aria-label="Pages">
            {links}
          </nav>
        </>
      )}
      {person && (
        <div class="who">
          <p>{person.email}</p>
          <ActionForm action="/app/sign-out" kind="quiet" label="Sign out" />
        </div>
      )}
    </header>
  );
};

/**
 * Allows only this origin: no frames, no inline scripts or styles, and no forms to other origins,
 * except targets of the page, such as a redirect to a payment page.
 */
const contentSecurityPolicy = (formTargets: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers of all pages: not cached, without a referrer. */
export const pageHeaders = createMiddleware<DashboardEnv>(async (c, next) => {
  c.set('formTargets', []);
  await next();
  c.header('Content-Security-Policy', contentSecurityPolicy(c.get('formTargets')));
  c.header('Referrer-Policy', 'same-origin');
  c.header('X-Frame-Options', 'DENY');
  c.header('Cross-Origin-Opener-Policy', 'same-origin');
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
});

// A page has a line in dashboard.tsx and a row in permissions.ts. Sign-in, membership, role, CSRF
// token, size and origin of a form are checked before it runs. The page itself must check that
// every id belongs to the organization of the session.

interface PageOptions {
  title: string;
  /** The form on the page, which has its own status if it has errors. */
  form?: FormState;
  /** By default 200, or that of the form. */
  status?: ContentfulStatusCode;
  /** Further scripts of this page, served under /app. */
  scripts?: readonly string[];
  /** Refresh interval in seconds, for progress without scripts. */
  refreshSeconds?: number;
  /** Whether rows and charts use the full width. */
  wide?: boolean;
}

const COMMON_SCRIPT = '/app/common.js';

const Head = ({
  title,
  service,
  scripts = [],
  refreshSeconds,
}: PageOptions & { service: string }) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    {refreshSeconds && (
      <noscript>
        <meta http-equiv="refresh" content={String(refreshSeconds)} />
      </noscript>
    )}
    <title>{`${isolated(title)} · ${service}`}</title>
    <link rel="icon" href="/docs/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/app/style.css" />
    {[COMMON_SCRIPT, ...scripts].map((script) => (
      <script src={script} type="module" />
    ))}
  </head>
);

const SuspensionNotice = ({ contact }: { contact: string | undefined }) => (
  <NoticeLine>
    This organization is suspended. Its API keys, agents, lookups and runs of monitors are refused,
    and nothing can be started or bought here. Existing data can be read, running work can be ended,
    and open invoices can be paid. To have the organization resumed, ask{' '}
    <OperatorLink contact={contact} />.
  </NoticeLine>
);

/** Renders a page: navigation, flash message, one `h1`, and the content. */
export async function page(
  c: PageContext,
  options: PageOptions,
  content: Child,
): Promise<Response> {
  const flash = takeFlash(c);
  const body = (
    <html lang="en">
      <Head {...options} service={c.get('serviceName')} />
      <body class={c.get('user') ? undefined : 'plain'}>
        <RequestContext.Provider value={c}>
          <a class="skip" href="#main">
            Skip to content
          </a>
          <Navigation c={c} paths={c.get('paths')} />
          <main id="main" tabindex={-1} class={options.wide ? 'wide' : undefined}>
            {flash && (
              <p
                class={`notice ${flash.kind}`}
                role="status"
                tabindex={-1}
                autofocus={!options.form?.errors.size}
              >
                {flash.text}
              </p>
            )}
            {c.get('suspended') && <SuspensionNotice contact={c.get('contact')} />}
            <h1>{options.title}</h1>
            {content}
          </main>
        </RequestContext.Provider>
      </body>
    </html>
  );
  const status = options.status ?? (options.form?.errors.size ? (options.form.status ?? 422) : 200);
  return c.html(html`<!doctype html>${body}`, status);
}
