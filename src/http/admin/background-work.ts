import { Hono } from 'hono';
import * as z from 'zod';
import { recordAuditEntry } from '../../accounts/audit-log.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { listUnsentMails } from '../../accounts/sign-in/link-mails.ts';
import { listRunningJobStates, type RunningJob } from '../../bulk/jobs.ts';
import { resendJob } from '../../bulk/maintenance.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { toIso, toIsoOrNull } from '../../lib/time.ts';
import { processedRows } from '../../lookup/jobs/job.ts';
import { resendMonitor } from '../../monitors/maintenance.ts';
import { listMonitorsForOperator, MAX_LISTED_MONITORS } from '../../monitors/monitors.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import type { FeedPorts } from '../../open-data/feeds/feed.ts';
import { listFeeds, refreshFeed } from '../../open-data/feeds/refresh.ts';
import type { AppEnv } from '../request/context.ts';
import { optionalField, validated } from '../request/validation.ts';
import { describeMonitorForOperator } from '../v1/monitor-schemas.ts';

const describeRunningJob = ({
  id,
  organizationId,
  type,
  status,
  total,
  counts,
  credits,
  createdAt,
}: RunningJob) => ({
  ...{
    job_id: id,
    organization_id: organizationId,
    type,
    status,
    total,
    processed: processedRows(counts),
  },
  ...{ ...counts, credits_used: credits, created_at: toIso(createdAt) },
});

/** Running bulk jobs of every organization, and a push for one that seems stuck. */
export function bulkAdminRoutes(bulk: BulkPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/bulk/jobs', async (c) =>
    c.json({
      success: true,
      data: { jobs: (await listRunningJobStates(bulk)).map(describeRunningJob) },
    }),
  );
  routes.post('/bulk/jobs/:id/sweep', async (c) => {
    const id = c.req.param('id');
    return c.json({
      success: true,
      data: { job_id: id, messages_sent: await resendJob(id, bulk) },
    });
  });
  return routes;
}

const monitorsQuery = z.object({
  limit: optionalField(z.coerce.number().int().min(1).max(MAX_LISTED_MONITORS)),
  cursor: optionalField(z.string()),
});

/** Monitors of every organization, and a push for one whose run seems stuck. */
export function monitorAdminRoutes(monitors: MonitorPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/monitors', validated('query', monitorsQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const page = await listMonitorsForOperator(
      { limit: limit ?? MAX_LISTED_MONITORS, cursor },
      monitors,
    );
    const data = {
      monitors: page.monitors.map(describeMonitorForOperator),
      next_cursor: page.nextCursor,
      has_more: page.nextCursor !== null,
    };
    return c.json({ success: true, data });
  });
  routes.post('/monitors/:id/sweep', async (c) => {
    const id = c.req.param('id');
    const { runId, nextRunAt } = await resendMonitor(id, monitors);
    const data = { monitor_id: id, run_id: runId, next_run_at: toIsoOrNull(nextRunAt) };
    return c.json({ success: true, data });
  });
  return routes;
}

const MAILS_ROUTE = '/admin/mails';

/**
 * `GET /admin/mails`: links that no mail could carry, for the operator to pass on. Whoever has one
 * has the account, so reading them is written down like a change, and before it is done.
 */
export function mailRoutes(ports: Pick<AccountPorts, 'db' | 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/mails', async (c) => {
    const who = { actor: 'operator', requestId: c.get('requestId'), organizationId: null };
    await recordAuditEntry({ ...who, method: 'GET', route: MAILS_ROUTE, target: null }, ports);
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
