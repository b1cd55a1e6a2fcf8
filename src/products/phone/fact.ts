import type { Sources } from '../../core/lookup/source.ts';
import type { PhoneNumber } from '../../core/phone/number.ts';
import type { BlockHolder } from '../../core/phone/number-plan.ts';
import { blockHolders } from '../../sources/block-holders.ts';
import { type NumberPlanFact, numberPlan } from '../../sources/number-plan.ts';
import { type PhoneRecords, phoneRecords } from '../../sources/phone-records.ts';

/** The parsed body of every product that looks a number up. */
export interface PhoneInput {
  phone_number: PhoneNumber;
}

/** Everything the sources know of a number; null where one does not cover it or has no record. */
export interface PhoneFact {
  plan: NumberPlanFact | null;
  holder: BlockHolder | null;
  records: PhoneRecords | null;
}

/** Raised when {@link PhoneFact} changes shape. */
export const PHONE_FACT_VERSION = 2;

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
