import * as z from 'zod';
import { personSubjects } from '../../domain/person/person.ts';
import {
  LINKEDIN_ID_PREFIX,
  type Prospect,
  type ProspectFilters,
} from '../../domain/person/prospect.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { alike } from '../../lib/fields.ts';
import { listOf, part, text } from '../../lib/loose-fields.ts';
import { foldText } from '../../lib/text.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import type { Search, SearchPage } from '../../lookup/search.ts';
import type { Source } from '../../lookup/source.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { WIKIDATA, WIKIDATA_QUERY } from './client.ts';
import { homePages } from './company.ts';

/** Company whose officers are wanted: by the domain of its site, or by its English name. */
type OfficersQuery = { domain: string } | { name: string };

interface Officer {
  /** Item id, such as Q42. */
  id: string;
  name: string;
  role: string;
  /** Vanity name of the LinkedIn profile. */
  vanity: string | null;
}

/** The query service allows a minute; a caller waits less. */
const TIMEOUT_MS = 20_000;
const MAX_ROWS = 50;

/** Properties of officers, and the name of each role. */
const ROLES = [
  ['P169', 'chief executive officer'],
  ['P488', 'chairperson'],
  ['P3320', 'board member'],
  ['P112', 'founder'],
] as const;

const value = z.object({ value: z.string().min(1) });
const row = z.object({
  ...alike(value, 'person', 'personLabel', 'role'),
  vanity: part({ value: text }),
});
const reply = z.object({ results: z.object({ bindings: listOf(row) }) });

/** JSON's escapes are valid in a SPARQL string (SPARQL 1.1, 19.7). */
const companyPattern = (query: OfficersQuery): string =>
  'domain' in query
    ? `VALUES ?site { ${homePages(query.domain)
        .map((address) => `<${address}>`)
        .join(' ')} } ?company wdt:P856 ?site .`
    : `?company rdfs:label ${JSON.stringify(query.name)}@en . ?company wdt:P856 [] .`;

/** Statements of the best rank without an end (P582). */
const officersQuery = (query: OfficersQuery): string => `
SELECT DISTINCT ?person ?personLabel ?role ?vanity WHERE {
  ${companyPattern(query)}
  ${ROLES.map(([property, role]) => `{ ?company p:${property} ?held . ?held ps:${property} ?person . BIND("${role}" AS ?role) }`).join(' UNION ')}
  ?held a wikibase:BestRank . FILTER NOT EXISTS { ?held pq:P582 [] }
  ?person wdt:P31 wd:Q5 .
  OPTIONAL { ?person wdt:P6634 ?vanity . }
  SERVICE wikibase:label { bd:serviceParam wikibase:language "en,mul". }
} LIMIT ${MAX_ROWS}`;

const ITEM = /(Q\d{1,12})$/;

/** Officers and founders of a company with an encyclopedia article; null without one. */
export const companyOfficers = fromUpstream<OfficersQuery, readonly Officer[]>(WIKIDATA, {
  label: 'open_knowledge_base',
  timeoutMs: TIMEOUT_MS,
  async ask(query, call) {
    const found = await call({
      host: WIKIDATA_QUERY,
      path: '/sparql',
      form: { query: officersQuery(query) },
      headers: { Accept: 'application/sparql-results+json' },
      schema: reply,
    });
    const rows = found?.results.bindings ?? [];
    const officers = rows.flatMap(({ person, personLabel, role, vanity }): Officer[] => {
      const [, id] = ITEM.exec(person.value) ?? [];
      // An item without an English name is labelled with its id.
      if (id === undefined || personLabel.value === id) return [];
      return [{ id, name: personLabel.value, role: role.value, vanity: vanity?.value ?? null }];
    });
    return officers.length === 0 ? null : officers;
  },
});

function officersQueryOf({ companyDomain, company }: ProspectFilters): OfficersQuery | null {
  if (companyDomain !== null) return { domain: companyDomain };
  return company === null ? null : { name: company };
}

/** Merges roles: an officer who is also a founder has one row with both. */
function groupByPerson(officers: readonly Officer[]): (Officer & { roles: string[] })[] {
  const people = new Map<string, Officer & { roles: string[] }>();
  for (const officer of officers) {
    const known = people.get(officer.id);
    if (known) known.roles = [...new Set([...known.roles, officer.role])];
    else people.set(officer.id, { ...officer, roles: [officer.role] });
  }
  return [...people.values()];
}

function readOfficers(officers: readonly Officer[], search: Search<ProspectFilters>) {
  const { title, company, companyDomain } = search.filters;
  const rows = groupByPerson(officers).map((person): Prospect => {
    const vanity = keyText('profile', person.vanity);
    return {
      id: vanity && `${LINKEDIN_ID_PREFIX}${vanity}`,
      fullName: person.name,
      title: person.roles.join(', '),
      seniority: null,
      location: null,
      company,
      companyDomain,
      networkUrl: vanity && linkedinPageUrl({ of: 'person', vanity }),
      hasEmail: null,
      hasPhone: null,
      subjects: personSubjects({ profile: [vanity] }),
    };
  });
  const held = rows.filter(
    (row) => title === null || foldText(row.title ?? '').includes(foldText(title)),
  );
  return held.length === 0
    ? null
    : { rows: held.slice(0, search.limit), nextCursor: null, total: held.length };
}

/**
 * Officers of a company as rows of a people search. Of its filters, company and title are
 * supported.
 */
export const officerProspects: Source<Search<ProspectFilters>, SearchPage<Prospect>> = {
  ...companyOfficers,
  async ask(search, world, signal) {
    const query = officersQueryOf(search.filters);
    const officers = query && (await companyOfficers.ask(query, world, signal));
    return officers && readOfficers(officers, search);
  },
};
