import type { Held, Settled, Usage, Voided } from '../core/account/ledger.ts';
import type { Draw } from './lots.ts';
import type { Receipt } from './receipts.ts';

/** How long the outcome of a bulk step is remembered for a repeat; an operator's for ever. */
export const CALL_MEMORY_MS = 86_400_000;

/** What paying for lookups did, so that it can be undone. */
export interface Spend {
  draws: Draw[];
  /** Receipts this payment wrote, and what stood in their place. */
  receipts: { lookup: string; userId: string; before?: Receipt }[];
  usage: ({ product: string; keyId: string | null } & Usage)[];
  /** Start of the period the usage was counted in; null outside any. */
  periodStart: number | null;
}

/** A call that was accepted: its outcome, repeated word for word, and what undoing it needs. */
export type CallRecord =
  | { kind: 'hold'; outcome: Held; state: 'open' | 'closed' | 'expired' }
  | { kind: 'settle'; outcome: Settled; spend: Spend; holdId: string }
  /**
   * An operator's: what was asked, word for word, and what came of it. Null: known from its ledger
   * line alone, which does not say what was asked.
   */
  | { kind: 'operation'; asked: string | null; outcome: unknown }
  /** An Idempotency-Key of a lookup: of what, whose, since when, and when it was taken. */
  | {
      kind: 'replay';
      requestHash: string;
      lookupId: string;
      firstAskedAt: number;
      leasedAt: number;
    }
  | { kind: 'voided'; outcome: Voided };

/** A row of the call table; `expiresAt` null is kept for ever. */
export interface Call {
  record: CallRecord;
  expiresAt: number | null;
}

/** Holds, settles, replays and operations have a name space each. */
export const holdCall = (id: string): string => `hold:${id}`;
export const settleCall = (id: string): string => `settle:${id}`;
export const replayCall = (name: string): string => `replay:${name}`;
export const operationCall = (kind: 'grant' | 'subscription', id: string): string =>
  `${kind}:${id}`;

/**
 * The arguments of a call are unusable, or not those its id was first used with. Nothing changed.
 */
export class InvalidCall extends RangeError {
  override name = 'RangeError';
}
