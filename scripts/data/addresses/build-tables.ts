import {
  ADDRESS_COLUMNS,
  networkEntry,
  networkKindEntry,
} from '../../../src/data/address-entries.ts';
import { whyNoCity } from '../../../src/data/city-knowledge.ts';
import type { Entry } from '../../../src/data/range-block.ts';
import { RangeTableWriter } from '../../../src/data/range-writer.ts';
import { chooseCountry, homesOf } from './choose-country.ts';
import { type ClassifiedNetwork, classifyNetwork } from './classify-network.ts';
import { joinSteps } from './join-steps.ts';
import { type Census, type RegisteredNetwork, takeCensus } from './network-census.ts';
import { spreadOf } from './network-spread.ts';
import { Places } from './places.ts';
import { type CityRecord, readCities, readCountries } from './read-cities.ts';
import { readRanges, type Steps, unquote } from './read-ranges.ts';
import type { sourceFiles } from './source-files.ts';

type Files = ReturnType<typeof sourceFiles>;
type Layers<Key extends number | bigint> = [Steps<Key, RegisteredNetwork>, Steps<Key, string>];

function registeredNetwork(rest: string): RegisteredNetwork {
  const comma = rest.indexOf(',');
  return { asn: Number(rest.slice(0, comma)), name: unquote(rest.slice(comma + 1)) };
}

function readLayers<Key extends number | bigint>(
  { asn, country }: { asn: string; country: string },
  parseKey: (digits: string) => Key,
  successor: (key: Key) => Key,
): Layers<Key> {
  return [
    readRanges(asn, parseKey, successor, registeredNetwork),
    readRanges(country, parseKey, successor, (code) => code),
  ];
}

/** One entry for each number and registered name; kinds are shared among them. */
class Networks {
  readonly #kinds = new Map<string, Entry>();
  readonly #entries = new Map<RegisteredNetwork, { entry: Entry; kind: ClassifiedNetwork }>();
  readonly #v4: Census;
  readonly #v6: Census;

  constructor(v4: Census, v6: Census) {
    this.#v4 = v4;
    this.#v6 = v6;
  }

  of(network: RegisteredNetwork): { entry: Entry; kind: ClassifiedNetwork } {
    const known = this.#entries.get(network);
    if (known) return known;
    const { asn, name } = network;
    const spread = spreadOf(this.#v4.get(asn) ?? null, this.#v6.get(asn) ?? null);
    const kind = classifyNetwork(asn, name, spread);
    const kindEntry = networkKindEntry(kind);
    const key = `${kindEntry.numbers} ${kindEntry.text}`;
    const shared = this.#kinds.get(key) ?? kindEntry;
    this.#kinds.set(key, shared);
    const found = { entry: networkEntry(network, shared), kind };
    this.#entries.set(network, found);
    return found;
  }
}

const countriesOf = (cities: Steps<number, CityRecord>): Steps<number, string> => ({
  starts: cities.starts,
  values: cities.values.map((record) => record?.country_code ?? null),
});

const WORD = 0xffff_ffffn;
/** IPv6 networks are counted in subnets of one site, /64. */
const SUBNET_BITS = 64n;

/**
 * Joins networks, countries and cities into one range table per IP version, IPv6 after IPv4 in one
 * blocks object. A city is kept only where it lies in the chosen country and can be known at all.
 */
export function buildTables(files: Files) {
  const [networks4, registered4] = readLayers(
    { asn: files.asn.v4, country: files.country.v4 },
    Number,
    (key) => key + 1,
  );
  const [networks6, registered6] = readLayers(
    { asn: files.asn.v6, country: files.country.v6 },
    BigInt,
    (key) => key + 1n,
  );
  const cities = readCities(files.city.v4);
  const located6 = readCountries(files.city.v6);
  const census4 = takeCensus(
    [networks4, registered4, countriesOf(cities)],
    (first, end) => end - first,
  );
  const census6 = takeCensus([networks6, registered6, located6], (first, end) =>
    Number((end - first) >> SUBNET_BITS),
  );
  const networks = new Networks(census4, census6);
  const places = new Places(cities);

  const v4 = new RangeTableWriter(1, ADDRESS_COLUMNS);
  const homes4 = homesOf(census4);
  joinSteps<number, RegisteredNetwork, string, CityRecord>(
    [networks4, registered4, cities],
    (start, network, registered, city) => {
      if (start >= 2 ** 32) return;
      const found = network ? networks.of(network) : null;
      const homes = (network && homes4.get(network.asn)) ?? null;
      const country = chooseCountry(registered, city?.country_code ?? null, homes);
      const isKnown =
        city?.country_code === country && whyNoCity(found?.kind ?? null, country) === null;
      const place = country === null ? null : places.at(country, isKnown ? city : null);
      v4.add([start], [found?.entry ?? null, place]);
    },
  );
  const table4 = v4.finish();

  const v6 = new RangeTableWriter(4, ADDRESS_COLUMNS, table4.end);
  const homes6 = homesOf(census6);
  joinSteps<bigint, RegisteredNetwork, string, string>(
    [networks6, registered6, located6],
    (start, network, registered, located) => {
      const words = [start >> 96n, (start >> 64n) & WORD, (start >> 32n) & WORD, start & WORD];
      const homes = (network && homes6.get(network.asn)) ?? null;
      const country = chooseCountry(registered, located, homes);
      const entry = network ? networks.of(network).entry : null;
      v6.add(words.map(Number), [entry, country === null ? null : places.at(country, null)]);
    },
  );
  return { v4: table4, v6: v6.finish() };
}
