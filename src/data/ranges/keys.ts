/**
 * Searches among ascending first addresses. All return the position of the last one at or below
 * `key`, or -1.
 */

/**
 * IPv4 keys of a block in two steps: the /16 gives a run of rows, whose low halves are searched.
 */
export interface PagedKeys {
  firstPage: number;
  pages: number;
  /**
   * Where, in `halves`, the count of rows before each /16 starts, one more closing the last; the
   * low halves follow.
   */
  at: number;
}

export function findPaged(
  halves: Uint16Array,
  { firstPage, pages, at }: PagedKeys,
  address: number,
): number {
  const page = Math.min((address >>> 16) - firstPage, pages);
  if (page < 0) return -1;
  let low = halves[at + page] as number;
  let high = page === pages ? low : (halves[at + page + 1] as number);
  const lowHalves = at + even(pages + 1);
  const half = address & 0xffff;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((halves[lowHalves + middle] as number) <= half) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Keys of one or several 32-bit words, most significant first, `count` of them from `at` on. */
export function findWords(
  words: Uint32Array,
  at: number,
  count: number,
  key: readonly number[],
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAtOrBelow(words, at + middle * key.length, key)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function isAtOrBelow(words: Uint32Array, offset: number, key: readonly number[]): boolean {
  for (let word = 0; word < key.length; word++) {
    const difference = (words[offset + word] as number) - (key[word] as number);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

/**
 * Every part of a block holds an even number of 16-bit halves, so that the next starts at four
 * bytes.
 */
export const even = (halves: number): number => (halves + 1) & ~1;
