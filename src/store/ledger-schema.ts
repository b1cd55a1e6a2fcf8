import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Every organization's ledger lines, mirrored from its CreditAccount object. History and reports only. */
export const postings = sqliteTable(
  'postings',
  {
    organizationId: text('organization_id').notNull(),
    id: text('id').notNull(),
    /** 1, 2, 3 … within the organization. */
    seq: integer('seq').notNull(),
    /** Milliseconds since the epoch. */
    at: integer('at').notNull(),
    kind: text('kind', {
      enum: [
        'grant',
        'renewal',
        'charge',
        'hold',
        'settle',
        'release',
        'reversal',
        'rollover',
        'expiry',
      ],
    }).notNull(),
    /** Change of the credits owned. */
    amount: integer('amount').notNull(),
    /** Change of the credits held. */
    held: integer('held').notNull(),
    /** Credits owned after this line. */
    balanceAfter: integer('balance_after').notNull(),
    ref: text('ref').notNull(),
    holdId: text('hold_id'),
    product: text('product'),
    inputHash: text('input_hash'),
    userId: text('user_id'),
    keyId: text('key_id'),
    note: text('note'),
  },
  // An operator may give two organizations a grant with the same id.
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('postings_time').on(table.organizationId, table.at, table.seq),
  ],
);
