import { describe, expect, it } from 'vitest';
import { parseWebSite } from '../../../src/domain/web/site.ts';
import { websiteContacts } from '../../../src/web-reader/website-contacts.ts';
import { type FakePage, fakeSites } from './fake-sites.ts';

const crawl = (domain: string, pages: Record<string, FakePage>) => {
  const sites = fakeSites(pages);
  return { sites, fact: websiteContacts.ask(parseWebSite(domain), sites.world) };
};

const ROBOTS = { type: 'text/plain' };

describe('reading a site for contacts', () => {
  it('reads robots.txt, the home page, then the likely pages', async () => {
    const { sites, fact } = crawl('acme-widgets.com', {
      'https://acme-widgets.com/robots.txt': { ...ROBOTS, body: 'User-agent: *\nDisallow: /team' },
      'https://acme-widgets.com/': {
        body: '<a href="/contact">Contact</a><a href="/team">Team</a><a href="/blog">Blog</a><p>home@acme-widgets.com',
      },
      'https://acme-widgets.com/contact': { body: '<p>desk@acme-widgets.com' },
      'https://acme-widgets.com/team': { body: '<p>secret@acme-widgets.com' },
    });
    expect(await fact).toMatchObject({
      emails: ['home@acme-widgets.com', 'desk@acme-widgets.com'],
      pages: ['https://acme-widgets.com/', 'https://acme-widgets.com/contact'],
    });
    expect(sites.asked).toEqual([
      'https://acme-widgets.com/robots.txt',
      'https://acme-widgets.com/',
      'https://acme-widgets.com/contact',
    ]);
  });

  it('reads at most five pages besides the home page', async () => {
    const links = Array.from({ length: 20 }, (_, at) => `<a href="/contact/${at}">c</a>`).join('');
    const { sites, fact } = crawl('acme-widgets.com', {
      'https://acme-widgets.com/': { body: links },
    });
    expect((await fact)?.pages).toEqual(['https://acme-widgets.com/']);
    expect(sites.asked).toHaveLength(7);
  });

  it('is partial where its time ended while a page was read', async () => {
    for (const passes of [0, 20_000]) {
      const sites = fakeSites({
        'https://acme-widgets.com/': { body: '<p>home@acme-widgets.com' },
      });
      const marks: string[] = [];
      const { fetcher } = sites.world.outbound;
      const fetch: typeof fetcher.fetch = async (url, options) => {
        const response = await fetcher.fetch(url, options);
        if (url.endsWith('/')) sites.world.clock.now = () => passes;
        return response;
      };
      const fact = await websiteContacts.ask(parseWebSite('acme-widgets.com'), {
        ...sites.world,
        outbound: { ...sites.world.outbound, fetcher: { ...fetcher, fetch } },
        markPartial: () => void marks.push('partial'),
      });
      expect(fact?.emails).toEqual(['home@acme-widgets.com']);
      expect(marks.length > 0).toBe(passes > 0);
    }
  });

  it('stays out where robots.txt says so', async () => {
    const closed = {
      'https://acme-widgets.com/robots.txt': { ...ROBOTS, body: 'User-agent: *\nDisallow: /' },
      'https://acme-widgets.com/': { body: 'x' },
    };
    const { sites, fact } = crawl('acme-widgets.com', closed);
    await expect(fact).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(sites.asked).toEqual(['https://acme-widgets.com/robots.txt']);
  });

  it('stays out where a page that is closed to it was redirected to', async () => {
    const { fact } = crawl('acme-widgets.com', {
      'https://acme-widgets.com/robots.txt': { ...ROBOTS, body: 'User-agent: *\nDisallow: /team' },
      'https://acme-widgets.com/': {
        body: '<a href="/contact">Contact</a><p>home@acme-widgets.com',
      },
      'https://acme-widgets.com/contact': {
        body: '<p>secret@acme-widgets.com',
        url: 'https://acme-widgets.com/team/desk',
      },
    });
    expect((await fact)?.emails).toEqual(['home@acme-widgets.com']);
  });

  it('stays out where robots.txt cannot be had for the server’s own failure', async () => {
    const { fact } = crawl('acme-widgets.com', {
      'https://acme-widgets.com/robots.txt': { status: 503 },
      'https://acme-widgets.com/': { body: 'x' },
    });
    await expect(fact).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('reads a robots.txt that is too long as far as it must', async () => {
    const body = `User-agent: *\nDisallow: /contact\n${'# filler\n'.repeat(200_000)}Disallow: /\n`;
    const { fact } = crawl('acme-widgets.com', {
      'https://acme-widgets.com/robots.txt': { ...ROBOTS, body },
      'https://acme-widgets.com/': { body: '<p>in@acme-widgets.com' },
      'https://acme-widgets.com/contact': { body: '<p>out@acme-widgets.com' },
    });
    expect((await fact)?.emails).toEqual(['in@acme-widgets.com']);
  });

  it.each([
    ['redirects in circles', { fails: 'VALIDATION_FAILED' }],
    ['is a gzip file', { body: Uint8Array.of(0x1f, 0x8b, 8, 0) }],
  ] as const)('reads a site whose robots.txt %s', async (_, robots) => {
    const { fact } = crawl('acme-widgets.com', {
      'https://acme-widgets.com/robots.txt': robots,
      'https://acme-widgets.com/': { body: '<p>in@acme-widgets.com' },
    });
    expect((await fact)?.emails).toEqual(['in@acme-widgets.com']);
  });

  it('tries www, then plain http, where the domain itself does not answer', async () => {
    const www = crawl('acme-widgets.com', {
      'https://www.acme-widgets.com/': { body: '<p>www@acme-widgets.com' },
    });
    expect((await www.fact)?.emails).toEqual(['www@acme-widgets.com']);
    const plain = crawl('acme-widgets.com', {
      'http://acme-widgets.com/': { body: '<p>plain@acme-widgets.com' },
    });
    expect((await plain.fact)?.pages).toEqual(['http://acme-widgets.com/']);
  });

  it('tries www where the domain itself has no address', async () => {
    const noAddress = { fails: 'NO_SUCH_HOST' } as const;
    const { fact } = crawl('acme-widgets.com', {
      'https://acme-widgets.com/robots.txt': noAddress,
      'https://www.acme-widgets.com/': { body: '<p>www@acme-widgets.com' },
    });
    expect((await fact)?.emails).toEqual(['www@acme-widgets.com']);
  });

  it('follows the site to where its home page leads', async () => {
    const { fact } = crawl('acme-widgets.com', {
      'https://acme-widgets.com/': {
        body: '<a href="contact">c</a>',
        url: 'https://www.acme-widgets.io/en/',
      },
      'https://www.acme-widgets.io/en/contact': { body: '<p>io@acme-widgets.io' },
    });
    expect(await fact).toMatchObject({
      emails: ['io@acme-widgets.io'],
      pages: ['https://www.acme-widgets.io/en/', 'https://www.acme-widgets.io/en/contact'],
    });
  });

  it('leaves out contact pages that fail or are no pages', async () => {
    const { fact } = crawl('acme-widgets.com', {
      'https://acme-widgets.com/': {
        body: '<a href="/contact">a</a><a href="/kontakt">b</a><a href="/impressum">c</a>',
      },
      'https://acme-widgets.com/contact': { fails: 'UPSTREAM_TIMEOUT' },
      'https://acme-widgets.com/kontakt': { type: 'application/pdf', body: 'x@acme-widgets.com' },
      'https://acme-widgets.com/impressum': { body: '<p>ok@acme-widgets.com' },
    });
    expect(await fact).toMatchObject({
      emails: ['ok@acme-widgets.com'],
      pages: ['https://acme-widgets.com/', 'https://acme-widgets.com/impressum'],
    });
  });

  it.each([
    ['a status', { status: 500 }, 'UPSTREAM_ERROR'],
    ['a type', { type: 'image/png', body: 'x' }, 'VALIDATION_FAILED'],
    ['the guard', { fails: 'INVALID_INPUT' }, 'INVALID_INPUT'],
  ] as const)('fails for %s of the home page', async (_, page, code) => {
    await expect(
      crawl('acme-widgets.com', { 'https://acme-widgets.com/': page }).fact,
    ).rejects.toMatchObject({ code });
  });

  it('fails for a site that does not answer', async () => {
    await expect(crawl('acme-widgets.com', {}).fact).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
    });
  });

  it('takes what it has read of a page when its time is over', async () => {
    let now = 0;
    const sites = fakeSites({
      'https://acme-widgets.com/': {
        body: new ReadableStream({
          pull(controller) {
            now += 3_000;
            controller.enqueue(
              new TextEncoder().encode(`<p>${now}@acme-widgets.com${' '.repeat(2_000)}`),
            );
          },
        }),
      },
    });
    const world = { ...sites.world, clock: { now: () => now } };
    const fact = await websiteContacts.ask(parseWebSite('acme-widgets.com'), world);
    expect(fact?.emails[0]).toBe('3000@acme-widgets.com');
  });

  it('answers with empty lists for a site that names nobody', async () => {
    const { fact } = crawl('acme-widgets.com', {
      'https://acme-widgets.com/': { body: '<p>Welcome' },
    });
    expect(await fact).toMatchObject({ emails: [], phones: [], socials: {} });
  });
});

