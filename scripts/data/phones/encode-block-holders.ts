import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AREA_CODES,
  BLOCK_HOLDERS_MAGIC,
  EXCHANGES,
  FIRST_EXCHANGE,
  NO_HOLDER,
} from '../../../src/open-data/phone/block-holders.ts';
import { StringPool } from './encode-strings.ts';
import { TEL_CARRIER_FOLDER } from './packages.ts';

/** Exchange, and positions in the lists of `Lists`: city, state name, state, company, type. */
type Row = [
  exchange: number,
  city: number,
  stateName: number,
  state: number,
  company: number,
  type: number,
];

interface Lists {
  cities: string[];
  sts: string[];
  companies: string[];
  types: string[];
}

/** Names that mean "shared among several holders" or "unknown". */
const NOBODY = new Set(['MULTIPLE OCN LISTING', 'Unknown', '']);

/** Month of the data, whose files have no date. */
const AS_OF_MONTH = 201402;

const readJson = <T>(file: string): T =>
  JSON.parse(readFileSync(join(TEL_CARRIER_FOLDER, file), 'utf8')) as T;

/** Encodes the format read by src/open-data/phone/block-holders.ts. */
export function encodeBlockHolders(): { bytes: Uint8Array; rows: number } {
  const { list } = readJson<{ list: Record<string, Row[]> }>('data.json');
  const { cities, sts, companies, types } = readJson<Lists>('meta.json');
  const areaCodes = Object.keys(list).sort();
  const pool = new StringPool();
  pool.numberOf('');
  // Types come first, so that their numbers fit in a byte.
  for (const type of types) pool.numberOf(type);

  const cells = areaCodes.length * EXCHANGES;
  const rowOf = new Uint16Array(AREA_CODES);
  const company = new Uint16Array(cells);
  const place = new Uint16Array(cells);
  const type = new Uint8Array(cells);
  let rows = 0;
  areaCodes.forEach((areaCode, row) => {
    rowOf[Number(areaCode)] = row + 1;
    for (const [exchange, city, , state, holder, kind] of list[areaCode] as Row[]) {
      const cell = row * EXCHANGES + exchange - FIRST_EXCHANGE;
      const name = companies[holder] as string;
      // A block listed twice keeps its first holder, like in the package's own lookup.
      if (exchange < FIRST_EXCHANGE || NOBODY.has(name) || company[cell] !== NO_HOLDER) continue;
      company[cell] = pool.numberOf(name);
      place[cell] = pool.numberOf(`${cities[city]}\t${sts[state]}`);
      type[cell] = pool.numberOf(types[kind] as string);
      rows++;
    }
  });
  if (pool.size > 65_536) throw new Error(`${pool.size} texts do not fit 16 bits`);
  const head = Uint32Array.from([BLOCK_HOLDERS_MAGIC, areaCodes.length, pool.size, AS_OF_MONTH]);
  const parts = [head, rowOf, company, place, type].map((part) => new Uint8Array(part.buffer));
  return { bytes: Buffer.concat([...parts, pool.encode()]), rows };
}
