import * as z from 'zod';
import { lookedUp } from '../../../core/inputs.ts';
import { defineProduct } from '../../../core/lookup/product.ts';
import { parseProfile } from '../../../core/monitors/profile.ts';
import { personSubjects } from '../../../core/people/suppression.ts';
import { jobChangeSandbox } from './sandbox.ts';
import {
  EMPLOYMENT_SOURCES,
  type EmploymentFact,
  type EmploymentSource,
  employmentSources,
} from './sources.ts';

/** Credits of one recheck of a contact (specification, "Price list"). */
export const CONTACT_PRICE = 5;

const employment = z.object({
  matched: z.boolean(),
  source: z.string().nullable(),
  title: z.string().nullable(),
  company: z.string().nullable(),
  location: z.string().nullable(),
});

/**
 * Where does the owner of this profile work now? Looked up by the runs of job change monitors
 * alone.
 */
const declare = (sources: readonly EmploymentSource[]) => ({
  path: '/job-change' as const,
  type: 'job_change',
  summary: 'Where the owner of a profile works',
  tier: 'live' as const,
  input: z.object({
    profile_url: lookedUp(parseProfile, {
      description: 'URL of a public profile, or its name.',
      examples: ['https://network.example/in/jane-sandbox'],
    }),
  }),
  subject: ({ profile_url }: { profile_url: string }) => profile_url,
  sources: employmentSources(sources),
  people: {
    asked: ({ profile_url }: { profile_url: string }) => personSubjects({ profile: [profile_url] }),
    found: (fact: EmploymentFact | null) => fact?.employment.knownBy ?? [],
    nobody: null,
  },
  price: {
    upTo: CONTACT_PRICE,
    charge: (fact: EmploymentFact | null) => (fact ? CONTACT_PRICE : 0),
  },
  classification: {
    schema: employment,
    from: (fact: EmploymentFact | null) => ({
      matched: fact !== null,
      source: fact?.source ?? null,
      title: fact?.employment.title ?? null,
      company: fact?.employment.company ?? null,
      location: fact?.employment.location ?? null,
    }),
  },
  insights: { schema: z.object({}), from: () => ({}) },
  bulk: 'job_change',
  factVersion: 1,
  sandbox: jobChangeSandbox,
  example: { profile_url: 'jane-sandbox' },
});

/** The product over other sources, for a test. */
export const jobChangeBy = (sources: readonly EmploymentSource[]) =>
  defineProduct(declare(sources));

export const jobChange = defineProduct(declare(EMPLOYMENT_SOURCES));
