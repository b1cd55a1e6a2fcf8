import { describe, expect, it } from 'vitest';
import {
  type DomainMetrics,
  domainStrengthFor,
  mergeMetrics,
  paidShareFor,
  UNKNOWN_METRICS,
} from '../../../src/domain/web/domain-metrics.ts';
import { numberResults, quarterlyTrendChange } from '../../../src/domain/web/search-engine.ts';
import { ApiError } from '../../../src/lib/errors.ts';
import { parseInput } from '../../../src/lib/inputs.ts';
import { lookupBody } from '../../../src/lookup/body.ts';
import { AUDIENCE_LAYOUTS } from '../../../src/lookup/datasets/audience-reports.ts';
import { recordKey } from '../../../src/lookup/datasets/keys.ts';
import { AUDIENCE_REPORTS } from '../../../src/lookup/datasets/web.ts';
import { audienceIntelligence } from '../../../src/products/seo/audience-intelligence.ts';
import { backlinkOverview } from '../../../src/products/seo/backlink-overview.ts';
import { domainAuthority } from '../../../src/products/seo/domain-authority.ts';
import { domainSeoIntelligence } from '../../../src/products/seo/domain-seo-intelligence.ts';
import { keywordMetrics } from '../../../src/products/seo/keyword-metrics.ts';
import { searchIntentLookup } from '../../../src/products/seo/search-intent-lookup.ts';
import { answer, answerOf } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { dataForSeoVendor } from '../../support/world/vendors/dataforseo.ts';
import { scrapeCreatorsVendor } from '../../support/world/vendors/scrapecreators.ts';
import { searxngVendor } from '../../support/world/vendors/searxng.ts';
import { semrushVendor } from '../../support/world/vendors/semrush.ts';

/** A world of these vendors and files; `paths` tells what was asked. */
async function worldOf(vendors: readonly FakeVendor[], files = {}) {
  const paths: string[] = [];
  const world = await createWorld({
    addresses: true,
    files,
    vendors,
    http({ url }) {
      paths.push(new URL(url).pathname);
      return null;
    },
  });
  return { world, paths };
}

const BOTH = [semrushVendor, dataForSeoVendor];
const fileOf = (domain: string, row: Record<string, unknown>) => ({
  domain_metrics: { [recordKey('domain', domain) as string]: row },
});

describe('tags of paid search on the home page', () => {
  const tags = async (html: string, row: Record<string, unknown> = { authority_score: 61 }) => {
    const asked: string[] = [];
    const world = await createWorld({
      addresses: true,
      files: fileOf('example.com', row),
      zones: { 'example.com': { A: ['93.184.215.14'] } },
      http({ url }) {
        asked.push(new URL(url).pathname);
        if (url.endsWith('/robots.txt')) return new Response('', { status: 404 });
        return html === ''
          ? new Response('', { status: 403 })
          : new Response(html, { headers: { 'Content-Type': 'text/html' } });
      },
    });
    const found = await answer(domainAuthority, { domain: 'example.com' }, world);
    return { ads: found.classification.runs_paid_ads, asked };
  };

  it.each([
    ["<script>gtag('config', 'AW-123456789');</script>", true],
    [
      '<script async src="https://www.googletagmanager.com/gtag/js?id=AW-123456789"></script>',
      true,
    ],
    ['<script src="//www.googleadservices.com/pagead/conversion.js"></script>', true],
    ['<script>f("//bat.bing.com/bat.js")</script>', true],
    ['<noscript><img src="https://bat.bing.com/action/0?ti=1"></noscript>', true],
    ['<p>Put AW-123456789 or bat.bing.com there.</p>', null],
    ['<script>x = "LAW-12 AW-1"</script>', null],
    ['<p>Nothing</p>', null],
    ['', null],
  ])('of %j say %s', async (html, ads) => {
    expect((await tags(html)).ads).toBe(ads);
  });

  it('are not looked for where that is measured, or the domain is not known', async () => {
    const measured = await tags('<script>AW-123456789</script>', { runs_paid_ads: false });
    expect(measured).toEqual({ ads: false, asked: [] });
    const { world, paths } = await worldOf([], { domain_metrics: {} });
    await answer(domainAuthority, { domain: 'unknown.example' }, world);
    expect(paths).toEqual([]);
  });
});

