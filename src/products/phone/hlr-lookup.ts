import * as z from 'zod';
import { ROUTING_DATA_SOURCES } from '../../domain/carrier.ts';
import { hasMobilePlan } from '../../domain/phone/number.ts';
import { field } from '../../lookup/answer-fields.ts';
import type { Recommendations, RiskAssessment } from '../../lookup/envelope.ts';
import { defineProduct } from '../../lookup/product.ts';
import {
  advise,
  type RecommendationRule,
  type RiskTable,
  recommendBy,
  ruleOf,
} from '../../lookup/scoring.ts';
import { liveRouting } from '../../vendors/hlr-lookups/routing.ts';
import { takesSms } from './conclusion.ts';
import { highestScore, phoneProduct, unlessImpossible, withAssumedCountry } from './fact.ts';
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
  connectivity_status: field.text(
    'Status as the network reported it: CONNECTED, ABSENT, ABSENT_SUBSCRIBER, INVALID_MSISDN, UNDETERMINED. The last two are free.',
  ),
  is_ported: field.boolean(
    'Whether the number was ported. Also false if no source says; see the risk factor PORTABILITY_UNKNOWN.',
  ),
  is_roaming: field.boolean(
    'Whether the handset roams. Also false if the network does not say, and always with `data_source` MNP_DB.',
  ),
};

const hlrClassification = z.object({
  lookup_type: z.literal('HLR'),
  ...shared,
  is_valid: field.boolean(
    'False only for INVALID_MSISDN. Use `connectivity_status` to judge a number.',
  ),
  ...routingCodeFields,
});

const hlrInsights = z.object({
  hlr_result: field.object('Answer of the network or the portability database.', {
    id: field.text('Id of the network query, or of this lookup if there is none.'),
    msisdn: field.text('Number in international format, without +.'),
    ...shared,
    ...carrierResultFields,
    roaming_carrier: field.textOrNull(
      'Carrier in whose network the handset roams; null if it does not roam.',
    ),
    roaming_country: field.textOrNull(
      'Country in which the handset roams; null if it does not roam.',
    ),
    imsi: field.textOrNull(
      'International mobile subscriber identity; null if the network hides it.',
    ),
    data_source: field.enumOrNull(
      ROUTING_DATA_SOURCES,
      'The source that was queried, whether or not it knew the number. LIVE_HLR: the network, live. MNP_DB: a portability database, which shows that the number is assigned, not that the handset is on. Null: none, because the number cannot exist or is kept for fiction.',
    ),
    timestamp: z.iso.datetime().describe('Time of the statement by the network or the record.'),
  }),
});

const describeSharedFields = ({ connectivity, ported, roaming }: RoutingConclusion) => ({
  connectivity_status: connectivity,
  is_ported: ported === true,
  is_roaming: roaming === true,
});

function classifyHlr(conclusion: RoutingConclusion): z.input<typeof hlrClassification> {
  const { isValid, mccmnc, mcc, mnc } = conclusion;
  return {
    lookup_type: 'HLR',
    ...describeSharedFields(conclusion),
    is_valid: isValid,
    mccmnc,
    mcc,
    mnc,
  };
}

function describeHlr(conclusion: RoutingConclusion): z.input<typeof hlrInsights> {
  const { roamingIn } = conclusion;
  return {
    hlr_result: {
      id: conclusion.id,
      msisdn: conclusion.number.e164.slice(1),
      ...describeSharedFields(conclusion),
      ...describeCarriers(conclusion),
      roaming_carrier: roamingIn.name,
      roaming_country: roamingIn.country,
      imsi: conclusion.imsi,
      data_source: conclusion.source,
      timestamp: conclusion.at,
    },
  };
}

const isLive = ({ source }: RoutingConclusion): boolean => source === 'LIVE_HLR';
const isConnected = ({ connectivity }: RoutingConclusion): boolean => connectivity === 'CONNECTED';
const isAbsent = ({ connectivity }: RoutingConclusion): boolean =>
  connectivity.startsWith('ABSENT');
