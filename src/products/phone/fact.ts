import * as z from 'zod';
import { type LiveLine, UNKNOWN_LINE } from '../../domain/carrier.ts';
import { US_TERRITORIES } from '../../domain/phone/nanp.ts';
import { hasMobilePlan, type PhoneNumber, phoneBody } from '../../domain/phone/number.ts';
import {
  type BlockHolder,
  type CarrierCodes,
  fittingCountries,
  isEmergencyNumber,
  isFictional,
  lacksAreaCode,
  type PlanType,
  renumberedAs,
  shortNumberText,
} from '../../domain/phone/number-plan.ts';
import { known, knownAll, mapMaybePromise, runSteps, type Steps } from '../../lib/maybe-promise.ts';
import { type AnyProduct, priceByInput } from '../../lookup/product.ts';
import { enumerate } from '../../lookup/scoring.ts';
import {
  firstAnswer,
  foundFact,
  NO_RECORD,
  type QuerySource,
  type Sources,
  unlessFailed,
} from '../../lookup/source.ts';
import { blockHolders } from '../../open-data/phone/block-holders.ts';
import {
  carrierCodes,
  carrierNameKey,
  type NumberPlanFact,
  numberPlan,
} from '../../open-data/phone/number-plan.ts';
import {
  type PhoneRecords,
  type Portability,
  phoneRecords,
} from '../../open-data/records/phone.ts';
import { liveLine } from '../../vendors/hlr-lookups/routing.ts';
import { teliqueDno, teliqueLine } from '../../vendors/telique/numbers.ts';
import { telnyxLine } from '../../vendors/telnyx/line.ts';
import { trestleLine } from '../../vendors/trestle/phone.ts';
import { twilioLine } from '../../vendors/twilio/line.ts';

/** Parsed body of every product that takes a phone number. */
export interface PhoneInput {
  phone_number: PhoneNumber;
  /** As in the request. */
  country?: string | undefined;
}

/** What every product about a number declares alike. */
export const phoneProduct = {
  input: phoneBody({}),
  subject: ({ phone_number }: PhoneInput): string => phone_number.e164,
  example: { phone_number: '+14155552671' },
};

/** Price of a lookup: 0 for a number that its plan does not allow, in any country. */
export const unlessImpossible =
  (credits: number) =>
  ({ phone_number }: PhoneInput): number =>
    phone_number.valid ? credits : 0;

/** Numbers that cannot be assigned are free too. Without a conclusion, only tables were read. */
export const numberPrice = <Conclusion>(mayExist: (conclusion: Conclusion) => boolean) => ({
  ...priceByInput(1, unlessImpossible(1)),
  fixed: ({ phone_number }: PhoneInput): boolean => !isFictional(phone_number),
  charge: (conclusion: Conclusion, input: PhoneInput): number =>
    conclusion === undefined || mayExist(conclusion) ? unlessImpossible(1)(input) : 0,
});

/** Highest risk score: never CRITICAL for an impossible number, which is more often a typo. */
export const highestScore = ({ valid }: PhoneNumber): number => (valid ? 100 : 74);

/**
 * All facts of a line. Null: the source does not cover it or has no record; absent: the source was
 * not queried.
 */
export interface PhoneFact {
  plan: NumberPlanFact | null;
  holder: BlockHolder | null;
  records: PhoneRecords | null;
  /** Current state according to carriers and networks. */
  live?: LiveLine | null;
  /** A configured carrier or network failed to answer. */
  carrierFailed?: true;
  /** Entry in the portability database of the United States and Canada. */
  listed?: LiveLine | null;
  /** Whether a queried do-not-originate registry has the number; null if it does not cover it. */
  dno?: { listed: boolean } | null;
  /** Mobile network of the carrier in a record or query. */
  network?: CarrierCodes | null;
}

/** Fact of a number without any data. */
export const EMPTY_FACT: PhoneFact = { plan: null, holder: null, records: null };

export const PHONE_FACT_VERSION = 9;

/** Plan types of lines that subscribers buy and port; the other types are services. */
const SUBSCRIBER_TYPES: readonly (PlanType | null)[] = [
  'FIXED_LINE',
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'VOIP',
  'PERSONAL_NUMBER',
];

