import { parseEmailAddress } from '../core/email/address.ts';
import type { MailboxCheck } from '../core/email/mailbox-check.ts';
import { ApiError } from '../core/errors.ts';
import type { Source } from '../core/lookup/source.ts';
import { readMailName } from '../core/people/mail-name.ts';
import { likelyMailboxes } from '../core/people/mail-patterns.ts';
import { isSuppressed, personSubjects } from '../core/people/suppression.ts';
import { UNKNOWN_CONTACT, type WorkContactFact } from '../core/people/work-contact.ts';
import type { World } from '../core/ports.ts';
import { parseWebSite } from '../core/web/site.ts';
import { mayBeChecked, takesMail } from './mail-destination.ts';
import { mailDns } from './mail-dns.ts';
import { mailboxCheck } from './reacher.ts';
import { websiteContacts } from './web/website-contacts.ts';

/** Somebody at work, by name and by a domain of the company. */
export interface NameAtDomain {
  firstName: string;
  lastName: string;
  /** Lower case, A-labels. */
  domain: string;
}

/** Mailboxes asked about in one lookup: the mail servers are other people's. */
const MAX_CHECKS = 6;
/** Between two checks at one domain, whoever asks. */
const PACE = { limit: 1, perMs: 1_000, serial: true };
/** One check takes at most nine seconds; another lookup's may have to end first. */
const TURN_WAIT_MS = 10_000;

const TIMEOUT_MS = 40_000;

/** What keeps a source from going on when nobody waits any longer. */
const stillWaited = (signal: AbortSignal | undefined): void => signal?.throwIfAborted();

/**
 * Local parts of people that the domain's own site publishes. A site that cannot be read publishes nothing:
 * then the common patterns are tried.
 */
async function publishedLocals(domain: string, world: World, signal?: AbortSignal) {
  const site = parseWebSite(domain);
  const found = await Promise.resolve(websiteContacts.ask(site, world, signal)).catch((error) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  return (found?.emails ?? [])
    .filter((email) => email.endsWith(`@${domain}`))
    .map((email) => email.slice(0, -domain.length - 1))
    .filter((local) => !world.domainLists.isRole(local));
}

/** One paced question. @throws ApiError when the domain's turn does not come in time, and what the check throws */
async function check(
  address: string,
  domain: string,
  world: World,
  signal?: AbortSignal,
): Promise<MailboxCheck | null> {
  const turn = await world.network.turns.take(`mailboxes of ${domain}`, PACE, TURN_WAIT_MS);
  try {
    stillWaited(signal);
    return await mailboxCheck.ask(parseEmailAddress(address), world, signal);
  } finally {
    await turn.end();
  }
}

/** At a provider of free, hidden or throwaway mailboxes the mailbox of a name is a stranger's. */
const isAnybodys = (domain: string, { domainLists: lists }: World): boolean =>
  lists.isFree(domain) || lists.isDisposable(domain) || lists.relay(domain) !== null;

/** A server that takes every name confirms none. */
export const isConfirmed = (said: MailboxCheck | null): boolean =>
  said?.exists === true && said.catchAll !== true && said.disabled !== true;

const foundBy = (
  { firstName, lastName, domain }: NameAtDomain,
  address: string,
): WorkContactFact => ({
  ...UNKNOWN_CONTACT,
  fullName: `${firstName} ${lastName}`,
  firstName,
  lastName,
  company: { ...UNKNOWN_CONTACT.company, domain },
  workEmail: { address, verified: true, score: null },
});

/**
 * Finds a work address by asking the domain's mail server about the likeliest ones, until it confirms one. A server
 * that takes every name, or says nothing, confirms none. It probes other people's servers, so never for a job.
 */
export const mailboxGuess: Source<NameAtDomain, WorkContactFact> = {
  name: 'mailbox_guess',
  label: 'mail server',
  kind: 'open',
  timeoutMs: TIMEOUT_MS,
  available: (world) => mailboxCheck.available(world),
  missing: (world) => mailboxCheck.missing?.(world) ?? [],
  notInBulk: () => true,
  async ask({ firstName, lastName, domain }, world, signal) {
    const name = readMailName(firstName, lastName, domain);
    if (!name || isAnybodys(domain, world)) return null;
    const dns = await mailDns.ask(domain, world, signal);
    // A checker of the operator's is sent to public mail servers only.
    if (!dns || !takesMail(dns) || !mayBeChecked(dns)) return null;
    const published = await publishedLocals(domain, world, signal);
    const likely = likelyMailboxes(name, published, MAX_CHECKS);
    const addresses = likely.map((local) => `${local}@${domain}`);
    // Whoever is to be forgotten is not asked about under any spelling.
    const subjects = personSubjects({ email: addresses });
    if (await isSuppressed(subjects, world)) return null;
    for (const address of addresses) {
      stillWaited(signal);
      const said = await check(address, domain, world, signal);
      if (isConfirmed(said)) return foundBy({ firstName, lastName, domain }, address);
      if (said?.exists !== false) return null;
    }
    return null;
  },
};
