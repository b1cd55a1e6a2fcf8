import * as z from 'zod';
import {
  type CompanyFilters,
  type FoundCompany,
  REVENUE_BANDS,
} from '../../domain/company/company-search.ts';
import { companyLinkedinUrl } from '../../domain/social/linkedin-address.ts';
import { fieldsAt, text, texts } from '../../lib/loose-fields.ts';
import { rangesOverlap } from '../../lib/search-text.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import { ACCOUNT_ROWS } from './client.ts';
import { anyOf, contains, isIn, pdlSearch, sqlQuoted } from './search.ts';

/** Rows per answer if the operator sets no limit: each is billed. */
const ROWS = 25;

const account = fieldsAt<FoundCompany>({
  name: ['display_name', 'name', text.pipe(z.string())],
  domain: ['website', text.transform((site) => keyText('domain', site))],
  industry: ['industry', text],
  employeeBand: ['size', text],
  revenueBand: ['inferred_revenue', text],
  country: ['location.country', text],
  technologies: ['technologies', texts],
  networkUrl: ['linkedin_url', text.transform(companyLinkedinUrl)],
});

/** Condition on the bands that overlap the range, spelled in the case that the vendor stores. */
function revenueIn({ revenueMin, revenueMax }: CompanyFilters): string[] {
  if (revenueMin === null && revenueMax === null) return [];
  const meeting = REVENUE_BANDS.filter(([, from, to]) =>
    rangesOverlap([from, to], [revenueMin, revenueMax]),
  );
  return [anyOf(...meeting.map(([name]) => `inferred_revenue='${name}'`))];
}

const conditionsOf = (filters: CompanyFilters): string[] => [
  ...(filters.keywords
    ? [
        anyOf(
          `tags=${sqlQuoted(filters.keywords)}`,
          contains('summary', filters.keywords),
          contains('name', filters.keywords),
        ),
      ]
    : []),
  ...(filters.industry ? [`industry=${sqlQuoted(filters.industry)}`] : []),
  ...(filters.location ? isIn('location.', filters.location) : []),
  ...(filters.employeesMin === null ? [] : [`employee_count>=${filters.employeesMin}`]),
  ...(filters.employeesMax === null ? [] : [`employee_count<=${filters.employeesMax}`]),
  ...revenueIn(filters),
];

/** Companies by activity, location and size, but not by the technologies they use. */
export const pdlAccounts = pdlSearch<CompanyFilters, FoundCompany>({
  table: 'company',
  rows: [ACCOUNT_ROWS, ROWS],
  conditions: conditionsOf,
  row: account,
});
