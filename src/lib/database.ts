import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core';

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
export const isAmong = (column: SQLWrapper, values: readonly (string | number)[]): SQL =>
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

/** Statement that inserts a row if the condition holds. @param row values; null if absent */
export function insertWhere(table: SQLiteTable, row: object, condition: SQL): SQL {
  const given = new Map(Object.entries(row));
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const values = columns.map(([key, column]) => sql.param(given.get(key) ?? null, column));
  return sql`INSERT INTO ${table} (${sql.join(names, sql`, `)}) SELECT ${sql.join(values, sql`, `)}
    WHERE ${condition}`;
}
