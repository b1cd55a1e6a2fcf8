import { and, desc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import type { UsageRow } from '../core/account/account.ts';
import type { Posting, PostingKind } from '../core/account/ledger.ts';
import { batch } from './batch.ts';
import type { Database } from './database.ts';
import { ledgerMovements, ledgerSegments, usage } from './ledger-schema.ts';

export type Segment = Omit<typeof ledgerSegments.$inferSelect, 'organizationId'>;

/** Lines of a lookup by itself, and of credits that stay where they are. */
const NO_MOVEMENTS: readonly PostingKind[] = ['charge', 'hold', 'release'];

export const isMovement = ({ kind }: Posting): boolean => !NO_MOVEMENTS.includes(kind);

/**
 * Writes the index row of a segment, its movements and the usage counted meanwhile: one
 * transaction, which changes nothing when it was written before.
 */
export async function recordSegment(
  db: Database,
  organizationId: string,
  segment: Segment | null,
  lines: readonly Posting[],
  counted: readonly UsageRow[],
): Promise<void> {
  const movements = lines.filter(isMovement);
  const statements = [
    segment &&
      sql`INSERT OR REPLACE INTO ${ledgerSegments}
        (organization_id, first_seq, last_seq, first_at, last_at, amount, held, object, sha256)
        VALUES (${organizationId}, ${segment.firstSeq}, ${segment.lastSeq}, ${segment.firstAt},
          ${segment.lastAt}, ${segment.amount}, ${segment.held}, ${segment.object},
          ${segment.sha256})`,
    movements.length > 0 &&
      sql`INSERT OR REPLACE INTO ${ledgerMovements}
        (organization_id, seq, at, kind, amount, balance_after, ref, lookups, note)
        SELECT ${organizationId}, value->>'seq', value->>'at', value->>'kind', value->>'amount',
          value->>'balanceAfter', value->>'ref', value->>'lookups', value->>'note'
        FROM json_each(${JSON.stringify(movements)})`,
    counted.length > 0 &&
      sql`INSERT OR REPLACE INTO ${usage} (organization_id, day, product, key_id, lookups, credits)
        SELECT ${organizationId}, value->>'day', value->>'product', value->>'keyId',
          value->>'lookups', value->>'credits'
        FROM json_each(${JSON.stringify(counted)})`,
  ].filter((statement) => statement !== null && statement !== false);
  if (statements.length > 0) await batch(db, statements);
}

/** Segments with lines before `seq`, newest first. */
export async function segmentsBefore(
  db: Database,
  organizationId: string,
  seq: number,
  limit: number,
): Promise<Segment[]> {
  return db
    .select()
    .from(ledgerSegments)
    .where(and(eq(ledgerSegments.organizationId, organizationId), lt(ledgerSegments.firstSeq, seq)))
    .orderBy(desc(ledgerSegments.firstSeq))
    .limit(limit);
}

/** The youngest segment; null when there is none. */
export async function lastSegment(db: Database, organizationId: string): Promise<Segment | null> {
  return (await segmentsBefore(db, organizationId, Number.MAX_SAFE_INTEGER, 1))[0] ?? null;
}

/** What the history holds of an organization. Reads every segment's row: for reconciling only. */
export async function sumSegments(
  db: Database,
  organizationId: string,
): Promise<{ lines: number; lastSeq: number; amount: number; held: number }> {
  const { firstSeq, lastSeq, amount, held } = ledgerSegments;
  const row = await db
    .select({
      lines: sql<number>`coalesce(sum(${lastSeq} - ${firstSeq} + 1), 0)`,
      lastSeq: sql<number>`coalesce(max(${lastSeq}), 0)`,
      amount: sql<number>`coalesce(sum(${amount}), 0)`,
      held: sql<number>`coalesce(sum(${held}), 0)`,
    })
    .from(ledgerSegments)
    .where(eq(ledgerSegments.organizationId, organizationId))
    .get();
  return row ?? { lines: 0, lastSeq: 0, amount: 0, held: 0 };
}

/** Rows of one reading. */
export const MAX_USAGE_ROWS = 10_000;

/**
 * An organization's use, newest day first, {@link MAX_USAGE_ROWS} at most. Both ends are included:
 * YYYY-MM-DD.
 */
export async function readUsage(
  db: Database,
  organizationId: string,
  { from, to }: { from: string; to: string },
): Promise<UsageRow[]> {
  const { day, product, keyId, lookups, credits } = usage;
  return db
    .select({ day, product, keyId, lookups, credits })
    .from(usage)
    .where(and(eq(usage.organizationId, organizationId), gte(day, from), lte(day, to)))
    .orderBy(desc(day))
    .limit(MAX_USAGE_ROWS);
}
