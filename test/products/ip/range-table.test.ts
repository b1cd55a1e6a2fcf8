import { describe, expect, it } from 'vitest';
import { compareU32s } from '../../../src/domain/ip/address-range.ts';
import {
  asnEntry,
  asnKindEntry,
  placeEntry,
  readAsn,
  readPlace,
  regionEntry,
} from '../../../src/open-data/ip/entries.ts';
import { RangeBlock, type RangeEntry } from '../../../src/open-data/ranges/block.ts';
import {
  createBlockCache,
  MAX_CACHED_BYTES,
  makeRoom,
  RangeTable,
} from '../../../src/open-data/ranges/table.ts';
import {
  joinIndexes,
  RangeTableWriter,
  splitIndexes,
} from '../../../src/open-data/ranges/writer.ts';
import * as fc from '../../support/fast-check.ts';
import { memoryBlobs } from './memory-blobs.ts';

const entryAt = (block: RangeBlock, key: readonly number[], column: number) =>
  block.entry(block.row(key), column);

interface Row {
  start: number[];
  entries: (RangeEntry | null)[];
}

const PARENTS: RangeEntry[] = ['US', 'Łódź'].map((text) => ({ numbers: [0], text, parent: null }));
const ENTRIES: (RangeEntry | null)[] = [
  null,
  ...Array.from({ length: 40 }, (_, number) => ({
    numbers: [number - 20, 32_767],
    text: number % 7 === 0 ? 'Zürich, a long name of a place somewhere' : `text ${number}`,
    parent: number % 3 === 0 ? null : (PARENTS[number % 2] as RangeEntry),
  })),
];

const entry = fc.constantFrom(...ENTRIES);
const key = (words: number) =>
  fc.array(fc.oneof(fc.nat(0xffff_ffff), fc.nat(3)), { minLength: words, maxLength: words });

const rows = (words: number) =>
  fc
    .array(fc.record({ start: key(words), entries: fc.tuple(entry, entry) }), { maxLength: 200 })
    .map((list): Row[] => {
      const sorted = [{ start: Array(words).fill(0), entries: [null, null] }, ...list].sort(
        (a, b) => compareU32s(a.start, b.start),
      );
      return sorted.filter(
        (row, position) =>
          position === 0 || compareU32s(row.start, (sorted[position - 1] as Row).start) !== 0,
      );
    });

/** The answer by the plainest means: the last row at or below the key. */
const scan = (list: readonly Row[], address: readonly number[]) =>
  list.findLast((row) => compareU32s(row.start, address) <= 0) as Row;

const numberOf = (address: readonly number[]): bigint =>
  address.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);

/** The shortest prefix around the address that stays within rows of the same entries. */
function plainPrefix(list: readonly Row[], address: readonly number[]): number {
  const bits = BigInt(address.length * 32);
  const at = list.findLastIndex((row) => compareU32s(row.start, address) <= 0);
  const same = (row: Row | undefined) =>
    row !== undefined && JSON.stringify(row.entries) === JSON.stringify(list[at]?.entries);
  let first = at;
  while (same(list[first - 1])) first--;
  let next = at + 1;
  while (same(list[next])) next++;
  const start = numberOf(list[first]?.start ?? []);
  const end = next < list.length ? numberOf(list[next]?.start ?? []) : 1n << bits;
  const key = numberOf(address);
  for (let length = 0n; ; length++) {
    const size = 1n << (bits - length);
    const base = key - (key % size);
    if (base >= start && base + size <= end) return Number(length);
  }
}

