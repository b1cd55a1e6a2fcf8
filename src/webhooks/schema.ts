import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DELIVERY_ERRORS, WEBHOOK_TYPES, type WebhookType } from '../lookup/jobs/webhooks.ts';

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
    /** Of a delivery to an endpoint; its address and secret are read when it is attempted. */
    endpointId: text('endpoint_id'),
    /** Made so far, with one under way. */
    attempts: integer('attempts').notNull().default(1),
    /** Of one to an endpoint that has not ended; while an attempt runs, when it counts as lost. */
    nextAttemptAt: integer('next_attempt_at'),
    /** What the receiver last answered: its Content-Type, and the beginning of its body. */
    responseType: text('response_type'),
    responseBody: text('response_body'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('webhook_deliveries_time').on(table.organizationId, table.createdAt, table.id),
    index('webhook_deliveries_age').on(table.createdAt),
    index('webhook_deliveries_pending').on(table.createdAt).where(sql`status = 'pending'`),
    index('webhook_deliveries_asked_host')
      .on(table.askedHost, table.createdAt)
      .where(sql`asked_host IS NOT NULL`),
    index('webhook_deliveries_due').on(table.nextAttemptAt).where(sql`next_attempt_at IS NOT NULL`),
    // One automatic delivery per event and receiver; manual ones are not unique.
    uniqueIndex('webhook_deliveries_webhook')
      .on(table.organizationId, table.eventId)
      .where(sql`redelivery_of IS NULL AND endpoint_id IS NULL`),
    uniqueIndex('webhook_deliveries_endpoint')
      .on(table.organizationId, table.eventId, table.endpointId)
      .where(sql`redelivery_of IS NULL AND endpoint_id IS NOT NULL`),
  ],
);

/** A sealed secret that was replaced, and until when it signs beside its successors. */
export interface FormerSecret {
  sealedSecret: string;
  endsAt: number;
}

/** Receivers of an organization's events. */
export const webhookEndpoints = sqliteTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    mode: text('mode', { enum: ['live', 'test'] }).notNull(),
    /** Who made it, who may take it away; null for the organization's own. */
    userId: text('user_id'),
    /** Scopes of the key that made it: it receives events of no other products. Null for all. */
    productTypes: text('product_types', { mode: 'json' }).$type<readonly string[]>(),
    url: text('url').notNull(),
    description: text('description').notNull(),
    /** Event types it receives; null for all. */
    events: text('events', { mode: 'json' }).$type<readonly WebhookType[]>(),
    sealedSecret: text('sealed_secret').notNull(),
    /** Signs beside the new one until then. */
    previousSecret: text('previous_secret'),
    previousEndsAt: integer('previous_ends_at'),
    /** Those before it that may still sign, the latest first; null for none. */
    olderSecrets: text('older_secrets', { mode: 'json' }).$type<readonly FormerSecret[]>(),
    active: integer('active', { mode: 'boolean' }).notNull(),
    disabledReason: text('disabled_reason', { enum: ['requested', 'failing'] }),
    /** When the first attempt failed since one succeeded; null when the last one did. */
    failingSince: integer('failing_since'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('webhook_endpoints_time').on(table.organizationId, table.createdAt, table.id)],
);

/** What happened, whether or not a receiver was told: the bodies of deliveries to endpoints. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    /** In the order they were recorded. */
    position: integer('position').primaryKey({ autoIncrement: true }),
    organizationId: text('organization_id').notNull(),
    mode: text('mode', { enum: ['live', 'test'] }).notNull(),
    eventId: text('event_id').notNull(),
    type: text('type', { enum: WEBHOOK_TYPES }).notNull(),
    productTypes: text('product_types', { mode: 'json' }).$type<readonly string[]>().notNull(),
    body: text('body').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('webhook_events_order').on(table.organizationId, table.position),
    index('webhook_events_age').on(table.createdAt),
    uniqueIndex('webhook_events_id').on(table.organizationId, table.eventId),
  ],
);
