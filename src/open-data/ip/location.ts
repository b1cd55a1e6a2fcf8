import timezoneAt from '@photostructure/tz-lookup';
import type { AsnClass } from '../../domain/ip/address.ts';
import { COUNTRIES } from '../../domain/place/countries.ts';

/** Why an answer names no city. */
export const CITY_UNKNOWN_REASONS = [
  'RESERVED_ADDRESS',
  'UNANNOUNCED_ADDRESS',
  'IPV6_ADDRESS',
  'SHARED_NETWORK',
  'UNRELIABLE_NETWORK',
  'UNRELIABLE_COUNTRY',
  'LISTED_RANGE',
  'NOT_IN_SOURCE',
] as const;
export type CityUnknownReason = (typeof CITY_UNKNOWN_REASONS)[number];

/** Anycast, or rented hosting: the city of the range says nothing of who uses it. */
const SHARED_CLASSES: ReadonlySet<AsnClass> = new Set([
  'hosting',
  'vpn',
  'cdn',
  'public_dns',
  'infrastructure',
  'platform',
]);

/**
 * Where DB-IP City and GeoLite2 City of June 2026 both name a city, the two lie within 50 km for
 * 63 % of the addresses that keep theirs (`bench/truth/ip.ts` measures it). They do for 47 % in
 * mobile, 40 % in government, 39 % in transit networks and 48 % of unannounced addresses.
 */
const UNRELIABLE_CLASSES: ReadonlySet<AsnClass> = new Set(['mobile', 'government', 'transit']);

/** Countries where the two agree on under 45 % of access lines. */
const UNRELIABLE_COUNTRIES: ReadonlySet<string> = new Set([
  'DK',
  'FR',
  'IN',
  'IT',
  'KZ',
  'PK',
  'PL',
  'TR',
  'VN',
]);

/**
 * Why no city can be known of an IPv4 address, before any is looked for; null when one can.
 * @param network null of unannounced addresses
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

/** An IANA time zone, and what it was derived from. */
export interface Timezone {
  name: string;
  source: 'coordinates' | 'country';
}

/** The zone of a point, else of a country that has only one; null when neither is known. */
export function timezoneOf(place: {
  latitude: number | null;
  longitude: number | null;
  countryCode: string | null;
}): Timezone | null {
  if (place.latitude !== null && place.longitude !== null) {
    return { name: timezoneAt(place.latitude, place.longitude), source: 'coordinates' };
  }
  const name =
    place.countryCode === null ? null : (COUNTRIES.get(place.countryCode)?.soleTimezone ?? null);
  return name === null ? null : { name, source: 'country' };
}
