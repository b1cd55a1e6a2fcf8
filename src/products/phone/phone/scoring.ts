import * as z from 'zod';
import { FICTIONAL_TEXT } from '../../../domain/phone/number-plan.ts';
import { field, NOT_CHECKED } from '../../../lookup/answer-fields.ts';
import type { Recommendations, RiskAssessment } from '../../../lookup/envelope.ts';
import {
  advise,
  decideBy,
  probabilityBy,
  type RecommendationRule,
  type RiskTable,
  recommendWithUncheckedFactors,
  ruleOf,
  type UncheckedFactors,
} from '../../../lookup/scoring.ts';
import { CARRIER_SOURCES, isHandsetOff, type PhoneConclusion, takesSms } from '../conclusion.ts';
import { hasDoNotCall, highestScore, isSubscriberType } from '../fact.ts';

const isAssignable = ({ status, fictional }: PhoneConclusion): boolean =>
  status !== 'INVALID' && !fictional;

/** Not out of service, its handset not off, and not a line that never places calls. */
const isInUse = (conclusion: PhoneConclusion): boolean =>
  conclusion.inService !== false && !isHandsetOff(conclusion) && conclusion.doNotOriginate !== true;

/** Whether a call can be placed to the line at the usual rate. */
export const takesCalls = (conclusion: PhoneConclusion): boolean =>
  isInUse(conclusion) && conclusion.confirmedLineType !== 'PREMIUM';

/** Neither the plan nor a record determines the line type; the old block table is only a hint. */
export const isLineTypeUnknown = (conclusion: PhoneConclusion): boolean =>
  isAssignable(conclusion) && conclusion.confirmedLineType === 'UNKNOWN';

/** Factors that a phone validation may leave open. */
const UNCHECKED_PHONE_FACTORS: UncheckedFactors<PhoneConclusion> = {
  LINE_TYPE_UNKNOWN: [5, isLineTypeUnknown, 'the line type'],
  REACHABILITY_NOT_CHECKED: [
    10,
    (conclusion) => isAssignable(conclusion) && conclusion.inService === null,
    'whether the number is in service',
  ],
  DNC_NOT_CHECKED: [
    0,
    (conclusion) =>
      isAssignable(conclusion) && hasDoNotCall(conclusion.number) && conclusion.doNotCall === null,
    'Do Not Call registries',
  ],
};

/** Phone validation reports no fraud score (specification, "Risk assessment"). */
export const PHONE_RISK: RiskTable<PhoneConclusion> = {
  base: 5,
  showsScore: false,
  highest: ({ number }) => highestScore(number),
  factors: {
    LITIGATOR_RISK: [95, ({ litigator }) => litigator],
    INVALID_NUMBER: [90, ({ status }) => status === 'INVALID'],
    FICTIONAL_NUMBER: [60, ({ fictional }) => fictional],
    DO_NOT_ORIGINATE: [60, ({ doNotOriginate }) => doNotOriginate === true],
    NOT_REACHABLE: [45, ({ inService }) => inService === false],
    NOT_REACHABLE_NOW: [30, isHandsetOff],
    PREMIUM_RATE: [40, ({ lineType }) => lineType === 'PREMIUM'],
    VOIP_LINE: [25, ({ lineType }) => lineType === 'VOIP'],
    NON_GEOGRAPHIC: [20, ({ number }) => number.valid && number.country === null],
    PERSONAL_NUMBER: [20, ({ number }) => number.planType === 'PERSONAL_NUMBER'],
    REASSIGNED_NUMBER: [10, ({ reassigned }) => reassigned],
    DNC_LISTED: [5, ({ doNotCall }) => doNotCall === true],
    ...UNCHECKED_PHONE_FACTORS,
  },
  confidence: {
    base: 30,
    factors: {
      IMPOSSIBLE_NUMBER: [65, ({ status }) => status === 'INVALID'],
      RECORD_OF_THIS_NUMBER: [50, ({ portability }) => portability !== null],
      RECORD_HAS_STATUS: [15, ({ inService }) => inService !== null],
      PLAN_TELLS_TYPE: [40, ({ basis }) => basis === 'NUMBERING_PLAN'],
      OLD_BLOCK_HOLDER: [10, ({ basis }) => basis === 'BLOCK_HOLDER'],
    },
  },
};

