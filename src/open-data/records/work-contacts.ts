import {
  UNKNOWN_WORK_CONTACT,
  type WorkContactFact,
  type WorkPhone,
} from '../../domain/person/work-contact.ts';
import { existingNumber, hasMobilePlan } from '../../domain/phone/number.ts';
import { countryCodeOf } from '../../domain/place/countries.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { storedRow } from '../../lookup/datasets/dataset.ts';
import { keyText, recordKey } from '../../lookup/datasets/keys.ts';
import { CONTACT_DATASETS } from '../../lookup/datasets/people.ts';
import type { Source } from '../../lookup/source.ts';
import type { RecordHit } from '../../lookup/world.ts';
import { camelRow, recordSource } from './record-source.ts';

/** Query for a person at work, by the keys that a file can have. */
interface WorkRecordQuery {
  /** Vanity name of the LinkedIn profile. */
  vanity?: string | null;
  emails?: readonly string[];
}

const columns = storedRow(CONTACT_DATASETS.work_contacts.row);

/** URL of the person's page in a cell, which may have the vanity name alone; null for none. */
export function personPageOfCell(cell: string | null | undefined): string | null {
  const vanity = keyText('profile', cell);
  return vanity && linkedinPageUrl({ of: 'person', vanity });
}

/** Number of the mobile column, read in its row's country; type null if the plan is not mobile. */
function readMobile(text: string | null, country: string | null): WorkPhone[] {
  const number = text && existingNumber(text, countryCodeOf(country ?? ''));
  return number ? [{ number: number.e164, type: hasMobilePlan(number) ? 'MOBILE' : null }] : [];
}

function readWorkContact({ data, asOf }: RecordHit): WorkContactFact {
  const row = camelRow(columns, columns.parse(data));
  const { fullName, title, seniority, followers, roleStarted, city, region, country } = row;
  return {
    ...UNKNOWN_WORK_CONTACT,
    fullName,
    title,
    seniority,
    followers,
    roleStarted,
    asOf,
    departments: row.department ? [row.department] : [],
    company: {
      ...UNKNOWN_WORK_CONTACT.company,
      name: row.companyName,
      domain: keyText('domain', row.companyDomain),
    },
    workEmail: row.workEmail ? { address: row.workEmail, verified: null, score: null } : null,
    personalEmails: row.personalEmail ? [row.personalEmail] : [],
    phones: readMobile(row.mobilePhone, country),
    profileUrl: personPageOfCell(row.networkUrl),
    location: { city, region, country },
    skills: row.skills ?? [],
  };
}

const FILE = { dataset: 'work_contacts', label: 'business_contact_records' };

/** Operator's file of people at work. */
export const workContacts: Source<WorkRecordQuery, WorkContactFact> = recordSource({
  ...FILE,
  keys: ({ vanity, emails = [] }) => [
    recordKey('profile', vanity),
    ...emails.map((email) => recordKey('email', email)),
  ],
  read: readWorkContact,
});

/** The same file by addresses that a person may have: a row under one may be another person's. */
export const workContactAmong = <Query>(
  emailsOf: (query: Query) => readonly string[],
  isAbout: (contact: WorkContactFact, query: Query) => boolean,
): Source<Query, WorkContactFact> =>
  recordSource({
    ...FILE,
    keys: (query) => emailsOf(query).map((email) => recordKey('email', email)),
    read(hit, query) {
      const contact = readWorkContact(hit);
      return isAbout(contact, query) ? contact : null;
    },
  });
