import {
  type EmailAddress,
  parseEmailAddress,
  plainSpelling,
  withoutRepeatedMarks,
} from '../../../domain/email/address.ts';
import { readOrNull } from '../../../lib/inputs.ts';
import { acceptsMail } from '../../../open-data/mail/mail-dns.ts';
import {
  MAJOR_MAILBOX_DOMAINS,
  type MailProvider,
  mailProviderOf,
} from '../../../open-data/mail/mail-providers.ts';
import { nearestProvider } from '../../../open-data/mail/provider-typos.ts';
import { type DeliverabilityRow, judgeDeliverability } from './deliverability.ts';
import type { EmailFact } from './fact.ts';
import { classifyNamePattern, looksRandom, type NamePattern } from './name-pattern.ts';

/** UNKNOWN: a known misspelling of a provider, or on no list and not known to accept mail. */
export type DomainClass = 'DISPOSABLE' | 'RELAY' | 'BIG_FREE' | 'FREE' | 'OWN' | 'UNKNOWN';

const DAYS_A_YEAR = 365;

/** Factors that could change the answer and may be unchecked. */
export const UNCHECKED_EMAIL_FACTORS = [
  'mailbox',
  'catch_all',
  'greylisting',
  'spam_traps',
] as const;
export type UncheckedEmailFactor = (typeof UNCHECKED_EMAIL_FACTORS)[number];

/** Conclusion about an address: the input of every section of the answer. */
export interface EmailConclusion {
  address: EmailAddress;
  fact: EmailFact;
  verdict: DeliverabilityRow;
  domainClass: DomainClass;
  role: boolean;
  /** Own domain with a mail exchanger, and a business host, a gateway or a year of age. */
  established: boolean;
  /** The mail server confirmed the mailbox and is known not to be a catch-all. */
  confirmed: boolean;
  uncheckedFactors: UncheckedEmailFactor[];
  /** Whether the domain accepts mail; null if DNS was not queried. */
  takesMail: boolean | null;
  /** The provider that stores the mail, and the gateway in front of it; null when unknown. */
  mailbox: MailProvider | null;
  gateway: MailProvider | null;
  namePattern: NamePattern;
  random: boolean;
  /** The corrected address, if it looks mistyped. */
  suggestion: string | null;
  domainAgeDays: number | null;
}

function emailDomainClass({ lists, dns }: EmailFact, domain: string): DomainClass {
  if (lists.disposable) return 'DISPOSABLE';
  if (lists.relay !== null) return 'RELAY';
  if (MAJOR_MAILBOX_DOMAINS.has(domain)) return 'BIG_FREE';
  if (lists.free) return 'FREE';
  if (lists.typo?.certainty === 'known') return 'UNKNOWN';
  return dns !== null && acceptsMail(dns) ? 'OWN' : 'UNKNOWN';
}

/** Unchecked factors; none if mail cannot arrive. Spam traps always count: no list is available. */
function uncheckedEmailFactors(
  { mailbox }: EmailFact,
  verdict: DeliverabilityRow,
): UncheckedEmailFactor[] {
  if (verdict.status === 'UNDELIVERABLE') return [];
  const open: Record<UncheckedEmailFactor, boolean> = {
    mailbox: mailbox === null || mailbox.exists === null,
    catch_all: mailbox === null || mailbox.catchAll === null,
    greylisting: mailbox === null || mailbox.greylisted === null,
    spam_traps: true,
  };
  return UNCHECKED_EMAIL_FACTORS.filter((question) => open[question]);
}

/** The address in plain letters, without pasted surroundings; null if unchanged or unusable. */
function respelled(address: EmailAddress): string | null {
  const spelled = plainSpelling(address.text);
  const plain = address.fault === null ? spelled : withoutRepeatedMarks(spelled);
  const at = plain.lastIndexOf('@');
  if (address.quoted || plain === address.text || at <= 0 || at === plain.length - 1) return null;
  const typed = plain.slice(at + 1);
  const meant = `${plain.slice(0, at)}@${nearestProvider(typed)?.domain ?? typed}`;
  const parsed = readOrNull(() => parseEmailAddress(meant));
  return parsed?.fault === null ? parsed.text : null;
}

/**
 * Typo correction: a domain one edit away from a provider is a typo only if it accepts no mail or
 * the provider's name is not a word. Other real domains are never corrected.
 */
function suggestCorrection(address: EmailAddress, { lists, dns }: EmailFact): string | null {
  const { typo } = lists;
  const plain = respelled(address);
  if (plain !== null) return plain;
  const readable = address.fault === null || address.fault === 'INVALID_DOMAIN';
  if (typo === null || !readable) return null;
  const mistaken = typo.certainty === 'known' || (dns !== null && !acceptsMail(dns));
  return mistaken ? `${address.text.slice(0, address.text.lastIndexOf('@'))}@${typo.domain}` : null;
}

export function deriveEmail(fact: EmailFact, address: EmailAddress): EmailConclusion {
  const providers = (fact.dns?.exchangers ?? []).flatMap(({ host }) => mailProviderOf(host) ?? []);
  const mailbox = providers.find(({ role }) => role !== 'gateway') ?? null;
  const gateway = providers.find(({ role }) => role === 'gateway') ?? null;
  const verdict = judgeDeliverability({ address, fact });
  const domainClass = emailDomainClass(fact, address.domain);
  const domainAgeDays = fact.registration?.ageDays ?? null;
  const ofStanding = domainAgeDays !== null && domainAgeDays >= DAYS_A_YEAR;
  const hasExchanger = (fact.dns?.exchangers.length ?? 0) > 0;
  return {
    address,
    fact,
    verdict,
    domainClass,
    role: fact.lists.role,
    established:
      domainClass === 'OWN' &&
      hasExchanger &&
      (ofStanding || gateway !== null || mailbox?.business === true),
    confirmed:
      fact.mailbox?.exists === true && fact.mailbox.catchAll === false && !fact.mailbox.disabled,
    uncheckedFactors: uncheckedEmailFactors(fact, verdict),
    takesMail: fact.dns && acceptsMail(fact.dns),
    mailbox,
    gateway,
    namePattern: classifyNamePattern(address, fact.lists.role),
    random: looksRandom(address),
    suggestion: suggestCorrection(address, fact),
    domainAgeDays,
  };
}
