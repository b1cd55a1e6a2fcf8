import { escapeMarkup } from './text.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribeUrl: string | null;
}

const paragraphsOf = (texts: readonly string[]) =>
  texts.map((text) => `<p>${escapeMarkup(text)}</p>`);

/** A mail of paragraphs, with the same content as text and HTML. */
export const plainMail = (to: string, subject: string, paragraphs: readonly string[]): Mail => ({
  to,
  subject,
  text: paragraphs.join('\n\n'),
  html: paragraphsOf(paragraphs).join('\n'),
  unsubscribeUrl: null,
});

/** A mail of paragraphs around a link. @param action link text, by default its URL */
export function linkMail(
  { to, link, action = link }: { to: string; link: string; action?: string },
  subject: string,
  { before, after }: Record<'before' | 'after', readonly string[]>,
): Mail {
  const anchor = `<p><a href="${escapeMarkup(link)}">${escapeMarkup(action)}</a></p>`;
  const html = [...paragraphsOf(before), anchor, ...paragraphsOf(after)].join('\n');
  return { ...plainMail(to, subject, [...before, link, ...after]), html };
}

/** Sends mails. @throws Error if the mail is refused */
export interface MailSender {
  send(mail: Mail): Promise<void>;
}
