import { defineProduct, priceByInput } from '../../../core/lookup/product.ts';
import { phoneBody } from '../../../core/phone/number.ts';
import { PHONE_FACT_VERSION, type PhoneInput, phoneSources } from '../fact.ts';
import { profilePhone } from '../profile.ts';
import { phoneSandbox } from '../sandbox.ts';
import {
  classifyNumberType,
  describeNumberType,
  ntClassification,
  ntInsights,
} from './sections.ts';

/** What type of number is this, and is a live network query worth making? */
export const ntLookup = defineProduct({
  path: '/nt-lookup',
  type: 'nt_lookup',
  summary: 'Number type of a phone number',
  tier: 'live',
  input: phoneBody({}),
  subject: ({ phone_number }) => phone_number.e164,
  sources: phoneSources,
  conclude: (fact, { phone_number }) => profilePhone(fact, phone_number),
  price: priceByInput(1, ({ phone_number }: PhoneInput) => (phone_number.valid ? 1 : 0)),
  classification: { schema: ntClassification, from: classifyNumberType },
  insights: {
    schema: ntInsights,
    from: (profile, _, context) => describeNumberType(profile, context),
  },
  bulk: 'nt_lookup',
  factVersion: PHONE_FACT_VERSION,
  sandbox: phoneSandbox,
  example: { phone_number: '+447911123456' },
});
