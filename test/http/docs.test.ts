import { Hono } from 'hono';
import { load } from 'js-yaml';
import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, it } from 'vitest';
import { CREDIT_PACKS, PLANS } from '../../src/domain/plans.ts';
import { plainText } from '../../src/http/docs/blocks.ts';
import type { Operator } from '../../src/http/docs/content.ts';
import script from '../../src/http/docs/docs.page.js';
import { toYaml } from '../../src/http/docs/machine-documents.ts';
import { openApiDocument } from '../../src/http/docs/openapi-document.ts';
import { docsRoutes } from '../../src/http/docs.ts';
import { type AppEnv, requestId } from '../../src/http/request/context.ts';
import { ERRORS } from '../../src/lib/errors.ts';
import { ATTRIBUTIONS } from '../../src/open-data/attribution.ts';
import { describeStatus } from '../../src/operations/status.ts';
import { families } from '../../src/products/index.ts';
import { wordsOf } from '../support/cookie-browser.ts';
import { fixtureFamilies, fixtureLimits, fixtureOperator } from '../support/fixture-family.ts';

const everyFamily = [...families, ...fixtureFamilies];
const everyProduct = everyFamily.flatMap((family) => family.products);
const appOf = (operator: Operator) => {
  const routes = docsRoutes({
    families: everyFamily,
    limits: fixtureLimits,
    attribution: ATTRIBUTIONS,
    operator,
    missing: () => new Map([['phone_scrub', ['the records do_not_call']]]),
    status: async (names) => describeStatus(names, { availability: [], incidents: [] }, 0),
  });
  return new Hono<AppEnv>().use(requestId({ now: () => 0 })).route('/', routes);
};
const app = appOf(fixtureOperator);

/** The most a page may weigh, gzipped. */
const MOST_BYTES = 60 * 1_024;

interface Element {
  name: string;
  attributes: Record<string, string>;
}

interface Page {
  path: string;
  text: string;
  elements: Element[];
  ids: Set<string>;
}

/** The page's elements as a browser's parser sees them. */
async function elementsOf(page: Response): Promise<Element[]> {
  const elements: Element[] = [];
  const collect = {
    element: ({ tagName, attributes }: { tagName: string; attributes: Iterable<string[]> }) =>
      void elements.push({ name: tagName, attributes: Object.fromEntries(attributes) }),
  };
  await new HTMLRewriter().on('*', collect).transform(page).text();
  return elements;
}

const withoutEntities = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const valuesOf = ({ elements }: Page, attribute: string): string[] =>
  elements.flatMap(({ attributes }) => attributes[attribute] ?? []);

async function readPage(path: string): Promise<Page> {
  const response = await app.request(`https://api.test${path}`);
  expect(response.status, path).toBe(200);
  const text = await response.clone().text();
  const elements = await elementsOf(response);
  const ids = new Set(elements.flatMap(({ attributes }) => attributes.id ?? []));
  return { path, text, elements, ids };
}

/** Every page that a link of another leads to, from the overview on. */
const pages = new Map<string, Page>();
const pageAt = (path: string): Page => pages.get(path) as Page;

beforeAll(async () => {
  const waiting = ['/docs'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const page = await readPage(path);
    pages.set(path, page);
    const found = valuesOf(page, 'href').map((href) => href.split('#')[0] as string);
    waiting.push(
      ...found.filter((href) =>
        /^\/(?:docs(?:\/[\w-]+)*|pricing|changelog|terms|privacy)$/.test(href),
      ),
    );
  }
}, 60_000);