/**
 * Probability, 0 to 1, that the number is discarded soon: raised for lines that are cheap to get
 * and drop, lowered for a wired line.
 */
export const burnerProbability = probabilityBy<PhoneConclusion>(10, {
  IMPOSSIBLE_NUMBER: [-100, ({ status }) => status === 'INVALID'],
  VOIP_LINE: [45, ({ lineType }) => lineType === 'VOIP'],
  PERSONAL_NUMBER: [15, ({ number }) => number.planType === 'PERSONAL_NUMBER'],
  // The line may be VoIP.
  UNKNOWN_LINE: [15, ({ confirmedLineType }) => confirmedLineType === 'UNKNOWN'],
  MOBILE_LINE: [5, ({ confirmedLineType }) => confirmedLineType === 'MOBILE'],
  PREPAID: [15, ({ live }) => live?.prepaid === true],
  LANDLINE: [-8, ({ confirmedLineType }) => confirmedLineType === 'LANDLINE'],
  BUSINESS_RANGE: [-8, ({ lineType }) => lineType === 'TOLL_FREE' || lineType === 'PREMIUM'],
  KEPT_WHEN_PORTED: [-5, ({ ported }) => ported === true],
});

export const NUMBER_QUALITIES = ['GOOD', 'POOR', 'UNKNOWN'] as const;
export const QUALITY_BASES = ['NUMBERING_PLAN', 'NUMBER_RECORD'] as const;

interface NumberQuality {
  quality: (typeof NUMBER_QUALITIES)[number];
  basis: (typeof QUALITY_BASES)[number] | null;
}

const poor = (basis: NumberQuality['basis']): NumberQuality => ({ quality: 'POOR', basis });
const good = (basis: NumberQuality['basis']): NumberQuality => ({ quality: 'GOOD', basis });

/**
 * Quality of the number for reaching its holder. In the United States and Canada only a record of
 * the number makes it GOOD; elsewhere the plan is what is checked (specification, "Phone validation
 * result").
 */
export const numberQuality = decideBy<PhoneConclusion, NumberQuality>([
  [poor('NUMBER_RECORD'), ({ inService }) => inService === false],
  [poor('NUMBERING_PLAN'), ({ status, fictional }) => status === 'INVALID' || fictional],
  [poor('NUMBER_RECORD'), ({ doNotOriginate }) => doNotOriginate === true],
  [poor('NUMBERING_PLAN'), ({ lineType }) => lineType === 'PREMIUM'],
  [good('NUMBER_RECORD'), ({ inService }) => inService === true],
  [good('NUMBERING_PLAN'), ({ number, status }) => status === 'VALID' && isSubscriberType(number)],
  [{ quality: 'UNKNOWN', basis: null }, () => true],
]);

export const PHONE_SERVICE_TYPES = ['POSTPAID', 'LANDLINE', 'TOLL_FREE', 'UNKNOWN'] as const;
type PhoneServiceType = (typeof PHONE_SERVICE_TYPES)[number];

export const CONNECTION_QUALITIES = ['EXCELLENT', 'GOOD', 'POOR', 'UNKNOWN'] as const;
type ConnectionQuality = (typeof CONNECTION_QUALITIES)[number];

/** The service type of a mobile number is UNKNOWN unless its carrier reports it as not prepaid. */
export function phoneServiceType({ lineType, live }: PhoneConclusion): PhoneServiceType {
  if (lineType === 'LANDLINE' || lineType === 'TOLL_FREE') return lineType;
  return lineType === 'MOBILE' && live?.prepaid === false ? 'POSTPAID' : 'UNKNOWN';
}

/** GOOD only by a record of the line; a number that cannot exist is POOR. */
export function connectionQuality(conclusion: PhoneConclusion): ConnectionQuality {
  const { status, inService } = conclusion;
  if (status === 'INVALID' || inService === false || isHandsetOff(conclusion)) return 'POOR';
  return inService ? 'GOOD' : 'UNKNOWN';
}

