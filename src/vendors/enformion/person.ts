import * as z from 'zod';
import {
  type AppendQuery,
  type ContactFact,
  contactEmail,
  contactPhone,
  hasWanted,
  isoDay,
  joinFullName,
  type NumberOwner,
  phoneLineFrom,
  rankEmails,
  rankPhones,
  UNKNOWN_CONTACT,
} from '../../domain/person/contact.ts';
import { personSubjects } from '../../domain/person/person.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { alike } from '../../lib/fields.ts';
import { flag, listOf, part, parts, text, textOrNumber, zipCode } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

const IS_ABOUT_MONEY = /credit|balance|quota|limit exceeded|subscription|payment/i;

interface Envelope {
  isError?: unknown;
  error?: { inputErrors?: unknown } | null;
}

/** Consumers of the United States; every match is billed. */
const ENFORMION: Upstream = {
  name: 'ENFORMION',
  hosts: ['devapi.enformion.com'],
  metered: 'answers',
  timeoutMs: 15_000,
  adds: 'phone append, email append, reverse email, premium reverse phone',
  needs: ['ENFORMION_NAME', 'ENFORMION_PASSWORD'],
  authenticate: (secret) => ({
    headers: {
      'galaxy-ap-name': secret('ENFORMION_NAME'),
      'galaxy-ap-password': secret('ENFORMION_PASSWORD'),
    },
  }),
  /**
   * An error may come with HTTP 200. Distinguishes errors about the input from errors about the
   * account; the statuses of a refused credential are left to the caller.
   */
  envelope(body, status) {
    const { isError, error } = (body ?? {}) as Envelope;
    if (isError !== true || status === 401 || status === 403) return undefined;
    const faults = error?.inputErrors;
    if (Array.isArray(faults) && faults.length > 0) return 'input';
    if (IS_ABOUT_MONEY.test(JSON.stringify(body))) return 'quota';
    return status === 200 ? 'input' : undefined;
  },
};

const postal = alike(text, 'street', 'unit', 'city', 'state', 'lastReportedDate');
const addressFields = { ...postal, zip: zipCode };
const phoneFields = {
  number: textOrNumber,
  type: text,
  isConnected: flag,
  lastReportedDate: text,
};
const emailFields = { email: text, isValidated: flag, isBusiness: flag };

/** Lists; by a number or an email address, the vendor states one of each instead. */
const personFields = z
  .object({
    name: part({ firstName: text, lastName: text }),
    addresses: parts(addressFields),
    address: part(addressFields),
    phones: listOf(z.object(phoneFields)).nullish(),
    phone: part(phoneFields),
    emails: listOf(z.object(emailFields)).nullish(),
    email: text,
    isEmailValidated: flag,
    isBusiness: flag,
  })
  .transform(({ address, phone, email, isEmailValidated, isBusiness, ...person }) => ({
    name: person.name,
    addresses: [...person.addresses, ...(address ? [address] : [])],
    phones: [...(person.phones ?? []), ...(phone ? [phone] : [])],
    emails: [
      ...(person.emails ?? []),
      ...(email === null ? [] : [{ email, isValidated: isEmailValidated, isBusiness }]),
    ],
  }));

const IS_NO_MATCH = /\bno (?:strong )?match(?:es)?\b/i;

/** `person` null or absent is "no strong match"; the figures of `pagination` are meaningless. */
const enformionPersonReply = z
  .object({ isError: flag, message: text, person: personFields.nullish() })
  .refine(
    ({ isError, message, person }) =>
      isError === false || IS_NO_MATCH.test(message ?? '') || person,
  );

type Person = NonNullable<z.output<typeof enformionPersonReply>['person']>;

/** Addresses, last reported first; those without a day last, in the order received. */
function addressesOf({ addresses }: Person): NumberOwner['address'][] {
  const days = addresses.map((address) => ({
    ...address,
    day: isoDay(address.lastReportedDate) ?? '',
  }));
  days.sort((one, other) => (one.day === other.day ? 0 : one.day > other.day ? -1 : 1));
  return days.map(({ street: line1, unit: line2, city, state, zip: code }) => {
    const [, zip = code, zip4 = null] = /^(\d{5})-?(\d{4})$/.exec(code ?? '') ?? [];
    return { line1, line2, city, state, zip, zip4 };
  });
}

