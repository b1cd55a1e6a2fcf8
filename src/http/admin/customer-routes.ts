import { Hono } from 'hono';
import type { AccountPorts } from '../../accounts/ports.ts';
import { readOrganization } from '../../accounts/read-organization.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { listJobs } from '../../bulk/read-jobs.ts';
import { toIso, toIsoOrNull } from '../../core/iso-time.ts';
import { type JobState, processedRows } from '../../core/jobs/bulk.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { listMonitors } from '../../monitors/read-monitors.ts';
import { listDeliveries } from '../../webhooks/list-deliveries.ts';
import type { WebhookPorts } from '../../webhooks/ports.ts';
import type { AppEnv } from '../context.ts';
import { describeWatched } from '../monitors/describe-monitors.ts';
import { describeDelivery } from '../webhook-routes.ts';
import { describeAccount } from './describe-organization.ts';

/** The newest of each that are shown with a customer. */
const RECENT = 20;

const describeJob = ({
  id,
  type,
  status,
  total,
  counts,
  credits,
  ...job
}: JobState & { type: string }) => ({
  ...{ job_id: id, type, status, total, processed: processedRows(counts) },
  ...{ ...counts, credits_used: credits },
  created_at: toIso(job.createdAt),
  completed_at: toIsoOrNull(job.endedAt),
});

/** One customer whole: what the account, its jobs, monitors and deliveries know. */
export function customerRoutes(ports: {
  accounts: AccountPorts;
  bulk: BulkPorts;
  monitors: Pick<MonitorPorts, 'db' | 'products'>;
  webhooks: Pick<WebhookPorts, 'db'>;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/organizations/:id', async (c) => {
    const organizationId = c.req.param('id');
    const page = { organizationId, mode: null, scopes: null, limit: RECENT, cursor: null };
    const { view, usage } = await readOrganization(organizationId, ports.accounts);
    const [{ jobs }, { monitors }, { deliveries }] = await Promise.all([
      listJobs(page, ports.bulk),
      listMonitors({ ...page, kind: null }, ports.monitors),
      listDeliveries(page, ports.webhooks),
    ]);
    const data = {
      ...describeAccount(view, usage),
      jobs: jobs.map(describeJob),
      monitors: monitors.map(describeWatched),
      deliveries: deliveries.map(describeDelivery),
    };
    return c.json({ success: true, data });
  });
  return routes;
}
