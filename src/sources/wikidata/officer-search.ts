import { foldText } from '../../core/fold-text.ts';
import type { Search, SearchPage } from '../../core/lookup/search-cursor.ts';
import type { Source } from '../../core/lookup/source.ts';
import { NETWORK_ID, type Prospect, type ProspectFilters } from '../../core/people/prospects.ts';
import { personSubjects } from '../../core/people/suppression.ts';
import { recordKey } from '../../core/records/keys.ts';
import { companyOfficers, type Officer, type OfficersQuery } from './officers.ts';

function queryOf({ companyDomain, company }: ProspectFilters): OfficersQuery | null {
  if (companyDomain !== null) return { domain: companyDomain };
  return company === null ? null : { name: company };
}

/** Somebody may lead a company and have founded it: one row, with every role. */
function peopleOf(officers: readonly Officer[]): (Officer & { roles: string[] })[] {
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
  const rows = peopleOf(officers).map((person): Prospect => {
    const vanity = recordKey('profile', person.vanity)?.slice('profile:'.length) ?? null;
    return {
      id: vanity && `${NETWORK_ID}${vanity}`,
      fullName: person.name,
      title: person.roles.join(', '),
      seniority: null,
      location: null,
      company,
      companyDomain,
      networkUrl: vanity && `https://www.linkedin.com/in/${encodeURIComponent(vanity)}`,
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

/** Officers of a company as rows of a search of people; of the filters it knows the company, and compares the title. */
export const officerProspects: Source<Search<ProspectFilters>, SearchPage<Prospect>> = {
  ...companyOfficers,
  async ask(search, world, signal) {
    const query = queryOf(search.filters);
    const officers = query && (await companyOfficers.ask(query, world, signal));
    return officers && readOfficers(officers, search);
  },
};
