import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { bucketBlobs } from '../../../src/files/store.ts';
import {
  AREA_BYTES,
  areaKey,
  BLOCK_BYTES,
  countNumbersIn,
  countSetNumbers,
  emptyBitmap,
  importPrefix,
  keysOfIndex,
  MAX_BLOCKS,
  openNumberSets,
  readIndex,
  type SetIndex,
  setLine,
} from '../../../src/lookup/records/store-number-set.ts';
import type { Blobs } from '../../../src/lookup/world.ts';
import { NumberSetWriter, PendingNumbers } from '../../../src/records/number-set-writer.ts';
import * as fc from '../../support/fast-check.ts';
import { memoryBlobs } from './memory-blobs.ts';

const DATASET = 'do_not_call';

/** Reads with an empty cache. */
const holds = (blobs: Blobs, importId: number, e164: string) =>
  openNumberSets(blobs).has(DATASET, importId, e164);

/** Flushes after so few numbers that a handful spans several flushes. */
const tinyBuffer = () => new PendingNumbers(8_192);

/** Loads an import, each part by a call of its own; the last call's objects are named by it. */
async function load(
  blobs: Blobs,
  importId: number,
  mode: 'append' | 'replace',
  liveId: number | null,
  parts: string[][],
) {
  let fresh = 0;
  for (const [at, numbers] of parts.entries()) {
    const writer = await NumberSetWriter.open(
      blobs,
      {
        ...{ dataset: DATASET, mode, live: liveId, before: at === 0 ? null : `${importId}/${at}` },
        own: at === parts.length - 1 ? importId : `${importId}/${at + 1}`,
      },
      tinyBuffer(),
    );
    for (const number of numbers) {
      expect(writer.add(number)).toBe(true);
      if (writer.full) fresh += await writer.flush();
    }
    fresh += await writer.flush();
    await writer.finishPart();
    await writer.removeReplaced();
  }
  return { fresh, index: (await readIndex(blobs, DATASET, importId)) as SetIndex };
}

/**
 * Few numbers in few area codes, so that they meet; the first and the last of an area code among
 * them.
 */
const number = fc
  .tuple(
    fc.constantFrom(200, 212, 213, 415, 999),
    fc.constantFrom('2000000', '2000001', '5550100', '5550107', '5550108', '9999999'),
  )
  .map(([area, line]) => `+1${area}${line}`);