describe('a site whose pages lead on, fail or are empty', () => {
  const home = 'https://acme-widgets.com/';

  it.each([
    ['0;url=/en/', 'quoted or not'],
    ["0; URL='/en/'", 'in quotes of its own'],
    ['0.0, /en/', 'without url='],
  ])('follows a refresh at once: %s', async (content) => {
    const { sites, fact } = crawl('acme-widgets.com', {
      [home]: { body: `<meta http-equiv="Refresh" content="${content}"><title>Moved</title>` },
      [`${home}en/`]: { body: '<p>Welcome. desk@acme-widgets.com' },
    });
    expect(await fact).toMatchObject({ emails: ['desk@acme-widgets.com'], pages: [`${home}en/`] });
    expect(sites.asked).toContain(`${home}en/`);
  });

  it.each([
    '<meta http-equiv="refresh" content="30;url=/en/">',
    '<noscript><meta http-equiv="refresh" content="0;url=/en/"></noscript>',
    '<!-- <meta http-equiv="refresh" content="0;url=/en/"> -->',
  ])('stays where it is with %s', async (head) => {
    const { sites, fact } = crawl('acme-widgets.com', {
      [home]: { body: `${head}<p>home@acme-widgets.com` },
      [`${home}en/`]: { body: 'x' },
    });
    expect((await fact)?.emails).toEqual(['home@acme-widgets.com']);
    expect(sites.asked).not.toContain(`${home}en/`);
  });

  it('gives up the rest of a page that refreshes at once', async () => {
    let cancelled = 0;
    const meta = '<meta http-equiv="refresh" content="0;url=/en/">';
    const bytes = new TextEncoder().encode(meta + ' '.repeat(20_000));
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes),
      cancel: () => void cancelled++,
    });
    const { fact } = crawl('acme-widgets.com', {
      'https://acme-widgets.com/': { body },
      'https://acme-widgets.com/en/': { body: '<p>in@acme-widgets.com' },
    });
    expect((await fact)?.emails).toEqual(['in@acme-widgets.com']);
    expect(cancelled).toBe(1);
  });

  it('ends a circle of refreshes', async () => {
    const to = (path: string) => ({ body: `<meta http-equiv=refresh content="0;url=${path}">` });
    const { fact } = crawl('acme-widgets.com', { [home]: to('/a'), [`${home}a`]: to('/') });
    await expect(fact).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  const linking = { body: '<p>Welcome to us all</p><a href="/contact">Contact</a>' };

  it.each([
    ['an error of its server', { status: 503 }, 'UPSTREAM_ERROR'],
    ['a timeout', { fails: 'UPSTREAM_TIMEOUT' }, 'UPSTREAM_TIMEOUT'],
  ] as const)(
    'is no site without contacts where its contact page ends in %s',
    async (_, page, code) => {
      const pages = { [home]: linking, [`${home}contact`]: page };
      await expect(crawl('acme-widgets.com', pages).fact).rejects.toMatchObject({ code });
      const named = { ...pages, [home]: { body: `${linking.body}<p>home@acme-widgets.com` } };
      expect((await crawl('acme-widgets.com', named).fact)?.emails).toHaveLength(1);
    },
  );

  it('is a site without contacts where a page it links is gone, or one it does not link fails', async () => {
    for (const pages of [
      { [home]: linking },
      { [home]: { body: '<p>Welcome to us all</p>' }, [`${home}contact`]: { status: 503 } },
    ])
      expect((await crawl('acme-widgets.com', pages).fact)?.emails).toEqual([]);
  });

  it('is not read where its frames draw it', async () => {
    const body = '<title>x</title><frameset cols="20%,80%"><frame src="a.htm"></frameset>';
    const { fact } = crawl('acme-widgets.com', { [home]: { body } });
    await expect(fact).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('names the status of a robots.txt that cannot be read', async () => {
    const { fact } = crawl('acme-widgets.com', {
      [`${home}robots.txt`]: { status: 503 },
      [home]: { body: 'x' },
    });
    await expect(fact).rejects.toThrow(/robots\.txt answers with status 503/);
  });
});
