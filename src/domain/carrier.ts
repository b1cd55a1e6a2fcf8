import { alike } from '../lib/fields.ts';
import { trimEndOf } from '../lib/text.ts';
import type { PhoneLine } from './person/person.ts';

/** Start of the routing code after a carrier's name: `:6006 - SVR/2`, `/13 - …`, `-NSR-10X/2`. */
const ROUTING_CODE = /:|\/\d{1,2}(?= ?-|$)|- ?(?:SVR|NSR)\b/i;

/** A carrier's name without the routing code of its switch; null for a text without a name. */
export function carrierNameFrom(text: string | null): string | null {
  const code = text === null ? -1 : text.search(ROUTING_CODE);
  return code < 0 ? text : trimEndOf((text as string).slice(0, code), ' -') || null;
}

/**
 * Line types by category of company (NECA company codes). CLEC and similar ones are left out,
 * because they serve both landlines and internet lines.
 */
const LINES_OF_CATEGORY: readonly (readonly [PhoneLine, RegExp])[] = [
  ['MOBILE', /^(?:WIRE(?:LESS)?|PCS|WRSL|PCSR)\b/i],
  ['LANDLINE', /^(?:RBOC|ILEC|ICO)\b/i],
  ['VOIP', /^IPES\b/i],
];

/** Line type of a category of company; null if the category leaves it open. */
export const lineOfCategory = (category: string | null): PhoneLine | null =>
  LINES_OF_CATEGORY.find(([, names]) => category !== null && names.test(category))?.[0] ?? null;

/** Answer of a live carrier query for a number; null where the source has no value. */
export interface LiveLine {
  carrier: string | null;
  lineType: PhoneLine | null;
  /** Mobile country and network code (ITU-T E.212). */
  mcc: string | null;
  mnc: string | null;
  /** Ten digits. */
  lrn: string | null;
  spid: string | null;
  ported: boolean | null;
  /** YYYY-MM-DD. */
  portedAt: string | null;
  /** ABSENT: assigned, but the handset is off or out of coverage. UNASSIGNED: no subscriber. */
  status: 'ACTIVE' | 'INACTIVE' | 'ABSENT' | 'UNASSIGNED' | null;
  /** Status in the source's terms. */
  statusFlag: string | null;
  prepaid: boolean | null;
}

export const UNKNOWN_LINE: LiveLine = {
  ...alike(null, 'carrier', 'lineType', 'mcc', 'mnc', 'lrn', 'spid', 'ported', 'portedAt'),
  ...alike(null, 'status', 'statusFlag', 'prepaid'),
};

/** LIVE_HLR: queried from the network. MNP_DB: portability database; the number is assigned. */
export const ROUTING_DATA_SOURCES = ['LIVE_HLR', 'MNP_DB'] as const;

/** Routing of a number, from any source; null where the source has no value. */
export interface RoutingFact {
  /** The source's own ID of the query. */
  id: string | null;
  /** The kind of source queried, whether or not it had the number. */
  source: (typeof ROUTING_DATA_SOURCES)[number];
  /** False when the query failed; the other fields are then unknown. */
  answered: boolean;
  /**
   * Status reported by the carrier: CONNECTED, ABSENT, INVALID_MSISDN, UNDETERMINED, …; null when
   * it was not queried.
   */
  connectivity: string | null;
  ported: boolean | null;
  roaming: boolean | null;
  /** Mobile country and network code (ITU-T E.212). */
  mcc: string | null;
  mnc: string | null;
  original: RoutedCarrier;
  portedTo: RoutedCarrier;
  /** Name of the current carrier when it is unknown whether it is the original one. */
  serving?: string | null;
  roamingIn: RoutedCarrier;
  imsi: string | null;
  lineType: PhoneLine | null;
  /** Instant, ISO 8601. */
  at: string | null;
}

/** Name of the current carrier, according to the source. */
export const servingCarrierName = ({
  serving,
  ported,
  portedTo,
  original,
}: RoutingFact): string | null =>
  serving ?? (ported === false ? null : portedTo.name) ?? (ported === true ? null : original.name);

export interface RoutedCarrier {
  name: string | null;
  country: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
}

export const UNKNOWN_CARRIER: RoutedCarrier = { name: null, country: null, countryCode: null };

/** Empty fact of a portability database. */
export const UNKNOWN_ROUTING: RoutingFact = {
  id: null,
  source: 'MNP_DB',
  answered: true,
  connectivity: 'UNDETERMINED',
  ported: null,
  // Portability databases do not locate handsets; the specification requires a boolean.
  roaming: false,
  mcc: null,
  mnc: null,
  original: UNKNOWN_CARRIER,
  portedTo: UNKNOWN_CARRIER,
  roamingIn: UNKNOWN_CARRIER,
  ...alike(null, 'imsi', 'lineType', 'at'),
};
