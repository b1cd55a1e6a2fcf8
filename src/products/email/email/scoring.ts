import { type Factor, type RiskTable, score } from '../../../lookup/scoring.ts';
import type { EmailConclusion, UncheckedEmailFactor } from './conclusion.ts';

type EmailFactor = Factor<EmailConclusion>;

const DAYS_A_MONTH = 30;
const DAYS_A_YEAR = 365;
/** Domains registered for a purpose and dropped are mostly younger than this. */
const YOUNG_DAYS = 6 * DAYS_A_MONTH;

const youngerThan = (days: number) => (email: EmailConclusion) =>
  email.domainAgeDays !== null && email.domainAgeDays < days;
const olderThan = (days: number) => (email: EmailConclusion) =>
  email.domainAgeDays !== null && email.domainAgeDays >= days;
const hasReason =
  (...reasons: string[]) =>
  (email: EmailConclusion) =>
    reasons.includes(email.verdict.reason);
const isUnchecked = (question: UncheckedEmailFactor) => (email: EmailConclusion) =>
  email.uncheckedFactors.includes(question);
const undeliverable = (email: EmailConclusion) => email.verdict.status === 'UNDELIVERABLE';
const hosted = ({ mailbox, gateway }: EmailConclusion) => mailbox !== null || gateway !== null;
const dmarcEnforced = ({ fact }: EmailConclusion) =>
  fact.dns?.dmarc?.policy === 'reject' || fact.dns?.dmarc?.policy === 'quarantine';
const lacksPolicies = ({ fact: { dns } }: EmailConclusion) =>
  dns?.policiesKnown === true && dns.exists && dns.spf === null && dns.dmarc === null;

/** Risk score of trouble from an address: 0 none, 100 certain. */
const RISK_BASE = 5;
const RISK: readonly EmailFactor[] = [
  { code: 'NOT_REACHABLE', points: 60, applies: undeliverable },
  {
    code: 'DISPOSABLE_EMAIL',
    points: 75,
    applies: ({ domainClass }) => domainClass === 'DISPOSABLE',
  },
  { code: 'INVALID_SYNTAX', points: 25, applies: hasReason('INVALID_SYNTAX') },
  { code: 'DOMAIN_NOT_FOUND', points: 20, applies: hasReason('DOMAIN_NOT_FOUND') },
  { code: 'NO_MAIL_SERVER', points: 15, applies: hasReason('NO_MAIL_SERVER', 'NULL_MX') },
  { code: 'MAIL_SERVER_NOT_PUBLIC', points: 25, applies: hasReason('MAIL_SERVER_NOT_PUBLIC') },
  { code: 'MAIL_SERVER_NOT_FOUND', points: 30, applies: hasReason('MAIL_SERVER_NOT_FOUND') },
  { code: 'MAILBOX_NOT_FOUND', points: 20, applies: hasReason('MAILBOX_NOT_FOUND') },
  { code: 'MAILBOX_DISABLED', points: 15, applies: hasReason('MAILBOX_DISABLED') },
  { code: 'LIKELY_TYPO', points: 25, applies: ({ suggestion }) => suggestion !== null },
  { code: 'NEW_DOMAIN', points: 30, applies: youngerThan(DAYS_A_MONTH) },
  { code: 'YOUNG_DOMAIN', points: 10, applies: youngerThan(YOUNG_DAYS) },
  { code: 'IMPLICIT_MX', points: 20, applies: hasReason('IMPLICIT_MX') },
  { code: 'PRIVACY_RELAY', points: 15, applies: ({ domainClass }) => domainClass === 'RELAY' },
  {
    code: 'RANDOM_LOCAL_PART',
    points: 15,
    applies: ({ random, domainClass }) => random && domainClass !== 'RELAY',
  },
  { code: 'CATCH_ALL', points: 10, applies: ({ fact }) => fact.mailbox?.catchAll === true },
  { code: 'MAILBOX_FULL', points: 10, applies: hasReason('MAILBOX_FULL') },
  { code: 'NO_SENDER_POLICY', points: 10, applies: lacksPolicies },
  { code: 'ROLE_BASED', points: 5, applies: ({ role }) => role },
  {
    code: 'MAILBOX_UNCONFIRMED',
    points: 5,
    applies: ({ verdict }) => verdict.status === 'UNKNOWN',
  },
  // No effect on the score: an unchecked factor is neither for nor against the address.
  { code: 'MAILBOX_NOT_CHECKED', points: 0, applies: isUnchecked('mailbox') },
  { code: 'CATCH_ALL_NOT_CHECKED', points: 0, applies: isUnchecked('catch_all') },
  { code: 'GREYLISTING_NOT_CHECKED', points: 0, applies: isUnchecked('greylisting') },
  { code: 'SPAM_TRAPS_NOT_CHECKED', points: 0, applies: isUnchecked('spam_traps') },
];

