import { Hono } from 'hono';
import * as z from 'zod';
import { recordAuditEntry } from '../../accounts/audit-log.ts';
import { exportOrganization } from '../../recovery/organization-export.ts';
import { erasePerson } from '../../recovery/person-erasure.ts';
import type { RecoveryPorts } from '../../recovery/ports.ts';
import { rebuildAccount, rebuildDirectory, restoreAccount } from '../../recovery/restoration.ts';
import { organizationsAfter, verifyStores } from '../../recovery/verification.ts';
import type { AppEnv } from '../request/context.ts';
import {
  MAX_BODY_BYTES,
  nameField,
  optionalField,
  requiredField,
  requireJsonBody,
  timestampField,
  validated,
} from '../request/validation.ts';

const stepQuery = z.object({
  organization: optionalField(nameField),
  cursor: optionalField(z.string().max(120)),
});
const eraseQuery = z.object({ cursor: optionalField(z.string().max(1_100)) });
const eraseBody = z.object({ email: optionalField(nameField), phone: optionalField(nameField) });
const restoreBody = z.object({ to: requiredField(timestampField) });

/** Exporting, comparing the stores, and bringing back what one of them has lost. */
export function recoveryRoutes(ports: RecoveryPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/organizations/:id/export', async (c) => {
    const organizationId = c.req.param('id');
    const lines = await exportOrganization(organizationId, ports);
    const who = { actor: 'operator', requestId: c.get('requestId'), organizationId };
    const route = '/admin/organizations/:id/export';
    await recordAuditEntry({ ...who, method: 'GET', route, target: null }, ports);
    const headers = { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' };
    return c.body(lines, 200, headers);
  });

  routes.get('/verify-stores', validated('query', stepQuery), async (c) => {
    const { organization, cursor } = c.req.valid('query');
    const step = await verifyStores({ organizationId: organization, cursor }, ports);
    const data = { ...step, next_cursor: step.nextCursor, has_more: step.nextCursor !== null };
    return c.json({ success: true, data });
  });

  routes.post('/rebuild-directory', validated('query', stepQuery), async (c) => {
    const { organization, cursor } = c.req.valid('query');
    const [id] = organization ? [organization] : await organizationsAfter(cursor ?? '', ports);
    const rebuilt = id === undefined ? [] : [{ organization: id, ...(await outcomeOf(id)) }];
    const nextCursor = organization || id === undefined ? null : id;
    const data = { findings: rebuilt, next_cursor: nextCursor, has_more: nextCursor !== null };
    return c.json({ success: true, data });
  });

  /** Of many, one that cannot be rebuilt does not keep the others from it. */
  const outcomeOf = (id: string) =>
    rebuildDirectory(id, ports).catch((error: Error) => ({ failed: error.message }));

  routes.post(
    '/erase-person',
    requireJsonBody(MAX_BODY_BYTES),
    validated('query', eraseQuery),
    validated('json', eraseBody),
    async (c) => {
      const { email, phone } = c.req.valid('json');
      const subject = email
        ? ({ kind: 'email', text: email } as const)
        : ({ kind: 'phone_number', text: phone ?? '' } as const);
      const { cursor } = c.req.valid('query');
      const { findings, nextCursor } = await erasePerson({ subject, cursor }, ports);
      const data = { findings, next_cursor: nextCursor, has_more: nextCursor !== null };
      return c.json({ success: true, data });
    },
  );

  routes.post('/organizations/:id/rebuild-account', async (c) => {
    const data = await rebuildAccount(c.req.param('id'), ports);
    return c.json({ success: true, data });
  });

  routes.post(
    '/organizations/:id/restore-account',
    requireJsonBody(MAX_BODY_BYTES),
    validated('json', restoreBody),
    async (c) => {
      const { to } = c.req.valid('json');
      const data = await restoreAccount({ organizationId: c.req.param('id'), to }, ports);
      return c.json({ success: true, data });
    },
  );
  return routes;
}
