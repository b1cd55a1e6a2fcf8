import { readFileSync } from 'node:fs';
import { continents, countries } from 'countries-list';
import { Reader } from 'mmdb-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { KNOWN_NETWORKS } from '../../scripts/data/addresses/known-networks.ts';
import { readRanges, unquote } from '../../scripts/data/addresses/read-ranges.ts';
import { sourceFiles } from '../../scripts/data/addresses/source-files.ts';
import { directoryBlobs } from '../../scripts/data/directory-blobs.ts';
import { type IpAddress, ipv4Address, ipv6Address } from '../../src/core/ip-address.ts';
import { openAddressTable } from '../../src/data/address-table.ts';
import { COUNTRIES } from '../../src/data/countries.ts';
import { ADDRESS_POINTER_KEY, addressPointer } from '../../src/data/table-pointers.ts';

const SEED = 20_260_617;
const SAMPLES = 400;

/** Mulberry32: the same addresses in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return (value ^ (value >>> 14)) >>> 0;
  };
}

interface Range {
  first: bigint;
  last: bigint;
  rest: string;
}

function rangesOf(file: string): Range[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [, first = '', last = '', rest = ''] = /^(\d+),(\d+),(.*)$/.exec(line) ?? [];
      return { first: BigInt(first), last: BigInt(last), rest };
    });
}

/** The source's own answer by the plainest means: of all rows that hold the address, the one that starts last. */
const scan = (ranges: readonly Range[], value: bigint) =>
  ranges.findLast(({ first, last }) => first <= value && value <= last)?.rest;

const numberOf = ({ words }: IpAddress) =>
  words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);

const files = sourceFiles();
const table = openAddressTable({
  blobs: directoryBlobs('compiled'),
  clock: { now: () => Date.now() },
  feeds: [],
  background: () => undefined,
});

describe.each(['v4', 'v6'] as const)(`the compiled table of %s (seed ${SEED})`, (version) => {
  let networks: Range[];
  let countriesOf: Range[];
  let addresses: IpAddress[];

  beforeAll(() => {
    networks = rangesOf(files.asn[version]);
    countriesOf = rangesOf(files.country[version]);
    const random = randomNumbers(SEED);
    const edges = Array.from(
      { length: SAMPLES },
      () => networks[random() % networks.length] as Range,
    ).flatMap(({ first, last }) => [first, last]);
    const anywhere = Array.from({ length: version === 'v4' ? SAMPLES : 0 }, () => BigInt(random()));
    const fromNumber = (value: bigint) =>
      version === 'v4'
        ? ipv4Address(Number(value))
        : ipv6Address(
            [
              value >> 96n,
              (value >> 64n) & 0xffff_ffffn,
              (value >> 32n) & 0xffff_ffffn,
              value & 0xffff_ffffn,
            ].map(Number),
          );
    addresses = [...edges, ...anywhere].map(fromNumber);
  });

  it('answers as its sources do', async () => {
    for (const address of addresses) {
      const row = await table.find(address);
      const network = scan(networks, numberOf(address));
      const comma = network?.indexOf(',') ?? 0;
      expect([row.asn, row.asnName], address.text).toEqual(
        network === undefined
          ? [null, null]
          : [Number(network.slice(0, comma)), unquote(network.slice(comma + 1)) || null],
      );
      expect(row.countryCode, address.text).toBe(scan(countriesOf, numberOf(address)) ?? null);
    }
  });

  it('claims no city that its source does not', async () => {
    if (version === 'v6') {
      for (const address of addresses) expect((await table.find(address)).city).toBeNull();
      return;
    }
    const reader = new Reader(readFileSync(files.city.v4));
    let cities = 0;
    for (const address of addresses) {
      const row = await table.find(address);
      if (row.city === null) continue;
      cities++;
      const record = reader.get(address.text) as unknown as {
        city: string;
        country_code: string;
        latitude: number;
        longitude: number;
      };
      expect(row.city).toBe(record.city.replace(/ \([^()]*\)$/, ''));
      expect(row.countryCode).toBe(record.country_code);
      expect(Math.abs((row.latitude as number) - record.latitude)).toBeLessThanOrEqual(0.31);
      expect(Math.abs((row.longitude as number) - record.longitude)).toBeLessThanOrEqual(0.31);
      expect(['hosting', 'vpn', 'cdn', 'public_dns', 'infrastructure', 'platform']).not.toContain(
        row.asnClass,
      );
    }
    expect(cities).toBeGreaterThan(SAMPLES / 4);
  });
});

describe('the compiler', () => {
  it('lets the more specific of overlapping ranges win, and returns to the wider one', () => {
    const file = new URL('overlapping-ranges.csv', import.meta.url).pathname;
    const { starts, values } = readRanges(
      file,
      Number,
      (key) => key + 1,
      (rest) => rest,
    );
    expect(starts.map((start, position) => [start, values[position]])).toEqual([
      [0, null],
      [10, 'outer'],
      [20, 'inner'],
      [30, 'innermost'],
      [36, 'inner'],
      [41, 'outer'],
      [101, null],
      [200, 'narrow'],
      [206, 'wide'],
      [301, null],
    ]);
  });

  it('knows only networks that its sources still register to the named operator', () => {
    const names = new Map(
      rangesOf(files.asn.v4).map(({ rest }) => [Number(rest.slice(0, rest.indexOf(','))), rest]),
    );
    for (const { asns, name, operator } of KNOWN_NETWORKS) {
      for (const asn of asns) if (names.has(asn)) expect(names.get(asn), operator).toMatch(name);
    }
    const all = KNOWN_NETWORKS.flatMap(({ asns }) => asns);
    expect(new Set(all).size).toBe(all.length);
  });

  it('leaves a pointer that its reader accepts', () => {
    expect(
      addressPointer
        .parse(JSON.parse(readFileSync(`compiled/${ADDRESS_POINTER_KEY}`, 'utf8')))
        .sources.map(({ feed }) => feed),
    ).toEqual(['asn', 'country', 'city']);
  });
});

describe('the table of countries', () => {
  it('is that of countries-list', () => {
    const own = [...COUNTRIES.values()].map(({ code, name, continentCode, continent }) => [
      code,
      name,
      continentCode,
      continent,
    ]);
    const theirs = Object.entries(countries).map(([code, { name, continent }]) => [
      code,
      name,
      continent,
      continents[continent],
    ]);
    expect(own.sort()).toEqual(theirs.sort());
  });

  it('knows every country the table names', () => {
    for (const { rest } of rangesOf(files.country.v4)) expect(COUNTRIES.has(rest), rest).toBe(true);
  });

  it('names zones that exist', () => {
    for (const { soleTimezone } of COUNTRIES.values()) {
      if (soleTimezone !== null)
        expect(() => new Intl.DateTimeFormat('en', { timeZone: soleTimezone })).not.toThrow();
    }
  });
});
