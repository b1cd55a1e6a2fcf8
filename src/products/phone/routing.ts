import * as z from 'zod';
import {
  type RoutedCarrier,
  type RoutingFact,
  servingCarrierName,
  UNKNOWN_CARRIER,
  UNKNOWN_LINE,
  UNKNOWN_ROUTING,
} from '../../domain/carrier.ts';
import { hasMobilePlan, type PhoneNumber } from '../../domain/phone/number.ts';
import type { BlockHolder, CarrierCodes } from '../../domain/phone/number-plan.ts';
import { countryCodeOf, countryName } from '../../domain/place/countries.ts';
import { alike } from '../../lib/fields.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { field } from '../../lookup/answer-fields.ts';
import type { LookupContext } from '../../lookup/product.ts';
import {
  firstMatch,
  foundFact,
  NoSourceConfigured,
  type QuerySource,
  requireAnswer,
  type Source,
  type Sources,
  unlessFailed,
} from '../../lookup/source.ts';
import { mapFact } from '../../lookup/source-adapters.ts';
import { blockHolders } from '../../open-data/phone/block-holders.ts';
import {
  carrierCodes,
  fullestCodes,
  type NumberPlanFact,
  numberPlan,
  rangeCodesOf,
} from '../../open-data/phone/number-plan.ts';
import { type PhoneRecords, phoneRecords, recordedRouting } from '../../open-data/records/phone.ts';
import { teliqueRouting } from '../../vendors/telique/numbers.ts';
import { findLineType, type LineType } from './conclusion.ts';
import { EMPTY_FACT, mayBeKnownToOthers, type PhoneInput } from './fact.ts';

const ROUTING_CODE_REASONS = [
  'INVALID_NUMBER',
  'NOT_MOBILE',
  'NOT_REPORTED',
  'NOT_LISTED',
  'SEVERAL_NETWORKS',
] as const;

const ROUTING_CODE_REASONS_TEXT =
  'Why mccmnc is null; only then. INVALID_NUMBER: the number cannot exist or is kept for fiction. NOT_MOBILE: a landline, an ' +
  'internet line or a service number, which has none. NOT_REPORTED: no source names the ' +
  'network. NOT_LISTED: no operating mobile network of the country has the name of the ' +
  'carrier. SEVERAL_NETWORKS: several networks have the name, with different codes.';

/** Mobile network codes of the serving carrier, and the reason if one is null. */
interface RoutingCodes {
  mcc: string | null;
  mnc: string | null;
  /** Null if both are known. */
  reason: (typeof ROUTING_CODE_REASONS)[number] | null;
}

/** Line type in the source; the codes of a mobile network show a mobile line. */
const lineOf = (number: PhoneNumber, { lineType, mcc }: RoutingFact): RoutingFact['lineType'] =>
  lineType ?? (mcc !== null && hasMobilePlan(number) ? 'MOBILE' : null);

/**
 * Line type, as `/phone` derives it: the operator's file wins, and the source's values count as
 * those of a carrier query.
 */
const findRoutedLine = (
  number: PhoneNumber,
  { plan, holder, records }: Pick<RoutingLookupFact, 'plan' | 'holder' | 'records'>,
  fact: RoutingFact,
) =>
  findLineType(number, {
    ...{ plan, holder, records },
    live: {
      ...UNKNOWN_LINE,
      lineType: lineOf(number, fact),
      carrier: servingCarrierName(fact),
      ported: fact.ported,
    },
  });

type RoutedLine = ReturnType<typeof findRoutedLine>;

/** Bases of a line type that leave open whether the line is mobile. */
const HINTS: readonly RoutedLine['basis'][] = ['NONE', 'CARRIER_NAME', 'BLOCK_HOLDER'];

/** Whether the line is, or may be, on a mobile network. */
const mayHaveNetwork = (number: PhoneNumber, { lineType, basis }: RoutedLine): boolean =>
  HINTS.includes(basis) ? hasMobilePlan(number) : lineType === 'MOBILE';

/**
 * Looks the carrier up in the list of networks if the source gave no codes. Null: there is no name
 * to look up, the network itself was queried, or the name is not in the list.
 */
async function findNetworkCodes(
  fact: RoutingFact,
  line: RoutedLine,
  number: PhoneNumber,
  ask: QuerySource,
): Promise<CarrierCodes | null> {
  const name = servingCarrierName(fact);
  if (fact.mcc !== null || fact.source === 'LIVE_HLR' || !mayHaveNetwork(number, line)) return null;
  if (name === null || number.country === null) return null;
  return unlessFailed(await ask(carrierCodes, { name, countryCode: number.country }));
}

/** Whether the source has any data about the number, apart from the range tables. */
const isKnown = (fact: RoutingFact): boolean =>
  fact.answered &&
  [fact.ported, fact.mcc, fact.lineType, fact.original.name, servingCarrierName(fact)].some(
    (value) => value !== null,
  );

