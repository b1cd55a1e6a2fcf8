import { Hono, type MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import * as z from 'zod';
import {
  type AuditEntry,
  MAX_AUDIT_ENTRIES,
  readAuditLog,
  recordAuditEntry,
} from '../../accounts/audit-log.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { toIso } from '../../lib/time.ts';
import type { AppEnv } from '../request/context.ts';
import { optionalField, validated } from '../request/validation.ts';

const DEFAULT_ENTRIES = 100;
const MAX_TARGET_CHARS = 200;

export type AuditPorts = Pick<AccountPorts, 'db' | 'clock'> & {
  warn(message: string, cause: unknown): void;
};

/**
 * Audit log of every change. Best effort: a change whose entry cannot be written has been made all
 * the same.
 */
export const auditChanges = (ports: AuditPorts): MiddlewareHandler<AppEnv> =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || c.res.status >= 400) return;
    const route = routePath(c, -1);
    const params: Record<string, string> = c.req.param();
    const named = Object.values(params)[0]?.slice(0, MAX_TARGET_CHARS) ?? null;
    const isOrganization = route.startsWith('/admin/organizations/');
    const entry = {
      requestId: c.get('requestId'),
      actor: 'operator',
      method: c.req.method,
      route,
      target: isOrganization ? null : named,
      organizationId: isOrganization ? named : (c.get('madeOrganization') ?? null),
    };
    await recordAuditEntry(entry, ports).catch((cause) =>
      ports.warn('a change could not be written to the audit log', cause),
    );
  });

const pageQuery = z.object({
  cursor: optionalField(z.string()),
  limit: optionalField(z.coerce.number().int().min(1).max(MAX_AUDIT_ENTRIES)),
});

const describeAuditEntry = ({
  at,
  actor,
  method,
  route,
  target,
  organizationId,
  requestId,
}: AuditEntry) => ({
  at: toIso(at),
  actor,
  method,
  route,
  target,
  organization_id: organizationId,
  request_id: requestId,
});

/** `GET /admin/audit-log`: who did what, newest first. */
export function auditRoutes(ports: AuditPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/audit-log', validated('query', pageQuery), async (c) => {
    const { cursor, limit } = c.req.valid('query');
    const page = await readAuditLog({ cursor, limit: limit ?? DEFAULT_ENTRIES }, ports);
    const data = {
      entries: page.entries.map(describeAuditEntry),
      next_cursor: page.nextCursor,
      has_more: page.nextCursor !== null,
    };
    return c.json({ success: true, data });
  });
  return routes;
}
