import * as z from 'zod';
import { email, optional, phoneNumberKey, state, text, word } from './columns.ts';
import { BY_PHONE_NUMBER, type RecordDataset } from './dataset.ts';

const zip = optional(z.string().regex(/^\d{5}$/)).describe('ZIP code, five digits.');
const zip4 = optional(z.string().regex(/^\d{4}$/)).describe('The four digits after the ZIP code.');

const isNamed = (row: Record<string, unknown>) =>
  ['name', 'first_name', 'last_name', 'company_name'].some((column) => row[column] !== undefined);
const NAMELESS = 'has no name: one of the name columns must be filled';

const callerNames = z
  .object({
    phone_number: phoneNumberKey,
    name: text('Name that is shown when the number calls (CNAM).'),
    company_name: text('Company, when the number is one.'),
  })
  .refine(isNamed, NAMELESS);

const people = z
  .object({
    phone_number: phoneNumberKey,
    first_name: text('First name.'),
    last_name: text('Last name.'),
    secondary_name: text('Another person of the household, full name.'),
    company_name: text('Company, when the number is one.'),
    email: email('Email address.'),
    phone_type: word(['MOBILE', 'LANDLINE', 'VOIP'], 'MOBILE, LANDLINE or VOIP.'),
    address_line1: text('Street and house number.'),
    address_line2: text('Apartment or unit.'),
    city: text('City.'),
    state,
    zip,
    zip4,
  })
  .refine(isNamed, NAMELESS);

/** Who a number belongs to. */
export const PERSON_DATASETS = {
  caller_names: {
    keys: BY_PHONE_NUMBER,
    row: callerNames,
    description:
      'Caller names of United States numbers: the standard record of a reverse phone lookup.',
  },
  people: {
    keys: BY_PHONE_NUMBER,
    row: people,
    description: 'Consumers by phone number: the premium record of a reverse phone lookup.',
  },
} as const satisfies Record<string, RecordDataset>;

export type PersonDataset = keyof typeof PERSON_DATASETS;