describe.each([1, 4] as const)('tables of %i-word addresses', (words) => {
  it('answer as a scan of their rows does', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows(words),
        fc.array(key(words), { minLength: 20, maxLength: 20 }),
        async (list, addresses) => {
          const writer = new RangeTableWriter(words, 2);
          for (const row of list) writer.add(row.start, row.entries);
          const other = new RangeTableWriter(words === 1 ? 4 : 1, 2, 0).finish();
          const table = writer.finish();
          const { blocks, index } = joinIndexes(table, other);
          const blobs = memoryBlobs();
          await blobs.write('blocks', blocks);
          const reader = new RangeTable(
            splitIndexes(index.buffer as ArrayBuffer).v4,
            blobs,
            'blocks',
            createBlockCache(),
          );
          for (const address of [...addresses, ...list.map(({ start }) => start)]) {
            const block = await reader.block(address);
            expect([entryAt(block, address, 0), entryAt(block, address, 1)]).toEqual(
              scan(list, address).entries,
            );
            expect(block.prefixLength(block.row(address), address)).toBe(
              plainPrefix(list, address),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('cut many rows into blocks of tens of KiB, each found by its index', async () => {
    const writer = new RangeTableWriter(words, 2);
    const startOf = (number: number) =>
      Array.from({ length: words }, (_, word) => (word === 0 ? number * 40_009 : number));
    const names = Array.from({ length: 3_000 }, (_, number) => ({
      numbers: [1, 2],
      text: `network number ${number}`,
      parent: null,
    }));
    const COUNT = 20_000;
    for (let number = 0; number < COUNT; number++)
      writer.add(startOf(number), [names[(number * 7) % 3_000] as RangeEntry, null]);
    const { blocks, index, rows: written } = writer.finish();
    expect(written).toBe(COUNT);
    expect(blocks.length).toBeGreaterThan(4);
    for (const block of blocks) expect(block.length).toBeLessThan(160 * 1_024);
    const blobs = memoryBlobs();
    await blobs.write(
      'blocks',
      joinIndexes(
        { blocks, index, rows: written, end: 0 },
        { blocks: [], index: new Uint8Array(), rows: 0, end: 0 },
      ).blocks,
    );
    const cache = createBlockCache(200_000);
    const { RangeIndex } = await import('../../../src/open-data/ranges/table.ts');
    const reader = new RangeTable(
      new RangeIndex(index.buffer as ArrayBuffer),
      blobs,
      'blocks',
      cache,
    );
    for (let number = 0; number < COUNT; number += 997) {
      const block = await reader.block(startOf(number));
      expect(entryAt(block, startOf(number), 0)?.text).toBe(
        `network number ${(number * 7) % 3_000}`,
      );
      expect(cache.weight).toBeLessThanOrEqual(200_000);
    }
  });
});

describe('block cache', () => {
  it('drops what was used longest ago', () => {
    const writer = new RangeTableWriter(1, 1);
    writer.add([0], [null]);
    const bytes = writer.finish().blocks[0] as Uint8Array;
    const block = () => new RangeBlock(bytes.slice().buffer as ArrayBuffer, 1);
    const cache = createBlockCache(bytes.length * 2);
    cache.set(1, block());
    cache.set(2, block());
    cache.get(1);
    cache.set(3, block());
    expect([cache.get(1), cache.get(2), cache.get(3)].map(Boolean)).toEqual([true, false, true]);
  });
});

describe('entries', () => {
  it('keep 32-bit AS numbers and coordinates of both signs', () => {
    const kind = asnKindEntry({ class: 'mobile', rule: 'asn', operator: 'Example' });
    for (const asn of [0, 1, 15_169, 65_535, 65_536, 4_200_000_000, 0xffff_ffff])
      for (const country of ['AA', 'DE', 'ZZ', null])
        expect(readAsn(asnEntry({ asn, name: 'Name', country }, kind))).toEqual({
          asn,
          name: 'Name',
          country,
          class: 'mobile',
          rule: 'asn',
          operator: 'Example',
        });
  });

  it('keep of a place what is known, and no more', () => {
    const point = { latitude: -36.85, longitude: 179.99 };
    const nowhere = { latitude: null, longitude: null };
    for (const place of [
      { city: 'Auckland', district: 'Ponsonby', zip: '1010', ...point },
      { city: 'Auckland', district: 'Ponsonby', zip: null, ...point },
      { city: 'Auckland', district: null, zip: '1010', ...point },
      { city: 'Auckland', district: null, zip: null, ...point },
      { city: null, district: null, zip: null, ...nowhere },
    ])
      for (const region of [
        { country: 'NZ', registeredCountry: 'NZ', region: 'Auckland' },
        { country: 'NZ', registeredCountry: null, region: null },
      ])
        expect(readPlace(placeEntry(place, regionEntry(region)))).toEqual({ ...place, ...region });
  });
});

it('lets go of most blocks while other work takes the memory, also of those read meanwhile', async () => {
  const cache = createBlockCache();
  const block = { byteLength: 1_048_576 } as RangeBlock;
  const fill = () => {
    for (let at = 0; at < 100; at++) cache.set(at, block);
  };
  fill();
  expect(cache.weight).toBe(MAX_CACHED_BYTES);
  const failed = makeRoom(cache, async () => {
    expect(cache.weight).toBeLessThanOrEqual(4 * 1_048_576);
    fill();
    expect(cache.weight).toBeLessThanOrEqual(4 * 1_048_576);
    throw new Error('a feed that failed');
  });
  await expect(failed).rejects.toThrow('a feed that failed');
  fill();
  expect(cache.weight).toBe(MAX_CACHED_BYTES);
});
