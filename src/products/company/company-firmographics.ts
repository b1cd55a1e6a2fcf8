import * as z from 'zod';
import { type Company, type CompanyFact, parseCompanySite } from '../../domain/company/company.ts';
import { englishCountryName } from '../../domain/place/countries.ts';
import { fieldValue } from '../../domain/sourced.ts';
import { siteField, type WebSite } from '../../domain/web/site.ts';
import { field } from '../../lookup/answer-fields.ts';
import { type FieldMap, fieldSourceFields, mappedValues } from '../../lookup/field-sources.ts';
import { defineProduct } from '../../lookup/product.ts';
import { mapInput } from '../../lookup/source-adapters.ts';
import {
  COMPANY_DETAIL_MAP,
  companyDetailFields,
  companyFieldSources,
  describeCompanyDetails,
  fieldsOfMap,
  withEmployeeBand,
} from './company-fields.ts';
import { companyByDomain } from './company-sources.ts';
import { SANDBOX_COMPANY_DOMAINS } from './sandbox.ts';

const firmographicsClassification = z.object({
  matched: field.boolean('Whether a company was found behind the domain.'),
  company_name: field.textOrNull('Name of the company.'),
  industry: field.textOrNull('Industry, as the source names it.'),
  employee_count: field.countOrNull('Number of employees.'),
  employee_band: field.textOrNull(
    'Range of the number of employees: 1-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000 or 10001+; or as the source writes it.',
  ),
  annual_revenue: field.textOrNull(
    'Annual revenue as text: a range such as $10M-$25M, or a figure in US dollars.',
  ),
  founded_year: z.int().nullable().describe('Year of foundation.'),
  country: field.textOrNull('Country of the headquarters, by its English name.'),
});

const firmographicsInsights = z.object({
  company_firmographics_result: field.objectOrNull(
    'Details of the company; null if none was found.',
    {
      ...companyDetailFields,
      sic_codes: field.textList('Standard Industrial Classification (SIC) codes.'),
      naics_codes: field.textList('North American Industry Classification System (NAICS) codes.'),
      technology_count: field.countOrNull('Technologies that its sites or its DNS show.'),
      headcount_growth_12m: field.numberOrNull(
        'Headcount growth over twelve months, as a fraction.',
      ),
      departmental_head_count: z
        .record(z.string(), z.int())
        .nullable()
        .describe('Number of employees by department.'),
      headquarters: field.textOrNull('City and region of the headquarters.'),
    },
  ),
  ...fieldSourceFields,
});

const HEADLINE = {
  company_name: 'name',
  industry: 'industry',
  employee_count: 'employees',
  employee_band: 'employeeBand',
  annual_revenue: 'revenue',
  founded_year: 'founded',
  country: 'country',
} as const satisfies FieldMap<Company>;

const DETAILS = {
  sic_codes: 'sicCodes',
  naics_codes: 'naicsCodes',
  technology_count: 'technologyCount',
  headcount_growth_12m: 'headcountGrowth',
  departmental_head_count: 'departments',
  headquarters: 'headquarters',
} as const satisfies FieldMap<Company>;

const FIELD_MAP = { ...HEADLINE, ...DETAILS, ...COMPANY_DETAIL_MAP };

const classifyFirmographics = (
  company: CompanyFact | null,
): z.input<typeof firmographicsClassification> => ({
  matched: company !== null,
  ...mappedValues(company, HEADLINE),
  country: englishCountryName(fieldValue(company, 'country')),
});

const headCounts = (fact: CompanyFact): Record<string, number> | null => {
  const departments = fieldValue(fact, 'departments');
  return departments && Object.fromEntries(departments.map(({ name, people }) => [name, people]));
};

const describeFirmographics = (
  company: CompanyFact | null,
): z.input<typeof firmographicsInsights> => ({
  company_firmographics_result: company && {
    ...describeCompanyDetails(company),
    ...mappedValues(company, DETAILS),
    sic_codes: [...(fieldValue(company, 'sicCodes') ?? [])],
    naics_codes: [...(fieldValue(company, 'naicsCodes') ?? [])],
    departmental_head_count: headCounts(company),
  },
  ...companyFieldSources(company, FIELD_MAP),
});

const SHOWN = fieldsOfMap(FIELD_MAP);

export const companyFirmographics = defineProduct({
  path: '/company-firmographics',
  summary: 'Size, industry, revenue and age of the company behind a domain',
  tier: 'standard',
  input: z.object({ domain: siteField(parseCompanySite) }),
  subject: ({ domain }) => domain.domain,
  // Spares the page: paid databases state most of these fields, a page few of them.
  sources: mapInput(
    ({ domain: site }: { domain: WebSite }) => ({
      key: { site, page: null },
      shown: SHOWN,
      sparesPage: true,
    }),
    companyByDomain,
  ),
  derive: (fact) => fact && withEmployeeBand(fact),
  price: {
    upTo: 75,
    paidFor: ['employee_count', 'employee_band', 'industry', 'annual_revenue'],
    isPaid: (company) => company !== null,
  },
  classification: { schema: firmographicsClassification, from: classifyFirmographics },
  insights: { schema: firmographicsInsights, from: describeFirmographics },
  bulk: 'company_firmographics',
  factVersion: 3,
  sandbox: SANDBOX_COMPANY_DOMAINS,
  example: { domain: 'example.com' },
});
