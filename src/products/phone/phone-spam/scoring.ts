import { NOT_CHECKED } from '../../../lookup/answer-fields.ts';
import type { Recommendations, RiskAssessment } from '../../../lookup/envelope.ts';
import {
  advise,
  assess,
  firstThatApplies,
  probabilityBy,
  type RecommendationRule,
  type RiskTable,
  recommendWithUncheckedFactors,
  ruleOf,
  type UncheckedFactors,
} from '../../../lookup/scoring.ts';
import { highestScore } from '../fact.ts';
import { isLineTypeUnknown } from '../phone/scoring.ts';
import type { SpamConclusion } from './conclusion.ts';

/** Reports that make a pattern: one may be a mistake, two rarely are. */
export const PATTERN_REPORTS = 2;
const REPEATED_REPORTS = 3;
const MANY_REPORTS = 10;
const MASS_REPORTS = 50;

/**
 * Whether the number cannot place calls; null if no list of such numbers covers it, or if it may
 * have been read in the wrong country.
 */
export function isSpoofed({ phone, isMisread }: SpamConclusion): boolean | null {
  if (isMisread) return null;
  return phone.status === 'INVALID' || phone.fictional || phone.doNotOriginate;
}

/** Numbers in a block of one thousand besides the requested one. */
export const BLOCK_NUMBERS = 999;
/** Fractions of a block's numbers with reports, from which the block counts as evidence. */
const REPORTED_SHARE = 0.01;
const HEAVILY_REPORTED_SHARE = 0.05;
/**
 * Loaded reports below which a block without reports is no evidence: about a week of the Federal
 * Trade Commission's files. A smaller sample counts for its own numbers only.
 */
export const ENOUGH_REPORTS = 50_000;

const shareNear = ({ near }: SpamConclusion): number => (near?.numbers ?? 0) / BLOCK_NUMBERS;

/** Whether many neighboring numbers were reported, as with a carrier that rents to robocallers. */
const isRangeHeavilyReported = (conclusion: SpamConclusion): boolean =>
  shareNear(conclusion) >= HEAVILY_REPORTED_SHARE;

/** Whether enough complaint data is loaded for few reports about the block to count. */
const isRangeClean = (conclusion: SpamConclusion): boolean =>
  (conclusion.near?.loaded ?? 0) >= ENOUGH_REPORTS && shareNear(conclusion) < REPORTED_SHARE;

/** Thresholds of the reputation service's score, from its documentation. */
const SUSPICIOUS_SCORE = 75;
const HIGH_RISK_SCORE = 85;

/** Whether the reputation service reports abuse by the number. */
export const isKnownAbuser = ({ reputation }: SpamConclusion): boolean =>
  reputation?.recentAbuse === true || reputation?.spammer === true;

const isScored = ({ reputation }: SpamConclusion, least: number): boolean =>
  (reputation?.fraudScore ?? 0) >= least;

/** Whether the reputation service has the number, with nothing against it. */
const isReputable = (conclusion: SpamConclusion): boolean =>
  conclusion.reputation !== null &&
  !isKnownAbuser(conclusion) &&
  !isScored(conclusion, SUSPICIOUS_SCORE) &&
  conclusion.reputation.inService !== false;

/**
 * Evidence for a caller without reports: a current record of a line in service, a reputation
 * service, or much complaint data without reports of the number and few of its block.
 */
export const isVouchedFor = (conclusion: SpamConclusion): boolean => {
  const { reports, phone, number } = conclusion;
  if (reports > 0 || !number.valid || isSpoofed(conclusion) || isRangeHeavilyReported(conclusion))
    return false;
  if (phone.inService === false) return false;
  const isLine = phone.confirmedLineType === 'MOBILE' || phone.confirmedLineType === 'LANDLINE';
  const isRecorded = phone.inService === true && isLine;
  const isChecked = conclusion.reputation === null && areComplaintsChecked(conclusion);
  return isReputable(conclusion) || (isChecked && (isRecorded || isRangeClean(conclusion)));
};

/** Coverage: absence of complaints is evidence only for callers that the data covers. */
export const areComplaintsChecked = ({ checked, number }: SpamConclusion): boolean =>
  checked && number.usOrCanada;

/** Unchecked factors, weight 0. Complaint feeds cover North America only. */
const UNCHECKED_SPAM_FACTORS: UncheckedFactors<SpamConclusion> = {
  SPAM_REPORTS_NOT_CHECKED: [
    0,
    (conclusion) =>
      conclusion.reports === 0 && !isSpoofed(conclusion) && !areComplaintsChecked(conclusion),
    'complaints about the caller',
  ],
  SPOOFING_NOT_CHECKED: [
    0,
    (conclusion) => isSpoofed(conclusion) === null,
    'whether the number is one that never places calls',
  ],
  LINE_TYPE_UNKNOWN: [0, ({ phone }) => isLineTypeUnknown(phone), 'the line type'],
};

