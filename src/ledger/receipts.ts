/** How long one payment covers a lookup (specification, "Limits": result cache). */
export const RECEIPT_WINDOW_MS = 7 * 86_400_000;

/** "Already paid": one user's proof for one lookup of the organization. */
export interface Receipt {
  /** What the first payment of this window was, in credits. */
  firstPrice: number;
  /** End of the window the first payment opened; nobody extends it. */
  endsAt: number;
}

/** Names a lookup within an organization. */
export const lookupName = (product: string, inputHash: string): string => `${product}:${inputHash}`;

export interface Quote {
  creditsUsed: number;
  windowEndsAt: number;
  /** To be written when the caller pays; null when the caller has it. */
  receipt: Receipt | null;
}

/**
 * What this caller pays (specification, "Billing rules" 3; contract, "Billing details"): nothing for what
 * they paid already, at most the first price for what a teammate paid, the full price for a fresh lookup.
 * @param mine the caller's unexpired receipt
 * @param team any unexpired receipt of the organization for the same lookup
 */
export function quote(
  asked: { price: number; bypass: boolean },
  mine: Receipt | null,
  team: Receipt | null,
  now: number,
): Quote {
  if (mine && !asked.bypass) return { creditsUsed: 0, windowEndsAt: mine.endsAt, receipt: null };
  const open = mine ?? team;
  if (!open) {
    const endsAt = now + RECEIPT_WINDOW_MS;
    return {
      creditsUsed: asked.price,
      windowEndsAt: endsAt,
      receipt: { firstPrice: asked.price, endsAt },
    };
  }
  const creditsUsed = asked.bypass ? asked.price : Math.min(asked.price, open.firstPrice);
  return { creditsUsed, windowEndsAt: open.endsAt, receipt: mine ? null : { ...open } };
}
