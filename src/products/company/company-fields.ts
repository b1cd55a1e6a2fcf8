import * as z from 'zod';
import {
  COMPANY_TRUST,
  type Company,
  type CompanyFact,
  type CompanyField,
} from '../../domain/company/company.ts';
import {
  employeeBandFor,
  employeeRange,
  plainBand,
  readRange,
  revenueBandFor,
} from '../../domain/company/company-search.ts';
import { countryCodeOf, englishCountryName } from '../../domain/place/countries.ts';
import { fieldValue, outranks } from '../../domain/sourced.ts';
import { siteAddress } from '../../domain/web/site.ts';
import { field } from '../../lookup/answer-fields.ts';
import { describeFieldSources, type FieldMap, mappedValues } from '../../lookup/field-sources.ts';
import { COMPANY_SOURCE_LIST } from './company-sources.ts';

const inPlainFigures = <Stated extends { value: string }>(stated: Stated): Stated => ({
  ...stated,
  value: plainBand(stated.value),
});

/** The fact with bands in plain figures. */
const withPlainBands = ({ size, employeeBand, ...fact }: CompanyFact): CompanyFact => ({
  ...fact,
  ...(size && { size: inPlainFigures(size) }),
  ...(employeeBand && { employeeBand: inPlainFigures(employeeBand) }),
});

/**
 * Makes the head count and the employee band agree: a count outside the band of a more trusted
 * source is dropped; otherwise the count determines the band.
 */
export function withEmployeeBand(given: CompanyFact): CompanyFact {
  const fact = withPlainBands(given);
  const { employees, employeeBand, ...others } = fact;
  const band = employees && employeeBandFor(employees.value);
  if (!employees || !band) return fact;
  const [low, high] = readRange(employeeBand?.value ?? null) ?? [];
  if (low !== undefined && low <= employees.value && employees.value <= (high ?? Infinity))
    return fact;
  return employeeBand &&
    low !== undefined &&
    outranks(COMPANY_TRUST, 'employeeBand', employeeBand.source, employees.source)
    ? { ...others, employeeBand }
    : { ...fact, employeeBand: { ...employees, value: band } };
}

/** {@link withEmployeeBand}, with the band as `size` if no source states the network's size. */
export function withCompanySize(fact: CompanyFact): CompanyFact {
  const banded = withEmployeeBand(fact);
  return banded.employeeBand ? { size: banded.employeeBand, ...banded } : banded;
}

const range = (what: string, bound: string) =>
  z.number().min(0).nullable().describe(`${what}, ${bound}; null if the source does not say.`);

/** Country code and numeric ranges of size; rows of searches have them too. */
export const companySizeFields = {
  country_code: field.textOrNull(
    'Country of the headquarters, ISO 3166-1 alpha-2; null if it is not known.',
  ),
  employees_min: range('Number of employees', 'lower bound'),
  employees_max: range('Number of employees', 'upper bound'),
  revenue_min: range('Annual revenue in US dollars', 'lower bound'),
  revenue_max: range('Annual revenue in US dollars', 'upper bound'),
};

/** The values of {@link companySizeFields}, from the texts of sources. */
export function describeCompanySize(company: {
  country: string | null;
  employees: number | null;
  employeeBand: string | null;
  revenue: string | null;
}) {
  const employees = employeeRange(company);
  const revenue = readRange(company.revenue);
  return {
    country_code: countryCodeOf(company.country ?? ''),
    employees_min: employees?.[0] ?? null,
    employees_max: employees?.[1] ?? null,
    revenue_min: revenue?.[0] ?? null,
    revenue_max: revenue?.[1] ?? null,
  };
}

/** Fields of every product about one company, besides the product's own. */
export const companyDetailFields = {
  ...companySizeFields,
  revenue_band: field.textOrNull(
    'The band that contains the whole revenue range: $0-$1M, $1M-$10M, $10M-$25M, $25M-$50M, $50M-$100M, $100M-$250M, $250M-$500M, $500M-$1B, $1B-$10B or $10B+.',
  ),
  description: field.textOrNull('What the company does.'),
  website: field.textOrNull('URL of the website.'),
  network_url: field.textOrNull('URL of the page on the professional network.'),
  lei: field.textOrNull('Legal Entity Identifier (ISO 17442).'),
  ticker: field.textOrNull('Ticker symbol.'),
};

