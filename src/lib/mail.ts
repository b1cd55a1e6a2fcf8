import { escapeMarkup } from './text.ts';

/** A mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where it can be refused from now on, in one click (RFC 8058). */
  unsubscribeUrl: string | null;
}

/** A mail of paragraphs alone: both its parts say the same. */
export const plainMail = (to: string, subject: string, paragraphs: readonly string[]): Mail => ({
  to,
  subject,
  text: paragraphs.join('\n\n'),
  html: paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`).join('\n'),
  unsubscribeUrl: null,
});

/** Sends mails. @throws Error when the mail is refused */
export interface MailSender {
  send(mail: Mail): Promise<void>;
}
