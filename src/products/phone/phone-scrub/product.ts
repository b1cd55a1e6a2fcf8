import { defineProduct } from '../../../core/lookup/product.ts';
import { phoneBody } from '../../../core/phone/number.ts';
import { profileScrub, SCRUB_FACT_VERSION, scrubSources } from './profile.ts';
import { scrubSandbox } from './sandbox.ts';
import { recommendScrub, SCRUB_RISK } from './scoring.ts';
import { classifyScrub, describeScrub, scrubClassification, scrubInsights } from './sections.ts';

/** May this number be called? */
export const phoneScrub = defineProduct({
  path: '/phone-scrub',
  type: 'phone_scrub',
  summary: 'Scrub a number against the Do Not Call registry, litigators and reassigned numbers',
  tier: 'standard',
  input: phoneBody({}),
  subject: ({ phone_number }) => phone_number.e164,
  sources: scrubSources,
  conclude: (fact, { phone_number }) => profileScrub(fact, phone_number),
  price: { upTo: 10, charge: ({ matched }) => (matched ? 10 : 0) },
  classification: { schema: scrubClassification, from: classifyScrub },
  insights: {
    schema: scrubInsights,
    from: (profile, _, context) => describeScrub(profile, context),
  },
  risk: SCRUB_RISK,
  recommend: recommendScrub,
  bulk: 'phone_scrub',
  factVersion: SCRUB_FACT_VERSION,
  sandbox: scrubSandbox,
  example: { phone_number: '+12025550101' },
});
