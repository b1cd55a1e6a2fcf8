import type { EmailAddress } from '../../../domain/email/address.ts';
import type { NoReplyReason } from '../../../domain/email/mailbox-check.ts';
import { acceptsMail, type MailDns } from '../../../open-data/mail/mail-dns.ts';
import type { EmailFact } from './fact.ts';

export const DELIVERABILITY_STATUSES = [
  'DELIVERABLE',
  'RISKY',
  'UNDELIVERABLE',
  'TEMPORARY',
  'UNKNOWN',
] as const;
/** Every mail target of the domain is outside the public Internet. */
const isNotPublic = ({ nullMx, listed, exchangers, ownReach }: MailDns): boolean =>
  !nullMx && (listed > 0 ? exchangers.length > 0 : ownReach === 'NOT_PUBLIC');

interface DeliverabilityEvidence {
  address: EmailAddress;
  fact: EmailFact;
}

export interface DeliverabilityRow {
  status: (typeof DELIVERABILITY_STATUSES)[number];
  /** Reason code; the codes against the address also appear in `risk_factors`. */
  reason: string;
  detail: string;
  applies(evidence: DeliverabilityEvidence): boolean;
}

/**
 * Decision table, first match: impossible delivery, the server's reply, doubtful signs, open
 * checks. An unanswered check comes after all that DNS alone determines.
 */
export const DELIVERABILITY: readonly DeliverabilityRow[] = [
  {
    status: 'UNDELIVERABLE',
    reason: 'INVALID_SYNTAX',
    detail: 'No mail server accepts an address of this form.',
    applies: ({ address }) => address.fault !== null,
  },
  {
    status: 'UNDELIVERABLE',
    reason: 'DOMAIN_NOT_FOUND',
    detail: 'The domain does not exist in DNS.',
    applies: ({ fact: { dns } }) => dns !== null && !dns.exists,
  },
  {
    status: 'UNDELIVERABLE',
    reason: 'NULL_MX',
    detail: 'The domain states that it accepts no mail.',
    applies: ({ fact: { dns } }) => dns?.nullMx === true,
  },
  {
    status: 'UNDELIVERABLE',
    reason: 'NO_MAIL_SERVER',
    detail: 'The domain has no reachable mail server and no address of its own.',
    applies: ({ fact: { dns } }) => dns !== null && !acceptsMail(dns) && !isNotPublic(dns),
  },
  {
    status: 'UNDELIVERABLE',
    reason: 'MAIL_SERVER_NOT_PUBLIC',
    detail: 'The mail servers of the domain have addresses outside the public Internet.',
    applies: ({ fact: { dns } }) => dns !== null && !acceptsMail(dns),
  },
  {
    status: 'UNDELIVERABLE',
    reason: 'MAILBOX_NOT_FOUND',
    detail: 'The mail server reports that the mailbox does not exist.',
    applies: ({ fact: { mailbox } }) => mailbox?.exists === false,
  },
  {
    status: 'UNDELIVERABLE',
    reason: 'MAILBOX_DISABLED',
    detail: 'The mail server reports that the mailbox is disabled.',
    applies: ({ fact: { mailbox } }) => mailbox?.disabled === true,
  },
  {
    status: 'TEMPORARY',
    reason: 'MAILBOX_FULL',
    detail: 'The mailbox exists but is full.',
    applies: ({ fact: { mailbox } }) => mailbox?.fullInbox === true,
  },
  {
    status: 'TEMPORARY',
    reason: 'GREYLISTED',
    detail: 'The mail server asked to try again later.',
    applies: ({ fact: { mailbox } }) => mailbox?.greylisted === true,
  },
  {
    status: 'RISKY',
    reason: 'DISPOSABLE_EMAIL',
    detail: 'The domain provides disposable addresses: mail may arrive now and not later.',
    applies: ({ fact: { lists } }) => lists.disposable,
  },
  {
    status: 'RISKY',
    reason: 'LIKELY_TYPO',
    detail: 'The domain is a known misspelling of a mail provider: mail may reach a stranger.',
    applies: ({ fact: { lists } }) => lists.typo?.certainty === 'known',
  },
  {
    status: 'RISKY',
    reason: 'CATCH_ALL',
    detail:
      'The mail server accepts mail for every name at the domain, so it cannot confirm this mailbox.',
    applies: ({ fact: { mailbox } }) => mailbox?.catchAll === true,
  },
  {
    status: 'DELIVERABLE',
    reason: 'MAILBOX_CONFIRMED',
    detail: 'The mail server accepts mail for this mailbox.',
    applies: ({ fact: { mailbox } }) => mailbox?.exists === true,
  },
  {
    status: 'RISKY',
    reason: 'MAIL_SERVER_NOT_FOUND',
    detail: 'The mail servers of the domain have no address; mail is queued until they do.',
    applies: ({ fact: { dns } }) =>
      dns !== null &&
      dns.exchangers.length > 0 &&
      dns.exchangers.every(({ reach }) => reach === 'NO_ADDRESS' || reach === 'NOT_PUBLIC'),
  },
  {
    status: 'RISKY',
    reason: 'IMPLICIT_MX',
    detail: 'The domain has no MX record; mail goes to its own address and often fails.',
    applies: ({ fact: { dns } }) => dns?.listed === 0,
  },
  {
    status: 'UNKNOWN',
    reason: 'SERVER_SILENT',
    detail: 'The mail server did not disclose whether the mailbox exists.',
    applies: ({ fact: { mailbox } }) => mailbox !== null,
  },
  {
    status: 'UNKNOWN',
    reason: 'MAILBOX_CHECK_FAILED',
    detail:
      'The domain accepts mail; the mailbox check did not answer, so the mailbox is unconfirmed.',
    applies: ({ fact: { mailboxStage } }) => mailboxStage === 'FAILED',
  },
  {
    status: 'UNKNOWN',
    reason: 'MAILBOX_CHECK_WITHHELD',
    detail:
      'Not every mail server of the domain is known to be public, so the mailbox was not checked.',
    applies: ({ fact: { mailboxStage } }) => mailboxStage === 'WITHHELD',
  },
  {
    // No evidence against the address, but DELIVERABLE would claim more than was checked.
    status: 'UNKNOWN',
    reason: 'MAILBOX_UNCONFIRMED',
    detail:
      'The domain accepts mail; no mailbox check is configured, so the mailbox is unconfirmed.',
    applies: () => true,
  },
];

export function judgeDeliverability(evidence: DeliverabilityEvidence): DeliverabilityRow {
  return DELIVERABILITY.find(({ applies }) => applies(evidence)) as DeliverabilityRow;
}

/** Why the mail server gave no reply, in one sentence. */
export const NO_REPLY_DETAILS: Readonly<Record<NoReplyReason, string>> = {
  TIMED_OUT: 'The mail server took too long to answer.',
  NOT_REACHED: 'The mail server could not be reached.',
  CHECKER_REFUSED: 'The mail server refused the connection of the mailbox check.',
  GREYLISTED: 'The mail server defers unknown senders until they try again.',
  NOT_SAID: 'The mail server gave no usable answer.',
};
