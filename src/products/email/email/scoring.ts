import { type Factors, type RiskTable, score, scoreBy } from '../../../lookup/scoring.ts';
import type { EmailConclusion, UncheckedEmailFactor } from './conclusion.ts';

const DAYS_A_MONTH = 30;
const DAYS_A_YEAR = 365;
/** Most domains registered for abuse and then dropped are younger than this. */
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

/** Risk score of an address: 0 none, 100 certain. */
export const EMAIL_RISK: RiskTable<EmailConclusion> = {
  base: 5,
  factors: {
    NOT_REACHABLE: [60, undeliverable],
    DISPOSABLE_EMAIL: [75, ({ domainClass }) => domainClass === 'DISPOSABLE'],
    INVALID_SYNTAX: [25, hasReason('INVALID_SYNTAX')],
    DOMAIN_NOT_FOUND: [20, hasReason('DOMAIN_NOT_FOUND')],
    NO_MAIL_SERVER: [15, hasReason('NO_MAIL_SERVER', 'NULL_MX')],
    MAIL_SERVER_NOT_PUBLIC: [25, hasReason('MAIL_SERVER_NOT_PUBLIC')],
    MAIL_SERVER_NOT_FOUND: [30, hasReason('MAIL_SERVER_NOT_FOUND')],
    MAILBOX_NOT_FOUND: [20, hasReason('MAILBOX_NOT_FOUND')],
    MAILBOX_DISABLED: [15, hasReason('MAILBOX_DISABLED')],
    LIKELY_TYPO: [25, ({ suggestion }) => suggestion !== null],
    NEW_DOMAIN: [30, youngerThan(DAYS_A_MONTH)],
    YOUNG_DOMAIN: [10, youngerThan(YOUNG_DAYS)],
    IMPLICIT_MX: [20, hasReason('IMPLICIT_MX')],
    PRIVACY_RELAY: [15, ({ domainClass }) => domainClass === 'RELAY'],
    RANDOM_LOCAL_PART: [15, ({ random, domainClass }) => random && domainClass !== 'RELAY'],
    CATCH_ALL: [10, ({ fact }) => fact.mailbox?.catchAll === true],
    MAILBOX_FULL: [10, hasReason('MAILBOX_FULL')],
    NO_SENDER_POLICY: [10, lacksPolicies],
    ROLE_BASED: [5, ({ role }) => role],
    MAILBOX_UNCONFIRMED: [5, ({ verdict }) => verdict.status === 'UNKNOWN'],
    // Weight 0: an unchecked factor is evidence neither for nor against the address.
    MAILBOX_NOT_CHECKED: [0, isUnchecked('mailbox')],
    CATCH_ALL_NOT_CHECKED: [0, isUnchecked('catch_all')],
    GREYLISTING_NOT_CHECKED: [0, isUnchecked('greylisting')],
    SPAM_TRAPS_NOT_CHECKED: [0, isUnchecked('spam_traps')],
  },
  confidence: {
    base: 30,
    factors: {
      CANNOT_EXIST: [
        65,
        hasReason(
          'INVALID_SYNTAX',
          'DOMAIN_NOT_FOUND',
          'NULL_MX',
          'NO_MAIL_SERVER',
          'MAIL_SERVER_NOT_PUBLIC',
        ),
      ],
      SERVER_SPOKE: [
        55,
        hasReason('MAILBOX_CONFIRMED', 'MAILBOX_NOT_FOUND', 'MAILBOX_DISABLED', 'MAILBOX_FULL'),
      ],
      LISTED: [50, hasReason('DISPOSABLE_EMAIL', 'LIKELY_TYPO')],
      SERVER_VAGUE: [25, hasReason('CATCH_ALL', 'GREYLISTED', 'SERVER_SILENT')],
      DOMAIN_TAKES_MAIL: [
        20,
        hasReason(
          'MAILBOX_UNCONFIRMED',
          'MAILBOX_CHECK_FAILED',
          'MAILBOX_CHECK_WITHHELD',
          'MAIL_SERVER_NOT_FOUND',
          'IMPLICIT_MX',
        ),
      ],
      DOMAIN_AGE_KNOWN: [5, ({ domainAgeDays }) => domainAgeDays !== null],
    },
  },
};

/** Likelihood that mail arrives, 0 to 100, as far as known. */
export const deliverabilityScore = scoreBy<EmailConclusion>(50, {
  UNDELIVERABLE: [-100, undeliverable],
  MAILBOX_CONFIRMED: [45, ({ confirmed }) => confirmed],
  HAS_EXCHANGER: [10, ({ fact }) => (fact.dns?.exchangers.length ?? 0) > 0],
  KNOWN_PROVIDER: [10, hosted],
  TEMPORARY: [-30, ({ verdict }) => verdict.status === 'TEMPORARY'],
  RISKY: [-25, ({ verdict }) => verdict.status === 'RISKY'],
});

