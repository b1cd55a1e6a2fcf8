import type { PhoneNumber } from '../../../domain/phone/number.ts';
import { known, knownAll, runSteps, type Steps } from '../../../lib/maybe-promise.ts';
import {
  type Listing,
  listingFrom,
  mergeScrubLists,
  type ScrubLists,
} from '../../../lookup/scrub-lists.ts';
import {
  foundFact,
  NoSourceConfigured,
  type QuerySource,
  type Sources,
  unlessFailed,
} from '../../../lookup/source.ts';
import { scrubRecords } from '../../../open-data/records/phone.ts';
import { dncScrub, dncScrubLitigators } from '../../../vendors/dncscrub/scrub.ts';
import { derivePhone, type PhoneConclusion } from '../conclusion.ts';
import {
  PHONE_FACT_VERSION,
  type PhoneFact,
  type PhoneInput,
  phoneSources,
  withLine,
} from '../fact.ts';

/** The lists, and the number itself for its line type. */
export interface ScrubFact {
  lists: ScrubLists;
  phone: PhoneFact;
}

export const SCRUB_FACT_VERSION = [PHONE_FACT_VERSION, 3];

/** Nothing is known of the number. */
const isOpen = ({ listed }: Listing): boolean => listed === null;

/**
 * Paid lists, in order, each with what it may add to the lists so far. Once a litigator is named
 * nothing is left to ask.
 */
const PAID_LISTS: readonly { source: typeof dncScrub; mayAddTo(lists: ScrubLists): boolean }[] = [
  {
    source: dncScrub,
    mayAddTo: ({ doNotCall, litigator }) =>
      isOpen(litigator) || (isOpen(doNotCall) && litigator.listed === false),
  },
  { source: dncScrubLitigators, mayAddTo: ({ litigator }) => isOpen(litigator) },
];

const open = listingFrom(undefined);
/** What lists that do not cover a number say of it. */
const NOT_COVERED: ScrubLists = {
  doNotCall: open,
  litigator: { ...open, kind: null },
  reassigned: { ...open, disconnectedAt: null },
};

/** The paid lists know numbers of the United States. */
const knownToPaidLists = ({ valid, country }: PhoneNumber): boolean => valid && country === 'US';

/**
 * Source order: the imported lists; the paid ones in addition where those leave a registry or the
 * litigators open. What one list says is kept when the next fails.
 */
function* findScrubLists(number: PhoneNumber, ask: QuerySource): Steps<ScrubLists> {
  let lists = unlessFailed(yield* known(ask(scrubRecords, number)));
  for (const { source, mayAddTo } of knownToPaidLists(number) ? PAID_LISTS : []) {
    if (lists && !mayAddTo(lists)) continue;
    const asked = yield* known(ask(source, number));
    const paid = lists ? foundFact(asked) : unlessFailed(asked);
    lists = lists && paid ? mergeScrubLists(lists, paid) : (lists ?? paid);
  }
  if (lists) return lists;
  // No list has to know what its plan alone refuses.
  if (!number.valid) return NOT_COVERED;
  throw new NoSourceConfigured([scrubRecords, dncScrub]);
}

/** Query plan: the lists first; without any of them the lookup of a number that can exist fails. */
export const scrubSources: Sources<PhoneInput, ScrubFact> = {
  list: [scrubRecords, dncScrub, dncScrubLitigators, ...phoneSources.list],
  answeredBy: [scrubRecords, dncScrub],
  resolve: (input, ask) => runSteps(askTogether(input, ask)),
};

function* askTogether(input: PhoneInput, ask: QuerySource): Steps<ScrubFact> {
  const [lists, phone] = yield* knownAll([
    runSteps(findScrubLists(input.phone_number, ask)),
    phoneSources.resolve(input, ask),
  ]);
  return { lists, phone };
}

export type MissingList = 'do_not_call' | 'litigators' | 'reassigned_numbers';

/** Conclusion about a number before it is called: the input of every section of the answer. */
export interface ScrubConclusion {
  number: PhoneNumber;
  line: PhoneConclusion;
  lists: ScrubLists;
  /** Named by the list. False says nothing while the list is among the missing. */
  doNotCall: boolean;
  litigator: boolean;
  reassigned: boolean;
  matched: boolean;
  /** Lists that could have named the number and are not imported, or not for where it lies. */
  missing: MissingList[];
}

export function deriveScrub({ lists, phone }: ScrubFact, number: PhoneNumber): ScrubConclusion {
  const doNotCall = lists.doNotCall.listed === true;
  const litigator = lists.litigator.listed === true;
  const reassigned = lists.reassigned.listed === true;
  const listings: Record<MissingList, Listing> = {
    do_not_call: lists.doNotCall,
    litigators: lists.litigator,
    reassigned_numbers: lists.reassigned,
  };
  return {
    number,
    line: derivePhone(withLine(number, phone, lists.line), number),
    lists,
    doNotCall,
    litigator,
    reassigned,
    matched: doNotCall || litigator || reassigned,
    missing: (Object.keys(listings) as MissingList[]).filter(
      (list) => listings[list].listed === null,
    ),
  };
}
