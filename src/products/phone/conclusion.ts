import * as z from 'zod';
import type { LiveLine } from '../../domain/carrier.ts';
import { PHONE_LINES, type PhoneLine } from '../../domain/person/person.ts';
import { parseAreaCode, stateOfArea } from '../../domain/phone/nanp.ts';
import { hasMobilePlan, type PhoneNumber } from '../../domain/phone/number.ts';
import {
  type CarrierCodes,
  type PlanType,
  shortNumberText,
  writePlanned,
} from '../../domain/phone/number-plan.ts';
import { field } from '../../lookup/answer-fields.ts';
import {
  carrierKind,
  lineTypeOfHolder,
  lineTypeOfName,
} from '../../open-data/phone/block-holders.ts';
import { fullestCodes, rangeCodesOf } from '../../open-data/phone/number-plan.ts';
import {
  hasDoNotCall,
  type LineRecord,
  mayBeSameCarrier,
  mayExist,
  mergeLines,
  mergePortability,
  type PhoneFact,
} from './fact.ts';

export const LINE_TYPES = [
  'MOBILE',
  'LANDLINE',
  'VOIP',
  'TOLL_FREE',
  'PREMIUM',
  'UNKNOWN',
] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** One-letter code of a line type; null for a type without one. */
export const lineCode = (lineType: LineType): 'W' | 'L' | 'V' | null =>
  (({ MOBILE: 'W', LANDLINE: 'L', VOIP: 'V' }) as const)[lineType as PhoneLine] ?? null;

/**
 * Basis of a line type. CARRIER_NAME: the carrier in a record or query serves lines of one kind.
 * BLOCK_HOLDER is a hint from a table of February 2014.
 */
export const LINE_TYPE_BASES = [
  'PORTABILITY_RECORD',
  'CARRIER_QUERY',
  'PORTABILITY_DATABASE',
  'NUMBERING_PLAN',
  'CARRIER_NAME',
  'BLOCK_HOLDER',
  'NONE',
] as const;
/** Description of the basis, for every product that returns a line type. */
export const LINE_TYPE_BASIS_TEXT =
  'What the line type is based on. CARRIER_NAME: the named carrier serves lines of this kind. ' +
  'BLOCK_HOLDER, a hint only: the carrier that held the number block when the block table was made, in 2014.';

type LineTypeBasis = (typeof LINE_TYPE_BASES)[number];

interface LineTypeFinding {
  lineType: LineType;
  basis: LineTypeBasis;
  /** 0 to 100. */
  confidence: number;
  /** `lineType` if the plan or a record determines it; UNKNOWN if only the block table does. */
  confirmedLineType: LineType;
}

/** A plan type that is not listed has no line type; the answer also has the plan type. */
const LINE_TYPE_OF_PLAN: Partial<Record<PlanType, LineType>> = {
  FIXED_LINE: 'LANDLINE',
  MOBILE: 'MOBILE',
  TOLL_FREE: 'TOLL_FREE',
  PREMIUM_RATE: 'PREMIUM',
  VOIP: 'VOIP',
};

const CONFIDENCE: Record<LineTypeBasis, number> = {
  PORTABILITY_RECORD: 95,
  CARRIER_QUERY: 95,
  PORTABILITY_DATABASE: 90,
  NUMBERING_PLAN: 90,
  CARRIER_NAME: 75,
  BLOCK_HOLDER: 45,
  NONE: 0,
};

/** Service ranges: a record of such a number describes the line it is forwarded to. */
const isServiceType = (planType: PlanType): boolean =>
  planType === 'TOLL_FREE' || planType === 'PREMIUM_RATE';

/**
 * Evidence order: plan of a service number, record of the number, carrier query, portability
 * database, plan, carrier name. The block holder is used only if no newer source names a carrier.
 */
