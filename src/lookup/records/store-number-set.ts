import * as z from 'zod';
import { batchLoader } from '../../lib/batch-loader.ts';
import { Lru } from '../../lib/lru.ts';
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts';
import { type Blobs, readJsonBlob } from '../world.ts';

const NUMBERS_PER_AREA = 10_000_000;

/** Area code and exchange begin with 2 to 9 (NANPA); other numbers have no position. */
const NANP_E164 = /^\+1([2-9]\d\d)([2-9]\d{6})$/;

/**
 * Position of a North American number in a set: area code (its bitmap) and other seven digits.
 * @returns null for a number outside calling code 1, which no set can hold
 */
export function numberPositionOf(e164: string) {
  const parts = NANP_E164.exec(e164);
  return parts ? { area: Number(parts[1]), line: Number(parts[2]) } : null;
}

/**
 * Bitmap of one area code, one bit per number in numeric order: 800 exchanges of 10,000 numbers,
 * 1,250 bytes each, from bit 2,000,000 on. The layout is fixed, so one byte answers for a number.
 */
export const AREA_BYTES = NUMBERS_PER_AREA / 8;

export type AreaBitmap = Uint8Array<ArrayBuffer>;

export const emptyBitmap = (): AreaBitmap => new Uint8Array(AREA_BYTES);

/** Index of the byte that holds a line's bit. */
const byteOf = (line: number): number => line >>> 3;

const bitOf = (line: number): number => 1 << (line & 7);

export function setLine(bitmap: AreaBitmap, line: number): void {
  bitmap[byteOf(line)]! |= bitOf(line);
}

/** Number of set bits in a 32-bit word (Hacker's Delight, figure 5-2). */
function populationCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  bits = (bits + (bits >>> 4)) & 0x0f0f_0f0f;
  return Math.imul(bits, 0x0101_0101) >>> 24;
}

const u32View = (bitmap: AreaBitmap): Uint32Array =>
  new Uint32Array(bitmap.buffer, bitmap.byteOffset, AREA_BYTES / 4);

export function countNumbersIn(bitmap: AreaBitmap): number {
  let count = 0;
  for (const word of u32View(bitmap)) count += populationCount(word);
  return count;
}

export function countNewNumbers(
  bitmap: AreaBitmap,
  known: AreaBitmap | null,
  alsoKnown: AreaBitmap | null,
): number {
  const words = u32View(bitmap);
  const first = known && u32View(known);
  const second = alsoKnown && u32View(alsoKnown);
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    if (word !== 0) count += populationCount(word & ~(first?.[at] ?? 0) & ~(second?.[at] ?? 0));
  }
  return count;
}

export function addNumbers(into: AreaBitmap, from: AreaBitmap): void {
  const target = u32View(into);
  const source = u32View(from);
  for (let at = 0; at < target.length; at++) target[at]! |= source[at] as number;
}

/**
 * Name of the objects written by one call that loads part of an import, such as `3/2` for the
 * second call of import 3. If another call overtakes it, no index refers to its objects.
 */
type SetLoad = string | number;

/** @param indexed call with the valid index; null for imports from before calls had their own */
export const setLoadOf = (importId: number, indexed: number | null): SetLoad =>
  indexed === null ? importId : `${importId}/${indexed}`;

/** Index of a set: the current bitmap of each area code that has numbers. Immutable. */
const setIndexSchema = z.object({
  areas: z.record(
    z.string().regex(/^[2-9]\d\d$/),
    z.object({
      /** Load that wrote the bitmap, as {@link setLoadOf} names it. */
      importId: z.union([z.int(), z.string()]),
      numbers: z.int().min(0),
    }),
  ),
});
export type SetIndex = z.infer<typeof setIndexSchema>;

export const emptyIndex = (): SetIndex => ({ areas: {} });

export const importPrefix = (dataset: string, importId: number): string =>
  `number-sets/${dataset}/${importId}/`;

export const indexKey = (dataset: string, load: SetLoad): string =>
  `number-sets/${dataset}/${load}/index.json`;
export const areaKey = (dataset: string, load: SetLoad, area: number | string): string =>
  `number-sets/${dataset}/${load}/${area}.bin`;

export const countSetNumbers = ({ areas }: SetIndex): number =>
  Object.values(areas).reduce((sum, { numbers }) => sum + numbers, 0);

/** @returns null if the call has written no index */
export const readIndex = (blobs: Blobs, dataset: string, load: SetLoad): Promise<SetIndex | null> =>
  readJsonBlob(blobs, indexKey(dataset, load), setIndexSchema);

export async function writeIndex(blobs: Blobs, dataset: string, load: SetLoad, index: SetIndex) {
  await blobs.write(indexKey(dataset, load), JSON.stringify(index));
}

export const keysOfIndex = (dataset: string, { areas }: SetIndex): string[] =>
  Object.entries(areas).map(([area, { importId }]) => areaKey(dataset, importId, area));

/** Bytes per range read of a bitmap: 65,536 numbers, six and a half exchanges. */
export const BLOCK_BYTES = 8_192;

/** 4 MiB of blocks. */
export const MAX_BLOCKS = 512;
const MAX_INDEXES = 8;

/**
 * Read-through cache; reads started in one tick run in parallel. Never invalidated, because an
 * import's objects are immutable.
 */
function cachedReads<Value>(limit: number, read: (name: string) => Promise<Value>) {
  const memory = new Lru<string, Value>(limit);
  const readTogether = batchLoader<Value>(
    async (names) =>
      new Map(
        await Promise.all(
          names.map(async (name) => [name, memory.set(name, await read(name))] as const),
        ),
      ),
    Number.POSITIVE_INFINITY,
  );
  return (name: string): MaybePromise<Value> =>
    memory.get(name) ?? (readTogether(name) as Promise<Value>);
}

export function openNumberSets(blobs: Blobs) {
  const indexOf = cachedReads<SetIndex>(MAX_INDEXES, async (name) => {
    const [dataset, load] = name.split('\t') as [string, string];
    const index = await readIndex(blobs, dataset, load);
    if (!index) throw new Error(`the number set ${dataset} has no index of import ${load}`);
    return index;
  });
  const blockOf = cachedReads<Uint8Array>(MAX_BLOCKS, async (name) => {
    const [key, at] = name.split('\t') as [string, string];
    const offset = Number(at);
    const length = Math.min(BLOCK_BYTES, AREA_BYTES - offset);
    const bytes = await blobs.read(key, { offset, length });
    if (bytes?.byteLength !== length)
      throw new Error(`${key} is named by an index and is missing or cut short`);
    return new Uint8Array(bytes);
  });
  return {
    /**
     * Whether an import of a set contains a number: one block read; synchronous if the block is
     * cached or the area code has no numbers.
     * @throws Error if the objects of the import are gone
     */
    has(dataset: string, load: SetLoad, e164: string): MaybePromise<boolean> {
      const position = numberPositionOf(e164);
      if (!position) return false;
      return mapMaybePromise(indexOf(`${dataset}\t${load}`), ({ areas }) => {
        const area = areas[position.area];
        if (!area) return false;
        const byte = byteOf(position.line);
        const offset = byte - (byte % BLOCK_BYTES);
        const block = `${areaKey(dataset, area.importId, position.area)}\t${offset}`;
        return mapMaybePromise<Uint8Array, boolean>(
          blockOf(block),
          (bytes) => ((bytes[byte - offset] as number) & bitOf(position.line)) !== 0,
        );
      });
    },
  };
}
