import type { LitigatorKind } from './datasets/phone.ts';
import { type RecordAnswer, recordHitOf } from './world.ts';

/** Whether a number is on an imported list. */
export interface Listing {
  /** Null: nobody knows, because the list is not imported or does not cover the number. */
  listed: boolean | null;
  /** Date of the operator's file, on a hit. */
  asOf: string | null;
}

export const listingFrom = (answer: RecordAnswer | undefined): Listing => {
  const hit = recordHitOf(answer);
  if (hit) return { listed: true, asOf: hit.asOf };
  return { listed: answer === 'absent' ? false : null, asOf: null };
};

/** What is said of a number by the lists that calls are scrubbed against, whoever was asked. */
export interface ScrubLists {
  doNotCall: Listing;
  litigator: Listing & { kind: LitigatorKind | null };
  /** `disconnectedAt`: day of the last permanent disconnection, YYYY-MM-DD. */
  reassigned: Listing & { disconnectedAt: string | null };
}

/** A yes of either holds; else what the first knows, else the second. */
const mergeListing = <Of extends Listing>(one: Of, other: Of): Of => {
  if (one.listed === true) return one;
  return other.listed === true || one.listed === null ? other : one;
};

/**
 * What two sources say together: a number is on a list when one of them says so, and unknown when
 * neither knows.
 */
export const mergeScrubLists = (one: ScrubLists, other: ScrubLists): ScrubLists => ({
  doNotCall: mergeListing(one.doNotCall, other.doNotCall),
  litigator: mergeListing(one.litigator, other.litigator),
  reassigned: mergeListing(one.reassigned, other.reassigned),
});
