import * as z from 'zod';
import { field, NOT_CHECKED } from '../../../lookup/answer-fields.ts';
import { COMPLAINT_SUBJECTS } from '../../../lookup/datasets/complaint-subjects.ts';
import { assess, firstThatApplies } from '../../../lookup/scoring.ts';
import type { SpamConclusion } from './conclusion.ts';
import {
  areComplaintsChecked,
  isKnownAbuser,
  isSpoofed,
  isVouchedFor,
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
  NOT_CHECKED,
  'UNKNOWN',
] as const;

export const spamClassification = z.object({
  caller_type: field.enum(
    CALLER_TYPES,
    'Kind of caller. UNKNOWN unless there is evidence for or against the caller. A number without a report is legitimate if a current record shows the line in service, a reputation service knows nothing against it, or a large amount of complaint data has no report of it and its block. The evidence is in `insights.reputation`.',
  ),
  threat_category: field.enum(
    THREAT_CATEGORIES,
    'NONE_REPORTED: complaint data was checked and has no report of the number. NOT_CHECKED: no complaint data is loaded and no reputation service answered.',
  ),
  industry_category: field.text(
    'Industry that most reports name. UNKNOWN: the reports name none. NONE_REPORTED: there is no report. NOT_CHECKED: no complaint data covers the number.',
  ),
  persistence_level: field.enum(
    PERSISTENCE_LEVELS,
    'How long and how often the caller was reported. NONE: complaint data has no report. NOT_CHECKED: no complaint data covers the number.',
  ),
  sophistication_level: field.enum(
    ['HIGH', 'MEDIUM', 'LOW', 'UNKNOWN', 'NONE_REPORTED', NOT_CHECKED],
    'Sophistication of the deception. UNKNOWN: no report says whether it was a robocall. NONE_REPORTED: there is no report. NOT_CHECKED: no complaint data covers the number.',
  ),
  line_status: z
    .enum(['ACTIVE', 'DISCONNECTED', 'UNKNOWN'])
    .optional()
    .describe(
      'Only outside the United States and Canada. DISCONNECTED: the number cannot exist, or a source says that it is out of service. UNKNOWN: no source says.',
    ),
});

type Classification = z.input<typeof spamClassification>;

interface CallerKind {
  caller: Classification['caller_type'];
  threat: Classification['threat_category'];
  applies(conclusion: SpamConclusion): boolean;
}

const isPattern = ({ reports }: SpamConclusion): boolean => reports >= PATTERN_REPORTS;
const isHighRisk = (conclusion: SpamConclusion): boolean =>
  ['HIGH', 'CRITICAL'].includes(assess(SPAM_RISK, conclusion).risk_level);
/** No complaint data is loaded, and no reputation service has the number. */
export const isUnchecked = ({ checked, reputation }: SpamConclusion): boolean =>
  !checked && reputation === null;
const isMediumRisk = (conclusion: SpamConclusion): boolean =>
  assess(SPAM_RISK, conclusion).risk_level === 'MEDIUM';

