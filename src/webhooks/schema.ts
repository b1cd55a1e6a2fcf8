import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DELIVERY_ERRORS, WEBHOOK_TYPES } from '../lookup/jobs/webhooks.ts';

/** Delivery attempts, for as long as they can be redelivered. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    mode: text('mode', { enum: ['live', 'test'] })
      .notNull()
      .default('live'),
    eventId: text('event_id').notNull(),
    type: text('type', { enum: WEBHOOK_TYPES }).notNull(),
    /** See WebhookEvent; null of those that are older than this column. */
    productTypes: text('product_types', { mode: 'json' }).$type<readonly string[]>(),
    url: text('url').notNull(),
    /** Opened only to sign. */
    sealedSecret: text('sealed_secret').notNull(),
    /** The signed bytes, as text. */
    body: text('body').notNull(),
    status: text('status', { enum: ['pending', 'delivered', 'failed'] }).notNull(),
    httpStatus: integer('http_status'),
    durationMs: integer('duration_ms'),
    errorCode: text('error_code', { enum: DELIVERY_ERRORS }),
    redeliveryOf: text('redelivery_of'),
    /** The receiver's host, of a manual attempt: those are limited. */
    askedHost: text('asked_host'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('webhook_deliveries_time').on(table.organizationId, table.createdAt, table.id),
    index('webhook_deliveries_age').on(table.createdAt),
    index('webhook_deliveries_pending').on(table.createdAt).where(sql`status = 'pending'`),
    index('webhook_deliveries_asked_host')
      .on(table.askedHost, table.createdAt)
      .where(sql`asked_host IS NOT NULL`),
    // One automatic attempt per event; manual ones are not unique.
    uniqueIndex('webhook_deliveries_event')
      .on(table.organizationId, table.eventId)
      .where(sql`redelivery_of IS NULL`),
  ],
);
