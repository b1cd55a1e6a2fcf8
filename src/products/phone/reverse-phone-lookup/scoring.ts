import type { Recommendations, RiskAssessment } from '../../../lookup/envelope.ts';
import {
  type Factor,
  firstThatApplies,
  type RecommendationRule,
  type RiskTable,
} from '../../../lookup/scoring.ts';
import {
  coverageRegion,
  isCoveredRegion,
  REGION_NAMES,
  type ReversePhoneConclusion,
} from './fact.ts';

type ReverseFactor = Factor<ReversePhoneConclusion>;

/** Risk: how little is known of the holder. 0 identified, 100 cannot be assigned. */
const RISK_BASE = 5;
const RISK: readonly ReverseFactor[] = [
  { code: 'INVALID_NUMBER', points: 90, applies: ({ phone_number }) => !phone_number.valid },
  {
    code: 'OUT_OF_COVERAGE',
    points: 20,
    applies: ({ phone_number }) => !isCoveredRegion(phone_number),
  },
  {
    code: 'NO_MATCH_FOUND',
    points: 25,
    applies: ({ person, phone_number }) =>
      person === null && phone_number.valid && isCoveredRegion(phone_number),
  },
  {
    code: 'NAME_ONLY',
    points: 10,
    applies: ({ person }) => person !== null && person.address.line1 === null,
  },
];

/** Confidence. No match says little: the standard record covers a minority of numbers. */
const CONFIDENCE_BASE = 10;
const CONFIDENCE: readonly ReverseFactor[] = [
  { code: 'IMPOSSIBLE_NUMBER', points: 85, applies: ({ phone_number }) => !phone_number.valid },
  { code: 'NAMED', points: 50, applies: ({ person }) => person !== null },
  {
    code: 'ADDRESS_KNOWN',
    points: 25,
    applies: ({ person }) => person !== null && person.address.line1 !== null,
  },
  {
    code: 'EMAIL_KNOWN',
    points: 10,
    applies: ({ person }) => person !== null && person.email !== null,
  },
];

export const REVERSE_PHONE_RISK: RiskTable<ReversePhoneConclusion> = {
  base: RISK_BASE,
  factors: RISK,
  confidence: { base: CONFIDENCE_BASE, factors: CONFIDENCE },
};

interface ReverseVerdict extends Omit<RecommendationRule<ReversePhoneConclusion>, 'message'> {
  message(reverse: ReversePhoneConclusion): string;
}

/** Decision table, first match. */
const VERDICTS: readonly ReverseVerdict[] = [
  {
    action: 'REVIEW',
    message: ({ phone_number }) =>
      `Reverse lookup covers United States numbers only; this one is numbered in ${REGION_NAMES[coverageRegion(phone_number)]}, so no record was asked for and nothing is charged.`,
    applies: ({ phone_number }) => !isCoveredRegion(phone_number),
  },
  {
    action: 'BLOCK',
    message: () => 'This number cannot exist in its numbering plan.',
    applies: ({ phone_number }) => !phone_number.valid,
  },
  {
    action: 'REVIEW',
    message: ({ lookup_source }) =>
      lookup_source === 'standard'
        ? 'No caller name is on record for this number, which is so of most; the premium record may know more.'
        : 'No record names who holds this number.',
    applies: ({ person }) => person === null,
  },
  {
    action: 'APPROVE',
    message: () => 'A record names who holds this number.',
    applies: () => true,
  },
];

/** Recommendation: what to make of the answer. */
export function recommendReversePhone(
  reverse: ReversePhoneConclusion,
  risk: RiskAssessment,
): Recommendations {
  const { action, message } = firstThatApplies(VERDICTS, reverse, risk);
  const { person, phone_number, lookup_source } = reverse;
  const covered = isCoveredRegion(phone_number) && phone_number.valid;
  return {
    primary_action: action,
    secondary_actions:
      covered && !person && lookup_source === 'standard' ? ['TRY_PREMIUM_LOOKUP'] : [],
    user_message: message(reverse),
    // Such records may not be used for credit, employment or housing decisions (Fair Credit
    // Reporting Act).
    business_rules: { identity_known: person !== null, eligibility_decisions_allowed: false },
  };
}
