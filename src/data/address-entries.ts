import type { NetworkClass } from '../core/ip/address.ts';
import { networkClassCode, networkClassOf } from './network-class.ts';
import type { Entry } from './ranges/block.ts';

/** Columns of the compiled address table. */
export const NETWORK_COLUMN = 0;
export const PLACE_COLUMN = 1;
export const ADDRESS_COLUMNS = 2;

/**
 * Hundredths of a degree are a kilometre: finer than the city-level source can know, and they fit
 * 16 bits.
 */
const UNITS_PER_DEGREE = 100;
const NO_COORDINATE = 0x7fff;

const SEPARATOR = '\t';
/** ISO 3166-1 alpha-2. */
const COUNTRY_CHARS = 2;

export interface NetworkRow {
  asn: number;
  name: string;
  class: NetworkClass | null;
  rule: string;
  operator: string;
}

/** A city, or a whole country when there is no city. */
export interface Place {
  country: string;
  region: string | null;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** numbers: class code. text: rule of the class, operator. Parent of the networks it is true of. */
export function networkKindEntry({
  class: networkClass,
  rule,
  operator,
}: Pick<NetworkRow, 'class' | 'rule' | 'operator'>): Entry {
  return {
    numbers: [networkClassCode(networkClass)],
    text: rule + SEPARATOR + operator,
    parent: null,
  };
}

/** numbers: AS number's halves (RFC 6793: 32 bits). text: registered name. */
export function networkEntry({ asn, name }: Pick<NetworkRow, 'asn' | 'name'>, kind: Entry): Entry {
  return { numbers: [...new Int16Array([asn >>> 16, asn & 0xffff])], text: name, parent: kind };
}

export function readNetwork({ numbers, text, parent }: Entry): NetworkRow {
  const kind = parent?.text ?? SEPARATOR;
  const separator = kind.indexOf(SEPARATOR);
  return {
    asn: (((numbers[0] as number) << 16) | ((numbers[1] as number) & 0xffff)) >>> 0,
    name: text,
    class: networkClassOf(parent?.numbers[0] ?? 0),
    rule: kind.slice(0, separator),
    operator: kind.slice(separator + 1),
  };
}

/**
 * numbers: none, but parents share one form. text: country code and region. Parent of the places in
 * it.
 */
export function regionEntry(country: string, region: string | null): Entry {
  return { numbers: [0], text: region ? country + region : country, parent: null };
}

/** numbers: latitude and longitude. text: city. */
export function placeEntry(
  place: Pick<Place, 'city' | 'latitude' | 'longitude'>,
  region: Entry,
): Entry {
  const units = (degrees: number | null) =>
    degrees === null ? NO_COORDINATE : Math.round(degrees * UNITS_PER_DEGREE);
  return {
    numbers: [units(place.latitude), units(place.longitude)],
    text: place.city ?? '',
    parent: region,
  };
}

export function readPlace(entry: Entry): Place {
  const latitude = entry.numbers[0] ?? NO_COORDINATE;
  const longitude = entry.numbers[1] ?? NO_COORDINATE;
  const degrees = (units: number) => (units === NO_COORDINATE ? null : units / UNITS_PER_DEGREE);
  const region = entry.parent?.text ?? '';
  return {
    country: region.slice(0, COUNTRY_CHARS),
    region: region.slice(COUNTRY_CHARS) || null,
    city: entry.text || null,
    latitude: degrees(latitude),
    longitude: degrees(longitude),
  };
}
