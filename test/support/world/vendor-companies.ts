import { hunterCompany, hunterCompanyPlace } from '../../../src/vendors/hunter/company.ts';
import { pdlCompany } from '../../../src/vendors/pdl/company.ts';
import type { VendorCase } from './fake-vendor.ts';

const byDomain = (domain: string) => ({ site: { domain, origins: [] }, page: null });
const byPage = (page: string) => ({ site: null, page });

/**
 * A company as People Data Labs replies with `titlecase`; what the plan does not include is true or
 * false.
 */
export const PDL_COMPANY = {
  status: 200,
  likelihood: 9,
  name: 'example company',
  display_name: 'Example Company',
  size: '51-200',
  employee_count: 120,
  founded: 2006,
  industry: 'Computer Software',
  naics: [{ naics_code: '513210' }],
  sic: [{ sic_code: '7372' }, { sic_code: null }],
  location: { name: 'Ottawa, Ontario, Canada', country: 'Canada' },
  inferred_revenue: '$10M-$25M',
  total_funding_raised: 12_500_000,
  number_funding_rounds: 3,
  last_funding_date: '2021-05-01',
  linkedin_url: 'linkedin.com/company/example-company',
  linkedin_follower_count: 5_400,
  linkedin_employee_count: 134,
  tags: ['examples'],
  type: 'private',
  ticker: null,
  website: 'company.example',
  employee_growth_rate: { '12_month': 0.12 },
  employee_count_by_role: { engineering: 60, sales: 25, other_uncategorized: 0 },
  technologies_used: true,
};

/** `GET /v5/company/enrich`; null where there is no such company. */
export function enrichCompany({ searchParams }: URL): object | null {
  const known =
    searchParams.get('website') === PDL_COMPANY.website ||
    searchParams.get('profile') === PDL_COMPANY.linkedin_url;
  return known ? PDL_COMPANY : null;
}

export const pdlCompanyCases = (refusals: VendorCase['refusals'] = []): VendorCase[] => [
  {
    source: pdlCompany,
    finds: byDomain('company.example'),
    fact: {
      name: { value: 'Example Company', source: 'pdl', asOf: null },
      employees: { value: 120 },
      employeeBand: { value: '51-200' },
      revenue: { value: '$10M-$25M' },
      sicCodes: { value: ['7372'] },
      naicsCodes: { value: ['513210'] },
      headcountGrowth: { value: 0.12 },
      departments: {
        value: [
          { name: 'engineering', people: 60 },
          { name: 'sales', people: 25 },
        ],
      },
      followers: { value: 5_400 },
      totalRaised: { value: 12_500_000 },
      ipoStatus: { value: 'private' },
      networkUrl: { value: 'https://www.linkedin.com/company/example-company' },
    },
    none: { query: byPage('nobody-at-all'), fact: null },
    refusals,
    partial: [
      [
        { name: 'bare', display_name: true, employee_count: true, tags: false, ticker: 'BARE' },
        { name: { value: 'bare' }, ticker: { value: 'BARE' }, ipoStatus: { value: 'public' } },
      ],
    ],
    mutate: true,
  },
  {
    source: pdlCompany,
    finds: byPage('example-company'),
    fact: { name: { value: 'Example Company' } },
  },
];

const HUNTER_COMPANY = {
  name: 'Example Company',
  domain: 'company.example',
  category: { industry: 'Internet Software & Services', sicCode: '73', naicsCode: '54' },
  foundedYear: 2006,
  location: '1 Specimen Street, Ottawa, ON K1A, Canada',
  geo: { city: 'Ottawa', state: 'Ontario', country: 'Kanada', countryCode: 'CA' },
  linkedin: { handle: 'company/example-company' },
  metrics: { employees: 120, employeesRange: '51-200', annualRevenue: null },
  tech: ['example_server', 'example_analytics'],
};

/** `GET /v2/companies/find`; null where there is no such company. */
export const findHunterCompany = (query: URLSearchParams): object | null =>
  query.get('domain') === HUNTER_COMPANY.domain ? HUNTER_COMPANY : null;

export const hunterCompanyCases: readonly VendorCase[] = [
  {
    source: hunterCompanyPlace,
    finds: 'company.example',
    fact: { city: 'Ottawa', region: 'Ontario', country: 'Kanada' },
    none: { query: 'nobody.example', fact: null },
    partial: [
      [{ data: { name: null } }, null],
      [
        { data: { name: 'Bare', geo: { city: 'Oslo', state: true } } },
        { city: 'Oslo', region: null, country: null },
      ],
    ],
  },
  {
    source: hunterCompany,
    finds: byDomain('company.example'),
    fact: {
      name: { value: 'Example Company', source: 'hunter' },
      industry: { value: 'Internet Software & Services' },
      employees: { value: 120 },
      sicCodes: { value: ['73'] },
      technologyCount: { value: 2 },
      country: { value: 'Canada' },
      headquarters: { value: 'Ottawa, Ontario' },
      website: { value: 'company.example' },
      networkUrl: { value: 'https://www.linkedin.com/company/example-company' },
    },
    none: { query: byDomain('nobody.example'), fact: null },
    partial: [
      [{ data: { name: null, category: {}, tech: [] } }, null],
      [
        { data: { name: 'Bare', metrics: [], tech: 'one', foundedYear: 'long ago' } },
        { name: { value: 'Bare' } },
      ],
      [
        { data: { name: 'Sold', location: 'Oslo', metrics: { annualRevenue: 12_500_000 } } },
        { revenue: { value: '$12,500,000' }, headquarters: { value: 'Oslo' } },
      ],
      [
        { data: { name: 'Sold', metrics: { estimatedAnnualRevenue: '$10M-$50M' } } },
        { revenue: { value: '$10M-$50M' } },
      ],
      // As the interface replies: how many work there is a band.
      [
        { data: { name: 'Live', metrics: { employees: '11-50', trafficRank: 'high' } } },
        { employeeBand: { value: '11-50' } },
      ],
    ],
  },
];