export const isSubscriberType = ({ planType }: PhoneNumber): boolean =>
  SUBSCRIBER_TYPES.includes(planType);

/** Whether a paid source may know the number: it may exist, and is not kept for fiction. */
export const mayBeKnownToOthers = (number: PhoneNumber): boolean =>
  number.valid && !isFictional(number);

const isKnown = (value: unknown): boolean => value !== null && value !== undefined;

/** Queries are billed or rationed: only for lines that the operator's file does not fully cover. */
const needsQuery = (number: PhoneNumber, { records }: PhoneFact): boolean =>
  mayBeKnownToOthers(number) &&
  isSubscriberType(number) &&
  ![records?.portability?.status, records?.portability?.carrier].every(isKnown);

/** One returns the carrier, the other the service status; either may return both. */
const activityQueries = firstAnswer(trestleLine, twilioLine);

/** Whether two names may belong to one carrier; an unknown name matches any. */
export const mayBeSameCarrier = (one: string | null, other: string | null | undefined): boolean =>
  !one || !other || carrierNameKey(one) === carrierNameKey(other);

const LINE_FIELDS = Object.keys(UNKNOWN_LINE) as (keyof LiveLine)[];

/**
 * Merges two answers field by field; the first known value wins. Network codes (ITU-T E.212) are
 * taken together, from an answer about the merged carrier. Null: neither was queried.
 */
export function mergeLines(
  one: LiveLine | null | undefined,
  other: LiveLine | null | undefined,
): LiveLine | null {
  if (!one || !other) return one ?? other ?? null;
  const merged = Object.fromEntries(
    LINE_FIELDS.map((field) => [field, one[field] ?? other[field]]),
  ) as unknown as LiveLine;
  const networks = [one, other].filter(
    ({ mcc, carrier }) => mcc !== null && mayBeSameCarrier(carrier, merged.carrier),
  );
  const { mcc, mnc } = networks.find((line) => line.mnc !== null) ?? networks[0] ?? UNKNOWN_LINE;
  return { ...merged, mcc, mnc };
}

/**
 * Adds the line from a product's own source, at lower precedence than carriers and the public
 * database; its line type counts only if the plan leaves mobile and fixed open.
 */
export function withLine(
  { planType }: PhoneNumber,
  fact: PhoneFact,
  line: LiveLine | null | undefined,
): PhoneFact {
  if (!line) return fact;
  const { live, listed } = fact;
  const isMixed = planType === 'FIXED_LINE_OR_MOBILE';
  const merged = mergeLines(mergeLines(live, listed), isMixed ? line : { ...line, lineType: null });
  const own = LINE_FIELDS.map((field) => [
    field,
    isKnown(listed?.[field]) ? (live?.[field] ?? null) : (merged?.[field] ?? null),
  ]);
  return { ...fact, live: Object.fromEntries(own) };
}

function* askCarriers(
  number: PhoneNumber,
  ask: QuerySource,
): Steps<Pick<PhoneFact, 'carrierFailed'> & { live: LiveLine | null }> {
  // Both queries start before either is awaited; a mobile network answers for its own numbers only.
  const [routed, active] = number.usOrCanada
    ? [ask(telnyxLine, number), ask(activityQueries, number)]
    : [hasMobilePlan(number) ? ask(liveLine, number) : NO_RECORD, ask(twilioLine, number)];
  const [one, other] = yield* knownAll([routed, active]);
  const failed = one.kind === 'failed' || other.kind === 'failed';
  const live = mergeLines(foundFact(one), foundFact(other));
  return failed ? { live, carrierFailed: true } : { live };
}

/** Whether the registry may tell more than the operator's file about a number placing calls. */
const needsRegistry = (number: PhoneNumber, { records }: PhoneFact): boolean =>
  number.usOrCanada && mayBeKnownToOthers(number) && !isKnown(records?.doNotOriginate.listed);

