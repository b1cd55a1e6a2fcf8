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
  hasDoNotCall,
  mayBeKnownToOthers,
  PHONE_FACT_VERSION,
  type PhoneFact,
  type PhoneInput,
  phoneSources,
  withLine,
} from '../fact.ts';

/** The lists, and the facts of the line for its type. */
export interface ScrubFact {
  lists: ScrubLists;
  phone: PhoneFact;
}

export const SCRUB_FACT_VERSION = [PHONE_FACT_VERSION, 4];

/** Whether no list that covers the number was read. */
const isOpen = ({ listed }: Listing): boolean => listed === null;

/**
 * Paid lists in order, each with its condition: whether it may add to the lists so far. Once a
 * litigator is found, no further list is queried.
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
/** Result for a number that no list covers. */
const NOT_COVERED: ScrubLists = {
  doNotCall: open,
  litigator: { ...open, kind: null },
  reassigned: { ...open, disconnectedAt: null },
};

/** The paid lists cover numbers of the United States that may be assigned. */
const knownToPaidLists = (number: PhoneNumber): boolean =>
  mayBeKnownToOthers(number) && number.country === 'US';

/**
 * Source order: the imported lists, then the paid ones if a registry or the litigator list is still
 * open. If a paid list fails, the earlier results are kept.
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
  // No list is needed for a number that its plan rules out or keeps for fiction. Outside the
  // United States and Canada there is none that a retry could find configured.
  if (!mayBeKnownToOthers(number) || !hasDoNotCall(number)) return NOT_COVERED;
  throw new NoSourceConfigured([scrubRecords, dncScrub]);
}

/**
 * Query plan: lists and line together. Without any list, the lookup of a number fails that is
 * possible and has a Do Not Call registry.
 */
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
  /** On the list. False is not meaningful while the list is in `missing`. */
  doNotCall: boolean;
  litigator: boolean;
  reassigned: boolean;
  matched: boolean;
  /** Whether at least one list that covers the number was read. */
  checked: boolean;
  /** Lists that are not imported, or do not cover the number's region. */
  missing: MissingList[];
  /** Lists that exist for other countries only. */
  notApplicable: MissingList[];
}

export function deriveScrub(
  { lists: read, phone }: ScrubFact,
  number: PhoneNumber,
): ScrubConclusion {
  // Silence of a registry about the numbers of other countries is no evidence; a listing is.
  const isApplicable = hasDoNotCall(number) || read.doNotCall.listed === true;
  const lists = isApplicable ? read : { ...read, doNotCall: open };
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
    checked: !Object.values(listings).every(isOpen),
    missing: (Object.keys(listings) as MissingList[]).filter(
      (list) => listings[list].listed === null && (isApplicable || list !== 'do_not_call'),
    ),
    notApplicable: isApplicable ? [] : ['do_not_call'],
  };
}
