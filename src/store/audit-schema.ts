import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Every change made through /admin or the dashboard: who and what, never a body or a key. */
export const auditLog = sqliteTable('audit_log', {
  /** In the order they were made. */
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  at: integer('at').notNull(),
  /** `operator`, or the id of a user. */
  actor: text('actor').notNull(),
  method: text('method').notNull(),
  /** The pattern of the path. */
  route: text('route').notNull(),
  /** What the path names: a key, a feed, a job. Null where it names an organization or nothing. */
  target: text('target'),
  organizationId: text('organization_id'),
  requestId: text('request_id').notNull(),
});
