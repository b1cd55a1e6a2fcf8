import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
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

/** Unused. Declared so that drizzle-kit does not drop it while an earlier version may read it. */
export const monitorMembers = sqliteTable(
  'monitor_members',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    monitorId: text('monitor_id').notNull(),
    subject: text('subject').notNull(),
    label: text('label'),
    addedAt: integer('added_at').notNull(),
    /** Last run that looked up the member; 0 for none. */
    runNumber: integer('run_number').notNull().default(0),
    checkedAt: integer('checked_at'),
    /** State of the comparison, as JSON. */
    state: text('state'),
  },
  (table) => [
    uniqueIndex('monitor_members_subject').on(table.monitorId, table.subject),
    // Includes the row id, so it orders members of one monitor by addition.
    index('monitor_members_order').on(table.monitorId),
  ],
);

/** Unused, as {@link monitorMembers}. */
export const monitorEvents = sqliteTable(
  'monitor_events',
  {
    id: text('id').primaryKey(),
    monitorId: text('monitor_id').notNull(),
    runId: text('run_id').notNull(),
    subject: text('subject').notNull(),
    label: text('label'),
    /** The event of the comparison, as JSON. */
    body: text('body').notNull(),
    detectedAt: integer('detected_at').notNull(),
  },
  (table) => [
    index('monitor_events_time').on(table.monitorId, table.detectedAt, table.id),
    index('monitor_events_subject').on(table.monitorId, table.subject, table.detectedAt, table.id),
    index('monitor_events_run').on(table.runId, table.id),
    index('monitor_events_age').on(table.detectedAt),
  ],
);