const DETAIL_TEXTS = {
  description: 'description',
  website: 'website',
  network_url: 'networkUrl',
  lei: 'lei',
  ticker: 'ticker',
} as const satisfies FieldMap<Company>;

export const COMPANY_DETAIL_MAP = {
  country_code: 'country',
  revenue_band: 'revenue',
  ...DETAIL_TEXTS,
} as const satisfies FieldMap<Company>;

export function describeCompanyDetails(fact: CompanyFact) {
  const revenue = fieldValue(fact, 'revenue');
  const revenueRange = readRange(revenue);
  return {
    ...describeCompanySize({
      country: fieldValue(fact, 'country'),
      employees: fieldValue(fact, 'employees'),
      employeeBand: fieldValue(fact, 'employeeBand'),
      revenue,
    }),
    revenue_band: revenueRange && revenueBandFor(revenueRange),
    ...mappedValues(fact, DETAIL_TEXTS),
    website: siteAddress(fieldValue(fact, 'website')),
  };
}

/** The source of each known field of a company, and the oldest date among them. */
export function companyFieldSources(fact: CompanyFact | null, shown: FieldMap<Company>) {
  const details = new Map<string, unknown>(
    Object.entries(fact ? describeCompanyDetails(fact) : {}),
  );
  const counted = fact?.employees ? 'employees' : 'employeeBand';
  const all: FieldMap<Company> = {
    ...shown,
    ...{ employees_min: counted, employees_max: counted },
    ...{ revenue_min: 'revenue', revenue_max: 'revenue' },
  };
  // A text may say nothing of its range, band or code.
  const known = Object.entries(all).filter(([name]) => details.get(name) !== null);
  return describeFieldSources(fact, Object.fromEntries(known), COMPANY_SOURCE_LIST);
}

/** The distinct fact fields behind the shown ones: a count, a range and a text may share one. */
export const fieldsOfMap = (shown: FieldMap<Company>): readonly CompanyField[] => [
  ...new Set(Object.values(shown)),
];

/** Classification fields of a company's page, shared by two products. */
export const linkedinPageClassification = z.object({
  matched: field.boolean('Whether the company was found.'),
  company_name: field.textOrNull('Name of the company.'),
  industry: field.textOrNull('Industry, as the source names it.'),
  company_size: field.textOrNull(
    'Range of the number of employees as the professional network shows it, such as 51-200.',
  ),
  headquarters: field.textOrNull('City and region of the headquarters.'),
  founded: z.int().nullable().describe('Year of foundation.'),
  followers: field.countOrNull('Number of followers on the professional network.'),
});

export const linkedinPageFields = {
  ...companyDetailFields,
  country: field.textOrNull('Country of the headquarters, by its English name.'),
  employees_on_platform: field.countOrNull(
    'Number of employees with a profile on the professional network.',
  ),
  specialties: field.textList('Specialties that the company names.'),
};

const PAGE_HEADLINE = {
  company_name: 'name',
  industry: 'industry',
  company_size: 'size',
  headquarters: 'headquarters',
  founded: 'founded',
  followers: 'followers',
} as const satisfies FieldMap<Company>;

export const LINKEDIN_PAGE_FIELD_MAP = {
  ...PAGE_HEADLINE,
  country: 'country',
  employees_on_platform: 'employeesOnPlatform',
  specialties: 'specialties',
  ...COMPANY_DETAIL_MAP,
} as const satisfies FieldMap<Company>;

/** Fields that make a company's page billable; its name and addresses alone do not. */
export const LINKEDIN_PAGE_SUBSTANCE = [
  'industry',
  'company_size',
  'headquarters',
  'founded',
  'followers',
  'employees_on_platform',
  'specialties',
  'description',
] as const;

export const classifyLinkedinPage = (
  fact: CompanyFact | null,
): z.input<typeof linkedinPageClassification> => ({
  matched: fact !== null,
  ...mappedValues(fact, PAGE_HEADLINE),
});

export const describeLinkedinPage = (fact: CompanyFact) => ({
  ...describeCompanyDetails(fact),
  country: englishCountryName(fieldValue(fact, 'country')),
  employees_on_platform: fieldValue(fact, 'employeesOnPlatform'),
  specialties: [...(fieldValue(fact, 'specialties') ?? [])],
});