/** Likelihood that a call that shows the number is spam or fraud: 0 none, 100 certain. */
export const SPAM_RISK: RiskTable<SpamConclusion> = {
  base: 5,
  highest: ({ number }) => highestScore(number),
  factors: {
    DO_NOT_ORIGINATE: [70, ({ phone }) => phone.doNotOriginate === true],
    INVALID_NUMBER: [60, ({ phone, isMisread }) => phone.status === 'INVALID' && !isMisread],
    FICTIONAL_NUMBER: [40, ({ phone }) => phone.fictional],
    SPAM_REPORTS: [20, ({ reports }) => reports > 0],
    REPEATED_REPORTS: [15, ({ reports }) => reports >= REPEATED_REPORTS],
    MANY_REPORTS: [20, ({ reports }) => reports >= MANY_REPORTS],
    MASS_REPORTS: [15, ({ reports }) => reports >= MASS_REPORTS],
    RECENT_REPORTS: [15, ({ recentReports }) => recentReports > 0],
    ROBOCALL_REPORTS: [10, ({ isRobocall }) => isRobocall],
    SCAM_SUBJECT: [10, ({ scams }) => scams.length > 0],
    ABUSE_KNOWN: [50, isKnownAbuser],
    HIGH_RISK_REPUTATION: [
      45,
      (conclusion) => !isKnownAbuser(conclusion) && isScored(conclusion, HIGH_RISK_SCORE),
    ],
    SUSPICIOUS_REPUTATION: [
      25,
      (conclusion) =>
        !isKnownAbuser(conclusion) &&
        !isScored(conclusion, HIGH_RISK_SCORE) &&
        isScored(conclusion, SUSPICIOUS_SCORE),
    ],
    REPORTED_RANGE: [10, (conclusion) => shareNear(conclusion) >= REPORTED_SHARE],
    HEAVILY_REPORTED_RANGE: [15, isRangeHeavilyReported],
    PREMIUM_RATE: [30, ({ phone }) => phone.lineType === 'PREMIUM'],
    NON_GEOGRAPHIC: [
      20,
      ({ number }) => number.valid && number.country === null && !number.usOrCanada,
    ],
    PERSONAL_NUMBER: [15, ({ number }) => number.planType === 'PERSONAL_NUMBER'],
    VOIP_LINE: [10, ({ phone }) => phone.lineType === 'VOIP'],
    ...UNCHECKED_SPAM_FACTORS,
  },
  confidence: {
    base: 10,
    factors: {
      CANNOT_BE_THE_CALLER: [80, (conclusion) => isSpoofed(conclusion) === true],
      COMPLAINTS_CHECKED: [30, areComplaintsChecked],
      REPUTATION_CHECKED: [30, ({ reputation }) => reputation !== null],
      RANGE_CHECKED: [10, isRangeClean],
      REPORTED: [20, ({ reports }) => reports > 0],
      PATTERN: [20, ({ reports }) => reports >= PATTERN_REPORTS],
      MANY_REPORTS: [10, ({ reports }) => reports >= MANY_REPORTS],
      RECORD_OF_THIS_NUMBER: [10, ({ phone }) => phone.portability !== null],
    },
  },
};

export const CALLBACK_BASES = ['NUMBERING_PLAN', 'NUMBER_RECORD', 'COMPLAINTS', 'NONE'] as const;

/** Probability that calling back reaches the caller: best evidence first, each with its basis. */
const CALLBACK = {
  OUT_OF_SERVICE: [-45, ({ phone }) => phone.inService === false, 'NUMBER_RECORD'],
  IMPOSSIBLE_NUMBER: [
    -100,
    ({ phone }) => phone.status === 'INVALID' || phone.fictional,
    'NUMBERING_PLAN',
  ],
  DO_NOT_ORIGINATE: [-50, ({ phone }) => phone.doNotOriginate === true, 'NUMBER_RECORD'],
  RECORDED_ACTIVE: [30, ({ phone }) => phone.inService === true, 'NUMBER_RECORD'],
  ROBOCALL_REPORTS: [-30, ({ isRobocall }) => isRobocall, 'COMPLAINTS'],
  SPAM_REPORTS: [-10, ({ reports }) => reports > 0, 'COMPLAINTS'],
} satisfies Record<
  string,
  [number, (conclusion: SpamConclusion) => boolean, (typeof CALLBACK_BASES)[number]]
