import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { JOB_STATUSES } from '../lookup/jobs/job.ts';

/** Started bulk jobs. While a job runs, its object is authoritative; its end is recorded here. */
export const bulkJobs = sqliteTable(
  'bulk_jobs',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    userId: text('user_id').notNull(),
    keyId: text('key_id').notNull(),
    mode: text('mode', { enum: ['live', 'test'] }).notNull(),
    type: text('type').notNull(),
    status: text('status', { enum: JOB_STATUSES }).notNull(),
    /** Name of the file with its rows; null if none was given. */
    fileName: text('file_name'),
    total: integer('total').notNull(),
    succeeded: integer('succeeded').notNull(),
    failed: integer('failed').notNull(),
    skipped: integer('skipped').notNull(),
    duplicates: integer('duplicates').notNull(),
    credits: integer('credits').notNull(),
    webhookUrl: text('webhook_url'),
    webhookEndpointId: text('webhook_endpoint_id'),
    hasFiles: integer('has_files', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
    /** When its inputs, results and files were purged. */
    tidiedAt: integer('tidied_at'),
  },
  (table) => [
    index('bulk_jobs_organization').on(table.organizationId, table.createdAt, table.id),
    index('bulk_jobs_running').on(table.createdAt).where(sql`ended_at IS NULL`),
    index('bulk_jobs_untidied').on(table.endedAt).where(sql`tidied_at IS NULL`),
  ],
);

/** Idempotency claims: the job of each Idempotency-Key, during the key's lifetime. */
export const bulkClaims = sqliteTable(
  'bulk_claims',
  {
    organizationId: text('organization_id').notNull(),
    key: text('key').notNull(),
    jobId: text('job_id').notNull(),
    requestHash: text('request_hash').notNull(),
    claimedAt: integer('claimed_at').notNull(),
    /** False while the job is being created. */
    created: integer('created', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key] }),
    index('bulk_claims_time').on(table.claimedAt),
  ],
);
