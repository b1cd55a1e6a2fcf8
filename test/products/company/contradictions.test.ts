import { expect, it } from 'vitest';
import { employeeBandFor, readRange } from '../../../src/domain/company/company-search.ts';
import { countryCodeOf } from '../../../src/domain/place/countries.ts';
import { ApiError } from '../../../src/lib/errors.ts';
import { companyFirmographics } from '../../../src/products/company/company-firmographics.ts';
import { companyProfileLookup } from '../../../src/products/company/company-profile-lookup.ts';
import { networkCompanyLookup } from '../../../src/products/company/network-company-lookup.ts';
import { answer } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import { hunterVendor } from '../../support/world/vendors/hunter.ts';
import { pdlVendor } from '../../support/world/vendors/pdl.ts';
import { scrapeCreatorsVendor } from '../../support/world/vendors/scrapecreators.ts';

const some = <Value>(...values: Value[]) => fc.constantFrom(...values);
const orNull = (...values: unknown[]) => fc.option(some(...values), { freq: 2 });

/** Null: it fails; undefined: not configured. */
const said = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(fc.option(value, { freq: 6 }), { nil: undefined, freq: 2 });

const NAMES = ['Example Company', 'Example Company, Inc.', 'example', 'Agency Studio'];
const BANDS = ['1-10', '51-200', '201-500', '10,001+', '1001-5000', 'small'];
const COUNTS = [0, 1, 60, 120, 340, 25_000];
const PLACES = ['Ottawa, Ontario, Canada', 'Berkeley, California, United States', 'Munich'];
const COUNTRIES = ['canada', 'United States', 'Germany', 'DE', 'Nowhere'];
const REVENUES = ['$10M-$25M', '$1,200,000', '$1B+', '$1-10M', 'much'];
const DATES = ['2021-05', '2019', '2099-01-01'];

const pdl = fc.record({
  name: some(...NAMES),
  size: orNull(...BANDS),
  employee_count: orNull(...COUNTS),
  founded: orNull(2006, 1799, 2099, 0),
  industry: orNull('Computer Software', true),
  location: fc.record({ name: orNull(...PLACES), country: orNull(...COUNTRIES) }),
  inferred_revenue: orNull(...REVENUES),
  total_funding_raised: orNull(0, 12_500_000),
  number_funding_rounds: orNull(0, 3),
  last_funding_date: orNull(...DATES),
  linkedin_url: orNull('linkedin.com/company/example-company', 'linkedin.com/company/other'),
  linkedin_follower_count: orNull(0, 5_400),
  type: orNull('private', 'public', 'nonprofit'),
  ticker: orNull('EXMP'),
  website: orNull('company.example'),
});
const hunter = fc.record({
  name: some(...NAMES),
  category: fc.record({ industry: orNull('Internet') }),
  foundedYear: orNull(2007, 2099),
  geo: fc.record({ city: orNull('Ottawa'), countryCode: orNull('CA', 'US') }),
  linkedin: fc.record({ handle: orNull('company/example-company') }),
  metrics: fc.record({
    employees: orNull(...COUNTS, '51-200'),
    employeesRange: orNull(...BANDS),
    annualRevenue: orNull(1_200_000, '$10M-$50M'),
  }),
});
const page = fc.record({
  name: some(...NAMES),
  size: orNull(...BANDS.map((band) => `${band} employees`)),
  employeeCount: orNull(...COUNTS),
  industry: orNull('Software Development'),
  founded: orNull(2005, 2099),
  headquarters: orNull('Ottawa, ON', 'Berkeley, California', 'Munich, Bavaria'),
  type: orNull('Privately Held', 'Public Company'),
  website: orNull('https://company.example'),
  funding: fc.record({
    numberOfRounds: orNull(0, 2),
    lastRound: fc.record({ date: orNull('2020-01-01T00:00:00.000Z') }),
  }),
});
const file = fc.record(
  {
    company_name: some(...NAMES),
    employee_count: some(...COUNTS),
    employee_band: some(...BANDS),
    company_size: some(...BANDS),
    annual_revenue: some(...REVENUES),
    country: some('Canada', 'DE'),
    headquarters: some(...PLACES),
    ipo_status: some('PUBLIC', 'PRIVATE'),
    funding_rounds: some(0, 4),
    total_raised: some(0, 1_000),
    network_url: some('https://www.linkedin.com/company/example-company'),
  },
  { requiredKeys: ['company_name'] },
);

