import type { EmailAddress } from '../../../domain/email/address.ts';
import type { MailboxCheck } from '../../../domain/email/mailbox-check.ts';
import { registrableDomain } from '../../../domain/web/domain-name.ts';
import { mapMaybePromise } from '../../../lib/maybe-promise.ts';
import { DAY_MS } from '../../../lib/time.ts';
import { foundFact, type QuerySource, type Sources, unlessFailed } from '../../../lookup/source.ts';
import { domainLists, type MailListFact } from '../../../open-data/mail/domain-lists.ts';
import { acceptsMail, type MailDns, mailDns } from '../../../open-data/mail/mail-dns.ts';
import { mailProviderOf } from '../../../open-data/mail/mail-providers.ts';
import { registration } from '../../../open-data/registration/registration.ts';
import type { Registration } from '../../../open-data/registration/registration-fact.ts';
import { askMailbox, type MailboxStage, mailboxSources } from '../../../vendors/mailbox/mailbox.ts';

/** Parsed body of every product that takes an email address. */
interface EmailInput {
  email: EmailAddress;
}

export interface EmailFact {
  lists: MailListFact;
  /** Null for an address whose syntax no mail server accepts; no other source is then queried. */
  dns: MailDns | null;
  registration: Registration | null;
  mailbox: MailboxCheck | null;
  mailboxStage: MailboxStage | 'NOT_NEEDED';
  /** A second mailbox check answered after the first had settled nothing. */
  checkedTwice: boolean;
}

export const EMAIL_FACT_VERSION = 3;

/** Registry lookup with a short timeout and a day-old cache: the age of a domain is optional. */
const REGISTRY_TIMEOUT_MS = 3_000;
const REGISTRY_MAX_AGE_MS = DAY_MS;

async function findDomainRegistration(
  host: string,
  ask: QuerySource,
): Promise<Registration | null> {
  const domain = registrableDomain(host);
  if (domain === null) return null;
  const query = { domain, timeoutMs: REGISTRY_TIMEOUT_MS, maxAgeMs: REGISTRY_MAX_AGE_MS };
  return foundFact(await ask(registration, query));
}

async function checkMailbox(
  address: EmailAddress,
  dns: MailDns,
  ask: QuerySource,
): Promise<Pick<EmailFact, 'mailbox' | 'mailboxStage' | 'checkedTwice'>> {
  const { check, stage, secondRan } = await askMailbox(address, dns, ask);
  return { mailbox: check, mailboxStage: stage, checkedTwice: secondRan };
}

/** Whether the preferred mail exchanger is a throwaway service's, which serves many domains. */
async function isThrowawayHost(dns: MailDns | null, ask: QuerySource): Promise<boolean> {
  const host = dns?.exchangers[0]?.host;
  if (host === undefined || mailProviderOf(host) !== null) return false;
  const { disposable } = unlessFailed(
    await ask(domainLists, { local: '', domain: host }),
  ) as MailListFact;
  return disposable;
}

/**
 * Query plan without the mailbox: lists first, then DNS and the registry concurrently. Only DNS can
 * fail the lookup.
 */
export const emailDomainSources: Sources<EmailInput, EmailFact> = {
  list: [domainLists, mailDns, ...registration.list],
  async resolve({ email }, ask) {
    const lists = unlessFailed(await ask(domainLists, email)) as MailListFact;
    const unasked = { mailbox: null, mailboxStage: 'NOT_NEEDED' as const, checkedTwice: false };
    if (email.fault !== null) return { lists, dns: null, registration: null, ...unasked };
    const [dns, known] = await Promise.all([
      mapMaybePromise(ask(mailDns, email.domain), unlessFailed),
      findDomainRegistration(email.domain, ask),
    ]);
    const isThrowaway = !lists.free && lists.relay === null && (await isThrowawayHost(dns, ask));
    const disposable = lists.disposable || isThrowaway;
    return { lists: { ...lists, disposable }, dns, registration: known, ...unasked };
  },
};

/** The domain's sources, then the mailbox check if the domain accepts mail. */
export const emailSources: Sources<EmailInput, EmailFact> = {
  list: [...emailDomainSources.list, ...mailboxSources],
  async resolve(input, ask) {
    const fact = await emailDomainSources.resolve(input, ask);
    if (!fact.dns || !acceptsMail(fact.dns)) return fact;
    return { ...fact, ...(await checkMailbox(input.email, fact.dns, ask)) };
  },
};
