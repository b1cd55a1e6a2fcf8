import { type LiveLine, mergeLines } from '../../domain/carrier.ts';
import type { PhoneNumber } from '../../domain/phone/number.ts';
import type { BlockHolder } from '../../domain/phone/number-plan.ts';
import { priceByInput } from '../../lookup/product.ts';
import { firstAnswer, foundFact, type Sources, unlessFailed } from '../../lookup/source.ts';
import { blockHolders } from '../../open-data/phone/block-holders.ts';
import { type NumberPlanFact, numberPlan } from '../../open-data/phone/number-plan.ts';
import { type PhoneRecords, phoneRecords } from '../../open-data/records/phone.ts';
import { telnyxLine } from '../../vendors/telnyx/line.ts';
import { trestleLine } from '../../vendors/trestle/phone.ts';
import { twilioLine } from '../../vendors/twilio/line.ts';

/** The parsed body of every product that looks a number up. */
export interface PhoneInput {
  phone_number: PhoneNumber;
}

/** One credit; what its plan does not allow costs nothing, wherever it is. */
export const numberPrice = priceByInput(1, ({ phone_number }: PhoneInput) =>
  phone_number.valid ? 1 : 0,
);

/**
 * The highest risk score of a number: one that cannot exist is a mistake of writing more often than
 * a fraud, so it is never CRITICAL.
 */
export const highestScore = ({ valid }: PhoneNumber): number => (valid ? 100 : 74);

/** Everything the sources know of a number; null where one does not cover it or has no record. */
export interface PhoneFact {
  plan: NumberPlanFact | null;
  holder: BlockHolder | null;
  records: PhoneRecords | null;
  /** Carrier query results of a phone validation; absent where none was made. */
  live?: LiveLine | null;
}

/** Cache version: raised when {@link PhoneFact} changes shape. */
export const PHONE_FACT_VERSION = 3;

/**
 * The numbering plan for every number; block holders and the operator's files for the United States
 * and Canada.
 */
export const phoneSources: Sources<PhoneInput, PhoneFact> = {
  list: [numberPlan, blockHolders, phoneRecords],
  async resolve({ phone_number: number }, ask) {
    const plan = unlessFailed(await ask(numberPlan, number));
    if (!number.usOrCanada || !number.valid) return { plan, holder: null, records: null };
    const [holder, records] = await Promise.all([
      ask(blockHolders, number).then(unlessFailed),
      ask(phoneRecords, number).then(unlessFailed),
    ]);
    return { plan, holder, records };
  },
};

/** One says who carries the number, the other whether it is in service; either may say both. */
const activityQueries = firstAnswer(trestleLine, twilioLine);

/**
 * Carrier queries are billed: made only for assignable numbers that the operator's own file does
 * not fully cover.
 */
const needsCarrierQuery = ({ planType }: PhoneNumber, { plan, records }: PhoneFact): boolean =>
  plan?.fictional !== true &&
  planType !== 'TOLL_FREE' &&
  [records?.portability?.status, records?.portability?.carrier].some((known) => !known);

/**
 * Sources: the tables, and for the United States and Canada the carrier queries with a configured
 * key; these only add.
 */
export const phoneValidationSources: Sources<PhoneInput, PhoneFact> = {
  list: [...phoneSources.list, telnyxLine, ...activityQueries.list],
  answeredBy: phoneSources.list,
  async resolve(input, ask) {
    const { phone_number: number } = input;
    const fact = await phoneSources.resolve(input, ask);
    if (!number.usOrCanada || !number.valid || !needsCarrierQuery(number, fact)) return fact;
    const [routed, active] = await Promise.all([
      ask(telnyxLine, number),
      ask(activityQueries, number),
    ]);
    const live = mergeLines(foundFact(routed), foundFact(active));
    return live ? { ...fact, live } : fact;
  },
};
