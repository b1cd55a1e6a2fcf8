import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

// Customers of the payment service, and the payments applied to accounts. The accounts are
// authoritative; these rows record what was requested. Times are milliseconds since the epoch.

/** Customers of the payment service; at most one live customer per organization. */
export const billingCustomers = sqliteTable(
  'billing_customers',
  {
    customerId: text('customer_id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When it was deleted at Stripe; its payments are still reconciled. */
    deletedAt: integer('deleted_at'),
    /** Number of syncs, by which a sync detects that another one has overlapped. */
    revision: integer('revision').notNull().default(0),
    readAt: integer('read_at'),
    /** When cron polls it if no event arrives. */
    dueAt: integer('due_at'),
  },
  (table) => [
    uniqueIndex('billing_customers_organization')
      .on(table.organizationId)
      .where(sql`deleted_at IS NULL`),
    index('billing_customers_due').on(table.dueAt),
  ],
);

/** Applied events, for deduplication; kept longer than Stripe resends them. */
export const billingEvents = sqliteTable(
  'billing_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    appliedAt: integer('applied_at').notNull(),
  },
  (table) => [index('billing_events_applied').on(table.appliedAt)],
);

/**
 * - `period`: credits of a plan's paid period; `late_period`: of a period that could not begin
 * - `pack`: purchased credits; `mismatch`: a payment that does not match its order
 * - `refund`, `dispute`: purchased credits taken back; `returned`: given back again
 */
const BILLING_TRANSFER_KINDS = [
  'period',
  'late_period',
  'pack',
  'mismatch',
  'refund',
  'dispute',
  'returned',
] as const;

/** Credit transfers requested from accounts for payments, each once. */
export const billingTransfers = sqliteTable(
  'billing_movements',
  {
    /** Id of the account's operation, derived from ids of the payment service. */
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    customerId: text('customer_id').notNull(),
    kind: text('kind', { enum: BILLING_TRANSFER_KINDS }).notNull(),
    /** The payment or invoice it belongs to. */
    payment: text('payment').notNull(),
    /** Credits requested; negative to take back. For `returned`: credits no longer claimed. */
    credits: integer('credits').notNull(),
    /** Credits moved; null while uncertain. Fewer if some were spent, or are still held. */
    moved: integer('moved'),
    at: integer('at').notNull(),
  },
  (table) => [
    index('billing_movements_payment').on(table.payment),
    index('billing_movements_organization').on(table.organizationId, table.at),
  ],
);
