import type { Listing } from '../listing.ts';
import type { LitigatorKind } from '../records/scrub.ts';

/** What is said of a number by the lists that calls are scrubbed against, whoever was asked. */
export interface ScrubLists {
  doNotCall: Listing;
  litigator: Listing & { kind: LitigatorKind | null };
  /** `disconnectedAt`: day of the last permanent disconnection, YYYY-MM-DD. */
  reassigned: Listing & { disconnectedAt: string | null };
}

/** A yes of either holds; else what the first knows, else the second. */
const merge = <Of extends Listing>(one: Of, other: Of): Of => {
  if (one.listed === true) return one;
  return other.listed === true || one.listed === null ? other : one;
};

/** What two sources say together: a number is on a list when one of them says so, and unknown when neither knows. */
export const mergeLists = (one: ScrubLists, other: ScrubLists): ScrubLists => ({
  doNotCall: merge(one.doNotCall, other.doNotCall),
  litigator: merge(one.litigator, other.litigator),
  reassigned: merge(one.reassigned, other.reassigned),
});
