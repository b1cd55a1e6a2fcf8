import type { EmailAddress } from '../../../core/email/address.ts';
import { type Ask, optional, type Sources } from '../../../core/lookup/source.ts';
import { registrableDomain } from '../../../core/web/domain-name.ts';
import { domainLists, type MailLists } from '../../../sources/domain-lists.ts';
import { type MailDns, mailDns } from '../../../sources/mail-dns.ts';
import { type MailboxCheck, mailboxCheck } from '../../../sources/reacher.ts';
import { findRegistration, registrationSources } from '../../../sources/registration.ts';
import type { Registration, RegistrationQuery } from '../../../sources/registration-fact.ts';

/** The parsed body of every product that looks an email address up. */
export interface EmailInput {
  email: EmailAddress;
}

/**
 * Why there is, or is not, a word from the mail server. WITHHELD: nobody may be sent to these
 * servers.
 */
export type MailboxStage = 'ANSWERED' | 'FAILED' | 'NOT_CONFIGURED' | 'NOT_NEEDED' | 'WITHHELD';

/** Everything the sources know of an address. */
export interface EmailFact {
  lists: MailLists;
  /** Null for an address whose syntax no mail server accepts: nothing was asked. */
  dns: MailDns | null;
  /** Null when the registry could not be asked in time. */
  registration: Registration | null;
  mailbox: MailboxCheck | null;
  mailboxStage: MailboxStage;
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

/**
 * Wrapped so that a failed check (undefined) can be told from one nobody configured (an empty
 * answer).
 */
const secondVerification: Sources<EmailAddress, { check: MailboxCheck | null | undefined }> = {
  list: [mailboxCheck],
  resolve: async (address, ask) => ({ check: await ask(mailboxCheck, address) }),
};

async function askRegistration(host: string, ask: Ask): Promise<Registration | null> {
  const domain = registrableDomain(host);
  if (domain === null) return null;
  const query = { domain, timeoutMs: REGISTRY_TIMEOUT_MS, maxAgeMs: REGISTRY_MAX_AGE_MS };
  return (await optional(registration).resolve(query, ask)) ?? null;
}

async function askMailbox(
  address: EmailAddress,
  dns: MailDns,
  ask: Ask,
): Promise<Pick<EmailFact, 'mailbox' | 'mailboxStage'>> {
  if (!mayBeChecked(dns)) return { mailbox: null, mailboxStage: 'WITHHELD' };
  const answer = await optional(secondVerification).resolve(address, ask);
  if (!answer) return { mailbox: null, mailboxStage: 'FAILED' };
  return answer.check
    ? { mailbox: answer.check, mailboxStage: 'ANSWERED' }
    : { mailbox: null, mailboxStage: 'NOT_CONFIGURED' };
}

/** Whether a server on the public Internet may take mail for the domain. */
export const takesMail = ({
  listed,
  exchangers,
  nullMx,
  ipv4,
  ipv6,
  ownReach,
}: MailDns): boolean => {
  if (nullMx) return false;
  if (listed > 0) return exchangers.some(({ reach }) => reach !== 'NOT_PUBLIC');
  return (ipv4 === true || ipv6 === true) && ownReach !== 'NOT_PUBLIC';
};

/**
 * Whether a checker inside the operator's network may be sent to the domain's mail servers: it
 * connects to what DNS names, so every server must be known to be public, or to have no address at
 * all.
 */
export function mayBeChecked({ listed, exchangers, ownReach }: MailDns): boolean {
  if (listed === 0) return ownReach === 'PUBLIC';
  return (
    exchangers.length === listed &&
    exchangers.every(({ reach }) => reach === 'PUBLIC' || reach === 'NO_ADDRESS')
  );
}

/**
 * Lists first; then DNS and the registry at once; the mailbox only where somebody takes mail for
 * it. DNS alone can fail the lookup.
 */
export const emailSources: Sources<EmailInput, EmailFact> = {
  list: [domainLists, mailDns, ...registrationSources, mailboxCheck],
  async resolve({ email }, ask) {
    const lists = (await ask(domainLists, email)) as MailLists;
    const unasked = { mailbox: null, mailboxStage: 'NOT_NEEDED' as const };
    if (email.fault !== null) return { lists, dns: null, registration: null, ...unasked };
    const [dns, known] = await Promise.all([
      ask(mailDns, email.domain),
      askRegistration(email.domain, ask),
    ]);
    const mailbox = dns && takesMail(dns) ? await askMailbox(email, dns, ask) : unasked;
    return { lists, dns: dns ?? null, registration: known, ...mailbox };
  },
};