/** The network itself reports the handset as registered now. */
const isReachable = (conclusion: RoutingConclusion): boolean =>
  isConnected(conclusion) && isLive(conclusion);

const isPremium = ({ numberType }: RoutingConclusion): boolean => numberType === 'PREMIUM';
/** A network may answer for a line without a handset. Null: neither type nor plan decides. */
const isTextable = ({ number, confirmedLineType }: RoutingConclusion): boolean | null =>
  takesSms(confirmedLineType) ?? (hasMobilePlan(number) || null);

const HLR_RISK: RiskTable<RoutingConclusion> = {
  base: 5,
  highest: ({ number }) => highestScore(number),
  factors: {
    INVALID_NUMBER: [90, ({ isValid }) => !isValid],
    NOT_REACHABLE: [30, isAbsent],
    REACHABILITY_NOT_CHECKED: [
      15,
      (conclusion) => conclusion.isValid && !isAbsent(conclusion) && !isReachable(conclusion),
    ],
    PORTABILITY_UNKNOWN: [0, ({ isValid, ported }) => isValid && ported === null],
    PREMIUM_RATE: [40, isPremium],
    ROAMING: [10, ({ roaming }) => roaming === true],
  },
  confidence: {
    base: 40,
    factors: {
      IMPOSSIBLE_NUMBER: [55, ({ isValid }) => !isValid],
      NETWORK_ANSWERED: [
        50,
        (conclusion) => isLive(conclusion) && (isConnected(conclusion) || isAbsent(conclusion)),
      ],
      ASSIGNED: [20, (conclusion) => isConnected(conclusion) && !isLive(conclusion)],
    },
  },
};

const VERDICTS: readonly RecommendationRule<RoutingConclusion>[] = [
  advise.block('This number is not assigned; ask for another.', ({ isValid }) => !isValid),
  advise.review('Calls to this number are charged at a premium rate.', isPremium),
  advise.verify(
    'This number is assigned, but its handset is off or out of coverage; try again later.',
    isAbsent,
  ),
  advise.approve(
    'The network reports this number as connected; its kind of line takes no text messages.',
    (conclusion) => isReachable(conclusion) && isTextable(conclusion) === false,
  ),
  advise.approve('The network reports this handset as registered and reachable.', isReachable),
  advise.verify('This number is assigned; whether its handset is on was not checked.', isConnected),
  advise.verify('Whether this number is in service could not be determined; verify it.'),
];

function recommendHlr(conclusion: RoutingConclusion, risk: RiskAssessment): Recommendations {
  const isUnusable = !conclusion.isValid || isAbsent(conclusion);
  const isUnchecked = !isReachable(conclusion);
  const textable = isTextable(conclusion);
  return {
    ...recommendBy(VERDICTS, conclusion, risk),
    secondary_actions: [
      ...(isAbsent(conclusion) ? ['RETRY_LATER'] : []),
      ...(conclusion.isValid ? [] : ['REQUEST_ANOTHER_NUMBER']),
    ],
    business_rules: {
      sms_allowed: ruleOf(isUnusable || textable === false, isUnchecked || textable === null),
      voice_allowed: ruleOf(isUnusable || isPremium(conclusion), isUnchecked),
    },
  };
}

export const hlrLookup = withAssumedCountry(
  defineProduct({
    path: '/hlr-lookup',
    summary: 'Live network status of a mobile number',
    tier: 'live',
    ...phoneProduct,
    sources: routingSources(liveRouting),
    derive: (answer, { phone_number }, context) => deriveRouting(answer, phone_number, context),
    price: {
      upTo: 5,
      listed: unlessImpossible(5),
      charge: ({ isValid, connectivity }) => (isValid && connectivity !== 'UNDETERMINED' ? 5 : 0),
    },
    classification: { schema: hlrClassification, from: classifyHlr },
    insights: { schema: hlrInsights, from: describeHlr },
    risk: HLR_RISK,
    recommend: recommendHlr,
    bulk: 'hlr_lookup',
    factVersion: ROUTING_FACT_VERSION,
    sandbox: routingSandbox,
  }),
);
