import { describe, expect, it } from 'vitest';
import { mergeRanges } from '../../../src/open-data/feeds/merged-feeds.ts';
import { RangeList } from '../../../src/open-data/feeds/range-list.ts';
import {
  prepareRanges,
  RangeCursor,
  storeRanges,
} from '../../../src/open-data/feeds/stored-ranges.ts';
import { type KeyWidth, RangeRows } from '../../../src/open-data/ranges/rows.ts';
import * as fc from '../../support/fast-check.ts';
import { feedBlobs } from './support.ts';

/**
 * A short stretch of the address line, so that ranges meet often: its beginning, its end, or across
 * words.
 */
const LINE = 48;
const BASES: Readonly<Record<KeyWidth, readonly bigint[]>> = {
  1: [0n, 0xffff_ffffn - BigInt(LINE - 1), 0x0a00_0000n],
  4: [0n, (1n << 128n) - BigInt(LINE), (1n << 96n) - 20n, 0x2400_0000n << 96n],
};

interface Range {
  first: number;
  last: number;
  label: number;
}

const range = fc.record({ first: fc.nat(LINE - 1), length: fc.nat(LINE), label: fc.nat(2) }).map(
  ({ first, length, label }): Range => ({
    ...{ first, last: Math.min(first + length, LINE - 1), label },
  }),
);
/**
 * Up to four feeds of some ranges each; the shrunk ranges often touch, repeat and cover each other.
 */
const feeds = fc.array(fc.array(range, { maxLength: 14 }), { maxLength: 4 });

function wordsOf(value: bigint, keyWords: KeyWidth): number[] {
  return Array.from({ length: keyWords }, (_, word) =>
    Number((value >> BigInt(32 * (keyWords - 1 - word))) & 0xffff_ffffn),
  );
}
const numberOf = (words: readonly number[]): bigint =>
  words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);

const LABELS = 3;
const tagOf = (feed: number, label: number) => feed * LABELS + label;

/** Stores each feed as a refresh does, then merges them. */
async function sweep(lists: readonly (readonly Range[])[], keyWords: KeyWidth, base: bigint) {
  const blobs = feedBlobs();
  const cursors = [];
  for (const [feed, ranges] of lists.entries()) {
    const rows = new RangeRows(keyWords);
    for (const { first, last, label } of ranges)
      rows.add(
        wordsOf(base + BigInt(first), keyWords),
        wordsOf(base + BigInt(last), keyWords),
        label,
      );
    const list = Object.assign(new RangeList(), { [keyWords === 1 ? 'v4' : 'v6']: rows });
    const prepared = await prepareRanges(list);
    await storeRanges(blobs, `feed${feed}`, prepared);
    cursors.push({
      cursor: new RangeCursor(blobs, `feed${feed}`, prepared.described, keyWords),
      tags: Array.from({ length: LABELS }, (_, label) => tagOf(feed, label)),
    });
  }
  const steps: { start: bigint; tags: readonly number[] }[] = [];
  await mergeRanges(cursors, keyWords, (start, tags) => {
    steps.push({ start: numberOf(start), tags: [...tags] });
    return undefined;
  });
  return steps;
}

describe.each([1, 4] as const)('ranges of %i-word addresses', (keyWords) => {
  it('are merged into steps that give each address exactly the tags of the ranges around it', async () => {
    await fc.assert(
      fc.asyncProperty(feeds, fc.constantFrom(...BASES[keyWords]), async (lists, base) => {
        const steps = await sweep(lists, keyWords, base);
        expect(steps[0]?.start).toBe(0n);
        for (const [at, step] of steps.entries())
          if (at > 0) expect(step.start).toBeGreaterThan(steps[at - 1]!.start);
        for (let address = 0; address < LINE; address++) {
          const expected = new Set(
            lists.flatMap((ranges, feed) =>
              ranges
                .filter(({ first, last }) => first <= address && address <= last)
                .map(({ label }) => tagOf(feed, label)),
            ),
          );
          const found = steps.findLast(({ start }) => start <= base + BigInt(address));
          expect(found?.tags).toEqual([...expected].sort((a, b) => a - b));
        }
        const after = base + BigInt(LINE);
        if (after < 1n << BigInt(keyWords * 32)) expect(steps.at(-1)?.tags).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('of the whole line are one step', async () => {
    const last = (1n << BigInt(keyWords * 32)) - 1n;
    const rows = new RangeRows(keyWords);
    rows.add(wordsOf(0n, keyWords), wordsOf(last, keyWords), 0);
    rows.add(wordsOf(last, keyWords), wordsOf(last, keyWords), 1);
    const blocks = [...rows.sorted().blocks()];
    expect(blocks.map((block) => block.length)).toEqual([2 * (keyWords * 2 + 1)]);
    const steps = await sweep([[{ first: 0, last: LINE - 1, label: 0 }]], keyWords, 0n);
    expect(steps).toEqual([
      { start: 0n, tags: [0] },
      { start: BigInt(LINE), tags: [] },
    ]);
  });

  it('of one label that touch are stored as one, others apart', () => {
    const rows = new RangeRows(keyWords);
    const add = (first: bigint, last: bigint, label: number) =>
      rows.add(wordsOf(first, keyWords), wordsOf(last, keyWords), label);
    add(0xffffn, 0xffff_fff0n, 0);
    add(10n, 19n, 0);
    add(20n, 29n, 1);
    add(30n, 39n, 0);
    add(0xffff_fff1n, 0xffff_ffffn, 0);
    add(15n, 30n, 0);
    const sorted = rows.sorted();
    const found = [...sorted.blocks()].flatMap((block) => {
      const stride = keyWords * 2 + 1;
      return Array.from({ length: block.length / stride }, (_, row) => {
        const at = row * stride;
        return [
          numberOf([...block.subarray(at, at + keyWords)]),
          numberOf([...block.subarray(at + keyWords, at + keyWords * 2)]),
          block[at + keyWords * 2],
        ];
      });
    });
    expect(found).toEqual([
      [10n, 39n, 0],
      [20n, 29n, 1],
      [0xffffn, 0xffff_ffffn, 0],
    ]);
  });
});

it('more ranges than one block are read block by block, in order, and a changed object is noticed', async () => {
  const blobs = feedBlobs();
  const list = new RangeList();
  const COUNT = 30_000;
  for (let at = 0; at < COUNT; at++) {
    const spread = (at * 7_919) % COUNT;
    list.add(`10.${spread >> 14}.${(spread >> 6) & 255}.${(spread & 63) << 2}/32`);
  }
  const prepared = await prepareRanges(list);
  expect(prepared.described).toMatchObject({ v4: COUNT, v6: 0 });
  await storeRanges(blobs, 'many', prepared);
  const cursor = new RangeCursor(blobs, 'many', prepared.described, 1);
  await cursor.read();
  let before = -1;
  let rows = 0;
  while (!cursor.isAtEnd) {
    const first = cursor.rows[cursor.at] as number;
    expect(first).toBeGreaterThan(before);
    before = first;
    rows++;
    await cursor.advance();
  }
  expect(rows).toBe(COUNT);
  const [key, bytes] = [...blobs.objects][0] as [string, Uint8Array];
  blobs.objects.set(key, bytes.subarray(0, bytes.length - 12));
  const short = new RangeCursor(blobs, 'many', prepared.described, 1);
  await expect(
    (async () => {
      await short.read();
      while (!short.isAtEnd) await short.advance();
    })(),
  ).rejects.toThrow(/lacks bytes/);
});