export function findLineType(number: PhoneNumber, fact: PhoneFact): LineTypeFinding {
  const { holder, records, live, listed } = fact;
  const portability = records?.portability;
  const finding = (lineType: LineType, basis: LineTypeBasis): LineTypeFinding => ({
    lineType,
    basis,
    confidence: CONFIDENCE[basis],
    confirmedLineType: basis === 'BLOCK_HOLDER' ? 'UNKNOWN' : lineType,
  });
  const { planType } = number;
  if (planType === null) return finding('UNKNOWN', 'NONE');
  const planned = finding(LINE_TYPE_OF_PLAN[planType] ?? 'UNKNOWN', 'NUMBERING_PLAN');
  if (isServiceType(planType)) return planned;
  if (portability?.lineType) return finding(portability.lineType, 'PORTABILITY_RECORD');
  if (live?.lineType) return finding(live.lineType, 'CARRIER_QUERY');
  if (listed?.lineType) return finding(listed.lineType, 'PORTABILITY_DATABASE');
  if (planType !== 'FIXED_LINE_OR_MOBILE') return planned;
  const carrier = portability?.carrier ?? live?.carrier ?? listed?.carrier;
  const held = holder && isPorted(number, fact) !== true ? lineTypeOfHolder(holder) : null;
  const hint = carrier ? lineTypeOfName(carrier) : held;
  if (hint === null) return finding('UNKNOWN', 'NONE');
  return finding(hint, carrier ? 'CARRIER_NAME' : 'BLOCK_HOLDER');
}

export const CARRIER_TYPES = [
  'MAJOR_CARRIER',
  'REGIONAL_CARRIER',
  'VOIP_PROVIDER',
  'INTERNATIONAL_CARRIER',
  'UNKNOWN',
] as const;
type CarrierType = (typeof CARRIER_TYPES)[number];

export const NUMBER_STATUSES = ['ACTIVE', 'INACTIVE', 'INVALID', 'VALID', 'UNKNOWN'] as const;
type NumberStatus = (typeof NUMBER_STATUSES)[number];

export const PORTABILITY_STATUSES = ['PORTED', 'NOT_PORTED', 'POSSIBLY_PORTED'] as const;
export const CARRIER_SOURCES = [
  'PORTABILITY_RECORD',
  'CARRIER_QUERY',
  'PORTABILITY_DATABASE',
  'BLOCK_HOLDER',
  'NUMBERING_PLAN',
] as const;

/** Source and date of a carrier's name. */
export const carrierFields = {
  carrier_source: z
    .enum(CARRIER_SOURCES)
    .optional()
    .describe(
      'Source of the carrier; only if there is a carrier. BLOCK_HOLDER: the carrier that held the number block in 2014. NUMBERING_PLAN: the carrier to which the range was first assigned. In both cases the number may have been ported since.',
    ),
  carrier_as_of: z.string().optional().describe('Date of that source, if it has one.'),
};

export const describeCarrierSource = (carrier: CarrierFinding | null) => ({
  ...(carrier && { carrier_source: carrier.source }),
  ...(carrier?.asOf && { carrier_as_of: carrier.asOf }),
});

/** The carrier's name, its source, and the date as of which it held. */
interface CarrierFinding {
  name: string;
  source: (typeof CARRIER_SOURCES)[number];
  asOf: string | null;
}

export interface PhoneConclusion extends LineTypeFinding {
  number: PhoneNumber;
  fact: PhoneFact;
  /** INVALID also for a number that its network reports as unassigned. */
  status: NumberStatus;
  /** Service status from a record or a carrier, in any country; null if neither has one. */
  inService: boolean | null;
  carrier: CarrierFinding | null;
  carrierType: CarrierType;
  /** Null: porting is possible but unconfirmed. */
  ported: boolean | null;
  /** Merged by field: the operator's record, then a carrier query, then the public database. */
  portability: LineRecord | null;
  /** Carrier query result; null if none was made. */
  live: LiveLine | null;
  /** Codes of the serving network, or of the range if no newer source names a carrier. */
  codes: CarrierCodes;
  /** English name of the area, at the finest level of the plan or the block table. */
  area: string | null;
  /** Null: no registry that covers the number is imported. */
  doNotCall: boolean | null;
  doNotOriginate: boolean | null;
  /** On an imported list. */
  litigator: boolean;
  reassigned: boolean;
  fictional: boolean;
}

/** Networks can report a number as unassigned; in the US and Canada, records as active. */
function numberStatusOf(number: PhoneNumber, status: LiveLine['status']): NumberStatus {
  if (!number.valid || status === 'UNASSIGNED') return 'INVALID';
  if (!number.usOrCanada) return 'VALID';
  return status === 'ABSENT' ? 'ACTIVE' : (status ?? 'UNKNOWN');
}

/** Calling codes of services with portable numbers (ITU-T E.169.1, .2 and .3). */
const PORTABLE_SERVICES = new Set(['800', '808', '979']);

