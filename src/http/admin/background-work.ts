import * as z from 'zod';
import { listUnsentMails } from '../../accounts/sign-in/link-mails.ts';
import { listRunningJobStates } from '../../bulk/jobs.ts';
import { resendJob } from '../../bulk/maintenance.ts';
import { toIso } from '../../lib/time.ts';
import { field } from '../../lookup/answer-fields.ts';
import { type JobSnapshot, processedRows } from '../../lookup/jobs/job.ts';
import { resendMonitor } from '../../monitors/maintenance.ts';
import { listMonitorsForOperator, MAX_LISTED_MONITORS } from '../../monitors/monitors.ts';
import { readMetrics } from '../../operations/alerts.ts';
import { timestamp, timestampOrNull } from '../openapi/json-schemas.ts';
import { plainResponse, type Route } from '../openapi/route.ts';
import { pageQuery } from '../request/validation.ts';
import { monitorForOperator, operatorMonitorSchema } from '../v1/monitor-schemas.ts';
import { auditReading } from './audit.ts';
import { type AdminServices, operatorRoute, pageAnswer, successAnswer } from './shared.ts';

const runningJobSchema = () =>
  z.looseObject({
    job_id: z.string(),
    organization_id: z.string(),
    type: z.string(),
    status: z.string(),
    total: z.int(),
    processed: z.int(),
    credits_used: z.int(),
    created_at: timestamp,
  });

export const describeJob = ({ id, counts, credits, ...job }: JobSnapshot & { type: string }) => ({
  jobId: id,
  type: job.type,
  status: job.status,
  total: job.total,
  processed: processedRows(counts),
  ...counts,
  creditsUsed: credits,
  createdAt: toIso(job.createdAt),
});

const jobsRoute = operatorRoute({
  endpoint: 'GET /admin/bulk/jobs',
  operationId: 'listRunningJobs',
  summary: 'Running bulk jobs of every organization',
  description: 'With their counters.',
  answer: successAnswer(() => ({ jobs: z.array(runningJobSchema()) })),
  async handle(_, { bulk }) {
    const jobs = await listRunningJobStates(bulk);
    return {
      jobs: jobs.map((job) => ({ ...describeJob(job), organizationId: job.organizationId })),
    };
  },
});

const resendJobRoute = operatorRoute({
  endpoint: 'POST /admin/bulk/jobs/:id/sweep',
  operationId: 'resendJob',
  summary: 'Wake a job that seems stuck',
  description: 'Sends its messages again; every step of a job is repeatable.',
  params: { id: { description: 'Id of the job.', example: 'job_9f1c2e5a' } },
  answer: successAnswer(() => ({ job_id: z.string(), messages_sent: z.int() })),
  errors: ['NotThere'],
  async handle({ param }, { bulk }) {
    const id = param('id');
    return { jobId: id, messagesSent: await resendJob(id, bulk) };
  },
});

const monitorsRoute = operatorRoute({
  endpoint: 'GET /admin/monitors',
  operationId: 'listMonitors',
  summary: 'Monitors of every organization',
  description: 'With the state of their runs.',
  query: z.object(pageQuery(MAX_LISTED_MONITORS, MAX_LISTED_MONITORS)),
  answer: pageAnswer('monitors', () => operatorMonitorSchema),
  async handle({ query }, { monitors }) {
    const page = await listMonitorsForOperator(query, monitors);
    return { ...page, monitors: page.monitors.map(monitorForOperator) };
  },
});

const resendMonitorRoute = operatorRoute({
  endpoint: 'POST /admin/monitors/:id/sweep',
  operationId: 'resendMonitor',
  summary: 'Wake a monitor whose run seems stuck',
  description: 'Sends its messages again; every step of a run is repeatable.',
  params: { id: { description: 'Id of the monitor.', example: 'mon_9f1c2e5a' } },
  answer: successAnswer(() => ({
    monitor_id: z.string(),
    run_id: z.string().nullable(),
    next_run_at: timestampOrNull,
  })),
  errors: ['NotThere'],
  async handle({ param }, { monitors }) {
    const id = param('id');
    return { monitorId: id, ...(await resendMonitor(id, monitors)) };
  },
});

const mailSchema = () =>
  z.object({
    kind: z.string(),
    to: z.string(),
    link: field.text('Gives access to the account.'),
    created_at: timestamp,
    expires_at: timestamp,
  });

const mailsRoute: Route<AdminServices> = operatorRoute({
  endpoint: 'GET /admin/mails',
  operationId: 'listUnsentMails',
  summary: 'Links that could not be sent by email',
  description: 'Links to pass on to their recipients. Reading them is written to the audit log.',
  answer: successAnswer(() => ({ mails: z.array(mailSchema()) })),
  async handle({ c }, { accounts }) {
    await auditReading(c, mailsRoute.path, null, accounts);
    const unsent = await listUnsentMails(accounts);
    c.header('Cache-Control', 'no-store');
    return { mails: unsent.map((mail) => ({ ...mail, to: mail.recipient, createdAt: mail.at })) };
  },
});

const feedSchema = () =>
  z.object({
    name: z.string(),
    rows: z.int(),
    as_of: z.string().nullable(),
    fetched_at: timestampOrNull,
    due: z.boolean(),
    due_at: timestampOrNull,
    last_failure: z.unknown().describe('Message and time; null after a success.'),
  });

const feedsRoute = operatorRoute({
  endpoint: 'GET /admin/feeds',
  operationId: 'listFeeds',
  summary: 'Public feeds that cron refreshes, and their state',
  description: 'A feed that fails keeps its last good content.',
  answer: successAnswer(() => ({ feeds: z.array(feedSchema()) })),
  handle: async (_, { feeds }) => ({
    feeds: (await feeds.list()).map(({ isDue, ...feed }) => ({ ...feed, due: isDue })),
  }),
});

const refreshFeedRoute = operatorRoute({
  endpoint: 'POST /admin/feeds/:name/refresh',
  operationId: 'refreshFeed',
  summary: 'Refresh one feed now',
  description: 'Downloads the feed from its publisher.',
  params: { name: { description: 'Name of the feed.', example: 'tor_exits' } },
  answer: successAnswer(() => ({ name: z.string(), as_of: z.string().nullable(), rows: z.int() })),
  errors: ['NotThere', 'Unanswered'],
  async handle({ param }, { feeds }) {
    const name = param('name');
    return { name, ...(await feeds.refresh(name)) };
  },
});

const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

const metricsRoute = operatorRoute({
  endpoint: 'GET /admin/metrics',
  operationId: 'readMetrics',
  summary: 'Figures for a collector',
  description: 'OpenMetrics text.',
  responses: () => ({
    200: plainResponse('The figures.', { 'application/openmetrics-text': { type: 'string' } }),
  }),
  handle: async ({ c }, { operations }) =>
    c.body(await readMetrics(operations), 200, { 'Content-Type': OPEN_METRICS }),
});

export const backgroundRoutes = {
  tag: { name: 'Background work', description: 'Jobs, monitors, mails, feeds, metrics.' },
  routes: [
    jobsRoute,
    resendJobRoute,
    monitorsRoute,
    resendMonitorRoute,
    mailsRoute,
    feedsRoute,
    refreshFeedRoute,
    metricsRoute,
  ],
};
