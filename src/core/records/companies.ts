import * as z from 'zod';
import {
  count,
  figure,
  list,
  longText,
  optional,
  partialDay,
  text,
  word,
  year,
} from './columns.ts';
import type { RecordDataset } from './dataset.ts';

const HEAD_COUNT = /^([^:]{1,60}):\s*(\d{1,9})$/;

/** Head counts by department in one cell: `sales:40;engineering:75`, or an object in NDJSON. */
const headCounts = optional(
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
  domain: optional(z.string().max(253)).describe("The company's domain."),
  network_url: optional(z.string().trim().max(500)).describe(
    "The company's page on the professional network.",
  ),
  company_name: z.string().trim().min(1).max(200).describe('Name.'),
  description: longText('What it does.'),
  industry: text('Industry.'),
  employee_count: count('Employees.'),
  employee_band: text('For example 51-200.'),
  annual_revenue: text('As text, for example $10M-$25M.'),
  founded_year: year('Year it was founded.'),
  country: text('Country of the headquarters, by code or name.'),
  sic_codes: list('SIC codes'),
  naics_codes: list('NAICS codes'),
  technology_count: count('Technologies its sites use.'),
  technologies: list('Technologies its sites use'),
  headcount_growth_12m: figure('Growth of the head count in twelve months, a fraction.', -1),
  departmental_head_count: headCounts,
  company_size: text('Size as the network shows it, for example 51-200 employees.'),
  headquarters: text('City and region of the headquarters.'),
  followers: count('Followers on the professional network.'),
  website: text('Web site.'),
  employees_on_platform: count('Employees with a profile on the professional network.'),
  specialties: list('Specialties'),
  total_raised: figure('Money raised, US dollars.'),
  funding_rounds: count('Rounds of funding.'),
  last_round_date: partialDay('Date of the last round'),
  ipo_status: word(['PRIVATE', 'PUBLIC'], 'PRIVATE or PUBLIC.'),
});

/** Companies as a whole. */
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
