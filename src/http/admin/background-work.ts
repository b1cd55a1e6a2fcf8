import * as z from 'zod';
import type { AccountPorts } from '../../accounts/ports.ts';
import { listUnsentMails } from '../../accounts/sign-in/link-mails.ts';
import { listRunningJobStates, type RunningJob } from '../../bulk/jobs.ts';
import { resendJob } from '../../bulk/maintenance.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { toIsoOrNull } from '../../lib/time.ts';
import { processedRows } from '../../lookup/jobs/job.ts';
import { resendMonitor } from '../../monitors/maintenance.ts';
import { listMonitorsForOperator, MAX_LISTED_MONITORS } from '../../monitors/monitors.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { type OperationPorts, readMetrics } from '../../operations/alerts.ts';
import { timestamp, timestampOrNull, wireForm } from '../openapi/answers.ts';
import { plainResponse, type Route, route } from '../openapi/route.ts';
import { pageQuery } from '../request/validation.ts';
import { describeMonitorForOperator, operatorMonitorSchema } from '../v1/monitor-schemas.ts';
import { auditReading } from './audit.ts';
import { describeNextPage, pageAnswer, successAnswer } from './shared.ts';

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

const writeRunningJob = wireForm(runningJobSchema);

const describeRunningJob = ({ id, counts, credits, ...job }: RunningJob) => ({
  ...writeRunningJob({
    ...{ ...job, jobId: id, creditsUsed: credits },
    processed: processedRows(counts),
  }),
  ...counts,
});

interface BackgroundServices {
  accounts: Pick<AccountPorts, 'db' | 'clock'>;
  bulk: BulkPorts;
  monitors: MonitorPorts;
  feeds: FeedVerbs;
  operations: OperationPorts;
}

const jobsRoute = route({
  method: 'get',
  path: '/admin/bulk/jobs',
  operationId: 'listRunningJobs',
  summary: 'Running bulk jobs of every organization',
  description: 'With their counters.',
  answer: successAnswer(() => ({ jobs: z.array(runningJobSchema()) })),
  handle: async (_, { bulk }: BackgroundServices) => ({
    jobs: (await listRunningJobStates(bulk)).map(describeRunningJob),
  }),
});

const resendJobRoute = route({
  method: 'post',
  path: '/admin/bulk/jobs/:id/sweep',
  operationId: 'resendJob',
  summary: 'Wake a job that seems stuck',
  description: 'Sends its messages again; every step of a job is repeatable.',
  params: { id: { description: 'Id of the job.', example: 'job_9f1c2e5a' } },
  answer: successAnswer(() => ({ job_id: z.string(), messages_sent: z.int() })),
  errors: ['NotThere'],
  async handle({ param }, { bulk }: BackgroundServices) {
    const id = param('id');
    return { job_id: id, messages_sent: await resendJob(id, bulk) };
  },
});

const monitorsRoute = route({
  method: 'get',
  path: '/admin/monitors',
  operationId: 'listMonitors',
  summary: 'Monitors of every organization',
  description: 'With how their runs stand.',
  query: z.object(pageQuery(MAX_LISTED_MONITORS, MAX_LISTED_MONITORS)),
  answer: pageAnswer('monitors', () => operatorMonitorSchema),
  async handle({ query }, { monitors }: BackgroundServices) {
    const page = await listMonitorsForOperator(query, monitors);
    return {
      monitors: page.monitors.map(describeMonitorForOperator),
      ...describeNextPage(page.nextCursor),
    };
  },
});

const resendMonitorRoute = route({
  method: 'post',
  path: '/admin/monitors/:id/sweep',
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
  async handle({ param }, { monitors }: BackgroundServices) {
    const id = param('id');
    const { runId, nextRunAt } = await resendMonitor(id, monitors);
    return { monitor_id: id, run_id: runId, next_run_at: toIsoOrNull(nextRunAt) };
  },
});

const mailSchema = () =>
  z.object({
    kind: z.string(),
    to: z.string(),
    link: z.string().describe('Gives access to the account.'),
    created_at: timestamp,
    expires_at: timestamp,
  });

const describeMail = wireForm(mailSchema);

/**
 * Links that no mail could carry, for the operator to pass on. Such a link gives access to the
 * account, so reading them is written to the audit log, and before it is done.
 */
const mailsRoute: Route<BackgroundServices> = route({
  method: 'get',
  path: '/admin/mails',
  operationId: 'listUnsentMails',
  summary: 'Links that no mail could carry',
  description: 'To pass on to their recipients. Reading them is written to the audit log.',
  answer: successAnswer(() => ({ mails: z.array(mailSchema()) })),
  async handle({ c }, { accounts }: BackgroundServices) {
    await auditReading(c, mailsRoute.path, null, accounts);
    const unsent = await listUnsentMails(accounts);
    c.header('Cache-Control', 'no-store');
    const mails = unsent.map((mail) =>
      describeMail({ ...mail, to: mail.recipient, createdAt: mail.at }),
    );
    return { mails };
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

const feedsRoute = route({
  method: 'get',
  path: '/admin/feeds',
  operationId: 'listFeeds',
  summary: 'Public feeds that cron refreshes, and their state',
  description: 'A feed that fails keeps its last good content.',
  answer: successAnswer(() => ({ feeds: z.array(feedSchema()) })),
  async handle(_, { feeds }: BackgroundServices) {
    const listed = await feeds.list();
    return {
      feeds: listed.map(({ asOf, fetchedAt, dueAt, isDue, lastFailure, ...feed }) => ({
        ...feed,
        ...{ as_of: asOf, fetched_at: fetchedAt, due: isDue },
        ...{ due_at: dueAt, last_failure: lastFailure },
      })),
    };
  },
});

const refreshFeedRoute = route({
  method: 'post',
  path: '/admin/feeds/:name/refresh',
  operationId: 'refreshFeed',
  summary: 'Refresh one feed now',
  description: 'Asks its publisher.',
  params: { name: { description: 'Name of the feed.', example: 'tor_exits' } },
  answer: successAnswer(() => ({
    ...{ name: z.string(), as_of: z.string().nullable(), rows: z.int() },
  })),
  errors: ['NotThere', 'Unanswered'],
  async handle({ param }, { feeds }: BackgroundServices) {
    const name = param('name');
    const { asOf, rows } = await feeds.refresh(name);
    return { name, as_of: asOf, rows };
  },
});

const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

const metricsRoute = route({
  method: 'get',
  path: '/admin/metrics',
  operationId: 'readMetrics',
  summary: 'Figures for a collector',
  description: 'OpenMetrics text.',
  responses: () => ({
    200: plainResponse('The figures.', { 'application/openmetrics-text': { type: 'string' } }),
  }),
  handle: async ({ c }, { operations }: BackgroundServices) =>
    c.body(await readMetrics(operations), 200, { 'Content-Type': OPEN_METRICS }),
});

/** What runs without a request: jobs, monitors, mails, feeds, and the figures of all of it. */
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