/** Unassigned and satellite numbers are not ported; the LRN of an unported number is itself. */
function isPorted(
  { valid, country, callingCode, national }: PhoneNumber,
  { plan, records, live, listed }: PhoneFact,
): boolean | null {
  const record = records?.portability;
  if (!valid || (plan?.fictional && !record)) return false;
  if (country === null && !PORTABLE_SERVICES.has(callingCode)) return false;
  if (record?.lrn) return record.lrn !== national;
  return record?.portedAt ? true : (live?.ported ?? listed?.ported ?? null);
}

/** A number known to be ported no longer belongs to the first holder of its block or range. */
function carrierOf(
  { plan, holder, records, live, listed }: PhoneFact,
  ported: boolean | null,
): CarrierFinding | null {
  const portability = records?.portability;
  if (portability?.carrier)
    return { name: portability.carrier, source: 'PORTABILITY_RECORD', asOf: portability.asOf };
  if (live?.carrier) return { name: live.carrier, source: 'CARRIER_QUERY', asOf: null };
  if (listed?.carrier) return { name: listed.carrier, source: 'PORTABILITY_DATABASE', asOf: null };
  if (ported === true) return null;
  if (holder) return { name: holder.company, source: 'BLOCK_HOLDER', asOf: holder.asOf };
  return plan?.carrier ? { name: plan.carrier.name, source: 'NUMBERING_PLAN', asOf: null } : null;
}

/** A VoIP line has a VoIP provider, whatever the carrier's name. */
function carrierTypeOf(
  number: PhoneNumber,
  lineType: LineType,
  carrier: CarrierFinding | null,
): CarrierType {
  if (lineType === 'VOIP') return 'VOIP_PROVIDER';
  if (!number.usOrCanada) return number.valid ? 'INTERNATIONAL_CARRIER' : 'UNKNOWN';
  if (!carrier) return 'UNKNOWN';
  const kind = carrierKind(carrier.name);
  if (kind === 'voip') return 'VOIP_PROVIDER';
  return kind === 'major' ? 'MAJOR_CARRIER' : 'REGIONAL_CARRIER';
}

/**
 * Codes of the network in a query, else of the range that the carrier holds, else by the carrier's
 * name. Ranges of the United States and Canada have no network codes.
 */
function codesOf(
  number: PhoneNumber,
  { plan, live, network }: PhoneFact,
  lineType: LineType,
  carrier: CarrierFinding | null,
): CarrierCodes {
  if (lineType === 'LANDLINE' || lineType === 'VOIP') return { mcc: null, mnc: null };
  const queried = live?.mcc && mayBeSameCarrier(live.carrier, carrier?.name) ? live : null;
  const range = rangeCodesOf(plan, number.usOrCanada ? null : (carrier?.name ?? null));
  const { mcc, mnc } = fullestCodes(queried, range, network);
  return { mcc: mcc ?? (hasMobilePlan(number) ? (plan?.mobileCountryCode ?? null) : null), mnc };
}

/** Converts a rate center from capitals ("SAN RAFAEL") and adds its state ("CA"). */
function areaOf({ plan, holder }: PhoneFact): string | null {
  if (plan?.place) return plan.place;
  if (!holder?.city) return null;
  const city = holder.city.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return holder.state ? `${city}, ${holder.state}` : city;
}

export function derivePhone(fact: PhoneFact, number: PhoneNumber): PhoneConclusion {
  const { live = null } = fact;
  const record = fact.records?.portability ?? null;
  const portability = mergePortability(record, mergeLines(live, fact.listed));
  const ported = isPorted(number, fact);
  const carrier = carrierOf(fact, ported);
  const finding = findLineType(number, fact);
  return {
    ...finding,
    number,
    fact,
    status: numberStatusOf(number, portability?.status ?? null),
    inService: portability?.status ? ['ACTIVE', 'ABSENT'].includes(portability.status) : null,
    carrier,
    carrierType: carrierTypeOf(number, finding.lineType, carrier),
    ported,
    portability,
    live,
    codes: codesOf(number, fact, finding.lineType, carrier),
    area: areaOf(fact),
    doNotCall: hasDoNotCall(number) ? (fact.records?.doNotCall.listed ?? null) : null,
    doNotOriginate: fact.records?.doNotOriginate.listed ?? fact.dno?.listed ?? null,
    litigator: fact.records?.litigator ?? false,
    reassigned: fact.records?.reassigned ?? false,
    fictional: fact.plan?.fictional ?? false,
  };
}

