import type * as z from 'zod';
import {
  type AppendQuery,
  type ContactFact,
  fullNameOf,
  type PhoneLine,
  UNKNOWN_CONTACT,
} from '../core/people/contact.ts';
import { contactEmail, contactNumber, holds, rankPhones } from '../core/people/contact-choice.ts';
import { foldFirstName, mayBeSameFirstName } from '../core/people/person-name.ts';
import { mayBeSameStreet } from '../core/places/same-street.ts';
import { CONTACT_DATASETS } from '../core/records/contacts.ts';
import { recordKey } from '../core/records/keys.ts';
import { rowsOfHit } from '../core/records/row-list.ts';
import { recordSource } from './record-source.ts';

const personRow = CONTACT_DATASETS.person_contacts.row;
// The column a row is found by alone is not stored with it.
const ownerRow = CONTACT_DATASETS.email_owners.row.omit({ email: true });

type Row = z.output<typeof personRow>;

/** What both files say of a person. */
function readRow(
  row: Omit<Row, 'email'> & { email?: Row['email'] },
  asOf: string | null,
): ContactFact {
  const [firstName, lastName] = [row.first_name ?? null, row.last_name ?? null];
  const phone = contactNumber(row.phone_number);
  const email = contactEmail(row.email);
  return {
    ...UNKNOWN_CONTACT,
    firstName,
    lastName,
    fullName: fullNameOf(firstName, lastName),
    address: {
      line1: row.address_line1 ?? null,
      city: row.city ?? null,
      state: row.state ?? null,
      zip: row.zip ?? null,
      country: null,
    },
    phones: phone ? [phoneOf(phone, row.phone_type ?? null)] : [],
    emails: email ? [{ address: email, validated: null, business: null }] : [],
    asOf,
  };
}

const phoneOf = (e164: string, type: PhoneLine | null) => ({
  e164,
  type,
  connected: null,
  lastReportedAt: null,
});

/** Whether a row of the key is about the person: it may have the name, and be of the street. */
const isAbout = (row: Row, { firstName, line1 }: AppendQuery): boolean =>
  mayBeSameFirstName(row.first_name ?? '', firstName) &&
  mayBeSameStreet(row.address_line1 ?? '', line1);

/** The row with the very name; else the only one that may have it: of two nobody can tell. */
function choose(rows: readonly Row[], query: AppendQuery): Row | null {
  const about = rows.filter((row) => isAbout(row, query));
  const name = foldFirstName(query.firstName);
  const named = about.filter((row) => foldFirstName(row.first_name ?? '') === name);
  const [row, ...others] = named.length > 0 ? named : about;
  return row && others.length === 0 ? row : null;
}

/** The imported file of consumers, by name and address. */
export const personContacts = recordSource<AppendQuery, ContactFact>({
  dataset: 'person_contacts',
  label: 'imported_contact_records',
  keys: ({ lastName, firstName, line1, zip }) => [
    recordKey('person', lastName, firstName, line1, zip),
  ],
  read(hit, query) {
    const row = choose(rowsOfHit(hit, personRow), query);
    const fact = row && readRow(row, hit.asOf);
    return fact && holds(fact, query.wants) ? fact : null;
  },
});

/** The imported file of consumers, by email address in lower case. */
export const emailOwners = recordSource<string, ContactFact>({
  dataset: 'email_owners',
  label: 'imported_email_owners',
  keys: (email) => [recordKey('email', email)],
  read({ data, asOf }, email) {
    const row = ownerRow.parse(data);
    const { address, phones, ...fact } = readRow({ ...row, email }, asOf);
    const cell = contactNumber(row.cell_number);
    const company = {
      name: row.company_name ?? null,
      jobTitle: row.job_title ?? null,
      industry: row.industry ?? null,
      networkUrl: row.network_url ?? null,
      website: row.website ?? null,
      country: row.company_country ?? null,
    };
    return {
      ...fact,
      address: { ...address, country: row.country ?? null },
      phones: rankPhones([...(cell ? [phoneOf(cell, 'MOBILE')] : []), ...phones]),
      company: Object.values(company).some((value) => value !== null) ? company : null,
    };
  },
});
