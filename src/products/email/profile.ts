import type { EmailAddress } from '../../core/email-address.ts';
import { type MailProvider, mailProviderOf } from '../../data/mail-providers.ts';
import { BIG_MAILBOX_PROVIDERS } from '../../data/mailbox-domains.ts';
import { type DeliverabilityRow, judgeDeliverability } from './deliverability.ts';
import { type EmailFact, takesMail } from './fact.ts';
import { looksRandom, type NamePattern, namePattern } from './name-pattern.ts';

export type DomainClass = 'DISPOSABLE' | 'RELAY' | 'BIG_FREE' | 'FREE' | 'OWN';

/** What the service concludes about an address: every section of the answer is read off this. */
export interface EmailProfile {
  address: EmailAddress;
  fact: EmailFact;
  verdict: DeliverabilityRow;
  domainClass: DomainClass;
  role: boolean;
  /** The mail server confirmed the mailbox and does not confirm just anything. */
  confirmed: boolean;
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

const bigProviders = new Set(BIG_MAILBOX_PROVIDERS);

function domainClassOf({ lists }: EmailFact, domain: string): DomainClass {
  if (lists.disposable) return 'DISPOSABLE';
  if (lists.relay !== null) return 'RELAY';
  if (bigProviders.has(domain)) return 'BIG_FREE';
  return lists.free ? 'FREE' : 'OWN';
}

/** One slip away from a provider is a mistake only where nobody takes mail; real domains are never corrected. */
function suggest(address: EmailAddress, { lists, dns }: EmailFact): string | null {
  const { typo } = lists;
  if (typo === null || lists.disposable) return null;
  const mistaken = typo.certainty === 'known' || (dns !== null && !takesMail(dns));
  return mistaken ? `${address.text.slice(0, address.text.lastIndexOf('@'))}@${typo.domain}` : null;
}

/** Concludes from what the sources know; pure, so a cached fact gives the same answer as a fresh one. */
export function profileEmail(fact: EmailFact, address: EmailAddress): EmailProfile {
  const providers = (fact.dns?.exchangers ?? []).flatMap(({ host }) => mailProviderOf(host) ?? []);
  return {
    address,
    fact,
    verdict: judgeDeliverability({ address, fact }),
    domainClass: domainClassOf(fact, address.domain),
    role: fact.lists.role,
    confirmed: fact.mailbox?.exists === true && !fact.mailbox.catchAll && !fact.mailbox.disabled,
    takesMail: fact.dns && takesMail(fact.dns),
    mailbox: providers.find(({ role }) => role !== 'gateway') ?? null,
    gateway: providers.find(({ role }) => role === 'gateway') ?? null,
    namePattern: namePattern(address, fact.lists.role),
    random: looksRandom(address),
    suggestion: suggest(address, fact),
    domainAgeDays: fact.registration?.ageDays ?? null,
  };
}
