import * as z from 'zod';
import { type CompanyFact, readField } from '../../core/companies/company.ts';
import type { ShownFields } from './origins.ts';

export const networkCompanyClassification = z.object({
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

/** What both products tell of a company's page besides. */
export const pageFields = {
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

export const SHOWN_OF_PAGE: ShownFields = [
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

/** The classification section of both products. */
export function classifyNetworkCompany(
  company: CompanyFact | null,
): z.input<typeof networkCompanyClassification> {
  const fact = company ?? {};
  return {
    matched: company !== null,
    company_name: readField(fact, 'name'),
    industry: readField(fact, 'industry'),
    company_size: readField(fact, 'size'),
    headquarters: readField(fact, 'headquarters'),
    founded: readField(fact, 'founded'),
    followers: readField(fact, 'followers'),
  };
}

/** The values of {@link pageFields}. */
export const describePage = (fact: CompanyFact) => ({
  website: readField(fact, 'website'),
  employees_on_platform: readField(fact, 'employeesOnPlatform'),
  specialties: [...(readField(fact, 'specialties') ?? [])],
  description: readField(fact, 'description'),
  network_url: readField(fact, 'networkUrl'),
});
