import * as z from 'zod';
import { contactEmail, joinFullName } from '../../domain/person/contact.ts';
import {
  UNKNOWN_WORK_CONTACT,
  type WorkContactFact,
  type WorkPhone,
} from '../../domain/person/work-contact.ts';
import { personLinkedinUrl } from '../../domain/social/linkedin-address.ts';
import {
  dateAsSent,
  fieldsAt,
  fieldsBelow,
  lowerText,
  partAt,
  percentage,
  text,
} from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { geoFields, HUNTER, pollUntilReady } from './client.ts';

/** Person to find: by name and a company's domain, or by vanity name. */
type WorkEmailQuery = { firstName: string; lastName: string; domain: string } | { vanity: string };

/** Seconds that the vendor may search; its maximum. */
const MAX_DURATION = 20;
/** Time for the vendor's search and for polling a pending answer. */
const TIMEOUT_MS = 30_000;

const emailFinderReply = fieldsBelow('data', {
  address: ['email', z.email().nullable()],
  firstName: ['first_name', text],
  lastName: ['last_name', text],
  title: ['position', text],
  company: [fieldsAt({ name: ['company', text], domain: ['domain', text] })],
  // Result of the mail server; absent if none was queried.
  status: ['verification.status', text],
  score: ['score', percentage],
  phones: [
    'phone_number',
    text.transform((number): WorkPhone[] => (number === null ? [] : [{ number, type: null }])),
  ],
  profileUrl: ['linkedin_url', text.transform(personLinkedinUrl)],
  asOf: ['verification.date', dateAsSent],
});

const parametersOf = (query: WorkEmailQuery) =>
  'vanity' in query
    ? { linkedin_handle: query.vanity }
    : { domain: query.domain, first_name: query.firstName, last_name: query.lastName };

/** Finds a person's work email address. */
export const hunterEmail = fromUpstream<WorkEmailQuery, WorkContactFact>(HUNTER, {
  label: 'work_email_search',
  timeoutMs: TIMEOUT_MS,
  async ask(query, call) {
    const found = await pollUntilReady(call, {
      path: '/v2/email-finder',
      query: { ...parametersOf(query), max_duration: MAX_DURATION },
      schema: emailFinderReply,
    });
    if (!found || found.address === null) return null;
    const { address, status, score, company, ...person } = found;
    const verified = status === null ? null : status === 'valid';
    return {
      ...UNKNOWN_WORK_CONTACT,
      ...person,
      fullName: joinFullName(person.firstName, person.lastName),
      company: { ...UNKNOWN_WORK_CONTACT.company, ...company },
      workEmail: status === 'invalid' ? null : { address, verified, score },
    };
  },
});

type HunterPersonQuery = { email: string } | { vanity: string };

const profileOf = text.transform((page) => personLinkedinUrl(page?.replace(/^.*\//, '') ?? null));

const personEnrichmentReply = partAt(
  'data',
  fieldsAt(
    {
      fullName: ['name.fullName', text],
      firstName: ['name.givenName', text],
      lastName: ['name.familyName', text],
      title: ['employment.title', text],
      seniority: ['employment.seniority', lowerText],
      departments: ['employment.role', text.transform((role) => (role ? [role] : []))],
      company: [
        fieldsAt({ name: ['employment.name', text], domain: ['employment.domain', lowerText] }),
      ],
      email: ['email', text.transform(contactEmail)],
      profileUrl: ['linkedin.handle', profileOf],
      location: [geoFields],
    },
    'name',
  ),
);

/** Person at work: name, role and company. */
export const hunterPerson = fromUpstream<HunterPersonQuery, WorkContactFact>(HUNTER, {
  label: 'work_email_search',
  async ask(query, call) {
    const found = await call({
      path: '/v2/people/find',
      query: 'email' in query ? { email: query.email } : { linkedin_handle: query.vanity },
      schema: personEnrichmentReply,
    });
    if (!found) return null;
    const { email: address, company, ...person } = found;
    return {
      ...UNKNOWN_WORK_CONTACT,
      ...person,
      company: { ...UNKNOWN_WORK_CONTACT.company, ...company },
      workEmail: address === null ? null : { address, verified: null, score: null },
    };
  },
});
