import * as z from 'zod';
import {
  type CompanyFilters,
  employeeBandFor,
  type FoundCompany,
} from '../../domain/company/company-search.ts';
import { countryCodeOf } from '../../domain/place/countries.ts';
import { alike } from '../../lib/fields.ts';
import { listOf, number, part, text } from '../../lib/loose-fields.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import type { Search, SearchPage } from '../../lookup/search.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { SPARQL_SEARCH, WIKIDATA, WIKIDATA_QUERY } from './client.ts';

const TIMEOUT_MS = 20_000;
const MAX_ROWS = 25;

const cell = part({ value: text });
const reply = z.object({
  results: z.object({
    bindings: listOf(
      z.object({
        company: z.object({ value: z.string().min(1) }),
        ...alike(cell, 'companyLabel', 'site', 'country'),
        employees: part({ value: number }),
        page: cell,
      }),
    ),
  }),
});

/**
 * Whether the query service can answer: only with an industry, without which it would scan every
 * company, and without filters that it has no property for.
 */
export const sparqlAnswers = (filters: CompanyFilters): boolean =>
  filters.industry !== null &&
  filters.keywords === null &&
  filters.revenueMin === null &&
  filters.revenueMax === null &&
  filters.technology === null &&
  (filters.location === null || countryCodeOf(filters.location) !== null);

/** JSON's escapes are valid in a SPARQL string (SPARQL 1.1, 19.7). */
function queryOf({ industry, location, employeesMin, employeesMax }: CompanyFilters, rows: number) {
  const code = location && countryCodeOf(location);
  const bounds = [
    ...(employeesMin === null ? [] : [`?employees >= ${employeesMin}`]),
    ...(employeesMax === null ? [] : [`?employees <= ${employeesMax}`]),
  ];
  const employees = '?company wdt:P1128 ?employees .';
  return `
SELECT ?company ?companyLabel (SAMPLE(?site) AS ?site) (SAMPLE(?country) AS ?country)
  (MAX(?employees) AS ?employees) (SAMPLE(?page) AS ?page) WHERE {
  ?industry rdfs:label ${JSON.stringify(industry?.toLowerCase())}@en . ?company wdt:P452 ?industry .
  ${code ? `?seat wdt:P297 ${JSON.stringify(code)} . ?company wdt:P17 ?seat .` : ''}
  ${bounds.length > 0 ? `${employees} FILTER(${bounds.join(' && ')})` : `OPTIONAL { ${employees} }`}
  OPTIONAL { ?company wdt:P17/wdt:P297 ?country . }
  OPTIONAL { ?company wdt:P856 ?site . }
  OPTIONAL { ?company wdt:P4264 ?page . }
  SERVICE wikibase:label { bd:serviceParam wikibase:language "en,mul". }
} GROUP BY ?company ?companyLabel LIMIT ${rows}`;
}

type Binding = z.output<typeof reply>['results']['bindings'][number];

function readAccount(row: Binding, industry: string | null): FoundCompany[] {
  const name = row.companyLabel?.value;
  // An item without an English name is labelled with its id.
  if (!name || /^Q\d+$/.test(name)) return [];
  const employees = row.employees?.value ?? null;
  return [
    {
      name,
      domain: keyText('domain', row.site?.value),
      industry,
      employeeBand: employees === null ? null : employeeBandFor(employees),
      revenueBand: null,
      country: row.country?.value ?? null,
      technologies: [],
      networkUrl: row.page?.value
        ? `https://www.linkedin.com/company/${encodeURIComponent(row.page.value)}`
        : null,
    },
  ];
}

/** Companies with an encyclopedia article, by industry, country and employees; at most 25. */
export const wikidataAccounts = fromUpstream<Search<CompanyFilters>, SearchPage<FoundCompany>>(
  WIKIDATA,
  {
    label: 'open_knowledge_base',
    timeoutMs: TIMEOUT_MS,
    optIn: SPARQL_SEARCH,
    async ask({ filters, limit }, call) {
      const found = await call({
        host: WIKIDATA_QUERY,
        path: '/sparql',
        form: { query: queryOf(filters, Math.min(limit, MAX_ROWS)) },
        headers: { Accept: 'application/sparql-results+json' },
        schema: reply,
      });
      const rows = (found?.results.bindings ?? []).flatMap((row) =>
        readAccount(row, filters.industry),
      );
      return rows.length === 0 ? null : { rows, nextCursor: null, total: null };
    },
  },
);
