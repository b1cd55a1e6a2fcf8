import type { Recommendations, RiskAssessment } from '../../lookup/envelope.ts';
import { type Factor, firstThatApplies, type RecommendationRule } from '../../lookup/scoring.ts';
import type { PhoneConclusion } from './conclusion.ts';

/** Unchecked factors: reported to the caller as risk factors, and never a ground for approval. */
export interface UncheckedFactor<Profile> extends Factor<Profile> {
  /** Ends the sentence "not checked: …". */
  about: string;
}

/** A number that can be assigned to a subscriber. */
const isAssignable = ({ number, fictional }: PhoneConclusion): boolean =>
  number.valid && !fictional;

/** Neither the plan nor a record tells the line type; the old block table is a hint at most. */
export const LINE_TYPE_UNKNOWN: UncheckedFactor<PhoneConclusion> = {
  code: 'LINE_TYPE_UNKNOWN',
  about: 'the line type',
  points: 5,
  applies: (profile) => isAssignable(profile) && profile.confirmedLineType === 'UNKNOWN',
};

/** What a phone validation leaves open. */
export const UNCHECKED_PHONE_FACTORS: readonly UncheckedFactor<PhoneConclusion>[] = [
  LINE_TYPE_UNKNOWN,
  {
    code: 'REACHABILITY_NOT_CHECKED',
    about: 'whether the number is in service',
    points: 10,
    applies: (profile) =>
      isAssignable(profile) && (profile.status === 'UNKNOWN' || profile.status === 'VALID'),
  },
  {
    code: 'DNC_NOT_CHECKED',
    about: 'Do Not Call registries',
    points: 0,
    applies: (profile) => isAssignable(profile) && profile.doNotCall === null,
  },
];

const listFormat = new Intl.ListFormat('en');

/**
 * Decision table, first match; while a factor is unchecked, approval is withheld and the factor
 * named.
 */
export function recommendWithUncheckedFactors<Profile>(
  verdicts: readonly RecommendationRule<Profile>[],
  questions: readonly UncheckedFactor<Profile>[],
  profile: Profile,
  risk: RiskAssessment,
): Pick<Recommendations, 'primary_action' | 'user_message'> {
  const { action, message } = firstThatApplies(verdicts, profile, risk);
  const open = questions.filter(({ applies }) => applies(profile)).map(({ about }) => about);
  if (open.length === 0) return { primary_action: action, user_message: message };
  return {
    primary_action: action === 'APPROVE' ? 'VERIFY' : action,
    user_message: `${message.slice(0, -1)}; not checked: ${listFormat.format(open)}.`,
  };
}