/** Entry in the public database, queried if carrier or porting is still unknown. */
function* askDatabase(
  number: PhoneNumber,
  { records }: PhoneFact,
  live: LiveLine | null,
  ask: QuerySource,
): Steps<LiveLine | null> {
  const carrier = records?.portability?.carrier ?? live?.carrier;
  const ported = records?.portability?.lrn ?? records?.portability?.portedAt ?? live?.ported;
  if (!number.usOrCanada || (isKnown(carrier) && isKnown(ported))) return null;
  return foundFact(yield* known(ask(teliqueLine, number)));
}

/** Network codes by the name of the carrier of a line that may be mobile. */
function* askNetwork(
  number: PhoneNumber,
  { records, live, listed }: PhoneFact,
  ask: QuerySource,
): Steps<CarrierCodes | null> {
  const name = records?.portability?.carrier ?? live?.carrier ?? listed?.carrier;
  const isCoded = live?.mcc && mayBeSameCarrier(live.carrier, name);
  const isMobile = records?.portability?.lineType === 'MOBILE' || hasMobilePlan(number);
  if (!name || number.country === null || !isMobile || isCoded) return null;
  return unlessFailed(yield* known(ask(carrierCodes, { name, countryCode: number.country })));
}

function* askTables(number: PhoneNumber, ask: QuerySource): Steps<PhoneFact> {
  const plan = unlessFailed(yield* known(ask(numberPlan, number)));
  if (!number.valid) return { ...EMPTY_FACT, plan };
  const [holder, records] = yield* knownAll([
    number.usOrCanada ? mapMaybePromise(ask(blockHolders, number), unlessFailed) : null,
    mapMaybePromise(ask(phoneRecords, number), unlessFailed),
  ]);
  return { plan, holder, records };
}

function* askSources(number: PhoneNumber, ask: QuerySource): Steps<PhoneFact> {
  const fact = yield* askTables(number, ask);
  if (!number.valid) return fact;
  // Started before the carriers are awaited.
  const registry = needsRegistry(number, fact) ? ask(teliqueDno, number) : NO_RECORD;
  if (needsQuery(number, fact)) {
    const { live, ...asked } = yield* askCarriers(number, ask);
    Object.assign(fact, asked);
    const listed = yield* askDatabase(number, fact, live, ask);
    if (live) fact.live = live;
    if (listed) fact.listed = listed;
  }
  const dno = foundFact(yield* known(registry));
  if (dno) fact.dno = dno;
  const network = yield* askNetwork(number, fact, ask);
  return network ? { ...fact, network } : fact;
}

const tables = [numberPlan, blockHolders, phoneRecords] as const;

/**
 * Sources of the facts of a line, for every product about one, in order of precedence: the
 * operator's file, carriers and networks whose key is set, the public portability database, the
 * numbering plan, the table of block holders; and the do-not-originate registry if its key is set.
 * A network query can only add to the answer, never fail it.
 */
export const phoneSources: Sources<PhoneInput, PhoneFact> = {
  list: [
    ...[...tables, telnyxLine, ...activityQueries.list, liveLine, teliqueLine, teliqueDno],
    carrierCodes,
  ],
  answeredBy: tables,
  resolve: ({ phone_number: number }, ask) => runSteps(askSources(number, ask)),
};

/** The tables alone, for an answer that is free and makes no paid query. */
export const phoneTables: Sources<PhoneInput, PhoneFact> = {
  list: tables,
  resolve: ({ phone_number: number }, ask) => runSteps(askTables(number, ask)),
};

/** The number as read in an assumed country; null if the request names the country. */
const assumedOf = ({ phone_number, country }: PhoneInput): PhoneNumber['readIn'] =>
  country === undefined ? phone_number.readIn : null;

/** Countries whose plans fit a number that cannot exist where it was read; the best fit first. */
export function possibleCountries(input: PhoneInput): string[] {
  const assumed = assumedOf(input);
  const { phone_number: number } = input;
  return number.valid || !assumed || lacksAreaCode(number) ? [] : fittingCountries(assumed.written);
}

