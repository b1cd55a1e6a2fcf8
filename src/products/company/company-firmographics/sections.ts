import * as z from 'zod';
import { type CompanyFact, readField } from '../../../core/companies/company.ts';
import { datedOriginFields, datedOrigins, type ShownFields } from '../origins.ts';

export const firmographicsClassification = z.object({
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
  country: z.string().nullable().describe('Country of the headquarters, by name or code.'),
});

export const firmographicsInsights = z.object({
  company_firmographics_result: z
    .object({
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
  ...datedOriginFields,
});

const SHOWN: ShownFields = [
  ['company_name', 'name'],
  ['industry', 'industry'],
  ['employee_count', 'employees'],
  ['employee_band', 'employeeBand'],
  ['annual_revenue', 'revenue'],
  ['founded_year', 'founded'],
  ['country', 'country'],
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

/** The classification section of company firmographics. */
export function classifyFirmographics(
  company: CompanyFact | null,
): z.input<typeof firmographicsClassification> {
  const fact = company ?? {};
  return {
    matched: company !== null,
    company_name: readField(fact, 'name'),
    industry: readField(fact, 'industry'),
    employee_count: readField(fact, 'employees'),
    employee_band: readField(fact, 'employeeBand'),
    annual_revenue: readField(fact, 'revenue'),
    founded_year: readField(fact, 'founded'),
    country: readField(fact, 'country'),
  };
}

const headCounts = (fact: CompanyFact): Record<string, number> | null => {
  const departments = readField(fact, 'departments');
  return departments && Object.fromEntries(departments.map(({ name, people }) => [name, people]));
};

/** The insights section of company firmographics. */
export function describeFirmographics(
  company: CompanyFact | null,
): z.input<typeof firmographicsInsights> {
  const fact = company ?? {};
  return {
    company_firmographics_result: company && {
      sic_codes: [...(readField(fact, 'sicCodes') ?? [])],
      naics_codes: [...(readField(fact, 'naicsCodes') ?? [])],
      technology_count: readField(fact, 'technologyCount'),
      headcount_growth_12m: readField(fact, 'headcountGrowth'),
      departmental_head_count: headCounts(fact),
      description: readField(fact, 'description'),
      headquarters: readField(fact, 'headquarters'),
      website: readField(fact, 'website'),
      network_url: readField(fact, 'networkUrl'),
      lei: readField(fact, 'lei'),
      ticker: readField(fact, 'ticker'),
    },
    ...datedOrigins(company, SHOWN),
  };
}
