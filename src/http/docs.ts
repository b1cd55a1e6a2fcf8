import { type Context, Hono, type Next } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import minisearch from '../../node_modules/minisearch/dist/umd/index.js';
import { fromBase64Url, sha256Hex } from '../lib/bytes.ts';
import { Lru } from '../lib/lru.ts';
import { serviceOrigin } from '../lib/origin.ts';
import base from '../lib/pages/base.css';
import type { ProductFamily } from '../lookup/product.ts';
import type { ServiceStatus } from '../operations/status.ts';
import type { DataAttribution, DocsPage, Operator } from './docs/content.ts';
import styles from './docs/docs.css';
import script from './docs/docs.page.js';
import { renderDocsPage } from './docs/docs-page.ts';
import { frontPage } from './docs/home.ts';
import {
  llmsText,
  postmanCollection,
  robotsText,
  searchEntries,
  sitemapXml,
  toYaml,
} from './docs/machine-documents.ts';
import { renderMarkdown } from './docs/markdown.ts';
import { openApiDocument } from './docs/openapi-document.ts';
import { FAVICON, ICON } from './docs/page.ts';
import search from './docs/search.page.js';
import { atomFeed, changelogEntries, incidentEntries, statusPage } from './docs/service-pages.ts';
import { docsPages } from './docs/site.ts';
import { EXAMPLE_ORIGIN } from './openapi/examples.ts';
import type { RateLimits } from './openapi/service-overview.ts';
import type { AppEnv } from './request/context.ts';
import { prefersHtml } from './request/errors.ts';

/** Entry points for newcomers, by their name in `GET /`. */
const ENTRY_POINTS = {
  dashboard: '/app',
  docs: '/docs',
  pricing: '/pricing',
  openapi: '/openapi.json',
  status: '/status.json',
} as const;

/** Cache lifetime in browsers and proxies. */
const MAX_AGE_SECONDS = 300;

/** This origin only: no frames, no form targets, no inline scripts or styles. */
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

interface CachedDocument {
  body: string;
  etag: string;
}

/** Computes the ETag once, when a document is cached. */
async function toCachedDocument(body: string): Promise<CachedDocument> {
  return { body, etag: `"${await sha256Hex(body, 12)}"` };
}

