import type { Charged, Held, Settled, Usage, Voided } from '../core/ledger.ts';
import type { Draw } from './lots.ts';

/** How long a call's outcome is remembered for a repeat; a grant's is kept for ever. */
export const CALL_MEMORY_MS = 86_400_000;

/** What paying for lookups did, so that it can be undone. */
export interface Spend {
  draws: Draw[];
  /** Receipts this payment wrote. */
  receipts: { lookup: string; userId: string }[];
  usage: ({ keyId: string | null } & Usage)[];
  /** Start of the period the usage was counted in; null outside any. */
  periodStart: number | null;
}

/** A call that was accepted: its outcome, repeated word for word, and what undoing it needs. */
export type CallRecord =
  | { kind: 'charge'; outcome: Charged; spend: Spend }
  | { kind: 'hold'; outcome: Held; state: 'open' | 'closed' | 'expired' }
  | { kind: 'settle'; outcome: Settled; spend: Spend }
  | { kind: 'grant' }
  | { kind: 'voided'; outcome: Voided };

/** A row of the call table; `expiresAt` null is kept for ever. */
export interface Call {
  record: CallRecord;
  expiresAt: number | null;
}

/** Charges and holds share one name space; settles and grants have their own. */
export const lookupCall = (id: string): string => `lookup:${id}`;
export const settleCall = (id: string): string => `settle:${id}`;
export const grantCall = (id: string): string => `grant:${id}`;

/** The arguments of a call are unusable. Thrown before anything changed. */
export class InvalidCall extends RangeError {
  override name = 'RangeError';
}

/** An id was used for two different kinds of call. */
export const idConflict = (id: string, kind: string): InvalidCall =>
  new InvalidCall(`the id ${id} already names a ${kind}`);
