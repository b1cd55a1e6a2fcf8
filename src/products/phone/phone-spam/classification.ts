import * as z from 'zod';
import { assess, firstThatApplies } from '../../../core/lookup/scoring.ts';
import { COMPLAINT_SUBJECTS } from '../../../core/records/complaint-subjects.ts';
import type { SpamProfile } from './profile.ts';
import {
  isSpoofed,
  PATTERN_REPORTS,
  PERSISTENCE_LEVELS,
  persistence,
  SPAM_RISK,
} from './scoring.ts';

const CALLER_TYPES = [
  'LEGITIMATE_PERSONAL',
  'LEGITIMATE_AUTOMATED',
  'SPAM_HUMAN',
  'SPAM_ROBOCALL',
  'SPOOFED',
  'LEGITIMATE',
  'SUSPICIOUS_CALLER',
  'HIGH_RISK_CALLER',
  'UNKNOWN',
] as const;

const THREAT_CATEGORIES = [
  'LEGITIMATE',
  'SPAM_CALLER',
  'AUTOMATED_SCAM',
  'SUSPICIOUS_ACTIVITY',
  'FRAUD_RISK',
  'SPOOFED_NUMBER',
  'NONE_REPORTED',
  'UNKNOWN',
] as const;

export const spamClassification = z.object({
  caller_type: z
    .enum(CALLER_TYPES)
    .describe(
      'UNKNOWN unless something speaks for or against the caller: that nobody reported a number does not make it legitimate.',
    ),
  threat_category: z
    .enum(THREAT_CATEGORIES)
    .describe('NONE_REPORTED: complaint data was checked and holds no report of the number.'),
  industry_category: z.string().describe('Trade that most reports name, or UNKNOWN.'),
  persistence_level: z.enum(PERSISTENCE_LEVELS),
  sophistication_level: z.enum(['HIGH', 'MEDIUM', 'LOW', 'UNKNOWN']),
  line_status: z
    .enum(['ACTIVE', 'DISCONNECTED', 'UNKNOWN'])
    .optional()
    .describe(
      'Only outside the United States and Canada. DISCONNECTED: the number cannot exist; UNKNOWN: no source was asked.',
    ),
});

type Classification = z.input<typeof spamClassification>;

interface CallerKind {
  caller: Classification['caller_type'];
  threat: Classification['threat_category'];
  applies(profile: SpamProfile): boolean;
}

const isPattern = ({ reports }: SpamProfile): boolean => reports >= PATTERN_REPORTS;
const isHighRisk = (profile: SpamProfile): boolean =>
  ['HIGH', 'CRITICAL'].includes(assess(SPAM_RISK, profile).risk_level);
const isMediumRisk = (profile: SpamProfile): boolean =>
  assess(SPAM_RISK, profile).risk_level === 'MEDIUM';
/**
 * The only thing that speaks for a caller: a current record of a number in service, of which nobody
 * complained.
 */
const isVouchedFor = ({ checked, reports, phone }: SpamProfile): boolean =>
  checked &&
  reports === 0 &&
  phone.status === 'ACTIVE' &&
  (phone.settledType === 'MOBILE' || phone.settledType === 'LANDLINE');

/**
 * The first verdict that applies is given: what many report of a caller says more than that its
 * number is borrowed.
 */
const US_CANADA: readonly CallerKind[] = [
  {
    caller: 'SPAM_ROBOCALL',
    threat: 'AUTOMATED_SCAM',
    applies: (profile) => isPattern(profile) && profile.isRobocall && profile.scams.length > 0,
  },
  {
    caller: 'SPAM_ROBOCALL',
    threat: 'SPAM_CALLER',
    applies: (profile) => isPattern(profile) && profile.isRobocall,
  },
  { caller: 'SPAM_HUMAN', threat: 'SPAM_CALLER', applies: isPattern },
  {
    caller: 'SPOOFED',
    threat: 'SPOOFED_NUMBER',
    applies: (profile) => isSpoofed(profile) === true,
  },
  {
    caller: 'SUSPICIOUS_CALLER',
    threat: 'SUSPICIOUS_ACTIVITY',
    applies: ({ reports }) => reports > 0,
  },
  { caller: 'LEGITIMATE_PERSONAL', threat: 'LEGITIMATE', applies: isVouchedFor },
  { caller: 'UNKNOWN', threat: 'NONE_REPORTED', applies: ({ checked }) => checked },
  { caller: 'UNKNOWN', threat: 'UNKNOWN', applies: () => true },
];

/** Outside the United States and Canada the feeds say nothing, so the number's own risk decides. */
const ELSEWHERE: readonly CallerKind[] = [
  { caller: 'HIGH_RISK_CALLER', threat: 'FRAUD_RISK', applies: isHighRisk },
  {
    caller: 'SUSPICIOUS_CALLER',
    threat: 'SUSPICIOUS_ACTIVITY',
    applies: (profile) => isMediumRisk(profile) || profile.reports > 0,
  },
  { caller: 'UNKNOWN', threat: 'UNKNOWN', applies: () => true },
];

/** How much work the deception shows: a borrowed identity above a machine above a plain call. */
function sophistication(profile: SpamProfile): Classification['sophistication_level'] {
  if (profile.reports === 0) return 'UNKNOWN';
  if (isSpoofed(profile) || profile.mainSubject === 'IMPERSONATION') return 'HIGH';
  return profile.isRobocall ? 'MEDIUM' : 'LOW';
}

/** The classification section of a spam check. */
export function classifySpam(profile: SpamProfile): Classification {
  const { number, mainSubject } = profile;
  const { caller, threat } = firstThatApplies(number.usOrCanada ? US_CANADA : ELSEWHERE, profile);
  return {
    caller_type: caller,
    threat_category: threat,
    industry_category: mainSubject ? COMPLAINT_SUBJECTS[mainSubject].industry : 'UNKNOWN',
    persistence_level: persistence(profile),
    sophistication_level: sophistication(profile),
    ...(!number.usOrCanada && {
      line_status: number.valid ? ('UNKNOWN' as const) : ('DISCONNECTED' as const),
    }),
  };
}
