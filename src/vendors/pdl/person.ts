import * as z from 'zod';
import type { WorkContactFact, WorkPhone } from '../../domain/person/work-contact.ts';
import { alike } from '../../lib/alike.ts';
import { number, parts, text, texts } from '../../lib/loose-fields.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { PDL } from './client.ts';

/** A person as every call about people replies; each of them is asked with `titlecase`. */
export const pdlPersonReply = z.object({
  id: z.string().min(1),
  ...alike(text, 'full_name', 'first_name', 'last_name', 'linkedin_url', 'work_email'),
  personal_emails: texts,
  emails: parts({ address: text, type: text }),
  mobile_phone: text,
  phone_numbers: texts,
  job_title: text,
  job_title_role: text,
  job_title_levels: texts,
  ...alike(text, 'job_company_name', 'job_company_website', 'job_company_industry'),
  ...alike(text, 'job_company_location_locality', 'job_company_location_region'),
  ...alike(text, 'job_company_location_country', 'job_start_date', 'job_last_verified'),
  ...alike(text, 'location_locality', 'location_region', 'location_country'),
  skills: texts,
});

type PdlPersonReply = z.output<typeof pdlPersonReply>;

/**
 * The address at the current company: the field of that name, else the one the list calls current.
 */
const workEmailOf = ({ work_email, emails }: PdlPersonReply): string | null =>
  work_email ?? emails.find(({ type }) => type === 'current_professional')?.address ?? null;

const personalEmailsOf = ({ personal_emails, emails }: PdlPersonReply): string[] => {
  const listed = emails.flatMap(({ address, type }) =>
    address !== null && type === 'personal' ? [address] : [],
  );
  return [...new Set([...personal_emails, ...listed])];
};

/** The number named as mobile first; of the others the vendor does not say what they are. */
const phonesOf = ({ mobile_phone, phone_numbers }: PdlPersonReply): WorkPhone[] => [
  ...(mobile_phone === null ? [] : [{ number: mobile_phone, type: 'MOBILE' as const }]),
  ...phone_numbers
    .filter((number) => number !== mobile_phone)
    .map((number) => ({ number, type: null })),
];

/** @param address without a scheme, as the vendor writes it */
const linkedinPageOfPerson = (address: string | null): string | null =>
  address && `https://${address.replace(/^https?:\/\//i, '')}`;

/**
 * A reply as a fact. @param likelihood 1 to 10, as enrichment replies; null where the person was
 * asked for by id
 */
export function readPdlPerson(reply: PdlPersonReply, likelihood: number | null): WorkContactFact {
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
      domain: keyText('domain', reply.job_company_website),
      industry: reply.job_company_industry,
      city: reply.job_company_location_locality,
      region: reply.job_company_location_region,
      country: reply.job_company_location_country,
    },
    workEmail: workEmail === null ? null : { address: workEmail, verified: null, score: sure },
    personalEmails: personalEmailsOf(reply),
    phones: phonesOf(reply),
    profileUrl: linkedinPageOfPerson(reply.linkedin_url),
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

/** The person of a query: by identifiers, or by name with a company. */
interface PdlPersonQuery {
  /** Vanity name on the professional network. */
  vanity?: string | null;
  emails?: readonly string[];
  name?: string | null;
  /** Name or domain of the company. */
  company?: string | null;
}

/**
 * A name and a company may fit several people; the vendor advises this much (1 to 10) against the
 * wrong one.
 */
const MIN_NAME_LIKELIHOOD = 6;

const personEnrichReply = z.object({ likelihood: number, data: pdlPersonReply });

/**
 * A source that enriches one person.
 * @param required a field the record must have, as the vendor names it: without it there is no
 * match, and no bill
 */
export const pdlPerson = (required?: string) =>
  fromUpstream<PdlPersonQuery, WorkContactFact>(PDL, {
    label: 'business_people_database',
    async ask({ vanity, emails = [], name, company }, call) {
      const identified = Boolean(vanity) || emails.length > 0;
      const found = await call({
        path: '/v5/person/enrich',
        query: {
          profile: vanity ? `linkedin.com/in/${encodeURIComponent(vanity)}` : null,
          email: emails,
          name,
          company,
          min_likelihood: identified ? null : MIN_NAME_LIKELIHOOD,
          required,
          titlecase: true,
        },
        schema: personEnrichReply,
      });
      return found && readPdlPerson(found.data, found.likelihood);
    },
  });

/** A person, by any key of the database. */
export const pdlContact = pdlPerson();

const personRetrieveReply = z.object({ data: pdlPersonReply });

/** A person by the vendor's own id, as a search of people returned it. */
export const pdlById = fromUpstream<string, WorkContactFact>(PDL, {
  label: 'business_people_database',
  async ask(id, call) {
    const found = await call({
      path: `/v5/person/retrieve/${encodeURIComponent(id)}`,
      query: { titlecase: true },
      schema: personRetrieveReply,
    });
    return found && readPdlPerson(found.data, null);
  },
});