/** Confidence, by the evidence it rests on. */
const CONFIDENCE_BASE = 30;
const CONFIDENCE: readonly EmailFactor[] = [
  {
    code: 'CANNOT_EXIST',
    points: 65,
    applies: hasReason(
      'INVALID_SYNTAX',
      'DOMAIN_NOT_FOUND',
      'NULL_MX',
      'NO_MAIL_SERVER',
      'MAIL_SERVER_NOT_PUBLIC',
    ),
  },
  {
    code: 'SERVER_SPOKE',
    points: 55,
    applies: hasReason(
      'MAILBOX_CONFIRMED',
      'MAILBOX_NOT_FOUND',
      'MAILBOX_DISABLED',
      'MAILBOX_FULL',
    ),
  },
  { code: 'LISTED', points: 50, applies: hasReason('DISPOSABLE_EMAIL', 'LIKELY_TYPO') },
  {
    code: 'SERVER_VAGUE',
    points: 25,
    applies: hasReason('CATCH_ALL', 'GREYLISTED', 'SERVER_SILENT'),
  },
  {
    code: 'DOMAIN_TAKES_MAIL',
    points: 20,
    applies: hasReason(
      'MAILBOX_UNCONFIRMED',
      'MAILBOX_CHECK_FAILED',
      'MAILBOX_CHECK_WITHHELD',
      'MAIL_SERVER_NOT_FOUND',
      'IMPLICIT_MX',
    ),
  },
  { code: 'DOMAIN_AGE_KNOWN', points: 5, applies: ({ domainAgeDays }) => domainAgeDays !== null },
];

/** Probability that mail arrives, as far as known. */
const DELIVERABILITY_BASE = 50;
const DELIVERABILITY_SCORE: readonly EmailFactor[] = [
  { code: 'UNDELIVERABLE', points: -100, applies: undeliverable },
  { code: 'MAILBOX_CONFIRMED', points: 45, applies: ({ confirmed }) => confirmed },
  {
    code: 'HAS_EXCHANGER',
    points: 10,
    applies: ({ fact }) => (fact.dns?.exchangers.length ?? 0) > 0,
  },
  { code: 'KNOWN_PROVIDER', points: 10, applies: hosted },
  { code: 'TEMPORARY', points: -30, applies: ({ verdict }) => verdict.status === 'TEMPORARY' },
  { code: 'RISKY', points: -25, applies: ({ verdict }) => verdict.status === 'RISKY' },
];

/** Worth of the address as a way to one person. */
const QUALITY_BASE = 50;
const QUALITY: readonly EmailFactor[] = [
  { code: 'UNDELIVERABLE', points: -60, applies: undeliverable },
  { code: 'DISPOSABLE', points: -50, applies: ({ domainClass }) => domainClass === 'DISPOSABLE' },
  { code: 'LIKELY_TYPO', points: -25, applies: ({ suggestion }) => suggestion !== null },
  { code: 'RANDOM_LOCAL_PART', points: -20, applies: ({ random }) => random },
  { code: 'ROLE_BASED', points: -15, applies: ({ role }) => role },
  { code: 'OWN_DOMAIN', points: 15, applies: ({ domainClass }) => domainClass === 'OWN' },
  {
    code: 'FULL_NAME',
    points: 20,
    applies: ({ namePattern }) =>
      namePattern === 'FIRSTNAME_DOT_LASTNAME' || namePattern === 'INITIAL_DOT_LASTNAME',
  },
  { code: 'SINGLE_NAME', points: 10, applies: ({ namePattern }) => namePattern === 'SINGLE_NAME' },
  { code: 'MAILBOX_CONFIRMED', points: 15, applies: ({ confirmed }) => confirmed },
];

