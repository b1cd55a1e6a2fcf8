import { Hono } from 'hono';
import type { AccountPorts } from '../../accounts/ports.ts';
import { seedDemo } from '../../accounts/seed-demo.ts';
import { ApiError } from '../../core/errors.ts';
import type { AppEnv } from '../context.ts';

/**
 * The demo organization of a laptop.
 * @param keySecret null where there is to be none: then the path does not exist
 */
export function demoRoutes(ports: AccountPorts, keySecret: string | null): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/demo', async (c) => {
    if (keySecret === null) throw new ApiError('NOT_FOUND');
    const { organizationId, keys, signIn } = await seedDemo(ports, keySecret);
    c.header('Cache-Control', 'no-store');
    const data = { organization_id: organizationId, keys, sign_in: signIn };
    return c.json({ success: true, data });
  });
  return routes;
}
