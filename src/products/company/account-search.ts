import * as z from 'zod';
import {
  type CompanyFilters,
  type FoundCompany,
  plainBand,
} from '../../domain/company/company-search.ts';
import { englishCountryName } from '../../domain/place/countries.ts';
import { refuseInput } from '../../lib/inputs.ts';
import { field } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import {
  onlyPage,
  pricePerPage,
  type SearchPage,
  searchClassification,
  searchClassificationOf,
  searchCursor,
  searchLimit,
  searchMapping,
  searchResultOf,
  searchResultSchema,
  searchSources,
  searchTextField,
} from '../../lookup/search.ts';
import { recordedAccounts } from '../../open-data/records/companies.ts';
import { discoverAnswers, hunterAccounts } from '../../vendors/hunter/discover.ts';
import { pdlAccounts } from '../../vendors/pdl/company-search.ts';
import { sparqlAnswers, wikidataAccounts } from '../../vendors/wikidata/company-search.ts';
import { companySizeFields, describeCompanySize } from './company-fields.ts';

type AccountPage = SearchPage<FoundCompany> | null;

const row = z.object({
  company_name: field.textOrNull('Name of the company.'),
  domain: field.textOrNull('Domain of the company.'),
  industry: field.textOrNull('Industry.'),
  employee_band: field.textOrNull('Range of the number of employees, for example 51-200.'),
  revenue_band: field.textOrNull('Range of annual revenue, for example $10M-$25M.'),
  country: field.textOrNull('Country of the headquarters, by its English name.'),
  ...companySizeFields,
  technologies: field.textList('Technologies that its sites use, if the source says.'),
  network_url: field.textOrNull('URL of its page on the professional network.'),
});

const accountInsights = z.object({
  account_search_result: searchResultSchema(row, 'Companies that match the search.').describe(
    'The companies that were found.',
  ),
});

const describeAccountRow = (one: FoundCompany): z.input<typeof row> => ({
  company_name: one.name,
  domain: one.domain,
  industry: one.industry,
  employee_band: plainBand(one.employeeBand),
  revenue_band: one.revenueBand,
  country: englishCountryName(one.country),
  ...describeCompanySize({ ...one, employees: null, revenue: one.revenueBand }),
  technologies: [...one.technologies],
  network_url: one.networkUrl,
});

const describeAccounts = (page: AccountPage): z.input<typeof accountInsights> => ({
  account_search_result: searchResultOf(page, describeAccountRow),
});

const bakery: FoundCompany = {
  name: 'Example Bakery',
  domain: 'bakery.example',
  industry: 'Food',
  employeeBand: '11-50',
  revenueBand: '$1M-$10M',
  country: 'United States',
  technologies: ['Example Shop'],
  networkUrl: 'https://www.linkedin.com/company/example-bakery',
};
const mill: FoundCompany = {
  ...bakery,
  name: 'Example Mill',
  domain: null,
  revenueBand: null,
  technologies: [],
  networkUrl: null,
};

const accountSandbox: readonly SandboxCase<AccountPage>[] = [
  inSandbox.answer('sandbox bread', 'two companies', onlyPage(bakery, mill)),
  inSandbox.answer('sandbox cakes', 'one company', onlyPage(bakery)),
  inSandbox.answer('sandbox nothing', 'no row, not charged', null),
  ...inSandbox.refusals('sandbox broke', 'sandbox busy', 'sandbox slow'),
];

const MAX_LIMIT = 100;

const bound = (description: string) =>
  z
    .int()
    .min(0)
    .nullish()
    .transform((value) => value ?? null)
    .describe(description);

const fields = z.object({
  keywords: searchTextField('Words that describe what the company does.', 'bread and cakes'),
  industry: searchTextField(
    'Industry, by the name that company databases use.',
    'computer software',
  ),
  location: searchTextField(
    'City, region or country, or several of them separated by commas; finds companies to which all of them apply. Two letters are an ISO country code.',
    'Berkeley, California, US',
  ),
  employees_min: bound('Minimum number of employees.'),
  employees_max: bound('Maximum number of employees.'),
  revenue_min: bound('Minimum annual revenue, in US dollars.'),
  revenue_max: bound('Maximum annual revenue, in US dollars.'),
  technology: searchTextField('A technology that its sites use.', 'Example Analytics'),
  limit: searchLimit(MAX_LIMIT, 25),
  cursor: searchCursor,
});

type AccountInput = z.output<typeof fields>;

const filtersOf = (asked: AccountInput): CompanyFilters => ({
  keywords: asked.keywords,
  industry: asked.industry,
  location: asked.location,
  employeesMin: asked.employees_min,
  employeesMax: asked.employees_max,
  revenueMin: asked.revenue_min,
  revenueMax: asked.revenue_max,
  technology: asked.technology,
});

function checkFilters(asked: AccountInput, context: z.RefinementCtx): void {
  const filters = filtersOf(asked);
  if (Object.values(filters).every((value) => value === null))
    refuseInput(context, 'MISSING_FIELD', 'is required, or another filter', 'keywords');
  const reversed = (min: number | null, max: number | null) =>
    min !== null && max !== null && min > max;
  if (reversed(filters.employeesMin, filters.employeesMax))
    refuseInput(context, 'INVALID_INPUT', 'is below employees_min', 'employees_max');
  if (reversed(filters.revenueMin, filters.revenueMax))
    refuseInput(context, 'INVALID_INPUT', 'is below revenue_min', 'revenue_max');
}

const search = searchMapping('account_search', filtersOf);

/** A range as text: `50-200`, `50+` or `up to 200`, with the unit. */
function rangeText(min: number | null, max: number | null, unit: string): string | null {
  if (min === null) return max === null ? null : `up to ${max} ${unit}`;
  return max === null ? `${min}+ ${unit}` : `${min}-${max} ${unit}`;
}

const sources = searchSources<CompanyFilters, FoundCompany>(
  { source: recordedAccounts, answers: () => true },
  { source: hunterAccounts, answers: discoverAnswers },
  { source: pdlAccounts, answers: ({ technology }) => technology === null },
  { source: wikidataAccounts, answers: sparqlAnswers },
);

export const accountSearch = defineProduct({
  path: '/account-search',
  summary: 'Search companies by activity, place, size and technology',
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
  price: pricePerPage(75, MAX_LIMIT),
  // Its own schema object, which the OpenAPI document names after this product.
  classification: { schema: searchClassification.extend({}), from: searchClassificationOf },
  insights: { schema: accountInsights, from: describeAccounts },
  factVersion: 2,
  sandbox: accountSandbox,
  example: { keywords: 'bread and cakes' },
});
