import { defineProduct } from '../../../core/lookup/product.ts';
import { phoneBody } from '../../../core/phone/number.ts';
import { portedRouting } from '../../../sources/hlr-lookups/mnp.ts';
import { profileRouting, ROUTING_FACT_VERSION, routingSources } from '../routing.ts';
import { routingSandbox } from '../routing-sandbox.ts';
import { classifyMnp, describeMnp, mnpClassification, mnpInsights } from './sections.ts';

/** Was this number ported, and which carrier serves it now? */
export const mnpLookup = defineProduct({
  path: '/mnp-lookup',
  type: 'mnp_lookup',
  summary: 'Carrier and portability of a phone number',
  tier: 'live',
  input: phoneBody({}),
  subject: ({ phone_number }) => phone_number.e164,
  sources: routingSources(portedRouting),
  conclude: (answer, { phone_number }, context) => profileRouting(answer, phone_number, context),
  price: { upTo: 3, charge: ({ answered }) => (answered ? 3 : 0) },
  classification: { schema: mnpClassification, from: classifyMnp },
  insights: { schema: mnpInsights, from: describeMnp },
  bulk: 'mnp_lookup',
  factVersion: ROUTING_FACT_VERSION,
  sandbox: routingSandbox,
  example: { phone_number: '+14155552671' },
});
