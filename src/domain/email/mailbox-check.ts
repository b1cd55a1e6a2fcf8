import { alike } from '../../lib/fields.ts';

/** Why a check has no answer about the mailbox. Texts of checker and server are not kept. */
export type NoReplyReason =
  | 'TIMED_OUT'
  | 'NOT_REACHED'
  | 'CHECKER_REFUSED'
  | 'GREYLISTED'
  | 'NOT_SAID';

/** Answer of a mail server about one mailbox; null when unknown. */
export interface MailboxCheck {
  exists: boolean | null;
  /** Whether the checker had an SMTP connection to the server; null when the check was aborted. */
  connected: boolean | null;
  catchAll: boolean | null;
  fullInbox: boolean | null;
  disabled: boolean | null;
  greylisted: boolean | null;
  /** Null when the server reported whether the mailbox exists. */
  silence: NoReplyReason | null;
}

export const NO_REPLY: MailboxCheck = {
  ...alike(null, 'exists', 'connected', 'catchAll', 'fullInbox', 'disabled', 'greylisted'),
  silence: 'NOT_SAID',
};
