import * as z from 'zod';
import {
  type CompanyFact,
  type CompanyKey,
  companyFieldValue,
  mayBeSameCompany,
  mergeCompanyFacts,
  sourcedFields,
} from '../../domain/company/company.ts';
import { employeeRange, readRange, revenueBandFor } from '../../domain/company/company-search.ts';
import { countryCodeOf, countryName } from '../../domain/place/countries.ts';
import { type WebSite, webSite } from '../../domain/web/site.ts';
import { defineProduct } from '../../lookup/product.ts';
import { firstMatch, foundFact, type QuerySource, requireNoMatch } from '../../lookup/source.ts';
import { mailDns } from '../../open-data/mail/mail-dns.ts';
import { recordedCompany } from '../../open-data/records/companies.ts';
import { hunterCompany } from '../../vendors/hunter/company.ts';
import { pdlCompany } from '../../vendors/pdl/company.ts';
import { withEmployeeBand } from './employee-band.ts';
import { describeFieldSources, type FieldMap, fieldSourceFields } from './field-sources.ts';
import { isNamedCompany, openCompany } from './open-company.ts';
import { SANDBOX_COMPANY_DOMAINS } from './sandbox.ts';

const firmographicsClassification = z.object({
  matched: z.boolean().describe('A company was found behind the domain.'),
  company_name: z.string().nullable().describe('Name.'),
  industry: z.string().nullable().describe('Industry, as the source calls it.'),
  employee_count: z.int().min(0).nullable().describe('Employees.'),
  employee_band: z
    .string()
    .nullable()
    .describe(
      '1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000 or 10001+; or as the source writes it.',
    ),
  annual_revenue: z
    .string()
    .nullable()
    .describe("A year's revenue as text: a range such as $10M-$25M, or a figure in US dollars."),
  founded_year: z.int().nullable().describe('Year it was founded.'),
  country: z.string().nullable().describe('Country of the headquarters, by its English name.'),
});

const range = (what: string, bound: string) =>
  z.number().min(0).nullable().describe(`${what}, ${bound}; null where the source does not say.`);

const firmographicsInsights = z.object({
  company_firmographics_result: z
    .object({
      country_code: z
        .string()
        .nullable()
        .describe('Country of the headquarters, ISO 3166-1 alpha-2; null for no known country.'),
      employees_min: range('Employees', 'at least'),
      employees_max: range('Employees', 'at most'),
      revenue_min: range("A year's revenue in US dollars", 'at least'),
      revenue_max: range("A year's revenue in US dollars", 'at most'),
      revenue_band: z
        .string()
        .nullable()
        .describe(
          'The band that holds all of the revenue: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+.',
        ),
      sic_codes: z.array(z.string()).describe('Standard Industrial Classification.'),
      naics_codes: z.array(z.string()).describe('North American Industry Classification System.'),
      technology_count: z
        .int()
        .min(0)
        .nullable()
        .describe('Technologies its sites or its DNS show.'),
      headcount_growth_12m: z
        .number()
        .nullable()
        .describe('Growth of the head count in twelve months, a fraction.'),
      departmental_head_count: z
        .record(z.string(), z.int())
        .nullable()
        .describe('Employees by department.'),
      description: z.string().nullable().describe('What it does.'),
      headquarters: z.string().nullable().describe('City and region of the headquarters.'),
      website: z.string().nullable().describe('Web site.'),
      network_url: z.string().nullable().describe('Page on the professional network.'),
      lei: z.string().nullable().describe('Legal Entity Identifier (ISO 17442).'),
      ticker: z.string().nullable().describe('Symbol at an exchange.'),
    })
    .nullable()
    .describe('The company in detail; null when none was found.'),
  ...fieldSourceFields,
});

const FIRMOGRAPHICS_FIELD_MAP: FieldMap = [
  ['company_name', 'name'],
  ['industry', 'industry'],
  ['employee_count', 'employees'],
  ['employee_band', 'employeeBand'],
  ['annual_revenue', 'revenue'],
  ['founded_year', 'founded'],
  ['country', 'country'],
  ['country_code', 'country'],
  ['revenue_band', 'revenue'],
  ['sic_codes', 'sicCodes'],
  ['naics_codes', 'naicsCodes'],
  ['technology_count', 'technologyCount'],
  ['headcount_growth_12m', 'headcountGrowth'],
  ['departmental_head_count', 'departments'],
  ['description', 'description'],
  ['headquarters', 'headquarters'],
  ['website', 'website'],
  ['network_url', 'networkUrl'],
  ['lei', 'lei'],
  ['ticker', 'ticker'],
];

const countryCode = (fact: CompanyFact): string | null =>
  countryCodeOf(companyFieldValue(fact, 'country') ?? '');

