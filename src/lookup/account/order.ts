import type { Caller } from './caller.ts';

/** What is asked of the ledger for one lookup, in the call that also admits it. */
export interface LookupOrder {
  /** The request's id: the same order sent again is paid once. */
  id: string;
  product: string;
  /** Hash of the normalised input, 16..64 bytes in lower-case hex. */
  inputHash: string;
  /** A fresh lookup was asked for: full price, whatever was paid before. */
  bypass: boolean;
  /**
   * When the request arrived, milliseconds since the epoch: what a later answer calls `cached_at`.
   */
  askedAt: number;
  /**
   * What the answer's tables are at now, as a number; a receipt of the same figure means the same
   * answer. Null for an answer that rests on more than tables.
   */
  tables: number | null;
  /**
   * `charge`: the price is known, and is taken now.
   * `hold`: it costs at most this much; what it costs is said by {@link Accounts.settleLookup}.
   * `estimate`: it may cost more or less; the same call asks for what it costs, and is waited for.
   */
  step: 'charge' | 'hold' | 'estimate';
  /** Credits. */
  amount: number;
}

/** What this caller pays for a lookup by the receipts, whatever its price turns out to be. */
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
}

/** Credits owed for a lookup of this price. */
export const creditsOwed = (
  { free, atMost }: Pick<Quote, 'free' | 'atMost'>,
  price: number,
): number => (free ? 0 : Math.min(price, atMost ?? price));

/** An order that was accepted. */
export interface AcceptedOrder {
  quote: Quote;
  /** Credits taken by a charge, or set aside by a hold. */
  credits: number;
  /** Spendable after it. */
  available: number;
}

/** Whether more could be set aside for a lookup under way; `gone`: its order has ended. */
export type HoldIncrease =
  | { kind: 'raised' }
  | { kind: 'short'; required: number; available: number }
  | { kind: 'gone' };

/** What a lookup that credits were set aside for turned out to cost. */
export interface LookupSettlement {
  /** The order's id. */
  id: string;
  caller: Pick<Caller, 'userId' | 'keyId'>;
  product: string;
  inputHash: string;
  bypass: boolean;
  askedAt: number;
  tables: number | null;
  /**
   * Of a hold: what the caller was told already, so it cannot be refused, and the hold bounds it.
   * Null, of an estimate: by the receipts as they are now, and refused where credits are short.
   */
  quote: Pick<Quote, 'free' | 'atMost' | 'windowEndsAt'> | null;
  /** Today's price in credits; the quote decides what of it is owed. */
  price: number;
}

/**
 * How a settlement ended: paid, or refused with nothing taken and the order undone. A repeat is
 * told the same.
 */
export type LookupSettled =
  | ({ paid: true } & Pick<AcceptedOrder, 'credits' | 'available'>)
  | { paid: false; required: number; available: number };
