import type { PhoneNumber } from '../../core/phone-number.ts';
import { NobodyToAsk, type Sources } from '../../core/source.ts';
import { callerNames, type PersonRecord, people } from '../../sources/person-records.ts';
import { isCovered } from './reverse-coverage.ts';

export const LOOKUP_SOURCES = ['standard', 'premium'] as const;

/** The parsed body of a reverse phone lookup. */
export interface ReverseInput {
  phone_number: PhoneNumber;
  lookup_source: (typeof LOOKUP_SOURCES)[number];
}

/** Who the number belongs to; null without a record, and where no record could be asked for. */
export interface ReverseFact {
  person: PersonRecord | null;
}

/** Raised when {@link ReverseFact} changes shape. */
export const REVERSE_FACT_VERSION = 1;

const SOURCES = { standard: callerNames, premium: people } as const;

/** Only the record the caller chose is read, and none for a number outside the United States. */
export const reverseSources: Sources<ReverseInput, ReverseFact> = {
  list: [callerNames, people],
  async resolve({ phone_number: number, lookup_source }, ask) {
    if (!isCovered(number) || !number.valid) return { person: null };
    const source = SOURCES[lookup_source];
    const person = await ask(source, number);
    if (person === undefined) throw new NobodyToAsk([source]);
    return { person };
  },
};
