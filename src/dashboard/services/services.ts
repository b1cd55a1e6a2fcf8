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
  /** A URI of the operator; undefined where none is set. */
  contact: string | undefined;
  /** @param origin scheme and host that links begin with */
  auth(origin: string): Promise<Auth>;
  authSecrets: Secrets | null;
  /** What agents ask for; loaded when one does. */
  consents(): Promise<AgentConsents>;
  /** Scheme and host of the service; undefined takes the request's. */
  publicUrl: string | undefined;
  /** On every page, and in mails. */
  serviceName: string;
  log(level: 'warn' | 'error', message: string, fields?: Record<string, unknown>): void;
}

/** What pages reach once signing in is known to be on. */
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
 * Audit log of changes of money, keys or members: who made it, by which form, to what. Best effort:
 * a change whose entry cannot be written has been made all the same.
 * @param target id of what was changed; null for the organization itself
 * @param changes what became what; null where the route says all
 * @param organizationId whose it is; absent: of the organization that is shown
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

/** Audit log of a sign-in, or of a change of one's own: in every organization of the person. */
export async function auditOwnChange(
  c: PageContext,
  { accounts, log }: AuditServices,
  userId: string,
  target: string | null = null,
): Promise<void> {
  await recordPersonalEntry(auditEntry(c, userId, target), accounts).catch((cause) =>
    log('warn', 'a sign-in could not be written to the audit log', { cause }),
  );
}
