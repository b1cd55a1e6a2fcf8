import * as z from 'zod';
import type { ContactFact } from '../../domain/person/contact.ts';
import { personSubjects } from '../../domain/person/person-subject.ts';
import { UNKNOWN_WORK_CONTACT, type WorkContactFact } from '../../domain/person/work-contact.ts';
import { requireOneOf } from '../../lib/inputs.ts';
import { recordKey } from '../../lookup/datasets/keys.ts';
import { asOfField } from '../../lookup/envelope.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../lookup/product.ts';
import { firstMatch, mapFact, mapQuery, type Source, type Sources } from '../../lookup/source.ts';
import { workContacts } from '../../open-data/records/work-contacts.ts';
import { enformionEmailOwner } from '../../vendors/enformion/person.ts';
import { pdlPerson } from '../../vendors/pdl/person.ts';
import { optionalEmailField, optionalProfileField, workContactSubjects } from './identifiers.ts';

/** Query: vanity name, then the work address and the private one. */
export interface MobileQuery {
  vanity: string | null;
  emails: readonly string[];
}

/** The mobile number a source names, in E.164; null when it names none that can be read. */
const workMobileOf = (fact: WorkContactFact | null): string | null =>
  recordKey('phone_number', fact?.phones.find(({ type }) => type === 'MOBILE')?.number);

/**
 * What a source knows; a record without a mobile number is none here: the next source may have one.
 */
const onlyWithMobile = <Query, Fact>(
  source: Source<Query, Fact>,
  read: (fact: Fact) => WorkContactFact,
): Source<Query, WorkContactFact> =>
  mapFact(source, (found) => {
    const fact = read(found);
    return workMobileOf(fact) === null ? null : fact;
  });

/** The best of the mobile numbers that is not known to be out of service. */
function workContactOfConsumer({ fullName, phones, emails }: ContactFact): WorkContactFact {
  const mobile = phones.find(({ type, connected }) => type === 'MOBILE' && connected !== false);
  return {
    ...UNKNOWN_WORK_CONTACT,
    fullName,
    personalEmails: emails.map(({ address }) => address),
    phones: mobile ? [{ number: mobile.e164, type: 'MOBILE' }] : [],
  };
}

const identity = (fact: WorkContactFact): WorkContactFact => fact;

const recordedMobile = onlyWithMobile(workContacts, identity);
const pdlMobile = onlyWithMobile(pdlPerson('mobile_phone'), identity);
const enformionMobile = onlyWithMobile(enformionEmailOwner, workContactOfConsumer);

/**
 * Source order: the operator's file, work contacts, then consumer records by each address; only
 * those that the given identifiers can query.
 */
const mobileSources: Sources<MobileQuery, WorkContactFact | null> = {
  list: [recordedMobile, pdlMobile, enformionMobile],
  resolve: (query, ask) => {
    const byAddress = query.emails.map((email) =>
      mapQuery((_: MobileQuery) => email, enformionMobile),
    );
    return firstMatch<MobileQuery, WorkContactFact>(
      recordedMobile,
      pdlMobile,
      ...byAddress,
    ).resolve(query, ask);
  },
};

/** What is made of a fact: the number in E.164. */
export interface MobileConclusion {
  fact: WorkContactFact | null;
  number: string | null;
}

const mobileClassification = z.object({
  matched: z.boolean().describe('A mobile number was found.'),
  mobile_number: z.string().nullable().describe('E.164.'),
});

const mobileInsights = z.object({
  mobile_finder_result: z
    .object({
      full_name: z.string().nullable().describe('Whose number it is.'),
      title: z.string().nullable().describe('Title at the company.'),
      company: z.string().nullable().describe('Company the person works for.'),
      network_url: z.string().nullable().describe('Page on the professional network.'),
    })
    .describe('What the record says besides.'),
  as_of: asOfField,
});

/** The classification section of the mobile finder. */
const classifyMobile = ({ number }: MobileConclusion): z.input<typeof mobileClassification> => ({
  matched: number !== null,
  mobile_number: number,
});

/** The insights section of the mobile finder. */
const describeMobile = ({ fact }: MobileConclusion): z.input<typeof mobileInsights> => ({
  mobile_finder_result: {
    full_name: fact?.fullName ?? null,
    title: fact?.title ?? null,
    company: fact?.company.name ?? null,
    network_url: fact?.profileUrl ?? null,
  },
  as_of: fact?.asOf ?? null,
});

const ada: WorkContactFact = {
  ...UNKNOWN_WORK_CONTACT,
  fullName: 'Ada Example',
  title: 'Owner',
  company: { ...UNKNOWN_WORK_CONTACT.company, name: 'Example Ltd', domain: 'example.com' },
  phones: [{ number: '+12025550101', type: 'MOBILE' }],
  profileUrl: 'https://www.linkedin.com/in/sandbox-ada',
};

const sandbox: readonly SandboxCase<WorkContactFact | null>[] = [
  { subject: 'sandbox-ada', shows: 'a mobile number and whose it is', fact: ada },
  {
    subject: 'sandbox-ben',
    shows: 'a mobile number alone',
    fact: { ...UNKNOWN_WORK_CONTACT, phones: [{ number: '+442079460958', type: 'MOBILE' }] },
  },
  { subject: 'sandbox-nobody', shows: 'no number, not charged', fact: null },
  ...forcedRefusals('sandbox-broke', 'sandbox-busy', 'sandbox-slow'),
];

/** What is this person's mobile number? */
export const mobileFinder = defineProduct({
  path: '/mobile-finder',
  type: 'mobile_finder',
  summary: 'Mobile number of a person at work',
  tier: 'standard',
  input: z
    .object({
      profile_url: optionalProfileField,
      work_email: optionalEmailField(
        'Email address at the company; with the others it is more likely to match.',
      ),
      personal_email: optionalEmailField(
        'Private email address; with the others it is more likely to match.',
      ),
    })
    .superRefine(requireOneOf('profile_url', 'work_email', 'personal_email')),
  subject: (input) =>
    [input.profile_url, input.work_email, input.personal_email].filter(Boolean).join(' '),
  sources: {
    ...mobileSources,
    resolve: ({ profile_url: vanity, work_email, personal_email }, ask) => {
      const emails = [work_email, personal_email].filter((email) => email !== null);
      return mobileSources.resolve({ vanity, emails }, ask);
    },
  },
  people: {
    inputSubjects: (input) =>
      personSubjects({
        email: [input.work_email, input.personal_email],
        profile: [input.profile_url],
      }),
    factSubjects: workContactSubjects,
    emptyFact: null,
  },
  derive: (fact) => ({ fact, number: workMobileOf(fact) }),
  price: { upTo: 40, charge: ({ number }) => (number === null ? 0 : 40) },
  classification: { schema: mobileClassification, from: classifyMobile },
  insights: { schema: mobileInsights, from: describeMobile },
  factVersion: 1,
  sandbox,
  example: { profile_url: 'https://www.linkedin.com/in/ada-example' },
});
