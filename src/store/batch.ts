import type { SQL } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Database } from './database.ts';

const dialect = new SQLiteAsyncDialect();

/**
 * Runs written statements as one transaction in one round trip: Drizzle's own batch takes only
 * built queries.
 * @returns the rows of each
 */
export async function batch(db: Database, statements: readonly SQL[]): Promise<unknown[][]> {
  const client = (db as Database & { $client: D1Database }).$client;
  const prepared = statements.map((statement) => {
    const { sql, params } = dialect.sqlToQuery(statement);
    return client.prepare(sql).bind(...params);
  });
  const results = await client.batch(prepared);
  return results.map((result) => result.results);
}
