import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

// What ties organizations to the payment service, and what of it has been applied. The accounts
// decide; these rows say what was asked of them. Times are milliseconds since the epoch.

/** One live customer of the payment service for each organization that ever wanted to pay. */
export const billingCustomers = sqliteTable(
  'billing_customers',
  {
    customerId: text('customer_id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When it was deleted there; its payments are still reconciled. */
    deletedAt: integer('deleted_at'),
    /** Counts readings, so that of two at once the one that may have read old figures knows. */
    revision: integer('revision').notNull().default(0),
    readAt: integer('read_at'),
    /** When cron polls it, should no event come. */
    dueAt: integer('due_at'),
  },
  (table) => [
    uniqueIndex('billing_customers_organization')
      .on(table.organizationId)
      .where(sql`deleted_at IS NULL`),
    index('billing_customers_due').on(table.dueAt),
  ],
);

/** Deduplication of events: those that were applied, stored for longer than they are sent again. */
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
 * - `period`: the credits of a paid period of a plan; `late_period`: of one that could not begin
 * - `pack`: bought credits; `mismatch`: a payment that was not what its order says
 * - `refund`, `dispute`: bought credits taken back; `returned`: and given back again
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

/** What was asked of an account because of a payment, each once. */
export const billingTransfers = sqliteTable(
  'billing_movements',
  {
    /** Id of the operation on the account, made of ids of the payment service. */
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    customerId: text('customer_id').notNull(),
    kind: text('kind', { enum: BILLING_TRANSFER_KINDS }).notNull(),
    /** The payment or invoice it belongs to. */
    payment: text('payment').notNull(),
    /** Credits asked for; negative takes back. Of `returned`: no longer claimed. */
    credits: integer('credits').notNull(),
    /** Credits moved; null while in doubt. Fewer where they were spent, or are held until now. */
    moved: integer('moved'),
    at: integer('at').notNull(),
  },
  (table) => [
    index('billing_movements_payment').on(table.payment),
    index('billing_movements_organization').on(table.organizationId, table.at),
  ],
);
