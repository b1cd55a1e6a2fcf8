import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { attempts } from './sign-in-schema.ts';

/** Counts one attempt in the window that runs, beginning one where none does. */
export async function countAttempt(
  db: Database,
  attempt: { kind: string; who: string; now: number; windowMs: number },
): Promise<{ count: number; windowEndsAt: number }> {
  const { kind, who, now, windowMs } = attempt;
  const { windowEndsAt, count } = attempts;
  const runs = sql`${windowEndsAt} > ${now}`;
  const row = await db
    .insert(attempts)
    .values({ kind, who, windowEndsAt: now + windowMs, count: 1 })
    .onConflictDoUpdate({
      target: [attempts.kind, attempts.who],
      set: {
        count: sql`CASE WHEN ${runs} THEN ${count} + 1 ELSE 1 END`,
        windowEndsAt: sql`CASE WHEN ${runs} THEN ${windowEndsAt} ELSE ${now + windowMs} END`,
      },
    })
    .returning({ count, windowEndsAt })
    .get();
  return row;
}

export async function forgetAttempts(db: Database, kind: string, who: string): Promise<void> {
  await db.delete(attempts).where(and(eq(attempts.kind, kind), eq(attempts.who, who)));
}

/** Deletes what counts no more. */
export async function tidyAttempts(db: Database, now: number): Promise<void> {
  await db.delete(attempts).where(lte(attempts.windowEndsAt, now));
}
