import { readFileSync } from 'node:fs';
import { Reader, type Response } from 'mmdb-lib';
import { ipv4Address, ipv6Address } from '../../../src/domain/ip/address.ts';
import type { Steps } from './read-ranges.ts';

/** A leaf of DB-IP City Lite's tree. */
export interface CityRecord {
  country_code: string;
  state1: string;
  city: string;
  latitude: number;
  longitude: number;
}

/** Neighbourhood after its city: "Berkeley (Downtown Berkeley)", with nested brackets. */
const NEIGHBOURHOOD = / \(((?:[^()]|\([^()]*\))*)\)$/;

/** The city without its neighbourhood. */
export const cityName = ({ city }: CityRecord): string => city.replace(NEIGHBOURHOOD, '');

/** The neighbourhood of a record; null if it has none. */
export const districtName = ({ city }: CityRecord): string | null =>
  NEIGHBOURHOOD.exec(city)?.[1]?.trim() || null;

const townKeys = new WeakMap<CityRecord, string>();

/** Key of a record's town, equal for all its neighbourhoods; memoized per record. */
export function townKey(record: CityRecord): string {
  const known = townKeys.get(record);
  if (known !== undefined) return known;
  const key = `${record.country_code}\t${record.state1}\t${cityName(record)}`;
  townKeys.set(record, key);
  return key;
}

const BYTES_PER_NODE = 7;
const WORD = 0xffff_ffffn;

/** Address arithmetic of one IP version. */
interface KeySpace<Key> {
  version: 4 | 6;
  zero: Key;
  /** Value of a bit by its depth in the tree. */
  bits: readonly Key[];
  sum(a: Key, b: Key): Key;
  text(key: Key): string;
}

const V4: KeySpace<number> = {
  version: 4,
  zero: 0,
  bits: Array.from({ length: 32 }, (_, depth) => 2 ** (31 - depth)),
  sum: (a, b) => a + b,
  text: (key) => ipv4Address(key).text,
};

const V6: KeySpace<bigint> = {
  version: 6,
  zero: 0n,
  bits: Array.from({ length: 128 }, (_, depth) => 1n << BigInt(127 - depth)),
  sum: (a, b) => a + b,
  text: (key) =>
    ipv6Address([key >> 96n, (key >> 64n) & WORD, (key >> 32n) & WORD, key & WORD].map(Number))
      .text,
};

/**
 * Reads all ranges of a MaxMind DB with 28-bit records (file format 2.0, "Node layout"). Walks the
 * tree itself, because the reader library only looks up single addresses; the library decodes each
 * distinct leaf once.
 */
function readTree<Key, Value>(
  file: string,
  { version, zero, bits, sum, text }: KeySpace<Key>,
  toValue: (record: CityRecord, depth: number) => Value | null,
): { starts: Key[]; values: (Value | null)[] } {
  const bytes = readFileSync(file);
  const reader = new Reader<Response>(bytes);
  const { nodeCount, recordSize, ipVersion } = reader.metadata;
  if (recordSize !== 28 || ipVersion !== version)
    throw new Error(`${file}: expected an IPv${version} tree of 28-bit records`);
  const known = new Map<number, CityRecord | null>([[nodeCount, null]]);
  const starts: Key[] = [];
  const values: (Value | null)[] = [];
  let last: Value | null | undefined;
  const walk = (node: number, start: Key, depth: number): void => {
    if (node < nodeCount) {
      const at = node * BYTES_PER_NODE;
      const middle = bytes[at + 3] as number;
      walk(((middle & 0xf0) << 20) | bytes.readUIntBE(at, 3), start, depth + 1);
      const right = ((middle & 0x0f) << 24) | bytes.readUIntBE(at + 4, 3);
      walk(right, sum(start, bits[depth] as Key), depth + 1);
      return;
    }
    let record = known.get(node);
    if (record === undefined) {
      record = reader.get(text(start)) as unknown as CityRecord;
      known.set(node, record);
    }
    const value = record && toValue(record, depth);
    if (value === last) return;
    last = value;
    starts.push(start);
    values.push(value);
  };
  walk(0, zero, 0);
  return { starts, values };
}

/** The city records of every IPv4 range. */
export const readCities4 = (file: string): Steps<number, CityRecord> =>
  readTree(file, V4, (record) => record);

/** Smallest range of a town in an access network; smaller ones are single sites seen by DB-IP. */
const LONGEST_CITY_PREFIX = 40;

/** A city record, and whether its range is too small for a town of an access network. */
export type SizedCityRecord = CityRecord & { isSite: boolean };

/** The city records of every IPv6 range. */
export function readCities6(file: string): Steps<bigint, SizedCityRecord> {
  const sized = new Map<CityRecord, { town: SizedCityRecord; site: SizedCityRecord }>();
  return readTree(file, V6, (record, depth) => {
    let known = sized.get(record);
    if (!known) {
      known = { town: { ...record, isSite: false }, site: { ...record, isSite: true } };
      sized.set(record, known);
    }
    return depth <= LONGEST_CITY_PREFIX ? known.town : known.site;
  });
}