/** Bytes of a text as a browser would be sent it. */
async function gzipped(text: string): Promise<number> {
  const stream = new Response(text).body?.pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

describe('every page', () => {
  it('is there for each product, guide, operation and error code', () => {
    for (const { path } of everyProduct) expect([...pages.keys()]).toContain(`/docs${path}`);
    for (const code of Object.keys(ERRORS))
      expect([...pages.keys()]).toContain(`/docs/errors/${code}`);
    for (const guide of [
      'quick-start',
      'authentication',
      'errors',
      'billing',
      'bulk',
      'monitors',
      'webhooks',
      'agents',
      'pagination',
      'idempotency',
      'testing',
    ])
      expect([...pages.keys()]).toContain(`/docs/${guide}`);
  });

  it('names everything once, and links only to pages and anchors that are there', async () => {
    const broken: string[] = [];
    const elsewhere = new Set<string>();
    for (const page of pages.values()) {
      expect(valuesOf(page, 'id').length, page.path).toBe(page.ids.size);
      const targets = ['for', 'aria-labelledby', 'aria-describedby', 'popovertarget', 'data-form'];
      for (const target of targets.flatMap((name) => valuesOf(page, name)))
        if (!page.ids.has(target) && !page.ids.has(`${target}.try`))
          broken.push(`${page.path} ${target}`);
      for (const href of valuesOf(page, 'href')) {
        const [path = '', anchor] = href.split('#');
        const target = path === '' ? page : pages.get(path);
        if (target && anchor !== undefined && !target.ids.has(anchor))
          broken.push(`${page.path} ${href}`);
        if (!target && !href.startsWith('https://api.test')) elsewhere.add(href);
      }
    }
    expect(broken).toEqual([]);
    for (const href of elsewhere) {
      if (
        href.startsWith('/app') ||
        href === '/opt-out' ||
        ATTRIBUTIONS.some(({ url }) => url === href)
      )
        continue;
      expect((await app.request(`https://api.test${href}`)).status, href).toBe(200);
    }
  });

  it('weighs less than 60 KB gzipped, with its style and its script', async () => {
    const styles = await (await app.request('/docs/docs.css')).text();
    const shared = (await gzipped(styles)) + (await gzipped(script));
    for (const { path, text } of pages.values())
      expect(shared + (await gzipped(text)), path).toBeLessThan(MOST_BYTES);
  });

  it('says where it is: one heading, its place in the menu, its address, what comes next', () => {
    for (const page of pages.values()) {
      const named = (name: string) => page.elements.filter((element) => element.name === name);
      expect(named('h1'), page.path).toHaveLength(1);
      const current = page.elements.filter(
        ({ attributes }) => attributes['aria-current'] === 'page',
      );
      const place = page.path.startsWith('/docs/errors/') ? '/docs/errors' : page.path;
      expect(current.map(({ attributes }) => attributes.href)).toEqual([place]);
      const address = page.elements.find(({ attributes }) => attributes.rel === 'canonical');
      expect(address?.attributes.href).toBe(`https://api.test${page.path}`);
      const og = page.elements.flatMap(({ attributes }) => attributes.property ?? []);
      expect(og).toEqual(['og:title', 'og:description', 'og:type', 'og:url', 'og:site_name']);
    }
    const next = (page: Page) =>
      page.elements.find(({ attributes }) => attributes.rel === 'next')?.attributes.href;
    const order: string[] = [];
    for (let path: string | undefined = '/docs'; path; path = next(pageAt(path))) order.push(path);
    expect(new Set(order)).toEqual(new Set(pages.keys()));
  });

  it('marks what this deployment cannot answer', () => {
    const marked = /phone-scrub<\/code><\/a> <span class="off">unavailable<\/span>/;
    for (const { path, text } of pages.values()) {
      expect(text, path).toMatch(marked);
      expect(text.match(/class="off"/g), path).toHaveLength(1);
    }
    expect(pageAt('/docs/phone-scrub').text).toContain('lacks the records do_not_call');
    expect(pageAt('/docs/phone').text).not.toContain('class="notice"');
  });
});

describe('what a page tells', () => {
  it('of an answer that is no JSON: snippets that print its text', () => {
    const printed = (id: string) => {
      const { text } = pageAt('/docs/webhooks-and-files-api');
      const plain = text.slice(text.indexOf(`id="${id}.request"`)).replace(/<[^>]+>/g, '');
      return [...plain.matchAll(/response\.(?:json|text)\b(?:\(\))?/g)]
        .slice(0, 2)
        .map(([call]) => call);
    };
    expect(printed('downloadFile')).toEqual(['response.text()', 'response.text']);
    expect(printed('getWebhookDelivery')).toEqual(['response.json()', 'response.json()']);
  });

  it('of a product: its fields, sandbox inputs, prices and a call in six languages', () => {
    for (const product of everyProduct) {
      const { text, ids } = pageAt(`/docs${product.path}`);
      const plain = withoutEntities(text);
      expect(plain).toContain(product.summary);
      for (const title of ['curl', 'JavaScript', 'Python', 'PHP', 'Go', 'Ruby'])
        expect(text).toContain(`<summary>${title}</summary>`);
      expect(plain).toContain(`curl https://api.test/v1${product.path} `);
      for (const field of Object.keys(product.input.shape)) expect(ids).toContain(`body.${field}`);
      expect(ids).toContain('classification');
      expect(ids).toContain('insights');
      for (const { subject, shows } of product.sandbox) {
        expect(plain).toContain(`<code>${subject}</code>`);
        expect(plain).toContain(shows);
      }
      for (const status of ['200', '400', '401', '402', '429', '503'])
        expect(text).toContain(`<summary>${status}</summary>`);
    }
  });

  it('of a field: its type, values, what may be missing, and what is inside it', () => {
    const { text } = pageAt('/docs/word-length');
    const line = (id: string, name: string, type: string, note = '') =>
      `<li id="${id}"><p><a class="name" href="#${id}"><code>${name}</code></a> <span class="type">${type}</span>${note}</p>`;
    const optional = ' <em class="optional">optional</em>';
    expect(text).toContain(line('insights.origin', 'origin', 'object', optional));
    expect(text).toContain(line('insights.origin.variants.text', 'text', 'string'));
    expect(text).toContain(line('insights.origin.language', 'language', 'string or null'));
    expect(text).toContain(line('insights.port', 'port', 'integer or string'));
    const required = ' <em class="required">required</em>';
    expect(text).toContain(line('body.word', 'word', 'string', required));
    expect(text).toContain('<code>EN</code> <code>FR</code>');
  });

  it('of every operation: an entry with its parameters, body, answer and form', () => {
    const ids = new Set([...pages.values()].flatMap((page) => [...page.ids]));
    const { paths } = openApiDocument(everyFamily, fixtureLimits);
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.length).toBeGreaterThan(70);
    for (const { operationId } of operations as { operationId: string }[])
      expect(ids).toContain(`${operationId}.try`);
    const { ids: monitors } = pageAt('/docs/monitors-api');
    for (const id of [
      'createNumberMonitor.body.numbers.phone_number',
      'listNumberMonitors.parameters.cursor',
      'getNumberMonitor.parameters.id',
      'listNumberMonitors.answer.pagination.next_cursor',
    ])
      expect(monitors).toContain(id);
  });

  it('of a code: its status, what it means, what to do and whether to retry', () => {
    const index = pageAt('/docs/errors');
    for (const [code, { status }] of Object.entries(ERRORS)) {
      expect(index.ids).toContain(code);
      const { text, ids } = pageAt(`/docs/errors/${code}`);
      expect(text).toContain(`HTTP ${status}`);
      expect(text.includes('Worth a retry.')).toBe([429, 500, 503].includes(status));
      for (const id of ['what-it-means', 'what-to-do', 'how-it-looks']) expect(ids).toContain(id);
    }
  });

  it('of the terms, whatever Markdown the operator wrote', async () => {
    const terms = 'Be fair.\n## Prices\nOurs.\n\n{{terms}}\n\n```sh\nnever closed\n\nto the end';
    const privacy = '```\n\n{{x}}';
    const stranger = appOf({ ...fixtureOperator, terms, privacy });
    const read = async (path: string) => {
      const response = await stranger.request(`https://api.test${path}`);
      expect(response.status, path).toBe(200);
      return response.text();
    };
    const page = await read('/terms');
    for (const text of [
      '<p>Be fair.</p>',
      '<h2 id="prices">',
      '<p>Ours.</p>',
      '{{terms}}',
      'never closed',
      'to the end',
    ])
      expect(page).toContain(text);
    expect(await read('/privacy')).toContain('{{x}}');
    await read('/docs/search.json');
  });

  it('of the clients: how to build them, as no registry has them', () => {
    for (const name of ['typescript', 'python']) {
      const { text } = pageAt(`/docs/${name}`);
      expect(text).toContain(`./clients/${name}`);
      expect(text).not.toMatch(/(?:npm|pip) install lookup-api-client/);
    }
  });

  it('of every work that answers rest on', () => {
    const page = pageAt('/docs/attribution');
    for (const { url, text } of ATTRIBUTIONS) {
      expect(valuesOf(page, 'href')).toContain(url);
      expect(withoutEntities(page.text)).toContain(text);
    }
  });
});