const DOCS_HEADERS = {
  'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`,
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Documents may be read from any origin; they never contain a caller's key. */
const OPEN_HEADERS = { 'Access-Control-Allow-Origin': '*' };

/** Content of the reference, and its calls to the deployment. */
export interface DocsContent {
  families: readonly ProductFamily[];
  limits: RateLimits;
  attribution: readonly DataAttribution[];
  operator: Operator;
  /** Status of products by type; if absent, there is no status page. */
  status?(names: readonly string[]): Promise<ServiceStatus>;
  /** Scheme and host that callers use; if unset, those of the request. */
  publicUrl?: string | undefined;
  /** The public demo key; absent without a demo organization. */
  demoKey?: () => Promise<string>;
  /** What each product that cannot be called lacks, by type. */
  missing?():
    | ReadonlyMap<string, readonly string[]>
    | Promise<ReadonlyMap<string, readonly string[]>>;
}

/** The site of one deployment at one moment. */
interface Site {
  origin: string;
  service: string;
  key: string | null;
  missing: ReadonlyMap<string, unknown>;
  home: DocsPage;
  pages: readonly DocsPage[];
  byPath: ReadonlyMap<string, DocsPage>;
  /** Rendered documents by path. */
  documents: Lru<string, CachedDocument>;
}

/** Rejects an origin from which a Host header could put code into an example. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** Rendered documents that an isolate holds: a page is some 100 KB. */
const HELD_DOCUMENTS = 40;

/**
 * Cache of the latest origin's and availability's site and rendered documents. One only: an isolate
 * has one origin, and a forged Host must not fill its memory.
 */
class SiteCache {
  readonly #content: DocsContent;
  #key = '';
  #site: Site | undefined;

  constructor(content: DocsContent) {
    this.#content = content;
  }

  async site(url: string): Promise<Site> {
    const { publicUrl, demoKey, missing: _, status: __, ...content } = this.#content;
    const requested = serviceOrigin(publicUrl, url);
    const origin = PLAIN_ORIGIN.test(requested) ? requested : EXAMPLE_ORIGIN;
    const absent = await this.#missing();
    const state = JSON.stringify([origin, ...absent]);
    if (this.#site && this.#key === state) return this.#site;
    const key = (await demoKey?.()) ?? null;
    const shown = { ...content, origin, demoKey: key, missing: absent };
    const pages = docsPages(shown);
    this.#key = state;
    this.#site = {
      origin,
      service: content.operator.name,
      key,
      missing: absent,
      home: frontPage(shown),
      pages,
      byPath: new Map(pages.map((page) => [page.path, page])),
      documents: new Lru(HELD_DOCUMENTS),
    };
    return this.#site;
  }

  /** Failures count as nothing missing: the reference must work while stores are down. */
  async #missing(): Promise<ReadonlyMap<string, readonly string[]>> {
    try {
      return (await this.#content.missing?.()) ?? new Map();
    } catch {
      return new Map();
    }
  }
}

type Render = (site: Site) => string | Promise<string>;

/** OpenAPI contact object of a URI; an email address has its own field. */
const describeContact = (uri: string) =>
  uri.startsWith('mailto:') ? { email: uri.slice('mailto:'.length) } : { url: uri };

/** Machine-readable documents by path. */
function documents({ families, limits, operator }: DocsContent) {
  const openApi = ({ origin }: Site) => {
    const document = openApiDocument(families, limits, origin);
    const { name: title, contact } = operator;
    const info = { ...document.info, title, ...(contact && { contact: describeContact(contact) }) };
    return { ...document, info };
  };
  const all: Record<string, [type: string, render: Render]> = {
    '/openapi.json': ['application/json', (site) => JSON.stringify(openApi(site))],
    '/openapi.yaml': ['application/yaml', (site) => `${toYaml(openApi(site))}\n`],
    '/postman.json': [
      'application/json',
      (site) => JSON.stringify(postmanCollection(openApi(site), site.origin)),
    ],
    '/llms.txt': [TEXT_TYPE, (site) => llmsText(site.pages, site)],
    '/robots.txt': [TEXT_TYPE, ({ origin }) => robotsText(origin)],
    '/sitemap.xml': ['application/xml', ({ pages, origin }) => sitemapXml(pages, origin)],
    '/changelog.xml': [
      ATOM_TYPE,
      ({ origin, service }) =>
        atomFeed(
          { title: `${service}: changelog`, page: `${origin}/changelog`, author: service },
          changelogEntries(),
        ),
    ],
    '/docs/search.json': ['application/json', ({ pages }) => JSON.stringify(searchEntries(pages))],
  };
  return Object.entries(all);
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Static files of the pages by path. */
const ASSETS: Record<string, [type: string, text: string]> = {
  '/docs/docs.css': ['text/css; charset=utf-8', `${base}\n${styles}`],
  '/docs/docs.js': [SCRIPT_TYPE, script],
  '/docs/search.js': [SCRIPT_TYPE, search],
  '/docs/minisearch.js': [SCRIPT_TYPE, minisearch],
  '/docs/icon.svg': ['image/svg+xml', ICON],
};

const TEXT_TYPE = 'text/plain; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const ATOM_TYPE = 'application/atom+xml; charset=utf-8';
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';

const STATUS_SECONDS = 30;

const markdownOf = ({ title, summary, blocks }: DocsPage): string =>
  renderMarkdown(title, summary, blocks());

/** `/status` as a page, as Markdown, as JSON and as a feed of its incidents. */
function statusRoutes(
  cache: SiteCache,
  { families }: DocsContent,
  read: (names: readonly string[]) => Promise<ServiceStatus>,
): Hono<AppEnv> {
  const types = families.flatMap(({ products }) => products.map(({ type }) => type));
  const routes = new Hono<AppEnv>();
  const headers = { ...DOCS_HEADERS, 'Cache-Control': `public, max-age=${STATUS_SECONDS}` };
  const load = async (c: Context<AppEnv>) => {
    const site = await cache.site(c.req.url);
    return { site, status: await read(types.filter((type) => !site.missing.has(type))) };
  };
  routes.get('/status', async (c) => {
    const { site, status } = await load(c);
    const text = await renderDocsPage(statusPage(status), site.pages, site);
    return c.body(text, 200, { ...headers, 'Content-Type': HTML_TYPE });
  });
  routes.get('/status.md', async (c) => {
    const text = markdownOf(statusPage((await load(c)).status));
    return c.body(text, 200, { ...headers, ...OPEN_HEADERS, 'Content-Type': MARKDOWN_TYPE });
  });
  routes.get('/status.json', async (c) =>
    c.json((await load(c)).status, 200, { ...headers, ...OPEN_HEADERS }),
  );
  routes.get('/status.xml', async (c) => {
    const { site, status } = await load(c);
    const { service, origin } = site;
    const feed = { title: `${service}: status`, page: `${origin}/status`, author: service };
    const text = atomFeed(feed, incidentEntries(status));
    return c.body(text, 200, { ...headers, ...OPEN_HEADERS, 'Content-Type': ATOM_TYPE });
  });
  return routes;
}

/**
 * `GET /`, the pages below `/docs` as HTML and as Markdown, the OpenAPI document, and the files the
 * pages load. Rendered on first use, once per isolate.
 */
export function docsRoutes(content: DocsContent): Hono<AppEnv> {
  const cache = new SiteCache(content);
  const serve = async (c: Context<AppEnv>, type: string, render: Render, open = false) => {
    const site = await cache.site(c.req.url);
    const { documents } = site;
    const { path } = c.req;
    const { body, etag } =
      documents.get(path) ?? documents.set(path, await toCachedDocument(await render(site)));
    const headers = { ...DOCS_HEADERS, ...(open && OPEN_HEADERS) };
    return c.body(body, 200, { ...headers, 'Content-Type': type, ETag: etag });
  };
  const routes = new Hono<AppEnv>();
  const conditional = etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'x-request-id'] });
  routes.use('/', conditional);
  routes.use('/docs/*', conditional);
  routes.get('/', async (c) => {
    if (prefersHtml(c))
      return serve(c, HTML_TYPE, (site) => renderDocsPage(site.home, site.pages, site));
    return c.json(ENTRY_POINTS);
  });
  for (const [path, [type, text]] of Object.entries(ASSETS))
    routes.get(path, (c) => serve(c, type, () => text));
  for (const [path, [type, render]] of documents(content)) {
    routes.use(path, conditional);
    routes.get(path, (c) => serve(c, type, render, true));
  }
  routes.get('/favicon.ico', (c) =>
    c.body(fromBase64Url(FAVICON) as Uint8Array<ArrayBuffer>, 200, {
      'Cache-Control': DOCS_HEADERS['Cache-Control'],
      'Content-Type': 'image/x-icon',
    }),
  );
  const page = async (c: Context<AppEnv>, next: Next) => {
    const site = await cache.site(c.req.url);
    const asText = c.req.path.endsWith('.md');
    const found = site.byPath.get(asText ? c.req.path.slice(0, -'.md'.length) : c.req.path);
    if (!found) return next();
    if (!asText) return serve(c, HTML_TYPE, () => renderDocsPage(found, site.pages, site));
    return serve(c, MARKDOWN_TYPE, () => markdownOf(found), true);
  };
  if (content.status) routes.route('/', statusRoutes(cache, content, content.status));
  for (const path of ['/docs', '/pricing', '/changelog', '/terms', '/privacy']) {
    routes.get(path, page);
    routes.get(`${path}.md`, page);
  }
  routes.get('/docs/*', page);
  return routes;
}
