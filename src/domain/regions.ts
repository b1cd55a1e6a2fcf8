/**
 * Location hints of Durable Objects (Cloudflare, "Data location"), by where an organization's
 * callers are. The order is part of every API key and only ever grows.
 */
export const REGIONS = ['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me'] as const;
export type Region = (typeof REGIONS)[number];

/** Origin of a request: `request.cf` on the platform, empty on a laptop. */
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

/** Western Asia as the United Nations group it (M49), less the countries counted as Europe. */
const MIDDLE_EAST = new Set('AE BH IL IQ IR JO KW LB OM PS QA SA SY TR YE'.split(' '));

/** East of this a European, west of it a North American is nearer to the other half. */
const EUROPE_EAST_OF = 15;
const AMERICA_WEST_OF = -100;

/** @returns eastern North America when nothing is known */
export function regionOf({ continent, country, longitude }: RequestPlace): Region {
  if (country !== undefined && MIDDLE_EAST.has(country)) return 'me';
  const region = BY_CONTINENT.get(continent ?? '') ?? 'enam';
  const degrees = Number.parseFloat(longitude ?? '');
  if (region === 'weur' && degrees > EUROPE_EAST_OF) return 'eeur';
  if (region === 'enam' && degrees < AMERICA_WEST_OF) return 'wnam';
  return region;
}
