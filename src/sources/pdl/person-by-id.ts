import * as z from 'zod';
import type { WorkContactFact } from '../../core/people/work-contact.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { PDL } from './client.ts';
import { personReply, readPerson } from './person-reply.ts';

const reply = z.object({ data: personReply });

/** Somebody by the vendor's own id, such as a search of people replied. */
export const pdlById = fromUpstream<string, WorkContactFact>(PDL, {
  name: 'pdl',
  label: 'business_people_database',
  metered: 'answers',
  async ask(id, call) {
    const found = await call({
      path: `/v5/person/retrieve/${encodeURIComponent(id)}`,
      query: { titlecase: true },
      schema: reply,
    });
    return found && readPerson(found.data, null);
  },
});
