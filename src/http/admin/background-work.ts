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
  ...counts,
  credits_used: credits,
  created_at: toIso(createdAt),
});

/** Running bulk jobs of every organization, and a resend for one that seems stuck. */
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

/** Monitors of every organization, and a resend for one whose run seems stuck. */
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
 * `GET /admin/mails`: links that no mail could carry, for the operator to pass on. Such a link
 * gives access to the account, so reading them is written to the audit log, and before it is done.
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
        kind,
        to: recipient,
        link,
        created_at: toIso(at),
        expires_at: toIso(expiresAt),
      })),
    };
    return c.json({ success: true, data });
  });
  return routes;
}

/** What the operator may ask of the refreshed feeds. */
export interface FeedVerbs {
  /** Dates are ISO 8601; `lastFailure` is null after a success. */
  list(): Promise<
    {
      name: string;
      asOf: string | null;
      rows: number;
      fetchedAt: string | null;
      dueAt: string | null;
      isDue: boolean;
      lastFailure: unknown;
    }[]
  >;
  /** @throws ApiError NOT_FOUND, and UPSTREAM_ERROR where the publisher does not answer */
  refresh(name: string): Promise<{ asOf: string | null; rows: number }>;
}

/** Public feeds that cron refreshes: their state, and refreshing one by hand. */
export function feedRoutes(verbs: FeedVerbs): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/feeds', async (c) => {
    const listed = await verbs.list();
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
    const { asOf, rows } = await verbs.refresh(name);
    return c.json({ success: true, data: { name, as_of: asOf, rows } });
  });

  return routes;
}
