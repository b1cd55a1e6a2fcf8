import { describe, expect, it } from 'vitest';
import { parseWebSite } from '../../../src/domain/web/site.ts';
import { ApiError, type ErrorCode } from '../../../src/lib/errors.ts';
import type { World } from '../../../src/lookup/world.ts';
import { companyFirmographics } from '../../../src/products/company/company-firmographics.ts';
import { companyProfileLookup } from '../../../src/products/company/company-profile-lookup.ts';
import { COMPANY_DATABASES, PAGE_FIELDS } from '../../../src/products/company/company-sources.ts';
import { networkCompanyLookup } from '../../../src/products/company/network-company-lookup.ts';
import { networkProfileLookup } from '../../../src/products/person/network-profile-lookup.ts';
import { scrapedLinkedinCompany } from '../../../src/vendors/scrapecreators/linkedin.ts';
import { siteCompany } from '../../../src/web-reader/site-company.ts';
import { answer, askIn } from '../../support/answer.ts';
import { createWorld, type Files } from '../../support/create-world.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { hunterVendor } from '../../support/world/vendors/hunter.ts';
import { pdlVendor } from '../../support/world/vendors/pdl.ts';
import { gleifVendor, secVendor } from '../../support/world/vendors/registers.ts';
import { scrapeCreatorsVendor } from '../../support/world/vendors/scrapecreators.ts';
import { wikidataVendor } from '../../support/world/vendors/wikidata.ts';
import { type FakePage, fakeSites } from '../web/fake-sites.ts';

interface Outside {
  vendors?: readonly FakeVendor[];
  pages?: Record<string, FakePage>;
  files?: Files;
  /** Replies in place of a vendor's own, by a part of the address. */
  instead?: Record<string, () => Response>;
  contact?: string;
}

const OPEN = [wikidataVendor, gleifVendor, secVendor];
const nowhere = (domain: string): Record<string, FakePage> =>
  Object.fromEntries(
    parseWebSite(domain).origins.map((origin) => [
      `${origin}/robots.txt`,
      { fails: 'NO_SUCH_HOST' },
    ]),
  );

async function worldOf({ vendors = OPEN, pages = {}, files = {}, instead = {}, contact }: Outside) {
  const sites = fakeSites(pages);
  const world = await createWorld({
    files,
    vendors,
    settings: { ...(contact && { contact }) },
    zones: { 'company.example': { MX: ['1 mx.example.'], TXT: ['slack-domain-verification=x'] } },
    http({ url }) {
      const [, other] = Object.entries(instead).find(([part]) => url.includes(part)) ?? [];
      return other?.() ?? null;
    },
  });
  world.outbound.fetcher = sites.world.outbound.fetcher;
  return { world, asked: world.outbound.asked, fetched: sites.asked };
}

const html = (data: unknown, others = ''): FakePage => ({
  body: `<html><head><meta property="og:site_name" content="Example"><meta property="og:description"
    content="From the head &amp; shoulders."><script>var a = "<b>"</script>
    <script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify(data)}</script>
    </head><body>${others}</body></html>`,
});
const organization = {
  '@type': 'Corporation',
  name: 'Example',
  legalName: 'Example Company, Inc.',
  url: 'https://www.company.example/',
  description: 'We make examples.',
  foundingDate: '1977-01-01',
  numberOfEmployees: { '@type': 'QuantitativeValue', value: '1,250' },
  address: [{ addressLocality: 'Oakland', addressRegion: 'CA', addressCountry: { name: 'US' } }],
  naics: 513210,
  sameAs: ['https://x.com/example', 'https://uk.linkedin.com/company/Example-Company/?trk=x'],
};
const home = 'https://company.example/';
const site = (data: unknown, others?: string) => ({ [home]: html(data, others) });
/** A failure as the pipeline would name it. */
const fails = (code: ErrorCode) => (): Response => {
  throw new ApiError(code);
};

