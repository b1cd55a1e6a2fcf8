import type { AppendQuery, ContactFact } from '../../core/people/contact.ts';
import { holds } from '../../core/people/contact-choice.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { ENFORMION } from './client.ts';
import { personReply, readPerson } from './person.ts';

const TIMEOUT_MS = 15_000;

/** Finds a person by name and postal address. */
export const enformionContact = fromUpstream<AppendQuery, ContactFact>(ENFORMION, {
  name: 'enformion',
  label: 'consumer_database',
  metered: 'answers',
  timeoutMs: TIMEOUT_MS,
  async ask({ firstName, lastName, line1, city, state, wants }, call) {
    const found = await call({
      path: '/Contact/Enrich',
      headers: { 'galaxy-search-type': 'DevAPIContactEnrich' },
      json: {
        FirstName: firstName,
        LastName: lastName,
        Address: { addressLine1: line1, addressLine2: `${city}, ${state}` },
      },
      schema: personReply,
    });
    const fact = found?.person ? readPerson(found.person) : null;
    return fact && holds(fact, wants) ? fact : null;
  },
});
