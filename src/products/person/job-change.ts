import * as z from 'zod';
import type { Employment, LinkedinProfileFact } from '../../domain/person/linkedin-profile.ts';
import { personSubjects } from '../../domain/person/person.ts';
import { parseLinkedinPerson } from '../../domain/social/linkedin-address.ts';
import { lookupField } from '../../lib/inputs.ts';
import { fieldsOf } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import type { Source } from '../../lookup/source.ts';
import { firstInformative, mapFact, mapQuery } from '../../lookup/source-adapters.ts';
import { pdlProfile } from '../../vendors/pdl/profile.ts';
import { scrapedLinkedinProfile } from '../../vendors/scrapecreators/linkedin.ts';
import { wikidataPerson } from '../../vendors/wikidata/person.ts';
import { recordedProfile } from './network-profile-lookup.ts';

/** Employment and its source: snapshots from different sources are never compared. */
interface EmploymentFact {
  source: string;
  employment: Employment;
}

/** Employment source that reads the current job of a profile source. */
const employmentFrom = (source: Source<string, LinkedinProfileFact>) =>
  mapFact(
    mapQuery(({ profile_url }: { profile_url: string }) => profile_url, source),
    ({ title, company, location, knownBy }): EmploymentFact => ({
      source: source.name,
      employment: { title, company, location, knownBy },
    }),
  );

/**
 * Source order for employment: the operator's work_contacts file, then the upstreams, then open
 * data. A record without a title and a company is the answer only if no other source has one.
 * Register a new source here only. Without an available source, job change monitors cannot be
 * created.
 */
const employmentSources = firstInformative(
  ({ employment: { title, company } }) => (title ?? company) !== null,
  [recordedProfile, pdlProfile, scrapedLinkedinProfile, wikidataPerson].map(employmentFrom),
);

const at = (title: string, company: string): EmploymentFact => ({
  source: 'sandbox',
  employment: { title, company, location: 'Springfield' },
});

/**
 * Sandbox cases: invented people. Runs with a test key rotate through them, so that each recheck
 * finds another job.
 */
const jobChangeSandbox: readonly SandboxCase<EmploymentFact | null>[] = [
  inSandbox.answer('jane-sandbox', 'an engineer', at('Engineer', 'Example Ltd')),
  inSandbox.answer(
    'john-sandbox',
    'a head of engineering at another company',
    at('Head of Engineering', 'Sample GmbH'),
  ),
  inSandbox.answer('ann-sandbox', 'a director at that company', at('Director', 'Sample GmbH')),
  { subject: 'gone-sandbox', shows: 'a source that takes too long', fails: 'UPSTREAM_TIMEOUT' },
];

/** Credits per recheck of a contact (specification, "Price list"). */
const CONTACT_PRICE = 5;

const text = z.string().nullable();
const job = { title: text, company: text, location: text };
const employment = z.object({ matched: z.boolean(), source: text, ...job });

/** Current job of a profile's owner; used only by runs of job change monitors. */
export const jobChange = defineProduct({
  path: '/job-change',
  summary: 'Where the owner of a profile works',
  tier: 'live',
  input: z.object({
    profile_url: lookupField(parseLinkedinPerson, {
      description: 'URL of a public profile, or its vanity name.',
      examples: ['https://www.linkedin.com/in/jane-sandbox'],
    }),
  }),
  subject: ({ profile_url }) => profile_url,
  sources: employmentSources,
  people: {
    inputSubjects: ({ profile_url }) => personSubjects({ profile: [profile_url] }),
    factSubjects: (fact) => fact?.employment.knownBy ?? [],
    emptyFact: null,
  },
  price: {
    upTo: CONTACT_PRICE,
    paidFor: ['title', 'company'],
    charge: (fact) => (fact ? CONTACT_PRICE : 0),
  },
  classification: {
    schema: employment,
    from: (fact) => ({
      matched: fact !== null,
      source: fact?.source ?? null,
      ...fieldsOf(job, fact?.employment),
    }),
  },
  insights: { schema: z.object({}), from: () => ({}) },
  bulk: 'job_change',
  sandbox: jobChangeSandbox,
  example: { profile_url: 'jane-sandbox' },
});
