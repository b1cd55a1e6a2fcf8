import * as z from 'zod';
import { asOfField } from '../../../core/lookup/as-of.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { UNKNOWN_CONTACT, type WorkContactFact } from '../../../core/people/work-contact.ts';
import { subjectsOf } from '../identifiers.ts';
import { FINDER_LIMIT_MS, recommendWorkEmail, WORK_EMAIL_RISK } from '../work-email.ts';
import { enrichmentSources } from './fact.ts';
import { enrichmentInput, queryOf } from './input.ts';

const CREDITS = 5;

const email = z.string().nullable();
const verified = z
  .boolean()
  .nullable()
  .describe('True: a mail server confirmed the mailbox. False: it could not. Null: nobody asked.');

const classification = z.object({
  matched: z.boolean().describe('An address was found.'),
  email: email.describe('Work email address; null when none was found.'),
  domain: z.string().describe('The domain that was asked for.'),
});

const insights = z.object({
  email_enrichment: z
    .object({
      email: email.describe('As classification.email.'),
      email_verified: verified,
      confidence: z
        .number()
        .nullable()
        .describe('How sure the source is, 0 to 100; null when it does not say.'),
      full_name: z.string().nullable().describe('Whose address it is.'),
      job_title: z.string().nullable().describe('Title at the company.'),
      company: z.string().nullable().describe('The company as the source names it.'),
    })
    .describe('The address and what the source says besides.'),
  as_of: asOfField,
});

const ada: WorkContactFact = {
  ...UNKNOWN_CONTACT,
  fullName: 'Ada Example',
  firstName: 'Ada',
  lastName: 'Example',
  title: 'CEO',
  company: { ...UNKNOWN_CONTACT.company, name: 'Example Ltd', domain: 'example.com' },
  workEmail: { address: 'ada@example.com', verified: true, score: 99 },
};

/** Whoever is asked for at these domains is Ada. */
const sandbox: readonly SandboxCase<WorkContactFact | null>[] = [
  { subject: 'example.com', shows: 'an address that its mail server confirmed', fact: ada },
  {
    subject: 'example.net',
    shows: 'an address at a server that takes every name',
    fact: { ...ada, workEmail: { address: 'ada@example.net', verified: false, score: 60 } },
  },
  { subject: 'example.org', shows: 'no address, not charged', fact: null },
  ...forcedRefusals('broke.com', 'busy.com', 'slow.com'),
];

/** Which address does this person have at this company? */
export const emailEnrichment = defineProduct({
  path: '/email-enrichment',
  type: 'email_enrichment',
  summary: 'Work email address of a person by name and company domain',
  tier: 'standard',
  input: enrichmentInput,
  subject: ({ domain }) => domain.name,
  cacheKey: (input) => {
    const { firstName, lastName, domain } = queryOf(input);
    return [domain, firstName, lastName].join('\n').toLowerCase();
  },
  sources: {
    ...enrichmentSources,
    resolve: (input, ask) => enrichmentSources.resolve(queryOf(input), ask),
  },
  limitMs: FINDER_LIMIT_MS,
  people: { asked: () => [], found: subjectsOf, nobody: null },
  price: { upTo: CREDITS, charge: (contact) => (contact?.workEmail ? CREDITS : 0) },
  classification: {
    schema: classification,
    from: (contact, { domain }) => ({
      matched: contact !== null,
      email: contact?.workEmail?.address ?? null,
      domain: domain.name,
    }),
  },
  insights: {
    schema: insights,
    from: (contact) => ({
      email_enrichment: {
        email: contact?.workEmail?.address ?? null,
        email_verified: contact?.workEmail?.verified ?? null,
        confidence: contact?.workEmail?.score ?? null,
        full_name: contact?.fullName ?? null,
        job_title: contact?.title ?? null,
        company: contact?.company.name ?? null,
      },
      as_of: contact?.asOf ?? null,
    }),
  },
  risk: WORK_EMAIL_RISK,
  recommend: recommendWorkEmail,
  factVersion: 1,
  sandbox,
  example: { domain: 'example.com', firstName: 'Ada', lastName: 'Example' },
});
