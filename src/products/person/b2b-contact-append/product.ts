import * as z from 'zod';
import { personSubjects } from '../../../domain/person/person-subject.ts';
import { UNKNOWN_WORK_CONTACT, type WorkContactFact } from '../../../domain/person/work-contact.ts';
import { asOfField } from '../../../lookup/envelope.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../../lookup/product.ts';
import { workContactSubjects } from '../identifiers.ts';
import { b2bInput, b2bSources, b2bSubject, b2bVanity } from './sources.ts';

const text = (description: string) => z.string().nullable().describe(description);

const b2bClassification = z.object({
  matched: z.boolean().describe('A record names the person.'),
  full_name: text('Full name.'),
  work_email: text('Email address at the current company.'),
  email_confidence: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('How sure the source is of the address, 0 to 100; null when it does not say.'),
  title: text('Current title.'),
  seniority: text('Level, for example cxo, vp, director, manager.'),
  company: text('Current company.'),
});

const b2bInsights = z.object({
  b2b_contact_append_result: z
    .object({
      departments: z.array(z.string()).describe('Departments or roles, such as sales.'),
      network_url: text('Page on the professional network.'),
      company_domain: text("The company's domain."),
      current_role_started: text('When the current role began: YYYY, YYYY-MM or YYYY-MM-DD.'),
      city: text('City the person is in.'),
      region: text('State or region.'),
      country: text('Country, by code or name.'),
    })
    .describe('What the record says besides.'),
  as_of: asOfField,
});

/** Whether a record identifies a person: a name or a work address suffices. */
const isNamedContact = (fact: WorkContactFact | null): fact is WorkContactFact =>
  fact !== null && (fact.fullName ?? fact.workEmail) !== null;

/** The classification section of a contact append. */
const classifyB2b = (fact: WorkContactFact | null): z.input<typeof b2bClassification> => ({
  matched: isNamedContact(fact),
  full_name: fact?.fullName ?? null,
  work_email: fact?.workEmail?.address ?? null,
  email_confidence: fact?.workEmail?.score ?? null,
  title: fact?.title ?? null,
  seniority: fact?.seniority ?? null,
  company: fact?.company.name ?? null,
});

/** The insights section of a contact append. */
const describeB2b = (fact: WorkContactFact | null): z.input<typeof b2bInsights> => ({
  b2b_contact_append_result: {
    departments: [...(fact?.departments ?? [])],
    network_url: fact?.profileUrl ?? null,
    company_domain: fact?.company.domain ?? null,
    current_role_started: fact?.roleStarted ?? null,
    city: fact?.location.city ?? null,
    region: fact?.location.region ?? null,
    country: fact?.location.country ?? null,
  },
  as_of: fact?.asOf ?? null,
});

const ada: WorkContactFact = {
  ...UNKNOWN_WORK_CONTACT,
  fullName: 'Ada Example',
  title: 'Owner',
  seniority: 'owner',
  departments: ['operations'],
  company: { ...UNKNOWN_WORK_CONTACT.company, name: 'Example Ltd', domain: 'example.com' },
  workEmail: { address: 'ada@sandbox.example', verified: null, score: 80 },
  profileUrl: 'https://www.linkedin.com/in/sandbox-ada',
  roleStarted: '2022-03',
};

/** Sandbox cases: invented addresses. */
const sandbox: readonly SandboxCase<WorkContactFact | null>[] = [
  { subject: 'ada@sandbox.example', shows: 'a whole record', fact: ada },
  {
    subject: 'ben@sandbox.example',
    shows: 'a name and nothing else',
    fact: { ...UNKNOWN_WORK_CONTACT, fullName: 'Ben Example' },
  },
  { subject: 'nobody@sandbox.example', shows: 'no record, not charged', fact: null },
  ...forcedRefusals('broke@sandbox.example', 'busy@sandbox.example', 'slow@sandbox.example'),
];

/** Who is this person at work, and at which address are they reached? */
export const b2bContactAppend = defineProduct({
  path: '/b2b-contact-append',
  type: 'b2b_contact_append',
  summary: 'Work email, title and company of a person',
  tier: 'standard',
  input: b2bInput,
  subject: b2bSubject,
  // Parts of a subject may be of one another's kinds.
  cacheKey: (input) =>
    JSON.stringify([
      input.email,
      b2bVanity(input),
      input.name,
      input.company_domain,
      input.person_id,
    ]),
  sources: b2bSources,
  people: {
    inputSubjects: (input) => personSubjects({ email: [input.email], profile: [b2bVanity(input)] }),
    factSubjects: workContactSubjects,
    emptyFact: null,
  },
  price: { upTo: 75, charge: (fact) => (isNamedContact(fact) ? 75 : 0) },
  classification: { schema: b2bClassification, from: classifyB2b },
  insights: { schema: b2bInsights, from: describeB2b },
  bulk: 'b2b_contact_append',
  factVersion: 1,
  sandbox,
  example: { email: 'ada@example.com' },
});