/**
 * Line type of a person's number: the confirmed one, else the one that the person's record states.
 * Null also for service numbers.
 */
export function personalLineType(
  { confirmedLineType }: Pick<PhoneConclusion, 'confirmedLineType'>,
  stated: PhoneLine | null,
): PhoneLine | null {
  if (confirmedLineType === 'UNKNOWN') return stated;
  return PHONE_LINES.find((line) => line === confirmedLineType) ?? null;
}

/** A mobile number, or one in a mixed range whose line type is not known. */
export const mayBeMobile = (conclusion: PhoneConclusion): boolean =>
  mayExist(conclusion) &&
  (conclusion.confirmedLineType === 'MOBILE' ||
    (conclusion.confirmedLineType === 'UNKNOWN' &&
      conclusion.number.planType === 'FIXED_LINE_OR_MOBILE'));

/** Assigned, but the handset was off or out of coverage when the network was queried. */
export const isHandsetOff = ({ portability }: PhoneConclusion): boolean =>
  portability?.status === 'ABSENT';

/** Whether lines of the type take text messages; null if the type is not known. */
export const takesSms = (lineType: LineType): boolean | null =>
  lineType === 'UNKNOWN' ? null : lineType === 'MOBILE' || lineType === 'VOIP';

/** Whether the line type or the carrier is known. */
export const isLineKnown = ({ number, lineType, carrier }: PhoneConclusion): boolean =>
  number.valid && (lineType !== 'UNKNOWN' || carrier !== null);

export function portabilityStatus(ported: boolean | null): (typeof PORTABILITY_STATUSES)[number] {
  if (ported === null) return 'POSSIBLY_PORTED';
  return ported ? 'PORTED' : 'NOT_PORTED';
}

/** Why a number cannot exist, or is not a subscriber's; null for one that may be. */
export function invalidReason({ number, status }: PhoneConclusion): string | null {
  const { valid, possible } = number;
  if (valid) return status === 'INVALID' ? 'The network reports the number as not assigned.' : null;
  const short = shortNumberText(number);
  if (short !== null) return short;
  return possible
    ? 'No range of the numbering plan contains this number.'
    : 'The number has the wrong length.';
}

/** Section about the number from its plan alone, for products about a line. */
export const numberSection = field.object(
  'Written forms of the number, and what its numbering plan says about it.',
  {
    e164: field.text('The number in ITU-T E.164: + and digits only.'),
    national_format: field.text('The number as written and dialed in its country.'),
    international_format: field.text('Number in the groups of its plan, ITU-T E.123.'),
    rfc3966: field.text('The number as a tel: link.'),
    calling_code: field.text('Country calling code, without the +.'),
    national_number: field.text('National significant number, without prefixes.'),
    area_code: z
      .string()
      .optional()
      .describe('First three digits of the national number; only for North American numbers (+1).'),
    region_code: z
      .string()
      .optional()
      .describe('ISO 3166-2 code of the state or province, if the area code belongs to only one.'),
    is_possible: field.boolean('Whether the number has a length that its plan allows.'),
    is_valid: field.boolean(
      'Whether a range of the plan contains the number and no network says that it is not assigned. It does not mean that the number is in service.',
    ),
    invalid_reason: z.string().optional().describe('Why it is not valid; only if it is not.'),
    is_vanity_number: field.boolean('Whether the number was sent with letters.'),
    qualifies_for_hlr_lookup: field.boolean('Whether it is, or may be, a mobile number.'),
  },
);

export function describeNumber(conclusion: PhoneConclusion): z.input<typeof numberSection> {
  const { number } = conclusion;
  const written = writePlanned(number);
  const areaCode = number.callingCode === '1' ? parseAreaCode(number.e164) : null;
  const region = areaCode === null ? null : stateOfArea(areaCode);
  const reason = invalidReason(conclusion);
  return {
    e164: number.e164,
    national_format: written.national,
    international_format: written.international,
    rfc3966: `tel:${number.e164}`,
    calling_code: number.callingCode,
    national_number: number.national,
    ...(areaCode && { area_code: areaCode }),
    ...(region && { region_code: region }),
    is_possible: number.possible,
    is_valid: conclusion.status !== 'INVALID',
    ...(reason && { invalid_reason: reason }),
    is_vanity_number: number.vanity,
    qualifies_for_hlr_lookup: mayBeMobile(conclusion),
  };
}
