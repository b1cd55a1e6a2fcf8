import { personSubjects } from '../../domain/person/person.ts';
import type { Prospect, ProspectFilters } from '../../domain/person/prospect.ts';
import { placeLine } from '../../domain/person/work-contact.ts';
import { pick } from '../../lib/fields.ts';
import { fieldsAt, held } from '../../lib/loose-fields.ts';
import { PROSPECT_ROWS } from './client.ts';
import { pdlPersonReply, readPdlPerson } from './person.ts';
import { contains, isIn, pdlSearch, sqlQuoted } from './search.ts';

/** Rows per answer if the operator sets no limit: each is billed; an answer costs two credits. */
const ROWS = 10;

const anyHeld = (...flags: readonly (boolean | null)[]): boolean | null =>
  flags.includes(true) ? true : flags.includes(false) ? false : null;

const prospect = fieldsAt({
  person: [pdlPersonReply],
  // A value that the plan withholds exists, and can be revealed.
  workEmail: ['work_email', held],
  emails: ['emails', held],
  mobile: ['mobile_phone', held],
  numbers: ['phone_numbers', held],
}).transform(({ person, workEmail, emails, mobile, numbers }): Prospect => {
  const fact = readPdlPerson(person, null);
  return {
    ...pick(fact, 'id', 'fullName', 'title', 'seniority'),
    location: placeLine(fact.location),
    company: fact.company.name,
    companyDomain: fact.company.domain,
    networkUrl: fact.profileUrl,
    hasEmail: anyHeld(workEmail, emails),
    hasPhone: anyHeld(mobile, numbers),
    subjects: personSubjects({
      email: [fact.workEmail?.address, ...fact.personalEmails],
      phone_number: fact.phones.map(({ number }) => number),
      profile: [fact.profileUrl],
    }),
  };
});

const conditionsOf = (filters: ProspectFilters): string[] => [
  ...(filters.title ? [contains('job_title', filters.title)] : []),
  ...(filters.seniority ? [`job_title_levels=${sqlQuoted(filters.seniority)}`] : []),
  ...(filters.location ? isIn('location_', filters.location) : []),
  ...(filters.company ? [`job_company_name=${sqlQuoted(filters.company)}`] : []),
  ...(filters.companyDomain ? [`job_company_website=${sqlQuoted(filters.companyDomain)}`] : []),
];

/** People at work by role, location and employer. */
export const pdlProspects = pdlSearch<ProspectFilters, Prospect>({
  table: 'person',
  rows: [PROSPECT_ROWS, ROWS],
  conditions: conditionsOf,
  row: prospect,
});
