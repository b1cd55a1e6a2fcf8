import * as z from 'zod';
import type { Source } from '../core/lookup/source.ts';
import type { PersonRecord } from '../core/people/person-record.ts';
import type { PhoneNumber } from '../core/phone/number.ts';
import type { RecordHit } from '../core/ports.ts';
import { PERSON_DATASETS, type PersonDataset } from '../core/records/people.ts';
import { recordSource } from './record-source.ts';

const callerColumns = z.object(PERSON_DATASETS.caller_names.row.shape).omit({ phone_number: true });
const personColumns = z.object(PERSON_DATASETS.people.row.shape).omit({ phone_number: true });

const NO_ADDRESS: PersonRecord['address'] = {
  line1: null,
  line2: null,
  city: null,
  state: null,
  zip: null,
  zip4: null,
};

function readCaller({ data, asOf }: RecordHit): PersonRecord {
  const { name = null, company_name: companyName = null } = callerColumns.parse(data);
  const unknown = {
    firstName: null,
    lastName: null,
    secondaryName: null,
    email: null,
    phoneType: null,
  };
  return { ...unknown, fullName: name, companyName, address: NO_ADDRESS, asOf };
}

function readPerson({ data, asOf }: RecordHit): PersonRecord {
  const row = personColumns.parse(data);
  return {
    fullName: [row.first_name, row.last_name].filter(Boolean).join(' ') || null,
    firstName: row.first_name ?? null,
    lastName: row.last_name ?? null,
    secondaryName: row.secondary_name ?? null,
    companyName: row.company_name ?? null,
    email: row.email ?? null,
    phoneType: row.phone_type ?? null,
    address: {
      line1: row.address_line1 ?? null,
      line2: row.address_line2 ?? null,
      city: row.city ?? null,
      state: row.state ?? null,
      zip: row.zip ?? null,
      zip4: row.zip4 ?? null,
    },
    asOf,
  };
}

const personSource = (
  dataset: PersonDataset,
  label: string,
  read: (hit: RecordHit) => PersonRecord,
): Source<PhoneNumber, PersonRecord> =>
  recordSource({ dataset, label, keys: ({ e164 }) => [e164], read });

/** Caller names: a name for a minority of numbers. */
export const callerNames = personSource('caller_names', 'caller_id_records', readCaller);

/** The imported consumer file. */
export const people = personSource('people', 'consumer_records', readPerson);
