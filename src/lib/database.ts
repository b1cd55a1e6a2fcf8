import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';

export type Database = DrizzleD1Database;

/** Typed queries over one D1 binding. */
export const openDatabase = (binding: D1Database): Database => drizzle(binding);

/**
 * Typed queries over a D1 session, answered by any replica that is recent enough. A session
 * supports `prepare` and `batch` only.
 */
export const openReplicaSession = (session: D1DatabaseSession): Database =>
  drizzle(session as unknown as D1Database);

/** SQL condition: one of these values. However many they are, they are one bound value. */
export const isAmong = (column: SQLWrapper, values: readonly string[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;

const sqliteDialect = new SQLiteAsyncDialect();

/**
 * Runs raw SQL statements as one transaction in one round trip; Drizzle's own batch takes only
 * queries of its builder.
 * @returns the rows of each statement
 */
export async function runBatch(db: Database, statements: readonly SQL[]): Promise<unknown[][]> {
  const client = (db as Database & { $client: D1Database }).$client;
  const prepared = statements.map((statement) => {
    const { sql: text, params } = sqliteDialect.sqlToQuery(statement);
    return client.prepare(text).bind(...params);
  });
  const results = await client.batch(prepared);
  return results.map((result) => result.results);
}
