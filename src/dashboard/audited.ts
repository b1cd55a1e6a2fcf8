import { routePath } from 'hono/route';
import { audit } from '../accounts/audit-log.ts';
import { type PageContext, visitorOf } from './context.ts';
import type { DashboardServices } from './services.ts';

/**
 * Writes down a change of money, keys or members: who made it, by which form, to what. One that
 * cannot be written down has been made all the same.
 * @param target id of what was changed; null for the organization itself
 * @param organizationId whose it is; absent: of the organization that is shown
 */
export async function audited(
  c: PageContext,
  { accounts, log }: Pick<DashboardServices, 'accounts' | 'log'>,
  target: string | null,
  organizationId = visitorOf(c).organizationId,
): Promise<void> {
  const { userId } = visitorOf(c);
  const entry = {
    requestId: c.env.requestId,
    actor: userId,
    method: c.req.method,
    route: routePath(c, -1),
    target,
    organizationId,
  };
  await audit(entry, accounts).catch((cause) =>
    log('warn', 'a change could not be written to the audit log', { cause }),
  );
}
