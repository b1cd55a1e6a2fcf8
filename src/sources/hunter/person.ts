import * as z from 'zod';
import { UNKNOWN_CONTACT, type WorkContactFact } from '../../core/people/work-contact.ts';
import { part, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { HUNTER } from './client.ts';

/** Somebody by address, or by vanity name of the profile. */
export type HunterPersonQuery = { email: string } | { vanity: string };

const reply = z.object({
  data: z.object({
    name: z.object({ fullName: text, givenName: text, familyName: text }),
    email: text,
    geo: part({ city: text, state: text, country: text }),
    employment: part({ domain: text, name: text, title: text, role: text, seniority: text }),
    linkedin: part({ handle: text }),
  }),
});

/** Who somebody is at work. */
export const hunterPerson = fromUpstream<HunterPersonQuery, WorkContactFact>(HUNTER, {
  name: 'hunter',
  label: 'work_email_search',
  metered: 'answers',
  async ask(query, call) {
    const found = await call({
      path: '/v2/people/find',
      query: 'email' in query ? { email: query.email } : { linkedin_handle: query.vanity },
      schema: reply,
    });
    if (!found) return null;
    const { name, email, geo, employment: job, linkedin } = found.data;
    const handle = linkedin?.handle?.replace(/^.*\//, '');
    return {
      ...UNKNOWN_CONTACT,
      fullName: name.fullName,
      firstName: name.givenName,
      lastName: name.familyName,
      title: job?.title ?? null,
      seniority: job?.seniority?.toLowerCase() ?? null,
      departments: job?.role ? [job.role] : [],
      company: {
        ...UNKNOWN_CONTACT.company,
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
