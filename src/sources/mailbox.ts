import type { EmailAddress } from '../core/email/address.ts';
import type { MailboxCheck } from '../core/email/mailbox-check.ts';
import { type Ask, optional, type Source, type Sources } from '../core/lookup/source.ts';
import { hunterVerification } from './hunter/email-verifier.ts';
import { mayBeChecked } from './mail-destination.ts';
import type { MailDns } from './mail-dns.ts';
import { mailboxCheck } from './reacher.ts';

/** Who can be asked whether a mailbox exists, in order. */
export const mailboxSources = [mailboxCheck, hunterVerification] as const;

/**
 * Why there is, or is not, a word from the mail server. WITHHELD: nobody of ours may be sent to these
 * servers.
 */
export type MailboxStage = 'ANSWERED' | 'FAILED' | 'NOT_CONFIGURED' | 'WITHHELD';

type MailboxSource = Source<EmailAddress, MailboxCheck>;

/** Wrapped so that a failed check (undefined) can be told from one nobody configured (an empty answer). */
const wrapped = (
  source: MailboxSource,
): Sources<EmailAddress, { check: MailboxCheck | null | undefined }> => ({
  list: [source],
  resolve: async (address, ask) => ({ check: await ask(source, address) }),
});

interface Outcome {
  check: MailboxCheck | null;
  stage: MailboxStage;
}

async function askOne(source: MailboxSource, address: EmailAddress, ask: Ask): Promise<Outcome> {
  const answer = await optional(wrapped(source)).resolve(address, ask);
  if (!answer) return { check: null, stage: 'FAILED' };
  return answer.check
    ? { check: answer.check, stage: 'ANSWERED' }
    : { check: null, stage: 'NOT_CONFIGURED' };
}

/** A server that accepts every name will do so whoever asks. */
const isSettled = ({ check }: Outcome): boolean =>
  check !== null && (check.exists !== null || check.catchAll === true);

/** Asks the operator's own checker, where it may be sent to the domain's mail servers. A failed check fails nothing. */
export const askOwnChecker = async (
  address: EmailAddress,
  dns: MailDns,
  ask: Ask,
): Promise<Outcome> =>
  mayBeChecked(dns) ? askOne(mailboxCheck, address, ask) : { check: null, stage: 'WITHHELD' };

/**
 * Asks whether a mailbox exists: the operator's own checker, and where that does not settle it a vendor's, which
 * asks from its own network. A check that fails is no answer, and fails nothing.
 */
export async function askMailbox(address: EmailAddress, dns: MailDns, ask: Ask): Promise<Outcome> {
  const first = await askOwnChecker(address, dns, ask);
  if (isSettled(first)) return first;
  const second = await askOne(hunterVerification, address, ask);
  if (second.check === null) return first;
  return first.check === null || isSettled(second) ? second : first;
}
