import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';

export type Database = DrizzleD1Database;

/** Typed queries over one D1 binding. */
export const openDatabase = (binding: D1Database): Database => drizzle(binding);

/**
 * The same over a session, which any replica that is recent enough may answer. It can prepare and
 * batch, no more.
 */
export const openSession = (session: D1DatabaseSession): Database =>
  drizzle(session as unknown as D1Database);
