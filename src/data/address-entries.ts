import type { NetworkClass } from '../core/ip-address.ts';
import { networkClassCode, networkClassOf } from './network-class.ts';
import type { Entry } from './range-block.ts';

/** Columns of the compiled address table. */
export const NETWORK_COLUMN = 0;
export const PLACE_COLUMN = 1;
export const ADDRESS_COLUMNS = 2;

/** Hundredths of a degree are a kilometre: finer than the city-level source can know, and they fit 16 bits. */
const UNITS_PER_DEGREE = 100;
const NO_COORDINATE = 0x7fff;

const SEPARATOR = '\t';
/** ISO 3166-1 alpha-2. */
const COUNTRY_CHARS = 2;

export interface Network {
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

/** numbers: AS number's halves (RFC 6793: 32 bits), class code. text: registered name, rule of the class, operator. */
export function networkEntry(network: Network): Entry {
  const halves = new Int16Array([network.asn >>> 16, network.asn & 0xffff]);
  return {
    numbers: [...halves, networkClassCode(network.class)],
    text: [network.name, network.rule, network.operator].join(SEPARATOR),
    parent: null,
  };
}

export function readNetwork(entry: Entry): Network {
  const [high = 0, low = 0, classCode = 0] = entry.numbers;
  const [name = '', rule = '', operator = ''] = entry.text.split(SEPARATOR);
  return { asn: ((high << 16) | (low & 0xffff)) >>> 0, name, class: networkClassOf(classCode), rule, operator };
}

/** text: country code and region. Parent of the places in it. */
export function regionEntry(country: string, region: string | null): Entry {
  return { numbers: [], text: region ? country + region : country, parent: null };
}

/** numbers: latitude and longitude. text: city. */
export function placeEntry(place: Pick<Place, 'city' | 'latitude' | 'longitude'>, region: Entry): Entry {
  const units = (degrees: number | null) => (degrees === null ? NO_COORDINATE : Math.round(degrees * UNITS_PER_DEGREE));
  return { numbers: [units(place.latitude), units(place.longitude)], text: place.city ?? '', parent: region };
}

export function readPlace(entry: Entry): Place {
  const [latitude = NO_COORDINATE, longitude = NO_COORDINATE] = entry.numbers;
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
