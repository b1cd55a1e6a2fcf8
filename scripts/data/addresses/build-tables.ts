import { ADDRESS_COLUMNS } from '../../../src/open-data/ip/entries.ts';
import { cityUnavailableReason } from '../../../src/open-data/ip/location.ts';
import type { RangeEntry } from '../../../src/open-data/ranges/block.ts';
import { RangeTableWriter } from '../../../src/open-data/ranges/writer.ts';
import { chooseCountry, type Finer } from './choose-country.ts';
import { joinSteps } from './join-steps.ts';
import { type RegisteredNetwork, takeCensus } from './network-census.ts';
import { type ClassifiedNetwork, networkEntries } from './network-entries.ts';
import { Places } from './places.ts';
import { readPostcodes } from './postcodes.ts';
import { type CityRecord, readCities4, readCities6, type SizedCityRecord } from './read-cities.ts';
import { holderName, readRanges, type Steps } from './read-ranges.ts';
import type { sourceFiles } from './source-files.ts';

function registeredNetwork(rest: string): RegisteredNetwork {
  const comma = rest.indexOf(',');
  return { asn: Number(rest.slice(0, comma)), name: holderName(rest.slice(comma + 1)) };
}

function readLayers<Key extends number | bigint>(
  files: { asn: string; country: string },
  parseKey: (digits: string) => Key,
  successor: (key: Key) => Key,
): [Steps<Key, RegisteredNetwork>, Steps<Key, string>] {
  return [
    readRanges(files.asn, parseKey, successor, registeredNetwork),
    readRanges(files.country, parseKey, successor, (code) => code),
  ];
}

/** @param order size of the registries' range compared with DB-IP's; negative if smaller */
const finer = (order: number): Finer => (order < 0 ? 'registries' : order > 0 ? 'located' : null);

/** Access networks. */
const LINES: ReadonlySet<unknown> = new Set(['isp', 'mobile']);

const WORD = 0xffff_ffffn;
/** IPv6 networks are measured in /64 subnets. */
const SUBNET_BITS = 64n;

/**
 * Joins networks, countries and cities into one range table per IP version, IPv6 after IPv4 in one
 * blocks object. A city is kept only if it is in the chosen country and can be known at all.
 * @param told receives progress messages; this step takes most of a compilation
 */
export function buildTables(
  { asn, country, city, zip }: ReturnType<typeof sourceFiles>,
  told: (what: string) => void,
) {
  told('reading networks and countries');
  const files4 = { asn: asn.v4, country: country.v4 };
  const [networks4, registered4] = readLayers(files4, Number, (key) => key + 1);
  const files6 = { asn: asn.v6, country: country.v6 };
  const [networks6, registered6] = readLayers(files6, BigInt, (key) => key + 1n);
  told('reading cities');
  const cities4 = readCities4(city.v4);
  const cities6 = readCities6(city.v6);
  const places = new Places([...cities4.values, ...cities6.values], readPostcodes(zip.files));
  told('counting what each network announces');
  const census = {
    v4: takeCensus([networks4, registered4, cities4], (first, end) => end - first),
    v6: takeCensus([networks6, registered6, cities6], (first, end) =>
      Number((end - first) >> SUBNET_BITS),
    ),
  };

  const placeOf = (
    registered: string | null,
    record: CityRecord | SizedCityRecord | null,
    network: ClassifiedNetwork | null,
    order: number,
  ): RangeEntry | null => {
    const code = chooseCountry(registered, record?.country_code ?? null, network, finer(order));
    const isOneSite =
      record !== null && 'isSite' in record && record.isSite && LINES.has(network?.class);
    const isPlaced = record?.country_code === code && record.city !== '' && !isOneSite;
    const hasCity = isPlaced && cityUnavailableReason(network, code) === null;
    return code === null ? null : places.at(code, registered, hasCity ? record : null);
  };

  told('joining IPv4');
  const v4 = new RangeTableWriter(1, ADDRESS_COLUMNS);
  const entry4 = networkEntries(census, 'v4');
  joinSteps<number, RegisteredNetwork, string, CityRecord>(
    [networks4, registered4, cities4],
    (start, registeredTo, registered, record, _, order) => {
      if (start >= 2 ** 32) return;
      const network = registeredTo && entry4(registeredTo);
      v4.add([start], [network?.entry ?? null, placeOf(registered, record, network, order)]);
    },
  );
  const table4 = v4.finish();

  told('joining IPv6');
  const v6 = new RangeTableWriter(4, ADDRESS_COLUMNS, table4.end);
  const entry6 = networkEntries(census, 'v6');
  joinSteps<bigint, RegisteredNetwork, string, SizedCityRecord>(
    [networks6, registered6, cities6],
    (start, registeredTo, registered, record, _, order) => {
      const words = [start >> 96n, (start >> 64n) & WORD, (start >> 32n) & WORD, start & WORD];
      const network = registeredTo && entry6(registeredTo);
      v6.add(words.map(Number), [
        network?.entry ?? null,
        placeOf(registered, record, network, order),
      ]);
    },
  );
  return { v4: table4, v6: v6.finish() };
}
