import type { Recommendations, RiskAssessment } from '../../core/envelope.ts';
import { assess, type Factor } from '../../core/scoring.ts';
import { coverageRegion, isCovered, REGION_NAMES } from './reverse-coverage.ts';
import type { ReverseFact, ReverseInput } from './reverse-fact.ts';

type Reverse = ReverseFact & ReverseInput;
type ReverseFactor = Factor<Reverse>;

/** How little is known of who holds the number: 0 identified, 100 cannot be anybody's. */
const RISK_BASE = 5;
const RISK: readonly ReverseFactor[] = [
  { code: 'INVALID_NUMBER', weight: 90, applies: ({ phone_number }) => !phone_number.valid },
  { code: 'OUT_OF_COVERAGE', weight: 20, applies: ({ phone_number }) => !isCovered(phone_number) },
  {
    code: 'NO_MATCH_FOUND',
    weight: 25,
    applies: ({ person, phone_number }) =>
      person === null && phone_number.valid && isCovered(phone_number),
  },
  {
    code: 'NAME_ONLY',
    weight: 10,
    applies: ({ person }) => person !== null && person.address.line1 === null,
  },
];

/** How far the answer can be relied on. That nobody is found says little: the standard record names a minority. */
const CONFIDENCE_BASE = 10;
const CONFIDENCE: readonly ReverseFactor[] = [
  { code: 'IMPOSSIBLE_NUMBER', weight: 85, applies: ({ phone_number }) => !phone_number.valid },
  { code: 'NAMED', weight: 50, applies: ({ person }) => person !== null },
  {
    code: 'ADDRESS_KNOWN',
    weight: 25,
    applies: ({ person }) => person !== null && person.address.line1 !== null,
  },
  {
    code: 'EMAIL_KNOWN',
    weight: 10,
    applies: ({ person }) => person !== null && person.email !== null,
  },
];

export function assessReverseRisk(
  fact: ReverseFact,
  input: ReverseInput,
): Required<RiskAssessment> {
  const reverse = { ...fact, ...input };
  return assess(
    { base: RISK_BASE, factors: RISK },
    { base: CONFIDENCE_BASE, factors: CONFIDENCE },
    reverse,
  );
}

interface Verdict {
  action: Recommendations['primary_action'];
  message(reverse: Reverse): string;
  applies(reverse: Reverse): boolean;
}

/** The first verdict that applies is given. */
const VERDICTS: readonly Verdict[] = [
  {
    action: 'REVIEW',
    message: ({ phone_number }) =>
      `Reverse lookup covers United States numbers only; this one is numbered in ${REGION_NAMES[coverageRegion(phone_number)]}, so no record was asked for and nothing is charged.`,
    applies: ({ phone_number }) => !isCovered(phone_number),
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

/** What to make of the answer. */
export function recommendReverse(fact: ReverseFact, input: ReverseInput): Recommendations {
  const reverse = { ...fact, ...input };
  const verdict = VERDICTS.find(({ applies }) => applies(reverse)) as Verdict;
  const covered = isCovered(input.phone_number) && input.phone_number.valid;
  return {
    primary_action: verdict.action,
    secondary_actions:
      covered && !fact.person && input.lookup_source === 'standard' ? ['TRY_PREMIUM_LOOKUP'] : [],
    user_message: verdict.message(reverse),
    // Such records may not be used for credit, employment or housing decisions (Fair Credit Reporting Act).
    business_rules: { identity_known: fact.person !== null, eligibility_decisions_allowed: false },
  };
}
