import * as z from 'zod';
import { contactEmail } from '../../domain/person/contact.ts';
import type { ContactPlace, WorkContactFact, WorkPhone } from '../../domain/person/work-contact.ts';
import { personLinkedinUrl } from '../../domain/social/linkedin-address.ts';
import {
  dateAsSent,
  fieldsAt,
  lowerText,
  lowerTexts,
  number,
  partialDay,
  parts,
  text,
  texts,
} from '../../lib/loose-fields.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { PDL } from './client.ts';

/** Number marked as mobile first; the vendor does not state the type of the others. */
const phonesOf = (mobile: string | null, others: readonly string[]): WorkPhone[] => [
  ...(mobile === null ? [] : [{ number: mobile, type: 'MOBILE' as const }]),
  ...others.filter((number) => number !== mobile).map((number) => ({ number, type: null })),
];

/** Location of a person or company. @param prefix of the fields, such as `location_` */
const placeAt = (prefix: string) =>
  fieldsAt<ContactPlace>({
    city: [`${prefix}locality`, text],
    region: [`${prefix}region`, text],
    country: [`${prefix}country`, text],
  });

/** Person in the replies of all calls about people; each call sets `titlecase`. */
export const pdlPersonReply = fieldsAt({
  id: ['id', z.string().min(1)],
  fullName: ['full_name', text],
  firstName: ['first_name', text],
  lastName: ['last_name', text],
  title: ['job_title', text],
  seniority: ['job_title_levels', lowerTexts.transform(([first = null]) => first)],
  departments: ['job_title_role', lowerText.transform((role) => (role === null ? [] : [role]))],
  employer: [
    fieldsAt({
      name: ['job_company_name', text],
      domain: ['job_company_website', text.transform((site) => keyText('domain', site))],
      industry: ['job_company_industry', text],
    }),
  ],
  seat: [placeAt('job_company_location_')],
  location: [placeAt('location_')],
  profileUrl: ['linkedin_url', text.transform(personLinkedinUrl)],
  roleStarted: ['job_start_date', partialDay],
  skills: ['skills', texts],
  asOf: ['job_last_verified', dateAsSent],
  workEmail: ['work_email', text.transform(contactEmail)],
  ownEmails: ['personal_emails', texts],
  emails: ['emails', parts({ address: text, type: text })],
  mobile: ['mobile_phone', text],
  numbers: ['phone_numbers', texts],
});

type PdlPersonReply = z.output<typeof pdlPersonReply>;

/** Fact of a reply. @param likelihood 1 to 10, from enrichment; null if queried by id */
export function readPdlPerson(reply: PdlPersonReply, likelihood: number | null): WorkContactFact {
  const { employer, seat, workEmail, ownEmails, emails, mobile, numbers, ...person } = reply;
  const current = emails.find(({ type }) => type === 'current_professional')?.address;
  // The field of that name, otherwise the address that the list marks as current.
  const address = workEmail ?? contactEmail(current);
  const score = likelihood === null ? null : Math.min(100, Math.max(0, likelihood * 10));
  const personal = emails.flatMap((each) =>
    each.address !== null && each.type === 'personal' ? [each.address] : [],
  );
  return {
    ...person,
    company: { ...employer, ...seat },
    workEmail: address === null ? null : { address, verified: null, score },
    personalEmails: [...new Set([...ownEmails, ...personal])],
    phones: phonesOf(mobile, numbers),
    knownBy: [],
    followers: null,
    likelihood: score,
  };
}

interface PdlPersonQuery {
  /** Vanity name of the LinkedIn profile. */
  vanity?: string | null;
  emails?: readonly string[];
  name?: string | null;
  company?: string | null;
}

/** Likelihood (1 to 10) that the vendor advises for name and company, which may fit several. */
const MIN_NAME_LIKELIHOOD = 6;

/** Reply, and whether the plan withholds a field: its value is then true. */
const enrichReply = (field?: string) =>
  fieldsAt({
    likelihood: ['likelihood', number],
    person: ['data', pdlPersonReply],
    isWithheld: [`data.${field}`, z.unknown().transform((value) => value === true)],
  });

/**
 * Source that enriches one person. An answer in which the plan withholds the required field is
 * partial.
 * @param required a field that the record must have, by the vendor's name; without it there is no
 * match and no bill
 */
export const pdlPerson = (required?: string) =>
  fromUpstream<PdlPersonQuery, WorkContactFact>(PDL, {
    label: 'business_people_database',
    async ask({ vanity, emails = [], name, company }, call, { markPartial }) {
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
        schema: enrichReply(required),
      });
      if (found?.isWithheld) markPartial?.();
      return found && readPdlPerson(found.person, found.likelihood);
    },
  });

/** Person by any key of the database. */
export const pdlContact = pdlPerson();

const personRetrieveReply = z.object({ data: pdlPersonReply });

/** Person by the vendor's own id, as returned by a search of people. */
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
