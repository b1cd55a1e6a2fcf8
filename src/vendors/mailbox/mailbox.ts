import type { EmailAddress } from '../../domain/email/address.ts';
import type { MailboxCheck } from '../../domain/email/mailbox-check.ts';
import { optionalPart, type QuerySource, type Source, type Sources } from '../../lookup/source.ts';
import { isSafeToProbe, type MailDns } from '../../open-data/mail/mail-dns.ts';
import { hunterVerification } from '../hunter/email-verifier.ts';
import { reacherCheck } from './reacher.ts';

/** Who can be asked whether a mailbox exists, in order. */
export const mailboxSources = [reacherCheck, hunterVerification] as const;

/**
 * How far the mailbox check came. WITHHELD: these servers may not be probed by the operator's
 * checker.
 */
export type MailboxStage = 'ANSWERED' | 'FAILED' | 'NOT_CONFIGURED' | 'WITHHELD';

type MailboxSource = Source<EmailAddress, MailboxCheck>;

/**
 * Wrapped to distinguish a failed check (undefined) from one that is not configured (an empty
 * answer).
 */
const distinguishFailure = (
  source: MailboxSource,
): Sources<EmailAddress, { check: MailboxCheck | null | undefined }> => ({
  list: [source],
  resolve: async (address, ask) => ({ check: await ask(source, address) }),
});

interface MailboxOutcome {
  check: MailboxCheck | null;
  stage: MailboxStage;
}

async function askMailboxSource(
  source: MailboxSource,
  address: EmailAddress,
  ask: QuerySource,
): Promise<MailboxOutcome> {
  const answer = await optionalPart(distinguishFailure(source)).resolve(address, ask);
  if (!answer) return { check: null, stage: 'FAILED' };
  return answer.check
    ? { check: answer.check, stage: 'ANSWERED' }
    : { check: null, stage: 'NOT_CONFIGURED' };
}

/** Catch-all is conclusive: such a server accepts every name from every client. */
const isConclusive = ({ check }: MailboxOutcome): boolean =>
  check !== null && (check.exists !== null || check.catchAll === true);

/**
 * Asks the operator's own checker, where it may be sent to the domain's mail servers. A failed
 * check fails nothing.
 */
export const askOwnMailboxChecker = async (
  address: EmailAddress,
  dns: MailDns,
  ask: QuerySource,
): Promise<MailboxOutcome> =>
  isSafeToProbe(dns)
    ? askMailboxSource(reacherCheck, address, ask)
    : { check: null, stage: 'WITHHELD' };

/**
 * Asks whether a mailbox exists: the operator's own checker, and where that does not settle it a
 * vendor's, which asks from its own network. A check that fails is no answer, and fails nothing.
 */
export async function askMailbox(
  address: EmailAddress,
  dns: MailDns,
  ask: QuerySource,
): Promise<MailboxOutcome> {
  const first = await askOwnMailboxChecker(address, dns, ask);
  if (isConclusive(first)) return first;
  const second = await askMailboxSource(hunterVerification, address, ask);
  if (second.check === null) return first;
  return first.check === null || isConclusive(second) ? second : first;
}
