import { describe, expect, it } from 'vitest';
import { parseWebSite } from '../../src/domain/web/site.ts';
import { websiteScraper } from '../../src/products/web/website-scraper.ts';
import { businessSite } from '../../src/web-reader/business-site.ts';
import { linkPage } from '../../src/web-reader/link-page/link-page.ts';
import { renderedPage } from '../../src/web-reader/rendered-page.ts';
import { siteCompany } from '../../src/web-reader/site-company.ts';
import { websiteContacts } from '../../src/web-reader/website-contacts.ts';
import { type PageQuery, websitePage } from '../../src/web-reader/website-page.ts';
import { fakeSites } from '../products/web/fake-sites.ts';
import { answer } from '../support/answer.ts';

const HOME = 'https://acme-widgets.com/';
const QUERY: PageQuery = { url: HOME, formats: ['markdown'], extent: 'main' };
const SITE = parseWebSite('acme-widgets.com');
const world = (body: string, url = HOME) => fakeSites({ [HOME]: { body, url } }).world;

const MENU = `<nav>${'<a href="/p">Widgets for every purpose under the sun</a>'.repeat(40)}</nav>`;
const SHELF = `<ul>${'<li><a href="/p/1">A widget you may like as well</a></li>'.repeat(40)}</ul>`;
const BUNDLE = `<script>${'window.a=1;'.repeat(30_000)}</script>`;
const PROSE = 'The server cannot find what was asked for, and says so by this status code. ';

const MISSING = {
  'a title': '<title>404 Not Found</title><p>nginx</p>',
  'a title with the name of the site': `<title>Page not found | Acme</title>${MENU}<p>Sorry!</p>${SHELF}`,
  'a title behind the name of the site': '<title>Acme &#8211; Page Not Found</title><p>Oh no.</p>',
  'a main heading': `<title>Acme</title>${MENU}<h1>Oops! That page can&rsquo;t be found.</h1><p>Try a search.</p>`,
  'a number, and a sentence': `<title>Acme</title><h1>404</h1><p>The page you are looking for doesn't exist or has been moved.</p>`,
  'a title of a page of many scripts': `<title>Error 404 (Page not found)</title>${BUNDLE}<p>Go home</p>`,
  German: '<title>Acme GmbH</title><h1>Seite nicht gefunden</h1>',
  French: '<title>Page introuvable - Acme</title><h1>Erreur 404</h1>',
  Spanish: '<title>Página no encontrada — Acme</title><p>Vaya.</p>',
  Polish: '<h1>Nie znaleziono strony</h1>',
  Russian: '<title>Страница не найдена</title><h1>404</h1>',
  Japanese: '<title>ページが見つかりません｜Acme</title>',
  'a post that is gone': `<title>Acme</title><h1>Sorry, this page isn't available.</h1><p>The link you followed may be broken.</p>`,
};

const PARKED = {
  'for sale':
    '<title>acme-widgets.com is for sale</title><h1>Get this domain</h1><p>Make an offer</p>',
  'for sale by its heading': '<title>acme-widgets.com</title><h1>This domain may be for sale!</h1>',
  'parked free':
    '<title>acme-widgets.com</title><p>This Web page is parked FREE, courtesy of GoDaddy.</p>',
  'parked by its script':
    '<title>acme-widgets.com</title><a href="/s">Cheap widgets</a><script src="https://img1.wsimg.com/parking-lander/static/js/main.js"></script>',
  suspended:
    '<title>Account Suspended</title><p>This Account has been suspended. Contact your hosting provider.</p>',
};

const WALLS = {
  'of Cloudflare by its title':
    '<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>',
  'of Anubis': `<title>Making sure you&#39;re not a bot!</title><script id="anubis_challenge" type="application/json">{}</script><p>Loading...</p>`,
  'of a shop':
    '<title>Robot Check</title><form action="/errors/validateCaptcha"><p>Enter the characters you see below</p></form>',
};

const CONSENT = `<title>Before you continue to YouTube</title><form action="https://consent.youtube.com/save" method="POST"><p>We use cookies and data to</p><input type="submit" value="Accept all"></form>`;

const EMPTY = {
  'a word of waiting': '<div id="root">Loading…</div><script src="/app.js"></script>',
  'a sentence of waiting':
    '<div id="app"><p>Loading, please wait while the application starts…</p></div><script src="/app.js"></script>',
  'a call for scripts':
    '<title>Acme</title><div id="app">You need to enable JavaScript to run this app.</div><script src="/app.js"></script>',
  'a call for scripts in German':
    '<div>Bitte aktivieren Sie JavaScript, um diese Seite anzuzeigen.</div><script src="/app.js"></script>',
};

