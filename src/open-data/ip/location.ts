import timezoneAt from '@photostructure/tz-lookup';
import type { AsnClass } from '../../domain/ip/address.ts';
import { COUNTRIES } from '../../domain/place/countries.ts';

/** Why an answer names no city. */
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
 * 63 % of the IPv4 addresses that keep theirs (`bench/truth/ip.ts` measures it), and for 64 % of
 * IPv6 ranges. They do for 47 % in mobile, 40 % in government, 39 % in transit networks and 48 %
 * of unannounced addresses.
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
 * Why no city can be known of an address, before any is looked for; null when one can.
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
  source: TimezoneSource;
}

export const TIMEZONE_SOURCES = ['coordinates', 'country', 'most_people'] as const;
type TimezoneSource = (typeof TIMEZONE_SOURCES)[number];

/** Of the countries that keep several times: the zone most of their people live in. */
const MOST_PEOPLE: ReadonlyMap<string, string> = new Map([
  ['AU', 'Australia/Sydney'],
  ['BR', 'America/Sao_Paulo'],
  ['CA', 'America/Toronto'],
  ['CD', 'Africa/Kinshasa'],
  ['CL', 'America/Santiago'],
  ['EC', 'America/Guayaquil'],
  ['ES', 'Europe/Madrid'],
  ['FM', 'Pacific/Pohnpei'],
  ['GL', 'America/Nuuk'],
  ['ID', 'Asia/Jakarta'],
  ['KI', 'Pacific/Tarawa'],
  ['KZ', 'Asia/Almaty'],
  ['MH', 'Pacific/Majuro'],
  ['MN', 'Asia/Ulaanbaatar'],
  ['MX', 'America/Mexico_City'],
  ['NZ', 'Pacific/Auckland'],
  ['PF', 'Pacific/Tahiti'],
  ['PG', 'Pacific/Port_Moresby'],
  ['PT', 'Europe/Lisbon'],
  ['RU', 'Europe/Moscow'],
  ['UA', 'Europe/Kyiv'],
  ['US', 'America/New_York'],
]);

/** The zone of a point, else of a country, else of most of its people. */
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
  if (sole) return { name: sole, source: 'country' };
  const name = MOST_PEOPLE.get(code);
  return name === undefined ? null : { name, source: 'most_people' };
}
