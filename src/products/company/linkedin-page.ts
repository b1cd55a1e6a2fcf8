import * as z from 'zod';
import { type CompanyFact, companyFieldValue } from '../../domain/company/company.ts';
import type { FieldMap } from './field-sources.ts';

export const linkedinPageClassification = z.object({
  matched: z.boolean().describe('The company was found.'),
  company_name: z.string().nullable().describe('Name.'),
  industry: z.string().nullable().describe('Industry, as the source calls it.'),
  company_size: z
    .string()
    .nullable()
    .describe('Employees as the professional network shows them, such as 51-200 employees.'),
  headquarters: z.string().nullable().describe('City and region of the headquarters.'),
  founded: z.int().nullable().describe('Year it was founded.'),
  followers: z.int().min(0).nullable().describe('Followers on the professional network.'),
});

/** Fields of a company's page that both products show. */
export const linkedinPageFields = {
  website: z.string().nullable().describe('Web site.'),
  employees_on_platform: z
    .int()
    .min(0)
    .nullable()
    .describe('Employees with a profile on the professional network.'),
  specialties: z.array(z.string()).describe('What the company says it is good at.'),
  description: z.string().nullable().describe('What it does.'),
  network_url: z.string().nullable().describe('Page on the professional network.'),
};

export const LINKEDIN_PAGE_FIELD_MAP: FieldMap = [
  ['company_name', 'name'],
  ['industry', 'industry'],
  ['company_size', 'size'],
  ['headquarters', 'headquarters'],
  ['founded', 'founded'],
  ['followers', 'followers'],
  ['website', 'website'],
  ['employees_on_platform', 'employeesOnPlatform'],
  ['specialties', 'specialties'],
  ['description', 'description'],
  ['network_url', 'networkUrl'],
];

/** What a company's page is paid for: more than its name and addresses. */
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

/** The classification section of both products. */
export function classifyLinkedinPage(
  company: CompanyFact | null,
): z.input<typeof linkedinPageClassification> {
  const fact = company ?? {};
  return {
    matched: company !== null,
    company_name: companyFieldValue(fact, 'name'),
    industry: companyFieldValue(fact, 'industry'),
    company_size: companyFieldValue(fact, 'size'),
    headquarters: companyFieldValue(fact, 'headquarters'),
    founded: companyFieldValue(fact, 'founded'),
    followers: companyFieldValue(fact, 'followers'),
  };
}

/** The values of {@link linkedinPageFields}. */
export const describeLinkedinPage = (fact: CompanyFact) => ({
  website: companyFieldValue(fact, 'website'),
  employees_on_platform: companyFieldValue(fact, 'employeesOnPlatform'),
  specialties: [...(companyFieldValue(fact, 'specialties') ?? [])],
  description: companyFieldValue(fact, 'description'),
  network_url: companyFieldValue(fact, 'networkUrl'),
});
