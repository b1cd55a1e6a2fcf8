import type { Recommendations, RiskAssessment } from '../../../lookup/envelope.ts';
import {
  type Factor,
  firstThatApplies,
  type RecommendationRule,
  type RiskTable,
} from '../../../lookup/scoring.ts';
import type { MissingList, ScrubConclusion } from './conclusion.ts';

type ScrubFactor = Factor<ScrubConclusion>;

/** Risk score of calling the number: 0 none, 100 certain. */
const RISK_BASE = 0;
const RISK: readonly ScrubFactor[] = [
  { code: 'LITIGATOR_RISK', points: 95, applies: ({ litigator }) => litigator },
  { code: 'DNC_LISTED', points: 55, applies: ({ doNotCall }) => doNotCall },
  { code: 'REASSIGNED_NUMBER', points: 40, applies: ({ reassigned }) => reassigned },
  { code: 'INVALID_NUMBER', points: 30, applies: ({ number }) => !number.valid },
  {
    code: 'LITIGATOR_NOT_CHECKED',
    points: 20,
    applies: ({ missing }) => missing.includes('litigators'),
  },
  {
    code: 'DNC_NOT_CHECKED',
    points: 20,
    applies: ({ missing }) => missing.includes('do_not_call'),
  },
  {
    code: 'REASSIGNMENT_NOT_CHECKED',
    points: 5,
    applies: ({ missing }) => missing.includes('reassigned_numbers'),
  },
];

/** Confidence: a hit is a fact, the absence of one is worth the lists that were checked. */
const CONFIDENCE_BASE = 10;
const CONFIDENCE: readonly ScrubFactor[] = [
  { code: 'LISTED', points: 80, applies: ({ matched }) => matched },
  { code: 'EVERY_LIST_CHECKED', points: 65, applies: ({ missing }) => missing.length === 0 },
  {
    code: 'LITIGATOR_CHECKED',
    points: 10,
    applies: ({ missing }) => !missing.includes('litigators'),
  },
  { code: 'DNC_CHECKED', points: 10, applies: ({ missing }) => !missing.includes('do_not_call') },
];

/** What calling the number may bring. */
export const SCRUB_RISK: RiskTable<ScrubConclusion> = {
  base: RISK_BASE,
  factors: RISK,
  confidence: { base: CONFIDENCE_BASE, factors: CONFIDENCE },
};

const LIST_NAMES: Record<MissingList, string> = {
  do_not_call: 'the Do Not Call registry',
  litigators: 'the litigator list',
  reassigned_numbers: 'the list of reassigned numbers',
};

const listFormat = new Intl.ListFormat('en');

/** Decision table, first match. */
const VERDICTS: readonly RecommendationRule<ScrubConclusion>[] = [
  {
    action: 'BLOCK',
    message: 'This number belongs to a known litigator; never contact it.',
    applies: ({ litigator }) => litigator,
  },
  {
    action: 'BLOCK',
    message: 'This number is on a Do Not Call registry; do not market to it.',
    applies: ({ doNotCall }) => doNotCall,
  },
  {
    action: 'BLOCK',
    message: 'This number cannot exist in its numbering plan.',
    applies: ({ number }) => !number.valid,
  },
  {
    action: 'VERIFY',
    message:
      'This number was disconnected for good at some time; ask for consent again before you call it.',
    applies: ({ reassigned }) => reassigned,
  },
  {
    action: 'REVIEW',
    message: 'No list that was checked names this number; do not call it before all are.',
    applies: ({ missing }) => missing.length > 0,
  },
  { action: 'APPROVE', message: 'No imported list names this number.', applies: () => true },
];

/**
 * Whether to call the number. A litigator is BLOCK before anything else; what was not checked
 * allows nothing.
 */
export function recommendScrub(profile: ScrubConclusion, risk: RiskAssessment): Recommendations {
  const verdict = firstThatApplies(VERDICTS, profile, risk);
  const clean = verdict.action === 'APPROVE';
  const { litigator, doNotCall, reassigned, missing, number } = profile;
  const unchecked = missing.map((list) => LIST_NAMES[list]);
  return {
    primary_action: verdict.action,
    secondary_actions: [
      ...(litigator || doNotCall ? ['SUPPRESS_NUMBER'] : []),
      ...(reassigned ? ['RENEW_CONSENT'] : []),
      ...missing.map((list) => `CHECK_${list.toUpperCase()}`),
    ],
    user_message:
      unchecked.length > 0
        ? `${verdict.message} Not checked: ${listFormat.format(unchecked)}.`
        : verdict.message,
    business_rules: {
      call_allowed: clean,
      contact_allowed: !litigator && !missing.includes('litigators') && number.valid,
      marketing_allowed: clean,
      // Whether consent still holds is not known while a list that may say no is missing.
      consent_required:
        reassigned ||
        doNotCall ||
        missing.includes('do_not_call') ||
        missing.includes('reassigned_numbers'),
    },
  };
}
