import { Hono } from 'hono';
import * as z from 'zod';
import { toIsoOrNull } from '../../core/iso-time.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { MAX_LISTED_MONITORS, watchMonitors } from '../../monitors/read-monitors.ts';
import { sweepMonitor } from '../../monitors/tend-monitors.ts';
import type { AppEnv } from '../context.ts';
import { parsed } from '../json-body.ts';
import { describeWatched } from '../monitors/describe-monitors.ts';
import { optional } from './fields.ts';

const query = z.object({
  limit: optional(z.coerce.number().int().min(1).max(MAX_LISTED_MONITORS)),
  cursor: optional(z.string()),
});

/** Monitors of every organization, and a push for one whose run seems stuck. */
export function monitorAdminRoutes(monitors: MonitorPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/monitors', parsed('query', query), async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const page = await watchMonitors({ limit: limit ?? MAX_LISTED_MONITORS, cursor }, monitors);
    const data = {
      monitors: page.monitors.map(describeWatched),
      next_cursor: page.nextCursor,
      has_more: page.nextCursor !== null,
    };
    return c.json({ success: true, data });
  });
  routes.post('/monitors/:id/sweep', async (c) => {
    const id = c.req.param('id');
    const { runId, nextRunAt } = await sweepMonitor(id, monitors);
    const data = { monitor_id: id, run_id: runId, next_run_at: toIsoOrNull(nextRunAt) };
    return c.json({ success: true, data });
  });
  return routes;
}
