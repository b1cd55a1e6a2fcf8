import type * as z from 'zod';
import {
  type AppendQuery,
  type ContactFact,
  contactEmail,
  contactPhone,
  hasWanted,
  joinFullName,
  type NumberOwner,
  rankPhones,
  UNKNOWN_CONTACT,
} from '../../domain/person/contact.ts';
import { mayBeSameFirstName } from '../../domain/person/person-match.ts';
import { foldFirstName } from '../../domain/person/person-name.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import { mayBeSameStreet } from '../../domain/place/street-address.ts';
import { alike } from '../../lib/fields.ts';
import { storedRow } from '../../lookup/datasets/dataset.ts';
import { recordKey } from '../../lookup/datasets/keys.ts';
import {
  CONTACT_DATASETS,
  PERSON_DATASETS,
  type PersonDataset,
} from '../../lookup/datasets/people.ts';
import type { Source } from '../../lookup/source.ts';
import { type RecordHit, rowsOfRecordHit } from '../../lookup/world.ts';
import { camelRow, recordSource } from './record-source.ts';
import { personPageOfCell } from './work-contacts.ts';

const callerColumns = storedRow(PERSON_DATASETS.caller_names.row).omit({ phone_number: true });
const personColumns = storedRow(PERSON_DATASETS.people.row).omit({ phone_number: true });

const NO_ADDRESS: NumberOwner['address'] = {
  ...alike(null, 'line1', 'line2', 'city', 'state', 'zip', 'zip4'),
};

function readCallerName({ data, asOf }: RecordHit): NumberOwner {
  const { name = null, company_name: companyName = null } = callerColumns.parse(data);
  const unknown = alike(null, 'firstName', 'lastName', 'secondaryName', 'email', 'phoneType');
  return { ...unknown, fullName: name, companyName, address: NO_ADDRESS, asOf };
}

function readPersonRecord({ data, asOf }: RecordHit): NumberOwner {
  const row = camelRow(personColumns, personColumns.parse(data));
  const { addressLine1: line1, addressLine2: line2, city, state, zip, zip4, ...person } = row;
  return {
    ...person,
    fullName: joinFullName(person.firstName, person.lastName),
    address: { line1, line2, city, state, zip, zip4 },
    asOf,
  };
}

const personSource = (
  dataset: PersonDataset,
  label: string,
  read: (hit: RecordHit) => NumberOwner,
): Source<PhoneNumber, NumberOwner> =>
  recordSource({ dataset, label, keys: ({ e164 }) => [e164], read });

/** Caller names; they cover a minority of numbers. */
export const callerNames = personSource('caller_names', 'caller_id_records', readCallerName);

/** Imported consumer file. */
export const consumerRecords = personSource('people', 'consumer_records', readPersonRecord);

const personRow = storedRow(CONTACT_DATASETS.person_contacts.row);
// A column that alone is the key of a row is not stored in the row.
const ownerRow = storedRow(CONTACT_DATASETS.email_owners.row).omit({ email: true });

type ContactRow = z.output<typeof personRow>;

/** Person fields that both files have. */
function readContactRow(
  row: Omit<ContactRow, 'email'> & { email?: ContactRow['email'] },
  asOf: string | null,
): ContactFact {
  const [firstName, lastName] = [row.first_name ?? null, row.last_name ?? null];
  const phone = contactPhone(row.phone_number, row.phone_type ?? null);
  const email = contactEmail(row.email);
  return {
    ...UNKNOWN_CONTACT,
    firstName,
    lastName,
    fullName: joinFullName(firstName, lastName),
    address: {
      line1: row.address_line1 ?? null,
      city: row.city ?? null,
      state: row.state ?? null,
      zip: row.zip ?? null,
      country: null,
    },
    phones: phone ? [{ ...phone, ...UNREPORTED }] : [],
    emails: email ? [{ address: email, validated: null, business: null }] : [],
    asOf,
  };
}

const UNREPORTED = { connected: null, lastReportedAt: null };

/** Whether a row of the key may be about the person: compatible first name and street. */
const isAbout = (row: ContactRow, { firstName, line1 }: AppendQuery): boolean =>
  mayBeSameFirstName(row.first_name ?? '', firstName) &&
  mayBeSameStreet(row.address_line1 ?? '', line1);

/** Row with the same first name, otherwise with a compatible one; null if there are several. */
function chooseContactRow(rows: readonly ContactRow[], query: AppendQuery): ContactRow | null {
  const about = rows.filter((row) => isAbout(row, query));
  const name = foldFirstName(query.firstName);
  const named = about.filter((row) => foldFirstName(row.first_name ?? '') === name);
  const [row, ...others] = named.length > 0 ? named : about;
  return row && others.length === 0 ? row : null;
}

/** Imported file of consumers, by name and address. */
export const personContacts = recordSource<AppendQuery, ContactFact>({
  dataset: 'person_contacts',
  label: 'imported_contact_records',
  keys: ({ lastName, firstName, line1, zip }) => [
    recordKey('person', lastName, firstName, line1, zip),
  ],
  read(hit, query) {
    const row = chooseContactRow(rowsOfRecordHit(hit, personRow), query);
    const fact = row && readContactRow(row, hit.asOf);
    return fact && hasWanted(fact, query.wants) ? fact : null;
  },
});

/** Imported file of consumers, by email address in lower case. */
export const emailOwners = recordSource<string, ContactFact>({
  dataset: 'email_owners',
  label: 'imported_email_owners',
  keys: (email) => [recordKey('email', email)],
  read({ data, asOf }, email) {
    const row = ownerRow.parse(data);
    const { address, phones, ...fact } = readContactRow({ ...row, email }, asOf);
    if (fact.fullName === null) return null;
    const cell = contactPhone(row.cell_number, 'MOBILE');
    const company = {
      name: row.company_name ?? null,
      jobTitle: row.job_title ?? null,
      industry: row.industry ?? null,
      networkUrl: personPageOfCell(row.network_url),
      website: row.website ?? null,
      country: row.company_country ?? null,
    };
    return {
      ...fact,
      address: { ...address, country: row.country ?? null },
      phones: rankPhones([...(cell ? [{ ...cell, ...UNREPORTED }] : []), ...phones]),
      company: Object.values(company).some((value) => value !== null) ? company : null,
    };
  },
});
