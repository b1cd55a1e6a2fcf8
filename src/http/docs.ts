import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import { sha256Hex } from '../lib/bytes.ts';
import base from '../lib/pages/base.css';
import styles from './docs/docs.css';
import { type DocsContent, renderDocs } from './docs/docs-page.ts';
import { renderErrors } from './docs/errors-page.ts';
import { openApiDocument } from './docs/openapi-document.ts';
import { ICON, renderPage } from './docs/page.ts';
import script from './docs/try-it.page.js';
import { SERVICE_SUMMARY, SERVICE_TITLE } from './openapi/service-overview.ts';
import type { AppEnv } from './request/context.ts';

/** Where a newcomer can go on, by the name that `GET /` gives it. */
const ENTRY_POINTS = {
  dashboard: '/app',
  docs: '/docs',
  openapi: '/openapi.json',
  status: '/health',
} as const;

const ENTRY_POINT_LABELS: Readonly<Record<keyof typeof ENTRY_POINTS, string>> = {
  dashboard: 'Dashboard: sign up or in, keys, lists, monitors, usage',
  docs: 'Reference, with a form to try each lookup',
  openapi: 'OpenAPI document',
  status: 'Status',
};

/** What a browser is shown at the service's address. */
const renderHome = (): Promise<string> =>
  renderPage({
    title: SERVICE_TITLE,
    description: SERVICE_SUMMARY,
    contents: null,
    main: html`<h1>${SERVICE_TITLE}</h1>
<p class="summary">${SERVICE_SUMMARY}</p>
<ul>${Object.entries(ENTRY_POINTS).map(
      ([name, path]) =>
        html`<li><a href="${path}">${ENTRY_POINT_LABELS[name as keyof typeof ENTRY_POINTS]}</a></li>`,
    )}</ul>`,
  });

/** How long a browser or proxy may keep these before asking again. */
const MAX_AGE_SECONDS = 300;

/**
 * Nothing but this origin: no frame, no form target, no script or style that is not a file of ours.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** A text and its strong validator. */
interface CachedDocument {
  body: string;
  etag: string;
}

/** Digests the text once, so that serving it again hashes nothing. */
async function toCachedDocument(body: string): Promise<CachedDocument> {
  return { body, etag: `"${await sha256Hex(body, 12)}"` };
}

/**
 * Caches the latest document only: an isolate has one origin, and a forged Host must not fill its
 * memory.
 */
function memoizeLatest(
  render: (key: string) => string | Promise<string>,
): (key: string) => Promise<CachedDocument> {
  let latest: { key: string; document: CachedDocument } | undefined;
  return async (key) => {
    if (latest?.key !== key) latest = { key, document: await toCachedDocument(await render(key)) };
    return latest.document;
  };
}

const DOCS_HEADERS = {
  'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`,
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** A browser names HTML; what names nothing, or everything alike, is a program. */
const prefersHtml = (c: Context<AppEnv>): boolean =>
  accepts(c, {
    header: 'Accept',
    supports: ['application/json', 'text/html'],
    default: 'application/json',
  }) === 'text/html';

/**
 * `GET /`, `GET /openapi.json`, `GET /docs` with its page of errors, and the files the pages load.
 * Rendered on first use, once per isolate.
 */
export function docsRoutes(content: DocsContent): Hono<AppEnv> {
  const page = (type: string, render: (origin: string) => string | Promise<string>) => {
    const document = memoizeLatest(render);
    return createMiddleware<AppEnv>(async (c) => {
      const { body, etag } = await document(content.publicUrl ?? new URL(c.req.url).origin);
      return c.body(body, 200, { ...DOCS_HEADERS, 'Content-Type': type, ETag: etag });
    });
  };
  const routes = new Hono<AppEnv>();
  const home = page('text/html; charset=utf-8', () => renderHome());
  const conditional = etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'x-request-id'] });
  routes.use('/', conditional);
  routes.use('/openapi.json', conditional);
  routes.use('/docs/*', conditional);
  routes.get('/', async (c, next) => {
    c.header('Vary', 'Accept');
    if (prefersHtml(c)) return home(c, next);
    return c.json(ENTRY_POINTS);
  });
  routes.get(
    '/openapi.json',
    page('application/json', () =>
      JSON.stringify(openApiDocument(content.families, content.limits, content.publicUrl)),
    ),
  );
  routes.get(
    '/docs',
    page('text/html; charset=utf-8', (origin) => renderDocs(content, origin)),
  );
  routes.get(
    '/docs/errors',
    page('text/html; charset=utf-8', () => renderErrors()),
  );
  routes.get(
    '/docs/docs.css',
    page('text/css; charset=utf-8', () => `${base}\n${styles}`),
  );
  routes.get(
    '/docs/try-it.js',
    page('text/javascript; charset=utf-8', () => script),
  );
  routes.get(
    '/docs/icon.svg',
    page('image/svg+xml', () => ICON),
  );
  return routes;
}
