import * as z from 'zod';
import { isInUnitedStates } from '../../domain/place/us-states.ts';
import { stateOfZip } from '../../domain/place/zip.ts';
import { parseLinkedinPage } from '../../domain/social/linkedin-address.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import {
  BY_PHONE_NUMBER,
  column,
  emailCell,
  namedRow,
  optionalColumn,
  parsedCell,
  phoneNumberKey,
  type RecordDataset,
} from './dataset.ts';

const zip5Column = column.digits(/^\d{5}$/, 'five digits', 'ZIP code, five digits.');
const zip4Column = column.digits(/^\d{4}$/, 'four digits', 'The four digits after the ZIP code.');

const callerNames = z.object({
  phone_number: phoneNumberKey,
  name: column.text('Name that is shown when the number calls (CNAM).'),
  company_name: column.text('Company that uses the number, for a business number.'),
});

const people = z.object({
  phone_number: phoneNumberKey,
  first_name: column.text('First name.'),
  last_name: column.text('Last name.'),
  secondary_name: column.text('Another person of the household, full name.'),
  company_name: column.text('Company that uses the number, for a business number.'),
  email: column.email('Email address.'),
  phone_type: column.choice(['MOBILE', 'LANDLINE', 'VOIP'], 'MOBILE, LANDLINE or VOIP.'),
  address_line1: column.text('Street and house number.'),
  address_line2: column.text('Apartment or unit.'),
  city: column.text('City.'),
  state: column.state,
  zip: zip5Column,
  zip4: zip4Column,
});

export const PERSON_DATASETS = {
  caller_names: {
    keys: BY_PHONE_NUMBER,
    row: namedRow(callerNames, 'name', 'company_name'),
    description:
      'Caller names of United States numbers: the standard record of a reverse phone lookup.',
  },
  people: {
    keys: BY_PHONE_NUMBER,
    row: namedRow(people, 'first_name', 'last_name', 'company_name'),
    description: 'Consumers by phone number: the premium record of a reverse phone lookup.',
  },
} as const satisfies Record<string, RecordDataset>;

export type PersonDataset = keyof typeof PERSON_DATASETS;

const PHONE_TYPES = ['MOBILE', 'LANDLINE', 'VOIP'] as const;

const zipColumn = column.digits(
  /^\d{5}(?:-?\d{4})?$/,
  'five digits, or nine',
  'ZIP code, five digits, or nine.',
);
const linkedinColumn = (what: string) =>
  optionalColumn(
    parsedCell((text) => {
      if (parseLinkedinPage(text).of === 'person') return text;
      throw new UnusableInput('is the page of an organization, not of a person');
    }),
  ).describe(what);

const personColumns = {
  first_name: column.text('First name.'),
  last_name: column.text('Last name.'),
  address_line1: column.text('House number and street, or the post office box.'),
  city: column.text('City.'),
  state: column.state,
  zip: zipColumn,
  phone_number: column.phone('Phone number'),
  phone_type: column.choice(PHONE_TYPES, 'MOBILE, LANDLINE or VOIP.'),
};

const personContacts = z.object({ ...personColumns, email: column.email('Email address.') });

const emailOwners = z.object({
  email: emailCell.describe('Email address; a row is found by it in lower case.'),
  ...personColumns,
  country: column.country('Country, US or empty: the owners of other countries are withheld'),
  cell_number: column.phone('Mobile number'),
  company_name: column.text('Company the person works for.'),
  job_title: column.text('Title the person has there.'),
  industry: column.text("The company's industry."),
  network_url: linkedinColumn("The person's page on the professional network."),
  website: column.text("The company's web site."),
  company_country: column.country("The company's country"),
});

const workContacts = z.object({
  network_url: linkedinColumn('Page on the professional network, or its vanity name.'),
  full_name: column.text('Full name.'),
  title: column.text('Current title.'),
  seniority: column.text('For example cxo, vp, director, manager, senior, entry.'),
  department: column.text('For example sales or engineering.'),
  company_name: column.text('Current company.'),
  company_domain: column.text("The company's domain."),
  work_email: column.email('Email address at the company.'),
  personal_email: column.email('Private email address.'),
  mobile_phone: column.text('Mobile number, read in the country of the row.'),
  city: column.text('City.'),
  region: column.text('State or region.'),
  country: column.text('Country, by code or name.'),
  followers: column.count('Followers on the professional network.'),
  role_started: column.partialDay('When the current role began'),
  skills: column.list('Skills'),
});

/** Contact data of consumers in the United States and of people at work. */
export const CONTACT_DATASETS = {
  person_contacts: {
    keys: [{ kind: 'person', columns: ['last_name', 'first_name', 'address_line1', 'zip'] }],
    // Two members of a household may share the initial.
    distinguishingColumns: ['first_name', 'last_name'],
    row: personContacts,
    description:
      'Phone numbers and email addresses of consumers by name and address: phone append and email append. A row is found by last name, initial, house number and ZIP code, so it needs all four.',
  },
  email_owners: {
    keys: [{ kind: 'email', columns: ['email'] }],
    row: namedRow(emailOwners, 'first_name', 'last_name'),
    withholds: ({ country, state, zip }) =>
      isInUnitedStates({
        country: (country ?? null) as string | null,
        state: (state ?? stateOfZip(String(zip ?? ''))) as string | null,
      }) !== true,
    description:
      'Consumers by email address: reverse email append. Rows of residents of the United States are told; one with neither country US nor, without a country, a state or ZIP code there is stored and withheld.',
  },
  work_contacts: {
    keys: [
      { kind: 'profile', columns: ['network_url'] },
      { kind: 'email', columns: ['work_email'] },
      { kind: 'email', columns: ['personal_email'] },
    ],
    row: workContacts,
    description:
      'People at work by page on the professional network, work or private email address: mobile finder, work email finders, network profile, B2B contact append and job change monitors.',
  },
} as const satisfies Record<string, RecordDataset>;

const hashColumn = (of: string) =>
  optionalColumn(z.string().max(64)).describe(`SHA-256 in hexadecimal of ${of}.`);

const suppressedPeople = z.object({
  email_hash: hashColumn('the email address in lower case'),
  phone_hash: hashColumn('the phone number in E.164, with its plus sign'),
  profile_hash: hashColumn('the vanity name of the profile in lower case'),
  reason: column.text('Your own note; never shown to callers.'),
});

export const SUPPRESSED_PEOPLE = 'suppressed_people';

export const SUPPRESSION_DATASETS = {
  [SUPPRESSED_PEOPLE]: {
    keys: [
      { kind: 'hash', columns: ['email_hash'] },
      { kind: 'hash', columns: ['phone_hash'] },
      { kind: 'hash', columns: ['profile_hash'] },
    ],
    row: suppressedPeople,
    description:
      'People who opted out, by hash alone: read before the cache and before every source about people. A lookup about one of them finds no person and costs nothing. `npm run operator -- suppress` hashes on your machine and adds one.',
  },
} as const satisfies Record<string, RecordDataset>;
