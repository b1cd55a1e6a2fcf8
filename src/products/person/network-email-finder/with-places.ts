import { type Ask, optional, type Sources } from '../../../core/lookup/source.ts';
import type { WorkContactFact } from '../../../core/people/work-contact.ts';
import { hunterCompanyPlace } from '../../../sources/hunter/company-place.ts';
import { hunterPerson } from '../../../sources/hunter/person.ts';

/** The vanity name of a page. */
type Query = { vanity: string };

const person = optional(hunterPerson);
const companyPlace = optional(hunterCompanyPlace);

/** Where the person and the company are; what was known before stays, and the address always. */
async function placed(contact: WorkContactFact, query: Query, ask: Ask): Promise<WorkContactFact> {
  const { domain } = contact.company;
  const [found, seat] = await Promise.all([
    person.resolve(query, ask),
    domain === null ? null : companyPlace.resolve(domain, ask),
  ]);
  return {
    ...contact,
    title: contact.title ?? found?.title ?? null,
    location: found?.location ?? contact.location,
    company: { ...contact.company, ...seat },
  };
}

/**
 * Asks the same vendor for the places that its search of addresses does not tell, once there is an
 * address: two calls more, that can fail without harm.
 */
export const withPlaces = (
  search: Sources<Query, WorkContactFact | null>,
): Sources<Query, WorkContactFact | null> => ({
  list: [...search.list, hunterPerson, hunterCompanyPlace],
  async resolve(query, ask) {
    const contact = await search.resolve(query, ask);
    return contact && placed(contact, query, ask);
  },
});
