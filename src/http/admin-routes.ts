import { Hono } from 'hono';
import type { AccountPorts } from '../accounts/ports.ts';
import type { BillingPorts } from '../billing/ports.ts';
import type { BulkPorts } from '../bulk/ports.ts';
import type { HostTurns } from '../core/network.ts';
import type { FeedPorts } from '../feeds/ports.ts';
import type { MonitorPorts } from '../monitors/ports.ts';
import { type OperationPorts, readMetrics } from '../operations/watch.ts';
import type { RecordPorts } from '../records/ports.ts';
import type { RecoveryPorts } from '../recovery/ports.ts';
import type { WebhookPorts } from '../webhooks/ports.ts';
import { type AuditPorts, audited, auditRoutes } from './admin/audit.ts';
import { bulkAdminRoutes } from './admin/bulk-routes.ts';
import { customerRoutes } from './admin/customer-routes.ts';
import { demoRoutes } from './admin/demo-routes.ts';
import { feedRoutes } from './admin/feed-routes.ts';
import { keyRoutes } from './admin/key-routes.ts';
import { ledgerRoutes } from './admin/ledger-routes.ts';
import { mailRoutes } from './admin/mail-routes.ts';
import { monitorAdminRoutes } from './admin/monitor-admin-routes.ts';
import { operatorOnly } from './admin/operator-only.ts';
import { organizationRoutes } from './admin/organization-routes.ts';
import { paymentRoutes } from './admin/payment-routes.ts';
import { recordRoutes } from './admin/record-routes.ts';
import { recoveryRoutes } from './admin/recovery-routes.ts';
import type { AppEnv } from './context.ts';

export interface AdminServices {
  /** The operator's bearer token; null and /admin does not exist. */
  adminToken: string | null;
  accounts: AccountPorts;
  billing: BillingPorts;
  records: RecordPorts;
  recovery: RecoveryPorts;
  bulk: BulkPorts;
  monitors: MonitorPorts;
  feeds: FeedPorts;
  operations: OperationPorts;
  webhooks: Pick<WebhookPorts, 'db'>;
  /** Secret the demo's keys come from; null and there is no demo. */
  demoSecret: string | null;
  warn: AuditPorts['warn'];
  /** Where wrong tokens of all isolates are counted. */
  turns: HostTurns;
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
  turns,
}: AdminServices): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const auditing = { db: accounts.db, clock: accounts.clock, warn };
  routes.use('*', operatorOnly(adminToken, turns));
  routes.use('*', audited(auditing));
  routes.route('/', auditRoutes(auditing));
  routes.route('/', organizationRoutes(accounts));
  routes.route('/', customerRoutes({ accounts, bulk, monitors, webhooks }));
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
