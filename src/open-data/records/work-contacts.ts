import * as z from 'zod';
import { UNKNOWN_WORK_CONTACT, type WorkContactFact } from '../../domain/person/work-contact.ts';
import { linkedinPageUrl } from '../../domain/social/linkedin-address.ts';
import { keyText, recordKey } from '../../lookup/datasets/keys.ts';
import { CONTACT_DATASETS } from '../../lookup/datasets/people.ts';
import type { Source } from '../../lookup/source.ts';
import type { RecordHit } from '../../lookup/world.ts';
import { recordSource } from './record-source.ts';

/** A person at work, by the keys a file can have. */
interface WorkRecordQuery {
  /** Vanity name on the professional network. */
  vanity?: string | null;
  emails?: readonly string[];
}

const columns = z.object(CONTACT_DATASETS.work_contacts.row.shape);

const linkedinPageOfText = (text: string | null | undefined): string | null => {
  const vanity = keyText('profile', text);
  return vanity && linkedinPageUrl({ of: 'person', vanity });
};

function readWorkContact({ data, asOf }: RecordHit): WorkContactFact {
  const row = columns.parse(data);
  return {
    ...UNKNOWN_WORK_CONTACT,
    fullName: row.full_name ?? null,
    title: row.title ?? null,
    seniority: row.seniority ?? null,
    departments: row.department ? [row.department] : [],
    company: {
      ...UNKNOWN_WORK_CONTACT.company,
      name: row.company_name ?? null,
      domain: keyText('domain', row.company_domain),
    },
    workEmail: row.work_email ? { address: row.work_email, verified: null, score: null } : null,
    personalEmails: row.personal_email ? [row.personal_email] : [],
    phones: row.mobile_phone ? [{ number: row.mobile_phone, type: 'MOBILE' }] : [],
    profileUrl: linkedinPageOfText(row.network_url),
    location: {
      city: row.city ?? null,
      region: row.region ?? null,
      country: row.country ?? null,
    },
    followers: row.followers ?? null,
    roleStarted: row.role_started ?? null,
    skills: row.skills ?? [],
    asOf,
  };
}

/** The operator's file of people at work. */
export const workContacts: Source<WorkRecordQuery, WorkContactFact> = recordSource({
  dataset: 'work_contacts',
  label: 'business_contact_records',
  keys: ({ vanity, emails = [] }) => [
    recordKey('profile', vanity),
    ...emails.map((email) => recordKey('email', email)),
  ],
  read: readWorkContact,
});
