import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { LedgerEntryKind } from '../../lookup/account/ledger.ts';

// Projections: the organization's object is authoritative, and every row can be written again.

/** Index of the ledger segments in R2, with their sums. */
export const ledgerSegments = sqliteTable(
  'ledger_segments',
  {
    organizationId: text('organization_id').notNull(),
    /** Entries are numbered from here to `lastSeq`, without a gap. */
    firstSeq: integer('first_seq').notNull(),
    lastSeq: integer('last_seq').notNull(),
    firstAt: integer('first_at').notNull(),
    lastAt: integer('last_at').notNull(),
    amount: integer('amount').notNull(),
    held: integer('held').notNull(),
    object: text('object').notNull(),
    /** Of the object's bytes, hex; null in segments older than this column. */
    sha256: text('sha256'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.firstSeq] })],
);

/** All entries but charges of single lookups, holds and releases: few, and queried on their own. */
export const ledgerTransfers = sqliteTable(
  'ledger_movements',
  {
    organizationId: text('organization_id').notNull(),
    seq: integer('seq').notNull(),
    at: integer('at').notNull(),
    kind: text('kind').$type<LedgerEntryKind>().notNull(),
    /** Change of the credits owned. */
    amount: integer('amount').notNull(),
    balanceAfter: integer('balance_after').notNull(),
    ref: text('ref').notNull(),
    lookups: integer('lookups').notNull(),
    note: text('note'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.seq] })],
);

/** Lookups and credits by day, product and key: absolute figures from the account's counters. */
export const usageByDay = sqliteTable(
  'usage',
  {
    organizationId: text('organization_id').notNull(),
    /** UTC, YYYY-MM-DD. */
    day: text('day').notNull(),
    product: text('product').notNull(),
    /** Empty for calls made without an API key. */
    keyId: text('key_id').notNull(),
    lookups: integer('lookups').notNull(),
    credits: integer('credits').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.day, table.product, table.keyId] }),
    index('usage_day').on(table.day),
  ],
);
