/** Why a check ended without a word on the mailbox. The words of checker and server stay behind. */
export type NoReplyReason =
  | 'TIMED_OUT'
  | 'NOT_REACHED'
  | 'CHECKER_REFUSED'
  | 'GREYLISTED'
  | 'NOT_SAID';

/** What a mail server said of one mailbox; null where it did not say. */
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

/** What is known of a mailbox that nobody spoke of. */
export const NO_REPLY: MailboxCheck = {
  exists: null,
  connected: null,
  catchAll: null,
  fullInbox: null,
  disabled: null,
  greylisted: null,
  silence: 'NOT_SAID',
};
