import type { LiveLine } from '../domain/carrier.ts';
import type { LitigatorKind } from './datasets/phone.ts';
import { type RecordAnswer, recordHitOf } from './world.ts';

export interface Listing {
  /** Null if unknown: the list is not imported or does not cover the number. */
  listed: boolean | null;
  /** Date of the operator's file that lists or covers the number. */
  asOf: string | null;
}

export const listingFrom = (answer: RecordAnswer | undefined): Listing => {
  if (answer === undefined || answer === 'unknown') return { listed: null, asOf: null };
  return { listed: recordHitOf(answer) !== null, asOf: answer.asOf };
};

/** Whether a number is on each of the scrub lists, from any source. */
export interface ScrubLists {
  doNotCall: Listing;
  litigator: Listing & { kind: LitigatorKind | null };
  /** `disconnectedAt`: date of the last permanent disconnection, YYYY-MM-DD. */
  reassigned: Listing & { disconnectedAt: string | null };
  /** Further data about the line from a paid list. */
  line?: LiveLine | null;
}

/** A hit of either; else the first known answer. */
const mergeListing = <Of extends Listing>(one: Of, other: Of): Of => {
  if (one.listed === true) return one;
  return other.listed === true || one.listed === null ? other : one;
};

/** Merges two sources: listed if either lists the number, unknown if neither answers. */
export const mergeScrubLists = (one: ScrubLists, other: ScrubLists): ScrubLists => ({
  doNotCall: mergeListing(one.doNotCall, other.doNotCall),
  litigator: mergeListing(one.litigator, other.litigator),
  reassigned: mergeListing(one.reassigned, other.reassigned),
  line: one.line ?? other.line ?? null,
});
