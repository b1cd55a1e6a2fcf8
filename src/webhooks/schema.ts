import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DELIVERY_ERRORS, WEBHOOK_TYPES, type WebhookType } from '../lookup/jobs/webhooks.ts';

/** Deliveries, for as long as they can be sent again. */
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
    /** See WebhookEvent; null in rows older than this column. */
    productTypes: text('product_types', { mode: 'json' }).$type<readonly string[]>(),
    url: text('url').notNull(),
    /** Encrypted secret, decrypted only to sign. */
    sealedSecret: text('sealed_secret').notNull(),
    /** The signed bytes, as text. */
    body: text('body').notNull(),
    status: text('status', { enum: ['pending', 'delivered', 'failed'] }).notNull(),
    httpStatus: integer('http_status'),
    durationMs: integer('duration_ms'),
    errorCode: text('error_code', { enum: DELIVERY_ERRORS }),
    redeliveryOf: text('redelivery_of'),
    /** The receiver's host, for manual attempts, which are limited per host. */
    askedHost: text('asked_host'),
    /** Endpoint of the delivery; its URL and secret are read at each attempt. */
    endpointId: text('endpoint_id'),
    /** Attempts so far, including one in progress. */
    attempts: integer('attempts').notNull().default(1),
    /** Next attempt at an endpoint; during an attempt, when that attempt counts as lost. */
    nextAttemptAt: integer('next_attempt_at'),
    /** The receiver's last reply: Content-Type, and the beginning of its body. */
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

/** A replaced secret, encrypted, and until when it signs beside its successors. */
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
    /** Creator, who may delete it; null if it belongs to the organization. */
    userId: text('user_id'),
    /** Scopes of the key that created it, which limit its events. Null for all products. */
    productTypes: text('product_types', { mode: 'json' }).$type<readonly string[]>(),
    url: text('url').notNull(),
    description: text('description').notNull(),
    /** Event types it receives; null for all. */
    events: text('events', { mode: 'json' }).$type<readonly WebhookType[]>(),
    sealedSecret: text('sealed_secret').notNull(),
    /** The replaced secret, which signs beside the new one until `previousEndsAt`. */
    previousSecret: text('previous_secret'),
    previousEndsAt: integer('previous_ends_at'),
    /** Earlier secrets that may still sign, latest first; null for none. */
    olderSecrets: text('older_secrets', { mode: 'json' }).$type<readonly FormerSecret[]>(),
    active: integer('active', { mode: 'boolean' }).notNull(),
    disabledReason: text('disabled_reason', { enum: ['requested', 'failing'] }),
    /** First failure since the last success; null if the last attempt succeeded. */
    failingSince: integer('failing_since'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('webhook_endpoints_time').on(table.organizationId, table.createdAt, table.id)],
);

/** Events, whether or not they were delivered; they hold the bodies of deliveries to endpoints. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    /** Order of recording. */
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
