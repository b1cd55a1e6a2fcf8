import { Hono } from 'hono';
import { beforeAll, describe, expect, it } from 'vitest';
import script from '../../src/http/docs/try-it.page.js';
import { docsRoutes } from '../../src/http/docs.ts';
import { type AppEnv, requestId } from '../../src/http/request/context.ts';
import { ERRORS } from '../../src/lib/errors.ts';
import { ATTRIBUTIONS } from '../../src/open-data/attribution.ts';
import { families } from '../../src/products/index.ts';
import { fixtureFamilies, fixtureLimits } from '../support/fixture-family.ts';

const everyFamily = [...families, ...fixtureFamilies];
const app = new Hono<AppEnv>();
app.use(requestId({ now: () => 0 }));
app.route(
  '/',
  docsRoutes({ families: everyFamily, limits: fixtureLimits, attribution: ATTRIBUTIONS }),
);

interface Element {
  name: string;
  attributes: Record<string, string>;
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

let page = '';
let elements: Element[] = [];
beforeAll(async () => {
  page = await (await app.request('https://api.test/docs')).text();
  elements = await elementsOf(await app.request('https://api.test/docs'));
});

const valuesOf = (attribute: string): string[] =>
  elements.flatMap(({ attributes }) => attributes[attribute] ?? []);

describe('what the page tells', () => {
  it('shows each product, its fields, its sandbox inputs and a call that can be pasted', () => {
    const text = withoutEntities(page);
    for (const product of everyFamily.flatMap((family) => family.products)) {
      expect(valuesOf('id')).toContain(product.path.slice(1));
      expect(text).toContain(product.summary);
      expect(text).toContain(`curl https://api.test/v1${product.path} `);
      for (const field of Object.keys(product.input.shape))
        expect(text).toContain(`<dt><code>${field}</code>`);
      for (const { subject, shows } of product.sandbox) {
        expect(text).toContain(`<code>${subject}</code>`);
        expect(text).toContain(shows);
      }
    }
  });

  it('lists nested fields by their path, with type, values and what may be missing', () => {
    expect(page).toContain(
      '<dt><code>origin.variants[].text</code> <span class="type">string</span>',
    );
    expect(page).toContain(
      '<dt><code>origin</code> <span class="type">object</span> <em>optional</em>',
    );
    expect(page).toContain(
      '<dt><code>origin.language</code> <span class="type">string or null</span>',
    );
    expect(page).toContain('<dt><code>port</code> <span class="type">integer or string</span>');
    expect(page).toContain(
      '<dt><code>word</code> <span class="type">string</span> <em class="required">required</em>',
    );
    expect(page).toContain('<code>EN</code> <code>FR</code>');
  });

  it('lists every error code and every attribution', () => {
    for (const code of Object.keys(ERRORS))
      expect(valuesOf('href')).toContain(`/docs/errors#${code}`);
    for (const { url, text } of ATTRIBUTIONS) {
      expect(valuesOf('href')).toContain(url);
      expect(withoutEntities(page)).toContain(text);
    }
  });
});

describe('what the page loads and runs', () => {
  it('loads only files of its own', async () => {
    const loaded = elements
      .filter(({ name }) => name !== 'a')
      .flatMap(({ attributes }) => [attributes.src, attributes.href, attributes.action]);
    expect(loaded.filter((address) => address !== undefined)).toEqual([
      '/docs/icon.svg',
      '/docs/docs.css',
      '/docs/try-it.js',
    ]);
    const styles = await (await app.request('/docs/docs.css')).text();
    expect(styles).not.toMatch(/url\(|@import|https?:/);
    expect(script).not.toMatch(/https?:|import\(|innerHTML|localStorage|document\.cookie/);
    expect(script.match(/fetch\(/g)).toEqual(['fetch(']);
    for (const path of elements.flatMap(({ name, attributes }) =>
      name === 'form' ? attributes['data-path']! : [],
    ))
      expect(path).toMatch(/^\/v1\//);
  });

  it('links elsewhere only to the works it attributes', () => {
    const elsewhere = valuesOf('href').filter((address) => !/^[#/]/.test(address));
    expect(elsewhere).toEqual(ATTRIBUTIONS.map(({ url }) => url));
  });

  it('runs nothing that its texts could smuggle in', () => {
    expect(elements.filter(({ name }) => name === 'script')).toEqual([
      { name: 'script', attributes: { src: '/docs/try-it.js', type: 'module' } },
    ]);
    expect(
      elements.filter(({ name }) => name === 'b' || name === 'style' || name === 'source'),
    ).toEqual([]);
    const attributes = elements.flatMap((element) => Object.keys(element.attributes));
    expect(attributes.filter((name) => name.startsWith('on') || name === 'style')).toEqual([]);
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
    expect(
      elements.filter(({ name, attributes }) => name === 'form' && !('hidden' in attributes)),
    ).toEqual([]);
    expect(
      elements.filter(
        ({ name, attributes }) => ['input', 'textarea'].includes(name) && 'name' in attributes,
      ),
    ).toEqual([]);
  });
});

describe('how the page is built', () => {
  it('names everything once, and points only at what is there', () => {
    const ids = valuesOf('id');
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [
      ...valuesOf('for'),
      ...valuesOf('aria-labelledby'),
      ...valuesOf('aria-describedby'),
    ];
    const fragments = valuesOf('href').flatMap((address) =>
      address.startsWith('#') ? address.slice(1) : [],
    );
    expect([...targets, ...fragments].filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('is served with its files, each with a strong validator', async () => {
    const types = {
      '/docs': 'text/html',
      '/docs/docs.css': 'text/css',
      '/docs/try-it.js': 'text/javascript',
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

  it('lets nobody keep the absence of a page', async () => {
    const response = await app.request('/docs/none');
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([404, null]);
  });

  it('tells each origin its own address', async () => {
    const other = await app.request('https://other.test/docs');
    const etag = (await app.request('https://api.test/docs')).headers.get('ETag');
    expect(other.headers.get('ETag')).not.toBe(etag);
    expect(await other.text()).not.toContain('api.test');
  });
});

describe('the page of errors', () => {
  it('has a section for every code: what it means, what to do, whether to retry', async () => {
    const response = await app.request('/docs/errors');
    const found = await elementsOf(response.clone());
    const text = await response.text();
    const ids = found.flatMap(({ attributes }) => attributes.id ?? []);
    for (const [code, { status }] of Object.entries(ERRORS)) {
      expect(ids).toContain(code);
      const section = text.split(`id="${code}"`)[1]!.split('</section>')[0]!;
      expect(section).toContain(`HTTP ${status}`);
      expect(section.includes('Worth a retry.')).toBe([429, 500, 503].includes(status));
      expect(section.match(/<p>.+<\/p>/g)).toHaveLength(2);
    }
    const fragments = found.flatMap(
      ({ attributes }) => /^#(.+)/.exec(attributes.href ?? '')?.[1] ?? [],
    );
    expect(fragments.filter((fragment) => !ids.includes(fragment))).toEqual([]);
    expect(found.filter(({ name }) => name === 'script')).toEqual([]);
  });
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
    expect(links).toEqual(['#main', '/app', '/docs', '/openapi.json', '/health']);
    expect(found.filter(({ name }) => name === 'script')).toEqual([]);
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
        openapi: '/openapi.json',
        status: '/health',
      });
    },
  );
});
