import { type Context, Hono } from 'hono';
import { statusObject } from '../bulk/announce.ts';
import { cancelJob } from '../bulk/cancel-job.ts';
import { createJob } from '../bulk/create-job.ts';
import { describeCreated, describeShortage } from '../bulk/describe-created.ts';
import type { BulkPorts } from '../bulk/ports.ts';
import { listJobs, MAX_LISTED_JOBS, readJob } from '../bulk/read-jobs.ts';
import { MAX_RESULT_ROWS, readResults } from '../bulk/read-results.ts';
import { realmOf } from '../core/account/caller.ts';
import { type Access, authorize } from './authorize.ts';
import { arrivingJob } from './bulk/arriving-job.ts';
import { describeListed, describeResults } from './bulk/describe-jobs.ts';
import { listQuery, resultsQuery } from './bulk/job-fields.ts';
import type { AppEnv } from './context.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { jsonTyped, parsed } from './json-body.ts';

/**
 * Bulk jobs: created, watched, read and cancelled. Only the rows cost anything; calls are counted
 * in the account window.
 */
export function bulkRoutes({
  access,
  bulk,
  publicUrl,
}: {
  access: Access;
  bulk: BulkPorts;
  /** Scheme and host in links; undefined takes the request's. */
  publicUrl: string | undefined;
}): Hono<AppEnv> {
  const originOf = (c: Context<AppEnv>): string => publicUrl ?? new URL(c.req.url).origin;
  const routes = new Hono<AppEnv>();
  const counted = authorize(access, 'account');
  const named = (c: Context<AppEnv, '/bulk/jobs/:id'>) => ({
    ...realmOf(c.get('caller')),
    jobId: c.req.param('id'),
  });

  routes.post('/bulk/jobs', counted, jsonTyped, async (c) => {
    const request = {
      caller: c.get('caller'),
      job: arrivingJob(c.req.raw.body),
      idempotencyKey: idempotencyKeyOf(c),
      origin: originOf(c),
    };
    const job = await createJob(request, bulk);
    if (job.kind === 'refused') return c.json(describeShortage(job.shortage), 402);
    if (job.kind === 'replayed') c.header('Idempotent-Replay', 'true');
    return c.json(
      { success: true, data: describeCreated(job) },
      job.kind === 'replayed' ? 200 : 201,
    );
  });

  routes.get('/bulk/jobs', counted, parsed('query', listQuery), async (c) => {
    const realm = realmOf(c.get('caller'));
    const { limit = MAX_LISTED_JOBS / 5, cursor } = c.req.valid('query');
    const page = await listJobs({ ...realm, limit, cursor: cursor ?? null }, bulk);
    return c.json({
      success: true,
      data: await describeListed(page, limit, originOf(c), bulk.links),
    });
  });

  routes.get('/bulk/jobs/:id', counted, async (c) => {
    const state = await readJob(named(c), bulk);
    return c.json({ success: true, data: await statusObject(state, originOf(c), bulk.links) });
  });

  routes.get('/bulk/jobs/:id/results', counted, parsed('query', resultsQuery), async (c) => {
    const { limit = MAX_RESULT_ROWS / 10, offset = 0, cursor } = c.req.valid('query');
    const page = await readResults(
      { ...named(c as never), limit, offset, cursor: cursor ?? null },
      bulk,
    );
    return c.json({
      success: true,
      data: await describeResults(page, limit, originOf(c), bulk.links),
    });
  });

  routes.post('/bulk/jobs/:id/cancel', counted, async (c) => {
    const state = await cancelJob(named(c as never), bulk);
    return c.json({ success: true, data: await statusObject(state, originOf(c), bulk.links) });
  });
  return routes;
}
