import type { LiveLine } from '../../domain/carrier.ts';
import type { PhoneNumber, PlanType } from '../../domain/phone/number.ts';
import type { BlockHolder } from '../../domain/phone/number-plan.ts';
import { carrierKind, isMobileCarrierName } from '../../open-data/phone/carrier-names.ts';
import type { Portability } from '../../open-data/records/phone.ts';

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

export interface LineTypeFinding {
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
