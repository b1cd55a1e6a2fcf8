import type { Recommendations, RiskAssessment } from '../../core/envelope.ts';
import { assess, type Factor } from '../../core/scoring.ts';
import type { ScrubProfile } from './scrub-profile.ts';

type ScrubFactor = Factor<ScrubProfile>;

/** Trouble that a call to the number may bring the caller: 0 none, 100 certain. */
const RISK_BASE = 0;
const RISK: readonly ScrubFactor[] = [
  { code: 'LITIGATOR_RISK', weight: 95, applies: ({ litigator }) => litigator },
  { code: 'DNC_LISTED', weight: 55, applies: ({ doNotCall }) => doNotCall },
  { code: 'REASSIGNED_NUMBER', weight: 40, applies: ({ reassigned }) => reassigned },
  { code: 'INVALID_NUMBER', weight: 30, applies: ({ number }) => !number.valid },
  {
    code: 'LITIGATORS_NOT_CHECKED',
    weight: 20,
    applies: ({ missing }) => missing.includes('litigators'),
  },
  {
    code: 'DNC_NOT_CHECKED',
    weight: 20,
    applies: ({ missing }) => missing.includes('do_not_call'),
  },
  {
    code: 'REASSIGNMENT_NOT_CHECKED',
    weight: 5,
    applies: ({ missing }) => missing.includes('reassigned_numbers'),
  },
];

/** How far the answer can be relied on: a hit is a fact, the absence of one is worth the lists that were asked. */
const CONFIDENCE_BASE = 10;
const CONFIDENCE: readonly ScrubFactor[] = [
  { code: 'LISTED', weight: 80, applies: ({ matched }) => matched },
  {
    code: 'LITIGATORS_CHECKED',
    weight: 35,
    applies: ({ missing }) => !missing.includes('litigators'),
  },
  { code: 'DNC_CHECKED', weight: 35, applies: ({ missing }) => !missing.includes('do_not_call') },
  {
    code: 'REASSIGNMENT_CHECKED',
    weight: 15,
    applies: ({ missing }) => !missing.includes('reassigned_numbers'),
  },
];

/** What calling the number may bring. */
export function assessScrubRisk(profile: ScrubProfile): Required<RiskAssessment> {
  return assess(
    { base: RISK_BASE, factors: RISK },
    { base: CONFIDENCE_BASE, factors: CONFIDENCE },
    profile,
  );
}

interface Verdict {
  action: Recommendations['primary_action'];
  message: string;
  applies(profile: ScrubProfile): boolean;
}

/** The first verdict that applies is given. */
const VERDICTS: readonly Verdict[] = [
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
    message:
      'No list names this number, but not every list is imported; check the missing ones before you call it.',
    applies: ({ missing }) => missing.includes('do_not_call') || missing.includes('litigators'),
  },
  { action: 'APPROVE', message: 'No imported list names this number.', applies: () => true },
];

/** Whether to call the number. A litigator is BLOCK before anything else is looked at. */
export function recommendScrub(profile: ScrubProfile): Recommendations {
  const verdict = VERDICTS.find(({ applies }) => applies(profile)) as Verdict;
  const clean = verdict.action === 'APPROVE';
  return {
    primary_action: verdict.action,
    secondary_actions: [
      ...(profile.litigator || profile.doNotCall ? ['SUPPRESS_NUMBER'] : []),
      ...(profile.reassigned ? ['RENEW_CONSENT'] : []),
      ...profile.missing.map((list) => `CHECK_${list.toUpperCase()}`),
    ],
    user_message: verdict.message,
    business_rules: {
      call_allowed: clean,
      contact_allowed: !profile.litigator && profile.number.valid,
      marketing_allowed: clean,
      consent_required: profile.reassigned || profile.doNotCall,
    },
  };
}
