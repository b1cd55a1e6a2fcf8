import timezoneAt from '@photostructure/tz-lookup';
import type { AsnClass } from '../../domain/ip/address.ts';
import { COUNTRIES, presentZoneName } from '../../domain/place/countries.ts';
import largestTimezones from './largest-timezones.json' with { type: 'json' };

export const CITY_UNKNOWN_REASONS = [
  'RESERVED_ADDRESS',
  'UNANNOUNCED_ADDRESS',
  'SHARED_NETWORK',
  'UNRELIABLE_NETWORK',
  'UNRELIABLE_COUNTRY',
  'LISTED_RANGE',
  'NOT_IN_SOURCE',
] as const;
export type CityUnknownReason = (typeof CITY_UNKNOWN_REASONS)[number];

/** Anycast networks: one address is served from many cities. */
const SHARED_CLASSES: ReadonlySet<AsnClass> = new Set([
  'cdn',
  'public_dns',
  'infrastructure',
  'platform',
]);

/**
 * Confidence in a city, returned in answers: the share of IPv4 addresses whose cities in DB-IP City
 * and GeoLite2 City of June 2026 lie within 50 km of each other, where both have one (measured by
 * `bench/truth/ip.ts`). `null` is a network of unknown class. In mobile (48 %), government (42 %)
 * and transit networks (35 %), and for unannounced addresses (48 %), a city would be a guess.
 */
const CITY_CONFIDENCE: Readonly<Partial<Record<AsnClass | 'null', number>>> = {
  hosting: 0.9,
  vpn: 0.9,
  education: 0.8,
  null: 0.7,
  isp: 0.6,
  business: 0.5,
};
/** For a cloud region: the provider names it, and the city means the data centres around it. */
const CLOUD_REGION_CONFIDENCE = 0.9;
const UNRELIABLE_CLASSES: ReadonlySet<AsnClass> = new Set(['mobile', 'government', 'transit']);

/** Countries where the two databases agree on under 45 % of access lines. */
const UNRELIABLE_COUNTRIES: ReadonlySet<string> = new Set('DK FR IN IT KZ PK PL TR VN'.split(' '));

/**
 * Reason why an address cannot have a city, checked before the city is looked up; null if it can.
 * @param network null for an unannounced address
 */
export function cityUnavailableReason(
  network: { class: AsnClass | null } | null,
  country: string | null,
): CityUnknownReason | null {
  if (network === null) return 'UNANNOUNCED_ADDRESS';
  if (network.class !== null && SHARED_CLASSES.has(network.class)) return 'SHARED_NETWORK';
  if (network.class !== null && UNRELIABLE_CLASSES.has(network.class)) return 'UNRELIABLE_NETWORK';
  const isAccessLine = network.class === 'isp' || network.class === null;
  return isAccessLine && country !== null && UNRELIABLE_COUNTRIES.has(country)
    ? 'UNRELIABLE_COUNTRY'
    : null;
}

/** Probability that the city is right, 0 to 1; null if not measured for the network's class. */
export const cityConfidence = (source: CitySource, network: AsnClass | null): number | null =>
  source === 'cloud_region'
    ? CLOUD_REGION_CONFIDENCE
    : (CITY_CONFIDENCE[network ?? 'null'] ?? null);

/** Source of a city: the address table, or the region in a cloud's own feed. */
export const CITY_SOURCES = ['address_table', 'cloud_region'] as const;
export type CitySource = (typeof CITY_SOURCES)[number];

/** IANA time zone, and what it was derived from. */
interface Timezone {
  name: string;
  source: TimezoneSource;
}

export const TIMEZONE_SOURCES = ['coordinates', 'country', 'most_people'] as const;
type TimezoneSource = (typeof TIMEZONE_SOURCES)[number];

/** Most populous time zone of each country that has several. */
const MOST_PEOPLE: ReadonlyMap<string, string> = new Map(Object.entries(largestTimezones));

/** Time zone of the coordinates, otherwise the country's only zone, otherwise its most populous. */
export function timezoneOf(place: {
  latitude: number | null;
  longitude: number | null;
  countryCode: string | null;
}): Timezone | null {
  if (place.latitude !== null && place.longitude !== null) {
    return { name: timezoneAt(place.latitude, place.longitude), source: 'coordinates' };
  }
  const code = place.countryCode ?? '';
  const sole = COUNTRIES.get(code)?.soleTimezone;
  if (sole) return { name: presentZoneName(sole), source: 'country' };
  const name = MOST_PEOPLE.get(code);
  return name === undefined ? null : { name, source: 'most_people' };
}
