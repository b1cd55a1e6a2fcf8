import type { NetworkClass } from '../core/ip-address.ts';
import { networkClassCode, networkClassOf } from './network-class.ts';
import type { Entry } from './range-block.ts';

/** Columns of the compiled address table. */
export const NETWORK_COLUMN = 0;
export const PLACE_COLUMN = 1;
export const ADDRESS_COLUMNS = 2;

/** Stands for "no coordinates" where a number must be written; no real coordinate is this large. */
export const NO_COORDINATE = 1_000;
/** Four decimals are eleven metres, far below what the source can know. */
const UNITS_PER_DEGREE = 10_000;

const SEPARATOR = '\t';

export interface Network {
  asn: number;
  name: string;
  class: NetworkClass | null;
  rule: string;
  operator: string;
}

export interface Place {
  country: string;
  region: string;
  city: string;
  latitude: number;
  longitude: number;
}

/** numbers: AS number, class code. text: registered name, rule of the class, operator. */
export function networkEntry(network: Network): Entry {
  // The dictionary's numbers are signed; AS numbers use the whole 32 bits (RFC 6793).
  return {
    numbers: [network.asn | 0, networkClassCode(network.class)],
    text: [network.name, network.rule, network.operator].join(SEPARATOR),
  };
}

export function readNetwork(entry: Entry): Network {
  const [asn = 0, classCode = 0] = entry.numbers;
  const [name = '', rule = '', operator = ''] = entry.text.split(SEPARATOR);
  return { asn: asn >>> 0, name, class: networkClassOf(classCode), rule, operator };
}

/** numbers: latitude and longitude in ten-thousandths of a degree. text: country code, region, city. */
export function placeEntry(place: Place): Entry {
  return {
    numbers: [Math.round(place.latitude * UNITS_PER_DEGREE), Math.round(place.longitude * UNITS_PER_DEGREE)],
    text: [place.country, place.region, place.city].join(SEPARATOR),
  };
}

export function readPlace(entry: Entry): Place {
  const [latitude = 0, longitude = 0] = entry.numbers;
  const [country = '', region = '', city = ''] = entry.text.split(SEPARATOR);
  return { country, region, city, latitude: latitude / UNITS_PER_DEGREE, longitude: longitude / UNITS_PER_DEGREE };
}
