import type { Mail, MailSender } from '../lib/mail.ts';

/** The platform's send_email binding. */
export interface EmailBinding {
  send(message: {
    from: string;
    to: string;
    subject: string;
    text: string;
    html: string;
    headers?: Record<string, string>;
  }): Promise<unknown>;
}

/** The headers that let a mail program offer to unsubscribe (RFC 2369, RFC 8058). */
const unsubscribeHeaders = ({ unsubscribeUrl }: Mail): Record<string, string> =>
  unsubscribeUrl === null
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

export const createMailSender = (binding: EmailBinding, from: string): MailSender => ({
  async send(mail) {
    const { to, subject, text, html } = mail;
    await binding.send({ from, to, subject, text, html, headers: unsubscribeHeaders(mail) });
  },
});
