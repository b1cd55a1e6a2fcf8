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
  /** Configured OAuth providers for sign-in; absent if there are none. */
  providers?: SignInPorts['providers'];
  /** Null if no mail can be sent. */
  mails: MailSender | null;
  /** Whether links that cannot be mailed are logged; only for local development. */
  showsLinks?: boolean;
}

/** Logs a link in the terminal, for local development. */
const logLink = ({ kind, to, link }: LinkMail): void => {
  if (isLoopback(link)) console.info(`Mail (${kind}) to ${to}: ${link}`);
};

/** Assembles the dashboard from its services. */
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
