import { linkMail, type Mail, type MailSender } from '../../lib/mail.ts';
import { isolated } from '../../lib/text.ts';
import { purgeAuditLog } from '../audit-log.ts';
import type { AccountPorts } from '../ports.ts';
import {
  insertUnsentMail,
  listUnsentMailRows,
  purgeAttempts,
  purgeExpiredSignIns,
  type UnsentMail,
} from '../store-sign-in.ts';
import type { LinkMail, SignInPorts } from './ports.ts';

const IGNORE = 'If you did not request this, ignore this email. Nothing has changed.';

function mailContent({ kind, to, organizationName, invitedBy }: LinkMail) {
  const organization = isolated(organizationName ?? '');
  switch (kind) {
    case 'verify':
      return {
        subject: 'Verify your address',
        before: [`Open this link to verify the address ${to}. The link is valid for 24 hours.`],
        action: 'Verify the address',
        after: IGNORE,
      };
    case 'reset':
      return {
        subject: 'Set a new password',
        before: [
          `Open this link to set a new password for ${to}. The link is valid for an hour and can be used once.`,
        ],
        action: 'Set a password',
        after: IGNORE,
      };
    case 'invite':
      return {
        subject: `Join ${organization}`,
        before: [
          `${isolated(invitedBy ?? '')} invites you to join ${organization}.`,
          `Open this link to accept as ${to}. The link is valid for a week.`,
        ],
        action: `Join ${organization}`,
        after: 'If you do not know this person, ignore this email.',
      };
  }
}

/** Both parts of the mail have the same content. Names from customers are text, never markup. */
function renderLinkMail(mail: LinkMail, serviceName: string): Mail {
  const { subject, before, action, after } = mailContent(mail);
  return linkMail({ ...mail, action }, subject, { before, after: [after, serviceName] });
}

export type { UnsentMail };

interface LinkMailPorts extends Pick<AccountPorts, 'db' | 'clock'> {
  /** Name with which mails are signed. */
  serviceName: string;
  /** Null when no mail can be sent: the operator then passes links on. */
  mails: MailSender | null;
  /** Shows a link that only the user of the local machine can see; null elsewhere. */
  show: ((mail: LinkMail) => void) | null;
  warn(message: string, cause: unknown): void;
}

/** Sends links by mail. Without mail, or if it is refused, stores the link for the operator. */
export function linkSender(ports: LinkMailPorts): SignInPorts['sendLink'] {
  const { mails, show, serviceName, db, clock, warn } = ports;
  return async (mail) => {
    try {
      if (mails) return await mails.send(renderLinkMail(mail, serviceName));
    } catch (cause) {
      warn('a mail was refused', cause);
    }
    const { kind, to: recipient, link, expiresAt } = mail;
    await insertUnsentMail(db, { at: clock.now(), kind, recipient, link, expiresAt });
    show?.(mail);
  };
}

/** Links waiting for the operator, newest first. */
export const listUnsentMails = ({
  db,
  clock,
}: Pick<AccountPorts, 'db' | 'clock'>): Promise<UnsentMail[]> =>
  listUnsentMailRows(db, clock.now());

/** Deletes expired links, sessions, invitations, attempt counts and audit entries. */
export async function purgeSignIn({
  db,
  clock,
}: Pick<AccountPorts, 'db' | 'clock'>): Promise<void> {
  await purgeExpiredSignIns(db, clock.now());
  await purgeAttempts(db, clock.now());
  await purgeAuditLog({ db, clock });
}
