import * as z from 'zod';
import { type ContactFact, fullNameOf, UNKNOWN_CONTACT } from '../../core/people/contact.ts';
import {
  contactEmail,
  contactNumber,
  isoDay,
  lineOf,
  rankEmails,
  rankPhones,
} from '../../core/people/contact-choice.ts';
import { flag, part, parts, text } from '../upstream/fields.ts';

/** `person` null or absent is "no strong match"; the figures of `pagination` say nothing. */
export const personReply = z.object({
  isError: z.literal(false),
  person: z
    .object({
      name: part({ firstName: text, lastName: text }),
      addresses: parts({
        street: text,
        unit: text,
        city: text,
        state: text,
        zip: text,
        lastReportedDate: text,
      }),
      phones: z
        .array(z.object({ number: text, type: text, isConnected: flag, lastReportedDate: text }))
        .nullish(),
      emails: z.array(z.object({ email: text, isValidated: flag, isBusiness: flag })).nullish(),
    })
    .nullish(),
});

type Person = NonNullable<z.output<typeof personReply>['person']>;

/** The address reported last; the first where no day is given. */
function addressOf({ addresses }: Person): ContactFact['address'] {
  const [newest] = addresses
    .map((address) => ({ ...address, day: isoDay(address.lastReportedDate) ?? '' }))
    .sort((one, other) => (one.day === other.day ? 0 : one.day > other.day ? -1 : 1));
  const line1 = [newest?.street, newest?.unit].filter(Boolean).join(' ') || null;
  const { city = null, state = null, zip = null } = newest ?? {};
  return { line1, city, state, zip, country: 'US' };
}

/** The fact of a reply: the vendor knows people of the United States only. */
export function readPerson(person: Person): ContactFact {
  const { firstName = null, lastName = null } = person.name ?? {};
  const phones = (person.phones ?? []).flatMap(
    ({ number, type, isConnected, lastReportedDate }) => {
      const e164 = contactNumber(number);
      const lastReportedAt = isoDay(lastReportedDate);
      return e164 ? [{ e164, type: lineOf(type), connected: isConnected, lastReportedAt }] : [];
    },
  );
  const emails = (person.emails ?? []).flatMap(({ email, isValidated, isBusiness }) => {
    const address = contactEmail(email);
    return address ? [{ address, validated: isValidated, business: isBusiness }] : [];
  });
  return {
    ...UNKNOWN_CONTACT,
    firstName,
    lastName,
    fullName: fullNameOf(firstName, lastName),
    address: addressOf(person),
    phones: rankPhones(phones),
    emails: rankEmails(emails),
  };
}
