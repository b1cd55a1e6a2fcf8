import { firstOf, optional, type Sources } from '../../core/lookup/source.ts';
import { joinLines, type LiveLine } from '../../core/phone/live-line.ts';
import type { PhoneNumber } from '../../core/phone/number.ts';
import type { BlockHolder } from '../../core/phone/number-plan.ts';
import { blockHolders } from '../../sources/block-holders.ts';
import { type NumberPlanFact, numberPlan } from '../../sources/number-plan.ts';
import { type PhoneRecords, phoneRecords } from '../../sources/phone-records.ts';
import { telnyxLine } from '../../sources/telnyx/line.ts';
import { trestleLine } from '../../sources/trestle/line.ts';
import { twilioLine } from '../../sources/twilio/line.ts';

/** The parsed body of every product that looks a number up. */
export interface PhoneInput {
  phone_number: PhoneNumber;
}

/** Everything the sources know of a number; null where one does not cover it or has no record. */
export interface PhoneFact {
  plan: NumberPlanFact | null;
  holder: BlockHolder | null;
  records: PhoneRecords | null;
  /** Of a phone validation: what carrier queries say; absent where nobody was asked. */
  live?: LiveLine | null;
}

/** Raised when {@link PhoneFact} changes shape. */
export const PHONE_FACT_VERSION = 3;

/**
 * The numbering plan for every number; block holders and the operator's files for the United States
 * and Canada.
 */
export const phoneSources: Sources<PhoneInput, PhoneFact> = {
  list: [numberPlan, blockHolders, phoneRecords],
  async resolve({ phone_number: number }, ask) {
    const plan = await ask(numberPlan, number);
    if (!number.usOrCanada || !number.valid)
      return { plan: plan ?? null, holder: null, records: null };
    const [holder, records] = await Promise.all([
      ask(blockHolders, number),
      ask(phoneRecords, number),
    ]);
    return { plan: plan ?? null, holder: holder ?? null, records: records ?? null };
  },
};

/** One says who carries the number, the other whether it is in service; either may say both. */
const carrier = optional(telnyxLine);
const activity = optional(firstOf(trestleLine, twilioLine));

/** A carrier query is billed: only of numbers somebody can hold, and that the operator's own file says too little of. */
const isOpen = ({ planType }: PhoneNumber, { plan, records }: PhoneFact): boolean =>
  plan?.fictional !== true &&
  planType !== 'TOLL_FREE' &&
  [records?.portability?.status, records?.portability?.carrier].some((known) => !known);

/** The tables, and for the United States and Canada the carrier queries the operator has a key of; these only add. */
export const validationSources: Sources<PhoneInput, PhoneFact> = {
  list: [...phoneSources.list, ...carrier.list, ...activity.list],
  answeredBy: phoneSources.list,
  async resolve(input, ask) {
    const { phone_number: number } = input;
    const fact = await phoneSources.resolve(input, ask);
    if (!number.usOrCanada || !number.valid || !isOpen(number, fact)) return fact;
    const [routed, active] = await Promise.all([
      carrier.resolve(number, ask),
      activity.resolve(number, ask),
    ]);
    const live = joinLines(routed, active);
    return live ? { ...fact, live } : fact;
  },
};
