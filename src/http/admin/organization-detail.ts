import { Hono } from 'hono';
import type { AccountPorts } from '../../accounts/ports.ts';
import { readOrganization } from '../../accounts/usage.ts';
import { listJobs } from '../../bulk/jobs.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { toIso, toIsoOrNull } from '../../lib/time.ts';
import { type JobSnapshot, processedRows } from '../../lookup/jobs/job.ts';
import { listMonitors } from '../../monitors/monitors.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { listDeliveries } from '../../webhooks/delivery-log.ts';
import type { WebhookPorts } from '../../webhooks/ports.ts';
import type { AppEnv } from '../request/context.ts';
import { describeMonitorForOperator } from '../v1/monitor-schemas.ts';
import { describeDelivery } from '../v1/webhooks-and-files.ts';
import { describeOrganization } from './organizations.ts';

/** The newest of each that are shown with a customer. */
const RECENT_LIMIT = 20;

const describeRecentJob = ({
  id,
  type,
  status,
  total,
  counts,
  credits,
  ...job
}: JobSnapshot & { type: string }) => ({
  job_id: id,
  type,
  status,
  total,
  processed: processedRows(counts),
  ...counts,
  credits_used: credits,
  created_at: toIso(job.createdAt),
  completed_at: toIsoOrNull(job.endedAt),
});

/** One customer whole: what the account, its jobs, monitors and deliveries know. */
export function organizationDetailRoutes(ports: {
  accounts: AccountPorts;
  bulk: BulkPorts;
  monitors: Pick<MonitorPorts, 'db' | 'products'>;
  webhooks: Pick<WebhookPorts, 'db'>;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/organizations/:id', async (c) => {
    const organizationId = c.req.param('id');
    const page = { organizationId, mode: null, scopes: null, limit: RECENT_LIMIT, cursor: null };
    const { view, usage } = await readOrganization(organizationId, ports.accounts);
    const [{ jobs }, { monitors }, { deliveries }] = await Promise.all([
      listJobs(page, ports.bulk),
      listMonitors({ ...page, kind: null }, ports.monitors),
      listDeliveries(page, ports.webhooks),
    ]);
    const data = {
      ...describeOrganization(view, usage),
      jobs: jobs.map(describeRecentJob),
      monitors: monitors.map(describeMonitorForOperator),
      deliveries: deliveries.map(describeDelivery),
    };
    return c.json({ success: true, data });
  });
  return routes;
}
