import type { MailSender } from '../../core/jobs/mail.ts';
import { tidyAttempts } from '../../store/attempts.ts';
import { deleteEnded, keepUnsent, listUnsent, type UnsentMail } from '../../store/unsent-mails.ts';
import type { AccountPorts } from '../ports.ts';
import { mailOf } from './mails.ts';
import type { LinkMail, SignInPorts } from './ports.ts';

export type { UnsentMail };

/** What becomes of links. */
export interface LinkPorts extends Pick<AccountPorts, 'db' | 'clock'> {
  /** Null where no mail can be sent: then the operator passes the links on. */
  mails: MailSender | null;
  /** Shows a link where nobody but its reader's own machine can see it; null anywhere else. */
  show: ((mail: LinkMail) => void) | null;
  warn(message: string, cause: unknown): void;
}

/** Sends links by mail. What no mail can carry, or is refused, the operator finds. */
export function linkSender(ports: LinkPorts): SignInPorts['sendLink'] {
  const { mails, show, db, clock, warn } = ports;
  return async (mail) => {
    try {
      if (mails) return await mails.send(mailOf(mail));
    } catch (cause) {
      warn('a mail was refused', cause);
    }
    const { kind, to: recipient, link, expiresAt } = mail;
    await keepUnsent(db, { at: clock.now(), kind, recipient, link, expiresAt });
    show?.(mail);
  };
}

/** Links that wait for the operator, newest first. */
export const listUnsentMails = ({
  db,
  clock,
}: Pick<AccountPorts, 'db' | 'clock'>): Promise<UnsentMail[]> => listUnsent(db, clock.now());

/** Deletes links, sessions, invitations and counts of attempts that have ended. */
export async function tidySignIn({ db, clock }: Pick<AccountPorts, 'db' | 'clock'>): Promise<void> {
  await deleteEnded(db, clock.now());
  await tidyAttempts(db, clock.now());
}
