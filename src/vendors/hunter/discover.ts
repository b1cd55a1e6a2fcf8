import * as z from 'zod';
import {
  type CompanyFilters,
  EMPLOYEE_BANDS,
  type FoundCompany,
} from '../../domain/company/company-search.ts';
import { countryCodeOf, countryName } from '../../domain/place/countries.ts';
import { alike } from '../../lib/fields.ts';
import { count, listOf, part, text } from '../../lib/loose-fields.ts';
import { rangesOverlap } from '../../lib/search-text.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import { searchUpstream } from '../upstream/vendor-source.ts';
import { HUNTER } from './client.ts';

const company = z.object({
  ...alike(text, 'domain', 'organization', 'industry', 'headcount', 'country'),
});
const reply = z.object({ data: z.array(z.unknown()), meta: part({ results: count }) });

/** Country if the location is one, by name or code: the vendor has no finer filter. */
const countryOf = ({ location }: CompanyFilters): string | null =>
  location && countryCodeOf(location);

/** Whether the vendor supports all filters: it has no revenue, and no place but the country. */
export const discoverAnswers = (filters: CompanyFilters): boolean =>
  filters.revenueMin === null &&
  filters.revenueMax === null &&
  (filters.location === null || countryOf(filters) !== null);

const bandsIn = ({ employeesMin, employeesMax }: CompanyFilters): string[] | null =>
  employeesMin === null && employeesMax === null
    ? null
    : EMPLOYEE_BANDS.filter(([, from, to]) =>
        rangesOverlap([from, to], [employeesMin, employeesMax]),
      ).map(([name]) => name);

/** Query sentence: keywords are accepted in one only, which must state the other filters too. */
function sentence(filters: CompanyFilters): string {
  const country = countryName(countryOf(filters));
  const bands = bandsIn(filters);
  return [
    filters.industry ? `companies in ${filters.industry}` : 'companies',
    `about ${filters.keywords}`,
    ...(country ? [`in ${country}`] : []),
    ...(bands ? [`with ${bands.join(' or ')} employees`] : []),
    ...(filters.technology ? [`using ${filters.technology}`] : []),
  ].join(' ');
}

function filtersOf(filters: CompanyFilters): object {
  const country = countryOf(filters);
  const bands = bandsIn(filters);
  return {
    ...(country && { headquarters_location: { include: { country: [country] } } }),
    ...(filters.industry && { industry: { include: [filters.industry] } }),
    ...(bands && { headcount: bands }),
    ...(filters.technology && { technology: { include: [filters.technology] } }),
  };
}

function readAccount(row: z.output<typeof company>, filters: CompanyFilters): FoundCompany | null {
  const code = row.country && (countryCodeOf(row.country) ?? row.country);
  const wanted = countryOf(filters);
  const bands = bandsIn(filters);
  // The vendor interprets a sentence loosely, so its rows are filtered again.
  if (wanted && code && code !== wanted) return null;
  if (bands && row.headcount && !bands.includes(row.headcount)) return null;
  if (row.organization === null && row.domain === null) return null;
  return {
    name: row.organization,
    domain: keyText('domain', row.domain),
    industry: row.industry,
    employeeBand: row.headcount,
    revenueBand: null,
    country: countryName(code) ?? row.country,
    technologies: [],
    networkUrl: null,
  };
}

/** Companies by activity, country, size and technologies. A search is free of charge. */
export const hunterAccounts = searchUpstream<CompanyFilters, FoundCompany>(HUNTER, {
  label: 'company_directory',
  async ask({ filters, limit }, call, position) {
    const offset = Number(position ?? 0);
    const asked = filters.keywords ? { query: sentence(filters) } : filtersOf(filters);
    const found = await call({
      path: '/v2/discover',
      json: { ...asked, limit, offset },
      schema: reply,
    });
    if (!found || found.data.length === 0) return null;
    return {
      rows: listOf(company)
        .parse(found.data.slice(0, limit))
        .flatMap((row) => readAccount(row, filters) ?? []),
      next: found.data.length < limit ? null : String(offset + limit),
      total: found.meta?.results ?? null,
    };
  },
});
