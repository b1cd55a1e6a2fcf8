import { hitOf, type RecordAnswer } from './ports.ts';

/** Whether a number is on an imported list. */
export interface Listing {
  /** Null: nobody knows, because the list is not imported or does not cover the number. */
  listed: boolean | null;
  /** Date of the operator's file, on a hit. */
  asOf: string | null;
}

export const listingOf = (answer: RecordAnswer | undefined): Listing => {
  const hit = hitOf(answer);
  if (hit) return { listed: true, asOf: hit.asOf };
  return { listed: answer === 'absent' ? false : null, asOf: null };
};
