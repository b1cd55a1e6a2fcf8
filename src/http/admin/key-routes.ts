import { Hono } from 'hono';
import * as z from 'zod';
import { createApiKey } from '../../accounts/create-api-key.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { revokeApiKey } from '../../accounts/revoke-api-key.ts';
import type { AppEnv } from '../context.ts';
import { toIso, toIsoOrNull } from '../iso-time.ts';
import { jsonOnly, MAX_BODY_BYTES, parsed } from '../json-body.ts';
import { email, moment, name, optional, required } from './fields.ts';

const keyBody = z.object({
  user_email: required(email),
  name: required(name),
  mode: required(z.enum(['live', 'test'])),
  expires_at: optional(moment),
});

/** API keys: shown once, revoked at once. */
export function keyRoutes(ports: AccountPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post(
    '/organizations/:id/api-keys',
    jsonOnly(MAX_BODY_BYTES),
    parsed('json', keyBody),
    async (c) => {
      const body = c.req.valid('json');
      const request = {
        organizationId: c.req.param('id'),
        userEmail: body.user_email,
        name: body.name,
        mode: body.mode,
        expiresAt: body.expires_at,
      };
      const { stored, key } = await createApiKey(request, ports);
      const { id, last4, expiresAt } = stored;
      // The only reply that ever holds the key: no cache may keep it.
      c.header('Cache-Control', 'no-store');
      return c.json({
        success: true,
        data: { id, key, last4, mode: stored.mode, expires_at: toIsoOrNull(expiresAt) },
      });
    },
  );

  routes.delete('/api-keys/:id', async (c) => {
    const { id, revokedAt } = await revokeApiKey(c.req.param('id'), ports);
    return c.json({ success: true, data: { id, revoked_at: toIso(revokedAt) } });
  });
  return routes;
}
