import { describe, expect, it } from 'vitest';
import { readLinkAddress } from '../../../src/domain/social/link-pages.ts';
import type { World } from '../../../src/lookup/world.ts';
import { linkInBioLookup } from '../../../src/products/social/link-in-bio-lookup.ts';
import { answer } from '../../support/answer.ts';
import { fakeNetwork } from '../../support/create-world.ts';
import { scrapeCreatorsVendor } from '../../support/world/vendors/scrapecreators.ts';
import { type FakePage, fakeSites } from '../web/fake-sites.ts';

const TREE = 'https://linktr.ee/example';

const state = (account: object, links: unknown = []) =>
  `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({
    props: { pageProps: { account, links } },
  })}</script>`;
const account = {
  username: 'example',
  pageTitle: '@example',
  description: 'Bread & cakes',
  profilePictureUrl: 'https://cdn.example.org/a.png',
  links: [{ type: 'CLASSIC', title: 'Old', url: 'https://old.example.org' }],
  socialLinks: [
    { type: 'INSTAGRAM', url: 'https://instagram.com/example_bakery' },
    { type: 'EMAIL_ADDRESS', url: 'mailto:Hello@company.example' },
  ],
};
const rich = [
  { type: 'GROUP', title: 'Read', url: 'https://heading.example.org' },
  { type: 'CLASSIC', title: 'Shop', url: 'https://shop.example.org/' },
  { type: 'CLASSIC', title: 'No address' },
];

const lookUp = async (url: string, pages: Record<string, FakePage>, vendor = false) => {
  const { world, asked } = fakeSites(pages);
  const vars = new Map(Object.entries(vendor ? scrapeCreatorsVendor.vars : {}));
  const network = fakeNetwork({
    settings: { vars },
    http: (request) => scrapeCreatorsVendor.answer(request, new URL(request.url)),
  });
  const both = { ...network, fetcher: world.outbound.fetcher };
  const found = await answer(linkInBioLookup, { url }, { ...world, outbound: both } as World);
  return { ...found, asked: [...asked, ...network.asked] };
};

