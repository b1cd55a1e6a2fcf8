import * as z from 'zod';
import { phoneNumber } from '../../core/phone-number.ts';
import { defineProduct, priceByInput } from '../../core/product.ts';
import { PHONE_FACT_VERSION, type PhoneInput, phoneSources } from './fact.ts';
import { classifyPhone, phoneClassification } from './phone-classification.ts';
import { describePhone, phoneInsights } from './phone-insights.ts';
import { profilePhone } from './profile.ts';
import { recommendPhone } from './recommend-phone.ts';
import { phoneSandbox } from './sandbox.ts';
import { assessPhoneRisk } from './scoring.ts';

/** Can this number exist, what kind of line is it, and may it be called? */
export const phone = defineProduct({
  path: '/phone',
  type: 'phone',
  summary: 'Validate and classify a phone number',
  tier: 'standard',
  input: z.object({ phone_number: phoneNumber }),
  subject: ({ phone_number }) => phone_number.e164,
  sources: phoneSources,
  // An impossible number is an answer in the United States and Canada; elsewhere it is free.
  price: priceByInput(1, ({ phone_number }: PhoneInput) =>
    phone_number.valid || phone_number.usOrCanada ? 1 : 0,
  ),
  classification: {
    schema: phoneClassification,
    from: (fact, { phone_number }) => classifyPhone(profilePhone(fact, phone_number)),
  },
  insights: {
    schema: phoneInsights,
    from: (fact, { phone_number }) => describePhone(profilePhone(fact, phone_number), fact),
  },
  risk: (fact, { phone_number }) => assessPhoneRisk(profilePhone(fact, phone_number)),
  recommend(fact, risk, { phone_number }) {
    const profile = profilePhone(fact, phone_number);
    return recommendPhone(profile, risk ?? assessPhoneRisk(profile));
  },
  bulk: 'phone_validation',
  factVersion: PHONE_FACT_VERSION,
  sandbox: phoneSandbox,
  example: { phone_number: '+14155552671' },
});
