import { DAY_MS } from '../../lib/time.ts';
import type { Quote } from '../../lookup/account/order.ts';

/** How long one payment covers a lookup (specification, "Limits": result cache). */
export const RECEIPT_WINDOW_MS = 7 * DAY_MS;

/** "Already paid": one user's proof for one lookup of the organization. */
export interface Receipt {
  /** What the first payment of this window was, in credits. */
  firstPrice: number;
  /** When the answer it stands for was looked up. */
  foundAt: number;
  /** End of the window the first payment opened; never extended. */
  endsAt: number;
  /** What the tables were at that the answer rests on; null when it rests on more. */
  tables: number | null;
}

/** Unexpired receipts of one lookup, by user. */
export type Receipts = ReadonlyMap<string, Receipt>;

/** Names a lookup within an organization. */
export const lookupName = (product: string, inputHash: string): string => `${product}:${inputHash}`;

/**
 * What this caller pays (specification, "Billing rules" 3; contract, "Billing details"): nothing
 * for what they paid already, at most the first price for what a teammate paid, the full price
 * afresh.
 */
export function quoteLookup(
  asked: { userId: string; bypass: boolean; tables: number | null },
  receipts: Receipts,
  now: number,
): Quote {
  let newest: Receipt | null = null;
  for (const receipt of receipts.values())
    if (newest === null || receipt.foundAt > newest.foundAt) newest = receipt;
  return {
    free: receipts.has(asked.userId) && !asked.bypass,
    atMost: newest && !asked.bypass ? newest.firstPrice : null,
    foundAt: newest?.foundAt ?? null,
    windowEndsAt: newest?.endsAt ?? now + RECEIPT_WINDOW_MS,
    sameTables: newest !== null && newest.tables === asked.tables,
  };
}

/** What there is to write down of an answered lookup; null when its receipt says it all already. */
export function receiptFor(
  asked: { userId: string; price: number; bypass: boolean; askedAt: number; tables: number | null },
  receipts: Receipts,
  windowEndsAt: number,
): Receipt | null {
  const mine = receipts.get(asked.userId);
  const isSame = mine !== undefined && !asked.bypass && mine.tables === asked.tables;
  if (isSame) return null;
  const [open] = receipts.values();
  const repeats = open !== undefined && mine === undefined && !asked.bypass;
  return {
    firstPrice: open?.firstPrice ?? asked.price,
    foundAt: repeats && open.tables === asked.tables ? open.foundAt : asked.askedAt,
    endsAt: open?.endsAt ?? windowEndsAt,
    tables: asked.tables,
  };
}
