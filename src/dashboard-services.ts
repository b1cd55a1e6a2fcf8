import { cacheAuth } from './accounts/sign-in/auth.ts';
import { linkSender } from './accounts/sign-in/link-mails.ts';
import type { LinkMail, SignInPorts } from './accounts/sign-in/ports.ts';
import { createDashboard } from './dashboard/dashboard.tsx';
import type { DashboardServices } from './dashboard/services/services.ts';
import type { MailSender } from './lib/mail.ts';
import { isLoopback } from './lib/origin.ts';

export { signInProviders } from './accounts/sign-in/providers.ts';

export interface DashboardParts
  extends Omit<DashboardServices, 'signIn' | 'auth'>,
    Pick<SignInPorts, 'warn'> {
  /** OAuth providers of sign-in that are configured; absent: none. */
  providers?: SignInPorts['providers'];
  /** Null where no mail can be sent. */
  mails: MailSender | null;
  /** Whether links that are not sent are shown in the log: on a laptop only; absent, never. */
  showsLinks?: boolean;
}

/** Log of links in the terminal, for local development. */
const logLink = ({ kind, to, link }: LinkMail): void => {
  if (isLoopback(link)) console.info(`Mail (${kind}) to ${to}: ${link}`);
};

/** The dashboard over its parts. */
export function openDashboard({
  mails,
  showsLinks,
  providers = [],
  warn,
  ...services
}: DashboardParts) {
  const signIn: SignInPorts = {
    ...services.accounts,
    authSecrets: services.authSecrets,
    serviceName: services.serviceName,
    providers,
    sendsMail: mails !== null,
    sendLink: linkSender({
      ...services.accounts,
      serviceName: services.serviceName,
      mails,
      show: showsLinks ? logLink : null,
      warn,
    }),
    defer: services.defer,
    warn,
  };
  return createDashboard({ ...services, signIn, auth: cacheAuth(signIn) });
}
