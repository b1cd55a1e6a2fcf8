import { describe, expect, it } from 'vitest';
import { bestAdvertiser } from '../../../src/domain/social/ads.ts';
import { advertiserName } from '../../../src/domain/social/advertiser-names.ts';
import { createCursors } from '../../../src/lookup/search.ts';
import type { World } from '../../../src/lookup/world.ts';
import { adLibraryLookup } from '../../../src/products/social/ad-library-lookup.ts';
import { answer } from '../../support/answer.ts';
import { fakeNetwork } from '../../support/create-world.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { msadsVendor } from '../../support/world/vendors/msads.ts';
import { officialMetaVendor } from '../../support/world/vendors/official.ts';
import { scrapeCreatorsVendor } from '../../support/world/vendors/scrapecreators.ts';

const worldOf = (vendors: FakeVendor[]) => {
  const outbound = fakeNetwork({ vendors });
  const cursors = createCursors([{ version: 1, text: 'secret of the tests' }]);
  const clock = { now: () => Date.now() };
  return { world: { clock, outbound, cursors } as unknown as World, outbound };
};

const lookUp = async (body: Record<string, unknown>, ...vendors: FakeVendor[]) => {
  const { world, outbound } = worldOf(vendors);
  return { ...(await answer(adLibraryLookup, body, world)), asked: outbound.asked };
};

const company = 'Example Company';

