import type { PhoneNumber } from '../../core/phone-number.ts';
import { NobodyToAsk, type Sources } from '../../core/source.ts';
import { type ScrubRecords, scrubRecords } from '../../sources/scrub-records.ts';
import { PHONE_FACT_VERSION, type PhoneFact, type PhoneInput, phoneSources } from './fact.ts';
import type { LineType } from './line-type.ts';
import { profilePhone } from './profile.ts';

/** The lists, and the number itself for its line type. */
export interface ScrubFact {
  lists: ScrubRecords;
  phone: PhoneFact;
}

/** Raised when {@link ScrubFact} changes shape. */
export const SCRUB_FACT_VERSION = PHONE_FACT_VERSION * 100 + 1;

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

/** What the service concludes of a number before it is called: every section of the answer is read off this. */
export interface ScrubProfile {
  number: PhoneNumber;
  lineType: LineType;
  lists: ScrubRecords;
  doNotCall: boolean;
  litigator: boolean;
  reassigned: boolean;
  /** On at least one list. */
  matched: boolean;
  /** Lists that could have named the number and are not imported. */
  missing: ('do_not_call' | 'litigators' | 'reassigned_numbers')[];
}

/** Concludes from what the sources know; pure. */
export function profileScrub({ lists, phone }: ScrubFact, number: PhoneNumber): ScrubProfile {
  const doNotCall = lists.doNotCall?.listed ?? false;
  const litigator = lists.litigator?.listed ?? false;
  const reassigned = lists.reassigned?.listed ?? false;
  return {
    number,
    lineType: profilePhone(phone, number).lineType,
    lists,
    doNotCall,
    litigator,
    reassigned,
    matched: doNotCall || litigator || reassigned,
    missing: [
      ...(lists.doNotCall ? [] : (['do_not_call'] as const)),
      ...(lists.litigator ? [] : (['litigators'] as const)),
      ...(lists.reassigned ? [] : (['reassigned_numbers'] as const)),
    ],
  };
}
