import { defineProduct, priceByInput } from '../../../core/lookup/product.ts';
import { phoneBody } from '../../../core/phone/number.ts';
import type { PhoneInput } from '../fact.ts';
import { classifySpam, spamClassification } from './classification.ts';
import { describeSpam, spamInsights } from './insights.ts';
import { profileSpam, SPAM_FACT_VERSION, spamSources } from './profile.ts';
import { spamSandbox } from './sandbox.ts';
import { recommendSpam, SPAM_RISK } from './scoring.ts';

/** Is a call from this number spam? */
export const phoneSpam = defineProduct({
  path: '/phone-spam',
  type: 'phone_spam',
  summary: 'Tell spam callers, robocallers and spoofed numbers by what was reported of them',
  tier: 'standard',
  input: phoneBody({}),
  subject: ({ phone_number }) => phone_number.e164,
  sources: spamSources,
  conclude: (fact, { phone_number }) => profileSpam(fact, phone_number),
  // As with phone validation: an impossible number is an answer in the United States and Canada;
  // elsewhere it is free.
  price: priceByInput(1, ({ phone_number }: PhoneInput) =>
    phone_number.valid || phone_number.usOrCanada ? 1 : 0,
  ),
  classification: { schema: spamClassification, from: classifySpam },
  insights: { schema: spamInsights, from: describeSpam },
  risk: SPAM_RISK,
  recommend: recommendSpam,
  bulk: 'phone_spam',
  factVersion: SPAM_FACT_VERSION,
  sandbox: spamSandbox,
  example: { phone_number: '+14155552671' },
});
