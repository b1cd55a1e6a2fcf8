import * as z from 'zod';
import {
  choiceColumn,
  countColumn,
  countryColumn,
  emailColumn,
  figureColumn,
  listColumn,
  longTextColumn,
  namedRow,
  optionalColumn,
  partialDayColumn,
  type RecordDataset,
  requiredTextColumn,
  textColumn,
  yearColumn,
} from './dataset.ts';

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
          context.addIssue({ code: 'custom', message: 'must be such as sales:40;engineering:75' });
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
  company_name: requiredTextColumn('Name.'),
  description: longTextColumn('What it does.'),
  industry: textColumn('Industry.'),
  employee_count: countColumn('Employees.'),
  employee_band: textColumn('For example 51-200.'),
  annual_revenue: textColumn('As text, for example $10M-$25M.'),
  founded_year: yearColumn('Year it was founded.'),
  country: textColumn('Country of the headquarters, by code or name.'),
  sic_codes: listColumn('SIC codes'),
  naics_codes: listColumn('NAICS codes'),
  technology_count: countColumn('Technologies its sites use.'),
  technologies: listColumn('Technologies its sites use'),
  headcount_growth_12m: figureColumn('Growth of the head count in twelve months, a fraction.', -1),
  departmental_head_count: headCountColumn,
  company_size: textColumn('Size as the network shows it, for example 51-200 employees.'),
  headquarters: textColumn('City and region of the headquarters.'),
  followers: countColumn('Followers on the professional network.'),
  website: textColumn('Web site.'),
  employees_on_platform: countColumn('Employees with a profile on the professional network.'),
  specialties: listColumn('Specialties'),
  total_raised: figureColumn('Money raised, US dollars.'),
  funding_rounds: countColumn('Rounds of funding.'),
  last_round_date: partialDayColumn('Date of the last round'),
  ipo_status: choiceColumn(['PRIVATE', 'PUBLIC'], 'PRIVATE or PUBLIC.'),
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
  company_name: textColumn('Company that uses the network.'),
  company_domain: textColumn("The company's domain."),
  first_name: textColumn('First name of the contact.'),
  last_name: textColumn('Last name of the contact.'),
  email: emailColumn('Email address of the contact.'),
  city: textColumn('City.'),
  region: textColumn('State or region.'),
  country_code: countryColumn('Country'),
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
