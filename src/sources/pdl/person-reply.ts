import * as z from 'zod';
import type { ContactPhone, WorkContactFact } from '../../core/people/work-contact.ts';
import { recordKey } from '../../core/records/keys.ts';
import { parts, text, texts } from '../upstream/fields.ts';

/** A person as every call about people replies; each of them is asked with `titlecase`. */
export const personReply = z.object({
  id: z.string().min(1),
  full_name: text,
  first_name: text,
  last_name: text,
  linkedin_url: text,
  work_email: text,
  personal_emails: texts,
  emails: parts({ address: text, type: text }),
  mobile_phone: text,
  phone_numbers: texts,
  job_title: text,
  job_title_role: text,
  job_title_levels: texts,
  job_company_name: text,
  job_company_website: text,
  job_company_industry: text,
  job_company_location_locality: text,
  job_company_location_region: text,
  job_company_location_country: text,
  job_start_date: text,
  job_last_verified: text,
  location_locality: text,
  location_region: text,
  location_country: text,
  skills: texts,
});

export type PersonReply = z.output<typeof personReply>;

/** The address at the current company: the field of that name, else the one the list calls current. */
const workEmailOf = ({ work_email, emails }: PersonReply): string | null =>
  work_email ?? emails.find(({ type }) => type === 'current_professional')?.address ?? null;

const personalEmailsOf = ({ personal_emails, emails }: PersonReply): string[] => {
  const listed = emails.flatMap(({ address, type }) =>
    address !== null && type === 'personal' ? [address] : [],
  );
  return [...new Set([...personal_emails, ...listed])];
};

/** The number named as mobile first; of the others the vendor does not say what they are. */
const phonesOf = ({ mobile_phone, phone_numbers }: PersonReply): ContactPhone[] => [
  ...(mobile_phone === null ? [] : [{ number: mobile_phone, type: 'MOBILE' as const }]),
  ...phone_numbers
    .filter((number) => number !== mobile_phone)
    .map((number) => ({ number, type: null })),
];

/** @param address without a scheme, as the vendor writes it */
const pageOf = (address: string | null): string | null =>
  address && `https://${address.replace(/^https?:\/\//i, '')}`;

const domainOf = (website: string | null): string | null =>
  recordKey('domain', website)?.slice('domain:'.length) ?? null;

/** A reply as a fact. @param likelihood 1 to 10, as enrichment replies; null where the person was asked for by id */
export function readPerson(reply: PersonReply, likelihood: number | null): WorkContactFact {
  const workEmail = workEmailOf(reply);
  const sure = likelihood === null ? null : Math.min(100, Math.max(0, likelihood * 10));
  return {
    id: reply.id,
    fullName: reply.full_name,
    firstName: reply.first_name,
    lastName: reply.last_name,
    title: reply.job_title,
    seniority: reply.job_title_levels[0]?.toLowerCase() ?? null,
    departments: reply.job_title_role === null ? [] : [reply.job_title_role.toLowerCase()],
    company: {
      name: reply.job_company_name,
      domain: domainOf(reply.job_company_website),
      industry: reply.job_company_industry,
      city: reply.job_company_location_locality,
      region: reply.job_company_location_region,
      country: reply.job_company_location_country,
    },
    workEmail: workEmail === null ? null : { address: workEmail, verified: null, score: sure },
    personalEmails: personalEmailsOf(reply),
    phones: phonesOf(reply),
    profileUrl: pageOf(reply.linkedin_url),
    location: {
      city: reply.location_locality,
      region: reply.location_region,
      country: reply.location_country,
    },
    followers: null,
    roleStarted: reply.job_start_date,
    skills: reply.skills,
    likelihood: sure,
    asOf: reply.job_last_verified,
  };
}
