import type { AsnClass } from '../../../src/domain/ip/address.ts';
import { asnEntry, asnKindEntry } from '../../../src/open-data/ip/entries.ts';
import type { RangeEntry } from '../../../src/open-data/ranges/block.ts';
import { homesOf } from './choose-country.ts';
import { classifyNetwork } from './classify-network.ts';
import { type Census, largest, type RegisteredNetwork } from './network-census.ts';
import { spreadOf } from './network-spread.ts';

export interface ClassifiedNetwork {
  entry: RangeEntry;
  class: AsnClass | null;
  homes: ReadonlySet<string>;
  /** Number of announced IPv4 addresses. */
  addresses: number;
}

const NOWHERE: ReadonlySet<string> = new Set();

/** A cloud may have a third of its space in one country and nearly as much in another. */
const MOST = 0.5;

/**
 * Network entries of one table, one for each number and registered name.
 * @param census of both IP versions, which together determine a network's kind
 * @param version IP version whose home countries count
 */
export function networkEntries(
  census: { v4: Census; v6: Census },
  version: 'v4' | 'v6',
): (network: RegisteredNetwork) => ClassifiedNetwork {
  const homes = homesOf(census[version]);
  const countryOf = (asn: number): string | null => {
    const main = largest((census.v4.get(asn) ?? census.v6.get(asn))?.registered ?? new Map());
    return main && main.share > MOST ? main.name : null;
  };
  const kinds = new Map<string, RangeEntry>();
  const entries = new Map<RegisteredNetwork, ClassifiedNetwork>();
  return (network) => {
    const known = entries.get(network);
    if (known) return known;
    const { asn, name } = network;
    const spread = spreadOf(census.v4.get(asn) ?? null, census.v6.get(asn) ?? null);
    const kind = classifyNetwork(asn, name, spread);
    const kindEntry = asnKindEntry(kind);
    const key = `${kindEntry.numbers} ${kindEntry.text}`;
    const shared = kinds.get(key) ?? kindEntry;
    kinds.set(key, shared);
    const classified = {
      entry: asnEntry({ ...network, country: countryOf(asn) }, shared),
      class: kind.class,
      homes: homes.get(asn) ?? NOWHERE,
      addresses: census.v4.get(asn)?.size ?? 0,
    };
    entries.set(network, classified);
    return classified;
  };
}
