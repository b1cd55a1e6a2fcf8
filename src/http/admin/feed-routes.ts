import { Hono } from 'hono';
import { listFeeds } from '../../feeds/list-feeds.ts';
import type { FeedPorts } from '../../feeds/ports.ts';
import { refreshFeed } from '../../feeds/refresh-feed.ts';
import type { AppEnv } from '../context.ts';

/** Public feeds the service refreshes by itself: their state, and refreshing one by hand. */
export function feedRoutes(ports: FeedPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/feeds', async (c) => {
    const listed = await listFeeds(ports);
    const feeds = listed.map(({ asOf, fetchedAt, dueAt, isDue, lastFailure, ...feed }) => ({
      ...feed,
      as_of: asOf,
      fetched_at: fetchedAt,
      due: isDue,
      due_at: dueAt,
      last_failure: lastFailure,
    }));
    return c.json({ success: true, data: { feeds } });
  });

  routes.post('/feeds/:name/refresh', async (c) => {
    const name = c.req.param('name');
    const { asOf, rows } = await refreshFeed(name, ports);
    return c.json({ success: true, data: { name, as_of: asOf, rows } });
  });

  return routes;
}