describe('what the pages load and run', () => {
  it('loads only files of their own', async () => {
    const styles = await (await app.request('/docs/docs.css')).text();
    expect(styles).not.toMatch(/url\(|@import|https?:/);
    expect(script).not.toMatch(/https?:|innerHTML|localStorage|document\.cookie/);
    expect(script.match(/fetch\(/g)).toEqual(['fetch(']);
    for (const page of pages.values()) {
      const loaded = page.elements
        .filter(({ attributes }) => attributes.rel !== 'canonical')
        .filter(({ attributes }) => attributes.rel !== 'alternate')
        .filter(({ name }) => name !== 'a')
        .flatMap(({ attributes }) => [attributes.src, attributes.href, attributes.action]);
      expect(loaded.filter((address) => address !== undefined)).toEqual([
        '/docs/icon.svg',
        '/docs/docs.css',
        '/docs/docs.js',
      ]);
      for (const path of valuesOf(page, 'data-path')) expect(path).toMatch(/^\/(v1|files|health)/);
    }
  });

  it('runs nothing that their texts could smuggle in', () => {
    for (const { path, elements } of pages.values()) {
      expect(elements.filter(({ name }) => name === 'script')).toHaveLength(1);
      const strange = elements.filter(({ name }) => ['b', 'style', 'source'].includes(name));
      expect(strange, path).toEqual([]);
      const attributes = elements.flatMap((element) => Object.keys(element.attributes));
      expect(attributes.filter((name) => /^on|^style$/.test(name))).toEqual([]);
    }
  });

  it('forbids the rest by policy', async () => {
    const policy = (await app.request('/docs')).headers.get('Content-Security-Policy')!;
    expect(policy).toContain("default-src 'none'");
    for (const directive of ['script-src', 'style-src', 'img-src', 'connect-src'])
      expect(policy).toContain(`${directive} 'self'`);
    for (const directive of ['base-uri', 'form-action', 'frame-ancestors'])
      expect(policy).toContain(`${directive} 'none'`);
    expect(policy).not.toContain('unsafe');
  });

  it('keeps the key out of addresses: forms are hidden until the script runs, and their fields have no names', () => {
    for (const { elements } of pages.values()) {
      const open = elements.filter(
        ({ name, attributes }) => name === 'form' && !('hidden' in attributes),
      );
      const named = elements.filter(
        ({ name, attributes }) => ['input', 'textarea'].includes(name) && 'name' in attributes,
      );
      expect([...open, ...named]).toEqual([]);
    }
  });
});

describe('how the pages are served', () => {
  it('with their files, each with a strong validator', async () => {
    const types = {
      '/docs': 'text/html',
      '/docs/phone': 'text/html',
      '/docs/phone.md': 'text/markdown',
      '/docs/docs.css': 'text/css',
      '/docs/docs.js': 'text/javascript',
      '/docs/icon.svg': 'image/svg+xml',
    };
    for (const [path, type] of Object.entries(types)) {
      const response = await app.request(path);
      expect([response.status, response.headers.get('Content-Type')?.split(';')[0]]).toEqual([
        200,
        type,
      ]);
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      const etag = response.headers.get('ETag')!;
      expect(etag).toMatch(/^"/);
      expect((await app.request(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
      expect((await app.request(path, { method: 'HEAD' })).headers.get('ETag')).toBe(etag);
    }
  });

  it('as Markdown too, with the same fields, examples and inputs', async () => {
    for (const { path } of pages.values()) {
      const text = await (await app.request(`https://api.test${path}.md`)).text();
      expect(text, path).toMatch(/^# .+\n\n\S/);
      expect(text, path).not.toMatch(/undefined|\[object|\{\{/);
    }
    const text = await (await app.request('https://api.test/docs/word-length.md')).text();
    expect(text).toContain('- `word` (string, required) A word of <lower-case> letters.');
    expect(text).toContain('  - `variants` (object[])');
    expect(text).toContain('    - `text` (string)');
    expect(text).toContain('```python\nimport os');
    expect(text).toContain('| `incomprehensible` | a long word, not charged |');
  });

  it('lets nobody keep the absence of a page', async () => {
    const response = await app.request('/docs/none');
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([404, null]);
  });

  it('tells each origin its own address, also after two were asked at once', async () => {
    const [one, two] = ['https://one.example', 'https://two.example'];
    await Promise.all([app.request(`${one}/llms.txt`), app.request(`${two}/robots.txt`)]);
    const text = await (await app.request(`${two}/llms.txt`)).text();
    expect(text).toContain(`${two}/mcp`);
    expect(text).not.toContain(one);
  });

  it('tells each origin its own address', async () => {
    const other = await app.request('https://other.test/docs/phone');
    const etag = (await app.request('https://api.test/docs/phone')).headers.get('ETag');
    expect(other.headers.get('ETag')).not.toBe(etag);
    expect(await other.text()).not.toContain('api.test');
  });

  it('tells what became available', async () => {
    let missing = new Map([['phone', ['lists of it']]]);
    const routes = docsRoutes({
      families,
      limits: fixtureLimits,
      attribution: [],
      operator: fixtureOperator,
      missing: () => missing,
    });
    const read = async () => (await routes.request('https://api.test/docs/phone')).text();
    expect(await read()).toContain('lacks lists of it');
    missing = new Map();
    expect(await read()).not.toContain('lacks');
  });
});

/** Documents that programs read, with what each has to say. */
describe('documents for programs', () => {
  const read = async (path: string) => {
    const response = await app.request(`https://api.test${path}`);
    expect(response.status, path).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin'), path).toBe('*');
    return response.text();
  };

  it('list every page, as Markdown and as a map of the site', async () => {
    const [llms, sitemap, robots] = await Promise.all(
      ['/llms.txt', '/sitemap.xml', '/robots.txt'].map(read),
    );
    for (const path of pages.keys()) {
      expect(llms).toContain(`(https://api.test${path}.md)`);
      expect(sitemap).toContain(`<loc>https://api.test${path}</loc>`);
    }
    expect(robots).toContain('Sitemap: https://api.test/sitemap.xml');
    expect(robots).not.toContain('Disallow: /docs');
  });

  it('are the OpenAPI document as YAML, the same as the JSON', async () => {
    const yaml = await read('/openapi.yaml');
    expect(load(yaml)).toEqual(JSON.parse(await read('/openapi.json')));
    expect(
      load(toYaml({ a: '', b: [], c: {}, d: ['no', null, [1, 'x: y\n']], '200': '1.0' })),
    ).toEqual({
      a: '',
      b: [],
      c: {},
      d: ['no', null, [1, 'x: y\n']],
      '200': '1.0',
    });
  });

  it('are a Postman collection of every operation', async () => {
    const { item: folders, auth } = JSON.parse(await read('/postman.json'));
    const requests = folders.flatMap(({ item }: { item: unknown[] }) => item);
    const { paths } = openApiDocument(everyFamily, fixtureLimits);
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
    expect(requests).toHaveLength(operations.length);
    expect(auth.bearer[0].value).toBe('{{api_key}}');
    const named = (name: string) =>
      requests.find((each: { name: string }) => each.name === name).request;
    expect(JSON.parse(named('POST /v1/word-length').body.raw)).toEqual({ word: 'plain' });
    expect(named('GET /v1/bulk/jobs/{id}').url).toMatchObject({
      raw: '{{base_url}}/v1/bulk/jobs/:id',
      path: ['v1', 'bulk', 'jobs', ':id'],
      variable: [{ key: 'id' }],
    });
  });

  it('are an icon', async () => {
    const response = await app.request('/favicon.ico');
    expect(response.headers.get('Content-Type')).toBe('image/x-icon');
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 4)]).toEqual([0, 0, 1, 0]);
  });

  it('are left closed to other origins where they are pages', async () => {
    for (const path of ['/docs', '/docs/phone', '/'])
      expect((await app.request(path)).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('search', () => {
  it('finds products, fields, codes and guides, each where it is', async () => {
    const response = await app.request('https://api.test/docs/search.json');
    const entries = (await response.json()) as [string, string, string, string][];
    const index = new MiniSearch({
      fields: ['title', 'page', 'text'],
      searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { title: 4, page: 2 } },
    });
    index.addAll(entries.map(([, title, page, text], id) => ({ id, title, page, text })));
    const find = (query: string) =>
      index
        .search(query)
        .slice(0, 20)
        .map(({ id }) => entries[id]![0]);
    expect(find('domain age')).toContain('/docs/domain-age');
    expect(find('burner_probability').join()).toContain('burner_probability');
    expect(find('INSUFFICIENT_CREDITS')).toContain('/docs/errors/INSUFFICIENT_CREDITS');
    expect(find('webhok signature').join()).toContain('/docs/webhooks');
    for (const [href] of entries) {
      const [path = '', anchor] = href.split('#');
      expect(anchor === undefined || pageAt(path).ids.has(anchor), href).toBe(true);
    }
  });

  it('is loaded by nothing but a search', async () => {
    const types = ['/docs/search.js', '/docs/minisearch.js'].map(async (path) =>
      (await app.request(path)).headers.get('Content-Type'),
    );
    expect(await Promise.all(types)).toEqual(Array(2).fill('text/javascript; charset=utf-8'));
    for (const { text } of pages.values()) expect(text).not.toMatch(/minisearch|search\.js/);
  });
});

it('GET /pricing tells every plan, pack and price', async () => {
  const text = wordsOf({ text: await (await app.request('/pricing')).text() });
  for (const { id, creditsPerMonth } of PLANS)
    expect(text).toContain(
      `${id.charAt(0).toUpperCase()}${id.slice(1)} ${creditsPerMonth.toLocaleString('en-US')}`,
    );
  for (const { priceUsd } of CREDIT_PACKS)
    expect(text).toContain(`$${priceUsd.toLocaleString('en-US')}`);
  for (const { path, summary } of everyProduct)
    expect(text).toContain(`${path} ${plainText(summary)}`);
});

describe('GET /', () => {
  const home = (accept?: string) =>
    app.request('/', { headers: accept === undefined ? {} : { Accept: accept } });

  it.each([
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
    'text/html',
  ])('shows a browser a page that leads on: %s', async (accept) => {
    const response = await home(accept);
    expect(response.headers.get('Content-Type')).toContain('text/html');
    expect(response.headers.get('Vary')).toContain('Accept');
    const found = await elementsOf(response);
    const links = found.filter(({ name }) => name === 'a').map(({ attributes }) => attributes.href);
    const products = everyProduct.map(({ path }) => `/docs${path}`);
    const service = ['/status', '/changelog', '/terms', '/privacy', '/opt-out'];
    const leadsOn = ['/app', '/app/sign-up', '/docs', '/pricing', '/openapi.json', ...service];
    expect(links).toEqual(expect.arrayContaining([...leadsOn, ...products]));
    const own = /^(?:#[\w-]+|\/docs\/[\w-]+|\/llms\.txt)$/;
    const stray = links.filter((link) => !leadsOn.includes(`${link}`) && !own.test(`${link}`));
    expect(stray).toEqual([]);
    const scripts = found.filter(({ name }) => name === 'script');
    expect(scripts.map(({ attributes }) => attributes.src)).toEqual(['/docs/docs.js']);
    expect(found.filter(({ name }) => name === 'h1')).toHaveLength(1);
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5'])(
    'tells anything else where to go: Accept %s',
    async (accept) => {
      const response = await home(accept);
      expect(response.headers.get('Content-Type')).toContain('application/json');
      expect(response.headers.get('Vary')).toContain('Accept');
      expect(await response.json()).toEqual({
        dashboard: '/app',
        docs: '/docs',
        pricing: '/pricing',
        openapi: '/openapi.json',
        status: '/status.json',
      });
    },
  );
});
