import { joinSteps } from './join-steps.ts';
import { type CityRecord, townKey } from './read-cities.ts';
import type { Steps } from './read-ranges.ts';

/** A network with its registered name. */
export interface RegisteredNetwork {
  asn: number;
  name: string;
}

/** Announcements of a network in one IP version. Sizes are in addresses, for IPv6 in /64s. */
export interface NetworkCensus {
  ranges: number;
  size: number;
  /** Size by country of delegation, and by country of location. */
  registered: Map<string, number>;
  located: Map<string, number>;
  /** Size by town of location. */
  towns: Map<string, number>;
  /** Size of ranges located in another country than that of delegation. */
  abroad: number;
}

export type Census = ReadonlyMap<number, NetworkCensus>;

const add = (sizes: Map<string, number>, country: string | null, size: number): void => {
  if (country !== null) sizes.set(country, (sizes.get(country) ?? 0) + size);
};

/**
 * Measures the announcements of each network, by place.
 * @param layers networks, countries of delegation, places of location
 * @param sizeOf size of the addresses from the first key up to the second, exclusive
 */
export function takeCensus<Key extends number | bigint>(
  layers: [Steps<Key, RegisteredNetwork>, Steps<Key, string>, Steps<Key, CityRecord>],
  sizeOf: (first: Key, end: Key) => number,
): Census {
  const census = new Map<number, NetworkCensus>();
  const of = (asn: number): NetworkCensus => {
    const known = census.get(asn);
    if (known) return known;
    const sizes = { registered: new Map(), located: new Map(), towns: new Map() };
    const empty = { ranges: 0, size: 0, ...sizes, abroad: 0 };
    census.set(asn, empty);
    return empty;
  };
  for (const network of layers[0].values) if (network) of(network.asn).ranges++;
  joinSteps(layers, (start, network, registered, place, next) => {
    if (network === null || next === undefined) return;
    const located = place?.country_code ?? null;
    const counted = of(network.asn);
    const size = sizeOf(start, next);
    counted.size += size;
    add(counted.registered, registered, size);
    add(counted.located, located, size);
    add(counted.towns, place && townOf(place), size);
    if (registered !== null && located !== null && registered !== located) counted.abroad += size;
  });
  return census;
}

/** Town key of a record; null if it names only a country. */
const townOf = (place: CityRecord): string | null => (place.city === '' ? null : townKey(place));

/** The name with the largest share, and that share; null if there is none. */
export function largest(
  sizes: ReadonlyMap<string, number>,
): { name: string; share: number } | null {
  let sum = 0;
  let main: [string, number] | null = null;
  for (const [name, size] of sizes) {
    sum += size;
    if (main === null || size > main[1]) main = [name, size];
  }
  return main && { name: main[0], share: main[1] / sum };
}
