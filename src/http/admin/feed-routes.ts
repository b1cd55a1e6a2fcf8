import { Hono } from 'hono';
import type { AppEnv } from '../context.ts';

/** Fetches and publishes one feed now. @throws ApiError NOT_FOUND when there is no such feed */
export type RefreshFeed = (
  name: string,
) => Promise<{ name: string; as_of: string | null; rows: number }>;

/** Public feeds the service refreshes by itself; here by hand. */
export function feedRoutes(refreshFeed: RefreshFeed): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/feeds/:name/refresh', async (c) =>
    c.json({ success: true, data: await refreshFeed(c.req.param('name')) }),
  );
  return routes;
}
