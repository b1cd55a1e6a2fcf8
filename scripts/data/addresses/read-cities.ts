import { readFileSync } from 'node:fs';
import { Reader, type Response } from 'mmdb-lib';
import { ipv4Address } from '../../../src/core/ip-address.ts';
import type { Steps } from './read-ranges.ts';

/** A leaf of the city tree as DB-IP City Lite writes it. */
export interface CityRecord {
  country_code: string;
  state1: string;
  city: string;
  latitude: number;
  longitude: number;
}

const BYTES_PER_NODE = 7;

/**
 * Every range of an IPv4 MaxMind DB with 28-bit records (MaxMind DB file format 2.0, "Node layout").
 * The tree is walked here because the reader library only finds one address at a time; it decodes each distinct leaf once.
 */
export function readCities(file: string): Steps<number, CityRecord> {
  const bytes = readFileSync(file);
  const reader = new Reader<Response>(bytes);
  const { nodeCount, recordSize, ipVersion } = reader.metadata;
  if (recordSize !== 28 || ipVersion !== 4)
    throw new Error(`${file}: expected an IPv4 tree of 28-bit records`);
  const starts: number[] = [];
  const leaves: number[] = [];
  const walk = (node: number, start: number, size: number): void => {
    if (node >= nodeCount) {
      if (leaves.at(-1) === node) return;
      starts.push(start);
      leaves.push(node);
      return;
    }
    const at = node * BYTES_PER_NODE;
    const middle = bytes[at + 3] as number;
    walk(((middle & 0xf0) << 20) | bytes.readUIntBE(at, 3), start, size / 2);
    walk(((middle & 0x0f) << 24) | bytes.readUIntBE(at + 4, 3), start + size / 2, size / 2);
  };
  walk(0, 0, 2 ** 32);
  const records = new Map<number, CityRecord | null>([[nodeCount, null]]);
  const values = leaves.map((leaf, position) => {
    let record = records.get(leaf);
    if (record === undefined) {
      record = reader.get(
        ipv4Address(starts[position] as number).text,
      ) as unknown as CityRecord | null;
      records.set(leaf, record);
    }
    return record;
  });
  return { starts, values };
}