describe('link-in-bio-lookup', () => {
  it("reads the state of a large service's page", async () => {
    const body = `<title>x</title>${state(account, rich)}<a href="https://linktr.ee/s/about">About</a>`;
    const found = await lookUp(TREE, { [TREE]: { body } });
    expect(found.classification).toEqual({
      matched: true,
      platform: 'linktree',
      username: 'example',
      display_name: '@example',
      links_count: 1,
      has_email: true,
    });
    expect(found.insights.link_in_bio_result).toEqual({
      bio: 'Bread & cakes',
      avatar_url: 'https://cdn.example.org/a.png',
      links: [{ title: 'Shop', url: 'https://shop.example.org/' }],
      socials: { instagram: 'https://www.instagram.com/example_bakery' },
      emails: ['hello@company.example'],
    });
    expect(found.price).toBe(3);
  });

  it('takes the shorter list where the richer one is empty', async () => {
    const found = await lookUp(TREE, { [TREE]: { body: state(account) } });
    expect(found.insights.link_in_bio_result.links[0].title).toBe('Old');
  });

  it('reads the links of any other page, navigation and footer left out', async () => {
    const url = 'https://links.example.com/';
    const body = `<title>Ada</title><meta property="og:description" content="Hi &amp; hello">
      <meta property="og:image" content="/me.png">
      <nav><a href="https://nav.example.org">Nav</a></nav>
      <a href="https://shop.example.org/?a=1&amp;b=2"><b>My</b> shop</a><a href="/inside">Inside</a>
      <a href="https://x.com/ada_example"><img alt=""></a><a href="mailto:ada@company.example">Mail</a>
      <a href="https://shop.example.org/?a=1&b=2">Again</a><a href="javascript:void(0)">Script</a>
      <footer><a href="https://maker.example.org">Made with</a></footer>`;
    const found = await lookUp(url, { [url]: { body } });
    expect(found.classification).toMatchObject({ platform: 'website', display_name: 'Ada' });
    expect(found.insights.link_in_bio_result).toEqual({
      bio: 'Hi & hello',
      avatar_url: 'https://links.example.com/me.png',
      links: [{ title: 'My shop', url: 'https://shop.example.org/?a=1&b=2' }],
      socials: { twitter: 'https://x.com/ada_example' },
      emails: ['ada@company.example'],
    });
  });

  it('gives every address of a mail link, also percent-encoded', async () => {
    const url = 'https://links.example.com/';
    const body = `<a href="mailto:ada%40lovelace.example,desk@lovelace.example?cc=c@lovelace.example">Mail</a>`;
    const found = await lookUp(url, { [url]: { body } });
    expect(found.insights.link_in_bio_result.emails).toEqual([
      'ada@lovelace.example',
      'desk@lovelace.example',
      'c@lovelace.example',
    ]);
  });

  it('gives the addresses that stand in the bio as such', async () => {
    const url = 'https://links.example.com/';
    const bio = 'I count (Ada@lovelace.example), or hi[at]lovelace.example. Find us @ shop.example';
    const body = `<meta property="og:description" content="${bio} @ada.bakes">
      <a href="https://shop.example.org/">Shop</a>`;
    const found = await lookUp(url, { [url]: { body } });
    expect(found.insights.link_in_bio_result.emails).toEqual([
      'ada@lovelace.example',
      'hi@lovelace.example',
    ]);
  });

  it('reads the state of a page that shows its links by script only', async () => {
    const url = 'https://beacons.ai/example';
    const blocks = { deep: [{ data: { title: 'Shop', url: 'https://shop.example.org/' } }] };
    const image = { name: 'cover', url: 'https://cdn.example.org/cover.png' };
    const body = `<script id="__NEXT_DATA__">${JSON.stringify({ blocks, image })}</script>`;
    const found = await lookUp(url, { [url]: { body } });
    expect(found.classification).toMatchObject({ platform: 'beacons', username: 'example' });
    expect(found.insights.link_in_bio_result.links).toEqual([
      { title: 'Shop', url: 'https://shop.example.org/' },
    ]);
  });

  const socialsOf = async (url: string, body: string) =>
    (await lookUp(url, { [url]: { body } })).insights.link_in_bio_result.socials;
  const shop = '<a href="https://shop.example.org/">Shop</a>';
  const instagram = { instagram: 'https://www.instagram.com/ada_bakes' };

  it.each([
    [
      'icons in the footer',
      `${shop}<footer><a href="https://instagram.com/ada_bakes"><svg></svg></a></footer>`,
    ],
    [
      'structured data',
      `${shop}<script type="application/ld+json">{"@graph":[{"@type":"Person","url":"https://x.com/other",
        "sameAs":["https://instagram.com/ada_bakes/","https://ada.example.org"]}]}</script>`,
    ],
    [
      'a state without titles, where the page draws nothing',
      '<script id="__NEXT_DATA__">{"socials":{"ig":"https://instagram.com/ada_bakes"}}</script>',
    ],
  ])('gives the profiles in %s', async (_, body) => {
    expect(await socialsOf('https://links.example.com/', body)).toEqual(instagram);
  });

  it("leaves out the profiles of the service that hosts the page, and takes its owner's", async () => {
    const body = `${shop}<footer><a href="https://instagram.com/beacons.ai">i</a>
      <a href="https://x.com/beacons">x</a><a href="https://instagram.com/ada_bakes">me</a></footer>`;
    expect(await socialsOf('https://beacons.ai/ada', body)).toEqual(instagram);
  });

  it.each([404, 410])('takes status %i for no page, and asks nobody else', async (status) => {
    const found = await lookUp(TREE, { [TREE]: { status } }, true);
    expect([found.classification.matched, found.price]).toEqual([false, 0]);
    expect(found.asked).toEqual(['https://linktr.ee/robots.txt', TREE]);
  });

  it('takes the home page it was sent to for no page', async () => {
    const body = '<a href="https://shop.example.org">Shop</a>';
    const found = await lookUp(TREE, { [TREE]: { body, url: 'https://linktr.ee/' } });
    expect(found.classification.matched).toBe(false);
  });

  it('is free where the page leads nowhere', async () => {
    const url = 'https://links.example.com/';
    const found = await lookUp(url, { [url]: { body: '<title>Nothing</title>' } });
    expect([found.classification.matched, found.price]).toEqual([false, 0]);
  });

  const closed = {
    [TREE]: {},
    'https://linktr.ee/robots.txt': { body: 'User-agent: *\nDisallow: /' },
  };

  it('does not read what robots.txt closes, and asks the vendor instead', async () => {
    await expect(lookUp(TREE, closed)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const found = await lookUp(TREE, closed, true);
    expect(found.classification).toMatchObject({ matched: true, has_email: true });
    expect(found.asked).not.toContain(TREE);
  });

  it('does not ask the vendor about a host it does not read', async () => {
    const url = 'https://links.example.com/';
    await expect(lookUp(url, { [url]: { status: 500 } }, true)).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
    });
  });

  it('takes an address as it is shown on a profile, without its scheme', () => {
    const parsed = [
      'linktr.ee/example',
      'Linktr.ee/example?x=a:b',
      'https://linktr.ee/example',
    ].map((url) => linkInBioLookup.input.parse({ url }).url);
    expect(parsed).toEqual([TREE, `${TREE}?x=a:b`, TREE]);
    for (const url of ['javascript:alert(1)', 'ftp://linktr.ee/example', 'a b/c', '/example'])
      expect(linkInBioLookup.input.safeParse({ url }).success).toBe(false);
  });

  it.each([
    ['https://www.linktr.ee/@Example?x=1', 'linktree', 'Example'],
    ['https://example.carrd.co/', 'carrd', 'example'],
    ['https://linktr.ee/', 'linktree', null],
    ['https://links.example.com/example', 'website', null],
  ])('reads %s as %s of %s', (url, platform, username) => {
    expect(readLinkAddress(url)).toEqual({ platform, username });
  });

  it('reads a page in linear time', async () => {
    const url = 'https://links.example.com/';
    const body = `${'<a href="https://a.example.org/">'.repeat(60_000)}<script id="__NEXT_DATA__">${'['.repeat(4_000)}`;
    const started = Date.now();
    await lookUp(url, { [url]: { body } });
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});

it('reads addresses of its text, and words of neighbouring elements apart', async () => {
  const url = 'https://links.example.com/';
  const body =
    '<p>Bookings: dora@company.example</p><script>var a="x@script.example"</script>' +
    '<a href="https://shop.example.org"><div>My shop</div><div>20% <b>o</b>ff</div></a>';
  const { classification, insights } = await lookUp(url, { [url]: { body } });
  expect(classification).toMatchObject({ matched: true, has_email: true });
  expect(insights.link_in_bio_result).toMatchObject({
    emails: ['dora@company.example'],
    links: [{ title: 'My shop 20% off' }],
  });
});

it('is refused where scripts draw the page, and is one page with parameters of tracking', async () => {
  const url = 'https://links.example.com/';
  const body = '<div id="root"></div><script src="/a.js"></script>';
  await expect(lookUp(url, { [url]: { body } })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  const tracked = linkInBioLookup.input.parse({ url: 'linktr.ee/lt?utm_source=x&igsh=y&ref=z' });
  expect(tracked.url).toBe('https://linktr.ee/lt?ref=z');
});
