import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import base from '../core/pages/base.css';
import type { AppEnv } from './context.ts';
import styles from './docs/docs.css';
import { type DocsContent, renderDocs } from './docs/docs-page.ts';
import { renderErrors } from './docs/errors-page.ts';
import { ENTRANCES, renderHome } from './docs/home-page.ts';
import { ICON } from './docs/page.ts';
import script from './docs/try-it.page.js';
import { describeApi } from './openapi/describe-api.ts';

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
interface Document {
  body: string;
  etag: string;
}

/** Digests the text once, so that serving it again hashes nothing. */
async function toDocument(body: string): Promise<Document> {
  const digest = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)),
  );
  return {
    body,
    etag: `"${Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`,
  };
}

/**
 * Remembers the latest document only: an isolate has one origin, and a forged Host must not fill
 * its memory.
 */
function rememberLatest(
  render: (key: string) => string | Promise<string>,
): (key: string) => Promise<Document> {
  let latest: { key: string; document: Document } | undefined;
  return async (key) => {
    if (latest?.key !== key) latest = { key, document: await toDocument(await render(key)) };
    return latest.document;
  };
}

const HEADERS = {
  'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`,
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** A browser names HTML; what names nothing, or everything alike, is a program. */
const wantsPage = (c: Context<AppEnv>): boolean =>
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
    const document = rememberLatest(render);
    return createMiddleware<AppEnv>(async (c) => {
      const { body, etag } = await document(content.publicUrl ?? new URL(c.req.url).origin);
      return c.body(body, 200, { ...HEADERS, 'Content-Type': type, ETag: etag });
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
    if (wantsPage(c)) return home(c, next);
    return c.json(ENTRANCES);
  });
  routes.get(
    '/openapi.json',
    page('application/json', () =>
      JSON.stringify(describeApi(content.families, content.limits, content.publicUrl)),
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