/** Head count and revenue as numbers, and the revenue as a band. */
function describeSize(fact: CompanyFact) {
  const [employees, band, revenue] = [
    companyFieldValue(fact, 'employees'),
    companyFieldValue(fact, 'employeeBand'),
    readRange(companyFieldValue(fact, 'revenue')),
  ];
  const [employeesMin = null, employeesMax = null] =
    employeeRange({ employees, employeeBand: band }) ?? [];
  return {
    employees_min: employeesMin,
    employees_max: employeesMax,
    revenue_min: revenue?.[0] ?? null,
    revenue_max: revenue?.[1] ?? null,
    revenue_band: revenue && revenueBandFor(revenue),
  };
}

/** The classification section of company firmographics. */
function classifyFirmographics(
  company: CompanyFact | null,
): z.input<typeof firmographicsClassification> {
  const fact = company ?? {};
  return {
    matched: company !== null,
    company_name: companyFieldValue(fact, 'name'),
    industry: companyFieldValue(fact, 'industry'),
    employee_count: companyFieldValue(fact, 'employees'),
    employee_band: companyFieldValue(fact, 'employeeBand'),
    annual_revenue: companyFieldValue(fact, 'revenue'),
    founded_year: companyFieldValue(fact, 'founded'),
    country: countryName(countryCode(fact)) ?? companyFieldValue(fact, 'country'),
  };
}

const headCounts = (fact: CompanyFact): Record<string, number> | null => {
  const departments = companyFieldValue(fact, 'departments');
  return departments && Object.fromEntries(departments.map(({ name, people }) => [name, people]));
};

/** The insights section of company firmographics. */
function describeFirmographics(company: CompanyFact | null): z.input<typeof firmographicsInsights> {
  const fact = company ?? {};
  return {
    company_firmographics_result: company && {
      country_code: countryCode(fact),
      ...describeSize(fact),
      sic_codes: [...(companyFieldValue(fact, 'sicCodes') ?? [])],
      naics_codes: [...(companyFieldValue(fact, 'naicsCodes') ?? [])],
      technology_count: companyFieldValue(fact, 'technologyCount'),
      headcount_growth_12m: companyFieldValue(fact, 'headcountGrowth'),
      departmental_head_count: headCounts(fact),
      description: companyFieldValue(fact, 'description'),
      headquarters: companyFieldValue(fact, 'headquarters'),
      website: companyFieldValue(fact, 'website'),
      network_url: companyFieldValue(fact, 'networkUrl'),
      lei: companyFieldValue(fact, 'lei'),
      ticker: companyFieldValue(fact, 'ticker'),
    },
    ...describeFieldSources(company, FIRMOGRAPHICS_FIELD_MAP),
  };
}

/** The operator's file, else a paid database: the next one where the one before knows nothing. */
const companyDatabase = firstMatch(recordedCompany, pdlCompany, hunterCompany);

const answering = [...companyDatabase.list, ...openCompany.list];

/**
 * A database and open sources, joined field by field in this order where they are of one company;
 * and how many services the domain's DNS shows.
 */
const sources = {
  list: [...answering, mailDns],
  answeredBy: answering,
  async resolve(key: CompanyKey, ask: QuerySource): Promise<CompanyFact | null> {
    const [database, open] = await Promise.all([ask(companyDatabase, key), ask(openCompany, key)]);
    const found = foundFact(open);
    const named = isNamedCompany(found) ? found : null;
    const first = foundFact(database) ?? named;
    if (!first) return requireNoMatch([database, open], answering);
    const same = named && mayBeSameCompany(first, named) ? named : null;
    const dns = key.site && foundFact(await ask(mailDns, key.site.domain));
    const technologyCount = dns?.technologies.length || null;
    return mergeCompanyFacts(first, same, sourcedFields('dns', { technologyCount }));
  },
};

const PRICE = 75;

/** How large is the company behind this domain, and what does it do? */
export const companyFirmographics = defineProduct({
  path: '/company-firmographics',
  type: 'company_firmographics',
  summary: 'Size, industry, revenue and age of the company behind a domain',
  tier: 'standard',
  input: z.object({ domain: webSite }),
  subject: ({ domain }) => domain.domain,
  sources: {
    list: sources.list,
    answeredBy: sources.answeredBy,
    resolve: ({ domain: site }: { domain: WebSite }, ask) =>
      sources.resolve({ site, page: null }, ask),
  },
  derive: (fact) => fact && withEmployeeBand(fact),
  price: {
    upTo: PRICE,
    paidFor: ['employee_count', 'employee_band', 'industry', 'annual_revenue'],
    charge: (company) => (company ? PRICE : 0),
  },
  classification: { schema: firmographicsClassification, from: classifyFirmographics },
  insights: { schema: firmographicsInsights, from: describeFirmographics },
  bulk: 'company_firmographics',
  factVersion: 1,
  sandbox: SANDBOX_COMPANY_DOMAINS,
  example: { domain: 'example.com' },
});