>;

const likelihood = probabilityBy<SpamConclusion>(50, CALLBACK);

/** Basis of the best evidence about a call back. */
export const callbackBasis = (conclusion: SpamConclusion) =>
  Object.values(CALLBACK).find(([, applies]) => applies(conclusion))?.[2] ?? 'NONE';

/** 0 to 1; 0 without evidence. */
export const callbackProbability = (conclusion: SpamConclusion): number =>
  callbackBasis(conclusion) === 'NONE' ? 0 : likelihood(conclusion);

export const PERSISTENCE_LEVELS = ['HIGH', 'MEDIUM', 'LOW', 'NONE', NOT_CHECKED] as const;
/** How long and how often the caller was reported; NONE if checked complaints have no report. */
export function persistence(conclusion: SpamConclusion): (typeof PERSISTENCE_LEVELS)[number] {
  const { reports, recentReports } = conclusion;
  if (reports === 0) return areComplaintsChecked(conclusion) ? 'NONE' : NOT_CHECKED;
  if (reports >= MANY_REPORTS && recentReports > 0) return 'HIGH';
  return reports >= REPEATED_REPORTS ? 'MEDIUM' : 'LOW';
}

const VERDICTS: readonly RecommendationRule<SpamConclusion>[] = [
  advise.block(
    'This number cannot place calls; a call that shows it is spoofed.',
    (conclusion) => isSpoofed(conclusion) === true,
  ),
  advise.block(
    'This number was repeatedly reported for unwanted calls.',
    ({ reports }, { risk_level }) => reports > 0 && risk_level === 'CRITICAL',
  ),
  advise.review(
    'This number was reported for unwanted calls; review it before you answer or call back.',
    ({ reports }) => reports > 0,
  ),
  advise.block('A reputation service reports abuse by this number.', isKnownAbuser),
  advise.review(
    'A reputation service rates this number as risky; review it before you answer or call back.',
    (conclusion) => isScored(conclusion, SUSPICIOUS_SCORE),
  ),
  advise.review(
    'Many numbers in the same block were reported for unwanted calls; review it before you answer.',
    isRangeHeavilyReported,
  ),
  advise.review(
    'Numbers of this kind are often used for fraud; review it before you answer or call back.',
    (_, { risk_level }) => risk_level !== 'LOW',
  ),
  advise.verify(
    'This number is recorded as out of service; a call that shows it may be spoofed.',
    ({ phone, reputation }) => (phone.inService ?? reputation?.inService) === false,
  ),
  advise.verify(
    'Nothing is known about this caller; verify who is calling.',
    (conclusion) => !areComplaintsChecked(conclusion) && !isReputable(conclusion),
  ),
  advise.approve(
    'A reputation service reports nothing against this number.',
    (conclusion) => !areComplaintsChecked(conclusion),
  ),
  advise.approve('No reports of this number were found.'),
];

/** Whether a verdict is against the caller; VERIFY, for lack of information, is not. */
const isAgainst = (action: Recommendations['primary_action']): boolean =>
  action === 'BLOCK' || action === 'REVIEW';

/** Risk factors against the caller; unchecked factors are excluded. */
export const factorsAgainst = (conclusion: SpamConclusion): string[] =>
  isAgainst(firstThatApplies(VERDICTS, conclusion, assess(SPAM_RISK, conclusion)).action)
    ? Object.entries(SPAM_RISK.factors).flatMap(([code, [points, applies]]) =>
        points > 0 && applies(conclusion) ? [code] : [],
      )
    : [];

/** Recommendation for a call from the number. */
export function recommendSpam(conclusion: SpamConclusion, risk: RiskAssessment): Recommendations {
  const advice = recommendWithUncheckedFactors(VERDICTS, UNCHECKED_SPAM_FACTORS, conclusion, risk);
  const isAllowed = !isAgainst(advice.primary_action);
  const isChecked = conclusion.reports > 0 || areComplaintsChecked(conclusion);
  return {
    ...advice,
    secondary_actions: [
      ...(advice.primary_action === 'VERIFY' ? ['VERIFY_CALLER_IDENTITY'] : []),
      ...(conclusion.isRobocall ? ['SEND_TO_VOICEMAIL'] : []),
    ],
    business_rules: {
      answer_allowed: isAllowed,
      callback_allowed: ruleOf(
        !isAllowed || conclusion.phone.confirmedLineType === 'PREMIUM',
        !isChecked,
      ),
      complaints_checked: isChecked,
    },
  };
}
