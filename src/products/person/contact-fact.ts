import * as z from 'zod';
import type { AppendQuery, ContactFact, PersonQuery } from '../../domain/person/contact.ts';
import {
  type ContactPhone,
  type PersonSubject,
  personSubjects,
} from '../../domain/person/person.ts';
import { comparePeople } from '../../domain/person/person-match.ts';
import { foldFirstName, foldLastName } from '../../domain/person/person-name.ts';
import { parsePhoneNumber } from '../../domain/phone/number.ts';
import { isInUnitedStates } from '../../domain/place/us-states.ts';
import { stateOfZip, zip5 } from '../../domain/place/zip.ts';
import { isAbsent, lookupField, refuseInput, UnusableInput } from '../../lib/inputs.ts';
import {
  firstMatch,
  foundFact,
  type QuerySource,
  type Source,
  type Sources,
} from '../../lookup/source.ts';
import { mapFact } from '../../lookup/source-adapters.ts';
import { personContacts } from '../../open-data/records/people.ts';
import { enformionContact } from '../../vendors/enformion/person.ts';
import { versiumContact } from '../../vendors/versium/contact.ts';
import { derivePhone, personalLineType } from '../phone/conclusion.ts';
import {
  EMPTY_FACT,
  type PhoneFact,
  type PhoneInput,
  phoneSources,
  phoneTables,
} from '../phone/fact.ts';

const MAX_NAME_CHARS = 100;
const MAX_LINE_CHARS = 200;

/** Normalizes to single spaces and removes control and format characters. */
function parseSingleLine(text: string, maxChars: number): string {
  const line = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(line)) throw new UnusableInput('has neither letters nor digits');
  if (line.length > maxChars) throw new UnusableInput(`must have at most ${maxChars} characters`);
  return line;
}

/** @param check throws for a text that is not a name */
const nameField = (check: (text: string) => string, description: string, example: string) =>
  lookupField(
    (text) => {
      const name = parseSingleLine(text, MAX_NAME_CHARS);
      check(name);
      return name;
    },
    { description, examples: [example] },
  );

const person = z.object({
  firstName: nameField(foldFirstName, 'First name.', 'Ada'),
  lastName: nameField(foldLastName, 'Last name.', 'Example'),
  address: lookupField((text) => parseSingleLine(text, MAX_LINE_CHARS), {
    description: 'House number and street, including the unit.',
    examples: ['1 Example Street Apt 2'],
  }),
  city: lookupField((text) => parseSingleLine(text, MAX_NAME_CHARS), {
    description: 'City.',
    examples: ['Washington'],
  }),
  zip: lookupField(zip5, {
    description: 'ZIP code of five or nine digits. The state is derived from it.',
    examples: ['20001'],
  }),
});

/** Parses an object where other products parse a text; errors have the same form. */
const input = z
  .preprocess((value, context) => {
    if (isAbsent(value)) return refuseInput(context, 'MISSING_FIELD', 'is required');
    if (typeof value !== 'object' || Array.isArray(value))
      return refuseInput(context, 'INVALID_INPUT', 'must be an object');
    return value;
  }, person)
  .describe('The person, by name and postal address in the United States.');

/** Body of a product that appends data to a name and an address. */
export const contactAppendBody = z.object({ input });

export type ContactAppendInput = z.output<typeof contactAppendBody>;

/** State of the person's ZIP code; null outside the United States. */
export const contactStateCode = ({ input: { zip } }: ContactAppendInput): string | null =>
  stateOfZip(zip);

/** The person on one line, as in `request.input`. */
export const contactAppendSubject = ({ input }: ContactAppendInput): string =>
  `${input.firstName} ${input.lastName}, ${input.address}, ${input.city}, ${input.zip}`;

/** Cache and receipt key of the person: case-insensitive, and distinct for distinct persons. */
export const contactAppendCacheKey = ({ input }: ContactAppendInput): string =>
  JSON.stringify(
    [input.firstName, input.lastName, input.address, input.city, input.zip].map((text) =>
      text.toLowerCase(),
    ),
  );

/** The person found; null if none. */
export interface FoundContact {
  contact: ContactFact | null;
}

/** Suppression keys: every identifier of the person, shown or not. */
export const contactSubjects = ({ contact }: FoundContact): readonly PersonSubject[] => [
  ...personSubjects({
    email: contact?.emails.map(({ address }) => address) ?? [],
    phone_number: contact?.phones.map(({ e164 }) => e164) ?? [],
    profile: [contact?.company?.networkUrl],
  }),
  ...(contact?.knownBy ?? []),
];

/** Whether the contact is known to live in the United States; unknown counts as no. */
export const livesInUnitedStates = ({ address }: Pick<ContactFact, 'address'>): boolean => {
  const { country, state, zip } = address;
  return isInUnitedStates({ country, state: state ?? stateOfZip(zip ?? '') }) === true;
};

/** How closely a contact matches the requested person; null for another person. */
export const compareWithQuery = (asked: PersonQuery, contact: ContactFact) =>
  comparePeople(
    { ...asked, fullName: null },
    { ...contact, places: [contact.address, ...contact.formerAddresses] },
  );

const onlyOfAsked = (source: Source<AppendQuery, ContactFact>): Source<AppendQuery, ContactFact> =>
  mapFact(source, (contact, query) => (compareWithQuery(query, contact) ? contact : null));

const SOURCES = [personContacts, enformionContact, versiumContact].map(onlyOfAsked);

/** The query of a body; null for a ZIP code outside the United States. */
export function contactQuery(body: ContactAppendInput): PersonQuery | null {
  const state = contactStateCode(body);
  const { firstName, lastName, address: line1, city, zip } = body.input;
  return state === null ? null : { firstName, lastName, line1, city, zip, state };
}

/** A number with the line type of number validation, and its Do Not Call status. */
interface ContactLine {
  phone: ContactPhone;
  doNotCall: boolean | null;
}

/** Lines of a person's numbers, in their order. @param best sources for the best number */
export const findLines = (
  phones: readonly ContactPhone[],
  ask: QuerySource,
  best: Sources<PhoneInput, PhoneFact> = phoneTables,
): Promise<ContactLine[]> =>
  Promise.all(
    phones.map(async (phone, at) => {
      const number = parsePhoneNumber(phone.e164);
      const fact = foundFact(await ask(at === 0 ? best : phoneTables, { phone_number: number }));
      const line = derivePhone(fact ?? EMPTY_FACT, number);
      const { doNotCall } = line;
      return { phone: { ...phone, type: personalLineType(line, phone.type) }, doNotCall };
    }),
  );

/**
 * Source order: the operator's file, then the paid sources, until one has the person with the
 * wanted fields; another person is no match. No source is queried outside the United States.
 */
export function contactAppendSources(
  wants: AppendQuery['wants'],
): Sources<ContactAppendInput, FoundContact> {
  const { list, resolve } = firstMatch(...SOURCES);
  return {
    list: wants === 'phone' ? [...list, ...phoneSources.list] : list,
    answeredBy: list,
    async resolve(body, ask) {
      const query = contactQuery(body);
      if (query === null) return { contact: null };
      const contact = await resolve({ ...query, wants }, ask);
      if (!contact) return { contact: null };
      const address = { ...contact.address, state: contact.address.state ?? query.state };
      if (!livesInUnitedStates({ address })) return { contact: null };
      if (wants === 'email') return { contact };
      // Carriers are queried for the best number alone.
      const lines = await findLines(contact.phones, ask, phoneSources);
      return { contact: { ...contact, phones: lines.map(({ phone }) => phone) } };
    },
  };
}
