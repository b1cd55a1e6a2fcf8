import * as z from 'zod';
import { asOfField } from '../../../core/lookup/as-of.ts';
import { splitFullName } from '../../../core/people/person-name.ts';
import type { WorkContactFact } from '../../../core/people/work-contact.ts';

const text = z.string().nullable();

const person = {
  full_name: text.describe('Whose page it is.'),
  job_title: text.describe('Title at the company.'),
  company: text.describe('Company the person works for.'),
  company_domain: text.describe("The company's domain."),
  city: text.describe('City of the person; null when it is not known.'),
  region: text.describe('State or region of the person.'),
  country: text.describe('Country of the person, by code or name.'),
};

export const finderClassification = z.object({
  matched: z.boolean().describe('A work address was found.'),
  work_email: text.describe('Work email address; null when none was found.'),
  ...person,
  profile_url: text.describe('The page that was looked up; null on a no-match.'),
  query: text.describe('Vanity name of the page that was looked up; only on a no-match.'),
});

export const finderInsights = z.object({
  network_email_finder: z
    .object({
      work_email: z.string().describe('Work email address.'),
      email_verified: z
        .boolean()
        .nullable()
        .describe(
          'True: a mail server confirmed the mailbox. Any other address is free of charge.',
        ),
      first_name: text.describe('Given name.'),
      ...person,
      profile_url: z.string().describe('The page that was looked up.'),
      company_city: text.describe('City of the company.'),
      company_region: text.describe('State or region of the company.'),
      company_country: text.describe('Country of the company.'),
    })
    .nullable()
    .describe('The address and its owner; null on a no-match.'),
  as_of: asOfField,
});

const pageOf = (vanity: string): string =>
  `https://www.linkedin.com/in/${encodeURIComponent(vanity)}`;

const personOf = (contact: WorkContactFact | null) => ({
  full_name: contact?.fullName ?? null,
  job_title: contact?.title ?? null,
  company: contact?.company.name ?? null,
  company_domain: contact?.company.domain ?? null,
  city: contact?.location.city ?? null,
  region: contact?.location.region ?? null,
  country: contact?.location.country ?? null,
});

/** The classification section of the finder. @param vanity whose page was looked up */
export const classifyFinder = (
  contact: WorkContactFact | null,
  vanity: string,
): z.input<typeof finderClassification> => ({
  matched: contact !== null,
  work_email: contact?.workEmail?.address ?? null,
  ...personOf(contact),
  profile_url: contact && pageOf(vanity),
  query: contact ? null : vanity,
});

/** The insights section of the finder. */
export const describeFinder = (
  contact: WorkContactFact | null,
  vanity: string,
): z.input<typeof finderInsights> => ({
  network_email_finder: contact?.workEmail
    ? {
        work_email: contact.workEmail.address,
        email_verified: contact.workEmail.verified,
        first_name: contact.firstName ?? splitFullName(contact.fullName ?? '')?.first ?? null,
        ...personOf(contact),
        profile_url: pageOf(vanity),
        company_city: contact.company.city,
        company_region: contact.company.region,
        company_country: contact.company.country,
      }
    : null,
  as_of: contact?.asOf ?? null,
});
