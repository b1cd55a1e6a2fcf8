import { Hono } from 'hono';
import type { BulkPorts } from '../../bulk/ports.ts';
import { type WatchedJob, watchJobs } from '../../bulk/read-jobs.ts';
import { resendJob } from '../../bulk/tend-jobs.ts';
import { toIso } from '../../core/iso-time.ts';
import { processedRows } from '../../core/jobs/bulk.ts';
import type { AppEnv } from '../context.ts';

const describe = ({
  id,
  organizationId,
  type,
  status,
  total,
  counts,
  credits,
  createdAt,
}: WatchedJob) => ({
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
    c.json({ success: true, data: { jobs: (await watchJobs(bulk)).map(describe) } }),
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
