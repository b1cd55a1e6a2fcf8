import { alike } from '../../lib/fields.ts';

/** Why a check has no answer about the mailbox. Texts of checker and server are not kept. */
export type NoReplyReason =
  | 'TIMED_OUT'
  | 'NOT_REACHED'
  | 'CHECKER_REFUSED'
  | 'GREYLISTED'
  | 'NOT_SAID';

/** Answer of a mail server about one mailbox; null where it did not say. */
export interface MailboxCheck {
  exists: boolean | null;
  /** Whether the server spoke SMTP with the checker; null when the check broke off. */
  connected: boolean | null;
  catchAll: boolean | null;
  fullInbox: boolean | null;
  disabled: boolean | null;
  greylisted: boolean | null;
  /** Null when the server said whether the mailbox exists. */
  silence: NoReplyReason | null;
}

export const NO_REPLY: MailboxCheck = {
  ...alike(null, 'exists', 'connected', 'catchAll', 'fullInbox', 'disabled', 'greylisted'),
  silence: 'NOT_SAID',
};
