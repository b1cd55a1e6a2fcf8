import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

// Times are milliseconds since the epoch, as returned by Clock.

/** Imported files of the operator. Rows of an import are visible only while it is `live`. */
export const imports = sqliteTable(
  'imports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dataset: text('dataset').notNull(),
    mode: text('mode', { enum: ['append', 'replace'] }).notNull(),
    state: text('state', { enum: ['loading', 'live', 'superseded', 'abandoned'] }).notNull(),
    /** Publisher of the file, as the operator names it. */
    source: text('source'),
    /** ISO 8601 date or time of the file's content. */
    asOf: text('as_of').notNull(),
    /** Heartbeat, set with every batch: a loading import whose heartbeat stops has crashed. */
    touchedAt: integer('touched_at').notNull(),
    committedAt: integer('committed_at'),
    /** Keys stored so far over all parts, counting only the first key of each row. */
    keys: integer('keys').notNull().default(0),
    /** Stored keys that were not visible before. */
    fresh: integer('fresh').notNull().default(0),
    /** Keys of the data set that are visible once this import is live. */
    rows: integer('rows').notNull().default(0),
    /** Cursor of deleting rows of older imports that this one hides; null once all are gone. */
    sweptTo: integer('swept_to'),
    /** JSON array, coverage of the file besides its keys; of the whole data set once live. */
    coverage: text('coverage'),
    /** Unused; migrations only add columns, so that the previous release can still run. */
    areas: text('areas'),
    /** Fencing token: number of calls that have loaded the import; only the last may commit it. */
    turn: integer('turn').notNull().default(0),
    /** For a number set, the call whose index is valid; null for none. */
    indexed: integer('indexed'),
  },
  (table) => [index('imports_dataset').on(table.dataset, table.state)],
);

/** Imported rows; a row with several keys is stored under each. The newest live import wins. */
export const records = sqliteTable(
  'records',
  {
    dataset: text('dataset').notNull(),
    key: text('key').notNull(),
    importId: integer('import_id').notNull(),
    /** The row's other columns, JSON. */
    data: text('data').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dataset, table.key, table.importId] }),
    index('records_import').on(table.importId),
  ],
);

// Reports of unwanted calls are aggregated on import, because a number may have many; a lookup then
// reads a few counts.

/** Reports per number, month and subject. */
export const reportCounts = sqliteTable(
  'report_counts',
  {
    number: text('number').notNull(),
    importId: integer('import_id').notNull(),
    /** YYYY-MM. */
    month: text('month').notNull(),
    subject: text('subject').notNull(),
    reports: integer('reports').notNull(),
    robocalls: integer('robocalls').notNull(),
    /** Reports without information on whether the call was a robocall. */
    robocallsUnknown: integer('robocalls_unknown').notNull().default(0),
    /** First and last day of the reports, YYYY-MM-DD. */
    firstOn: text('first_on').notNull(),
    lastOn: text('last_on').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.number, table.importId, table.month, table.subject] }),
    index('report_counts_import').on(table.importId),
  ],
);

/** Deduplication of reports: hashes of the counted ones. */
export const countedReports = sqliteTable(
  'counted_reports',
  {
    /** Hash of the whole report row, 53 bits. */
    hash: integer('hash').notNull(),
    importId: integer('import_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.importId] }),
    index('counted_reports_import').on(table.importId),
  ],
);