describe('a home page', () => {
  const read = async (page: FakePage, more: Record<string, FakePage> = {}) =>
    siteCompany.ask(parseWebSite('company.example'), fakeSites({ [home]: page, ...more }).world);

  it.each([
    ['Deutschland', 'Germany'],
    ['España', 'Spain'],
    ['Italia', 'Italy'],
    ['Freedonia', 'Freedonia'],
  ])('names the country %s in English', async (addressCountry, name) => {
    const fact = await read(html({ ...organization, address: { addressCountry } }));
    expect(fact?.stated.country?.value).toBe(name);
  });

  it('reads an address that is named by its id, and data in wrappers of another time', async () => {
    const address = { '@id': '#addr', '@type': 'PostalAddress', addressCountry: 'FI' };
    const page = html({ '@graph': [{ ...organization, address: { '@id': '#addr' } }, address] });
    const wrapped = String(page.body)
      .replace('ld+json">', 'ld+json">/*<![CDATA[*/')
      .replace('}]}</script>', '}]}/*]]>*/</script>');
    for (const body of [String(page.body), wrapped])
      expect((await read({ body }))?.stated.country?.value).toBe('Finland');
  });

  it('reads an organization in microdata and in RDFa, unless the page lists several', async () => {
    const marked = (scope: string, prop: string, type: (name: string) => string, name: string) =>
      `<div ${scope} ${type('Corporation')}><h1 ${prop}="name">${name} <i>Company</i></h1>
        <a ${prop}="url" href="/">Home</a><meta ${prop}="foundingDate" content="1977">
        <div ${prop}="address" ${scope} ${type('PostalAddress')}><p><span ${prop}="addressLocality">Turku
        </span></p><span ${prop}="addressCountry">FI</span></div>
        <div ${prop}="review" ${scope} ${type('Review')}><b ${prop}="name">Nice</b></div></div>`;
    const microdata = (name: string) =>
      marked('itemscope', 'itemprop', (type) => `itemtype="https://schema.org/${type}"`, name);
    const rdfa = (name: string) =>
      marked('', 'property', (type) => `typeof="schema:${type}"`, name);
    for (const body of [microdata('Example'), rdfa('Example')])
      expect((await read({ body }))?.stated, body).toMatchObject({
        name: { value: 'Example Company', source: 'site' },
        founded: { value: 1977 },
        country: { value: 'Finland' },
        headquarters: { value: 'Turku' },
      });
    const directory = await read({
      body: `<title>x</title>${microdata('One')}${microdata('Two')}`,
    });
    expect(directory?.stated.name).toBeUndefined();
  });

  it('states its company in its data, wherever that stands in it', async () => {
    const expected = {
      name: { value: 'Example Company, Inc.', source: 'site' },
      employees: { value: 1_250 },
      founded: { value: 1977 },
      country: { value: 'United States' },
      headquarters: { value: 'Oakland, CA' },
      naicsCodes: { value: ['513210'] },
      networkUrl: { value: 'https://www.linkedin.com/company/example-company' },
    };
    for (const data of [
      organization,
      [{ '@type': 'BreadcrumbList' }, organization],
      {
        '@graph': [
          { '@type': 'WebSite', name: 'No' },
          { ...organization, '@type': ['x', 'schema:Store'] },
        ],
      },
      { '@type': 'WebSite', publisher: organization },
    ])
      expect(await read(html(data))).toMatchObject({ stated: expected, siteName: 'Example' });
  });

  it.each([
    ['a title alone', '{}'],
    ['what is no organization', { '@type': 'Person', name: 'Ada' }],
    ['an organization without a name', { '@type': 'Organization', name: '  ' }],
    ["another's", { '@type': 'Organization', name: 'Agency', url: 'https://agency.example' }],
    ['what does not parse', '{"@type":"Organization","name":"Example"'],
    ['endless nesting', '['.repeat(5_000) + ']'.repeat(5_000)],
  ])('names no company by %s', async (_, data) => {
    const fact = await read(html(data));
    expect(fact).toMatchObject({
      stated: { description: { value: 'From the head & shoulders.' } },
    });
    expect(fact?.stated.name).toBeUndefined();
  });

  it('reads a range of employees as a band, and nonsense as nothing', async () => {
    const of = async (more: object) => (await read(html({ ...organization, ...more })))?.stated;
    expect(await of({ numberOfEmployees: { minValue: 11, maxValue: 50 } })).toMatchObject({
      employeeBand: { value: '11-50' },
    });
    const odd = await of({ numberOfEmployees: 'many', foundingDate: 'long ago', address: 'here' });
    for (const field of [
      'employees',
      'employeeBand',
      'founded',
      'country',
      'headquarters',
    ] as const)
      expect(odd?.[field]).toBeUndefined();
  });

  it('is read as robots.txt allows, and its absence is distinguished from its failure', async () => {
    const closed = { body: 'User-agent: *\nDisallow: /', type: 'text/plain' };
    const robots = { 'https://company.example/robots.txt': closed };
    await expect(read(html(organization), robots)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    const ask = (pages: Record<string, FakePage>) =>
      siteCompany.ask(parseWebSite('company.example'), fakeSites(pages).world);
    expect(await ask(nowhere('company.example'))).toBeNull();
    const halfGone = { 'https://company.example/robots.txt': { fails: 'NO_SUCH_HOST' as const } };
    await expect(ask(halfGone)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });
});

const firmographics = (domain: string, world: World) =>
  answer(companyFirmographics, { domain }, world);

describe('company-firmographics', () => {
  it('joins what open sources state, each field with its origin', async () => {
    const { world } = await worldOf({ pages: site(organization), contact: 'mailto:a@b.example' });
    const { classification, insights, price } = await firmographics('www.company.example', world);
    expect(classification).toEqual({
      matched: true,
      company_name: 'Example Company',
      industry: 'software industry',
      employee_count: 1_200,
      employee_band: '1001-5000',
      annual_revenue: '$5,400,000,000',
      founded_year: 1976,
      country: 'United States',
    });
    expect(insights.company_firmographics_result).toMatchObject({
      sic_codes: ['7372'],
      naics_codes: ['513210'],
      technology_count: 1,
      headcount_growth_12m: null,
      departmental_head_count: null,
      description: 'We make examples.',
      ticker: 'EXMP',
    });
    const origin = new Map(
      insights.sources.map(({ field, source, as_of }: Record<string, unknown>) => [
        field,
        [source, as_of],
      ]),
    );
    expect(Object.fromEntries(origin)).toMatchObject({
      company_name: ['open_knowledge_base', null],
      employee_count: ['open_knowledge_base', '2024'],
      employee_band: ['open_knowledge_base', '2024'],
      annual_revenue: ['securities_register', '2024-12-31'],
      sic_codes: ['securities_register', null],
      lei: ['legal_entity_register', null],
      description: ['company_website', null],
      technology_count: ['dns_mail_records', null],
      employees_min: ['open_knowledge_base', '2024'],
      employees_max: ['open_knowledge_base', '2024'],
      revenue_min: ['securities_register', '2024-12-31'],
      revenue_max: ['securities_register', '2024-12-31'],
    });
    expect(origin.has('headcount_growth_12m')).toBe(false);
    expect(insights.as_of).toBe('2024');
    expect(price).toBe(75);
  });

  it('does without what nobody contacts, and without a register that fails', async () => {
    const { world, asked } = await worldOf({
      pages: site(organization),
      instead: { gleif: fails('SERVICE_UNAVAILABLE') },
    });
    const { classification } = await firmographics('company.example', world);
    expect(classification).toMatchObject({ annual_revenue: '$5,000,000,000' });
    expect(asked.some((each) => each.includes('sec.gov'))).toBe(false);
  });

  it('asks the securities register by name, and takes the filer of the same city alone', async () => {
    const small = { url: 'https://small.example', foundingDate: '1977' };
    const of = async (address: object, legalName: string) => {
      const page = html({ ...organization, ...small, legalName, address });
      const outside = { pages: { 'https://small.example/': page }, contact: 'mailto:a@b.example' };
      const { world, asked } = await worldOf(outside);
      const { classification } = await firmographics('small.example', world);
      return [classification.annual_revenue, asked.some((each) => each.includes('tickers'))];
    };
    const berkeley = { addressLocality: 'Berkeley', addressRegion: 'CA', addressCountry: 'US' };
    expect(await of(berkeley, 'Example Company Incorporated')).toEqual(['$5,400,000,000', true]);
    expect(await of(berkeley, 'Example Bakery')).toEqual([null, true]);
    // A namesake elsewhere, and companies of which the city or the country says nothing.
    expect(await of({ ...berkeley, addressLocality: 'Salem' }, 'Example Company')).toEqual([
      null,
      true,
    ]);
    expect(await of({ addressCountry: 'US' }, 'Example Company')).toEqual([null, false]);
    expect(await of({ ...berkeley, addressCountry: 'CA' }, 'Example Company')).toEqual([
      null,
      false,
    ]);
  });

  it.each(['us', 'USA', 'United States of America'])(
    'asks the securities register about a company in %s, as the operator’s file writes it',
    async (country) => {
      const row = { company_name: 'Example Company', country, headquarters: 'Berkeley, CA' };
      const files = { companies: { 'domain:small.example': row } };
      const { world } = await worldOf({ files, contact: 'mailto:a@b.example' });
      const { classification } = await firmographics('small.example', world);
      expect(classification.annual_revenue).toBe('$5,400,000,000');
    },
  );

  it('keeps the home page of another company out of it', async () => {
    const zenith = { '@type': 'Organization', name: 'Zenith Agency', naics: '541810' };
    const { world } = await worldOf({ pages: site(zenith) });
    const { insights } = await firmographics('company.example', world);
    expect(JSON.stringify(insights)).not.toMatch(/541810|"site"/);
  });

  it('finds by the home page alone, and nobody by a title', async () => {
    const local = { ...organization, url: 'https://small.example', name: 'Small', legalName: null };
    const pages = { 'https://small.example/': html(local), 'https://title.example/': html({}) };
    const { world } = await worldOf({ pages });
    const small = await firmographics('small.example', world);
    expect(small.classification).toMatchObject({ matched: true, company_name: 'Small' });
    const title = await firmographics('title.example', world);
    expect([title.classification.matched, title.price]).toEqual([false, 0]);
    expect(title.insights).toEqual({
      company_firmographics_result: null,
      sources: [],
      as_of: null,
    });
  });

  it('says no only when nobody has failed', async () => {
    const none = await worldOf({ pages: nowhere('nobody.example') });
    expect((await firmographics('nobody.example', none.world)).classification.matched).toBe(false);
    const failing = await worldOf({
      pages: nowhere('nobody.example'),
      instead: { wikidata: fails('UPSTREAM_QUOTA_EXHAUSTED') },
    });
    await expect(firmographics('nobody.example', failing.world)).rejects.toMatchObject({
      code: 'UPSTREAM_QUOTA_EXHAUSTED',
    });
    // The home page answers where the other fails.
    const half = await worldOf({
      pages: site(organization),
      instead: { wikidata: fails('SERVICE_UNAVAILABLE') },
    });
    expect((await firmographics('company.example', half.world)).classification.company_name).toBe(
      'Example Company, Inc.',
    );
  });

  it('joins a paid database with what open sources alone state, and says numbers and codes', async () => {
    const { world } = await worldOf({
      vendors: [...OPEN, hunterVendor],
      pages: site(organization),
      contact: 'mailto:a@b.example',
    });
    const { insights } = await firmographics('company.example', world);
    expect(insights.company_firmographics_result).toMatchObject({
      country_code: 'CA',
      employees_min: 120,
      employees_max: 120,
      revenue_min: 5_400_000_000,
      revenue_max: 5_400_000_000,
      revenue_band: '$1B-$10B',
      ticker: 'EXMP',
    });
    const origin = (field: string) =>
      insights.sources.find((each: Record<string, unknown>) => each.field === field)?.source;
    expect(
      ['employee_count', 'annual_revenue', 'ticker', 'lei', 'country_code'].map(origin),
    ).toEqual([
      'business_company_database',
      'securities_register',
      'securities_register',
      'legal_entity_register',
      'business_company_database',
    ]);
  });

  it('says the same in whatever order sources answer, and without one that fails', async () => {
    const vendors = [...OPEN, pdlVendor, hunterVendor];
    const outside = { vendors, pages: site(organization), contact: 'mailto:a@b.example' };
    const slow = async (part: string) => {
      const { world } = await worldOf(outside);
      const { http } = world.outbound;
      const late = async (request: Request) => {
        if (request.url.includes(part)) await new Promise((done) => setTimeout(done, 20));
        return http(request);
      };
      return firmographics('company.example', {
        ...world,
        outbound: { ...world.outbound, http: late },
      });
    };
    const [first, ...others] = [await slow('peopledatalabs'), await slow('wikidata')];
    for (const { classification, insights } of others)
      expect([classification, insights]).toEqual([first.classification, first.insights]);
    const filed = { annual_revenue: '$5,400,000,000' };
    expect(first.classification).toMatchObject({ ...filed, employee_count: 120 });
    expect(first.insights.company_firmographics_result).toMatchObject({ ticker: 'EXMP' });
    const failing = async (part: string) => {
      const { world } = await worldOf({ ...outside, instead: { [part]: fails('UPSTREAM_ERROR') } });
      const { classification, insights } = await firmographics('company.example', world);
      const { lei, ticker } = insights.company_firmographics_result;
      return [classification.annual_revenue, classification.employee_count, lei, ticker];
    };
    const { lei } = first.insights.company_firmographics_result;
    expect(lei).toHaveLength(20);
    expect(await failing('peopledatalabs')).toEqual(['$5,400,000,000', 120, lei, 'EXMP']);
    expect(await failing('gleif')).toEqual(['$5,400,000,000', 120, lei, 'EXMP']);
    expect(await failing('sec.gov')).toEqual(['$10M-$25M', 120, lei, 'EXMP']);
  });

  it('pays a database only for what no source trusted more has stated', async () => {
    const vendors = [pdlVendor, hunterVendor];
    const paid = (asked: readonly string[]) =>
      ['peopledatalabs', 'hunter'].filter((each) => asked.some((one) => one.includes(each)));
    const whole = {
      company_name: 'Filed Ltd',
      description: 'Files.',
      industry: 'Filing',
      employee_count: 5,
      employee_band: '1-10',
      annual_revenue: '$1M-$10M',
      founded_year: 1999,
      country: 'CA',
      sic_codes: ['7372'],
      naics_codes: ['513210'],
      technology_count: 3,
      headcount_growth_12m: 0.1,
      departmental_head_count: [{ name: 'filing', people: 5 }],
      headquarters: 'Ottawa',
      website: 'https://company.example',
      network_url: 'https://www.linkedin.com/company/example-company',
    };
    const asking = async (row: Record<string, unknown>) => {
      const files = { companies: { 'domain:company.example': row } };
      const { world, asked } = await worldOf({ vendors, files });
      const { classification, insights } = await firmographics('company.example', world);
      return { name: classification.company_name, paid: paid(asked), insights };
    };
    expect(await asking(whole)).toMatchObject({ name: 'Filed Ltd', paid: [] });
    const { name, paid: both, insights } = await asking({ company_name: 'Example Company Ltd' });
    expect([name, both]).toEqual(['Example Company Ltd', ['peopledatalabs', 'hunter']]);
    expect(insights.company_firmographics_result).toMatchObject({
      technology_count: 2,
      departmental_head_count: { engineering: 60, sales: 25 },
    });
  });

  it('knows what each paid source may state', async () => {
    const states = (name: string) =>
      COMPANY_DATABASES.find(({ source }) => source.name === name)?.states ?? PAGE_FIELDS;
    const { world } = await worldOf({ vendors: [pdlVendor, hunterVendor, scrapeCreatorsVendor] });
    const key = { site: parseWebSite('company.example'), page: null };
    const facts = [
      ...(await Promise.all(COMPANY_DATABASES.map(({ source }) => source.ask(key, world)))),
      await scrapedLinkedinCompany.ask('example-company', world),
    ];
    for (const fact of facts) {
      const [{ source = '' } = {}] = Object.values(fact ?? {});
      expect(Object.keys(fact ?? {}).length).toBeGreaterThan(8);
      expect(states(source)).toEqual(expect.arrayContaining(Object.keys(fact ?? {})));
    }
  });

  it('believes the file first, then the paid ones, and keeps their quota', async () => {
    const vendors = [pdlVendor, hunterVendor];
    const files = {
      companies: { 'domain:example.com': { company_name: 'Filed Ltd', founded_year: 1999 } },
    };
    const { world } = await worldOf({ vendors, files });
    const filed = await firmographics('shop.example.com', world);
    expect(filed.classification).toMatchObject({ company_name: 'Filed Ltd', founded_year: 1999 });
    expect(filed.insights.sources[0]).toEqual({
      field: 'company_name',
      source: 'company_records',
      as_of: '2026-10-01',
    });
    const paid = await firmographics('company.example', world);
    expect(paid.insights.company_firmographics_result.departmental_head_count).toEqual({
      engineering: 60,
      sales: 25,
    });
    // A name below a hosting company's is not the company's own.
    const pages = { 'https://example.github.io/': html({}) };
    const hosted = { 'domain:github.io': { company_name: 'The hosting company' } };
    const tenant = await worldOf({ pages, files: { companies: hosted } });
    expect((await firmographics('example.github.io', tenant.world)).classification.matched).toBe(
      false,
    );
    const broke = await worldOf({
      vendors,
      pages: nowhere('nobody.example'),
      instead: {
        peopledatalabs: fails('UPSTREAM_QUOTA_EXHAUSTED'),
        hunter: fails('UPSTREAM_ERROR'),
      },
    });
    await expect(firmographics('nobody.example', broke.world)).rejects.toMatchObject({
      code: 'UPSTREAM_QUOTA_EXHAUSTED',
    });
  });
});

const profile = (body: Record<string, unknown>, world: World) =>
  answer(companyProfileLookup, body, world);

describe('company-profile-lookup', () => {
  const all = [...OPEN, scrapeCreatorsVendor, pdlVendor];

  it('finds the page of a domain, and its funding', async () => {
    const { world } = await worldOf({ vendors: all, pages: site(organization) });
    const { classification, insights, price } = await profile({ domain: 'company.example' }, world);
    expect(classification).toEqual({
      matched: true,
      company_name: 'Example Company',
      industry: 'Software Development',
      company_size: '51-200',
      headquarters: 'Ottawa, ON',
      founded: 2006,
      followers: 5_400,
    });
    expect(insights.company_profile_lookup_result).toMatchObject({
      employees_on_platform: 120,
      funding: {
        total_raised: 12_500_000,
        rounds: 3,
        last_round_date: '2021-05-01',
        ipo_status: 'private',
      },
    });
    expect(price).toBe(25);
  });

  it('joins the file, the page, a database and open sources', async () => {
    const files = {
      companies: {
        'domain:company.example': { company_name: 'Example Company', founded_year: 1975 },
      },
    };
    const { world } = await worldOf({ vendors: all, files, pages: site(organization) });
    const { classification, insights } = await profile({ domain: 'company.example' }, world);
    expect(classification).toMatchObject({ founded: 1975, followers: 5_400 });
    expect(insights.company_profile_lookup_result).toMatchObject({
      country: 'Canada',
      country_code: 'CA',
      employees_min: 120,
      employees_max: 120,
      revenue_min: 10_000_000,
      revenue_band: '$10M-$25M',
    });
    expect(insights.company_profile_lookup_result.lei).toHaveLength(20);
    expect(insights.sources).toEqual(
      expect.arrayContaining([
        { field: 'founded', source: 'company_records', as_of: '2026-10-01' },
        { field: 'company_size', source: 'professional_network_page', as_of: null },
        { field: 'followers', source: 'business_company_database', as_of: null },
        { field: 'lei', source: 'legal_entity_register', as_of: null },
      ]),
    );
    const page = await answer(networkCompanyLookup, { profile_url: 'example-company' }, world);
    expect(page.classification).toMatchObject({
      company_size: '51-200',
      followers: 5_400,
    });
    expect(page.insights.network_company_lookup_result).toMatchObject({
      revenue_band: '$10M-$25M',
      lei: insights.company_profile_lookup_result.lei,
    });
  });

  it('names the origin of what is known, and of nothing else', async () => {
    const files = {
      companies: {
        'domain:company.example': {
          ...{ company_name: 'Example Company', employee_band: '10001+', country: 'Nowhere' },
          annual_revenue: 'plenty',
        },
      },
    };
    const { world } = await worldOf({ vendors: [], files, pages: nowhere('company.example') });
    const { classification, insights } = await answer(
      companyFirmographics,
      { domain: 'company.example' },
      world,
    );
    const { company_firmographics_result: details, sources } = insights;
    expect(details).toMatchObject({ employees_min: 10_001, employees_max: null });
    expect(details).toMatchObject({ revenue_min: null, revenue_band: null, country_code: null });
    const known = Object.entries({ ...classification, ...details })
      .filter(([field, value]) => field !== 'matched' && value !== null && `${value}` !== '')
      .map(([field]) => field);
    expect(sources.map(({ field }: { field: string }) => field).toSorted()).toEqual(
      known.toSorted(),
    );
  });

  it('without funding lacks that alone', async () => {
    for (const pages of [site(organization), nowhere('company.example')]) {
      const { world } = await worldOf({ vendors: [scrapeCreatorsVendor, pdlVendor], pages });
      const body = { domain: 'company.example', include_funding: false };
      const without = await profile(body, world);
      const whole = await profile({ domain: 'company.example' }, world);
      expect(without.classification).toEqual(whole.classification);
      expect(without.insights.company_profile_lookup_result).toEqual({
        ...whole.insights.company_profile_lookup_result,
        funding: null,
      });
      expect(JSON.stringify(without.insights.sources)).not.toMatch(/rounds|raised|ipo/);
      expect(without.cacheKey).not.toBe(whole.cacheKey);
    }
  });

  it('takes one state of the funding, and no day that the page does not say', async () => {
    const page = { name: 'Example Company', size: '51-200 employees' };
    const funding = { numberOfRounds: 9, lastRound: { date: 'Mar 2021' } };
    const instead = { 'linkedin/company': () => Response.json({ ...page, funding }) };
    const of = async (...vendors: FakeVendor[]) => {
      const { world } = await worldOf({ vendors, instead });
      const { insights } = await profile({ profile_url: 'example-company' }, world);
      const { rounds, last_round_date: date } = insights.company_profile_lookup_result.funding;
      return [rounds, date];
    };
    expect(await of(scrapeCreatorsVendor)).toEqual([9, '2021-03']);
    expect(await of(scrapeCreatorsVendor, pdlVendor)).toEqual([3, '2021-05-01']);
  });

  it('shows no ticker of a company that a more trusted source calls private', async () => {
    const shown = async (...vendors: FakeVendor[]) => {
      const { world } = await worldOf({ vendors });
      const { insights } = await profile({ profile_url: 'example-company' }, world);
      const { ticker, funding } = insights.company_profile_lookup_result;
      return [ticker, funding.ipo_status];
    };
    expect(await shown(wikidataVendor)).toEqual(['EXMP', 'public']);
    expect(await shown(wikidataVendor, scrapeCreatorsVendor)).toEqual([null, 'private']);
  });

  it("is answered where a database has a person's page for the company's", async () => {
    const instead = {
      'company/enrich': () =>
        Response.json({ name: 'Example Company', linkedin_url: 'linkedin.com/in/ada-example' }),
    };
    const { world } = await worldOf({ vendors: [pdlVendor], instead });
    const { classification, insights } = await profile({ domain: 'company.example' }, world);
    expect(classification.company_name).toBe('Example Company');
    expect(insights.company_profile_lookup_result.network_url).toBeNull();
  });

  it('passes over the page of whoever built the site', async () => {
    const link = '<a href="https://www.linkedin.com/company/example-company">Built by us</a>';
    const other = { ...organization, name: 'Bakery', legalName: null, url: null, sameAs: null };
    const pages = { 'https://bakery.example/': html(other, link) };
    const { world, asked } = await worldOf({
      vendors: [wikidataVendor, scrapeCreatorsVendor],
      pages,
    });
    const { classification } = await profile({ domain: 'bakery.example' }, world);
    expect(asked.some((each) => each.includes('linkedin/company'))).toBe(true);
    expect(classification).toMatchObject({ company_name: 'Bakery', company_size: '1001-5000' });
  });

  it('is asked by the page alone, which replaces the domain', async () => {
    const { world, fetched } = await worldOf({ vendors: [scrapeCreatorsVendor, wikidataVendor] });
    const page = 'https://m.linkedin.com/company/Example-Company/about?trk=1';
    const body = { domain: 'other.example', profile_url: page };
    const found = await profile(body, world);
    expect(found.classification).toMatchObject({ company_name: 'Example Company', founded: 2006 });
    expect([found.cacheKey, fetched]).toEqual(['company/example-company', []]);
    const nobody = await profile({ profile_url: 'nobody-at-all' }, world);
    expect([nobody.classification.matched, nobody.price]).toEqual([false, 0]);
  });
});

describe('pages of the professional network', () => {
  it.each([
    ['https://www.linkedin.com/company/example-company/?utm_source=x#top'],
    ['uk.linkedin.com/company/Example-Company/about'],
    ['https://m.linkedin.com/mwlite/company/example-company'],
    ['example-company'],
  ])('know the company of %s by one name', async (profile_url) => {
    const { world } = await worldOf({ vendors: [scrapeCreatorsVendor] });
    const { classification, cacheKey, price } = await answer(
      networkCompanyLookup,
      { profile_url },
      world,
    );
    expect([cacheKey, classification.matched, price]).toEqual(['example-company', true, 10]);
  });

  it.each([
    ['https://www.linkedin.com/in/ada-example/?trk=x'],
    ['https://de.linkedin.com/in/Ada-Example/en'],
    ['linkedin.com/mwlite/in/ada-example'],
    [' ada-example '],
  ])('know the person of %s by one name', async (profile_url) => {
    const { world } = await worldOf({ vendors: [scrapeCreatorsVendor] });
    const { classification, cacheKey, price } = await answer(
      networkProfileLookup,
      { profile_url },
      world,
    );
    expect(classification).toEqual({
      matched: true,
      name: 'Ada Example',
      current_title: null,
      current_company: 'Example Company',
      followers: 512,
    });
    expect([cacheKey, price]).toEqual(['ada-example', 10]);
  });

  it('tell a person from a company', () => {
    const parse = (
      product: typeof networkProfileLookup | typeof networkCompanyLookup,
      text: string,
    ) => product.input.safeParse({ profile_url: text }).success;
    expect(parse(networkProfileLookup, 'https://www.linkedin.com/company/example')).toBe(false);
    expect(parse(networkCompanyLookup, 'https://www.linkedin.com/in/example')).toBe(false);
    expect(parse(networkProfileLookup, 'https://example.com/in/example')).toBe(false);
  });

  it('fall back from the file to the vendors to the open one, and are never fetched', async () => {
    const row = {
      full_name: 'Ada Filed',
      title: 'Owner',
      company_name: 'Filed Ltd',
      work_email: 'ada@filed.example',
      skills: ['Baking'],
    };
    const vendors = [pdlVendor, scrapeCreatorsVendor, wikidataVendor];
    const files = { work_contacts: { 'profile:ada-filed': row } };
    const { world, fetched, asked } = await worldOf({
      vendors,
      files,
    });
    const of = async (profile_url: string) => answer(networkProfileLookup, { profile_url }, world);
    const filed = await of('ada-filed');
    expect(filed.classification).toMatchObject({ name: 'Ada Filed', current_title: 'Owner' });
    expect(filed.insights.network_profile_lookup_result).toMatchObject({ skills: ['Baking'] });
    expect((await of('grace-notable')).classification).toMatchObject({
      current_title: 'chief executive officer',
      current_company: 'Example Company',
    });
    for (const closed of ['private-example', 'gated-example']) {
      const nobody = await of(closed);
      expect([nobody.classification.matched, nobody.price]).toEqual([false, 0]);
    }
    const broke = await worldOf({
      vendors,
      instead: { scrape: fails('UPSTREAM_QUOTA_EXHAUSTED') },
    });
    const body = { profile_url: 'ada-example' };
    const { insights } = await answer(networkProfileLookup, body, broke.world);
    expect(insights.network_profile_lookup_result.education[0].degrees).toEqual(['Bachelors']);
    expect(fetched).toEqual([]);
    expect(asked.some((each) => / https:\/\/[a-z.]*linkedin/.test(each))).toBe(false);
  });

  it('go on where a source has the name alone, and answer with it where no other knows more', async () => {
    const files = { work_contacts: { 'profile:ada-example': { full_name: 'Ada Filed' } } };
    const of = async (vendors: FakeVendor[], instead = {}) => {
      const { world } = await worldOf({ vendors, files, instead });
      const found = await answer(networkProfileLookup, { profile_url: 'ada-example' }, world);
      return [found.classification.name, found.price];
    };
    expect(await of([pdlVendor])).toEqual(['Ada Example', 10]);
    expect(await of([])).toEqual(['Ada Filed', 0]);
    const broke = { peopledatalabs: fails('UPSTREAM_QUOTA_EXHAUSTED') };
    expect(await of([pdlVendor], broke)).toEqual(['Ada Filed', 0]);
  });

  it('name everything a suppressed person may be known by', async () => {
    const { world } = await worldOf({ vendors: [pdlVendor] });
    const input = networkProfileLookup.input.parse({ profile_url: 'ada-example' });
    const fact = await networkProfileLookup.sources.resolve(input, askIn(world));
    const { people } = networkProfileLookup;
    expect(people?.inputSubjects(input)).toEqual([{ kind: 'profile', text: 'ada-example' }]);
    expect(people?.factSubjects(fact, input)).toContainEqual({
      ...{ kind: 'email', text: 'ada@mail.example' },
    });
    expect(people?.factSubjects(null, input)).toEqual([]);
  });
});

describe('a company whose own site is not public', () => {
  const closed = (origin: string): Record<string, FakePage> => ({
    [`${origin}/robots.txt`]: { fails: 'INVALID_INPUT' },
  });
  const pages = {
    ...closed('https://company.example'),
    ...closed('https://www.company.example'),
    ...closed('http://company.example'),
    ...closed('http://company.example:8443'),
    ...closed('https://company.example:8443'),
  };

  it.each(['company.example', 'company.example:8443', 'https://company.example:8443/about'])(
    'is found by who knows its domain: %s',
    async (domain) => {
      const { world } = await worldOf({ vendors: [pdlVendor], pages });
      const { classification } = await answer(companyFirmographics, { domain }, world);
      expect(classification).toMatchObject({ matched: true, company_name: 'Example Company' });
    },
  );

  it('is none, and free, where nobody knows it', async () => {
    const { world } = await worldOf({ pages: closed('http://other.example:8443') });
    const body = { domain: 'other.example:8443' };
    const { classification, price } = await answer(companyFirmographics, body, world);
    expect([classification.matched, price]).toEqual([false, 0]);
  });
});
