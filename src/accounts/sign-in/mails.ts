import type { Mail } from '../../core/jobs/mail.ts';
import { oneLine } from '../../core/one-line.ts';
import type { LinkMail } from './ports.ts';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface Letter {
  subject: string;
  /** Sentences before the link, in paragraphs. */
  before: readonly string[];
  /** What the link does. */
  action: string;
  after: string;
}

const IGNORE = 'If you did not ask for this, do nothing: nothing has changed.';

function letterOf({ kind, organizationName, invitedBy }: LinkMail): Letter {
  const organization = oneLine(organizationName ?? '');
  switch (kind) {
    case 'verify':
      return {
        subject: 'Verify your address',
        before: ['Open this link to verify your address. It works for a day.'],
        action: 'Verify the address',
        after: IGNORE,
      };
    case 'reset':
      return {
        subject: 'Set a new password',
        before: ['Open this link to set a new password. It works once, within an hour.'],
        action: 'Set a password',
        after: IGNORE,
      };
    case 'invite':
      return {
        subject: `Join ${organization}`,
        before: [
          `${oneLine(invitedBy ?? '')} invites you to join ${organization}.`,
          'Open this link to accept. It works for a week.',
        ],
        action: `Join ${organization}`,
        after: 'If you do not know them, do nothing.',
      };
  }
}

/** Both parts of a mail say the same. Whatever a customer named is text, never markup. */
export function mailOf(mail: LinkMail): Mail {
  const { subject, before, action, after } = letterOf(mail);
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const link = `<p><a href="${escapeHtml(mail.link)}">${escapeHtml(action)}</a></p>`;
  return {
    to: mail.to,
    subject,
    text: [...before, mail.link, after].join('\n\n'),
    html: [...before.map(paragraph), link, paragraph(after)].join('\n'),
    unsubscribeUrl: null,
  };
}