describe('a number set', () => {
  it('holds what a plain set holds, whatever the files, their order and their parts', async () => {
    const file = fc.record({
      mode: fc.constantFrom('append' as const, 'replace' as const),
      parts: fc.array(fc.array(number, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
    });
    const everyNumber = [200, 212, 213, 415, 999, 416].flatMap((area) =>
      ['2000000', '2000001', '5550100', '5550107', '5550108', '9999999', '5550109'].map(
        (line) => `+1${area}${line}`,
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 4 }), async (files) => {
        const blobs = memoryBlobs();
        let model = new Set<string>();
        for (const [at, { mode, parts }] of files.entries()) {
          const sent = new Set(parts.flat());
          const before = model;
          model = mode === 'replace' ? sent : new Set([...before, ...sent]);
          const { fresh, index } = await load(blobs, at + 1, mode, at === 0 ? null : at, parts);
          expect(fresh).toBe([...sent].filter((each) => !before.has(each)).length);
          expect(countSetNumbers(index)).toBe(model.size);
          const sets = openNumberSets(blobs);
          for (const each of everyNumber)
            expect(await sets.has(DATASET, at + 1, each), each).toBe(model.has(each));
        }
        // Of the last import nothing is left but what its index names, and that.
        const live = (await readIndex(blobs, DATASET, files.length)) as SetIndex;
        const prefix = importPrefix(DATASET, files.length);
        const own = [...blobs.objects.keys()].filter((key) => key.startsWith(prefix));
        expect(own.length).toBe(
          1 + keysOfIndex(DATASET, live).filter((key) => key.startsWith(prefix)).length,
        );
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it('shows readers of the live import nothing of the one that is loading', async () => {
    const blobs = memoryBlobs();
    await load(blobs, 1, 'replace', null, [['+12125550100']]);
    const writer = await NumberSetWriter.open(blobs, {
      dataset: DATASET,
      mode: 'replace',
      ...{ own: '2/1', before: null, live: 1 },
    });
    writer.add('+12125550101');
    expect(await writer.flush()).toBe(1);
    await writer.finishPart();
    expect(await holds(blobs, 1, '+12125550100')).toBe(true);
    expect(await holds(blobs, 1, '+12125550101')).toBe(false);
  });

  it('counts right when a part that broke off is sent again', async () => {
    const blobs = memoryBlobs();
    const broken = await NumberSetWriter.open(blobs, {
      ...{ dataset: DATASET, mode: 'replace', own: '1/1', before: null, live: null },
    });
    for (const each of ['+12125550100', '+12125550101']) broken.add(each);
    await broken.flush();
    const { index } = await load(blobs, 1, 'replace', null, [
      ['+12125550100', '+12125550101', '+12125550102'],
    ]);
    expect(countSetNumbers(index)).toBe(3);
  });

  it('reads a block once for all its numbers, and none where the area code has no numbers', async () => {
    const blobs = memoryBlobs();
    await load(blobs, 1, 'replace', null, [['+12125550100', '+12129999999']]);
    const sets = openNumberSets(blobs);
    const holdAll = (...lines: number[]) =>
      Promise.all(lines.map((line) => sets.has(DATASET, 1, `+1212${line}`)));
    expect(await holdAll(5_550_100)).toEqual([true]);
    blobs.reads.length = 0;
    // 5,550,100 lies in the block of the lines from 5,505,024 on.
    expect(await holdAll(5_550_100, 5_550_101, 5_505_024, 5_570_559)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(blobs.reads).toEqual([]);
    expect(await holdAll(9_999_999, 9_999_998, 5_505_023)).toEqual([true, false, false]);
    expect(blobs.reads).toEqual([
      { key: areaKey(DATASET, 1, 212), offset: 152 * BLOCK_BYTES, length: 4_816 },
      { key: areaKey(DATASET, 1, 212), offset: 83 * BLOCK_BYTES, length: BLOCK_BYTES },
    ]);
    blobs.reads.length = 0;
    expect(await sets.has(DATASET, 1, '+14155550100')).toBe(false);
    expect(await sets.has(DATASET, 1, '+442079460958')).toBe(false);
    expect(blobs.reads).toEqual([]);
  });

  it('remembers the blocks that were used last, and no more than so many', async () => {
    const blobs = memoryBlobs();
    // One number of every block of five area codes, from the first line that a number can have.
    const numbers = [212, 213, 214, 215, 216].flatMap((area) =>
      Array.from({ length: 122 }, (_, at) => `+1${area}${2_000_000 + at * 65_536}`),
    );
    expect(numbers.length).toBeGreaterThan(MAX_BLOCKS);
    await load(blobs, 1, 'replace', null, [numbers]);
    const sets = openNumberSets(blobs);
    for (const each of numbers) expect(await sets.has(DATASET, 1, each)).toBe(true);
    blobs.reads.length = 0;
    expect(await sets.has(DATASET, 1, numbers.at(-1) as string)).toBe(true);
    expect(blobs.reads).toHaveLength(0);
    expect(await sets.has(DATASET, 1, numbers[0] as string)).toBe(true);
    expect(blobs.reads).toHaveLength(1);
  });

  it('has no place for numbers outside calling code 1 or its format', async () => {
    const writer = await NumberSetWriter.open(memoryBlobs(), {
      dataset: DATASET,
      mode: 'append',
      ...{ own: '1/1', before: null, live: null },
    });
    for (const text of [
      '+442079460958',
      '+11125550100',
      '+12121550100',
      '+1212555010',
      '2125550100',
    ])
      expect(writer.add(text), text).toBe(false);
  });

  it('fails rather than deny when a bitmap is gone or cut short', async () => {
    const blobs = memoryBlobs();
    await load(blobs, 1, 'replace', null, [['+12125550100']]);
    blobs.objects.set(areaKey(DATASET, 1, 212), new Uint8Array(3));
    await expect(load(blobs, 2, 'append', 1, [['+12125550101']])).rejects.toThrow('cut short');
    blobs.objects.delete(areaKey(DATASET, 1, 212));
    await expect(holds(blobs, 1, '+12125550100')).rejects.toThrow('missing');
  });

  it('lives in a bucket, and every object of an import begins with its prefix', async () => {
    const blobs = bucketBlobs(env.DATA);
    await load(blobs, 7, 'replace', null, [['+12125550100', '+19999999999']]);
    expect(await holds(blobs, 7, '+19999999999')).toBe(true);
    expect(await holds(blobs, 7, '+19999999998')).toBe(false);
    expect((await env.DATA.head(areaKey(DATASET, 7, 212)))?.size).toBe(AREA_BYTES);
    const { keys, more } = await blobs.list(importPrefix(DATASET, 7));
    expect([keys.length, more]).toEqual([3, false]);
    await blobs.remove(keys);
  });
});

describe('numbers waiting to be written', () => {
  it('stay within their bytes in any order, and turn into a bitmap where that is smaller', () => {
    const pending = new PendingNumbers(3_000_000);
    const lines = 600_000;
    for (let at = 0; at < lines; at++) pending.add(212, 2_000_000 + ((at * 7_919) % 8_000_000));
    expect(pending.full).toBe(false);
    pending.add(213, 2_000_000);
    const drained = [...pending.drain()];
    expect(drained.map(([area]) => area)).toEqual([212, 213]);
    expect(drained.map(([, bitmap]) => countNumbersIn(bitmap))).toEqual([lines, 1]);
    expect([...pending.drain()]).toEqual([]);
  });

  it('are full before the isolate is, when every area code is dense', () => {
    const pending = new PendingNumbers();
    let added = 0;
    for (; !pending.full; added++) pending.add(200 + (added % 800), 2_000_000 + added);
    expect(added).toBeGreaterThan(2_000_000);
    expect(added * 4).toBeLessThan(32 * 1_048_576);
  });
});

it('lays a line out at a fixed bit, exchanges 1,250 bytes apart', () => {
  const bitmap = emptyBitmap();
  setLine(bitmap, 5_550_100);
  expect(bitmap.findIndex((byte) => byte !== 0)).toBe(693_762);
  setLine(bitmap, 5_560_100);
  expect(bitmap.findLastIndex((byte) => byte !== 0)).toBe(693_762 + 1_250);
  expect(countNumbersIn(bitmap)).toBe(2);
});
