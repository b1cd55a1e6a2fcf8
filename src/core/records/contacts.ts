import * as z from 'zod';
import { count, country, email, list, optional, partialDay, state, text, word } from './columns.ts';
import type { RecordDataset } from './dataset.ts';

const PHONE_TYPES = ['MOBILE', 'LANDLINE', 'VOIP'] as const;

const zip = optional(z.string().regex(/^\d{5}(?:-?\d{4})?$/)).describe(
  'ZIP code, five digits, or nine.',
);
const profile = (what: string) => optional(z.string().trim().max(500)).describe(what);

const personColumns = {
  first_name: text('First name.'),
  last_name: text('Last name.'),
  address_line1: text('House number and street, or the post office box.'),
  city: text('City.'),
  state,
  zip,
  phone_number: text('Phone number in any form the lookups accept.'),
  phone_type: word(PHONE_TYPES, 'MOBILE, LANDLINE or VOIP.'),
};

const personContacts = z.object({ ...personColumns, email: email('Email address.') });

const emailOwners = z.object({
  email: z.email().max(254).describe('Email address; a row is found by it in lower case.'),
  ...personColumns,
  country: country('Country'),
  cell_number: text('Mobile number in any form the lookups accept.'),
  company_name: text('Company the person works for.'),
  job_title: text('Title the person has there.'),
  industry: text("The company's industry."),
  network_url: profile("The person's page on the professional network."),
  website: text("The company's web site."),
  company_country: country("The company's country"),
});

const workContacts = z.object({
  network_url: profile('Page on the professional network, or its vanity name.'),
  full_name: text('Full name.'),
  title: text('Current title.'),
  seniority: text('For example cxo, vp, director, manager, senior, entry.'),
  department: text('For example sales or engineering.'),
  company_name: text('Current company.'),
  company_domain: text("The company's domain."),
  work_email: email('Email address at the company.'),
  personal_email: email('Private email address.'),
  mobile_phone: text('Mobile number in any form the lookups accept.'),
  city: text('City.'),
  region: text('State or region.'),
  country: text('Country, by code or name.'),
  followers: count('Followers on the professional network.'),
  role_started: partialDay('When the current role began'),
  skills: list('Skills'),
});

/** How to reach people: consumers of the United States, and people at work. */
export const CONTACT_DATASETS = {
  person_contacts: {
    keys: [{ kind: 'person', columns: ['last_name', 'first_name', 'address_line1', 'zip'] }],
    // Two of a household may share the initial.
    apartBy: ['first_name', 'last_name'],
    row: personContacts,
    description:
      'Phone numbers and email addresses of consumers by name and address: phone append and email append. A row is found by last name, initial, house number and ZIP code, so it needs all four.',
  },
  email_owners: {
    keys: [{ kind: 'email', columns: ['email'] }],
    row: emailOwners,
    description: 'Consumers by email address: reverse email append.',
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