/** Rank of an answer: 0 no data, 1 the network only, 2 the state of the line or not queried. */
const substance = (fact: RoutingFact): number =>
  isKnown(fact) ? (fact.connectivity === 'UNDETERMINED' ? 1 : 2) : 0;

/** Reason for missing codes: which step of the lookup in the list of networks failed. */
function missingCodesReason(fact: RoutingFact, isListed: boolean): RoutingCodes['reason'] {
  if (isListed) return 'SEVERAL_NETWORKS';
  return fact.source === 'LIVE_HLR' || servingCarrierName(fact) === null
    ? 'NOT_REPORTED'
    : 'NOT_LISTED';
}

/**
 * Network codes from the source, else of the carrier's range, else by the carrier's name.
 * @param carrier the carrier that serves the number now
 */
function deriveRoutingCodes(
  { routing: fact, named, plan }: RoutingLookupFact,
  carrier: string | null,
  line: RoutedLine,
  number: PhoneNumber,
): RoutingCodes {
  if (!fact) return { mcc: null, mnc: null, reason: 'INVALID_NUMBER' };
  const { mcc, mnc, source } = fact;
  if (!mayHaveNetwork(number, line)) return { mcc: null, mnc: null, reason: 'NOT_MOBILE' };
  if (mcc !== null || source === 'LIVE_HLR')
    return { mcc, mnc, reason: mcc !== null && mnc !== null ? null : 'NOT_REPORTED' };
  const range = rangeCodesOf(plan, carrier);
  const codes = fullestCodes(range, named);
  const known = { mcc: codes.mcc ?? plan?.mobileCountryCode ?? null, mnc: codes.mnc };
  const isListed = named !== null || range.mcc !== null;
  return { ...known, reason: known.mnc === null ? missingCodesReason(fact, isListed) : null };
}

/** Routing of a number; `routing` is null for an unassigned number, which is not queried. */
export interface RoutingLookupFact {
  plan: NumberPlanFact | null;
  holder: BlockHolder | null;
  records: PhoneRecords | null;
  routing: RoutingFact | null;
  /** Codes in the list of networks for the carrier in `routing`. */
  named: CarrierCodes | null;
}

/** Fact of a number that cannot exist or is kept for fiction. */
const NOT_ASSIGNED: RoutingLookupFact = { ...EMPTY_FACT, routing: null, named: null };

export const ROUTING_FACT_VERSION = 6;

/** The public database covers geographic numbers of the United States and Canada. */
const isInPublicDatabase = ({ usOrCanada, planType }: PhoneNumber): boolean =>
  usOrCanada && planType !== 'TOLL_FREE';

/**
 * Source order: a paid query, the operator's own file, the public database; the tables add the
 * holder of the range.
 */
export function routingSources(
  first: Source<PhoneNumber, RoutingFact>,
): Sources<PhoneInput, RoutingLookupFact> {
  const list = [first, recordedRouting, teliqueRouting];
  /** Null for an unassigned number: kept for fiction, and in no record of the operator. */
  const findRouting = async (
    number: PhoneNumber,
    ask: QuerySource,
  ): Promise<RoutingFact | null> => {
    if (!mayBeKnownToOthers(number)) return unlessFailed(await ask(recordedRouting, number));
    const vague: RoutingFact[] = [];
    const telling = mapFact(first, (fact) => {
      if (substance(fact) < 2) vague.push(fact);
      return substance(fact) < 2 ? null : fact;
    });
    const publicSources = isInPublicDatabase(number) ? [teliqueRouting] : [];
    const outcome = await ask(firstMatch(telling, recordedRouting, ...publicSources), number);
    const found = foundFact(outcome);
    const [kept] = vague;
    const isMore = found && (!kept || substance(found) > substance(kept));
    const routing = isMore ? found : (kept ?? requireAnswer(outcome));
    // A file without the number is no evidence about its network.
    if (!routing) throw new NoSourceConfigured(list);
    return routing;
  };
  return {
    list: [...list, numberPlan, blockHolders, phoneRecords, carrierCodes],
    answeredBy: list,
    async resolve({ phone_number: number }, ask) {
      if (!number.valid) return NOT_ASSIGNED;
      const [plan, holder, records, routing] = await Promise.all([
        mapMaybePromise(ask(numberPlan, number), unlessFailed),
        mapMaybePromise(ask(blockHolders, number), unlessFailed),
        mapMaybePromise(ask(phoneRecords, number), unlessFailed),
        findRouting(number, ask),
      ]);
      if (!routing) return NOT_ASSIGNED;
      const known = { plan, holder, records, routing };
      const line = findRoutedLine(number, known, routing);
      return { ...known, named: await findNetworkCodes(routing, line, number, ask) };
    },
  };
}

const nullableText = z.string().nullable();

export const routingCodeFields = {
  mccmnc: field.textOrNull(
    '`mcc` and `mnc` joined; null unless both codes are known. `mccmnc_reason` says why.',
  ),
  ...alike(nullableText, 'mcc', 'mnc'),
};

