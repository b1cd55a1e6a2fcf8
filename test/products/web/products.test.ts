import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/lib/errors.ts';
import { inputError } from '../../../src/lib/inputs.ts';
import { type AnyProduct, mainField } from '../../../src/lookup/product.ts';
import { websiteContactsScraper } from '../../../src/products/web/website-contacts-scraper.ts';
import { websiteScraper } from '../../../src/products/web/website-scraper.ts';
import { answerOf, askIn } from '../../support/answer.ts';
import { type FakePage, fakeSites } from './fake-sites.ts';

async function lookup(
  product: AnyProduct,
  body: object,
  pages: Record<string, FakePage>,
  renderer?: (url: string) => Promise<string>,
) {
  const { world } = fakeSites(pages, renderer);
  const input = product.input.parse(body);
  const fact = await product.sources.resolve(input, askIn(world));
  const { price, classification, insights } = answerOf(product, fact, input);
  return { subject: product.subject(input), price, classification, insights };
}

describe('website-scraper', () => {
  it('answers the page', async () => {
    const pages = {
      'https://site.example/': {
        body: '<html lang=en><title>Home</title><p>Smile 😀 <a href="/x">x</a>',
      },
    };
    expect(await lookup(websiteScraper, { url: 'Site.example' }, pages)).toEqual({
      subject: 'https://site.example/',
      price: 10,
      classification: {
        name: 'Home',
        characterCount: 'Smile 😀 [x](https://site.example/x)'.length - 1,
        linksCount: 1,
      },
      insights: {
        website_scraper_result: 'Smile 😀 [x](https://site.example/x)',
        html: null,
        links: null,
        metadata: null,
        final_url: 'https://site.example/',
        status: 200,
        content_type: 'text/html',
        language: 'en',
        description: null,
        truncated: false,
        rendered: false,
      },
    });
  });

  it('renders when asked and able, and is cached apart', async () => {
    const pages = { 'https://site.example/': { body: 'x' } };
    const answer = await lookup(
      websiteScraper,
      { url: 'site.example', render: true },
      pages,
      async () => '<h1>Rendered</h1>',
    );
    expect(answer.insights).toMatchObject({ website_scraper_result: '# Rendered', rendered: true });
    const key = (body: object) => websiteScraper.cacheKey?.(websiteScraper.input.parse(body));
    expect(key({ url: 'site.example', render: true })).not.toBe(key({ url: 'site.example' }));
    expect(key({ url: 'site.example', formats: ['markdown'] })).toBe(key({ url: 'site.example' }));
    expect(key({ url: 'site.example', formats: ['links', 'html', 'links'] })).toBe(
      key({ url: 'site.example', formats: ['html', 'links'] }),
    );
    expect(key({ url: 'site.example', only_main_content: false })).not.toBe(
      key({ url: 'site.example' }),
    );
  });

  const article = `<html lang=en><head><title>Bread</title><link rel="Canonical" href="/bread">
    <meta property="og:site_name" content="Bakery"><meta name=author content="Ada">
    <meta property="article:published_time" content="2026-01-02"></head><body>
    <nav><a href="/all">All</a></nav><script>track()</script>
    <main><h1 onclick="x()">Bread</h1><p><a href="/a"><b>One</b></a> <a href="javascript:x()">Run</a>
    <p hidden>Secret<p>5 &lt; 6 &amp; <b>bold <i>both</b> slanted</i></main></body></html>`;
  const site = { 'https://site.example/': { body: article } };

  it('gives the formats that are asked for', async () => {
    const formats = ['html', 'links', 'metadata'];
    const { insights } = await lookup(websiteScraper, { url: 'site.example', formats }, site);
    expect(insights.website_scraper_result).toBeNull();
    expect(insights.html?.replace(/\s+/g, ' ')).toBe(
      '<html lang="en"><body><main><h1>Bread</h1><p><a href="https://site.example/a"><b>One</b></a> ' +
        '<a>Run</a> </p><p>5 &lt; 6 &amp; <b>bold <i>both</i></b><i> slanted</i></p></main></body></html>',
    );
    expect(insights.links).toEqual([{ url: 'https://site.example/a', text: 'One' }]);
    expect(insights.metadata).toMatchObject({
      canonical_url: 'https://site.example/bread',
      site_name: 'Bakery',
      author: 'Ada',
      published_at: '2026-01-02',
      image: null,
    });
  });

  it('cuts a long text between two characters', async () => {
    const long = `${'a'.repeat(299)}😀`;
    const body = {
      body: `<title>${'a'.repeat(999)}😀</title><p><a href="/x">${long}</a> and more text`,
    };
    const formats = ['links', 'markdown'];
    const request = { url: 'site.example', formats };
    const { insights } = await lookup(websiteScraper, request, { 'https://site.example/': body });
    const [link] = insights.links as { text: string }[];
    expect(link?.text).toBe('a'.repeat(299));
    expect(JSON.stringify(insights).match(/\\ud[89a-f]|\ufffd/g)).toBeNull();
  });

  it('takes from the data of a page what its head does not say', async () => {
    const graph = [
      { '@type': 'WebPage', datePublished: '2020-01-01', name: 'Bread' },
      { '@type': 'BreadcrumbList' },
    ];
    const news = {
      '@context': 'https://schema.org',
      '@type': ['NewsArticle'],
      author: [{ '@type': 'Person', name: 'Ada &amp; Son' }, { name: 'Ben' }],
      datePublished: '2026-01-02T08:00:00Z',
      dateModified: '2026-01-03',
      publisher: { '@type': 'Organization', name: 'Bakery News' },
      image: { '@type': 'ImageObject', url: '/bread.jpg' },
      keywords: ['bread', 'rye'],
    };
    const data = (value: unknown) =>
      `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
    const page = (head: string) => ({
      'https://site.example/': {
        body: `<html><head>${head}</head><body><p>Bread</p></body></html>`,
      },
    });
    const metadataOf = async (head: string) => {
      const body = { url: 'site.example', formats: ['metadata', 'html'] };
      const { insights } = await lookup(websiteScraper, body, page(head));
      expect(insights.html).not.toContain('schema.org');
      return insights.metadata;
    };
    expect(await metadataOf(data(news))).toMatchObject({
      author: 'Ada & Son, Ben',
      published_at: '2026-01-02T08:00:00Z',
      modified_at: '2026-01-03',
      site_name: 'Bakery News',
      image: 'https://site.example/bread.jpg',
      keywords: 'bread, rye',
    });
    const said = '<meta name=author content=Cleo><meta name=keywords content=oats>';
    expect(await metadataOf(said + data(news))).toMatchObject({ author: 'Cleo', keywords: 'oats' });
    expect(await metadataOf(data({ '@graph': graph }))).toMatchObject({
      published_at: '2020-01-01',
      author: null,
    });
    const referring = [
      {
        '@type': 'Article',
        author: [{ '@id': '#ada' }, { '@id': '#ben', '@type': 'Person' }, { '@id': '#gone' }],
        publisher: { '@id': '#house' },
        image: { '@id': '#picture' },
      },
      { '@id': '#ada', '@type': 'Person', name: 'Ada' },
      { '@id': '#ben', '@type': 'Person', name: 'Ben' },
      { '@id': '#house', '@type': 'Organization', name: 'Bakery News' },
      { '@id': '#picture', '@type': 'ImageObject', url: '/bread.jpg' },
    ];
    expect(await metadataOf(data({ '@graph': referring }))).toMatchObject({
      author: 'Ada, Ben',
      site_name: 'Bakery News',
      image: 'https://site.example/bread.jpg',
    });
    expect(await metadataOf('<script type="application/ld+json">{"@type":</script>')).toMatchObject(
      {
        author: null,
        published_at: null,
      },
    );
  });

  it('reads author, dates and language where older and plainer sites have them', async () => {
    const read = async (html: string) => {
      const body = { url: 'site.example', formats: ['markdown', 'metadata'] };
      const page = { 'https://site.example/': { body: html } };
      const { insights } = await lookup(websiteScraper, body, page);
      const { author, published_at, modified_at } = insights.metadata;
      return { author, published_at, modified_at, language: insights.language };
    };
    const none = { author: null, published_at: null, modified_at: null, language: null };
    const text = '<p>Bread is baked here every morning by hand.</p>';
    const itemprops =
      '<meta itemprop="author" content="Ada"><meta itemprop="datePublished" content="2024-03-08">' +
      '<meta itemprop="dateModified" content="2024-03-09">';
    const ofHead = {
      ...none,
      author: 'Ada',
      published_at: '2024-03-08',
      modified_at: '2024-03-09',
    };
    expect(await read(`<html><head>${itemprops}</head><body>${text}`)).toEqual(ofHead);
    // In the body they may be of a review.
    expect(await read(`<html><body>${text}<div itemscope>${itemprops}</div>`)).toEqual(none);
    const offices =
      '<meta name="DCTERMS.issued" content="2023-11-02"><meta name="DC.creator" content="Council">';
    const ofOffices = { ...none, author: 'Council', published_at: '2023-11-02' };
    expect(await read(`${offices}${text}`)).toEqual(ofOffices);
    const byline = (name: string, date: string) =>
      `<article>${text}<p>By <span class="author vcard"><a class="url fn n">${name}</a></span>, ` +
      `<time class="entry-date published" datetime="${date}">then</time></p></article>`;
    const one = byline('Simon Tate', '2024-02-01T10:00:00Z');
    const ofByline = { ...none, author: 'Simon Tate', published_at: '2024-02-01T10:00:00Z' };
    expect(await read(one)).toEqual(ofByline);
    expect(await read(one + one)).toEqual(ofByline);
    expect(await read(one + byline('Eva Lind', '2024-01-01'))).toEqual(none);
    const entry =
      `<div class="h-entry">${text}<span class="p-author h-card">Eva Lind</span>` +
      '<time class="dt-published" datetime="2024-01-01">then</time></div>';
    expect(await read(entry)).toEqual({ ...none, author: 'Eva Lind', published_at: '2024-01-01' });
    const page = 'https://facebook.example/ada';
    const withUrl = `<head><meta property="article:author" content="${page}"></head>${one}`;
    expect(await read(withUrl)).toMatchObject({ author: 'Simon Tate' });
    const language = (tag: string, meta: string) =>
      read(`${tag}<head><meta http-equiv="Content-Language" content="${meta}"></head>${text}`);
    expect(await language('<html>', 'it')).toMatchObject({ language: 'it' });
    expect(await language('<html lang="pl">', 'it')).toMatchObject({ language: 'pl' });
    expect(await language('<html>', 'it, en')).toMatchObject({ language: null });
  });

  it('reads author and date from an element that is marked as such, and from services', async () => {
    const read = async (lines: string, lang = 'en', head = '') => {
      const text = `<p>${'Bread is baked here every morning by hand. '.repeat(6)}</p>`;
      const html = `<html lang=${lang}><head>${head}</head><body><article><h1>Bread</h1>${lines}${text}`;
      const page = { 'https://site.example/': { body: html } };
      const body = { url: 'site.example', formats: ['markdown', 'metadata'] };
      const { insights } = await lookup(websiteScraper, body, page);
      return [insights.metadata.author, insights.metadata.published_at];
    };
    const both = ['Ada Lund', '2021-05-03'];
    expect(
      await read(
        '<span class=byline>Por <a rel=author>Ada Lund</a></span><time class=published datetime=2021-05-03>ayer</time>',
        'es',
      ),
    ).toEqual(both);
    for (const none of [
      '<p>05/03/2021</p>',
      '<p>Last updated 3 May 2021</p>',
      '<p>30 February 2021</p>',
      '<p>By Land and Sea</p>',
      '<p>Photos by Ada Lund</p>',
      '<h1>Oats</h1><p>By Ada Lund, 3 May 2021</p>',
    ])
      expect(await read(none)).toEqual([null, null]);
    const named =
      '<meta name=author content=admin><meta name=parsely-author content="by  Ada Lund">';
    expect(await read('', 'en', `${named}<meta name=sailthru.date content=2021-05-03>`)).toEqual(
      both,
    );
    const video = {
      '@type': 'VideoObject',
      author: { name: ['Ada Lund'] },
      uploadDate: '2021-05-03',
    };
    expect(
      await read('', 'en', `<script type=application/ld+json>${JSON.stringify(video)}</script>`),
    ).toEqual(both);
  });

  it('gives the whole page where that is asked for, but nothing that is hidden', async () => {
    const body = { url: 'site.example', formats: ['markdown', 'links'], only_main_content: false };
    const { insights } = await lookup(websiteScraper, body, site);
    expect(insights.website_scraper_result).toContain('[All](https://site.example/all)');
    expect(insights.website_scraper_result).not.toMatch(/Secret|track/);
    expect(insights.links.map(({ text }: { text: string }) => text)).toEqual(['All', 'One']);
  });

  const shell = {
    'https://site.example/': { body: '<noscript>Enable it</noscript><div id=root>Bread…</div>' },
  };
  const shown = async () => '<p>Everything that the scripts of this page wrote into it</p>';

  it('renders a page that is empty without it, where a browser is bound', async () => {
    const { insights } = await lookup(websiteScraper, { url: 'site.example' }, shell, shown);
    expect(insights).toMatchObject({ rendered: true, status: null });
    expect(insights.website_scraper_result).toContain('Everything');
    const without = await lookup(websiteScraper, { url: 'site.example' }, shell);
    expect(without.insights).toMatchObject({ rendered: false, website_scraper_result: 'Bread…' });
  });

  it.each([
    ['the caller does not want it', { render: false }, shell, shown],
    ['the page has text', {}, site, shown],
    ['the browser shows no more', {}, shell, async () => ''],
  ])('keeps the page as served where %s', async (_, more, pages, renderer) => {
    const answer = await lookup(websiteScraper, { url: 'site.example', ...more }, pages, renderer);
    expect(answer.insights.rendered).toBe(false);
  });

  it('keeps the page as served where the browser fails', async () => {
    const failing = async () => {
      throw new ApiError('UPSTREAM_ERROR');
    };
    const answer = await lookup(websiteScraper, { url: 'site.example' }, shell, failing);
    expect(answer.insights.rendered).toBe(false);
  });

  it.each([
    [
      'drawn by scripts',
      '<title>Loading...</title><noscript>Enable it</noscript><div id=root></div><script src=a.js></script>',
    ],
    ['of markup alone', '<div><p> </p></div>'],
  ])('refuses a page %s, which has nothing as served', async (_, body) => {
    const pages = { 'https://site.example/': { body } };
    const refused = {
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('no content in its HTML'),
    };
    const ask = (more: object, renderer?: () => Promise<string>) =>
      lookup(websiteScraper, { url: 'site.example', ...more }, pages, renderer);
    await expect(ask({})).rejects.toMatchObject(refused);
    await expect(ask({ formats: ['html', 'links', 'metadata'] })).rejects.toMatchObject(refused);
    await expect(ask({ render: false }, shown)).rejects.toMatchObject(refused);
    await expect(ask({ render: true }, async () => '<p>')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('after its scripts ran'),
    });
    expect((await ask({}, shown)).insights).toMatchObject({ rendered: true });
  });

  it('answers what the head of a page without text says, where that is asked for', async () => {
    const body = '<meta property="og:site_name" content="Bakery"><div id=root></div>';
    const pages = { 'https://site.example/': { body } };
    const { insights } = await lookup(
      websiteScraper,
      { url: 'site.example', formats: ['metadata'] },
      pages,
    );
    expect(insights.metadata).toMatchObject({ site_name: 'Bakery' });
  });

  it('is free where the page has nothing in the requested formats', async () => {
    const body = '<title>Home</title><p>Text that links to no other page.</p>';
    const pages = { 'https://site.example/': { body } };
    const priced = async (...formats: string[]) => {
      const found = await lookup(websiteScraper, { url: 'site.example', formats }, pages);
      return found.price;
    };
    expect(await priced('links')).toBe(0);
    expect(await priced('metadata')).toBe(0);
    expect(await priced('links', 'markdown')).toBe(10);
    expect(await priced('html')).toBe(10);
  });

  it('closes what is open where the HTML is cut', async () => {
    const row = `<p class="${'x'.repeat(2_000)}">y <b><i>z</b>`;
    const pages = { 'https://site.example/': { body: `<main>${row.repeat(600)}` } };
    const body = { url: 'site.example', formats: ['html'] };
    const { insights } = await lookup(websiteScraper, body, pages);
    expect(insights.html?.length).toBeGreaterThan(900_000);
    expect(insights.html?.length).toBeLessThan(1_010_000);
    expect(insights.html).toMatch(/<\/main>$/);
    expect(insights.html?.split('<p ').length).toBe(insights.html?.split('</p>').length);
    expect(insights.truncated).toBe(true);
  });

  it('says that pages cannot be rendered where there is no renderer', async () => {
    const asked = lookup(websiteScraper, { url: 'site.example', render: true }, {});
    await expect(asked).rejects.toBeInstanceOf(ApiError);
    await expect(asked).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('cannot be rendered'),
      details: { available: false },
      headers: { 'Retry-After': '3600' },
    });
  });
});

describe('website-contacts-scraper', () => {
  it('answers the contacts of the registrable domain', async () => {
    const body =
      '<a href="mailto:hi@acme-widgets.com">m</a><a href="tel:+14155550132">t</a><a href="https://x.com/acme">x</a><a href="https://x.com/acmehelp">y</a>';
    expect(
      await lookup(
        websiteContactsScraper,
        { domain: 'https://shop.acme-widgets.com/about' },
        { 'https://acme-widgets.com/': { body } },
      ),
    ).toEqual({
      subject: 'acme-widgets.com',
      price: 10,
      classification: {
        domain: 'acme-widgets.com',
        hasEmails: true,
        hasPhones: true,
        emailsCount: 1,
        phonesCount: 1,
        socialsCount: 2,
      },
      insights: {
        emails: ['hi@acme-widgets.com'],
        phones: ['+14155550132'],
        socials: { twitter: ['https://x.com/acme', 'https://x.com/acmehelp'] },
        pages: ['https://acme-widgets.com/'],
        found_on: Object.fromEntries(
          [
            'hi@acme-widgets.com',
            '+14155550132',
            'https://x.com/acme',
            'https://x.com/acmehelp',
          ].map((contact) => [contact, 'https://acme-widgets.com/']),
        ),
        country: 'US',
      },
    });
  });

  it('charges nothing for a site without a contact, and says that it was read', async () => {
    const answer = await lookup(
      websiteContactsScraper,
      { domain: 'acme-widgets.com' },
      { 'https://acme-widgets.com/': { body: '<p>x' } },
    );
    expect(answer).toMatchObject({
      price: 0,
      classification: { hasEmails: false, hasPhones: false, socialsCount: 0 },
      insights: { pages: ['https://acme-widgets.com/'] },
    });
    const social = await lookup(
      websiteContactsScraper,
      { domain: 'acme-widgets.com' },
      { 'https://acme-widgets.com/': { body: '<a href="https://x.com/acme">x</a>' } },
    );
    expect(social).toMatchObject({ price: 10, classification: { socialsCount: 1 } });
  });
});

describe('website-contacts-scraper, of a site drawn by scripts', () => {
  const shell = (root: string, script = 'start()') => ({
    'https://acme-widgets.com/': {
      body: `<title>Loading</title><noscript>You need to enable JavaScript to run this app.</noscript>
        <div id=root>${root}</div><script>${script}</script>`,
    },
  });
  const ask = (pages: Record<string, FakePage>) =>
    lookup(websiteContactsScraper, { domain: 'acme-widgets.com' }, pages);

  it.each(['', 'Loading…'])('says that nothing can be read (%s)', async (root) => {
    await expect(ask(shell(root))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('scripts'),
    });
  });

  it.each([
    ['a contact', shell('hi@acme-widgets.com'), 1],
    ['a contact in a script', shell('', 'var email = "hi@acme-widgets.com"'), 1],
    ['text', shell('We bake bread for the whole of our town.'), 0],
    ['links', shell('<a href="/bread">Bread</a>'), 0],
    [
      'a page with text beside it',
      { ...shell(''), 'https://acme-widgets.com/contact': { body: '<p>Come and see us' } },
      0,
    ],
  ])('reads what has %s', async (_, pages, emailsCount) => {
    const price = 10 * emailsCount;
    expect(await ask(pages)).toMatchObject({ price, classification: { emailsCount } });
  });
});

describe.each([websiteScraper, websiteContactsScraper] as AnyProduct[])(
  'the sandbox of $path',
  (product) => {
    it.each(product.sandbox)('$subject shows $shows', (known) => {
      const input = product.input.parse({ [mainField(product)]: known.subject });
      expect(product.subject(input)).toBe(known.subject);
      if ('fact' in known) answerOf(product, known.fact, input);
    });
  },
);

it.each(['markdown', 'links', 'html'])(
  'refuses formats as the text "%s" as of another type',
  (formats) => {
    const { error } = websiteScraper.input.safeParse({ url: 'site.example', formats });
    expect(
      inputError(error?.issues ?? [], { value: { formats }, schema: websiteScraper.input }),
    ).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'formats: must be a list',
    });
  },
);