/** Quality of the address as a way to reach one person. */
export const qualityScore = scoreBy<EmailConclusion>(50, {
  UNDELIVERABLE: [-60, undeliverable],
  DISPOSABLE: [-50, ({ domainClass }) => domainClass === 'DISPOSABLE'],
  LIKELY_TYPO: [-25, ({ suggestion }) => suggestion !== null],
  RANDOM_LOCAL_PART: [-20, ({ random }) => random],
  ROLE_BASED: [-15, ({ role }) => role],
  OWN_DOMAIN: [15, ({ domainClass }) => domainClass === 'OWN'],
  FULL_NAME: [
    20,
    ({ namePattern }) =>
      namePattern === 'FIRSTNAME_DOT_LASTNAME' || namePattern === 'INITIAL_DOT_LASTNAME',
  ],
  SINGLE_NAME: [10, ({ namePattern }) => namePattern === 'SINGLE_NAME'],
  MAILBOX_CONFIRMED: [15, ({ confirmed }) => confirmed],
});

/** Reputation of the domain. */
const REPUTATION_BASE = 40;
const REPUTATION: Factors<EmailConclusion> = {
  DISPOSABLE: [-40, ({ domainClass }) => domainClass === 'DISPOSABLE'],
  NEW_DOMAIN: [-25, youngerThan(DAYS_A_MONTH)],
  YOUNG_DOMAIN: [-10, youngerThan(YOUNG_DAYS)],
  NO_SENDER_POLICY: [-10, lacksPolicies],
  OVER_A_YEAR: [10, olderThan(DAYS_A_YEAR)],
  OVER_FIVE_YEARS: [15, olderThan(5 * DAYS_A_YEAR)],
  BIG_PROVIDER: [25, ({ domainClass }) => domainClass === 'BIG_FREE'],
  HOSTED_MAIL: [10, hosted],
  SPF: [5, ({ fact }) => fact.dns?.spf != null],
  DMARC_ENFORCED: [10, dmarcEnforced],
};

/** Quality of the address as a business lead. */
export const leadScore = scoreBy<EmailConclusion>(20, {
  UNDELIVERABLE: [-100, undeliverable],
  DISPOSABLE: [-60, ({ domainClass }) => domainClass === 'DISPOSABLE'],
  OWN_DOMAIN: [30, ({ domainClass }) => domainClass === 'OWN'],
  BUSINESS_MAIL: [
    15,
    ({ domainClass, mailbox, gateway }) =>
      domainClass === 'OWN' && (gateway !== null || mailbox?.business === true),
  ],
  FULL_NAME: [
    15,
    ({ namePattern }) =>
      namePattern === 'FIRSTNAME_DOT_LASTNAME' || namePattern === 'INITIAL_DOT_LASTNAME',
  ],
  ROLE_BASED: [-10, ({ role }) => role],
  OLD_DOMAIN: [10, olderThan(DAYS_A_YEAR)],
  MAILBOX_CONFIRMED: [15, ({ confirmed }) => confirmed],
});

export const DOMAIN_REPUTATIONS = ['EXCELLENT', 'GOOD', 'FAIR', 'POOR', 'LOW', 'UNKNOWN'] as const;
type DomainReputation = (typeof DOMAIN_REPUTATIONS)[number];

/** Lowest score of each reputation, best first. */
const REPUTATION_THRESHOLDS: readonly [number, DomainReputation][] = [
  [80, 'EXCELLENT'],
  [60, 'GOOD'],
  [40, 'FAIR'],
  [20, 'POOR'],
  [0, 'LOW'],
];

export const legitimacy = (email: EmailConclusion) => score(REPUTATION_BASE, REPUTATION, email);

/**
 * UNKNOWN if the domain is not in DNS (or, where DNS is unknown, not registered), and is not
 * disposable: the registration is the parent's, and says nothing of a name that does not exist.
 */
export function domainReputation(email: EmailConclusion): DomainReputation {
  const { dns, registration } = email.fact;
  const exists = dns ? dns.exists : registration?.registered === true;
  if (!exists && email.domainClass !== 'DISPOSABLE') return 'UNKNOWN';
  const { score: value } = legitimacy(email);
  return (
    REPUTATION_THRESHOLDS.find(([lowest]) => value >= lowest) as [number, DomainReputation]
  )[1];
}
