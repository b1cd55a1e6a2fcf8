import { defineProduct, priceByInput } from '../../../core/lookup/product.ts';
import { phoneBody } from '../../../core/phone/number.ts';
import { PHONE_FACT_VERSION, type PhoneInput, validationSources } from '../fact.ts';
import { profilePhone } from '../profile.ts';
import { phoneSandbox } from '../sandbox.ts';
import { PHONE_RISK, recommendPhone } from './scoring.ts';
import { classifyPhone, describePhone, phoneClassification, phoneInsights } from './sections.ts';

/** Can this number exist, what kind of line is it, and may it be called? */
export const phone = defineProduct({
  path: '/phone',
  type: 'phone',
  summary: 'Validate and classify a phone number',
  tier: 'standard',
  input: phoneBody({}),
  subject: ({ phone_number }) => phone_number.e164,
  sources: validationSources,
  conclude: (fact, { phone_number }) => profilePhone(fact, phone_number),
  // An impossible number is an answer in the United States and Canada; elsewhere it is free.
  price: priceByInput(1, ({ phone_number }: PhoneInput) =>
    phone_number.valid || phone_number.usOrCanada ? 1 : 0,
  ),
  classification: { schema: phoneClassification, from: classifyPhone },
  insights: { schema: phoneInsights, from: describePhone },
  risk: PHONE_RISK,
  recommend: recommendPhone,
  bulk: 'phone_validation',
  factVersion: PHONE_FACT_VERSION,
  sandbox: phoneSandbox,
  example: { phone_number: '+14155552671' },
});