const drawn = fc.record({
  pdl: said(pdl),
  hunter: said(hunter),
  page: said(page),
  file: fc.option(file, { nil: undefined, freq: 2 }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function replyOf(all: Drawn, { url }: Request): Response {
  const { host, pathname } = new URL(url);
  if (
    pathname !== '/v5/company/enrich' &&
    pathname !== '/v2/companies/find' &&
    !/company/.test(pathname)
  )
    return new Response('', { status: 404 });
  const found = host.includes('hunter') ? all.hunter : host.includes('people') ? all.pdl : all.page;
  if (!found) return new Response('', { status: 503 });
  return Response.json(host.includes('hunter') ? { data: found } : found);
}

// biome-ignore lint/suspicious/noExplicitAny: rules look into sections of every shape
type Answer = any;

async function answersTo(all: Drawn): Promise<Answer[]> {
  const world = await createWorld({
    vendors: [
      ...(all.pdl === undefined ? [] : [pdlVendor]),
      ...(all.hunter === undefined ? [] : [hunterVendor]),
      ...(all.page === undefined ? [] : [scrapeCreatorsVendor]),
    ],
    http: (request) => replyOf(all, request),
    files: all.file === undefined ? {} : { companies: { 'domain:company.example': all.file } },
    isCovered: () => false,
  });
  const asked = [
    [companyFirmographics, { domain: 'company.example' }],
    [companyProfileLookup, { domain: 'company.example' }],
    [networkCompanyLookup, { profile_url: 'example-company' }],
  ] as const;
  const found = asked.map(([product, body]) =>
    answer(product, body, world).catch((error: unknown) => {
      if (error instanceof ApiError) return null;
      throw error;
    }),
  );
  return (await Promise.all(found)).filter((each) => each !== null);
}

/** The fields of an answer beside each other. */
const fieldsOf = ({ classification, insights }: Answer) => ({
  ...classification,
  ...(Object.values(insights).find(
    (part) => part && typeof part === 'object' && !Array.isArray(part),
  ) as Answer),
});

const overlap = (one: Answer, other: Answer): boolean =>
  !one || !other || (one[0] <= (other[1] ?? Infinity) && other[0] <= (one[1] ?? Infinity));

/** True where an answer contradicts itself. */
const RULES: Record<string, (fields: Answer, answer: Answer) => boolean> = {
  'head count and its band': ({ employee_count: count, employee_band: band }) =>
    typeof count === 'number' &&
    employeeBandFor(count) !== band &&
    !overlap([count, count], readRange(band)),
  'head count and its range': ({ employee_count: count, employees_min, employees_max }) =>
    typeof count === 'number' && (employees_min !== count || employees_max !== count),
  'revenue and its range': ({ annual_revenue: text, revenue_min, revenue_max }) =>
    text !== undefined &&
    (readRange(text)?.[0] ?? null) !== revenue_min &&
    (readRange(text)?.[1] ?? null) !== revenue_max,
  'country and its code': ({ country, country_code: code }) =>
    code !== null && country !== undefined && countryCodeOf(country ?? '') !== code,
  'money and rounds': ({ funding }) =>
    funding &&
    ((funding.rounds === 0 && (funding.total_raised ?? 0) > 0) ||
      (funding.rounds === 0 && funding.last_round_date !== null)),
  'private companies have no ticker': ({ funding, ticker }) =>
    funding?.ipo_status === 'private' && ticker !== null,
  'founded before now': ({ founded, founded_year }) => (founded ?? founded_year ?? 0) > 2027,
  'known fields have a source, others none': (fields, { insights }) =>
    insights.sources.some(({ field }: Answer) => {
      const value = field in fields ? fields[field] : fields.funding?.[field];
      return value === null || value === undefined;
    }),
  'no company, no price, no facts': (fields, { classification, price }) =>
    !classification.matched &&
    (price > 0 ||
      Object.entries(fields).some(
        ([name, value]) => name !== 'matched' && value !== null && typeof value !== 'object',
      )),
};

it('no answer about a company contradicts itself, whatever sources say', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (all) => {
      const broken = (await answersTo(all)).flatMap((each) =>
        Object.entries(RULES)
          .filter(([, isBroken]) => isBroken(fieldsOf(each), each))
          .map(([rule]) => rule),
      );
      expect(broken).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
