import type { EmailAddress } from '../../../core/email/address.ts';
import type { MailboxCheck } from '../../../core/email/mailbox-check.ts';
import { type Ask, optional, type Sources } from '../../../core/lookup/source.ts';
import { registrableDomain } from '../../../core/web/domain-name.ts';
import { domainLists, type MailLists } from '../../../sources/domain-lists.ts';
import { takesMail } from '../../../sources/mail-destination.ts';
import { type MailDns, mailDns } from '../../../sources/mail-dns.ts';
import { askMailbox, type MailboxStage, mailboxSources } from '../../../sources/mailbox.ts';
import { findRegistration, registrationSources } from '../../../sources/registration.ts';
import type { Registration, RegistrationQuery } from '../../../sources/registration-fact.ts';

/** The parsed body of every product that looks an email address up. */
export interface EmailInput {
  email: EmailAddress;
}

/** Everything the sources know of an address. */
export interface EmailFact {
  lists: MailLists;
  /** Null for an address whose syntax no mail server accepts: nothing was asked. */
  dns: MailDns | null;
  /** Null when the registry could not be asked in time. */
  registration: Registration | null;
  mailbox: MailboxCheck | null;
  mailboxStage: MailboxStage | 'NOT_NEEDED';
}

/** Raised when {@link EmailFact} changes shape. */
export const EMAIL_FACT_VERSION = 2;

/**
 * The age of a domain only adds to the answer, so it is not waited for long, and a day-old one will
 * do.
 */
const REGISTRY_TIMEOUT_MS = 3_000;
const REGISTRY_MAX_AGE_MS = 24 * 3_600_000;

const registration: Sources<RegistrationQuery, Registration> = {
  list: registrationSources,
  resolve: findRegistration,
};

async function askRegistration(host: string, ask: Ask): Promise<Registration | null> {
  const domain = registrableDomain(host);
  if (domain === null) return null;
  const query = { domain, timeoutMs: REGISTRY_TIMEOUT_MS, maxAgeMs: REGISTRY_MAX_AGE_MS };
  return (await optional(registration).resolve(query, ask)) ?? null;
}

async function mailboxOf(
  address: EmailAddress,
  dns: MailDns,
  ask: Ask,
): Promise<Pick<EmailFact, 'mailbox' | 'mailboxStage'>> {
  const { check: mailbox, stage: mailboxStage } = await askMailbox(address, dns, ask);
  return { mailbox, mailboxStage };
}

/**
 * Lists first; then DNS and the registry at once; the mailbox only where somebody takes mail for
 * it. DNS alone can fail the lookup.
 */
export const emailSources: Sources<EmailInput, EmailFact> = {
  list: [domainLists, mailDns, ...registrationSources, ...mailboxSources],
  async resolve({ email }, ask) {
    const lists = (await ask(domainLists, email)) as MailLists;
    const unasked = { mailbox: null, mailboxStage: 'NOT_NEEDED' as const };
    if (email.fault !== null) return { lists, dns: null, registration: null, ...unasked };
    const [dns, known] = await Promise.all([
      ask(mailDns, email.domain),
      askRegistration(email.domain, ask),
    ]);
    const mailbox = dns && takesMail(dns) ? await mailboxOf(email, dns, ask) : unasked;
    return { lists, dns: dns ?? null, registration: known, ...mailbox };
  },
};
