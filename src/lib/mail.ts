/** A mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where it can be refused from now on, in one click (RFC 8058). */
  unsubscribeUrl: string | null;
}

/** Sends mails. @throws Error when the mail is refused */
export interface MailSender {
  send(mail: Mail): Promise<void>;
}
