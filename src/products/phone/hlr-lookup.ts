import * as z from 'zod';
import { ROUTING_DATA_SOURCES } from '../../domain/carrier.ts';
import { hasMobilePlan, phoneBody } from '../../domain/phone/number.ts';
import { field } from '../../lookup/answer-fields.ts';
import type { Recommendations, RiskAssessment } from '../../lookup/envelope.ts';
import { defineProduct } from '../../lookup/product.ts';
import {
  advise,
  firstThatApplies,
  type RecommendationRule,
  type RiskTable,
  ruleOf,
} from '../../lookup/scoring.ts';
import { liveRouting } from '../../vendors/hlr-lookups/routing.ts';
import { takesSms } from './conclusion.ts';
import { highestScore, unlessImpossible, withAssumedCountry } from './fact.ts';
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

function classifyHlr(profile: RoutingConclusion): z.input<typeof hlrClassification> {
  const { isValid, mccmnc, mcc, mnc } = profile;
  return {
    lookup_type: 'HLR',
    ...describeSharedFields(profile),
    is_valid: isValid,
    mccmnc,
    mcc,
    mnc,
  };
}

function describeHlr(profile: RoutingConclusion): z.input<typeof hlrInsights> {
  const { roamingIn } = profile;
  return {
    hlr_result: {
      id: profile.id,
      msisdn: profile.number.e164.slice(1),
      ...describeSharedFields(profile),
      ...describeCarriers(profile),
      roaming_carrier: roamingIn.name,
      roaming_country: roamingIn.country,
      imsi: profile.imsi,
      data_source: profile.source,
      timestamp: profile.at,
    },
  };
}

const isLive = ({ source }: RoutingConclusion): boolean => source === 'LIVE_HLR';
const isConnected = ({ connectivity }: RoutingConclusion): boolean => connectivity === 'CONNECTED';
const isAbsent = ({ connectivity }: RoutingConclusion): boolean =>
  connectivity.startsWith('ABSENT');
/** The network itself reports the handset as registered now. */
const isReachable = (profile: RoutingConclusion): boolean =>
  isConnected(profile) && isLive(profile);

const isPremium = ({ numberType }: RoutingConclusion): boolean => numberType === 'PREMIUM';
/** A network may answer for a line without a handset. Null: neither type nor plan decides. */
const isTextable = ({ number, numberType }: RoutingConclusion): boolean | null =>
  takesSms(numberType) ?? (hasMobilePlan(number) || null);

const HLR_RISK: RiskTable<RoutingConclusion> = {
  base: 5,
  highest: ({ number }) => highestScore(number),
  factors: {
    INVALID_NUMBER: [90, ({ isValid }) => !isValid],
    NOT_REACHABLE: [30, isAbsent],
    REACHABILITY_NOT_CHECKED: [
      15,
      (profile) => profile.isValid && !isAbsent(profile) && !isReachable(profile),
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
        (profile) => isLive(profile) && (isConnected(profile) || isAbsent(profile)),
      ],
      ASSIGNED: [20, (profile) => isConnected(profile) && !isLive(profile)],
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
    (profile) => isReachable(profile) && isTextable(profile) === false,
  ),
  advise.approve('The network reports this handset as registered and reachable.', isReachable),
  advise.verify('This number is assigned; whether its handset is on was not checked.', isConnected),
  advise.verify('Whether this number is in service could not be determined; verify it.'),
];

function recommendHlr(profile: RoutingConclusion, risk: RiskAssessment): Recommendations {
  const { action, message } = firstThatApplies(VERDICTS, profile, risk);
  const isUnusable = !profile.isValid || isAbsent(profile);
  const isUnchecked = !isReachable(profile);
  const textable = isTextable(profile);
  return {
    primary_action: action,
    secondary_actions: [
      ...(isAbsent(profile) ? ['RETRY_LATER'] : []),
      ...(profile.isValid ? [] : ['REQUEST_ANOTHER_NUMBER']),
    ],
    user_message: message,
    business_rules: {
      sms_allowed: ruleOf(isUnusable || textable === false, isUnchecked || textable === null),
      voice_allowed: ruleOf(isUnusable || isPremium(profile), isUnchecked),
    },
  };
}

export const hlrLookup = withAssumedCountry(
  defineProduct({
    path: '/hlr-lookup',
    summary: 'Live network status of a mobile number',
    tier: 'live',
    input: phoneBody({}),
    subject: ({ phone_number }) => phone_number.e164,
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
    example: { phone_number: '+14155552671' },
  }),
);
