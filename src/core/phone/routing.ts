/** Where a number is routed, whoever was asked; null is what that source does not say. */
export interface RoutingFact {
  /** The source's own id of the query. */
  id: string | null;
  /**
   * LIVE_HLR: the network was asked. MNP_DB: a portability database, which shows that the number is
   * assigned.
   */
  source: string;
  /** False when the query itself failed: then nothing else is known. */
  answered: boolean;
  /**
   * As the network reported it: CONNECTED, ABSENT, INVALID_MSISDN, UNDETERMINED, …; null when it
   * was not asked for.
   */
  connectivity: string | null;
  ported: boolean | null;
  roaming: boolean | null;
  /** Mobile country and network code (ITU-T E.212). */
  mcc: string | null;
  mnc: string | null;
  original: Carrier;
  portedTo: Carrier;
  roamingIn: Carrier;
  /** International calling code with +. */
  countryPrefix: string | null;
  imsi: string | null;
  lineType: 'MOBILE' | 'LANDLINE' | 'VOIP' | null;
  /** Instant, ISO 8601. */
  at: string | null;
}

/** A carrier and its country. */
export interface Carrier {
  name: string | null;
  country: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
}

const NOBODY: Carrier = { name: null, country: null, countryCode: null };

/** A fact of a portability database that knows nothing yet. */
export const UNROUTED: RoutingFact = {
  id: null,
  source: 'MNP_DB',
  answered: true,
  connectivity: 'UNDETERMINED',
  ported: null,
  // No portability database knows where a handset is; the specification asks for a boolean.
  roaming: false,
  mcc: null,
  mnc: null,
  original: NOBODY,
  portedTo: NOBODY,
  roamingIn: NOBODY,
  countryPrefix: null,
  imsi: null,
  lineType: null,
  at: null,
};
