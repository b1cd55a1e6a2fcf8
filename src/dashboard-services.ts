import { rememberAuth } from './accounts/sign-in/auth.ts';
import type { SignInPorts } from './accounts/sign-in/ports.ts';
import type { MailSender } from './core/jobs/mail.ts';
import { createDashboard } from './dashboard/dashboard.tsx';
import type { DashboardServices } from './dashboard/services.ts';

/** What the dashboard is built from. */
export interface DashboardParts
  extends Omit<DashboardServices, 'signIn' | 'auth'>,
    Pick<SignInPorts, 'warn'> {
  /** Null where no mail can be sent. */
  mails: MailSender | null;
}

/** The dashboard over its parts. */
export function openDashboard({ mails, warn, ...services }: DashboardParts) {
  const signIn: SignInPorts = {
    ...services.accounts,
    authSecrets: services.authSecrets,
    sendsMail: mails !== null,
    sendLink: async () => undefined,
    defer: services.defer,
    warn,
  };
  return createDashboard({ ...services, signIn, auth: rememberAuth(signIn) });
}
