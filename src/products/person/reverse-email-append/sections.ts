import * as z from 'zod';
import { asOfField } from '../../../core/lookup/as-of.ts';
import { mobileOf, otherPhoneOf } from '../../../core/people/contact-choice.ts';
import { describePerson, personFields } from '../contact-append.ts';
import type { ReverseEmailFact, ReverseEmailInput } from './fact.ts';

const DNC = 'Null: no imported Do Not Call registry covers it, or there is no number.';
const text = (what: string) => z.string().nullable().describe(what);
const phone = text('Number that is not known to be a mobile one, E.164.');
const cell = text('Mobile number, E.164.');
const phoneDnc = z.boolean().nullable().describe(`Whether phone is on the registry. ${DNC}`);
const cellDnc = z.boolean().nullable().describe(`Whether cell is on the registry. ${DNC}`);
const { zip: zipCode, ...place } = personFields;

export const reverseEmailClassification = z.object({
  matched: z.boolean().describe('Whether a person was found.'),
  email: z.string().describe('The address that was looked up.'),
  ...place,
  zip_code: zipCode,
  country: text('Country, by code or name.'),
  phone,
  cell,
  phone_dnc: phoneDnc,
  cell_dnc: cellDnc,
  lookup_type: z.literal('reverse_email'),
});

export const reverseEmailInsights = z.object({
  reverse_email_result: z
    .object({
      matched: z.boolean().describe('Whether a person was found.'),
      contact: z.object({
        fullName: text('Full name.'),
        firstName: text('First name.'),
        lastName: text('Last name.'),
      }),
      email: z.string().describe('The address that was looked up.'),
      phones: z
        .object({
          phoneNumber: phone,
          phoneDnc,
          cellNumber: cell,
          cellDnc,
        })
        .describe('Numbers of the person.'),
      address: z
        .object({
          line1: text('Street address.'),
          city: text('City.'),
          state: text('State, two letters.'),
          country: text('Country, by code or name.'),
          zipCode: text('ZIP code.'),
        })
        .describe('Where the person lives.'),
      company: z
        .object({
          name: text('Company.'),
          jobTitle: text('Title the person has there.'),
          industry: text('Industry of the company.'),
          networkUrl: text('Page of the person on the professional network.'),
          website: text('Web site of the company.'),
          country: text('Country of the company.'),
        })
        .describe('Where the person works.'),
      self_declared: z
        .boolean()
        .describe('True: the person wrote this on a public page, which nobody has checked.'),
    })
    .describe('Whose the address is.'),
  contact: z.object(personFields),
  as_of: asOfField,
});

const NO_COMPANY = {
  name: null,
  jobTitle: null,
  industry: null,
  networkUrl: null,
  website: null,
  country: null,
};

const phonesOf = ({ contact, phoneDnc, cellDnc }: ReverseEmailFact) => ({
  phone: (contact && otherPhoneOf(contact)?.e164) ?? null,
  cell: (contact && mobileOf(contact)?.e164) ?? null,
  phoneDnc,
  cellDnc,
});

/** The classification section of a reverse email lookup. */
export function classifyReverseEmail(
  fact: ReverseEmailFact,
  { email }: ReverseEmailInput,
): z.input<typeof reverseEmailClassification> {
  const { zip, ...person } = describePerson(fact.contact);
  const { phone, cell, phoneDnc, cellDnc } = phonesOf(fact);
  return {
    matched: fact.contact !== null,
    email: email.text,
    ...person,
    zip_code: zip,
    country: fact.contact?.address.country ?? null,
    phone,
    cell,
    phone_dnc: phoneDnc,
    cell_dnc: cellDnc,
    lookup_type: 'reverse_email',
  };
}

/** The insights section of a reverse email lookup. */
export function describeReverseEmail(
  fact: ReverseEmailFact,
  { email }: ReverseEmailInput,
): z.input<typeof reverseEmailInsights> {
  const { contact } = fact;
  const { phone, cell, phoneDnc, cellDnc } = phonesOf(fact);
  const { address: line1, city, state, zip: zipCode } = describePerson(contact);
  return {
    reverse_email_result: {
      matched: contact !== null,
      contact: {
        fullName: contact?.fullName ?? null,
        firstName: contact?.firstName ?? null,
        lastName: contact?.lastName ?? null,
      },
      email: email.text,
      phones: { phoneNumber: phone, phoneDnc, cellNumber: cell, cellDnc },
      address: { line1, city, state, country: contact?.address.country ?? null, zipCode },
      company: contact?.company ?? NO_COMPANY,
      self_declared: contact?.selfDeclared ?? false,
    },
    contact: describePerson(contact),
    as_of: contact?.asOf ?? null,
  };
}
