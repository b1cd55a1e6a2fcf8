import type { DailyAllowance, DailyLimitExceeded, OrderedLookup } from './order.ts';

/** Largest figure one call may carry, in credits; sums of many stay exact in a double. */
export const MAX_CREDITS = 1_000_000_000_000;

/** Most lookups of one settle; a bulk chunk has 100. */
export const MAX_SETTLE_ITEMS = 1_000;

/** One lookup to settle. The receipts decide what of its price this caller owes. */
export interface PricedLookup extends OrderedLookup {
  /** Creator of the key: "you" of the billing rules. */
  userId: string;
  /** Null when the call was not made with an API key. */
  keyId: string | null;
  /** Today's price in credits. */
  price: number;
}

/**
 * Reason of a ledger refusal.
 * - `insufficient_credits`: the balance cannot cover it
 * - `voided`: this id, or this hold, was voided
 * - `hold_closed`: a final settle came earlier
 * - `hold_unknown`: no such hold
 * - `too_many_holds`: the organization has as many open holds as it may
 * - `organization_closed`: a closed organization begins nothing
 */
export type LedgerRefusalReason =
  | 'insufficient_credits'
  | 'voided'
  | 'hold_closed'
  | 'hold_unknown'
  | 'too_many_holds'
  | 'organization_closed';

/** Refusal: nothing was charged or changed, and the same id may be retried. */
export interface LedgerRefusal {
  ok: false;
  reason: LedgerRefusalReason;
  /** Credits the call needed. */
  required: number;
  /** Credits spendable now, without held ones. */
  available: number;
}

export interface HoldRequest {
  id: string;
  amount: number;
  userId: string;
  keyId: string | null;
  /** After this long without a final settle the hold releases itself. */
  lifetimeMs: number;
  note: string | null;
}

export interface Held {
  ok: true;
  held: number;
  creditsRemaining: number;
  expiresAt: number;
}

/** The hold would exceed the daily limit of its key. */
type DailyLimitRefusal = { ok: false; reason: 'daily_limit' } & DailyLimitExceeded;

export type HoldOutcome = Held | LedgerRefusal | DailyLimitRefusal;

export interface SettleRequest {
  /** Namespace of its own: one request id may name both the hold and its settle. */
  id: string;
  holdId: string;
  items: readonly PricedLookup[];
  /** Releases what the hold still has. */
  final: boolean;
}

export interface Settled {
  ok: true;
  creditsUsed: number;
  creditsRemaining: number;
  /** What the hold still has. */
  heldRemaining: number;
  /** In the order they were sent. `cachedAt`: when the same tables gave the same answer before. */
  items: { id: string; creditsUsed: number; windowEndsAt: number; cachedAt: number | null }[];
}

export type SettleOutcome = Settled | LedgerRefusal;

export interface Voided {
  released: number;
  /** Credits of a committed charge or settle given back. */
  refunded: number;
  creditsRemaining: number;
}

export interface LookupUsage {
  lookups: number;
  credits: number;
}

/** Balance and usage of `GET /account`. */
export interface AccountStatement {
  /** Null before the first period and after the last one ended. */
  period: { plan: string; start: number; end: number } | null;
  /** This period's plan credits: total = used + available. Held credits count as used. */
  subscription: { total: number; used: number; available: number };
  rollover: number;
  purchased: number;
  /** Every credit spendable now. */
  totalAvailable: number;
  held: number;
  usage: { currentPeriod: LookupUsage; allTime: LookupUsage };
  /** Null when no key was named; zeros for a key that never paid a lookup. */
  key: LookupUsage | null;
}

/** Invariant of the ledger. `difference`: 0, or its violation in credits; null when unreadable. */
export interface Invariant {
  name: string;
  holds: boolean;
  difference: number | null;
}

/**
 * Kind of a ledger entry. `hold` and `release` leave the amount alone and move only `held`;
 * `rollover` moves nothing and says that credits outlived their period.
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
  /** Milliseconds since the epoch; never earlier than the entry before. */
  at: number;
  kind: LedgerEntryKind;
  /** Change of the credits owned (spendable + held). */
  amount: number;
  /** Change of the credits held. */
  held: number;
  /** Credits owned after this entry: the running sum of `amount`. */
  balanceAfter: number;
  /** The caller's id: request, bulk chunk, grant; or the lot that ended. */
  ref: string;
  /** Lookups of this entry: one for a charge, a chunk's for a settle, negative when undone. */
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
  /** Of the key that was named; null where it has no limit. */
  daily?: DailyAllowance | null;
}

/**
 * Credit ledger of organizations, for work that is paid in many steps. Every call is atomic, and
 * idempotent on its id; the same id with other arguments throws. A call that throws has charged
 * nothing, unless the connection broke before the reply came: then the same call may be repeated,
 * or its id voided. Figures are whole credits, 0..{@link MAX_CREDITS}; anything else throws a
 * RangeError.
 */
export interface Ledger {
  /** Holds credits before a bulk job begins. */
  hold(organizationId: string, request: HoldRequest): Promise<HoldOutcome>;
  /** Pays lookups from a hold, then from the free balance; many per hold. */
  settle(organizationId: string, request: SettleRequest): Promise<SettleOutcome>;
  /** Reverses everything under this id, and refuses the id from now on. */
  void(organizationId: string, request: { id: string }): Promise<Voided>;
  /** @param keyId whose daily limit is read besides */
  balance(organizationId: string, keyId?: string): Promise<Balance>;
}
