import { Hono } from 'hono';
import type { AccountPorts } from '../../accounts/ports.ts';
import {
  type AccountUsage,
  lastDays,
  readAccountUsage,
  type UsageRange,
} from '../../accounts/usage.ts';
import { type ListedJob, listJobs } from '../../bulk/jobs.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { listMonitors } from '../../monitors/monitors.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { listDeliveries } from '../../webhooks/delivery-log.ts';
import type { WebhookPorts } from '../../webhooks/ports.ts';
import { JobTable } from '../jobs/job-table.tsx';
import { formatCredits, formatDay, formatNumber, humanize } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { EmptyState, Facts } from '../layout/table.tsx';
import { type DashboardEnv, requireSessionUser } from '../session/context.ts';
import { UsageCharts } from '../usage/usage-chart.tsx';
import { type AccountAlert, accountAlerts } from './alerts.ts';

const Alerts = ({ alerts }: { alerts: readonly AccountAlert[] }) =>
  alerts.length === 0 ? null : (
    <section class="told bad" aria-labelledby="attention">
      <h2 id="attention" class="attention-title">
        Needs attention
      </h2>
      <ul>
        {alerts.map(({ text, path, action }) => (
          <li>
            {text} <a href={path}>{action}</a>
          </li>
        ))}
      </ul>
    </section>
  );

function usageFacts({ view }: AccountUsage) {
  const { subscription, statement } = view;
  const { currentPeriod } = statement.usage;
  return [
    ['Balance', formatCredits(statement.totalAvailable)],
    ...(statement.held > 0 ? [['Held by jobs', formatCredits(statement.held)] as const] : []),
    ['Plan', subscription ? humanize(subscription.plan) : 'None'],
    ...(subscription ? [['Period ends', formatDay(subscription.periodEnd)] as const] : []),
    ['Lookups this period', formatNumber(currentPeriod.lookups)],
    ['Credits this period', formatNumber(currentPeriod.credits)],
  ] as const;
}

const FirstSteps = () => (
  <EmptyState title="Nothing was looked up yet">
    <ol>
      <li>
        <a href="/app/try">Try a lookup</a> here, in test mode for free.
      </li>
      <li>
        <a href="/app/keys">Make a key</a> and call the API; the <a href="/docs">reference</a> has a
        command for each product.
      </li>
      <li>
        <a href="/app/jobs/new">Upload a list</a> to look up all of it.
      </li>
    </ol>
  </EmptyState>
);

/** The first page: balance, plan, use, running jobs and alerts. */
const HomePage = ({
  usage,
  range,
  running,
  alerts,
}: {
  usage: AccountUsage;
  range: UsageRange;
  running: readonly ListedJob[];
  alerts: readonly AccountAlert[];
}) => (
  <>
    <Alerts alerts={alerts} />
    <Facts facts={usageFacts(usage)} />
    {usage.rows.length === 0 ? (
      <FirstSteps />
    ) : (
      <section aria-labelledby="use">
        <h2 id="use">The last 30 days</h2>
        <UsageCharts rows={usage.rows} range={range} />
        <p>
          <a href="/app/usage">All usage, by product and key</a>
        </p>
      </section>
    )}
    <section aria-labelledby="running">
      <h2 id="running">Running lists</h2>
      {running.length === 0 ? (
        <p class="hint">
          None. <a href="/app/jobs/new">Upload a list</a> or see <a href="/app/jobs">all lists</a>.
        </p>
      ) : (
        <JobTable label="Running lists" jobs={running} />
      )}
    </section>
  </>
);

const USAGE_DAYS = 30;

/** Newest first; what is older than these is on the pages of its own. */
const JOBS_LIMIT = 25;
const DELIVERIES_LIMIT = 100;
const MONITORS_LIMIT = 100;

/** What the first page reads. */
export interface HomeServices {
  accounts: AccountPorts;
  bulk: BulkPorts;
  monitors: MonitorPorts;
  webhooks: WebhookPorts;
}

/** /app: balance, plan, use, running jobs and alerts. */
export function homePage(services: HomeServices): Hono<DashboardEnv> {
  const { accounts, bulk, monitors, webhooks } = services;
  const pages = new Hono<DashboardEnv>();
  pages.get('/', async (c) => {
    const { organizationId } = requireSessionUser(c);
    const realm = { organizationId, mode: null, scopes: null };
    const now = accounts.clock.now();
    const range = lastDays(now, USAGE_DAYS);
    const [usage, { jobs }, listed, { deliveries }] = await Promise.all([
      readAccountUsage({ organizationId, ...range }, accounts),
      listJobs({ ...realm, limit: JOBS_LIMIT, cursor: null }, bulk),
      listMonitors({ ...realm, kind: null, limit: MONITORS_LIMIT, cursor: null }, monitors),
      listDeliveries({ ...realm, limit: DELIVERIES_LIMIT, cursor: null }, webhooks),
    ]);
    const running = jobs.filter(({ endedAt }) => endedAt === null);
    const alerts = accountAlerts({
      view: usage.view,
      deliveries,
      monitors: listed.monitors,
      now,
    });
    return page(
      c,
      { title: 'Overview', wide: true },
      <HomePage {...{ usage, range, running, alerts }} />,
    );
  });
  return pages;
}
