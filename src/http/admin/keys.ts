import { Hono } from 'hono';
import * as z from 'zod';
import { issueApiKey, revokeApiKey, suspendApiKey } from '../../accounts/api-keys.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { normalizeCidr } from '../../domain/ip/cidr.ts';
import { toIsoOrNull } from '../../lib/time.ts';
import type { AppEnv } from '../request/context.ts';
import {
  emailField,
  MAX_BODY_BYTES,
  nameField,
  optionalField,
  requiredField,
  requireJsonBody,
  timestampField,
  validated,
} from '../request/validation.ts';

const MAX_SCOPES = 100;
const MAX_CIDRS = 100;

/** `*` is every product, as is no list at all. */
const productTypeField = z
  .string()
  .regex(/^(?:\*|[a-z][a-z0-9_]{0,60})$/, 'must be a product type or *');

const cidrField = z.string().transform((text, context) => {
  try {
    return normalizeCidr(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be an address or a network in CIDR form' });
    return z.NEVER;
  }
});

const keyBody = z.object({
  user_email: requiredField(emailField),
  name: requiredField(nameField),
  mode: requiredField(z.enum(['live', 'test'])),
  expires_at: optionalField(timestampField),
  scopes: optionalField(z.array(productTypeField).min(1).max(MAX_SCOPES)),
  ip_allow: optionalField(z.array(cidrField).min(1).max(MAX_CIDRS)),
});

/** API keys: shown once, revoked and suspended at once. */
export function keyRoutes(ports: AccountPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post(
    '/organizations/:id/api-keys',
    requireJsonBody(MAX_BODY_BYTES),
    validated('json', keyBody),
    async (c) => {
      const body = c.req.valid('json');
      const request = {
        organizationId: c.req.param('id'),
        userEmail: body.user_email,
        name: body.name,
        mode: body.mode,
        expiresAt: body.expires_at,
        scopes: body.scopes?.includes('*') ? null : body.scopes,
        ipAllow: body.ip_allow,
      };
      const { stored, key } = await issueApiKey(request, ports);
      const { id, last4, expiresAt } = stored;
      // The only reply that ever holds the key: no cache may keep it.
      c.header('Cache-Control', 'no-store');
      return c.json({
        success: true,
        data: {
          id,
          key,
          last4,
          mode: stored.mode,
          expires_at: toIsoOrNull(expiresAt),
          scopes: stored.scopes,
          ip_allow: stored.ipAllow,
        },
      });
    },
  );

  routes.delete('/api-keys/:id', async (c) => {
    const { id, revokedAt } = await revokeApiKey({ id: c.req.param('id'), by: null }, ports);
    return c.json({ success: true, data: { id, revoked_at: toIsoOrNull(revokedAt) } });
  });

  for (const verb of ['suspend', 'resume'] as const) {
    routes.post(`/api-keys/:id/${verb}`, async (c) => {
      const request = { id: c.req.param('id'), by: null, suspended: verb === 'suspend' };
      const { id, suspendedAt } = await suspendApiKey(request, ports);
      return c.json({ success: true, data: { id, suspended_at: toIsoOrNull(suspendedAt) } });
    });
  }
  return routes;
}
