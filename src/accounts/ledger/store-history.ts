import { and, desc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import { type Database, runBatch } from '../../lib/database.ts';
import type { UsageRow } from '../../lookup/account/account.ts';
import type { LedgerEntry, LedgerEntryKind } from '../../lookup/account/ledger.ts';
import { ledgerSegments, ledgerTransfers, usageByDay } from './schema.ts';

export type LedgerSegment = Omit<typeof ledgerSegments.$inferSelect, 'organizationId'>;

/** Entries kept out of the transfers: charges of single lookups, holds and releases. */
const NO_CREDIT_TRANSFERS: readonly LedgerEntryKind[] = ['charge', 'hold', 'release'];

export const isCreditTransfer = ({ kind }: LedgerEntry): boolean =>
  !NO_CREDIT_TRANSFERS.includes(kind);

/**
 * Upserts the index row of a segment, its credit transfers and the usage counted meanwhile, in one
 * transaction. Idempotent.
 */
export async function recordSegment(
  db: Database,
  organizationId: string,
  segment: LedgerSegment | null,
  entries: readonly LedgerEntry[],
  counted: readonly UsageRow[],
): Promise<void> {
  const transfers = entries.filter(isCreditTransfer);
  const statements = [
    segment &&
      sql`INSERT OR REPLACE INTO ${ledgerSegments}
        (organization_id, first_seq, last_seq, first_at, last_at, amount, held, object, sha256)
        VALUES (${organizationId}, ${segment.firstSeq}, ${segment.lastSeq}, ${segment.firstAt},
          ${segment.lastAt}, ${segment.amount}, ${segment.held}, ${segment.object},
          ${segment.sha256})`,
    transfers.length > 0 &&
      sql`INSERT OR REPLACE INTO ${ledgerTransfers}
        (organization_id, seq, at, kind, amount, balance_after, ref, lookups, note)
        SELECT ${organizationId}, value->>'seq', value->>'at', value->>'kind', value->>'amount',
          value->>'balanceAfter', value->>'ref', value->>'lookups', value->>'note'
        FROM json_each(${JSON.stringify(transfers)})`,
    counted.length > 0 &&
      sql`INSERT OR REPLACE INTO ${usageByDay} (organization_id, day, product, key_id, lookups, credits)
        SELECT ${organizationId}, value->>'day', value->>'product', value->>'keyId',
          value->>'lookups', value->>'credits'
        FROM json_each(${JSON.stringify(counted)})`,
  ].filter((statement) => statement !== null && statement !== false);
  if (statements.length > 0) await runBatch(db, statements);
}

/** Segments with entries before `seq`, newest first. */
export async function listSegmentsBefore(
  db: Database,
  organizationId: string,
  seq: number,
  limit: number,
): Promise<LedgerSegment[]> {
  return db
    .select()
    .from(ledgerSegments)
    .where(and(eq(ledgerSegments.organizationId, organizationId), lt(ledgerSegments.firstSeq, seq)))
    .orderBy(desc(ledgerSegments.firstSeq))
    .limit(limit);
}

export async function findLastSegment(
  db: Database,
  organizationId: string,
): Promise<LedgerSegment | null> {
  return (await listSegmentsBefore(db, organizationId, Number.MAX_SAFE_INTEGER, 1))[0] ?? null;
}

/** Sums over an organization's segments. Reads every segment's row: for reconciling only. */
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

/** Rows of usage read by one query. */
export const USAGE_PAGE_ROWS = 10_000;

/**
 * Usage of an organization, newest day first, at most {@link USAGE_PAGE_ROWS}; days inclusive.
 * @param after last row of the previous page
 */
export async function pageUsage(
  db: Database,
  organizationId: string,
  { from, to }: { from: string; to: string },
  after: UsageRow | undefined,
): Promise<UsageRow[]> {
  const { day, product, keyId, lookups, credits } = usageByDay;
  const isBeyond =
    after && sql`(${day}, ${product}, ${keyId}) < (${after.day}, ${after.product}, ${after.keyId})`;
  return db
    .select({ day, product, keyId, lookups, credits })
    .from(usageByDay)
    .where(
      and(eq(usageByDay.organizationId, organizationId), gte(day, from), lte(day, to), isBeyond),
    )
    .orderBy(desc(day), desc(product), desc(keyId))
    .limit(USAGE_PAGE_ROWS);
}
