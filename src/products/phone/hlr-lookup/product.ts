import { defineProduct } from '../../../core/lookup/product.ts';
import { phoneBody } from '../../../core/phone/number.ts';
import { liveRouting } from '../../../sources/hlr-lookups/hlr.ts';
import { profileRouting, ROUTING_FACT_VERSION, routingSources } from '../routing.ts';
import { routingSandbox } from '../routing-sandbox.ts';
import { HLR_RISK, recommendHlr } from './scoring.ts';
import { classifyHlr, describeHlr, hlrClassification, hlrInsights } from './sections.ts';

/** Is this mobile number reachable right now, and on which network? */
export const hlrLookup = defineProduct({
  path: '/hlr-lookup',
  type: 'hlr_lookup',
  summary: 'Live network status of a mobile number',
  tier: 'live',
  input: phoneBody({}),
  subject: ({ phone_number }) => phone_number.e164,
  sources: routingSources(liveRouting),
  conclude: (answer, { phone_number }, context) => profileRouting(answer, phone_number, context),
  price: { upTo: 5, charge: ({ isValid }) => (isValid ? 5 : 0) },
  classification: { schema: hlrClassification, from: classifyHlr },
  insights: { schema: hlrInsights, from: describeHlr },
  risk: HLR_RISK,
  recommend: recommendHlr,
  bulk: 'hlr_lookup',
  factVersion: ROUTING_FACT_VERSION,
  sandbox: routingSandbox,
  example: { phone_number: '+14155552671' },
});
