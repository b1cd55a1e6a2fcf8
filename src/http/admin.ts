import { Hono } from 'hono';
import type { AccountPorts } from '../accounts/ports.ts';
import type { BillingPorts } from '../billing/ports.ts';
import type { BulkPorts } from '../bulk/ports.ts';
import type { RateLimiter } from '../lookup/outbound.ts';
import type { MonitorPorts } from '../monitors/ports.ts';
import { type OperationPorts, readMetrics } from '../operations/alert-watch.ts';
import type { RecordPorts } from '../records/ports.ts';
import type { RecoveryPorts } from '../recovery/ports.ts';
import type { WebhookPorts } from '../webhooks/ports.ts';
import { type AuditPorts, auditChanges, auditRoutes } from './admin/audit.ts';
import { requireOperator } from './admin/authentication.ts';
import {
  bulkAdminRoutes,
  type FeedVerbs,
  feedRoutes,
  mailRoutes,
  monitorAdminRoutes,
} from './admin/background-work.ts';
import { keyRoutes } from './admin/keys.ts';
import { ledgerRoutes, paymentRoutes } from './admin/ledger.ts';
import { organizationDetailRoutes } from './admin/organization-detail.ts';
import { demoRoutes, organizationRoutes } from './admin/organizations.ts';
import { recordRoutes } from './admin/records.ts';
import { recoveryRoutes } from './admin/recovery.ts';
import type { AppEnv } from './request/context.ts';

export interface AdminServices {
  /** The operator's bearer token; null and /admin does not exist. */
  adminToken: string | null;
  accounts: AccountPorts;
  billing: BillingPorts;
  records: RecordPorts;
  recovery: RecoveryPorts;
  bulk: BulkPorts;
  monitors: MonitorPorts;
  feeds: FeedVerbs;
  operations: OperationPorts;
  webhooks: Pick<WebhookPorts, 'db'>;
  /** Secret the demo's keys come from; null and there is no demo. */
  demoSecret: string | null;
  warn: AuditPorts['warn'];
  /** Where wrong tokens of all isolates are counted. */
  rateLimiter: RateLimiter;
}

const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The operator's surface, below /admin. */
export function adminRoutes({
  adminToken,
  accounts,
  billing,
  records,
  recovery,
  bulk,
  monitors,
  feeds,
  operations,
  webhooks,
  demoSecret,
  warn,
  rateLimiter,
}: AdminServices): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const auditing = { db: accounts.db, clock: accounts.clock, warn };
  routes.use('*', requireOperator(adminToken, rateLimiter));
  routes.use('*', auditChanges(auditing));
  routes.route('/', auditRoutes(auditing));
  routes.route('/', organizationRoutes(accounts));
  routes.route('/', organizationDetailRoutes({ accounts, bulk, monitors, webhooks }));
  routes.route('/', demoRoutes(accounts, demoSecret));
  routes.route('/', keyRoutes(accounts));
  routes.route('/', mailRoutes(accounts));
  routes.route('/', ledgerRoutes(accounts));
  routes.route('/', paymentRoutes({ accounts, billing }));
  routes.route('/', recordRoutes(records));
  routes.route('/', recoveryRoutes(recovery));
  routes.route('/', bulkAdminRoutes(bulk));
  routes.route('/', monitorAdminRoutes(monitors));
  routes.route('/', feedRoutes(feeds));
  routes.get('/metrics', async (c) =>
    c.body(await readMetrics(operations), 200, { 'Content-Type': OPEN_METRICS }),
  );
  return routes;
}
