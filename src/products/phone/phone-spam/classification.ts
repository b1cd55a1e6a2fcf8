import * as z from 'zod';
import { field, NOT_CHECKED } from '../../../lookup/answer-fields.ts';
import { COMPLAINT_SUBJECTS } from '../../../lookup/datasets/complaint-subjects.ts';
import { assess, decideBy } from '../../../lookup/scoring.ts';
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

type CallerKind = readonly [
  caller: Classification['caller_type'],
  threat: Classification['threat_category'],
];

const isPattern = ({ reports }: SpamConclusion): boolean => reports >= PATTERN_REPORTS;
const isHighRisk = (conclusion: SpamConclusion): boolean =>
  ['HIGH', 'CRITICAL'].includes(assess(SPAM_RISK, conclusion).risk_level);
/** No complaint data is loaded, and no reputation service has the number. */
export const isUnchecked = ({ checked, reputation }: SpamConclusion): boolean =>
  !checked && reputation === null;
const isMediumRisk = (conclusion: SpamConclusion): boolean =>
  assess(SPAM_RISK, conclusion).risk_level === 'MEDIUM';

/** Decision table, first match: many reports of a caller outweigh evidence of spoofing. */
const callerInUsOrCanada = decideBy<SpamConclusion, CallerKind>([
  [
    ['SPAM_ROBOCALL', 'AUTOMATED_SCAM'],
    (conclusion) => isPattern(conclusion) && conclusion.isRobocall && conclusion.scams.length > 0,
  ],
  [
    ['SPAM_ROBOCALL', 'SPAM_CALLER'],
    (conclusion) => isPattern(conclusion) && conclusion.isRobocall,
  ],
  [
    ['SUSPICIOUS_CALLER', 'SPAM_CALLER'],
    (conclusion) => isPattern(conclusion) && conclusion.robocallShare === null,
  ],
  [['SPAM_HUMAN', 'SPAM_CALLER'], isPattern],
  [['SPOOFED', 'SPOOFED_NUMBER'], (conclusion) => isSpoofed(conclusion) === true],
  [['SPAM_HUMAN', 'SPAM_CALLER'], isKnownAbuser],
  [
    ['SUSPICIOUS_CALLER', 'SUSPICIOUS_ACTIVITY'],
    (conclusion) => conclusion.reports > 0 || isMediumRisk(conclusion) || isHighRisk(conclusion),
  ],
  [
    ['LEGITIMATE_AUTOMATED', 'LEGITIMATE'],
    (conclusion) => isVouchedFor(conclusion) && conclusion.phone.lineType === 'TOLL_FREE',
  ],
  [['LEGITIMATE_PERSONAL', 'LEGITIMATE'], isVouchedFor],
  [['UNKNOWN', 'NONE_REPORTED'], ({ checked }) => checked],
  [['UNKNOWN', NOT_CHECKED], isUnchecked],
  [['UNKNOWN', 'UNKNOWN'], () => true],
]);

/**
 * Outside the United States and Canada the complaint feeds have no coverage; the number's plan, its
 * record and a reputation service decide.
 */
const callerElsewhere = decideBy<SpamConclusion, CallerKind>([
  [['HIGH_RISK_CALLER', 'FRAUD_RISK'], isHighRisk],
  [
    ['SUSPICIOUS_CALLER', 'SUSPICIOUS_ACTIVITY'],
    (conclusion) => isMediumRisk(conclusion) || conclusion.reports > 0,
  ],
  [['LEGITIMATE', 'LEGITIMATE'], isVouchedFor],
  [['UNKNOWN', NOT_CHECKED], isUnchecked],
  [['UNKNOWN', 'UNKNOWN'], () => true],
]);

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
  const callerKind = number.usOrCanada ? callerInUsOrCanada : callerElsewhere;
  const [caller, threat] = callerKind(conclusion);
  return {
    caller_type: caller,
    threat_category: threat,
    industry_category: industry(conclusion),
    persistence_level: persistence(conclusion),
    sophistication_level: sophistication(conclusion),
    ...(!number.usOrCanada && { line_status: lineStatus(conclusion) }),
  };
}
