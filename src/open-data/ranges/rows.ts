/** 32-bit words per address: IPv4 or IPv6. */
export type KeyWidth = 1 | 4;

/** Words per row: first address, last address, label. */
export const rowWidth = (keyWords: KeyWidth): number => keyWords * 2 + 1;

const FIRST_CAPACITY_ROWS = 1_024;
const GROWTH = 1.5;
/** Rows per output block: some hundred KiB. */
const BLOCK_ROWS = 8_192;

/** Negative, zero or positive if the address at `a` is below, equal to or above the one at `b`. */
export function compareKeysAt(
  left: Uint32Array,
  a: number,
  right: Uint32Array,
  b: number,
  keyWords: KeyWidth,
): number {
  for (let word = 0; word < keyWords; word++) {
    const difference = (left[a + word] as number) - (right[b + word] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether the address at `next` directly follows that at `last`; false after the last address. */
function isAdjacent(data: Uint32Array, last: number, next: number, keyWords: KeyWidth): boolean {
  let carry = 1;
  for (let word = keyWords - 1; word >= 0; word--) {
    const sum = (data[last + word] as number) + carry;
    if (sum >>> 0 !== data[next + word]) return false;
    carry = sum > 0xffff_ffff ? 1 : 0;
  }
  return carry === 0;
}

/**
 * Labelled address ranges of one IP version in an array of numbers: 12 bytes per range, 36 for
 * IPv6. Objects would take ten times as much, and the largest list has hundreds of thousands.
 */
export class RangeRows {
  readonly keyWords: KeyWidth;
  readonly #stride: number;
  #data: Uint32Array;
  #count = 0;

  constructor(keyWords: KeyWidth) {
    this.keyWords = keyWords;
    this.#stride = rowWidth(keyWords);
    this.#data = new Uint32Array(FIRST_CAPACITY_ROWS * this.#stride);
  }

  get count(): number {
    return this.#count;
  }

  add(first: readonly number[], last: readonly number[], label: number): void {
    const at = this.#count * this.#stride;
    if (at === this.#data.length) this.#grow();
    this.#data.set(first, at);
    this.#data.set(last, at + this.keyWords);
    this.#data[at + this.keyWords * 2] = label;
    this.#count++;
  }

  /**
   * Sorts the ranges, and joins those of one label that overlap or touch. Ends the collection: no
   * range may be added afterwards.
   * @returns the ranges in ascending order of their first address, then label
   */
  sorted(): SortedRows {
    const data = this.#data;
    const { keyWords } = this;
    const stride = this.#stride;
    const labelAt = keyWords * 2;
    const order = Uint32Array.from({ length: this.#count }, (_, row) => row * stride);
    order.sort(
      (a, b) =>
        compareKeysAt(data, a, data, b, keyWords) ||
        (data[a + labelAt] as number) - (data[b + labelAt] as number),
    );
    const open = new Map<number, number>();
    let kept = 0;
    for (const row of order) {
      const label = data[row + labelAt] as number;
      const before = open.get(label);
      const joins =
        before !== undefined &&
        (compareKeysAt(data, row, data, before + keyWords, keyWords) <= 0 ||
          isAdjacent(data, before + keyWords, row, keyWords));
      if (!joins) {
        open.set(label, row);
        order[kept++] = row;
      } else if (compareKeysAt(data, row + keyWords, data, before + keyWords, keyWords) > 0)
        data.copyWithin(before + keyWords, row + keyWords, row + keyWords * 2);
    }
    return new SortedRows(data, order.subarray(0, kept), keyWords);
  }

  #grow(): void {
    const rows = Math.ceil(this.#count * GROWTH);
    const data = new Uint32Array(rows * this.#stride);
    data.set(this.#data);
    this.#data = data;
  }
}

export class SortedRows {
  readonly keyWords: KeyWidth;
  readonly #data: Uint32Array;
  readonly #order: Uint32Array;

  /** @param order position of each row in `data` */
  constructor(data: Uint32Array, order: Uint32Array, keyWords: KeyWidth) {
    this.#data = data;
    this.#order = order;
    this.keyWords = keyWords;
  }

  get count(): number {
    return this.#order.length;
  }

  /** Rows in order, some thousand per block. The next block overwrites the previous one. */
  *blocks(): Generator<Uint32Array> {
    const stride = rowWidth(this.keyWords);
    const block = new Uint32Array(Math.min(BLOCK_ROWS, this.count) * stride);
    for (let from = 0; from < this.count; from += BLOCK_ROWS) {
      const rows = this.#order.subarray(from, from + BLOCK_ROWS);
      for (let row = 0; row < rows.length; row++) {
        const at = rows[row] as number;
        for (let word = 0; word < stride; word++)
          block[row * stride + word] = this.#data[at + word] as number;
      }
      yield block.subarray(0, rows.length * stride);
    }
  }
}
