import type { NetworkClass } from '../../../src/core/ip-address.ts';
import {
  ADDRESS_COLUMNS,
  networkEntry,
  networkKindEntry,
} from '../../../src/data/address-entries.ts';
import type { Entry } from '../../../src/data/range-block.ts';
import { RangeTableWriter } from '../../../src/data/range-writer.ts';
import { classifyNetwork } from './classify-network.ts';
import { joinSteps } from './join-steps.ts';
import { Places } from './places.ts';
import { type CityRecord, readCities } from './read-cities.ts';
import { readRanges, type Steps, unquote } from './read-ranges.ts';
import type { sourceFiles } from './source-files.ts';

/** Where an address is served from anywhere, or rented by anyone, the city of its range says nothing about who uses it. */
const CLASSES_WITHOUT_CITY: ReadonlySet<NetworkClass> = new Set([
  'hosting',
  'vpn',
  'cdn',
  'public_dns',
  'infrastructure',
  'platform',
]);

interface ClassifiedEntry extends Entry {
  hasCity: boolean;
}

/** One entry for each number and registered name; kinds are shared among them. */
function networkReader(): (rest: string) => ClassifiedEntry {
  const kinds = new Map<string, Entry>();
  return (rest) => {
    const comma = rest.indexOf(',');
    const asn = Number(rest.slice(0, comma));
    const name = unquote(rest.slice(comma + 1));
    const network = classifyNetwork(asn, name);
    const entry = networkKindEntry(network);
    const key = `${entry.numbers} ${entry.text}`;
    const kind = kinds.get(key) ?? entry;
    kinds.set(key, kind);
    const hasCity = network.class === null || !CLASSES_WITHOUT_CITY.has(network.class);
    return { ...networkEntry({ asn, name }, kind), hasCity };
  };
}

const EMPTY: Steps<bigint, CityRecord> = { starts: [0n], values: [null] };
const MASK = 0xffff_ffffn;

/**
 * Joins networks, countries and cities into one range table per IP version, IPv6 after IPv4 in one blocks object.
 * A city is kept only where its country agrees with the registries' and the network has users in one place.
 */
export function buildTables(files: ReturnType<typeof sourceFiles>) {
  const cities = readCities(files.city.v4);
  const places = new Places(cities);
  const placeOf = (
    network: ClassifiedEntry | null,
    country: string | null,
    city: CityRecord | null,
  ): Entry | null => {
    if (country === null) return null;
    return places.at(
      country,
      city?.country_code === country && network?.hasCity !== false ? city : null,
    );
  };

  const v4 = new RangeTableWriter(1, ADDRESS_COLUMNS);
  const networks4 = readRanges(files.asn.v4, Number, (key) => key + 1, networkReader());
  const countries4 = readRanges(
    files.country.v4,
    Number,
    (key) => key + 1,
    (code) => code,
  );
  joinSteps<number, ClassifiedEntry, string, CityRecord>(
    [networks4, countries4, cities],
    (start, network, country, city) => {
      if (start < 2 ** 32) v4.add([start], [network, placeOf(network, country, city)]);
    },
  );
  const table4 = v4.finish();

  const v6 = new RangeTableWriter(4, ADDRESS_COLUMNS, table4.end);
  const networks6 = readRanges(files.asn.v6, BigInt, (key) => key + 1n, networkReader());
  const countries6 = readRanges(
    files.country.v6,
    BigInt,
    (key) => key + 1n,
    (code) => code,
  );
  joinSteps<bigint, ClassifiedEntry, string, CityRecord>(
    [networks6, countries6, EMPTY],
    (start, network, country) => {
      const words = [start >> 96n, (start >> 64n) & MASK, (start >> 32n) & MASK, start & MASK].map(
        Number,
      );
      v6.add(words, [network, placeOf(network, country, null)]);
    },
  );
  return { v4: table4, v6: v6.finish() };
}
