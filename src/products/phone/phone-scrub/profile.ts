import type { Listing } from '../../../core/listing.ts';
import { type Ask, optional, type Sources } from '../../../core/lookup/source.ts';
import { NobodyToAsk } from '../../../core/lookup/source-failures.ts';
import type { PhoneNumber } from '../../../core/phone/number.ts';
import { mergeLists, type ScrubLists } from '../../../core/phone/scrub-lists.ts';
import { dncScrub } from '../../../sources/dncscrub/scrub.ts';
import { scrubRecords } from '../../../sources/scrub-records.ts';
import { PHONE_FACT_VERSION, type PhoneFact, type PhoneInput, phoneSources } from '../fact.ts';
import type { LineType } from '../line-type.ts';
import { profilePhone } from '../profile.ts';

/** The lists, and the number itself for its line type. */
export interface ScrubFact {
  lists: ScrubLists;
  phone: PhoneFact;
}

/** Raised when {@link ScrubFact} changes shape. */
export const SCRUB_FACT_VERSION = [PHONE_FACT_VERSION, 2];

/**
 * Whether the paid lists could say more than the imported ones: they know numbers of the United
 * States.
 */
const isOpen = (lists: ScrubLists | undefined, { valid, country }: PhoneNumber): boolean =>
  valid &&
  country === 'US' &&
  lists?.litigator.listed !== true &&
  [lists?.doNotCall.listed, lists?.litigator.listed].some((listed) => typeof listed !== 'boolean');

/**
 * The imported lists, and where they leave a registry or the litigators open, the paid ones
 * besides.
 */
async function askLists(number: PhoneNumber, ask: Ask): Promise<ScrubLists> {
  const imported = (await ask(scrubRecords, number)) ?? undefined;
  if (imported && !isOpen(imported, number)) return imported;
  // What the imported lists say is worth having without the others.
  const paid = isOpen(imported, number)
    ? await (imported ? optional(dncScrub).resolve(number, ask) : ask(dncScrub, number))
    : null;
  if (imported) return paid ? mergeLists(imported, paid) : imported;
  if (!paid) throw new NobodyToAsk([scrubRecords, dncScrub]);
  return paid;
}

/** The lists first: without any of them there is nothing to answer. */
export const scrubSources: Sources<PhoneInput, ScrubFact> = {
  list: [scrubRecords, dncScrub, ...phoneSources.list],
  answeredBy: [scrubRecords, dncScrub],
  async resolve(input, ask) {
    const [lists, phone] = await Promise.all([
      askLists(input.phone_number, ask),
      phoneSources.resolve(input, ask),
    ]);
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
  lists: ScrubLists;
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
