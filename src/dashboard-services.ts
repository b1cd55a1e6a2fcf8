import { rememberAuth } from './accounts/sign-in/auth.ts';
import type { LinkMail, SignInPorts } from './accounts/sign-in/ports.ts';
import { linkSender } from './accounts/sign-in/send-link.ts';
import type { MailSender } from './core/jobs/mail.ts';
import { isLoopback } from './core/own-origin.ts';
import { createDashboard } from './dashboard/dashboard.tsx';
import type { DashboardServices } from './dashboard/services.ts';

/** What the dashboard is built from. */
export interface DashboardParts
  extends Omit<DashboardServices, 'signIn' | 'auth'>,
    Pick<SignInPorts, 'warn'> {
  /** Null where no mail can be sent. */
  mails: MailSender | null;
  /** Whether links that are not sent are shown in the log: on a laptop only; absent, never. */
  showsLinks?: boolean;
}

/** For the terminal of whoever runs the service on his own machine. */
const show = ({ kind, to, link }: LinkMail): void => {
  if (isLoopback(link)) console.info(`Mail (${kind}) to ${to}: ${link}`);
};

/** The dashboard over its parts. */
export function openDashboard({ mails, showsLinks, warn, ...services }: DashboardParts) {
  const signIn: SignInPorts = {
    ...services.accounts,
    authSecrets: services.authSecrets,
    sendsMail: mails !== null,
    sendLink: linkSender({ ...services.accounts, mails, show: showsLinks ? show : null, warn }),
    defer: services.defer,
    warn,
  };
  return createDashboard({ ...services, signIn, auth: rememberAuth(signIn) });
}
