import type { Recommendations, RiskAssessment } from '../../core/lookup/envelope.ts';
import { type Factor, firstThatApplies, type Verdict } from '../../core/lookup/scoring.ts';
import type { PhoneProfile } from './profile.ts';

/**
 * What was not looked into: a risk factor, of which the caller is told. No approval rests on it.
 */
export interface OpenQuestion<Profile> extends Factor<Profile> {
  /** Ends the sentence "not checked: …". */
  about: string;
}

/** A number that can be somebody's. */
const canBeHeld = ({ number, fictional }: PhoneProfile): boolean => number.valid && !fictional;

/** Neither the plan nor a record tells the line type; the old block table is a hint at most. */
export const LINE_TYPE_UNKNOWN: OpenQuestion<PhoneProfile> = {
  code: 'LINE_TYPE_UNKNOWN',
  about: 'the line type',
  points: 5,
  applies: (profile) => canBeHeld(profile) && profile.settledType === 'UNKNOWN',
};

/** What a phone validation leaves open. */
export const PHONE_QUESTIONS: readonly OpenQuestion<PhoneProfile>[] = [
  LINE_TYPE_UNKNOWN,
  {
    code: 'REACHABILITY_NOT_CHECKED',
    about: 'whether the number is in service',
    points: 10,
    applies: (profile) =>
      canBeHeld(profile) && (profile.status === 'UNKNOWN' || profile.status === 'VALID'),
  },
  {
    code: 'DNC_NOT_CHECKED',
    about: 'Do Not Call registries',
    points: 0,
    applies: (profile) => canBeHeld(profile) && profile.doNotCall === null,
  },
];

const listFormat = new Intl.ListFormat('en');

/**
 * The first verdict that applies, which approves nothing while a question is open and names those
 * that are.
 */
export function advise<Profile>(
  verdicts: readonly Verdict<Profile>[],
  questions: readonly OpenQuestion<Profile>[],
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
