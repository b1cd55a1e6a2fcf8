import type { Recommendations, RiskAssessment } from '../../../core/lookup/envelope.ts';
import { firstThatApplies, type RiskTable, type Verdict } from '../../../core/lookup/scoring.ts';
import type { RoutingProfile } from '../routing.ts';

const isLive = ({ source }: RoutingProfile): boolean => source === 'LIVE_HLR';
const isConnected = ({ connectivity }: RoutingProfile): boolean => connectivity === 'CONNECTED';
const isAbsent = ({ connectivity }: RoutingProfile): boolean => connectivity.startsWith('ABSENT');
/** The network itself says that the handset is registered now. */
const isReachable = (profile: RoutingProfile): boolean => isConnected(profile) && isLive(profile);

export const HLR_RISK: RiskTable<RoutingProfile> = {
  base: 5,
  factors: [
    { code: 'INVALID_NUMBER', points: 90, applies: ({ isValid }) => !isValid },
    { code: 'NOT_REACHABLE', points: 30, applies: isAbsent },
    {
      code: 'REACHABILITY_NOT_CHECKED',
      points: 15,
      applies: (profile) => profile.isValid && !isAbsent(profile) && !isReachable(profile),
    },
    {
      code: 'PORTABILITY_UNKNOWN',
      points: 0,
      applies: ({ isValid, ported }) => isValid && ported === null,
    },
    { code: 'ROAMING', points: 10, applies: ({ roaming }) => roaming === true },
  ],
  confidence: {
    base: 40,
    factors: [
      { code: 'IMPOSSIBLE_NUMBER', points: 55, applies: ({ isValid }) => !isValid },
      {
        code: 'NETWORK_ANSWERED',
        points: 50,
        applies: (profile) => isLive(profile) && (isConnected(profile) || isAbsent(profile)),
      },
      {
        code: 'ASSIGNED',
        points: 20,
        applies: (profile) => isConnected(profile) && !isLive(profile),
      },
    ],
  },
};

const VERDICTS: readonly Verdict<RoutingProfile>[] = [
  {
    action: 'BLOCK',
    message: 'This number is not assigned; ask for another.',
    applies: ({ isValid }) => !isValid,
  },
  {
    action: 'VERIFY',
    message: 'This number is assigned, but its handset is off or out of coverage; try again later.',
    applies: isAbsent,
  },
  {
    action: 'APPROVE',
    message: 'The network says that this handset is registered and reachable now.',
    applies: isReachable,
  },
  {
    action: 'VERIFY',
    message: 'This number is assigned; whether its handset is on was not checked.',
    applies: isConnected,
  },
  {
    action: 'VERIFY',
    message: 'Nobody could tell whether this number is in service; verify it.',
    applies: () => true,
  },
];

/** What to do with the number. */
export function recommendHlr(profile: RoutingProfile, risk: RiskAssessment): Recommendations {
  const { action, message } = firstThatApplies(VERDICTS, profile, risk);
  const reachable = isReachable(profile);
  return {
    primary_action: action,
    secondary_actions: [
      ...(isAbsent(profile) ? ['RETRY_LATER'] : []),
      ...(profile.isValid ? [] : ['REQUEST_ANOTHER_NUMBER']),
    ],
    user_message: message,
    business_rules: { sms_allowed: reachable, voice_allowed: reachable },
  };
}
