import { Hono } from 'hono';
import { audit } from '../../accounts/audit-log.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { listUnsentMails } from '../../accounts/sign-in/send-link.ts';
import { toIso } from '../../core/iso-time.ts';
import type { AppEnv } from '../context.ts';

const ROUTE = '/admin/mails';

/**
 * `GET /admin/mails`: links that no mail could carry, for the operator to pass on. Whoever has one
 * has the account, so reading them is written down like a change, and before it is done.
 */
export function mailRoutes(ports: Pick<AccountPorts, 'db' | 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/mails', async (c) => {
    const who = { actor: 'operator', requestId: c.get('requestId'), organizationId: null };
    await audit({ ...who, method: 'GET', route: ROUTE, target: null }, ports);
    const mails = await listUnsentMails(ports);
    c.header('Cache-Control', 'no-store');
    const data = {
      mails: mails.map(({ kind, recipient, link, at, expiresAt }) => ({
        ...{ kind, to: recipient, link },
        ...{ created_at: toIso(at), expires_at: toIso(expiresAt) },
      })),
    };
    return c.json({ success: true, data });
  });
  return routes;
}
