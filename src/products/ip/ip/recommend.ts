import type { Recommendations, RiskAssessment } from '../../../core/lookup/envelope.ts';
import { firstThatApplies, type Verdict } from '../../../core/lookup/scoring.ts';
import { CHECKS, type Check, TOR_CHECK } from './checks.ts';
import { connectionType, isTorExit } from './connection.ts';
import type { IpProfile } from './profile.ts';

/** The first verdict that applies is given. */
const VERDICTS: readonly Verdict<IpProfile>[] = [
  {
    action: 'REVIEW',
    message:
      'This address is reserved and cannot be a visitor on the internet; check how it was recorded.',
    applies: ({ bogon }) => bogon !== null,
  },
  {
    action: 'BLOCK',
    message: 'This address is a Tor exit; who is behind it cannot be known.',
    applies: isTorExit,
  },
  {
    action: 'REVIEW',
    message: 'Several signs speak against this address; look at the request before accepting it.',
    applies: (_, { risk_level }) => risk_level === 'HIGH' || risk_level === 'CRITICAL',
  },
  {
    action: 'APPROVE',
    message: "This address belongs to a crawler's published ranges.",
    applies: ({ tags }) => tags.crawler !== undefined,
  },
  {
    action: 'VERIFY',
    message: 'This address belongs to a relay that hides its user; verify the person another way.',
    applies: ({ tags }) => tags.relay !== undefined,
  },
  {
    action: 'VERIFY',
    message: 'This address belongs to a server rather than a person; verify who is using it.',
    applies: (_, { risk_level }) => risk_level === 'MEDIUM',
  },
  { action: 'APPROVE', message: 'Nothing speaks against this address.', applies: () => true },
];

const SECONDARY: Readonly<Record<Recommendations['primary_action'], string[]>> = {
  APPROVE: [],
  VERIFY: ['REQUIRE_MFA'],
  REVIEW: ['SHOW_CHALLENGE', 'LIMIT_RATE'],
  BLOCK: ['SHOW_CHALLENGE'],
};

type Advice = Pick<Verdict<IpProfile>, 'action' | 'message'>;

/** What nobody has looked for cannot be ruled out: with a list missing, nothing is approved. */
function limited({ action, message }: Advice, { unchecked }: IpProfile): Advice {
  if (unchecked.length === 0) return { action, message };
  const lists = unchecked.map((check) => check.lists).join(', ');
  return action === 'APPROVE'
    ? {
        action: 'VERIFY',
        message: `Nothing known speaks against this address, but no current list told of: ${lists}.`,
      }
    : { action, message: `${message.slice(0, -1)}; no current list told of: ${lists}.` };
}

/** What to do with a request from the address. */
export function recommendIp(profile: IpProfile, risk: RiskAssessment): Recommendations {
  const verdict = firstThatApplies(VERDICTS, profile, risk);
  const { action, message } = limited(verdict, profile);
  const type = connectionType(profile);
  const isPerson = type === 'RESIDENTIAL_ISP' || type === 'MOBILE_NETWORK';
  const isRisky = risk.risk_level === 'HIGH' || risk.risk_level === 'CRITICAL';
  /** Whether a rule may say yes: the address can be someone's, and its checks were made. */
  const rests = (checks: readonly Check[]): boolean =>
    profile.bogon === null && !checks.some((check) => profile.unchecked.includes(check));
  return {
    primary_action: action,
    secondary_actions: SECONDARY[action],
    user_message: message,
    business_rules: {
      login_allowed: rests(TOR_CHECK) && action !== 'BLOCK',
      signup_allowed: rests(CHECKS) && !isRisky,
      payment_allowed: rests(CHECKS) && (isPerson || risk.risk_level === 'LOW'),
      challenge_required: action !== 'APPROVE',
      location_usable:
        rests(CHECKS) && profile.place.countryCode !== null && (isPerson || type === 'UNKNOWN'),
    },
  };
}