const VERDICTS: readonly RecommendationRule<PhoneConclusion>[] = [
  advise.block(
    'This number belongs to a known litigator; never contact it.',
    ({ litigator }) => litigator,
  ),
  advise.block(
    'This number is not assigned; ask for another.',
    ({ number, status }) => number.valid && status === 'INVALID',
  ),
  advise.block(
    'This number cannot exist in its numbering plan; ask for another.',
    ({ status }) => status === 'INVALID',
  ),
  advise.block(FICTIONAL_TEXT, ({ fictional }) => fictional),
  advise.block(
    'This number never places calls; a call that shows it is spoofed.',
    ({ doNotOriginate }) => doNotOriginate === true,
  ),
  advise.review(
    'This number is recorded as out of service.',
    ({ inService }) => inService === false,
  ),
  advise.review(
    'Calls to this number are charged at a premium rate.',
    ({ lineType }) => lineType === 'PREMIUM',
  ),
  advise.review(
    'Several risk signals were found for this number; review it before use.',
    (_, { risk_level }) => risk_level === 'HIGH' || risk_level === 'CRITICAL',
  ),
  advise.verify(
    'This number is assigned, but its handset is off or out of coverage; try again later.',
    isHandsetOff,
  ),
  advise.verify(
    'This is a VoIP number, which is easy to obtain and discard; verify its holder.',
    ({ lineType }) => lineType === 'VOIP',
  ),
  advise.verify(
    'This number may have another holder now; verify its holder.',
    ({ reassigned }) => reassigned,
  ),
  advise.verify(
    'This number is valid; verify it before relying on it.',
    ({ inService }) => inService !== true,
  ),
  advise.verify(
    'A risk signal was found for this number; verify its holder.',
    (_, { risk_level }) => risk_level === 'MEDIUM',
  ),
  advise.approve('This number is in service.', ({ doNotCall }) => doNotCall === true),
  advise.approve('No risk signals were found for this number.'),
];

/** Sentences after the verdict about lists that forbid marketing to a number in use. */
const listingNotes = ({ doNotCall, reassigned }: PhoneConclusion): string[] => [
  ...(reassigned ? ['It was permanently disconnected at some point; ask for consent again.'] : []),
  ...(doNotCall ? ['It is on a Do Not Call registry; do not market to it.'] : []),
];

/**
 * Business rules, independent of the verdict: the technically and lawfully possible uses of the
 * number. The numbering plan suffices for voice; the others need a confirmed line type or a
 * registry.
 */
function businessRules(conclusion: PhoneConclusion) {
  const { confirmedLineType, doNotCall } = conclusion;
  const usable = isAssignable(conclusion) && !conclusion.litigator && isInUse(conclusion);
  const voice = usable && takesCalls(conclusion);
  const isTextable = takesSms(confirmedLineType);
  return {
    sms_allowed: ruleOf(!usable || isTextable === false, isTextable === null),
    voice_allowed: voice,
    marketing_allowed: ruleOf(
      !voice || doNotCall === true || conclusion.reassigned,
      doNotCall === null,
    ),
    dnc_check_required: usable && hasDoNotCall(conclusion.number) && doNotCall === null,
  };
}

export function recommendPhone(conclusion: PhoneConclusion, risk: RiskAssessment): Recommendations {
  const advice = recommendWithUncheckedFactors(VERDICTS, UNCHECKED_PHONE_FACTORS, conclusion, risk);
  const toVerify = advice.primary_action === 'VERIFY';
  const rules = businessRules(conclusion);
  const { doNotCall, litigator, reassigned, status } = conclusion;
  const secondary = [
    ...(toVerify && rules.sms_allowed ? ['SEND_SMS_OTP'] : []),
    ...(toVerify && !rules.sms_allowed && rules.voice_allowed ? ['PLACE_VERIFICATION_CALL'] : []),
    ...(rules.dnc_check_required ? ['CHECK_DO_NOT_CALL'] : []),
    ...(doNotCall || litigator || reassigned ? ['DO_NOT_MARKET'] : []),
    ...(isHandsetOff(conclusion) ? ['RETRY_LATER'] : []),
    ...(status === 'INVALID' ? ['REQUEST_ANOTHER_NUMBER'] : []),
  ];
  const notes = advice.primary_action === 'BLOCK' ? [] : listingNotes(conclusion);
  return {
    ...advice,
    user_message: [advice.user_message, ...notes].join(' '),
    secondary_actions: secondary,
    business_rules: rules,
  };
}

