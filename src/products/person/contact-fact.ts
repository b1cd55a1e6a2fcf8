import { firstMatch, type Source, type Sources } from '../../core/lookup/source.ts';
import type { AppendQuery, ContactFact } from '../../core/people/contact.ts';
import { type PersonSubject, personSubjects } from '../../core/people/suppression.ts';
import { isInUnitedStates } from '../../core/people/united-states.ts';
import { stateOfZip } from '../../core/places/zip-state.ts';
import { personContacts } from '../../sources/contact-records.ts';
import { enformionContact } from '../../sources/enformion/contact.ts';
import { versiumContact } from '../../sources/versium/contact.ts';
import { type AppendInput, stateOf } from './contact-input.ts';

/** Who was found; null is nobody. */
export interface FoundContact {
  contact: ContactFact | null;
}

/** Raised when {@link ContactFact} changes shape. */
export const CONTACT_FACT_VERSION = 1;

/** Everything a person may have asked to be forgotten by, shown in the answer or not. */
export const contactSubjects = ({ contact }: FoundContact): readonly PersonSubject[] =>
  personSubjects({
    email: contact?.emails.map(({ address }) => address) ?? [],
    phone_number: contact?.phones.map(({ e164 }) => e164) ?? [],
    profile: [contact?.company?.networkUrl],
  });

/** Whether the contact is known to live in the United States; not to know is no yes. */
export const livesInUnitedStates = ({ address }: Pick<ContactFact, 'address'>): boolean => {
  const { country, state, zip } = address;
  return isInUnitedStates({ country, state: state ?? stateOfZip(zip ?? '') }) === true;
};

const SOURCES: readonly Source<AppendQuery, ContactFact>[] = [
  personContacts,
  enformionContact,
  versiumContact,
];

/** Whoever has the person with what is wanted: the operator's file, then the paid ones. Elsewhere nobody is asked. */
export function appendSources(wants: AppendQuery['wants']): Sources<AppendInput, FoundContact> {
  const { list, resolve } = firstMatch(...SOURCES);
  return {
    list,
    async resolve(body, ask) {
      const state = stateOf(body);
      if (state === null) return { contact: null };
      const { firstName, lastName, address: line1, city, zip } = body.input;
      const query = { firstName, lastName, line1, city, zip, state, wants };
      const contact = await resolve(query, ask);
      if (!contact) return { contact: null };
      const address = { ...contact.address, state: contact.address.state ?? state };
      return { contact: livesInUnitedStates({ address }) ? contact : null };
    },
  };
}
