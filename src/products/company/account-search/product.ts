import * as z from 'zod';
import type { Account, AccountFilters } from '../../../core/companies/accounts.ts';
import { lookedUpIfGiven } from '../../../core/inputs.ts';
import { defineProduct } from '../../../core/lookup/product.ts';
import { classifySearch, searchClassification } from '../../../core/lookup/search-answer.ts';
import { searchCursor, searching, searchSources } from '../../../core/lookup/search-cursor.ts';
import { parseSearchText } from '../../../core/search-text.ts';
import { recordedAccounts } from '../../../sources/account-records.ts';
import { discoverAnswers, hunterAccounts } from '../../../sources/hunter/discover.ts';
import { pdlAccounts } from '../../../sources/pdl/company-search.ts';
import { sparqlAnswers, wikidataAccounts } from '../../../sources/wikidata/company-search.ts';
import { accountSandbox } from './sandbox.ts';
import { accountInsights, describeAccounts } from './sections.ts';

const MAX_ROWS = 100;
const ROWS = 25;

const words = (description: string, example: string) =>
  lookedUpIfGiven(parseSearchText, { description, examples: [example] });

const bound = (description: string) =>
  z
    .int()
    .min(0)
    .nullish()
    .transform((value) => value ?? null)
    .describe(description);

const fields = z.object({
  keywords: words('Words that say what the company does.', 'bread and cakes'),
  industry: words('Industry, as company databases name it.', 'computer software'),
  location: words(
    'City, region or country, or several of them with commas: companies in all of them. Two letters are the ISO code of a country.',
    'Berkeley, California, US',
  ),
  employees_min: bound('Employees at least.'),
  employees_max: bound('Employees at most.'),
  revenue_min: bound('Revenue of a year at least, US dollars.'),
  revenue_max: bound('Revenue of a year at most, US dollars.'),
  technology: words('A technology its sites use.', 'Example Analytics'),
  limit: z
    .int()
    .min(1)
    .max(MAX_ROWS)
    .default(ROWS)
    .describe('Rows wanted at most, 1 to 100; the operator may have set fewer.'),
  cursor: searchCursor,
});

type AccountInput = z.output<typeof fields>;

const filtersOf = (asked: AccountInput): AccountFilters => ({
  keywords: asked.keywords,
  industry: asked.industry,
  location: asked.location,
  employeesMin: asked.employees_min,
  employeesMax: asked.employees_max,
  revenueMin: asked.revenue_min,
  revenueMax: asked.revenue_max,
  technology: asked.technology,
});

const refusalOf = (path: string, message: string, code: string) => ({
  code: 'custom' as const,
  path: [path],
  message,
  params: { code },
});

function checkFilters(asked: AccountInput, context: z.RefinementCtx): void {
  const filters = filtersOf(asked);
  if (Object.values(filters).every((value) => value === null))
    context.addIssue(refusalOf('keywords', 'is required, or another filter', 'MISSING_FIELD'));
  const reversed = (min: number | null, max: number | null) =>
    min !== null && max !== null && min > max;
  if (reversed(filters.employeesMin, filters.employeesMax))
    context.addIssue(refusalOf('employees_max', 'is below employees_min', 'INVALID_INPUT'));
  if (reversed(filters.revenueMin, filters.revenueMax))
    context.addIssue(refusalOf('revenue_max', 'is below revenue_min', 'INVALID_INPUT'));
}

const search = searching('account_search', filtersOf);

/** A range as people write it: `50-200`, `50+`, `up to 200`. */
function rangeText(min: number | null, max: number | null, unit: string): string | null {
  if (min === null) return max === null ? null : `up to ${max} ${unit}`;
  return max === null ? `${min}+ ${unit}` : `${min}-${max} ${unit}`;
}

const sources = searchSources<AccountFilters, Account>(
  { source: recordedAccounts, answers: () => true },
  { source: hunterAccounts, answers: discoverAnswers },
  { source: pdlAccounts, answers: ({ technology }) => technology === null },
  { source: wikidataAccounts, answers: sparqlAnswers },
);

/** Which companies do this, there, at that size? */
export const accountSearch = defineProduct({
  path: '/account-search',
  type: 'account_search',
  summary: 'Search companies by what they do, where, their size and technology',
  tier: 'standard',
  input: fields.superRefine(checkFilters),
  subject: (asked) =>
    [
      asked.keywords,
      asked.industry,
      asked.location,
      rangeText(asked.employees_min, asked.employees_max, 'employees'),
      rangeText(asked.revenue_min, asked.revenue_max, 'dollars'),
      asked.technology,
    ]
      .filter(Boolean)
      .join(', '),
  cacheKey: search.cacheKey,
  sources: search.by(sources),
  price: { upTo: 75, charge: (page) => (page && page.rows.length > 0 ? 75 : 0) },
  classification: { schema: searchClassification, from: classifySearch },
  insights: { schema: accountInsights, from: describeAccounts },
  factVersion: 1,
  sandbox: accountSandbox,
  example: { keywords: 'bread and cakes' },
});
