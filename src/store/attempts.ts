import { and, eq, gt, gte, lte, max, or, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { attempts } from './sign-in-schema.ts';

/** A window of attempts, by what is tried and a hash of who tries. */
export interface AttemptWindow {
  kind: string;
  who: string;
  most: number;
  windowMs: number;
}

/** When the last of the windows that are full now ends; null when none is. */
export async function findFull(
  db: Database,
  windows: readonly AttemptWindow[],
  now: number,
): Promise<number | null> {
  const { kind, who, count, windowEndsAt } = attempts;
  const isFull = windows.map((window) =>
    and(eq(kind, window.kind), eq(who, window.who), gte(count, window.most)),
  );
  const found = await db
    .select({ endsAt: max(windowEndsAt) })
    .from(attempts)
    .where(and(gt(windowEndsAt, now), or(...isFull)))
    .get();
  return found?.endsAt ?? null;
}

/** Counts one attempt in the window that runs, beginning one where none does. */
export async function countAttempt(
  db: Database,
  attempt: AttemptWindow & { now: number },
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
