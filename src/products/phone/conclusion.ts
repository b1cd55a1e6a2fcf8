import type { LiveLine } from '../../domain/carrier.ts';
import type { PhoneNumber, PlanType } from '../../domain/phone/number.ts';
import type { BlockHolder } from '../../domain/phone/number-plan.ts';
import { carrierKind, isMobileCarrierName } from '../../open-data/phone/block-holders.ts';
import type { Portability } from '../../open-data/records/phone.ts';
import type { PhoneFact } from './fact.ts';

export const LINE_TYPES = [
  'MOBILE',
  'LANDLINE',
  'VOIP',
  'TOLL_FREE',
  'PREMIUM',
  'UNKNOWN',
] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** What a line type rests on; BLOCK_HOLDER is a hint from a table of February 2014. */
export const LINE_TYPE_BASES = [
  'PORTABILITY_RECORD',
  'CARRIER_QUERY',
  'NUMBERING_PLAN',
  'BLOCK_HOLDER',
  'NONE',
] as const;
export type LineTypeBasis = (typeof LINE_TYPE_BASES)[number];

interface LineTypeFinding {
  lineType: LineType;
  basis: LineTypeBasis;
  /** 0..100. */
  confidence: number;
  /**
   * `lineType` where the plan or a record tells it; UNKNOWN where only the old block table does.
   */
  confirmedLineType: LineType;
}

/**
 * Classes that no enumerated line type tells the truth about stay UNKNOWN; the plan's own word is
 * shown beside.
 */
const LINE_TYPE_OF_PLAN: Record<PlanType, LineType> = {
  FIXED_LINE: 'LANDLINE',
  MOBILE: 'MOBILE',
  FIXED_LINE_OR_MOBILE: 'UNKNOWN',
  TOLL_FREE: 'TOLL_FREE',
  PREMIUM_RATE: 'PREMIUM',
  SHARED_COST: 'UNKNOWN',
  VOIP: 'VOIP',
  PERSONAL_NUMBER: 'UNKNOWN',
  PAGER: 'UNKNOWN',
  UAN: 'UNKNOWN',
  VOICEMAIL: 'UNKNOWN',
};

const WIRELESS_TYPES = ['WIRELESS PROV', 'PCS', 'WIRELESS', 'WIRELS RESELLER'];
const INCUMBENT_TYPES = ['RBOC', 'IND. TELCO', 'LEC'];

const CONFIDENCE: Record<LineTypeBasis, number> = {
  PORTABILITY_RECORD: 95,
  CARRIER_QUERY: 95,
  NUMBERING_PLAN: 90,
  BLOCK_HOLDER: 45,
  NONE: 0,
};

/**
 * What the first holder of a block sold. Competitive carriers (CLEC and the like) sold landline and
 * VoIP from one block, and pagers are no line type: both stay UNKNOWN.
 */
function lineTypeOfHolder({ company, companyType }: BlockHolder): LineType {
  const kind = carrierKind(company);
  if (kind === 'voip') return 'VOIP';
  if (kind === 'paging') return 'UNKNOWN';
  if (INCUMBENT_TYPES.includes(companyType)) return 'LANDLINE';
  return WIRELESS_TYPES.includes(companyType) || isMobileCarrierName(company)
    ? 'MOBILE'
    : 'UNKNOWN';
}

/**
 * Evidence order: a record of this very number, its carrier's statement, its plan, the first holder
 * of its block.
 */
export function findLineType(
  number: PhoneNumber,
  holder: BlockHolder | null,
  portability: Portability | null,
  live: LiveLine | null = null,
): LineTypeFinding {
  const finding = (lineType: LineType, basis: LineTypeBasis): LineTypeFinding => ({
    lineType,
    basis,
    confidence: CONFIDENCE[basis],
    confirmedLineType: basis === 'BLOCK_HOLDER' ? 'UNKNOWN' : lineType,
  });
  if (number.planType === null) return finding('UNKNOWN', 'NONE');
  if (portability?.lineType) return finding(portability.lineType, 'PORTABILITY_RECORD');
  if (live?.lineType) return finding(live.lineType, 'CARRIER_QUERY');
  if (number.planType !== 'FIXED_LINE_OR_MOBILE')
    return finding(LINE_TYPE_OF_PLAN[number.planType], 'NUMBERING_PLAN');
  const hint = holder ? lineTypeOfHolder(holder) : 'UNKNOWN';
  return hint === 'UNKNOWN' ? finding('UNKNOWN', 'NONE') : finding(hint, 'BLOCK_HOLDER');
}

export const CARRIER_TYPES = [
  'MAJOR_CARRIER',
  'REGIONAL_CARRIER',
  'VOIP_PROVIDER',
  'INTERNATIONAL_CARRIER',
  'UNKNOWN',
] as const;
export type CarrierType = (typeof CARRIER_TYPES)[number];

export const NUMBER_STATUSES = ['ACTIVE', 'INACTIVE', 'INVALID', 'VALID', 'UNKNOWN'] as const;
export type NumberStatus = (typeof NUMBER_STATUSES)[number];