export const reachabilitySchema = z.object({
  is_reachable: field.booleanOrNull(
    'Whether the number can be reached; null if no source has checked, and always null for toll-free numbers and outside the United States and Canada.',
  ),
  reachable_status: field.text(
    'Reachability as the source states it. UNKNOWN: the source that answered does not say. NOT_CHECKED: no source answered.',
  ),
  verification_method: z.enum(CARRIER_SOURCES).exclude(['BLOCK_HOLDER']),
  reason: field.text('Reason for the value of `is_reachable`.'),
});

type Reachability = z.input<typeof reachabilitySchema>;

/** Whether the status comes from a carrier query, not from the operator's file. */
const isCarrierAnswer = ({ live, fact }: PhoneConclusion): boolean =>
  live !== null && live.status !== null && !fact.records?.portability?.status;

const finding =
  (is_reachable: boolean | null) =>
  (reason: string): Pick<Reachability, 'is_reachable' | 'reason'> => ({ is_reachable, reason });
const [reachable, unreachable, notKnown] = [finding(true), finding(false), finding(null)];

/** Decision table, first match. Status ACTIVE shows assignment, not an answering handset. */
const findReachability = decideBy<PhoneConclusion, ReturnType<typeof notKnown>>([
  [
    notKnown(
      'Not reported outside the United States and Canada; reachable_status is the status from a carrier, if one was queried.',
    ),
    ({ number }) => !number.usOrCanada,
  ],
  [
    unreachable('The number cannot exist in the numbering plan, so no call can reach it.'),
    ({ status }) => status === 'INVALID',
  ],
  [
    notKnown('Carrier records do not cover toll-free numbers.'),
    ({ lineType }) => lineType === 'TOLL_FREE',
  ],
  [
    unreachable('A carrier query reports the number as disconnected or unreachable.'),
    (conclusion) => isCarrierAnswer(conclusion) && conclusion.inService === false,
  ],
  [unreachable('A carrier query reports the handset as off or out of coverage.'), isHandsetOff],
  [
    reachable('A carrier query reports the number as connected.'),
    (conclusion) => isCarrierAnswer(conclusion) && conclusion.inService === true,
  ],
  [
    unreachable('An imported record lists the number as out of service.'),
    ({ inService }) => inService === false,
  ],
  [
    notKnown(
      'An imported record lists the number as in service; whether it can be reached now was not checked.',
    ),
    ({ inService }) => inService === true,
  ],
  [
    notKnown('The number is reserved for fictional use and is not assigned.'),
    ({ fictional }) => fictional,
  ],
  [
    notKnown(
      'A configured carrier source did not answer; whether the number is in service is not known.',
    ),
    ({ fact }) => fact.carrierFailed === true,
  ],
  [
    notKnown(
      'A carrier query returned data about the line, but no configured source reports whether the number is in service.',
    ),
    ({ live }) => live !== null,
  ],
  [
    notKnown(
      'The public portability database has the number; no configured carrier source reports whether it is in service.',
    ),
    ({ fact }) => !fact.records?.portability && Boolean(fact.listed),
  ],
  [
    notKnown(
      'An imported record shows that the number is assigned; no configured carrier source reports whether it is in service.',
    ),
    ({ portability }) => portability !== null,
  ],
  [
    notKnown(
      'No configured carrier source has this number; the numbering plan only shows that it can exist.',
    ),
    () => true,
  ],
]);

function verificationMethod(conclusion: PhoneConclusion): Reachability['verification_method'] {
  if (isCarrierAnswer(conclusion)) return 'CARRIER_QUERY';
  if (conclusion.fact.records?.portability) return 'PORTABILITY_RECORD';
  if (conclusion.live) return 'CARRIER_QUERY';
  return conclusion.fact.listed ? 'PORTABILITY_DATABASE' : 'NUMBERING_PLAN';
}

/** Whether a call would arrive, and the reason for that result. */
export function deriveReachability(conclusion: PhoneConclusion): Reachability {
  const { live, portability } = conclusion;
  const flag = isCarrierAnswer(conclusion) ? live?.statusFlag : portability?.status;
  return {
    ...findReachability(conclusion),
    reachable_status: flag ?? (conclusion.portability ? 'UNKNOWN' : NOT_CHECKED),
    verification_method: verificationMethod(conclusion),
  };
}
