import * as z from 'zod';
import { column, namedRow, optionalColumn, type RecordDataset } from './dataset.ts';

const HEAD_COUNT = /^([^:]{1,60}):\s*(\d{1,9})$/;

/** Head counts by department in one cell: `sales:40;engineering:75`; a list in NDJSON. */
const headCountColumn = optionalColumn(
  z
    .union([
      z
        .string()
        .max(4_000)
        .transform((cell, context) => {
          const parts = cell.split(';').map((part) => part.trim());
          if (parts.at(-1) === '') parts.pop();
          const counts = parts.map((part) => HEAD_COUNT.exec(part));
          if (counts.length > 0 && counts.every((count) => count !== null))
            return counts.map(([, name = '', people]) => ({
              name: name.trim(),
              people: Number(people),
            }));
          context.addIssue({ code: 'custom', message: 'must look like sales:40;engineering:75' });
          return z.NEVER;
        }),
      z.array(z.object({ name: z.string(), people: z.int().min(0) })),
    ])
    .pipe(z.array(z.object({ name: z.string(), people: z.int() })).max(100)),
).describe('People by department, such as sales:40;engineering:75.');

const companies = z.object({
  domain: optionalColumn(z.string().max(253)).describe("The company's domain."),
  network_url: optionalColumn(z.string().max(500)).describe(
    "The company's page on the professional network.",
  ),
  company_name: column.requiredText('Name.'),
  description: column.longText('What it does.'),
  industry: column.text('Industry.'),
  employee_count: column.count('Employees.'),
  employee_band: column.text('For example 51-200.'),
  annual_revenue: column.text('As text, for example $10M-$25M.'),
  founded_year: column.year('Year it was founded.'),
  country: column.text('Country of the headquarters, by code or name.'),
  sic_codes: column.list('SIC codes'),
  naics_codes: column.list('NAICS codes'),
  technology_count: column.count('Technologies its sites use.'),
  technologies: column.list('Technologies its sites use'),
  headcount_growth_12m: column.figure('Growth of the head count in twelve months, a fraction.', -1),
  departmental_head_count: headCountColumn,
  company_size: column.text('Size as the network shows it, for example 51-200 employees.'),
  headquarters: column.text('City and region of the headquarters.'),
  followers: column.count('Followers on the professional network.'),
  website: column.text('Web site.'),
  employees_on_platform: column.count('Employees with a profile on the professional network.'),
  specialties: column.list('Specialties'),
  total_raised: column.figure('Money raised, US dollars.'),
  funding_rounds: column.count('Rounds of funding.'),
  last_round_date: column.partialDay('Date of the last round'),
  ipo_status: column.choice(['PRIVATE', 'PUBLIC'], 'PRIVATE or PUBLIC.'),
});

export const COMPANY_DATASETS = {
  companies: {
    keys: [
      { kind: 'domain', columns: ['domain'] },
      { kind: 'profile', columns: ['network_url'] },
    ],
    row: companies,
    description:
      'Companies by domain, or by page on the professional network: firmographics, company profile, network company and target accounts.',
  },
} as const satisfies Record<string, RecordDataset>;

const networks = z.object({
  network: z
    .string()
    .describe(
      'Address or prefix in CIDR form, IPv4 or IPv6. The longest prefix that covers an address answers for it.',
    ),
  company_name: column.text('Company that uses the network.'),
  company_domain: column.text("The company's domain."),
  first_name: column.text('First name of the contact.'),
  last_name: column.text('Last name of the contact.'),
  email: column.email('Email address of the contact.'),
  city: column.text('City.'),
  region: column.text('State or region.'),
  country_code: column.country('Country'),
  zip: optionalColumn(z.string().max(16)).describe('Postal code.'),
});

/** Companies by the network prefixes they use. */
export const CIDR_DATASETS = {
  networks: {
    keys: [{ kind: 'network', columns: ['network'] }],
    // A location alone does not identify the user of a network.
    row: namedRow(networks, 'company_name', 'company_domain', 'last_name', 'email'),
    description: 'Companies and contacts by network: the record of a reverse IP lookup.',
  },
} as const satisfies Record<string, RecordDataset>;
