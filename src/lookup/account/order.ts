import type { Caller } from './caller.ts';

/** Most lookups of a batch, which its account admits and settles in one call each. */
export const MAX_BATCH_LOOKUPS = 100;

/** Payment order of one lookup, part of its admission. */
export interface LookupOrder {
  /** The request's id: the same order sent again is paid once. */
  id: string;
  product: string;
  /** Hash of the normalised input, 16..64 bytes in lower-case hex. */
  inputHash: string;
  /** A fresh lookup was asked for: full price, whatever was paid before. */
  bypass: boolean;
  /** When the request arrived, milliseconds since the epoch; `cached_at` of later answers. */
  askedAt: number;
  /**
   * Current data version of the answer's tables; a receipt of the same version means the same
   * answer. Null for an answer that rests on more than tables.
   */
  tables: number | null;
  /**
   * `charge`: the price is known, and is taken now.
   * `hold`: the price is at most this much; {@link Accounts.settleLookup} charges it later.
   * `estimate`: the price may be more or less; the same call charges it before the reply.
   */
  step: 'charge' | 'hold' | 'estimate';
  /** Credits. */
  amount: number;
}

/** Discount of this caller by the receipts, independent of the lookup's price. */
export interface Quote {
  /** The caller has a receipt: it is free. */
  free: boolean;
  /** A teammate has one: at most this much. Null: the full price. */
  atMost: number | null;
  /** When the organization last looked this up; null when no receipt covers it. */
  foundAt: number | null;
  /** End of the seven days it covers, or would, milliseconds since the epoch. */
  windowEndsAt: number;
  /** Whether that receipt was written with the same tables. */
  sameTables: boolean;
  /**
   * Free as the caller's own lookup under way pays: priced again when it is answered, as that one
   * may be cancelled or fail.
   */
  isShared?: true;
}

/** Credits owed for a lookup of this price. */
export const creditsOwed = (
  { free, atMost }: Pick<Quote, 'free' | 'atMost'>,
  price: number,
): number => (free ? 0 : Math.min(price, atMost ?? price));

export interface AcceptedOrder {
  quote: Quote;
  /** Credits taken by a charge, or set aside by a hold. */
  credits: number;
  /** Spendable after it. */
  available: number;
}

/** The daily limit of a key or sign-in. */
export interface DailyAllowance {
  /** Credits of a day of UTC. */
  limit: number;
  /** What of them is neither spent nor held. */
  left: number;
  /** When the day ends, milliseconds since the epoch. */
  endsAt: number;
}

/** Refusal of what would exceed it. Nothing was changed. */
export interface DailyLimitExceeded extends DailyAllowance {
  /** Whose it is, as {@link Caller} names it. */
  keyId: string;
  required: number;
}

/** Outcome of a hold increase. `gone`: the order has ended. */
export type HoldIncrease =
  | { kind: 'raised' }
  | { kind: 'daily_limit'; exceeded: DailyLimitExceeded }
  | { kind: 'insufficient_credits'; required: number; available: number }
  | { kind: 'gone' };

/** What an order says of its lookup itself. */
export type OrderedLookup = Omit<LookupOrder, 'step' | 'amount'>;

export interface LookupSettlement extends OrderedLookup {
  caller: Pick<Caller, 'userId' | 'keyId'>;
  /**
   * Of a hold: the quote already answered to the caller, so it cannot be refused, and the hold
   * bounds it. Null, of an estimate: by the current receipts, refused for insufficient credits.
   */
  quote: Pick<Quote, 'free' | 'atMost' | 'windowEndsAt'> | null;
  /** List price in credits; the quote decides what of it is owed. */
  price: number;
}

/** Outcome of a settlement: paid, or refused, nothing charged and the order voided. Idempotent. */
export type LookupSettled =
  | ({ paid: true } & Pick<AcceptedOrder, 'credits' | 'available'>)
  | { paid: false; required: number; available: number; exceeded?: DailyLimitExceeded };
