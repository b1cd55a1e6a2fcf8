import type { EmailAddress } from '../../domain/email/address.ts';
import type { MailboxCheck } from '../../domain/email/mailbox-check.ts';
import { foundFact, type Outcome, type QuerySource, type Source } from '../../lookup/source.ts';
import { isSafeToProbe, type MailDns } from '../../open-data/mail/mail-dns.ts';
import { hunterVerification } from '../hunter/email-verifier.ts';
import { reacherCheck } from './reacher.ts';

/** Sources that check whether a mailbox exists, in order. */
export const mailboxSources = [reacherCheck, hunterVerification] as const;

/** Stage that the check reached. WITHHELD: the operator's checker may not probe these servers. */
export type MailboxStage = 'ANSWERED' | 'FAILED' | 'NOT_CONFIGURED' | 'WITHHELD';

type MailboxSource = Source<EmailAddress, MailboxCheck>;

interface StagedCheck {
  check: MailboxCheck | null;
  stage: MailboxStage;
}

const STAGES: Readonly<Record<Outcome<unknown>['kind'], MailboxStage>> = {
  found: 'ANSWERED',
  noRecord: 'NOT_CONFIGURED',
  notConfigured: 'NOT_CONFIGURED',
  failed: 'FAILED',
};

async function askMailboxSource(
  source: MailboxSource,
  address: EmailAddress,
  ask: QuerySource,
): Promise<StagedCheck> {
  const outcome = await ask(source, address);
  return { check: foundFact(outcome), stage: STAGES[outcome.kind] };
}

/** Catch-all is conclusive: such a server accepts every name from every client. */
const isConclusive = ({ check }: StagedCheck): boolean =>
  check !== null && (check.exists !== null || check.catchAll === true);

/**
 * Queries the operator's own checker, if it may connect to the domain's mail servers. A failed
 * check is not an error.
 */
export const askOwnMailboxChecker = async (
  address: EmailAddress,
  dns: MailDns,
  ask: QuerySource,
): Promise<StagedCheck> =>
  isSafeToProbe(dns)
    ? askMailboxSource(reacherCheck, address, ask)
    : { check: null, stage: 'WITHHELD' };

/**
 * Checks whether a mailbox exists: with the operator's own checker, and if that is inconclusive,
 * with a vendor's, which connects from its own network. A failed check is no answer, and no error.
 */
export async function askMailbox(address: EmailAddress, dns: MailDns, ask: QuerySource) {
  const first = await askOwnMailboxChecker(address, dns, ask);
  if (isConclusive(first)) return { ...first, secondRan: false };
  const second = await askMailboxSource(hunterVerification, address, ask);
  if (second.check === null) return { ...first, secondRan: false };
  const decisive = first.check === null || isConclusive(second) ? second : first;
  return { ...decisive, secondRan: first.stage === 'ANSWERED' || first.stage === 'FAILED' };
}
