import { NUMBERS_PER_AREA } from './number-place.ts';

/**
 * One bit a number of one area code, in the order of the numbers: 800 exchanges of 10,000 numbers
 * lie from bit 2,000,000 on, each exactly 1,250 bytes. The layout is fixed, so one byte answers for
 * a number.
 */
export const AREA_BYTES = NUMBERS_PER_AREA / 8;

/** An area code's bitmap in memory. */
export type AreaBitmap = Uint8Array<ArrayBuffer>;

export const emptyBitmap = (): AreaBitmap => new Uint8Array(AREA_BYTES);

/** Which byte of the bitmap holds a line's bit. */
export const byteOf = (line: number): number => line >>> 3;

export const bitOf = (line: number): number => 1 << (line & 7);

export function setLine(bitmap: AreaBitmap, line: number): void {
  bitmap[byteOf(line)]! |= bitOf(line);
}

/** Bits of a 32-bit word (Hacker's Delight, figure 5-2). */
function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  bits = (bits + (bits >>> 4)) & 0x0f0f_0f0f;
  return Math.imul(bits, 0x0101_0101) >>> 24;
}

const wordsOf = (bitmap: AreaBitmap): Uint32Array =>
  new Uint32Array(bitmap.buffer, bitmap.byteOffset, AREA_BYTES / 4);

/** How many numbers a bitmap holds. */
export function countBits(bitmap: AreaBitmap): number {
  let count = 0;
  for (const word of wordsOf(bitmap)) count += bitsIn(word);
  return count;
}

/** How many numbers of `bitmap` neither of the others holds. */
export function countFresh(
  bitmap: AreaBitmap,
  known: AreaBitmap | null,
  alsoKnown: AreaBitmap | null,
): number {
  const words = wordsOf(bitmap);
  const first = known && wordsOf(known);
  const second = alsoKnown && wordsOf(alsoKnown);
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    if (word !== 0) count += bitsIn(word & ~(first?.[at] ?? 0) & ~(second?.[at] ?? 0));
  }
  return count;
}

/** Adds the numbers of `from` to `into`. */
export function unite(into: AreaBitmap, from: AreaBitmap): void {
  const target = wordsOf(into);
  const source = wordsOf(from);
  for (let at = 0; at < target.length; at++) target[at]! |= source[at] as number;
}
