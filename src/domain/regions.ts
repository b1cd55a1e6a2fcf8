/**
 * Location hints of Durable Objects (Cloudflare, "Data location"), by the location of an
 * organization's callers. API keys encode the position in this list, so entries are only appended.
 */
export const REGIONS = ['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me'] as const;
export type Region = (typeof REGIONS)[number];

/** Origin of a request: `request.cf` on the platform, empty in local development. */
export interface RequestPlace {
  /** Two letters: AF, AN, AS, EU, NA, OC, SA. */
  continent?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
  /** Degrees, as text. */
  longitude?: string | undefined;
}

const BY_CONTINENT = new Map<string, Region>([
  ['AF', 'afr'],
  ['AN', 'oc'],
  ['AS', 'apac'],
  ['EU', 'weur'],
  ['NA', 'enam'],
  ['OC', 'oc'],
  ['SA', 'sam'],
]);

/** Western Asia by the United Nations (M49), and Iran. */
const MIDDLE_EAST = new Set('AE AM AZ BH CY GE IL IQ IR JO KW LB OM PS QA SA SY TR YE'.split(' '));

/** Longitudes that split Europe and North America into an eastern and a western region. */
const EUROPE_EAST_OF = 15;
const AMERICA_WEST_OF = -100;

/** @returns the hint nearest to the origin; eastern North America when it is unknown */
export function regionOf({ continent, country, longitude }: RequestPlace): Region {
  if (country !== undefined && MIDDLE_EAST.has(country)) return 'me';
  const region = BY_CONTINENT.get(continent ?? '') ?? 'enam';
  const degrees = Number.parseFloat(longitude ?? '');
  if (region === 'weur' && degrees > EUROPE_EAST_OF) return 'eeur';
  if (region === 'enam' && degrees < AMERICA_WEST_OF) return 'wnam';
  return region;
}
