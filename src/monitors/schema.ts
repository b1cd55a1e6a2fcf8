import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { REGIONS } from '../domain/regions.ts';
import { FREQUENCIES, MONITOR_KINDS, RUN_OUTCOMES } from './monitor.ts';

/** Monitors: their settings, and the last projected state of their objects. */
export const monitors = sqliteTable(
  'monitors',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: MONITOR_KINDS }).notNull(),
    organizationId: text('organization_id').notNull(),
    region: text('region', { enum: REGIONS }).notNull(),
    userId: text('user_id').notNull(),
    keyId: text('key_id').notNull(),
    mode: text('mode', { enum: ['live', 'test'] }).notNull(),
    name: text('name').notNull(),
    frequency: text('frequency', { enum: FREQUENCIES }).notNull(),
    includeSpamCheck: integer('include_spam_check', { mode: 'boolean' }).notNull(),
    alertEmail: integer('alert_email', { mode: 'boolean' }).notNull(),
    webhookUrl: text('webhook_url'),
    /** Receiver instead of a URL. */
    webhookEndpointId: text('webhook_endpoint_id'),
    /** Encrypted secret, decrypted only to sign. */
    sealedSecret: text('sealed_secret'),
    active: integer('active', { mode: 'boolean' }).notNull(),
    origin: text('origin').notNull(),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** Since when the object lacks settings of this row; null if it has them. */
    unsyncedSince: integer('unsynced_since'),
    // Copy of the object's state, by version.
    memberCount: integer('member_count').notNull().default(0),
    stateVersion: integer('state_version').notNull().default(0),
    nextRunAt: integer('next_run_at'),
    runId: text('run_id'),
    lastRunAt: integer('last_run_at'),
    lastOutcome: text('last_outcome', { enum: RUN_OUTCOMES }),
    lastEndedAt: integer('last_ended_at'),
    lastCredits: integer('last_credits'),
  },
  (table) => [
    index('monitors_organization').on(table.organizationId, table.kind, table.createdAt, table.id),
    index('monitors_due').on(table.nextRunAt),
    index('monitors_unsynced').on(table.unsyncedSince).where(sql`unsynced_since IS NOT NULL`),
    index('monitors_running').on(table.id).where(sql`run_id IS NOT NULL`),
    index('monitors_deleted').on(table.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);
