import * as z from 'zod';
import { UNKNOWN_CONTACT, type WorkContactFact } from '../../core/people/work-contact.ts';
import { number, part, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { HUNTER } from './client.ts';
import { untilReady } from './until-ready.ts';

/** Whose address is wanted: somebody by name at a company's domain, or by vanity name of the profile. */
export type WorkEmailQuery =
  | { firstName: string; lastName: string; domain: string }
  | { vanity: string };

/** Seconds the vendor may look for; its own most. */
const MAX_DURATION = 20;
/** Its search, and asking again for what was not ready. */
const TIMEOUT_MS = 30_000;

const reply = z.object({
  data: z.object({
    email: z.email().nullable(),
    first_name: text,
    last_name: text,
    score: number,
    domain: text,
    position: text,
    linkedin_url: text,
    company: text,
    verification: part({ status: text, date: text }),
  }),
});

const parametersOf = (query: WorkEmailQuery) =>
  'vanity' in query
    ? { linkedin_handle: query.vanity }
    : { domain: query.domain, first_name: query.firstName, last_name: query.lastName };

/** A status says what a mail server said: none was asked where it is absent. */
const confirmed = (status: string | null | undefined): boolean | null =>
  status ? status === 'valid' : null;

/** Finds the work email address of a person. */
export const hunterEmail = fromUpstream<WorkEmailQuery, WorkContactFact>(HUNTER, {
  name: 'hunter',
  label: 'work_email_search',
  metered: 'answers',
  timeoutMs: TIMEOUT_MS,
  async ask(query, call) {
    const found = await untilReady(call, {
      path: '/v2/email-finder',
      query: { ...parametersOf(query), max_duration: MAX_DURATION },
      schema: reply,
    });
    if (!found || found.data.email === null) return null;
    const { data } = found;
    const { first_name: firstName, last_name: lastName } = data;
    return {
      ...UNKNOWN_CONTACT,
      fullName: [firstName, lastName].filter(Boolean).join(' ') || null,
      firstName,
      lastName,
      title: data.position,
      company: { ...UNKNOWN_CONTACT.company, name: data.company, domain: data.domain },
      workEmail: {
        address: found.data.email,
        verified: confirmed(data.verification?.status),
        score: data.score,
      },
      profileUrl: data.linkedin_url,
      asOf: data.verification?.date ?? null,
    };
  },
});
