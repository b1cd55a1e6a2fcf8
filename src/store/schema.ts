import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { REGIONS } from '../core/account/regions.ts';

// Times are milliseconds since the epoch, as Clock gives them.

/**
 * The directory: which organizations there are, and where. Everything else is in their accounts.
 */
export const organizations = sqliteTable(
  'organizations',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    region: text('region', { enum: REGIONS }).notNull(),
    /** In lower case; for finding the organization. */
    ownerEmail: text('owner_email').notNull(),
    active: integer('active', { mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
    /** When its account was last checked against its history; null for never. */
    reconciledAt: integer('reconciled_at'),
    /** Whether it added up then. */
    balanced: integer('balanced', { mode: 'boolean' }),
  },
  (table) => [
    index('organizations_created').on(table.createdAt, table.id),
    index('organizations_reconciled').on(table.reconciledAt),
  ],
);
