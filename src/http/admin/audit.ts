import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import * as z from 'zod';
import {
  ANY_AUDIT_ENTRY,
  inDoubt,
  MAX_AUDIT_ENTRIES,
  readAuditLog,
  recordAuditEntry,
} from '../../accounts/audit-log.ts';
import { organizationOfKeyId } from '../../accounts/keys/api-key.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { field } from '../../lookup/answer-fields.ts';
import { timestamp } from '../openapi/json-schemas.ts';
import type { AppEnv } from '../request/context.ts';
import { pageQuery } from '../request/validation.ts';
import { operatorRoute, pageAnswer } from './shared.ts';

const DEFAULT_ENTRIES = 100;
const MAX_TARGET_CHARS = 200;

export type AuditPorts = Pick<AccountPorts, 'db' | 'clock'> & {
  warn(message: string, cause: unknown): void;
};

/**
 * Audit log of every change, and of every request that may have made one, because the service
 * failed. Best effort: if the entry cannot be written, the change stands.
 */
export const auditChanges = (ports: AuditPorts): MiddlewareHandler<AppEnv> =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const isReading = c.req.method === 'GET' || c.req.method === 'HEAD' || c.get('isReading');
    const { status } = c.res;
    if (isReading || (status >= 400 && status < 500)) return;
    const route = routePath(c, -1);
    const { id, ...others }: Record<string, string | undefined> = c.req.param();
    const [named] = Object.values(others);
    const isOrganization = route.startsWith('/admin/organizations/');
    const organizationId = isOrganization ? id : c.get('madeOrganization');
    const keyOwner = id && route.startsWith('/admin/api-keys/') ? organizationOfKeyId(id) : null;
    const target = named ?? (isOrganization ? null : id);
    const entry = {
      requestId: c.get('requestId'),
      actor: 'operator',
      method: c.req.method,
      route,
      target: target?.slice(0, MAX_TARGET_CHARS) ?? null,
      changes: status < 500 ? (c.get('changes') ?? null) : inDoubt(status),
      organizationId: organizationId?.slice(0, MAX_TARGET_CHARS) ?? keyOwner,
    };
    await recordAuditEntry(entry, ports).catch((cause) =>
      ports.warn('a change could not be written to the audit log', cause),
    );
  });

/**
 * Writes an audit entry for a read of access links or of all data of a customer, before anything is
 * returned.
 */
export const auditReading = (
  c: Context<AppEnv>,
  route: string,
  organizationId: string | null,
  ports: Pick<AccountPorts, 'db' | 'clock'>,
): Promise<void> => {
  const who = { actor: 'operator', requestId: c.get('requestId'), organizationId };
  return recordAuditEntry({ ...who, method: 'GET', route, target: null }, ports);
};

const entrySchema = () =>
  z.object({
    at: timestamp,
    actor: field.text('operator, or the member who made the change.'),
    method: z.string(),
    route: field.text('Pattern of the path.'),
    target: field.textOrNull('What was changed, if it is not an organization.'),
    organization_id: z.string().nullable(),
    request_id: z.string(),
    address: field.textOrNull('IP address of the member; null for the operator.'),
    changes: field.textOrNull('Old and new values; null if the route is sufficient.'),
  });

const auditLogRoute = operatorRoute({
  endpoint: 'GET /admin/audit-log',
  operationId: 'readAuditLog',
  summary: 'Who changed what, newest first',
  description: 'Changes by the operator and by members, and access to links and exports.',
  query: z.object(pageQuery(MAX_AUDIT_ENTRIES, DEFAULT_ENTRIES)),
  answer: pageAnswer('entries', entrySchema),
  handle: ({ query }, { accounts }) => readAuditLog(ANY_AUDIT_ENTRY, query, accounts),
});

export const auditRoutes = {
  tag: { name: 'Audit log', description: 'What was changed, and by whom.' },
  routes: [auditLogRoute],
};
