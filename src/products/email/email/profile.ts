import type { EmailAddress } from '../../../core/email/address.ts';
import { type MailProvider, mailProviderOf } from '../../../data/mail-providers.ts';
import { BIG_MAILBOX_PROVIDERS } from '../../../data/mailbox-domains.ts';
import { takesMail } from '../../../sources/mail-destination.ts';
import { type DeliverabilityRow, judgeDeliverability } from './deliverability.ts';
import type { EmailFact } from './fact.ts';
import { looksRandom, type NamePattern, namePattern } from './name-pattern.ts';

/** UNKNOWN: on no list, and nobody knows that it takes mail. */
export type DomainClass = 'DISPOSABLE' | 'RELAY' | 'BIG_FREE' | 'FREE' | 'OWN' | 'UNKNOWN';

const DAYS_A_YEAR = 365;

/** What the answer would rest on, and was not found out. */
export const OPEN_QUESTIONS = ['mailbox', 'catch_all', 'greylisting', 'spam_traps'] as const;
export type OpenQuestion = (typeof OPEN_QUESTIONS)[number];

/** What the service concludes about an address: every section of the answer is read off this. */
export interface EmailProfile {
  address: EmailAddress;
  fact: EmailFact;
  verdict: DeliverabilityRow;
  domainClass: DomainClass;
  role: boolean;
  /** An own domain with mail fit for an organization: a business host, or years of standing. */
  established: boolean;
  /** The mail server confirmed the mailbox and is known not to confirm just anything. */
  confirmed: boolean;
  unchecked: OpenQuestion[];
  /** Null where DNS was not asked. */
  takesMail: boolean | null;
  /** Where mail is kept, and what it passes on the way there; null when unknown. */
  mailbox: MailProvider | null;
  gateway: MailProvider | null;
  namePattern: NamePattern;
  random: boolean;
  /** The address with its domain spelled as it was likely meant. */
  suggestion: string | null;
  domainAgeDays: number | null;
}

function domainClassOf({ lists, dns }: EmailFact, domain: string): DomainClass {
  if (lists.disposable) return 'DISPOSABLE';
  if (lists.relay !== null) return 'RELAY';
  if (BIG_MAILBOX_PROVIDERS.has(domain)) return 'BIG_FREE';
  if (lists.free) return 'FREE';
  return dns !== null && takesMail(dns) ? 'OWN' : 'UNKNOWN';
}

/**
 * Questions nobody answered; none is open where no mail can arrive anyway. No list of spam traps
 * exists to ask.
 */
function openQuestions({ mailbox }: EmailFact, verdict: DeliverabilityRow): OpenQuestion[] {
  if (verdict.status === 'UNDELIVERABLE') return [];
  const open: Record<OpenQuestion, boolean> = {
    mailbox: mailbox === null || mailbox.exists === null,
    catch_all: mailbox === null || mailbox.catchAll === null,
    greylisting: mailbox === null || mailbox.greylisted === null,
    spam_traps: true,
  };
  return OPEN_QUESTIONS.filter((question) => open[question]);
}

/**
 * One slip away from a provider is a mistake only where nobody takes mail; real domains are never
 * corrected.
 */
function suggest(address: EmailAddress, { lists, dns }: EmailFact): string | null {
  const { typo } = lists;
  const readable = address.fault === null || address.fault === 'INVALID_DOMAIN';
  if (typo === null || !readable) return null;
  const mistaken = typo.certainty === 'known' || (dns !== null && !takesMail(dns));
  return mistaken ? `${address.text.slice(0, address.text.lastIndexOf('@'))}@${typo.domain}` : null;
}

/**
 * Concludes from what the sources know; pure, so a cached fact gives the same answer as a fresh
 * one.
 */
export function profileEmail(fact: EmailFact, address: EmailAddress): EmailProfile {
  const providers = (fact.dns?.exchangers ?? []).flatMap(({ host }) => mailProviderOf(host) ?? []);
  const mailbox = providers.find(({ role }) => role !== 'gateway') ?? null;
  const gateway = providers.find(({ role }) => role === 'gateway') ?? null;
  const verdict = judgeDeliverability({ address, fact });
  const domainClass = domainClassOf(fact, address.domain);
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
    unchecked: openQuestions(fact, verdict),
    takesMail: fact.dns && takesMail(fact.dns),
    mailbox,
    gateway,
    namePattern: namePattern(address, fact.lists.role),
    random: looksRandom(address),
    suggestion: suggest(address, fact),
    domainAgeDays,
  };
}
