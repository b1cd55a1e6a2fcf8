import * as z from 'zod';
import { defineProduct } from '../../../core/lookup/product.ts';
import { personSubjects } from '../../../core/people/suppression.ts';
import { phoneBody } from '../../../core/phone/number.ts';
import {
  LOOKUP_SOURCES,
  REVERSE_FACT_VERSION,
  type Reverse,
  type ReverseInput,
  reverseSources,
} from './fact.ts';
import { reverseSandbox } from './sandbox.ts';
import { REVERSE_RISK, recommendReverse } from './scoring.ts';
import {
  classifyReverse,
  describeReverse,
  reverseClassification,
  reverseInsights,
} from './sections.ts';

const PRICE: Readonly<Record<ReverseInput['lookup_source'], number>> = {
  standard: 10,
  premium: 25,
};

/** Who does this number belong to? */
export const reversePhoneLookup = defineProduct({
  path: '/reverse-phone-lookup',
  type: 'reverse_phone_lookup',
  summary: 'Name and address behind a United States phone number',
  tier: 'standard',
  input: phoneBody({
    lookup_source: z
      .enum(LOOKUP_SOURCES)
      .default('standard')
      .describe(
        'standard reads caller names, which a minority of numbers have; premium the full consumer record.',
      ),
  }),
  subject: ({ phone_number }) => phone_number.e164,
  // Two records answer for one number, at two prices.
  cacheKey: ({ phone_number, lookup_source }) => `${phone_number.e164} ${lookup_source}`,
  sources: reverseSources,
  people: {
    asked: ({ phone_number }) => personSubjects({ phone_number: [phone_number.e164] }),
    found: ({ person }) => personSubjects({ email: [person?.email] }),
    nobody: { person: null },
  },
  conclude: (fact, input): Reverse => ({ ...fact, ...input }),
  price: {
    upTo: PRICE.premium,
    listed: ({ lookup_source }) => PRICE[lookup_source],
    charge: ({ person, lookup_source }) => (person ? PRICE[lookup_source] : 0),
  },
  classification: { schema: reverseClassification, from: classifyReverse },
  insights: {
    schema: reverseInsights,
    from: (reverse, _, context) => describeReverse(reverse, context),
  },
  risk: REVERSE_RISK,
  recommend: recommendReverse,
  metadata: ({ lookup_source }) => ({ lookup_source }),
  bulk: 'reverse_phone_lookup',
  factVersion: REVERSE_FACT_VERSION,
  sandbox: reverseSandbox,
  example: { phone_number: '+12025550101' },
});