/** Carrier fields in the results of both products. */
export const carrierResultFields = {
  current_carrier: field.textOrNull(
    'The carrier to which the number was ported, or else the original carrier.',
  ),
  current_mccmnc: field.textOrNull('Same as `classification.mccmnc`.'),
  mccmnc_reason: z.enum(ROUTING_CODE_REASONS).optional().describe(ROUTING_CODE_REASONS_TEXT),
  original_carrier: field.textOrNull(
    'The carrier to which the number was first assigned. If it is not `current_carrier`, and no source says whether the number was ported, the number may have been ported, or the carrier has another name now.',
  ),
  country: nullableText,
  country_code: z.string().length(2).nullable(),
  country_prefix: field.text('International calling code with +.'),
  ported_carrier: field.textOrNull('Carrier after porting; null unless the number was ported.'),
  ported_country: field.textOrNull('Country of that carrier; null unless the number was ported.'),
};

/** The values of {@link carrierResultFields}. */
export const describeCarriers = (conclusion: RoutingConclusion) => ({
  current_carrier: conclusion.currentCarrier,
  current_mccmnc: conclusion.mccmnc,
  ...(conclusion.codesReason && { mccmnc_reason: conclusion.codesReason }),
  original_carrier: conclusion.original.name,
  country: conclusion.original.country,
  country_code: conclusion.original.countryCode,
  country_prefix: `+${conclusion.number.callingCode}`,
  ported_carrier: conclusion.portedTo.name,
  ported_country: conclusion.portedTo.country,
});

export interface RoutingConclusion
  extends Pick<
    RoutingFact,
    'ported' | 'roaming' | 'mcc' | 'mnc' | 'original' | 'portedTo' | 'roamingIn' | 'imsi'
  > {
  id: string;
  number: PhoneNumber;
  /** INVALID_MSISDN for a number that cannot exist. */
  connectivity: string;
  isValid: boolean;
  /** False if the query failed or no source has the number. */
  answered: boolean;
  /** Null if no source was queried. */
  source: RoutingFact['source'] | null;
  mccmnc: string | null;
  /** Reason for a null code; null if both codes are known. */
  codesReason: RoutingCodes['reason'];
  currentCarrier: string | null;
  numberType: LineType;
  /** {@link numberType}, but UNKNOWN if only the old block table gives it. */
  confirmedLineType: LineType;
  /** Time in ISO 8601. */
  at: string;
}

/** Original carrier: the source's, else the first holder of the range. */
function originalCarrierOf(
  { plan, holder }: RoutingLookupFact,
  fact: RoutingFact,
  number: PhoneNumber,
): RoutedCarrier {
  const { name, country, countryCode } = fact.original;
  const code = countryCode ?? (country === null ? number.country : countryCodeOf(country));
  return {
    name: name ?? holder?.company ?? plan?.carrier?.name ?? null,
    country: countryName(code) ?? country,
    countryCode: code,
  };
}

/** Carrier ported to; its country is the original one's where the source names none. */
const portedCarrierOf = ({ portedTo }: RoutingFact, original: RoutedCarrier): RoutedCarrier => ({
  name: portedTo.name,
  country: portedTo.country ?? original.country,
  countryCode: portedTo.countryCode ?? original.countryCode,
});

export function deriveRouting(
  answer: RoutingLookupFact,
  number: PhoneNumber,
  { id, foundAt }: LookupContext,
): RoutingConclusion {
  const fact = answer.routing ?? UNKNOWN_ROUTING;
  const original = originalCarrierOf(answer, fact, number);
  const ported = answer.routing ? fact.ported : false;
  // The range holder is the current carrier only if a source states that it was not ported.
  const currentCarrier = servingCarrierName(fact) ?? (ported === false ? original.name : null);
  const line = findRoutedLine(number, answer, fact);
  const { mcc, mnc, reason } = deriveRoutingCodes(answer, currentCarrier, line, number);
  const connectivity = answer.routing ? (fact.connectivity ?? 'UNDETERMINED') : 'INVALID_MSISDN';
  const isValid = connectivity !== 'INVALID_MSISDN';
  const roaming = isValid ? fact.roaming : false;
  return {
    id: fact.id ?? id,
    number,
    connectivity,
    isValid,
    answered: answer.routing !== null && isKnown(fact),
    source: answer.routing?.source ?? null,
    ported,
    roaming,
    mccmnc: mcc !== null && mnc !== null ? mcc + mnc : null,
    mcc,
    mnc,
    codesReason: reason,
    currentCarrier,
    original,
    portedTo: ported === true ? portedCarrierOf(fact, original) : UNKNOWN_CARRIER,
    roamingIn: roaming === true ? fact.roamingIn : UNKNOWN_CARRIER,
    imsi: isValid ? fact.imsi : null,
    numberType: line.lineType,
    confirmedLineType: line.confirmedLineType,
    at: fact.at ?? foundAt,
  };
}
