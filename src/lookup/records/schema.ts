import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

// Times are milliseconds since the epoch, as Clock gives them.

/** One imported file of the operator. Its rows are visible only while it is `live`. */
export const imports = sqliteTable(
  'imports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dataset: text('dataset').notNull(),
    mode: text('mode', { enum: ['append', 'replace'] }).notNull(),
    state: text('state', { enum: ['loading', 'live', 'superseded', 'abandoned'] }).notNull(),
    /** Who made the file, as the operator names it. */
    source: text('source'),
    /** ISO 8601 date or time of the file's content. */
    asOf: text('as_of').notNull(),
    /** Heartbeat, set with every batch: a loading import without one has crashed. */
    touchedAt: integer('touched_at').notNull(),
    committedAt: integer('committed_at'),
    /** Keys stored so far over all its parts, of each row the one it is counted by. */
    keys: integer('keys').notNull().default(0),
    /** Those of them that were not visible before. */
    fresh: integer('fresh').notNull().default(0),
    /** Keys of the data set that are visible once this import is. */
    rows: integer('rows').notNull().default(0),
    /** Rows of older imports hidden by this one are deleted up to here; null when none are left. */
    sweptTo: integer('swept_to'),
    /** JSON array: what the file covers besides its keys; once live, what the data set does. */
    coverage: text('coverage'),
    /** Unused; migrations only add, so that the code before can still run. */
    areas: text('areas'),
    /** Calls that have loaded it so far: only the last one may commit it. */
    turn: integer('turn').notNull().default(0),
    /** Of a set of numbers, the call whose index counts; null for none. */
    indexed: integer('indexed'),
  },
  (table) => [index('imports_dataset').on(table.dataset, table.state)],
);

/** Imported rows by key; a row with several keys is under each. The newest live import wins. */
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

// Reports of unwanted calls, many of one number, are aggregated on import, so that a lookup reads a
// few counts.

/** How often a number was reported in a month, by subject. */
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
    /** Reports that do not say whether it was one. */
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

/** Deduplication of reports: the hashes of those counted. */
export const countedReports = sqliteTable(
  'counted_reports',
  {
    /** Hash of the report's whole row, 53 bits. */
    hash: integer('hash').notNull(),
    importId: integer('import_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.importId] }),
    index('counted_reports_import').on(table.importId),
  ],
);
