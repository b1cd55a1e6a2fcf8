import type { SandboxCase } from '../../../core/lookup/product.ts';
import type { EmploymentFact } from './sources.ts';

const at = (title: string, company: string): EmploymentFact => ({
  source: 'sandbox',
  employment: { title, company, location: 'Springfield' },
});

/** Invented people. Runs of a test key take turns among them, so that each recheck finds another job. */
export const jobChangeSandbox: readonly SandboxCase<EmploymentFact | null>[] = [
  {
    subject: 'jane-sandbox',
    shows: 'an engineer',
    fact: at('Engineer', 'Example Ltd'),
  },
  {
    subject: 'john-sandbox',
    shows: 'a head of engineering at another company',
    fact: at('Head of Engineering', 'Sample GmbH'),
  },
  {
    subject: 'ann-sandbox',
    shows: 'a director at that company',
    fact: at('Director', 'Sample GmbH'),
  },
  { subject: 'gone-sandbox', shows: 'a source that takes too long', fails: 'UPSTREAM_TIMEOUT' },
];
