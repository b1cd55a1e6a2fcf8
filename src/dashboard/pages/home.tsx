import { Hono } from 'hono';
import type { AccountPorts } from '../../accounts/ports.ts';
import { lastDays, readAccountUsage } from '../../accounts/read-usage.ts';
import type { BulkPorts } from '../../bulk/ports.ts';
import { listJobs } from '../../bulk/read-jobs.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { listMonitors } from '../../monitors/read-monitors.ts';
import { listDeliveries } from '../../webhooks/list-deliveries.ts';
import type { WebhookPorts } from '../../webhooks/ports.ts';
import { type DashboardEnv, visitorOf } from '../context.ts';
import { concernsOf } from '../home/attention.ts';
import { HomePage } from '../home/home-page.tsx';
import { page } from '../layout/page.tsx';

const DAYS = 30;

/** Newest first; what is older than these is on the pages of its own. */
const JOBS = 25;
const DELIVERIES = 100;
const MONITORS = 100;

/** What the first page reads. */
export interface HomeServices {
  accounts: AccountPorts;
  bulk: BulkPorts;
  monitors: MonitorPorts;
  webhooks: WebhookPorts;
}

/** /app: balance, plan, use, running jobs, and what needs attention. */
export function homePage(services: HomeServices): Hono<DashboardEnv> {
  const { accounts, bulk, monitors, webhooks } = services;
  const pages = new Hono<DashboardEnv>();
  pages.get('/', async (c) => {
    const { organizationId } = visitorOf(c);
    const realm = { organizationId, mode: null, scopes: null };
    const now = accounts.clock.now();
    const range = lastDays(now, DAYS);
    const [usage, { jobs }, listed, { deliveries }] = await Promise.all([
      readAccountUsage({ organizationId, ...range }, accounts),
      listJobs({ ...realm, limit: JOBS, cursor: null }, bulk),
      listMonitors({ ...realm, kind: null, limit: MONITORS, cursor: null }, monitors),
      listDeliveries({ ...realm, limit: DELIVERIES, cursor: null }, webhooks),
    ]);
    const running = jobs.filter(({ endedAt }) => endedAt === null);
    const concerns = concernsOf({ view: usage.view, deliveries, monitors: listed.monitors, now });
    return page(
      c,
      { title: 'Overview', wide: true },
      <HomePage {...{ usage, range, running, concerns }} />,
    );
  });
  return pages;
}