const NO_ADDRESS: NumberOwner['address'] = {
  ...alike(null, 'line1', 'line2', 'city', 'state', 'zip', 'zip4'),
};

const onOneLine = ({ line1, line2, city, state, zip }: NumberOwner['address']) => ({
  line1: [line1, line2].filter(Boolean).join(' ') || null,
  city,
  state,
  zip,
});

/** Fact of a reply. The vendor has only people of the United States. */
function readEnformionPerson(person: Person): ContactFact {
  const { firstName = null, lastName = null } = person.name ?? {};
  const [address = NO_ADDRESS, ...formerAddresses] = addressesOf(person);
  const phones = person.phones.flatMap(({ number, type, isConnected, lastReportedDate }) => {
    const read = contactPhone(number, phoneLineFrom(type));
    const lastReportedAt = isoDay(lastReportedDate);
    return read ? [{ ...read, connected: isConnected, lastReportedAt }] : [];
  });
  const emails = person.emails.flatMap(({ email, isValidated, isBusiness }) => {
    const address = contactEmail(email);
    return address ? [{ address, validated: isValidated, business: isBusiness }] : [];
  });
  return {
    ...UNKNOWN_CONTACT,
    firstName,
    lastName,
    fullName: joinFullName(firstName, lastName),
    address: { ...onOneLine(address), country: 'US' },
    formerAddresses: formerAddresses.map(onOneLine),
    phones: rankPhones(phones),
    emails: rankEmails(emails),
    knownBy: personSubjects({
      phone_number: phones.map(({ e164 }) => e164),
      email: emails.map(({ address }) => address),
    }),
  };
}

/** Whether a list of the reply has a matching entry; an empty list counts as unknown, so true. */
const mayHave = <Entry>(entries: readonly Entry[], has: (one: Entry) => boolean): boolean =>
  entries.length === 0 || entries.some(has);

/** Finds the holder of a US number. */
export const enformionCaller = fromUpstream<PhoneNumber, NumberOwner>(ENFORMION, {
  label: 'consumer_database_by_phone',
  async ask({ national, e164 }, call) {
    const found = await call({
      path: '/Phone/Enrich',
      headers: { 'galaxy-search-type': 'DevAPICallerID' },
      json: { Phone: national },
      schema: enformionPersonReply,
    });
    const person = found?.person && readEnformionPerson(found.person);
    if (!found?.person || !person?.fullName) return null;
    if (!mayHave(found.person.phones, ({ number }) => contactPhone(number, null)?.e164 === e164))
      return null;
    const { firstName, lastName, fullName, phones, emails, knownBy } = person;
    return {
      firstName,
      lastName,
      fullName,
      secondaryName: null,
      companyName: null,
      email: emails[0]?.address ?? null,
      phoneType: phones.find((phone) => phone.e164 === e164)?.type ?? null,
      address: addressesOf(found.person)[0] ?? NO_ADDRESS,
      knownBy,
      asOf: null,
    };
  },
});

/** Finds a person by name and postal address. */
export const enformionContact = fromUpstream<AppendQuery, ContactFact>(ENFORMION, {
  label: 'consumer_database',
  async ask({ firstName, lastName, line1, city, state, wants }, call) {
    const found = await call({
      path: '/Contact/Enrich',
      headers: { 'galaxy-search-type': 'DevAPIContactEnrich' },
      json: {
        FirstName: firstName,
        LastName: lastName,
        Address: { addressLine1: line1, addressLine2: `${city}, ${state}` },
      },
      schema: enformionPersonReply,
    });
    const fact = found?.person ? readEnformionPerson(found.person) : null;
    return fact && hasWanted(fact, wants) ? fact : null;
  },
});

export const enformionEmailOwner = fromUpstream<string, ContactFact>(ENFORMION, {
  label: 'consumer_database_by_email',
  async ask(email, call) {
    const found = await call({
      path: '/Email/Enrich',
      headers: { 'galaxy-search-type': 'DevAPIEmailID' },
      json: { Email: email },
      schema: enformionPersonReply,
    });
    if (!found?.person) return null;
    const fact = readEnformionPerson(found.person);
    const isTheirs = mayHave(found.person.emails, (each) => contactEmail(each.email) === email);
    // A person without a name has nothing but the address.
    return fact.fullName && isTheirs ? fact : null;
  },
});
