import type { Caller } from './caller.ts';

/** Most lookups of a batch; the account admits and settles them in one call each. */
export const MAX_BATCH_LOOKUPS = 100;

/** Payment order of one lookup, part of its admission. */
export interface LookupOrder {
  /** Id of the request and idempotency key: a repeated order is charged once. */
  id: string;
  product: string;
  /** Hash of the normalised input, 16..64 bytes in lower-case hex. */
  inputHash: string;
  /** A fresh lookup was requested: full price regardless of earlier payments. */
  bypass: boolean;
  /** When the request arrived, milliseconds since the epoch; `cached_at` of later answers. */
  askedAt: number;
  /**
   * Current data version of the answer's tables: a receipt with the same version means the same
   * answer. Null for an answer that does not come from tables alone.
   */
  tables: number | null;
  /**
   * `charge`: the price is known and charged now.
   * `hold`: the price is at most `amount`; {@link Accounts.settleLookup} charges it later.
   * `estimate`: the price may be more or less; the same call charges it before the reply.
   */
  step: 'charge' | 'hold' | 'estimate';
  /** Credits. */
  amount: number;
}

/** Discount of this caller by receipts, independent of the lookup's price. */
export interface Quote {
  /** Whether the caller has a receipt, which makes the lookup free. */
  free: boolean;
  /** Price cap because a teammate has a receipt; null for the full price. */
  atMost: number | null;
  /** When the organization last looked this up; null if no receipt covers it. */
  foundAt: number | null;
  /** End of the seven-day window, existing or new, in milliseconds since the epoch. */
  windowEndsAt: number;
  /** Whether that receipt was written at the same data version. */
  sameTables: boolean;
  /**
   * Free because an earlier lookup of the caller's, still in flight, pays. Priced again when
   * answered, as that lookup may be cancelled or fail.
   */
  isShared?: true;
}

/** Credits owed for a lookup at this price. */
export const creditsOwed = (
  { free, atMost }: Pick<Quote, 'free' | 'atMost'>,
  price: number,
): number => (free ? 0 : Math.min(price, atMost ?? price));

export interface AcceptedOrder {
  quote: Quote;
  /** Credits taken by a charge, or reserved by a hold. */
  credits: number;
  /** Credits spendable after the order. */
  available: number;
}

/** Daily credit limit of a key or sign-in. */
export interface DailyAllowance {
  /** Credits per UTC day. */
  limit: number;
  /** Credits of today that are neither spent nor held. */
  left: number;
  /** When the day ends, milliseconds since the epoch. */
  endsAt: number;
}

/** Refusal of an order that would exceed the daily limit. Nothing was changed. */
export interface DailyLimitExceeded extends DailyAllowance {
  /** Key id as in {@link Caller}. */
  keyId: string;
  required: number;
}

/** Outcome of a hold increase. `gone`: the order has ended. */
export type HoldIncrease =
  | { kind: 'raised' }
  | { kind: 'daily_limit'; exceeded: DailyLimitExceeded }
  | { kind: 'insufficient_credits'; required: number; available: number }
  | { kind: 'gone' };

/** The lookup of an order, without its payment. */
export type OrderedLookup = Omit<LookupOrder, 'step' | 'amount'>;

export interface LookupSettlement extends OrderedLookup {
  caller: Pick<Caller, 'userId' | 'keyId'>;
  /**
   * Quote of a hold: already given to the caller, so the settlement is not refused and the hold
   * limits it. Null for an estimate: priced by current receipts, refused for insufficient credits.
   */
  quote: Pick<Quote, 'free' | 'atMost' | 'windowEndsAt'> | null;
  /** List price in credits; the quote decides how much of it is owed. */
  price: number;
}

/** Outcome of a settlement; idempotent. A refusal charges nothing and voids the order. */
export type LookupSettled =
  | ({ paid: true } & Pick<AcceptedOrder, 'credits' | 'available'>)
  | { paid: false; required: number; available: number; exceeded?: DailyLimitExceeded };
