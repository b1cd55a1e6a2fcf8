import type { Recommendations, RiskAssessment } from '../../core/envelope.ts';
import type { PhoneProfile } from './profile.ts';

type Action = Recommendations['primary_action'];

interface Verdict {
  action: Action;
  message: string;
  applies(profile: PhoneProfile, risk: RiskAssessment): boolean;
}

/** The first verdict that applies is given. */
const VERDICTS: readonly Verdict[] = [
  {
    action: 'BLOCK',
    message: 'This number cannot exist in its numbering plan; ask for another.',
    applies: ({ status }) => status === 'INVALID',
  },
  {
    action: 'BLOCK',
    message: 'This number is kept for fiction and belongs to nobody.',
    applies: ({ fictional }) => fictional,
  },
  {
    action: 'BLOCK',
    message: 'This number never places calls; one that shows it is spoofed.',
    applies: ({ doNotOriginate }) => doNotOriginate === true,
  },
  {
    action: 'REVIEW',
    message: 'This number is recorded as out of service.',
    applies: ({ status }) => status === 'INACTIVE',
  },
  {
    action: 'REVIEW',
    message: 'Calling this number costs a premium rate.',
    applies: ({ lineType }) => lineType === 'PREMIUM',
  },
  {
    action: 'REVIEW',
    message: 'Several signs speak against this number; look at it before use.',
    applies: (_, { risk_level }) => risk_level === 'HIGH' || risk_level === 'CRITICAL',
  },
  {
    action: 'VERIFY',
    message:
      'This is an internet telephony number, easily obtained and given up; verify its holder.',
    applies: ({ lineType }) => lineType === 'VOIP',
  },
  {
    action: 'VERIFY',
    message:
      'This number can exist, but no source confirms that it is in service; verify it before relying on it.',
    applies: ({ status }) => status === 'UNKNOWN',
  },
  {
    action: 'VERIFY',
    message:
      'Nothing speaks against this number, but no Do Not Call registry that covers it is imported; check one before marketing to it.',
    applies: ({ doNotCallUnknown }) => doNotCallUnknown,
  },
  { action: 'APPROVE', message: 'Nothing speaks against this number.', applies: () => true },
];

/** Yes/no rules that hold whatever the verdict: what the number can technically and lawfully be used for. */
function businessRules(profile: PhoneProfile) {
  const { number, status, lineType, doNotCall, doNotCallUnknown, doNotOriginate } = profile;
  const usable =
    status !== 'INVALID' && status !== 'INACTIVE' && doNotOriginate !== true && !profile.fictional;
  const mayBeMobile = lineType === 'UNKNOWN' && number.planType === 'FIXED_LINE_OR_MOBILE';
  const voice = usable && lineType !== 'PREMIUM';
  return {
    sms_allowed: usable && (lineType === 'MOBILE' || lineType === 'VOIP' || mayBeMobile),
    voice_allowed: voice,
    marketing_allowed: voice && doNotCall !== true && !doNotCallUnknown,
    dnc_check_required: usable && doNotCallUnknown,
  };
}

/** What to do with the number. */
export function recommendPhone(profile: PhoneProfile, risk: RiskAssessment): Recommendations {
  const verdict = VERDICTS.find(({ applies }) => applies(profile, risk)) as Verdict;
  const rules = businessRules(profile);
  const secondary = [
    ...(verdict.action === 'VERIFY' && rules.sms_allowed ? ['SEND_SMS_OTP'] : []),
    ...(verdict.action === 'VERIFY' && !rules.sms_allowed && rules.voice_allowed
      ? ['PLACE_VERIFICATION_CALL']
      : []),
    ...(rules.dnc_check_required ? ['CHECK_DO_NOT_CALL'] : []),
    ...(profile.doNotCall === true ? ['DO_NOT_MARKET'] : []),
    ...(profile.status === 'INVALID' ? ['REQUEST_ANOTHER_NUMBER'] : []),
  ];
  return {
    primary_action: verdict.action,
    secondary_actions: secondary,
    user_message: verdict.message,
    business_rules: rules,
  };
}
