import * as z from 'zod';
import { phoneNumber } from '../../core/phone-number.ts';
import { defineProduct, priceByInput } from '../../core/product.ts';
import type { PhoneInput } from './fact.ts';
import { recommendSpam } from './recommend-spam.ts';
import { classifySpam, spamClassification } from './spam-classification.ts';
import { describeSpam, spamInsights } from './spam-insights.ts';
import { profileSpam, SPAM_FACT_VERSION, spamSources } from './spam-profile.ts';
import { spamSandbox } from './spam-sandbox.ts';
import { assessSpamRisk } from './spam-scoring.ts';

/** Is a call from this number spam? */
export const phoneSpam = defineProduct({
  path: '/phone-spam',
  type: 'phone_spam',
  summary: 'Tell spam callers, robocallers and spoofed numbers by what was reported of them',
  tier: 'standard',
  input: z.object({ phone_number: phoneNumber }),
  subject: ({ phone_number }) => phone_number.e164,
  sources: spamSources,
  // As with phone validation: an impossible number is an answer in the United States and Canada; elsewhere it is free.
  price: priceByInput(1, ({ phone_number }: PhoneInput) =>
    phone_number.valid || phone_number.usOrCanada ? 1 : 0,
  ),
  classification: {
    schema: spamClassification,
    from: (fact, { phone_number }) => classifySpam(profileSpam(fact, phone_number)),
  },
  insights: {
    schema: spamInsights,
    from: (fact, { phone_number }) => describeSpam(profileSpam(fact, phone_number)),
  },
  risk: (fact, { phone_number }) => assessSpamRisk(profileSpam(fact, phone_number)),
  recommend(fact, risk, { phone_number }) {
    const profile = profileSpam(fact, phone_number);
    return recommendSpam(profile, risk ?? assessSpamRisk(profile));
  },
  bulk: 'phone_spam',
  factVersion: SPAM_FACT_VERSION,
  sandbox: spamSandbox,
  example: { phone_number: '+14155552671' },
});
