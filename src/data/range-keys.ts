/** Finds the row of an address among the ascending first addresses of a block's rows. */
export interface RangeKeys {
  /** @returns the last row starting at or below `key`, or -1 */
  row(key: readonly number[]): number;
}

/**
 * IPv4 keys in two steps: the /16 gives a run of rows, the low half is searched within it.
 * A row costs two bytes instead of four, and the search is short.
 */
export class PagedKeys implements RangeKeys {
  readonly #firstPage: number;
  /** For each /16 from the first on: how many rows start before it; one more closes the last. */
  readonly #rowsBefore: Uint16Array;
  readonly #lowHalves: Uint16Array;

  constructor(firstPage: number, rowsBefore: Uint16Array, lowHalves: Uint16Array) {
    this.#firstPage = firstPage;
    this.#rowsBefore = rowsBefore;
    this.#lowHalves = lowHalves;
  }

  row(key: readonly number[]): number {
    const address = key[0] as number;
    const page = Math.min((address >>> 16) - this.#firstPage, this.#rowsBefore.length - 1);
    if (page < 0) return -1;
    let low = this.#rowsBefore[page] as number;
    let high = this.#rowsBefore[page + 1] ?? low;
    const half = address & 0xffff;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#lowHalves[middle] as number) <= half) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Keys of several 32-bit words, most significant first. */
export class WordKeys implements RangeKeys {
  readonly #keys: Uint32Array;

  constructor(keys: Uint32Array) {
    this.#keys = keys;
  }

  row(key: readonly number[]): number {
    return upperBound(this.#keys, key) - 1;
  }
}

/** How many of the sorted keys, each as many words as `key`, are at or below it. */
export function upperBound(keys: Uint32Array, key: readonly number[]): number {
  let low = 0;
  let high = keys.length / key.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAtOrBelow(keys, middle * key.length, key)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isAtOrBelow(keys: Uint32Array, offset: number, key: readonly number[]): boolean {
  for (let word = 0; word < key.length; word++) {
    const difference = (keys[offset + word] as number) - (key[word] as number);
    if (difference !== 0) return difference < 0;
  }
  return true;
}
