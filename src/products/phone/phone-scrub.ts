import * as z from 'zod';
import { phoneNumber } from '../../core/phone-number.ts';
import { defineProduct } from '../../core/product.ts';
import { profileScrub, SCRUB_FACT_VERSION, scrubSources } from './scrub-profile.ts';
import {
  classifyScrub,
  describeScrub,
  scrubClassification,
  scrubInsights,
} from './scrub-result.ts';
import { scrubSandbox } from './scrub-sandbox.ts';
import { assessScrubRisk, recommendScrub } from './scrub-scoring.ts';

/** May this number be called? */
export const phoneScrub = defineProduct({
  path: '/phone-scrub',
  type: 'phone_scrub',
  summary: 'Scrub a number against the Do Not Call registry, litigators and reassigned numbers',
  tier: 'standard',
  input: z.object({ phone_number: phoneNumber }),
  subject: ({ phone_number }) => phone_number.e164,
  sources: scrubSources,
  price: {
    upTo: 10,
    charge: (fact, { phone_number }) => (profileScrub(fact, phone_number).matched ? 10 : 0),
  },
  classification: {
    schema: scrubClassification,
    from: (fact, { phone_number }) => classifyScrub(profileScrub(fact, phone_number)),
  },
  insights: {
    schema: scrubInsights,
    from: (fact, { phone_number }, context) =>
      describeScrub(profileScrub(fact, phone_number), context),
  },
  risk: (fact, { phone_number }) => assessScrubRisk(profileScrub(fact, phone_number)),
  recommend: (fact, _, { phone_number }) => recommendScrub(profileScrub(fact, phone_number)),
  bulk: 'phone_scrub',
  factVersion: SCRUB_FACT_VERSION,
  sandbox: scrubSandbox,
  example: { phone_number: '+12025550101' },
});
