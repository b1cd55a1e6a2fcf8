import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { barePlace, samplePlace } from '../sample-place.ts';
import { VERIFY_FACT_VERSION, type VerifyFact, verifySources } from './fact.ts';
import { type VerifyInput, verifyCacheKey, verifyInput } from './input.ts';
import {
  classifyVerification,
  describeVerification,
  verifyClassification,
  verifyInsights,
} from './sections.ts';
import { concludeVerification } from './verdict.ts';

const CREDITS = 30;

const nothing: VerifyFact = {
  place: null,
  site: null,
  mail: null,
  registered: null,
  unlisted: true,
};

const sandbox: readonly SandboxCase<VerifyFact>[] = [
  {
    subject: 'Sandbox Books',
    shows: 'a business whose site shows its number and address',
    fact: {
      ...nothing,
      place: samplePlace,
      site: { live: true, unread: null, phones: ['+12175550101'], showsAddress: true },
      registered: true,
    },
  },
  {
    subject: 'Sandbox Corner Shop',
    shows: 'a business without a site, which leaves most checks open',
    fact: { ...nothing, place: barePlace },
  },
  {
    subject: 'Sandbox Dead Site',
    shows: 'a business whose site is gone, and which its register lists as inactive',
    fact: {
      ...nothing,
      place: { ...samplePlace, name: 'Sandbox Dead Site' },
      site: { live: false, unread: 'The site has no address.', phones: [], showsAddress: null },
      registered: false,
    },
  },
  { subject: 'Sandbox Nobody', shows: 'NOT_FOUND, not charged', fact: nothing },
  ...forcedRefusals('Sandbox Broke', 'Sandbox Busy', 'Sandbox Slow'),
];

/** Does this business exist, and are number, address and site its own? */
export const businessVerify = defineProduct({
  path: '/business-verify',
  type: 'business_verify',
  summary: 'Ten checks of what a business says of itself',
  tier: 'live',
  input: verifyInput,
  subject: ({ name }: VerifyInput) => name,
  cacheKey: verifyCacheKey,
  sources: verifySources,
  conclude: concludeVerification,
  price: { upTo: CREDITS, charge: ({ place }) => (place ? CREDITS : 0) },
  classification: { schema: verifyClassification, from: classifyVerification },
  insights: { schema: verifyInsights, from: describeVerification },
  bulk: 'business_verify',
  factVersion: VERIFY_FACT_VERSION,
  sandbox,
  example: { name: 'Example Books', city: 'Springfield', website: 'example.com' },
});
