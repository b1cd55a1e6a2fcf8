import * as z from 'zod';
import type { Search, SearchPage } from '../../core/lookup/search-cursor.ts';
import type { Prospect, ProspectFilters } from '../../core/people/prospects.ts';
import { personSubjects } from '../../core/people/suppression.ts';
import { held } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { PDL, PROSPECT_ROWS, rowsAllowed } from './client.ts';
import { personReply, readPerson } from './person-reply.ts';
import { pageOfSearch } from './search.ts';
import { contains, isIn, quoted, selectFrom } from './sql.ts';

/** Rows of one answer when the operator does not say: each is billed, and an answer earns two credits. */
const ROWS = 10;

/** What the plan withholds is still there to be revealed. */
const reach = z.object({ work_email: held, emails: held, mobile_phone: held, phone_numbers: held });

const anyHeld = (...told: readonly (boolean | null)[]): boolean | null =>
  told.includes(true) ? true : told.includes(false) ? false : null;

function readProspect(row: unknown): Prospect | null {
  const [person, reached] = [personReply.safeParse(row), reach.safeParse(row)];
  if (!person.success || !reached.success) return null;
  const fact = readPerson(person.data, null);
  const { city, region, country } = fact.location;
  return {
    id: fact.id,
    fullName: fact.fullName,
    title: fact.title,
    seniority: fact.seniority,
    location: [city, region, country].filter(Boolean).join(', ') || null,
    company: fact.company.name,
    companyDomain: fact.company.domain,
    networkUrl: fact.profileUrl,
    hasEmail: anyHeld(reached.data.work_email, reached.data.emails),
    hasPhone: anyHeld(reached.data.mobile_phone, reached.data.phone_numbers),
    subjects: personSubjects({
      email: [fact.workEmail?.address, ...fact.personalEmails],
      phone_number: fact.phones.map(({ number }) => number),
      profile: [fact.profileUrl],
    }),
  };
}

const conditionsOf = (filters: ProspectFilters): string[] => [
  ...(filters.title ? [contains('job_title', filters.title)] : []),
  ...(filters.seniority ? [`job_title_levels=${quoted(filters.seniority)}`] : []),
  ...(filters.location ? isIn('location_', filters.location) : []),
  ...(filters.company ? [`job_company_name=${quoted(filters.company)}`] : []),
  ...(filters.companyDomain ? [`job_company_website=${quoted(filters.companyDomain)}`] : []),
];

/** People at work by what they do, where and for whom. */
export const pdlProspects = fromUpstream<Search<ProspectFilters>, SearchPage<Prospect>>(PDL, {
  name: 'pdl',
  label: 'business_people_database',
  metered: 'answers',
  ask(search, call, world) {
    const sql = selectFrom('person', conditionsOf(search.filters));
    const size = Math.min(search.limit, rowsAllowed(PROSPECT_ROWS, ROWS, world));
    return pageOfSearch(search, { table: 'person', sql, size, read: readProspect }, call, world);
  },
});
