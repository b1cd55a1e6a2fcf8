import type { RiskAssessment } from '../../core/envelope.ts';
import { assess, type Factor, probability } from '../../core/scoring.ts';
import type { SpamProfile } from './spam-profile.ts';

type SpamFactor = Factor<SpamProfile>;

/** Reports from which a pattern is believed: one may be a mistake, two rarely are. */
export const PATTERN_REPORTS = 2;
const REPEATED_REPORTS = 3;
const MANY_REPORTS = 10;
const MASS_REPORTS = 50;

export const isSpoofed = ({ phone }: SpamProfile): boolean =>
  phone.status === 'INVALID' || phone.fictional || phone.doNotOriginate === true;

/** Trouble to expect from a call that shows the number: 0 none, 100 certain. */
const RISK_BASE = 5;
const RISK: readonly SpamFactor[] = [
  { code: 'DO_NOT_ORIGINATE', weight: 70, applies: ({ phone }) => phone.doNotOriginate === true },
  { code: 'INVALID_NUMBER', weight: 60, applies: ({ phone }) => phone.status === 'INVALID' },
  { code: 'FICTIONAL_NUMBER', weight: 40, applies: ({ phone }) => phone.fictional },
  { code: 'SPAM_REPORTS', weight: 20, applies: ({ reports }) => reports > 0 },
  { code: 'REPEATED_REPORTS', weight: 15, applies: ({ reports }) => reports >= REPEATED_REPORTS },
  { code: 'MANY_REPORTS', weight: 20, applies: ({ reports }) => reports >= MANY_REPORTS },
  { code: 'MASS_REPORTS', weight: 15, applies: ({ reports }) => reports >= MASS_REPORTS },
  { code: 'RECENT_REPORTS', weight: 15, applies: ({ recentReports }) => recentReports > 0 },
  { code: 'ROBOCALL_REPORTS', weight: 10, applies: ({ isRobocall }) => isRobocall },
  { code: 'SCAM_SUBJECT', weight: 10, applies: ({ scams }) => scams.length > 0 },
  { code: 'PREMIUM_RATE', weight: 30, applies: ({ phone }) => phone.lineType === 'PREMIUM' },
  {
    code: 'NON_GEOGRAPHIC',
    weight: 20,
    applies: ({ number }) => number.valid && number.country === null && !number.usOrCanada,
  },
  {
    code: 'PERSONAL_NUMBER',
    weight: 15,
    applies: ({ number }) => number.planType === 'PERSONAL_NUMBER',
  },
  { code: 'VOIP_LINE', weight: 10, applies: ({ phone }) => phone.lineType === 'VOIP' },
  { code: 'NO_COMPLAINT_DATA', weight: 10, applies: ({ checked }) => !checked },
];

/** How far the answer can be relied on. The complaint feeds are about North American callers. */
const CONFIDENCE_BASE = 10;
const CONFIDENCE: readonly SpamFactor[] = [
  { code: 'CANNOT_BE_THE_CALLER', weight: 80, applies: isSpoofed },
  {
    code: 'COMPLAINTS_CHECKED',
    weight: 30,
    applies: ({ checked, number }) => checked && number.usOrCanada,
  },
  { code: 'REPORTED', weight: 20, applies: ({ reports }) => reports > 0 },
  { code: 'PATTERN', weight: 20, applies: ({ reports }) => reports >= PATTERN_REPORTS },
  { code: 'MANY_REPORTS', weight: 10, applies: ({ reports }) => reports >= MANY_REPORTS },
  { code: 'RECORD_OF_THIS_NUMBER', weight: 10, applies: ({ phone }) => phone.portability !== null },
];

/** Chance that calling the number back reaches whoever called. */
const CALLBACK_BASE = 50;
const CALLBACK: readonly SpamFactor[] = [
  {
    code: 'IMPOSSIBLE_NUMBER',
    weight: -100,
    applies: ({ phone }) => phone.status === 'INVALID' || phone.fictional,
  },
  { code: 'DO_NOT_ORIGINATE', weight: -50, applies: ({ phone }) => phone.doNotOriginate === true },
  { code: 'OUT_OF_SERVICE', weight: -45, applies: ({ phone }) => phone.status === 'INACTIVE' },
  { code: 'ROBOCALL_REPORTS', weight: -30, applies: ({ isRobocall }) => isRobocall },
  { code: 'SPAM_REPORTS', weight: -10, applies: ({ reports }) => reports > 0 },
  { code: 'RECORDED_ACTIVE', weight: 30, applies: ({ phone }) => phone.status === 'ACTIVE' },
];

/** 0..1. */
export const callbackProbability = (profile: SpamProfile): number =>
  probability(CALLBACK_BASE, CALLBACK, profile);

export const PERSISTENCE_LEVELS = ['HIGH', 'MEDIUM', 'LOW', 'UNKNOWN'] as const;
export type Persistence = (typeof PERSISTENCE_LEVELS)[number];

/** How long and how often the caller was reported; UNKNOWN of one nobody reported. */
export function persistence({ reports, recentReports }: SpamProfile): Persistence {
  if (reports === 0) return 'UNKNOWN';
  if (reports >= MANY_REPORTS && recentReports > 0) return 'HIGH';
  return reports >= REPEATED_REPORTS ? 'MEDIUM' : 'LOW';
}

/** How likely a call that shows the number is spam or fraud, and why. */
export function assessSpamRisk(profile: SpamProfile): Required<RiskAssessment> {
  return assess(
    { base: RISK_BASE, factors: RISK },
    { base: CONFIDENCE_BASE, factors: CONFIDENCE },
    profile,
  );
}
