import { parseEmailAddress } from '../../domain/email/address.ts';
import type { MailboxCheck } from '../../domain/email/mailbox-check.ts';
import { likelyMailboxes, mailNameSpellings } from '../../domain/person/mailbox-names.ts';
import { personSubjects } from '../../domain/person/person.ts';
import { UNKNOWN_WORK_CONTACT, type WorkContactFact } from '../../domain/person/work-contact.ts';
import { parseWebSite } from '../../domain/web/site.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Source } from '../../lookup/source.ts';
import { isSuppressed } from '../../lookup/suppression.ts';
import type { World } from '../../lookup/world.ts';
import { acceptsMail, isSafeToProbe, mailDns } from '../../open-data/mail/mail-dns.ts';
import { websiteContacts } from '../../web-reader/website-contacts.ts';
import { reacherCheck } from './reacher.ts';

/** Person at work, by name and by a domain of the company. */
export interface NameAtDomain {
  firstName: string;
  lastName: string;
  /** Lower case, A-labels. */
  domain: string;
}

/** Mailboxes probed per lookup; few, because the mail servers belong to others. */
const MAX_CHECKS = 6;
/** Rate limit of checks at one domain, across all callers. */
const PACE = { limit: 1, perMs: 1_000, serial: true };
/** A check takes at most nine seconds; another lookup's check may have to end first. */
const PERMIT_WAIT_MS = 10_000;

const TIMEOUT_MS = 40_000;

/**
 * Local parts of people's addresses on the domain's own site. Empty if the site cannot be read;
 * then the common patterns are tried.
 */
async function publishedLocals(domain: string, world: World, signal?: AbortSignal) {
  const site = parseWebSite(domain);
  const found = await websiteContacts.ask(site, world, signal).catch((error) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  return (found?.emails ?? [])
    .filter((email) => email.endsWith(`@${domain}`))
    .map((email) => email.slice(0, -domain.length - 1))
    .filter((local) => !world.domainLists.isRole(local));
}

/** One rate-limited check. @throws ApiError if no permit comes in time, or from the check */
async function checkPaced(
  address: string,
  domain: string,
  world: World,
  signal?: AbortSignal,
): Promise<MailboxCheck | null> {
  const permit = await world.outbound.rateLimiter.acquire(
    `mailboxes of ${domain}`,
    PACE,
    PERMIT_WAIT_MS,
  );
  try {
    signal?.throwIfAborted();
    return await reacherCheck.ask(parseEmailAddress(address), world, signal);
  } finally {
    await permit.release();
  }
}

/** Provider of free, forwarded or disposable mailboxes: the mailbox of a name is a stranger's. */
const isSharedMailDomain = (domain: string, { domainLists: lists }: World): boolean =>
  lists.isFree(domain) || lists.isDisposable(domain) || lists.relay(domain) !== null;

/** Whether a check confirms the mailbox; a catch-all server confirms none. */
export const isConfirmedMailbox = (said: MailboxCheck | null): boolean =>
  said?.exists === true && said.catchAll !== true && said.disabled !== true;

const confirmedContact = (
  { firstName, lastName, domain }: NameAtDomain,
  address: string,
): WorkContactFact => ({
  ...UNKNOWN_WORK_CONTACT,
  fullName: `${firstName} ${lastName}`,
  firstName,
  lastName,
  company: { ...UNKNOWN_WORK_CONTACT.company, domain },
  workEmail: { address, verified: true, score: null },
});

/**
 * Finds a work address by probing the domain's mail server for the most likely ones, until it
 * confirms one. A catch-all server, or one that gives no answer, confirms none. Never runs in bulk
 * jobs, because it probes other people's servers.
 */
export const mailboxGuess: Source<NameAtDomain, WorkContactFact> = {
  name: 'mailbox_guess',
  label: 'mail_server',
  kind: 'open',
  reads: 'io',
  timeoutMs: TIMEOUT_MS,
  available: (world) => reacherCheck.available(world),
  missing: (world) => reacherCheck.missing?.(world) ?? [],
  notInBulk: () => true,
  async ask({ firstName, lastName, domain }, world, signal) {
    const name = mailNameSpellings(firstName, lastName, domain);
    if (!name || isSharedMailDomain(domain, world)) return null;
    const dns = await mailDns.ask(domain, world, signal);
    // The operator's checker connects to public mail servers only.
    if (!dns || !acceptsMail(dns) || !isSafeToProbe(dns)) return null;
    const published = await publishedLocals(domain, world, signal);
    const likely = likelyMailboxes(name, published, MAX_CHECKS);
    const addresses = likely.map((local) => `${local}@${domain}`);
    // Suppression applies to every candidate address.
    const subjects = personSubjects({ email: addresses });
    if (await isSuppressed(subjects, world)) return null;
    for (const address of addresses) {
      signal?.throwIfAborted();
      const said = await checkPaced(address, domain, world, signal);
      if (isConfirmedMailbox(said))
        return confirmedContact({ firstName, lastName, domain }, address);
      if (said?.exists !== false) return null;
    }
    return null;
  },
};