const CONTENT = {
  'an article about the status': `<title>404 Not Found - HTTP | MDN</title><h1>404 Not Found</h1><p>${PROSE.repeat(12)}</p>`,
  'a newspaper of that name':
    '<title>404 Media</title><h1>404 Media</h1><p>News of technology.</p>',
  'a car of that number':
    '<title>Peugeot 404 - Wikipedia</title><h1>Peugeot 404</h1><p>A family car.</p>',
  'a short page': '<title>Acme</title><p>Widgets since 1904.</p>',
  'a guide to such pages':
    '<title>How to design a "page not found" page</title><h1>Design a 404</h1><p>Be kind.</p>',
  'a market of domains':
    '<title>other-name.com is for sale | Market</title><h1>other-name.com</h1><p>$500</p>',
  'a sentence on sales':
    '<title>Acme</title><h1>Widgets for sale</h1><p>This domain expert is for hire.</p>',
  'a page about scripts': `<title>Acme</title><h1>Enable JavaScript</h1><p>${'Open the settings of the browser first. '.repeat(12)}</p><script>1</script>`,
  'a shop that waits for its cart':
    '<h1>Widgets</h1><p>Blue ones and green ones.</p><p>Loading…</p><script>1</script>',
};

const refused = { code: 'VALIDATION_FAILED' };

describe('a page with status 200 that is no page', () => {
  it.each(Object.entries(MISSING))('says so by %s', async (_, body) => {
    const error = { ...refused, message: expect.stringContaining('does not exist') };
    await expect(websitePage.ask(QUERY, world(body))).rejects.toMatchObject(error);
    await expect(websitePage.ask({ ...QUERY, extent: 'page' }, world(body))).rejects.toMatchObject(
      error,
    );
    await expect(websiteContacts.ask(SITE, world(body))).rejects.toMatchObject(error);
    expect(await linkPage.ask(HOME, world(body))).toEqual({ page: null });
  });

  it.each(Object.entries(PARKED))('is a domain %s', async (_, body) => {
    const error = { ...refused, message: expect.stringContaining('parked') };
    await expect(websitePage.ask(QUERY, world(body))).rejects.toMatchObject(error);
    await expect(websiteContacts.ask(SITE, world(body))).rejects.toMatchObject(error);
    // Nothing of it is the company's, and no business has it.
    expect(await siteCompany.ask(SITE, world(body))).toBeNull();
    expect(await businessSite.ask({ site: SITE, line1: null }, world(body))).toMatchObject({
      live: false,
    });
  });

  it('is a domain for sale at the market that a refresh at once leads to', async () => {
    const market = 'https://market.example/acme-widgets.com';
    const moved = () =>
      fakeSites({
        [HOME]: { body: `<meta http-equiv="refresh" content="0;url=${market}">` },
        [market]: { body: PARKED['for sale'] },
      }).world;
    const error = { ...refused, message: expect.stringContaining('parked') };
    await expect(websitePage.ask(QUERY, moved())).rejects.toMatchObject(error);
    await expect(websiteContacts.ask(SITE, moved())).rejects.toMatchObject(error);
    expect(await siteCompany.ask(SITE, moved())).toBeNull();
  });

  it.each(Object.entries(WALLS))('is a bot wall %s', async (_, body) => {
    await expect(websitePage.ask(QUERY, world(body))).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('human'),
    });
  });

  it('asks for consent before it shows what was asked for', async () => {
    await expect(
      websitePage.ask(QUERY, world(CONSENT, 'https://consent.youtube.com/m?continue=x')),
    ).rejects.toMatchObject({ ...refused, message: expect.stringContaining('consent') });
  });

  it.each(Object.entries(EMPTY))('is %s', async (_, body) => {
    await expect(answer(websiteScraper, { url: HOME }, world(body))).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('no content'),
    });
    await expect(websiteContacts.ask(SITE, world(body))).rejects.toMatchObject(refused);
    const drawn = fakeSites(
      { [HOME]: { body } },
      async () => '<h1>Drawn by its scripts</h1>',
    ).world;
    const { classification } = await answer(websiteScraper, { url: HOME }, drawn);
    expect(classification).toMatchObject({ characterCount: 22 });
  });

  it('is refused where a browser is shown it', async () => {
    const { world } = fakeSites({ [HOME]: { body: 'x' } }, async () => MISSING['a title']);
    await expect(renderedPage.ask(QUERY, world)).rejects.toMatchObject(refused);
  });

  it.each(Object.entries(CONTENT))('is not %s', async (_, body) => {
    expect((await answer(websiteScraper, { url: HOME }, world(body))).price).toBe(10);
    expect(await websiteContacts.ask(SITE, world(body))).toMatchObject({ pages: [HOME] });
  });
});
