import { and, desc, eq, sql } from 'drizzle-orm';
import type { Posting } from '../core/ledger.ts';
import type { Database } from './database.ts';
import { postings } from './ledger-schema.ts';

/**
 * Inserts ledger lines; those that are there already stay as they are. One bound parameter carries them
 * all, because a D1 statement takes at most 100.
 */
export async function insertPostings(
  db: Database,
  organizationId: string,
  lines: readonly Posting[],
): Promise<void> {
  await db.run(sql`
    INSERT OR IGNORE INTO postings
      (organization_id, id, seq, at, kind, amount, held, balance_after, ref, hold_id, product, input_hash, user_id, key_id, note)
    SELECT ${organizationId}, value->>'id', value->>'seq', value->>'at', value->>'kind', value->>'amount', value->>'held',
      value->>'balanceAfter', value->>'ref', value->>'holdId', value->>'product', value->>'inputHash', value->>'userId',
      value->>'keyId', value->>'note'
    FROM json_each(${JSON.stringify(lines)})`);
}

export interface PostingPage {
  postings: Posting[];
  /** To be sent back for the next page; null on the last. */
  nextCursor: string | null;
}

/** The place of a line in time, as it goes over the wire. */
const cursorOf = (line: { at: number; seq: number }): string => `${line.at}.${line.seq}`;

/** @returns null when the text is no cursor of this listing. */
export function parsePostingCursor(text: string): { at: number; seq: number } | null {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(text);
  return match ? { at: Number(match[1]), seq: Number(match[2]) } : null;
}

/** An organization's ledger, newest first. @param after where the page before ended */
export async function pagePostings(
  db: Database,
  organizationId: string,
  limit: number,
  after: { at: number; seq: number } | null,
): Promise<PostingPage> {
  const { at, seq } = postings;
  const rows = await db
    .select()
    .from(postings)
    .where(
      and(
        eq(postings.organizationId, organizationId),
        after ? sql`(${at}, ${seq}) < (${after.at}, ${after.seq})` : undefined,
      ),
    )
    .orderBy(desc(at), desc(seq))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(({ organizationId: _, ...line }) => line);
  const last = page.at(-1);
  return { postings: page, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}

/** What D1 holds of an organization's ledger up to one line. Reads every line: for reconciling only. */
export async function sumPostings(
  db: Database,
  organizationId: string,
  upToSeq: number,
): Promise<{ count: number; amount: number; held: number }> {
  const row = await db
    .select({
      count: sql<number>`count(*)`,
      amount: sql<number>`coalesce(sum(${postings.amount}), 0)`,
      held: sql<number>`coalesce(sum(${postings.held}), 0)`,
    })
    .from(postings)
    .where(and(eq(postings.organizationId, organizationId), sql`${postings.seq} <= ${upToSeq}`))
    .get();
  return row ?? { count: 0, amount: 0, held: 0 };
}