describe('products about a domain', () => {
  it('read the file, then the first upstream that knows it, and only what they show', async () => {
    const file = fileOf('example.com', { authority_score: 61, link_types: ['anchor'] });
    const traffic = { organic_traffic: 5, organic_keywords: 2, organic_traffic_value_usd: 1 };
    const ads = { runs_paid_ads: false, paid_keywords: 0, paid_traffic: 0 };
    const whole = fileOf('example.com', { authority_score: 61, ...traffic, ...ads });
    const own = await worldOf(BOTH, whole);
    const { classification } = await answer(domainAuthority, { domain: 'example.com' }, own.world);
    expect(classification).toMatchObject({ found: true, authority_score: 61, search_rank: null });
    expect(own.paths).toEqual([]);

    const first = await worldOf(BOTH, file);
    const links = await answer(backlinkOverview, { domain: 'semrush.example' }, first.world);
    expect(links.price).toBe(13);
    expect(links.classification).toMatchObject({ authority_score: 55, total_backlinks: 9_000 });
    expect(first.paths).toEqual(['/analytics/v1/']);

    const second = await worldOf(BOTH);
    const other = await answer(backlinkOverview, { domain: 'dataforseo.example' }, second.world);
    expect(other.insights.backlink_overview_result).toMatchObject({
      top_tlds: ['com', 'org'],
      link_types: { anchor: 1_100, image: 40 },
    });
    expect(second.paths).toEqual(['/analytics/v1/', '/v3/backlinks/summary/live']);
  });

  it('complete a row of the file upstream, and keep it where no upstream answers', async () => {
    const row = { authority_score: 61, total_backlinks: 7 };
    const file = fileOf('semrush.example', row);
    const { world, paths } = await worldOf([semrushVendor], file);
    const links = await answer(backlinkOverview, { domain: 'semrush.example' }, world);
    expect(links.classification).toMatchObject(row);
    expect(links.classification.referring_domains).toBeGreaterThan(0);
    expect(paths).toEqual(['/analytics/v1/']);
    const authority = await answer(domainAuthority, { domain: 'semrush.example' }, world);
    expect(authority.classification).toMatchObject({ authority_score: 61 });
    expect(authority.classification.organic_traffic).toBeGreaterThan(0);
    expect(paths).toEqual(['/analytics/v1/', '/']);
    const lame: FakeVendor = {
      ...semrushVendor,
      answer: () => new Response('', { status: 503 }),
    };
    const kept = await worldOf([lame], file);
    const found = await answer(backlinkOverview, { domain: 'semrush.example' }, kept.world);
    expect(found).toMatchObject({ price: 13, classification: row });
    const nobody = await worldOf([], file);
    const alone = await answer(backlinkOverview, { domain: 'semrush.example' }, nobody.world);
    expect(alone).toMatchObject({ price: 13, classification: row });
  });

  it('assess risk by trust, and by rank where nobody measured it', async () => {
    const { world } = await worldOf([dataForSeoVendor]);
    const known = await answer(domainSeoIntelligence, { domain: 'dataforseo.example' }, world);
    expect(known.risk).toMatchObject({ fraud_score: 12, risk_level: 'LOW', risk_factors: [] });
    expect(known.insights.authority).toEqual({
      domainAuthority: 55,
      pageAuthority: 41,
      domainStrength: 34,
      trustScore: 88,
    });
    const semrush = await worldOf([semrushVendor]);
    const silent = await answer(
      domainSeoIntelligence,
      { domain: 'semrush.example' },
      semrush.world,
    );
    expect(silent.risk).toMatchObject({
      fraud_score: 10,
      risk_level: 'LOW',
      risk_factors: ['HIGHLY_RANKED'],
    });
    const nobody = await answer(domainSeoIntelligence, { domain: 'nobody.example' }, world);
    expect(nobody).toMatchObject({
      price: 0,
      risk: { fraud_score: 30, risk_level: 'MEDIUM', risk_factors: ['NO_MATCH_FOUND'] },
    });
  });

  it.each([
    // google.com, of which the open lists know the rank and the registry the age.
    [{ popularityRank: 1, authorityScore: 98 }, 10_650, 0, ['HIGHLY_RANKED', 'ESTABLISHED_DOMAIN']],
    [{ popularityRank: 640_000, authorityScore: 22 }, 4_000, 20, ['ESTABLISHED_DOMAIN']],
    [{ authorityScore: 3 }, 12, 70, ['LITTLE_LINKED', 'NEW_DOMAIN']],
    [{ authorityScore: 30 }, 12, 60, ['NEW_DOMAIN']],
    [{ authorityScore: 30 }, 400, 30, []],
    [{ authorityScore: 30 }, null, 30, []],
    [{ trustScore: 88, popularityRank: 1 }, 12, 12, []],
  ])('%j, registered %s days ago, has the risk %i', (figures, ageDays, score, factors) => {
    const fact = { measured: null, ranked: { ...UNKNOWN_METRICS, ...figures }, ageDays };
    const input = { domain: { name: 'google.com' } };
    const { risk } = answerOf(domainSeoIntelligence, fact, input);
    expect(risk).toMatchObject({ fraud_score: score, risk_factors: factors });
  });

  it('ask a registry for the age where no trust was measured, and only there', async () => {
    const asked: string[] = [];
    const rows = {
      ...fileOf('google.com', { authority_score: 98 }).domain_metrics,
      ...fileOf('a.com', { trust_score: 88 }).domain_metrics,
    };
    const world = await createWorld({
      addresses: true,
      files: { domain_metrics: rows },
      http({ url }) {
        asked.push(new URL(url).pathname);
        const events = [{ eventAction: 'registration', eventDate: '1997-09-15T04:00:00Z' }];
        const body = { objectClassName: 'domain', ldhName: 'google.com', events };
        return new Response(JSON.stringify(body), {
          headers: { 'Content-Type': 'application/rdap+json' },
        });
      },
    });
    await answer(domainSeoIntelligence, { domain: 'a.com' }, world);
    expect(asked).toEqual([]);
    const { risk } = await answer(domainSeoIntelligence, { domain: 'google.com' }, world);
    expect(risk).toMatchObject({ fraud_score: 0, risk_level: 'LOW' });
    expect(asked).toHaveLength(1);
  });

  it('do not lose the rest with the authority of the home page', async () => {
    const lame: FakeVendor = {
      ...semrushVendor,
      answer(request, url) {
        if (url.searchParams.get('target_type') === 'url') throw new ApiError('UPSTREAM_TIMEOUT');
        return semrushVendor.answer(request, url);
      },
    };
    const { world } = await worldOf([lame]);
    const { insights } = await answer(domainSeoIntelligence, { domain: 'semrush.example' }, world);
    expect(insights.authority).toMatchObject({ domainAuthority: 55, pageAuthority: null });
  });

  it('name what is missing where nobody can be asked', async () => {
    const { world } = await worldOf([]);
    const asked = answer(domainAuthority, { domain: 'example.com' }, world);
    await expect(asked).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('take a rank of 0 for none', async () => {
    const { world } = await worldOf([semrushVendor]);
    const { classification } = await answer(domainAuthority, { domain: 'ads.example' }, world);
    expect(classification).toMatchObject({ found: true, search_rank: null, runs_paid_ads: true });
    const { risk } = await answer(domainSeoIntelligence, { domain: 'ads.example' }, world);
    expect(risk?.risk_factors).toEqual([]);
  });

  it.each([domainAuthority, domainSeoIntelligence, backlinkOverview])(
    'find nothing, free, where a source says zeros: $path',
    async (product) => {
      const { world } = await worldOf([semrushVendor]);
      const found = await answer(product, { domain: 'zeros.example' }, world);
      expect(found).toMatchObject({ price: 0, classification: { found: false } });
    },
  );

  it('merge figure by figure, the best first', () => {
    const names = Object.keys(UNKNOWN_METRICS) as (keyof DomainMetrics)[];
    for (const name of names) {
      const isList = Array.isArray(UNKNOWN_METRICS[name]);
      const [one, other] = isList ? [['a'], ['b']] : [1, 2];
      const having = (value: unknown) => ({ ...UNKNOWN_METRICS, [name]: value });
      expect(mergeMetrics(having(one), having(other))?.[name]).toEqual(one);
      expect(mergeMetrics(UNKNOWN_METRICS, null, having(other))?.[name]).toEqual(other);
    }
    expect(mergeMetrics(null, undefined)).toBeNull();
  });

  it('have scores within bounds that grow with what they count', () => {
    let before = 0;
    for (let domains = 0; domains < 1e9; domains = domains * 3 + 1) {
      const strength = domainStrengthFor(domains);
      expect(strength).toBeGreaterThanOrEqual(before);
      expect(strength).toBeLessThanOrEqual(100);
      before = strength;
    }
    expect([paidShareFor(0, 0), paidShareFor(null, 4), paidShareFor(1, 3)]).toEqual([
      null,
      null,
      0.25,
    ]);
  });
});

describe('keyword-metrics', () => {
  const ask = async (body: object, vendors = BOTH, files = {}) => {
    const { world, paths } = await worldOf(vendors, files);
    return { ...(await answer(keywordMetrics, body as never, world)), paths };
  };

  it('answers alike however the keyword is written, and apart by country', async () => {
    const one = await ask({ keyword: '  SEO ' });
    expect(one.classification).toMatchObject({
      found: true,
      keyword: 'seo',
      difficulty_band: 'HARD',
      primary_intent: 'informational',
    });
    expect(one.insights.keyword_metrics_result).toEqual({
      trend_direction: 'UP',
      has_ai_overview: true,
      serp_features: ['ai_overview', 'people_also_ask'],
      estimated_monthly_traffic_value_usd: 1_630_200,
    });
    expect((await ask({ keyword: 'seo', country: 'us' })).cacheKey).toBe(one.cacheKey);
    expect((await ask({ keyword: 'seo', country: 'DE' })).cacheKey).not.toBe(one.cacheKey);
  });

  it('takes a keyword of 200 characters, however many code units they have', async () => {
    const found = await ask({ keyword: '😀'.repeat(200) }, [dataForSeoVendor]);
    expect(found.classification.found).toBe(false);
    expect(() => keywordMetrics.input.parse({ keyword: '😀'.repeat(201) })).toThrow();
  });

  it('does not ask for what the vendor refuses, and finds nothing', async () => {
    const keyword = 'a b c d e f g h i j k';
    const long = await ask({ keyword }, [dataForSeoVendor]);
    expect(long).toMatchObject({ price: 0, paths: [], classification: { found: false } });
  });

  it('completes a row of the file upstream, and is free for features alone', async () => {
    const recorded = (row: object) => ({
      keywords: {
        [recordKey('keyword', 'US', 'seo') as string]: { country: 'US', keyword: 'seo', ...row },
      },
    });
    const features = recorded({ serp_features: ['ads'] });
    const alone = await ask({ keyword: 'seo' }, [], features);
    expect(alone).toMatchObject({ price: 0, classification: { found: true } });
    expect(alone.insights.keyword_metrics_result.serp_features).toEqual(['ads']);
    const completed = await ask({ keyword: 'seo' }, BOTH, features);
    expect(completed).toMatchObject({ price: 6, classification: { search_volume: 110_000 } });
    expect(completed.insights.keyword_metrics_result.serp_features).toEqual(['ads']);
    const volume = recorded({ search_volume: 10 });
    const own = await ask({ keyword: 'seo' }, BOTH, volume);
    expect(own.classification).toMatchObject({ search_volume: 10, keyword_difficulty: 78 });
    const whole = { search_volume: 10, cpc_usd: 1, keyword_difficulty: 5 };
    expect((await ask({ keyword: 'seo' }, BOTH, recorded(whole))).paths).toEqual([]);
  });

  it('says nothing of the page of results where nobody looked', async () => {
    const row = { country: 'US', keyword: 'own', search_volume: 10 };
    const { insights } = await ask({ keyword: 'own' }, [], {
      keywords: { [recordKey('keyword', 'US', 'own') as string]: row },
    });
    expect(insights.keyword_metrics_result).toMatchObject({
      trend_direction: null,
      has_ai_overview: null,
      estimated_monthly_traffic_value_usd: null,
    });
  });

  it('has a band for every difficulty', () => {
    const fact = keywordMetrics.sandbox.flatMap((each) => ('fact' in each ? [each.fact] : []))[0];
    const input = keywordMetrics.input.parse(keywordMetrics.example);
    const bandAt = (difficulty: number) =>
      answerOf(keywordMetrics, { ...fact, difficulty }, input).classification.difficulty_band;
    expect([0, 14, 15, 29, 30, 49, 50, 69, 70, 84, 85, 100].map(bandAt)).toEqual([
      ...['VERY_EASY', 'VERY_EASY', 'EASY', 'EASY', 'POSSIBLE', 'POSSIBLE'],
      ...['DIFFICULT', 'DIFFICULT', 'HARD', 'HARD', 'VERY_HARD', 'VERY_HARD'],
    ]);
  });

  it('compares the last three months with the three before', () => {
    expect(quarterlyTrendChange([9, 9, 1, 1, 1, 2, 2, 2])).toBe(1);
    expect(quarterlyTrendChange([0, 0, 0, 0, 0, 0])).toBe(0);
    expect(quarterlyTrendChange([0, 0, 0, 1, 0, 0])).toBe(1);
    expect(quarterlyTrendChange([1, 1, 1, 1, 1])).toBeNull();
    expect(quarterlyTrendChange([1, 1, 1, 1, 1, Number.NaN])).toBeNull();
  });
});

describe('search-intent-lookup', () => {
  it('asks the own server first, and the next when its engines do not answer', async () => {
    const own = await worldOf([searxngVendor, dataForSeoVendor]);
    const found = await answer(searchIntentLookup, { q: ' example   domain ' }, own.world);
    expect(found).toMatchObject({
      price: 1,
      classification: { query: 'example domain', organicCount: 2 },
      insights: { search_intent_result: { peopleAlsoAsk: [] } },
    });
    expect(own.paths).toEqual(['/search']);
    const next = await worldOf([searxngVendor, dataForSeoVendor]);
    const silent = await answer(searchIntentLookup, { q: 'nobody answers' }, next.world);
    expect(next.paths).toEqual(['/search', '/v3/serp/google/organic/live/advanced']);
    expect(silent).toMatchObject({ price: 0, classification: { organicCount: 0 } });
  });

  it('asks for a country, a language and a page', async () => {
    const asked: URL[] = [];
    const world = await createWorld({
      vendors: [searxngVendor],
      http({ url }) {
        asked.push(new URL(url));
        return null;
      },
    });
    const body = { q: 'example domain', country: 'de', language: 'DE', page: 2 };
    const found = await answer(searchIntentLookup, body, world);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      language: 'de-DE',
      pageno: '2',
    });
    expect(found.classification).toMatchObject({ country: 'DE', language: 'de', page: 2 });
    expect(found.insights.search_intent_result.organic[0]).toMatchObject({
      snippet: 'a <vector> of text',
    });
    const key = (more: object) =>
      searchIntentLookup.cacheKey?.(searchIntentLookup.input.parse({ q: 'x', ...more }));
    const keys = [{}, { country: 'DE' }, { language: 'de' }, { page: 2 }].map(key);
    expect(new Set(keys).size).toBe(4);
    expect(key({ country: 'US', language: 'en', page: 1 })).toBe(key({}));
  });

  it('gives every result of the second page where the first had fewer than ten', async () => {
    const item = (rank: number, page?: number) => ({
      type: 'organic',
      rank_group: rank,
      title: `Result ${rank}`,
      url: `https://example.com/${rank}`,
      ...(page && { page }),
    });
    const read = async (items: object[]) => {
      const result = [{ items }];
      const tasks = [{ status_code: 20_000, result }];
      const world = await createWorld({
        vendors: [dataForSeoVendor],
        http: ({ url }) =>
          url.includes('/serp/google/organic/')
            ? Response.json({ status_code: 20_000, tasks })
            : null,
      });
      const found = await answer(searchIntentLookup, { q: 'bakery', page: 2 }, world);
      return found.insights.search_intent_result.organic.map(
        ({ title }: { title: string }) => title,
      );
    };
    const ranks = Array.from({ length: 18 }, (_, at) => at + 1);
    const titles = (from: number) => ranks.slice(from).map((rank) => `Result ${rank}`);
    expect(await read(ranks.map((rank) => item(rank, rank <= 8 ? 1 : 2)))).toEqual(titles(8));
    expect(await read(ranks.map((rank) => item(rank)))).toEqual(titles(10));
  });

  it('answers with the query alone, not with the cache flag of the body', () => {
    const body = { q: 'x', bypassCache: true };
    const parsed = parseInput(lookupBody(searchIntentLookup), body) as Parameters<
      typeof searchIntentLookup.classification.from
    >[1];
    const results = { organic: [], peopleAlsoAsk: [], relatedSearches: [] };
    const found = searchIntentLookup.classification.from(results, parsed, {
      id: 'x',
      foundAt: 'y',
    });
    const where = { country: 'US', language: 'en', page: 1 };
    expect(found).toEqual({ query: 'x', ...where, organicCount: 0 });
  });

  it('does not ask a source that knows neither languages nor pages for them', async () => {
    for (const more of [{ page: 2 }, { language: 'de' }]) {
      const { world, paths } = await worldOf([scrapeCreatorsVendor]);
      const asked = answer(searchIntentLookup, { q: 'example domain', ...more }, world);
      await expect(asked).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(paths).toEqual([]);
    }
  });

  it('cuts the page asked for out of what the vendor answers up to it', async () => {
    const { world } = await worldOf([dataForSeoVendor]);
    const found = await answer(searchIntentLookup, { q: 'first', page: 2 }, world);
    expect(found).toMatchObject({ price: 0, classification: { organicCount: 0, page: 2 } });
  });

  it('fails where no engine answers and nobody else can be asked', async () => {
    const { world } = await worldOf([searxngVendor]);
    const asked = answer(searchIntentLookup, { q: 'nobody answers' }, world);
    await expect(asked).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('numbers results without a gap', () => {
    const links = ['https://a.example', 'ftp://b.example', 'https://a.example', 'http://c.example'];
    const rows = numberResults(links.map((link) => ({ title: 'x', link, snippet: null })));
    expect(rows.map(({ position, link }) => [position, link])).toEqual([
      [1, 'https://a.example'],
      [2, 'http://c.example'],
    ]);
  });
});

describe('audience-intelligence', () => {
  it('keeps its six reports apart, and shows the columns of each', async () => {
    const { world, paths } = await worldOf([semrushVendor]);
    const keys = new Set<string>();
    for (const report of AUDIENCE_REPORTS) {
      const body = { domain: 'www.semrush.example', report };
      const { price, cacheKey, classification, insights } = await answer(
        audienceIntelligence,
        body,
        world,
      );
      keys.add(cacheKey);
      expect(price).toBe(86);
      expect(classification).toMatchObject({ found: true, target: 'semrush.example', report });
      const { rows } = insights.audience_intelligence_result;
      const { texts, figures } = AUDIENCE_LAYOUTS[report];
      expect(Object.keys(rows[0]).sort()).toEqual([...texts, ...figures].sort());
      expect(classification.row_count).toBe(rows.length);
    }
    expect(keys.size).toBe(AUDIENCE_REPORTS.length);
    expect(paths).toHaveLength(AUDIENCE_REPORTS.length);
  });

  it.each([
    ['silent.example', 'summary'],
    ['silent.example', 'geo'],
    ['zeros.example', 'summary'],
  ])('finds nothing, free, in a report without figures: %s %s', async (domain, report) => {
    const { world } = await worldOf([semrushVendor]);
    const found = await answer(audienceIntelligence, { domain, report }, world);
    expect(found).toMatchObject({ price: 0, classification: { found: false, row_count: 0 } });
  });

  it('takes a rank of 0 for none', async () => {
    const { world } = await worldOf([semrushVendor]);
    const { insights } = await answer(audienceIntelligence, { domain: 'unranked.example' }, world);
    const [row] = insights.audience_intelligence_result.rows;
    expect(row).toMatchObject({ rank: null, visits: 5, users: null });
  });

  it('reads a file of lines, and asks further where it lacks the report', async () => {
    const line = (report: string, label: string, value: number, share?: number) => ({
      ...{ report, label, value },
      ...(share !== undefined && { share }),
    });
    const rows = [
      line('summary', 'visits', 482_000),
      line('age_sex', '25-34 female', 528, 0.17),
      line('age_sex', '25-34 male', 589, 0.19),
      line('geo', 'US', 284_000, 0.589),
    ];
    const files = { audiences: { [recordKey('domain', 'semrush.example') as string]: { rows } } };
    const { world, paths } = await worldOf([semrushVendor], files);
    const rowsOf = async (report: string) =>
      (await answer(audienceIntelligence, { domain: 'semrush.example', report }, world)).insights
        .audience_intelligence_result.rows;
    expect(await rowsOf('summary')).toMatchObject([
      { target: 'semrush.example', visits: 482_000, users: null },
    ]);
    expect(await rowsOf('age_sex')).toEqual([
      { age: '25-34', female_users: 528, male_users: 589, female_share: 0.17, male_share: 0.19 },
    ]);
    expect(await rowsOf('geo')).toEqual([
      { geo: 'US', traffic: 284_000, traffic_share: 0.589, users: null },
    ]);
    expect(paths).toEqual([]);
    expect(await rowsOf('income')).toMatchObject([{ income_type: 'middle', users: 161_400 }]);
    expect(paths).toEqual(['/analytics/ta/api/v3/income_distribution']);
  });

  it('refuses a report there is none of', () => {
    const parsed = audienceIntelligence.input.safeParse({ domain: 'example.com', report: 'sky' });
    expect(parsed.success).toBe(false);
  });
});

it('takes what a reply says of itself for what it says, whatever type it is served as', async () => {
  const headers = { 'Content-Type': 'text/html; charset=UTF-8' };
  const world = await createWorld({
    vendors: [semrushVendor],
    http: () => new Response('ERROR 50 :: NOTHING FOUND', { headers }),
  });
  const found = await answer(keywordMetrics, { keyword: 'nobody searches this' }, world);
  expect([found.classification.found, found.price]).toEqual([false, 0]);
});