/** Standing of the domain. */
const REPUTATION_BASE = 40;
const REPUTATION: readonly EmailFactor[] = [
  { code: 'DISPOSABLE', points: -40, applies: ({ domainClass }) => domainClass === 'DISPOSABLE' },
  { code: 'NEW_DOMAIN', points: -25, applies: youngerThan(DAYS_A_MONTH) },
  { code: 'YOUNG_DOMAIN', points: -10, applies: youngerThan(YOUNG_DAYS) },
  { code: 'NO_SENDER_POLICY', points: -10, applies: lacksPolicies },
  { code: 'OVER_A_YEAR', points: 10, applies: olderThan(DAYS_A_YEAR) },
  { code: 'OVER_FIVE_YEARS', points: 15, applies: olderThan(5 * DAYS_A_YEAR) },
  { code: 'BIG_PROVIDER', points: 25, applies: ({ domainClass }) => domainClass === 'BIG_FREE' },
  { code: 'HOSTED_MAIL', points: 10, applies: hosted },
  { code: 'SPF', points: 5, applies: ({ fact }) => fact.dns?.spf != null },
  { code: 'DMARC_ENFORCED', points: 10, applies: dmarcEnforced },
];

/** Worth of the address as a business lead. */
const LEAD_BASE = 20;
const LEAD: readonly EmailFactor[] = [
  { code: 'UNDELIVERABLE', points: -100, applies: undeliverable },
  { code: 'DISPOSABLE', points: -60, applies: ({ domainClass }) => domainClass === 'DISPOSABLE' },
  { code: 'OWN_DOMAIN', points: 30, applies: ({ domainClass }) => domainClass === 'OWN' },
  {
    code: 'BUSINESS_MAIL',
    points: 15,
    applies: ({ domainClass, mailbox, gateway }) =>
      domainClass === 'OWN' && (gateway !== null || mailbox?.business === true),
  },
  {
    code: 'FULL_NAME',
    points: 15,
    applies: ({ namePattern }) =>
      namePattern === 'FIRSTNAME_DOT_LASTNAME' || namePattern === 'INITIAL_DOT_LASTNAME',
  },
  { code: 'ROLE_BASED', points: -10, applies: ({ role }) => role },
  { code: 'OLD_DOMAIN', points: 10, applies: olderThan(DAYS_A_YEAR) },
  { code: 'MAILBOX_CONFIRMED', points: 15, applies: ({ confirmed }) => confirmed },
];

export const DOMAIN_REPUTATIONS = ['EXCELLENT', 'GOOD', 'FAIR', 'POOR', 'LOW', 'UNKNOWN'] as const;
type DomainReputation = (typeof DOMAIN_REPUTATIONS)[number];

/** Lowest score of each standing, best first. */
const REPUTATION_THRESHOLDS: readonly [number, DomainReputation][] = [
  [80, 'EXCELLENT'],
  [60, 'GOOD'],
  [40, 'FAIR'],
  [20, 'POOR'],
  [0, 'LOW'],
];

export const deliverabilityScore = (email: EmailConclusion): number =>
  score(DELIVERABILITY_BASE, DELIVERABILITY_SCORE, email).score;
export const qualityScore = (email: EmailConclusion): number =>
  score(QUALITY_BASE, QUALITY, email).score;
export const leadScore = (email: EmailConclusion): number => score(LEAD_BASE, LEAD, email).score;
export const legitimacy = (email: EmailConclusion) => score(REPUTATION_BASE, REPUTATION, email);

/** UNKNOWN when neither DNS nor the registry knows the domain. */
export function domainReputation(email: EmailConclusion): DomainReputation {
  if (
    !email.fact.dns?.exists &&
    !email.fact.registration?.registered &&
    email.domainClass !== 'DISPOSABLE'
  )
    return 'UNKNOWN';
  const { score: value } = legitimacy(email);
  return (
    REPUTATION_THRESHOLDS.find(([lowest]) => value >= lowest) as [number, DomainReputation]
  )[1];
}

export const EMAIL_RISK: RiskTable<EmailConclusion> = {
  base: RISK_BASE,
  factors: RISK,
  confidence: { base: CONFIDENCE_BASE, factors: CONFIDENCE },
};