/** Decision table, first match: many reports of a caller outweigh evidence of spoofing. */
const US_CANADA: readonly CallerKind[] = [
  {
    caller: 'SPAM_ROBOCALL',
    threat: 'AUTOMATED_SCAM',
    applies: (conclusion) =>
      isPattern(conclusion) && conclusion.isRobocall && conclusion.scams.length > 0,
  },
  {
    caller: 'SPAM_ROBOCALL',
    threat: 'SPAM_CALLER',
    applies: (conclusion) => isPattern(conclusion) && conclusion.isRobocall,
  },
  {
    caller: 'SUSPICIOUS_CALLER',
    threat: 'SPAM_CALLER',
    applies: (conclusion) => isPattern(conclusion) && conclusion.robocallShare === null,
  },
  { caller: 'SPAM_HUMAN', threat: 'SPAM_CALLER', applies: isPattern },
  {
    caller: 'SPOOFED',
    threat: 'SPOOFED_NUMBER',
    applies: (conclusion) => isSpoofed(conclusion) === true,
  },
  { caller: 'SPAM_HUMAN', threat: 'SPAM_CALLER', applies: isKnownAbuser },
  {
    caller: 'SUSPICIOUS_CALLER',
    threat: 'SUSPICIOUS_ACTIVITY',
    applies: (conclusion) =>
      conclusion.reports > 0 || isMediumRisk(conclusion) || isHighRisk(conclusion),
  },
  {
    caller: 'LEGITIMATE_AUTOMATED',
    threat: 'LEGITIMATE',
    applies: (conclusion) => isVouchedFor(conclusion) && conclusion.phone.lineType === 'TOLL_FREE',
  },
  { caller: 'LEGITIMATE_PERSONAL', threat: 'LEGITIMATE', applies: isVouchedFor },
  { caller: 'UNKNOWN', threat: 'NONE_REPORTED', applies: ({ checked }) => checked },
  { caller: 'UNKNOWN', threat: NOT_CHECKED, applies: isUnchecked },
  { caller: 'UNKNOWN', threat: 'UNKNOWN', applies: () => true },
];

/**
 * Outside the United States and Canada the complaint feeds have no coverage; the number's plan, its
 * record and a reputation service decide.
 */
const ELSEWHERE: readonly CallerKind[] = [
  { caller: 'HIGH_RISK_CALLER', threat: 'FRAUD_RISK', applies: isHighRisk },
  {
    caller: 'SUSPICIOUS_CALLER',
    threat: 'SUSPICIOUS_ACTIVITY',
    applies: (conclusion) => isMediumRisk(conclusion) || conclusion.reports > 0,
  },
  { caller: 'LEGITIMATE', threat: 'LEGITIMATE', applies: isVouchedFor },
  { caller: 'UNKNOWN', threat: NOT_CHECKED, applies: isUnchecked },
  { caller: 'UNKNOWN', threat: 'UNKNOWN', applies: () => true },
];

/** Effort of the deception: impersonation or spoofing HIGH, a robocall MEDIUM, others LOW. */
function sophistication(conclusion: SpamConclusion): Classification['sophistication_level'] {
  if (conclusion.reports === 0)
    return areComplaintsChecked(conclusion) ? 'NONE_REPORTED' : NOT_CHECKED;
  if (isSpoofed(conclusion) || conclusion.mainSubject === 'IMPERSONATION') return 'HIGH';
  if (conclusion.robocallShare === null) return 'UNKNOWN';
  return conclusion.isRobocall ? 'MEDIUM' : 'LOW';
}

/** Status of a number abroad, from a network, a carrier or a reputation service. */
function lineStatus({ number, phone, reputation }: SpamConclusion): Classification['line_status'] {
  if (!number.valid) return 'DISCONNECTED';
  const inService = phone.inService ?? reputation?.inService ?? null;
  if (inService === null) return 'UNKNOWN';
  return inService ? 'ACTIVE' : 'DISCONNECTED';
}

/** Industry of the most reported subject. */
function industry(conclusion: SpamConclusion): string {
  const { reports, mainSubject } = conclusion;
  if (reports === 0) return areComplaintsChecked(conclusion) ? 'NONE_REPORTED' : NOT_CHECKED;
  return mainSubject ? COMPLAINT_SUBJECTS[mainSubject].industry : 'UNKNOWN';
}

export function classifySpam(conclusion: SpamConclusion): Classification {
  const { number } = conclusion;
  const { caller, threat } = firstThatApplies(
    number.usOrCanada ? US_CANADA : ELSEWHERE,
    conclusion,
  );
  return {
    caller_type: caller,
    threat_category: threat,
    industry_category: industry(conclusion),
    persistence_level: persistence(conclusion),
    sophistication_level: sophistication(conclusion),
    ...(!number.usOrCanada && { line_status: lineStatus(conclusion) }),
  };
}
