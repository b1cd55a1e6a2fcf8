import { alike } from '../lib/fields.ts';
import type { PhoneLine } from './person/person.ts';

/** Answer of a live carrier query about a number; null is what its source does not say. */
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
  /** ABSENT: assigned, its handset off or out of coverage. UNASSIGNED: no subscriber has it. */
  status: 'ACTIVE' | 'INACTIVE' | 'ABSENT' | 'UNASSIGNED' | null;
  /** Status as the source names it. */
  statusFlag: string | null;
  prepaid: boolean | null;
}

export const UNKNOWN_LINE: LiveLine = {
  ...alike(null, 'carrier', 'lineType', 'mcc', 'mnc', 'lrn', 'spid', 'ported', 'portedAt'),
  ...alike(null, 'status', 'statusFlag', 'prepaid'),
};

/** LIVE_HLR: the network was asked now. MNP_DB: a portability database: the number is assigned. */
export const ROUTING_DATA_SOURCES = ['LIVE_HLR', 'MNP_DB'] as const;

/** Routing of a number, from any source; null is what that source does not say. */
export interface RoutingFact {
  /** The source's own id of the query. */
  id: string | null;
  /** What was asked, whether or not it knew the number. */
  source: (typeof ROUTING_DATA_SOURCES)[number];
  /** False when the query itself failed: then nothing else is known. */
  answered: boolean;
  /**
   * As the carrier reported it: CONNECTED, ABSENT, INVALID_MSISDN, UNDETERMINED, …; null when it
   * was not asked for.
   */
  connectivity: string | null;
  ported: boolean | null;
  roaming: boolean | null;
  /** Mobile country and network code (ITU-T E.212). */
  mcc: string | null;
  mnc: string | null;
  original: RoutedCarrier;
  portedTo: RoutedCarrier;
  /** Name of who serves the number now, where it is not known whether that is the original one. */
  serving?: string | null;
  roamingIn: RoutedCarrier;
  /** International calling code with +. */
  countryPrefix: string | null;
  imsi: string | null;
  lineType: PhoneLine | null;
  /** Instant, ISO 8601. */
  at: string | null;
}

/** Current carrier, as the source states it. */
export const servingCarrierName = ({
  serving,
  ported,
  portedTo,
  original,
}: RoutingFact): string | null =>
  serving ?? portedTo.name ?? (ported === true ? null : original.name);

export interface RoutedCarrier {
  name: string | null;
  country: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
}

const UNKNOWN_CARRIER: RoutedCarrier = { name: null, country: null, countryCode: null };

/** A fact of a portability database that knows nothing yet. */
export const UNKNOWN_ROUTING: RoutingFact = {
  id: null,
  source: 'MNP_DB',
  answered: true,
  connectivity: 'UNDETERMINED',
  ported: null,
  // No portability database knows where a handset is; the specification asks for a boolean.
  roaming: false,
  mcc: null,
  mnc: null,
  original: UNKNOWN_CARRIER,
  portedTo: UNKNOWN_CARRIER,
  roamingIn: UNKNOWN_CARRIER,
  ...alike(null, 'countryPrefix', 'imsi', 'lineType', 'at'),
};