export const PORTABILITY_STATUSES = ['PORTED', 'NOT_PORTED', 'POSSIBLY_PORTED'] as const;
export type PortabilityStatus = (typeof PORTABILITY_STATUSES)[number];

export const CARRIER_SOURCES = [
  'PORTABILITY_RECORD',
  'CARRIER_QUERY',
  'BLOCK_HOLDER',
  'NUMBERING_PLAN',
] as const;

/** The carrier by name, where the name comes from, and the date it was true. */
export interface CarrierFinding {
  name: string;
  source: (typeof CARRIER_SOURCES)[number];
  asOf: string | null;
}

/** Conclusion about a number: the input of every section of the answer. */
export interface PhoneConclusion extends LineTypeFinding {
  number: PhoneNumber;
  fact: PhoneFact;
  status: NumberStatus;
  carrier: CarrierFinding | null;
  carrierType: CarrierType;
  /** Null: porting is possible but unconfirmed. */
  ported: boolean | null;
  /** The operator's record, and where it says nothing, what a carrier query says. */
  portability: Portability | null;
  /** Carrier query result; null where none was made. */
  live: LiveLine | null;
  /** English name of the area, as fine as the plan or the block table tells. */
  area: string | null;
  /** Null: no registry that covers the number is imported. */
  doNotCall: boolean | null;
  doNotOriginate: boolean | null;
  fictional: boolean;
}

/**
 * The plan says whether a number can exist; in the United States and Canada only a record says that
 * it does.
 */
function numberStatusOf(number: PhoneNumber, portability: Portability | null): NumberStatus {
  if (!number.valid) return 'INVALID';
  return number.usOrCanada ? (portability?.status ?? 'UNKNOWN') : 'VALID';
}

/**
 * An unassigned number and a non-geographic code cannot be ported; an unported number routes to
 * itself.
 */
function isPorted(
  number: PhoneNumber,
  { records }: PhoneFact,
  live: LiveLine | null,
): boolean | null {
  const portability = records?.portability;
  if (!number.valid || number.country === null) return false;
  if (portability?.lrn) return portability.lrn !== number.national;
  return portability?.portedAt ? true : (live?.ported ?? null);
}

/** Of each field what the operator's own file says, else the carrier query. */
function mergePortability(record: Portability | null, live: LiveLine | null): Portability | null {
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

function carrierOf(
  { plan, holder, records }: PhoneFact,
  live: LiveLine | null,
): CarrierFinding | null {
  const portability = records?.portability;
  if (portability?.carrier)
    return { name: portability.carrier, source: 'PORTABILITY_RECORD', asOf: portability.asOf };
  if (live?.carrier) return { name: live.carrier, source: 'CARRIER_QUERY', asOf: null };
  if (holder) return { name: holder.company, source: 'BLOCK_HOLDER', asOf: holder.asOf };
  return plan?.carrier ? { name: plan.carrier.name, source: 'NUMBERING_PLAN', asOf: null } : null;
}

function carrierTypeOf(number: PhoneNumber, carrier: CarrierFinding | null): CarrierType {
  if (number.planType === 'VOIP') return 'VOIP_PROVIDER';
  if (!number.usOrCanada) return number.valid ? 'INTERNATIONAL_CARRIER' : 'UNKNOWN';
  if (!carrier) return 'UNKNOWN';
  const kind = carrierKind(carrier.name);
  if (kind === 'voip') return 'VOIP_PROVIDER';
  return kind === 'major' ? 'MAJOR_CARRIER' : 'REGIONAL_CARRIER';
}

/** A rate centre is written in capitals, with its state ("SAN RAFAEL", "CA"). */
function areaOf({ plan, holder }: PhoneFact): string | null {
  if (plan?.place) return plan.place;
  if (!holder?.city) return null;
  const city = holder.city.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return holder.state ? `${city}, ${holder.state}` : city;
}

/**
 * Derives the conclusion from a fact; pure, so that cached and fresh facts give the same answer.
 */
export function derivePhone(fact: PhoneFact, number: PhoneNumber): PhoneConclusion {
  const { live = null } = fact;
  const record = fact.records?.portability ?? null;
  const portability = mergePortability(record, live);
  const carrier = carrierOf(fact, live);
  return {
    ...findLineType(number, fact.holder, record, live),
    number,
    fact,
    status: numberStatusOf(number, portability),
    carrier,
    carrierType: carrierTypeOf(number, carrier),
    ported: isPorted(number, fact, live),
    portability,
    live,
    area: areaOf(fact),
    doNotCall: fact.records?.doNotCall.listed ?? null,
    doNotOriginate: fact.records?.doNotOriginate.listed ?? null,
    fictional: fact.plan?.fictional ?? false,
  };
}

/** A mobile number, or one that neither plan nor record says is none. */
export const mayBeMobile = ({ number, confirmedLineType }: PhoneConclusion): boolean =>
  confirmedLineType === 'MOBILE' ||
  (confirmedLineType === 'UNKNOWN' && number.planType === 'FIXED_LINE_OR_MOBILE');

export function portabilityStatus(ported: boolean | null): PortabilityStatus {
  if (ported === null) return 'POSSIBLY_PORTED';
  return ported ? 'PORTED' : 'NOT_PORTED';
}
