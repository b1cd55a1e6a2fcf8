import type { Recommendations, RiskAssessment } from '../../core/envelope.ts';
import type { SpamProfile } from './spam-profile.ts';
import { isSpoofed } from './spam-scoring.ts';

interface Verdict {
  action: Recommendations['primary_action'];
  message: string;
  applies(profile: SpamProfile, risk: RiskAssessment): boolean;
}

/** The first verdict that applies is given. */
const VERDICTS: readonly Verdict[] = [
  {
    action: 'BLOCK',
    message: 'No call can come from this number; one that shows it is spoofed.',
    applies: isSpoofed,
  },
  {
    action: 'BLOCK',
    message: 'This number was reported for unwanted calls again and again.',
    applies: ({ reports }, { risk_level }) => reports > 0 && risk_level === 'CRITICAL',
  },
  {
    action: 'REVIEW',
    message:
      'This number was reported for unwanted calls; look at it before you answer or call it.',
    applies: ({ reports }) => reports > 0,
  },
  {
    action: 'REVIEW',
    message:
      'The kind of this number is often used for fraud; look at it before you answer or call it.',
    applies: (_, { risk_level }) => risk_level !== 'LOW',
  },
  {
    action: 'VERIFY',
    message: 'No complaint data is loaded, so nothing is known of this caller; verify who it is.',
    applies: ({ checked }) => !checked,
  },
  {
    action: 'VERIFY',
    message:
      'Nobody reported this number, but complaint data hardly covers its country; verify who it is.',
    applies: ({ number }) => !number.usOrCanada,
  },
  {
    action: 'APPROVE',
    message: 'The complaint data holds no report of this number.',
    applies: () => true,
  },
];

/** What to do with a call from the number. */
export function recommendSpam(profile: SpamProfile, risk: RiskAssessment): Recommendations {
  const verdict = VERDICTS.find(({ applies }) => applies(profile, risk)) as Verdict;
  const answerable = verdict.action === 'APPROVE' || verdict.action === 'VERIFY';
  return {
    primary_action: verdict.action,
    secondary_actions: [
      ...(verdict.action === 'VERIFY' ? ['VERIFY_CALLER_IDENTITY'] : []),
      ...(profile.isRobocall ? ['SEND_TO_VOICEMAIL'] : []),
      ...(profile.checked ? [] : ['LOAD_COMPLAINT_DATA']),
    ],
    user_message: verdict.message,
    business_rules: {
      answer_allowed: answerable,
      callback_allowed: answerable && profile.phone.lineType !== 'PREMIUM',
      complaints_checked: profile.checked,
    },
  };
}
