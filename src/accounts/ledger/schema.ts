import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { LedgerEntryKind } from '../../lookup/account/ledger.ts';

// History only: an organization's object decides, and every row here can be written again.

/** Objects of ledger entries in R2, and what they add up to. */
export const ledgerSegments = sqliteTable(
  'ledger_segments',
  {
    organizationId: text('organization_id').notNull(),
    /** Its entries are numbered from here, without a gap. */
    firstSeq: integer('first_seq').notNull(),
    lastSeq: integer('last_seq').notNull(),
    firstAt: integer('first_at').notNull(),
    lastAt: integer('last_at').notNull(),
    amount: integer('amount').notNull(),
    held: integer('held').notNull(),
    object: text('object').notNull(),
    /** Of the object's bytes, hex; null of segments older than this column. */
    sha256: text('sha256'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.firstSeq] })],
);

/** Credit transfers that are not lookups: few, and queried on their own. */
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

/** Lookups and credits by day, product and key: absolute figures, as the account counted them. */
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
