import type { DailyAllowance, DailyLimitExceeded, OrderedLookup } from './order.ts';

/** Most credits in one call; sums of many such figures are still exact in a double. */
export const MAX_CREDITS = 1_000_000_000_000;

/** Most lookups in one settle; a chunk of a bulk job has 100. */
export const MAX_SETTLE_ITEMS = 1_000;

/** One lookup to settle. The receipts decide how much of its price the caller owes. */
export interface PricedLookup extends OrderedLookup {
  /** Creator of the key: "you" in the billing rules. */
  userId: string;
  /** Null if the call was not made with an API key. */
  keyId: string | null;
  /** Current list price in credits. */
  price: number;
}

/**
 * Reason of a ledger refusal.
 * - `insufficient_credits`: the balance does not cover the amount
 * - `voided`: this id, or this hold, was voided
 * - `hold_closed`: a final settle came earlier
 * - `hold_unknown`: no such hold
 * - `too_many_holds`: the organization's limit of open holds is reached
 * - `organization_closed`: a closed organization starts no work
 */
export type LedgerRefusalReason =
  | 'insufficient_credits'
  | 'voided'
  | 'hold_closed'
  | 'hold_unknown'
  | 'too_many_holds'
  | 'organization_closed';

/** Refusal: nothing was charged or changed, and the id may be used again. */
export interface LedgerRefusal {
  ok: false;
  reason: LedgerRefusalReason;
  /** Credits the call required. */
  required: number;
  /** Credits spendable now, excluding held ones. */
  available: number;
}

export interface HoldRequest {
  id: string;
  amount: number;
  userId: string;
  keyId: string | null;
  /** Lease of the hold: it is released after this time without a final settle. */
  lifetimeMs: number;
  note: string | null;
}

export interface Held {
  ok: true;
  held: number;
  creditsRemaining: number;
  expiresAt: number;
}

/** Refusal of a hold that would exceed the daily limit of its key. */
type DailyLimitRefusal = { ok: false; reason: 'daily_limit' } & DailyLimitExceeded;

export type HoldOutcome = Held | LedgerRefusal | DailyLimitRefusal;

export interface SettleRequest {
  /** Idempotency key in a namespace of settles: a request id may name a hold and its settle. */
  id: string;
  holdId: string;
  items: readonly PricedLookup[];
  /** Releases the rest of the hold. */
  final: boolean;
}

export interface Settled {
  ok: true;
  creditsUsed: number;
  creditsRemaining: number;
  /** Credits still in the hold. */
  heldRemaining: number;
  /** In the order sent. `cachedAt`: when the same tables gave the same answer before. */
  items: { id: string; creditsUsed: number; windowEndsAt: number; cachedAt: number | null }[];
}

export type SettleOutcome = Settled | LedgerRefusal;

export interface Voided {
  released: number;
  /** Credits refunded from a committed charge or settle. */
  refunded: number;
  creditsRemaining: number;
}

export interface LookupUsage {
  lookups: number;
  credits: number;
}

/** Balance and usage of `GET /account`. */
export interface AccountStatement {
  /** Null before the first period and after the last one. */
  period: { plan: string; start: number; end: number } | null;
  /** Plan credits of this period: total = used + available. Held credits count as used. */
  subscription: { total: number; used: number; available: number };
  rollover: number;
  purchased: number;
  /** All credits spendable now. */
  totalAvailable: number;
  held: number;
  usage: { currentPeriod: LookupUsage; allTime: LookupUsage };
  /** Null if no key was named; zeros for a key that never paid for a lookup. */
  key: LookupUsage | null;
}

/** Invariant of the ledger. `difference`: 0, or its violation in credits; null when unreadable. */
export interface Invariant {
  name: string;
  holds: boolean;
  difference: number | null;
}

/**
 * Kind of a ledger entry. `hold` and `release` change only `held`; `rollover` changes no figure and
 * records that credits outlived their period.
 */
export type LedgerEntryKind =
  | 'grant'
  | 'renewal'
  | 'charge'
  | 'hold'
  | 'settle'
  | 'release'
  | 'reversal'
  | 'rollover'
  | 'expiry'
  | 'withdrawal';

export interface LedgerEntry {
  /** Unique within the organization. */
  id: string;
  /** 1, 2, 3 … within the organization. */
  seq: number;
  /** Milliseconds since the epoch; never earlier than the previous entry. */
  at: number;
  kind: LedgerEntryKind;
  /** Change of owned credits (spendable + held). */
  amount: number;
  /** Change of held credits. */
  held: number;
  /** Owned credits after this entry: the running sum of `amount`. */
  balanceAfter: number;
  /** Id of the request, bulk chunk or grant, or of the lot that expired. */
  ref: string;
  /** Lookups of this entry: 1 for a charge, a chunk's for a settle, negative for a reversal. */
  lookups: number;
  holdId: string | null;
  product: string | null;
  inputHash: string | null;
  userId: string | null;
  keyId: string | null;
  note: string | null;
}

export interface Balance {
  available: number;
  held: number;
  /** Allowance of the named key; null if it has no limit. */
  daily?: DailyAllowance | null;
}

/**
 * Credit ledger of organizations, for work paid in several steps. Every call is atomic and
 * idempotent on its id; reusing an id with other arguments throws. A call that throws has charged
 * nothing, unless the connection broke before the reply arrived: then the caller may repeat it or
 * void its id. Figures are whole credits, 0..{@link MAX_CREDITS}; others throw a RangeError.
 */
export interface Ledger {
  /** Holds credits before a bulk job starts. */
  hold(organizationId: string, request: HoldRequest): Promise<HoldOutcome>;
  /** Pays for lookups from a hold, then from the free balance; a hold may have many settles. */
  settle(organizationId: string, request: SettleRequest): Promise<SettleOutcome>;
  /** Reverses everything under this id and refuses the id from then on. */
  void(organizationId: string, request: { id: string }): Promise<Voided>;
  /** @param keyId key whose daily allowance is read too */
  balance(organizationId: string, keyId?: string): Promise<Balance>;
}