const fields = {
  country_assumed: z
    .string()
    .length(2)
    .optional()
    .describe(
      'Country in which the number was read; present only if neither the number nor the request names one. It is the default country of the organization, or else US; US for a toll-free number of North America written with its 1, such as 1-800-356-9377.',
    ),
  possible_countries: z
    .array(z.string())
    .optional()
    .describe(
      'Countries whose numbering plan the number fits; present only if it cannot exist in `country_assumed`. Send `country`, or the number with its +.',
    ),
};

/** Hint for a number that cannot exist where it was read and fits another country's plan. */
function misreadHint(input: PhoneInput): string | null {
  const assumed = assumedOf(input);
  const possible = possibleCountries(input);
  if (!assumed || possible.length === 0) return null;
  return `This number cannot exist in ${assumed.country}, but it fits the numbering plan of ${enumerate(possible, 'or')}: send its country, or the number with its +.`;
}

/** Hint for a number of before a change of its plan. */
function renumberedHint({ phone_number: { valid, e164 } }: PhoneInput): string | null {
  const since = valid ? null : renumberedAs(e164);
  return (
    since && `This number cannot exist since mobile numbers got a ninth digit; it may be ${since}.`
  );
}

/** Why an impossible number may not be a mistake; null for any other. */
const hintOf = (input: PhoneInput): string | null =>
  isEmergencyNumber(input.phone_number)
    ? shortNumberText(input.phone_number)
    : (renumberedHint(input) ?? misreadHint(input) ?? shortNumberText(input.phone_number));

/**
 * The product with the assumed country in its insights, and a hint if the number fits another
 * country's plan, is of before a change of its own or is short: none should be blocked or replaced.
 */
export function withAssumedCountry<Product extends AnyProduct>(product: Product): Product {
  const { insights, recommend, price } = product;
  const schema = insights.schema as z.ZodObject;
  return {
    ...product,
    price: { ...price, whyFree: (input: PhoneInput) => hintOf(input) ?? undefined },
    insights: {
      schema: schema.extend(fields),
      from(conclusion: unknown, input: PhoneInput, context: never) {
        const assumed = assumedOf(input);
        const possible = possibleCountries(input);
        return {
          ...(insights.from(conclusion, input, context) as object),
          ...(assumed && { country_assumed: assumed.country }),
          ...(possible.length > 0 && { possible_countries: possible }),
        };
      },
    },
    ...(recommend && {
      recommend(conclusion: unknown, risk: never, input: PhoneInput) {
        const advice = recommend(conclusion, risk, input);
        const hint = hintOf(input);
        if (hint === null) return advice;
        const isMisread = hint === misreadHint(input);
        return {
          ...advice,
          primary_action: 'REVIEW',
          secondary_actions: isMisread ? [...advice.secondary_actions, 'SEND_COUNTRY'] : [],
          user_message: hint,
        };
      },
    }),
  };
}

/** Record of a line: the operator's, merged with the queried one. */
export type LineRecord = Omit<Portability, 'status'> & Pick<LiveLine, 'status'>;

type Assignment = { status: string; fictional: boolean; portability: LineRecord | null };

/** Kept for fiction by its plan, and in no record of the operator. */
export const isUnassignedFiction = ({ fictional, portability }: Assignment): boolean =>
  fictional && portability === null;
export const mayExist = (line: Assignment): boolean =>
  line.status !== 'INVALID' && !isUnassignedFiction(line);

/** Merges field by field; the operator's file wins over the query. */
export function mergePortability(
  record: Portability | null,
  live: LiveLine | null,
): LineRecord | null {
  if (!live) return record;
  return {
    lrn: record?.lrn ?? live.lrn,
    carrier: record?.carrier ?? live.carrier,
    spid: record?.spid ?? live.spid,
    lineType: record?.lineType ?? live.lineType,
    portType: record?.portType ?? null,
    portedAt: record?.portedAt ?? live.portedAt,
    status: record?.status ?? live.status,
    asOf: record?.asOf ?? null,
  };
}

/** Do Not Call registries exist for the United States, its territories and Canada. */
export const hasDoNotCall = ({ usOrCanada, country }: PhoneNumber): boolean =>
  usOrCanada || US_TERRITORIES.includes(country);
