import { joinFullName, type NumberOwner } from '../../../domain/person/contact.ts';
import { stateOfArea } from '../../../domain/phone/nanp.ts';
import { type PhoneNumber, parsePhoneNumber } from '../../../domain/phone/number.ts';
import { isFictional } from '../../../domain/phone/number-plan.ts';
import { foldText } from '../../../lib/text.ts';
import { firstMatch, type Source, type Sources, unlessFailed } from '../../../lookup/source.ts';
import { mapFact } from '../../../lookup/source-adapters.ts';
import type { World } from '../../../lookup/world.ts';
import { callerNames, consumerRecords } from '../../../open-data/records/people.ts';
import { enformionCaller } from '../../../vendors/enformion/person.ts';
import { trestleOwner } from '../../../vendors/trestle/phone.ts';
import { PHONE_FACT_VERSION, type PhoneFact, phoneSources, phoneTables } from '../fact.ts';

export const COVERAGE_REGIONS = [
  'UNITED_STATES',
  'CANADA',
  'CARIBBEAN',
  'PACIFIC',
  'INTERNATIONAL',
] as const;
type CoverageRegion = (typeof COVERAGE_REGIONS)[number];

/**
 * US territories in the Pacific: Guam, Northern Mariana Islands, American Samoa. The other +1
 * countries are Caribbean or Bermuda.
 */
const PACIFIC = ['GU', 'MP', 'AS'];

/**
 * Region by numbering plan. Toll-free and other shared +1 ranges count as United States: businesses
 * there hold most of them. The region of an impossible number is that of its area code.
 */
export function coverageRegion(number: PhoneNumber): CoverageRegion {
  const { callingCode, national, valid } = number;
  if (callingCode !== '1') return 'INTERNATIONAL';
  const { country } = valid ? number : parsePhoneNumber(`+1${national.slice(0, 3)}2345678`);
  if (country === null || country === 'US') return 'UNITED_STATES';
  if (country === 'CA') return 'CANADA';
  return PACIFIC.includes(country) ? 'PACIFIC' : 'CARIBBEAN';
}

/** Consumer records cover the United States only (specification, "Phone"). */
export const isCoveredRegion = (number: PhoneNumber): boolean =>
  coverageRegion(number) === 'UNITED_STATES';

export const REGION_NAMES: Readonly<Record<CoverageRegion, string>> = {
  UNITED_STATES: 'the United States',
  CANADA: 'Canada',
  CARIBBEAN: 'the Caribbean',
  PACIFIC: 'the Pacific territories',
  INTERNATIONAL: 'another country',
};

export const LOOKUP_SOURCES = ['standard', 'premium'] as const;

export interface ReversePhoneInput {
  phone_number: PhoneNumber;
  lookup_source: (typeof LOOKUP_SOURCES)[number];
}

/** Whether record sources are queried. */
export const mayHaveRecord = ({ phone_number }: ReversePhoneInput): boolean =>
  isCoveredRegion(phone_number) && phone_number.valid;

/** Holder of the number; null without a record, or if no record source could be queried. */
export interface ReversePhoneFact {
  person: NumberOwner | null;
  /** Kept for fiction, and in no record of the operator. */
  isUnassigned?: true;
  /** Facts of the line, from tables alone without a holder; absent if no record is queried. */
  phone?: PhoneFact;
}

/** Conclusion about a number's holder, with the request: input of every section of the answer. */
export type ReversePhoneConclusion = ReversePhoneFact & ReversePhoneInput;

export const REVERSE_PHONE_FACT_VERSION = [PHONE_FACT_VERSION, 7];

const SUBJECT = '(?:name|caller|call|number|phone|id|user|subscriber|customer|party)';
const WITHHELD =
  '(?:unknown|un ?available|not available|unlisted|private|anonymous|restricted|blocked|withheld)';
const LINE =
  '(?:wireless|cell|cellular|mobile|toll ?free|international|long distance|voip|pay|coin)';
const SUSPICION = '(?:spam|scam|fraud|robocall|robocaller|telemarketer|telemarketing)';

/**
 * Texts that switches and networks show instead of a name: withheld or unknown (Telcordia GR-1188:
 * P, O; RFC 3323: Anonymous), the kind of line, a warning of spam, or V and the time of the query.
 * Matched against folded text.
 */
const PLACEHOLDERS = [
  `(?:${SUBJECT} ){0,2}${WITHHELD}(?: (?:${SUBJECT}|${WITHHELD})){0,3}`,
  `${LINE} ?(?:${SUBJECT} ?){0,2}(?: ?[a-z]{2})?`,
  `(?:(?:likely|potential|possible|suspected) )?${SUSPICION}(?: (?:likely|risk|call|caller))?`,
  'out of (?:service )?area|no (?:caller )?(?:name|id|data)|none|null|n a|[po]|v\\d{14}',
].map((each) => new RegExp(`^(?:${each})$`));

/** Whether a caller name identifies the holder; the number's place with its state does not. */
function isHolderName(text: string, national: string, isPlace: (name: string) => boolean): boolean {
  const name = foldText(text);
  if (!/\p{L}/u.test(name) || PLACEHOLDERS.some((pattern) => pattern.test(name))) return false;
  const state = stateOfArea(national.slice(0, 3))?.slice(3).toLowerCase();
  return state === undefined || !name.endsWith(` ${state}`) || !isPlace(name);
}

/** The owner without placeholder names; null if no name is left. */
function namedOwner(
  owner: NumberOwner,
  { national }: PhoneNumber,
  { numberPlan }: World,
): NumberOwner | null {
  const named = (text: string | null): string | null =>
    text !== null && isHolderName(text, national, numberPlan.isPlaceWithState) ? text : null;
  const [firstName, lastName] = [named(owner.firstName), named(owner.lastName)];
  const isWhole = firstName === owner.firstName && lastName === owner.lastName;
  const fullName = isWhole ? named(owner.fullName) : joinFullName(firstName, lastName);
  const [companyName, secondaryName] = [named(owner.companyName), named(owner.secondaryName)];
  if (fullName === null && companyName === null) return null;
  return { ...owner, firstName, lastName, fullName, companyName, secondaryName };
}

const firstNamed = (...sources: readonly Source<PhoneNumber, NumberOwner>[]) =>
  firstMatch(...sources.map((source) => mapFact(source, namedOwner)));

export const RECORD_SOURCES = {
  standard: firstNamed(callerNames),
  premium: firstNamed(consumerRecords, trestleOwner, enformionCaller),
} as const;

/** Records of the operator: the only ones that may have a number kept for fiction. */
const OWN_RECORDS = {
  standard: RECORD_SOURCES.standard,
  premium: firstNamed(consumerRecords),
} as const;

/** Source selection: only the record type in the request; none outside the United States. */
export const reversePhoneSources: Sources<ReversePhoneInput, ReversePhoneFact> = {
  list: [...RECORD_SOURCES.standard.list, ...RECORD_SOURCES.premium.list, ...phoneSources.list],
  answeredBy: [...RECORD_SOURCES.standard.list, ...RECORD_SOURCES.premium.list],
  async resolve(input, ask) {
    const { phone_number: number, lookup_source } = input;
    if (!mayHaveRecord(input)) return { person: null };
    const isFiction = isFictional(number);
    const person = isFiction
      ? unlessFailed(await ask(OWN_RECORDS[lookup_source], number))
      : await RECORD_SOURCES[lookup_source].resolve(number, ask);
    if (!person && isFiction) return { person, isUnassigned: true };
    const lineSources = person ? phoneSources : phoneTables;
    return { person, phone: await lineSources.resolve(input, ask) };
  },
};
