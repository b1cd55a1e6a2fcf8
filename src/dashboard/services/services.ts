import { routePath } from 'hono/route';
import type { AgentConsents } from '../../accounts/agent-consent.ts';
import { recordAuditEntry, recordPersonalEntry } from '../../accounts/audit-log.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import type { Auth } from '../../accounts/sign-in/auth.ts';
import type { SignInPorts } from '../../accounts/sign-in/ports.ts';
import type { BillingPorts } from '../../billing/ports.ts';
import type { Secrets } from '../../lib/secrets.ts';
import type { HomeServices } from '../home/home.tsx';
import type { JobPageServices } from '../jobs/new-job.tsx';
import type { MonitorPageServices } from '../monitors/new-monitor.tsx';
import { clientAddress, type PageContext, requireSessionUser } from '../session/context.ts';
import type { TryServices } from '../try/try.tsx';

export interface DashboardServices
  extends HomeServices,
    JobPageServices,
    MonitorPageServices,
    TryServices {
  accounts: AccountPorts;
  signIn: SignInPorts;
  billing: BillingPorts;
  /** Contact URI of the operator; undefined if none is set. */
  contact: string | undefined;
  /** @param origin scheme and host of links */
  auth(origin: string): Promise<Auth>;
  authSecrets: Secrets | null;
  /** Consent requests of agents; loaded when needed. */
  consents(): Promise<AgentConsents>;
  /** Scheme and host of the service; undefined means the request's. */
  publicUrl: string | undefined;
  /** Name on all pages and in mails. */
  serviceName: string;
  log(level: 'warn' | 'error', message: string, fields?: Record<string, unknown>): void;
}

/** Services of pages when sign-in is configured. */
export interface PageServices extends DashboardServices {
  authSecrets: Secrets;
}

type AuditServices = Pick<DashboardServices, 'accounts' | 'log'>;

const auditEntry = (c: PageContext, actor: string, target: string | null) => ({
  requestId: c.env.requestId,
  actor,
  method: c.req.method,
  target,
  route: routePath(c, -1),
  address: clientAddress(c) || null,
});

/**
 * Writes a change of credits, keys or members to the audit log. Best effort: the change stands even
 * if its entry cannot be written.
 * @param target id of the changed resource; null for the organization itself
 * @param changes old and new values; null if the route is sufficient
 * @param organizationId owner; by default the organization that is shown
 */
export async function auditPageChange(
  c: PageContext,
  { accounts, log }: AuditServices,
  target: string | null,
  changes: string | null,
  organizationId = requireSessionUser(c).organizationId,
): Promise<void> {
  const made = auditEntry(c, requireSessionUser(c).userId, target);
  const entry = { ...made, changes, organizationId };
  await recordAuditEntry(entry, accounts).catch((cause) =>
    log('warn', 'a change could not be written to the audit log', { cause }),
  );
}

/** Writes a sign-in, or a change of one's own account, to the log of all own organizations. */
export async function auditOwnChange(
  c: PageContext,
  { accounts, log }: AuditServices,
  userId: string,
  target: string | null = null,
  changes: string | null = null,
): Promise<void> {
  const entry = { ...auditEntry(c, userId, target), changes };
  await recordPersonalEntry(entry, accounts).catch((cause) =>
    log('warn', 'a sign-in could not be written to the audit log', { cause }),
  );
}
