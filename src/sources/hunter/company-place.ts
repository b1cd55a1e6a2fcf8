import * as z from 'zod';
import type { ContactPlace } from '../../core/people/work-contact.ts';
import { part, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { HUNTER } from './client.ts';

const reply = z.object({
  data: z.object({
    /** Null where the domain is of no company they know. */
    name: z.string().nullable(),
    geo: part({ city: text, state: text, country: text }),
  }),
});

/** Where the company of a domain is. */
export const hunterCompanyPlace = fromUpstream<string, ContactPlace>(HUNTER, {
  name: 'hunter',
  label: 'business_company_database',
  metered: 'answers',
  async ask(domain, call) {
    const found = await call({ path: '/v2/companies/find', query: { domain }, schema: reply });
    if (!found || found.data.name === null) return null;
    const { geo } = found.data;
    return {
      city: geo?.city ?? null,
      region: geo?.state ?? null,
      country: geo?.country ?? null,
    };
  },
});
