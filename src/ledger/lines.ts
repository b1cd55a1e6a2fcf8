import type { Posting } from '../core/account/ledger.ts';
import type { Spend } from './calls.ts';

/** A ledger line as the object stores it until it is in the history. */
export interface Line extends Posting {
  /** Of a charge: what repeating or undoing it needs after a restart. */
  order?: { asked: string; foundAt: number | null; windowEndsAt: number; spend: Spend };
}

/** The line as everyone else sees it. */
export function postingOf({ order: _, ...posting }: Line): Posting {
  return posting;
}

/** What a rule says of a line; the book adds its place. */
export type NewLine = Pick<Line, 'id' | 'kind' | 'amount' | 'held' | 'ref'> &
  Partial<
    Pick<
      Line,
      'lookups' | 'holdId' | 'product' | 'inputHash' | 'userId' | 'keyId' | 'note' | 'order'
    >
  >;