describe('ad-library-lookup', () => {
  it('costs nothing where a page has no ad, though the search goes on', async () => {
    const asked = { company: 'Somebody else', platform: 'meta' };
    const found = await lookUp(asked, officialMetaVendor);
    expect(found).toMatchObject({ price: 0, classification: { found: false, ads_count: 0 } });
    expect(found.classification.next_cursor).not.toBeNull();
  });

  it('counts at least the ads that it shows, whatever the library estimates', async () => {
    const ads = [{ creativeId: 'CR1', advertiserName: 'Example' }, { creativeId: 'CR2' }];
    const vendor: FakeVendor = {
      ...scrapeCreatorsVendor,
      answer: () => Response.json({ success: true, ads, number_of_ads_estimate: 0 }),
    };
    const { classification } = await lookUp({ company: 'example.com', platform: 'google' }, vendor);
    expect(classification).toMatchObject({ found: true, ads_count: 2 });
  });

  it("asks Meta's own interface first, and goes on where a page of words has none of theirs", async () => {
    const vendors = [officialMetaVendor, scrapeCreatorsVendor];
    const first = await lookUp({ company: 'Example Bakery', platform: 'meta' }, ...vendors);
    expect(first.classification).toMatchObject({ found: true, platform: 'meta', ads_count: 1 });
    expect(first.asked.every((line) => line.includes('graph.facebook.com'))).toBe(true);
    const { next_cursor: cursor } = first.classification;
    const body = { company: 'Example Bakery', platform: 'meta', cursor };
    const second = await lookUp(body, ...vendors);
    expect(second.insights.ad_library_result.ads).toMatchObject([{ id: '3' }]);
    expect(second.classification.next_cursor).toBeNull();
    expect(JSON.stringify([first.insights, first.asked])).not.toContain('ad token');
  });

  it.each([
    [
      'the site it shows',
      { ad_creative_link_captions: ['example-bakery.com'] },
      'Example Bakery Fresh Rye Breads',
    ],
    [
      'for whom it runs',
      {
        beneficiary_payers: [
          { beneficiary: 'Example Bakery GmbH', payer: 'Agency', current: true },
        ],
      },
      'Fresh Rye',
    ],
  ])('takes an ad by %s', async (_, said, page) => {
    const row = { id: '5', page_name: page };
    const data = [
      { ...row, ...said },
      { ...row, id: '6' },
    ];
    const vendor = { ...officialMetaVendor, answer: () => Response.json({ data }) };
    const found = await lookUp({ company: 'Example Bakery', platform: 'meta' }, vendor);
    expect(found.insights.ad_library_result.ads).toMatchObject([{ id: '5', advertiser: page }]);
  });

  it.each([
    ['Vestas', 'Vestas Rosling Ltd', 'vestas-rosling.com'],
    ['Emirates', 'Emirates NBD Bank PJSC', 'emiratesnbd.com'],
  ])('%s: leaves out an ad of %s, to a site of another name', async (asked, page, site) => {
    const row = {
      page_name: page,
      beneficiary_payers: [{ beneficiary: page, payer: page, current: true }],
    };
    const data = [
      { ...row, id: '7', ad_creative_link_captions: [site] },
      { ...row, id: '8', ad_creative_link_captions: ['fb.me', site] },
      { id: '9', page_name: asked, ad_creative_link_captions: [`${asked}.com`] },
    ];
    const vendor = { ...officialMetaVendor, answer: () => Response.json({ data }) };
    const found = await lookUp({ company: asked, platform: 'meta' }, vendor);
    expect(found.insights.ad_library_result.ads).toMatchObject([{ id: '9' }]);
  });

  it("answers from Microsoft's library when nothing else is configured", async () => {
    const found = await lookUp({ company }, msadsVendor);
    expect(found.classification).toMatchObject({
      found: true,
      platform: 'microsoft',
      advertiser: 'Example Company Ltd',
      ads_count: 30,
    });
    expect(found.insights.ad_library_result.ads).toHaveLength(24);
    expect(found.price).toBe(10);
  });

  it('goes on with the other accounts of the name, of which one may show nothing', async () => {
    const sample = 'Sample Travel';
    const first = await lookUp({ company: sample }, msadsVendor);
    expect(first.insights.ad_library_result.ads).toMatchObject([{ id: '210' }]);
    const { next_cursor: cursor } = first.classification;
    const second = await lookUp({ company: sample, cursor }, msadsVendor);
    expect(second.insights.ad_library_result.ads).toMatchObject([{ id: '220' }]);
    expect(second.classification.next_cursor).toBeNull();
  });

  it("takes Meta's verified page with the brand as its handle before another's of that name", async () => {
    const found = await lookUp({ company: 'Veldora', platform: 'meta' }, scrapeCreatorsVendor);
    expect(found.insights.ad_library_result.ads).toMatchObject([{ id: '4711' }]);
  });

  it("finds Microsoft's accounts of another legal name by the site that their ads lead to", async () => {
    for (const asked of ['Veldora', 'veldora.com']) {
      const found = await lookUp({ company: asked, platform: 'microsoft' }, msadsVendor);
      expect(found.insights.ad_library_result.ads).toMatchObject([{ id: '231' }]);
    }
  });

  it("goes on where the page ended, with that library's cursor only for this search", async () => {
    const first = await lookUp({ company }, msadsVendor);
    const cursor = first.classification.next_cursor;
    const second = await lookUp({ company, cursor }, msadsVendor, scrapeCreatorsVendor);
    expect(second.classification).toMatchObject({ platform: 'microsoft', next_cursor: null });
    expect(second.insights.ad_library_result.ads).toHaveLength(6);
    await expect(lookUp({ company: 'other', cursor }, msadsVendor)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it("answers from Meta's library where the operator can read it", async () => {
    const found = await lookUp({ company }, msadsVendor, scrapeCreatorsVendor);
    expect(found.classification).toMatchObject({
      platform: 'meta',
      advertiser: 'Example Company',
      ads_count: 1,
      next_cursor: expect.any(String),
    });
    expect(found.asked.join(' ')).not.toContain('bingads');
  });

  it.each([
    ['meta', 'microsoft', [msadsVendor, scrapeCreatorsVendor]],
    ['microsoft', 'meta', [msadsVendor]],
  ])('is one lookup with the default and with %s, which then answers, not with %s', (...row) => {
    const [same, other, vendors] = row;
    const { world } = worldOf(vendors);
    const keyOf = (more: object) =>
      adLibraryLookup.cacheKey?.(adLibraryLookup.input.parse({ company, ...more }), world);
    expect(keyOf({})).toBe(keyOf({ platform: same }));
    expect(keyOf({})).not.toBe(keyOf({ platform: other }));
  });

  it('goes on with the name of the default library, and with no name where it had one', async () => {
    const bakery = { company: 'Example Bakery' };
    const named = { ...bakery, platform: 'meta' };
    for (const [one, other] of [
      [bakery, named],
      [named, bakery],
    ] as const) {
      const first = await lookUp(one, officialMetaVendor, scrapeCreatorsVendor);
      const { next_cursor: cursor } = first.classification;
      const second = await lookUp({ ...other, cursor }, officialMetaVendor, scrapeCreatorsVendor);
      expect(second.insights.ad_library_result.ads).toMatchObject([{ id: '3' }]);
    }
    const first = await lookUp(bakery, officialMetaVendor, scrapeCreatorsVendor);
    const { next_cursor: cursor } = first.classification;
    await expect(
      lookUp({ ...bakery, platform: 'microsoft', cursor }, msadsVendor),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it.each([
    [{ company: 'example.com', platform: 'google' }, 'CR1'],
    [{ company, platform: 'tiktok' }, '12'],
    [{ company, platform: 'network' }, '9'],
    [{ company, platform: 'LinkedIn' }, '9'],
    [{ keyword: 'shoes', platform: 'meta' }, '4711'],
    [{ keyword: 'shoes', platform: 'microsoft' }, '100'],
  ])('%j finds ad %s', async (body, id) => {
    const found = await lookUp(body, msadsVendor, scrapeCreatorsVendor);
    expect(found.insights.ad_library_result.ads[0].id).toBe(id);
    const named = body.platform === 'LinkedIn' ? 'network' : body.platform;
    expect(found.classification.platform).toBe(named);
  });

  it('does not give the ads of another library than the one asked for', async () => {
    await expect(lookUp({ company, platform: 'meta' }, msadsVendor)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  it('is free where nobody of the name advertises', async () => {
    const found = await lookUp({ company: 'Nobody' }, msadsVendor);
    expect([found.classification.found, found.price]).toEqual([false, 0]);
  });

  it.each([
    [{}, 'company', 'MISSING_FIELD'],
    [{ company: 7 }, 'company', 'INVALID_INPUT'],
    [{ company, platform: 7 }, 'platform', 'INVALID_REQUEST'],
    [{ company, platform: 'none' }, 'platform', 'INVALID_INPUT'],
    [{ company, platform: 'google' }, 'company', 'INVALID_INPUT'],
    [{ keyword: 'shoes', platform: 'google' }, 'company', 'MISSING_FIELD'],
    [{ company, cursor: 'x' }, 'cursor', 'INVALID_INPUT'],
  ])('refuses %j', (body, field, code) => {
    const { error } = adLibraryLookup.input.safeParse(body);
    expect(error?.issues[0]).toMatchObject({ path: [field], params: { code } });
  });

  it('prefers the verified one of the name', () => {
    const one = (name: string, verified: boolean | null) => ({ name, verified });
    const [plain, sure] = [one('Example Shoes', null), one('Example Shoes Inc', true)];
    expect(bestAdvertiser('example-shoes.com', [one('Examples', true), plain, sure])).toBe(sure);
    expect(bestAdvertiser('example shoes', [plain])).toBe(plain);
    expect(bestAdvertiser('example', [plain, sure])).toBeNull();
    expect(advertiserName('example-shoes.co.uk')).toBe('example shoes');
  });
});

it('asks the google library by the domain, in whatever writing', () => {
  const keys = ['foo-two.com', 'https://www.foo-two.com/x', 'WWW.foo-two.com'].map((company) => {
    const asked = adLibraryLookup.input.parse({ company, platform: 'google' });
    return [adLibraryLookup.subject(asked), adLibraryLookup.cacheKey?.(asked)];
  });
  expect(new Set(keys.map(String)).size).toBe(1);
  expect(keys[0]?.[0]).toBe('foo-two.com');
});
