import * as z from 'zod';
import type { WorkContactFact } from '../../core/people/work-contact.ts';
import { number } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { PDL } from './client.ts';
import { personReply, readPerson } from './person-reply.ts';

/** Who is asked for: by identifiers, or by name with a company. */
export interface PdlPersonQuery {
  /** Vanity name on the professional network. */
  vanity?: string | null;
  emails?: readonly string[];
  name?: string | null;
  /** Name or domain of the company. */
  company?: string | null;
}

/** A name and a company may fit several people; the vendor advises this much (1 to 10) against the wrong one. */
const SURE_OF_A_NAME = 6;

const reply = z.object({ likelihood: number, data: personReply });

/**
 * A source that enriches one person.
 * @param required a field the record must have, as the vendor names it: without it there is no match, and no bill
 */
export const pdlPerson = (required?: string) =>
  fromUpstream<PdlPersonQuery, WorkContactFact>(PDL, {
    name: 'pdl',
    label: 'business_people_database',
    metered: 'answers',
    async ask({ vanity, emails = [], name, company }, call) {
      const identified = Boolean(vanity) || emails.length > 0;
      const found = await call({
        path: '/v5/person/enrich',
        query: {
          profile: vanity ? `linkedin.com/in/${encodeURIComponent(vanity)}` : null,
          email: emails,
          name,
          company,
          min_likelihood: identified ? null : SURE_OF_A_NAME,
          required,
          titlecase: true,
        },
        schema: reply,
      });
      return found && readPerson(found.data, found.likelihood);
    },
  });

/** Anybody the database knows. */
export const pdlContact = pdlPerson();
