import * as z from 'zod';
import { joinFullName } from '../../domain/person/contact.ts';
import { UNKNOWN_WORK_CONTACT, type WorkContactFact } from '../../domain/person/work-contact.ts';
import { alike } from '../../lib/alike.ts';
import { number, part, text } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { HUNTER, pollUntilReady } from './client.ts';

/**
 * Person whose address is wanted: by name at a company's domain, or by vanity name of the profile.
 */
type WorkEmailQuery = { firstName: string; lastName: string; domain: string } | { vanity: string };

/** Seconds the vendor may look for; its own most. */
const MAX_DURATION = 20;
/** Its search, and asking again for what was not ready. */
const TIMEOUT_MS = 30_000;

const emailFinderReply = z.object({
  data: z.object({
    email: z.email().nullable(),
    first_name: text,
    last_name: text,
    score: number,
    ...alike(text, 'domain', 'position', 'linkedin_url', 'company'),
    verification: part({ status: text, date: text }),
  }),
});

const parametersOf = (query: WorkEmailQuery) =>
  'vanity' in query
    ? { linkedin_handle: query.vanity }
    : { domain: query.domain, first_name: query.firstName, last_name: query.lastName };

/** A status says what a mail server said: none was asked where it is absent. */
const isVerified = (status: string | null | undefined): boolean | null =>
  status ? status === 'valid' : null;

/** Finds the work email address of a person. */
export const hunterEmail = fromUpstream<WorkEmailQuery, WorkContactFact>(HUNTER, {
  label: 'work_email_search',
  timeoutMs: TIMEOUT_MS,
  async ask(query, call) {
    const found = await pollUntilReady(call, {
      path: '/v2/email-finder',
      query: { ...parametersOf(query), max_duration: MAX_DURATION },
      schema: emailFinderReply,
    });
    if (!found || found.data.email === null) return null;
    const { data } = found;
    const { first_name: firstName, last_name: lastName } = data;
    return {
      ...UNKNOWN_WORK_CONTACT,
      fullName: joinFullName(firstName, lastName),
      firstName,
      lastName,
      title: data.position,
      company: { ...UNKNOWN_WORK_CONTACT.company, name: data.company, domain: data.domain },
      workEmail: {
        address: found.data.email,
        verified: isVerified(data.verification?.status),
        score: data.score,
      },
      profileUrl: data.linkedin_url,
      asOf: data.verification?.date ?? null,
    };
  },
});

/** Query of a person: by address, or by vanity name of the profile. */
type HunterPersonQuery = { email: string } | { vanity: string };

const personEnrichmentReply = z.object({
  data: z.object({
    name: z.object({ fullName: text, givenName: text, familyName: text }),
    email: text,
    geo: part({ city: text, state: text, country: text }),
    employment: part({ domain: text, name: text, title: text, role: text, seniority: text }),
    linkedin: part({ handle: text }),
  }),
});

/** A person at work: name, role and company. */
export const hunterPerson = fromUpstream<HunterPersonQuery, WorkContactFact>(HUNTER, {
  label: 'work_email_search',
  async ask(query, call) {
    const found = await call({
      path: '/v2/people/find',
      query: 'email' in query ? { email: query.email } : { linkedin_handle: query.vanity },
      schema: personEnrichmentReply,
    });
    if (!found) return null;
    const { name, email, geo, employment: job, linkedin } = found.data;
    const handle = linkedin?.handle?.replace(/^.*\//, '');
    return {
      ...UNKNOWN_WORK_CONTACT,
      fullName: name.fullName,
      firstName: name.givenName,
      lastName: name.familyName,
      title: job?.title ?? null,
      seniority: job?.seniority?.toLowerCase() ?? null,
      departments: job?.role ? [job.role] : [],
      company: {
        ...UNKNOWN_WORK_CONTACT.company,
        name: job?.name ?? null,
        domain: job?.domain?.toLowerCase() ?? null,
      },
      workEmail: email === null ? null : { address: email, verified: null, score: null },
      profileUrl: handle ? `https://www.linkedin.com/in/${handle}` : null,
      location: {
        city: geo?.city ?? null,
        region: geo?.state ?? null,
        country: geo?.country ?? null,
      },
    };
  },
});
