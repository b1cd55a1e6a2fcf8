import * as z from 'zod';
import { ROUTING_DATA_SOURCES } from '../../domain/carrier.ts';
import { field } from '../../lookup/answer-fields.ts';
import { defineProduct } from '../../lookup/product.ts';
import { portedRouting } from '../../vendors/hlr-lookups/routing.ts';
import { LINE_TYPES } from './conclusion.ts';
import { phoneProduct, unlessImpossible, withAssumedCountry } from './fact.ts';
import {
  carrierResultFields,
  deriveRouting,
  describeCarriers,
  ROUTING_FACT_VERSION,
  type RoutingConclusion,
  routingCodeFields,
  routingSources,
} from './routing.ts';
import { routingSandbox } from './sandbox.ts';

const shared = {
  query_status: field.enum(
    ['OK', 'ERROR'],
    'Outcome of the query. ERROR, which is free: the number cannot exist or is kept for fiction, no source knows it, or its query failed.',
  ),
  number_type: z.enum(LINE_TYPES),
  is_ported: field.boolean(
    'Whether the number was ported. Also false if no source says; see `portability_known`.',
  ),
  portability_known: field.boolean('Whether a source says if the number was ported.'),
};

const mnpClassification = z.object({
  lookup_type: z.literal('MNP'),
  ...shared,
  ...routingCodeFields,
});

const mnpInsights = z.object({
  carrier: field.object('Names of the carriers.', {
    current: field.textOrNull('Carrier that serves the number now.'),
    original: field.textOrNull('Carrier to which the number was first assigned.'),
  }),
  mnp_result: field.object('Answer of the portability database.', {
    id: field.text('Id of the query, or of this lookup if there is none.'),
    msisdn: field.text('Number in international format, without +.'),
    ...shared,
    ...carrierResultFields,
    data_source: field.enumOrNull(
      ROUTING_DATA_SOURCES,
      'The source that was queried, as in an HLR result. Null: none, because the number cannot exist or is kept for fiction.',
    ),
    timestamp: z.iso.datetime().describe('Time of the statement by the network or the record.'),
  }),
});

const describeSharedFields = ({ answered, numberType, ported }: RoutingConclusion) => ({
  query_status: answered ? ('OK' as const) : ('ERROR' as const),
  number_type: numberType,
  is_ported: ported === true,
  portability_known: answered && ported !== null,
});

function classifyMnp(conclusion: RoutingConclusion): z.input<typeof mnpClassification> {
  const { mccmnc, mcc, mnc } = conclusion;
  return { lookup_type: 'MNP', ...describeSharedFields(conclusion), mccmnc, mcc, mnc };
}

function describeMnp(conclusion: RoutingConclusion): z.input<typeof mnpInsights> {
  const { original, currentCarrier } = conclusion;
  return {
    carrier: { current: currentCarrier, original: original.name },
    mnp_result: {
      id: conclusion.id,
      msisdn: conclusion.number.e164.slice(1),
      ...describeSharedFields(conclusion),
      ...describeCarriers(conclusion),
      data_source: conclusion.source,
      timestamp: conclusion.at,
    },
  };
}

export const mnpLookup = withAssumedCountry(
  defineProduct({
    path: '/mnp-lookup',
    summary: 'Carrier and portability of a phone number',
    tier: 'live',
    ...phoneProduct,
    sources: routingSources(portedRouting),
    derive: (answer, { phone_number }, context) => deriveRouting(answer, phone_number, context),
    price: { upTo: 3, listed: unlessImpossible(3), charge: ({ answered }) => (answered ? 3 : 0) },
    classification: { schema: mnpClassification, from: classifyMnp },
    insights: { schema: mnpInsights, from: describeMnp },
    bulk: 'mnp_lookup',
    factVersion: ROUTING_FACT_VERSION,
    sandbox: routingSandbox,
  }),
);
