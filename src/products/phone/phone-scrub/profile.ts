import type { Listing } from '../../../core/listing.ts';
import { NobodyToAsk, type Sources } from '../../../core/lookup/source.ts';
import type { PhoneNumber } from '../../../core/phone/number.ts';
import { type ScrubRecords, scrubRecords } from '../../../sources/scrub-records.ts';
import { PHONE_FACT_VERSION, type PhoneFact, type PhoneInput, phoneSources } from '../fact.ts';
import type { LineType } from '../line-type.ts';
import { profilePhone } from '../profile.ts';

/** The lists, and the number itself for its line type. */
export interface ScrubFact {
  lists: ScrubRecords;
  phone: PhoneFact;
}

/** Raised when {@link ScrubFact} changes shape. */
export const SCRUB_FACT_VERSION = [PHONE_FACT_VERSION, 2];

/** The lists first: without any of them there is nothing to answer. */
export const scrubSources: Sources<PhoneInput, ScrubFact> = {
  list: [scrubRecords, ...phoneSources.list],
  async resolve(input, ask) {
    const [lists, phone] = await Promise.all([
      ask(scrubRecords, input.phone_number),
      phoneSources.resolve(input, ask),
    ]);
    if (!lists) throw new NobodyToAsk([scrubRecords]);
    return { lists, phone };
  },
};

export type MissingList = 'do_not_call' | 'litigators' | 'reassigned_numbers';

/**
 * What the service concludes of a number before it is called: every section of the answer is read
 * off this.
 */
export interface ScrubProfile {
  number: PhoneNumber;
  lineType: LineType;
  lists: ScrubRecords;
  /** Named by the list. False says nothing while the list is among the missing. */
  doNotCall: boolean;
  litigator: boolean;
  reassigned: boolean;
  /** On at least one list. */
  matched: boolean;
  /** Lists that could have named the number and are not imported, or not for where it lies. */
  missing: MissingList[];
}

/** Concludes from what the sources know; pure. */
export function profileScrub({ lists, phone }: ScrubFact, number: PhoneNumber): ScrubProfile {
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
    lineType: profilePhone(phone, number).lineType,
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
