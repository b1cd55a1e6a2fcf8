import type { ContactFact } from '../../core/people/contact.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { ENFORMION } from './client.ts';
import { personReply, readPerson } from './person.ts';

const TIMEOUT_MS = 15_000;

/** Finds the person an email address belongs to. */
export const enformionEmailOwner = fromUpstream<string, ContactFact>(ENFORMION, {
  name: 'enformion',
  label: 'consumer_database_by_email',
  metered: 'answers',
  timeoutMs: TIMEOUT_MS,
  async ask(email, call) {
    const found = await call({
      path: '/Email/Enrich',
      headers: { 'galaxy-search-type': 'DevAPIEmailID' },
      json: { Email: email },
      schema: personReply,
    });
    const fact = found?.person ? readPerson(found.person) : null;
    // A person without a name is an address and nothing else.
    return fact?.fullName ? fact : null;
  },
});
