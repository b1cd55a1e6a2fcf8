import type { AccountPorts } from '../accounts/ports.ts';
import type { Auth } from '../accounts/sign-in/auth.ts';
import type { SignInPorts } from '../accounts/sign-in/ports.ts';
import type { BillingPorts } from '../billing/ports.ts';
import type { AgentConsents } from '../core/account/agents.ts';
import type { Secrets } from '../core/secrets.ts';
import type { HomeServices } from './pages/home.tsx';
import type { MonitorPageServices } from './pages/monitors.tsx';
import type { JobPageServices } from './pages/new-job.tsx';
import type { TryServices } from './pages/try.tsx';

/** Everything the pages reach. */
export interface DashboardServices
  extends HomeServices,
    JobPageServices,
    MonitorPageServices,
    TryServices {
  accounts: AccountPorts;
  signIn: SignInPorts;
  billing: BillingPorts;
  /** A URI of whoever operates the service; undefined where none is told. */
  contact: string | undefined;
  /** @param origin scheme and host that links begin with */
  auth(origin: string): Promise<Auth>;
  /** AUTH_SECRET; null and nobody can sign in. */
  authSecrets: Secrets | null;
  /** What agents ask for; loaded when one does. */
  consents(): Promise<AgentConsents>;
  /** Scheme and host of the service; undefined takes the request's. */
  publicUrl: string | undefined;
  log(level: 'warn' | 'error', message: string, fields?: Record<string, unknown>): void;
}
