/**
 * One block of a range table, searched in place. Little-endian, 4-byte aligned:
 *
 *     u32 rows, u32 columns, u32 byte offset of each column's dictionary
 *     u32 starts[rows × words]      first address of each range; a range ends where the next one starts
 *     u16 entries[rows] per column  dictionary entry of the row, 0xffff for none; each column padded to 4 bytes
 *     dictionaries                  u32 count, u32 numbers per entry, i32 numbers[count × …],
 *                                   u16 text ends[count], padded, then UTF-8 text
 */
export const NO_ENTRY = 0xffff;
export const BLOCK_HEADER_WORDS = 2;

/** One dictionary entry: whole numbers within 32 bits, and one text. */
export interface Entry {
  numbers: readonly number[];
  text: string;
}

const utf8 = new TextDecoder();

/** Length of the run of sorted keys (of `words` words each) that are at or below `key`. */
export function upperBound(keys: Uint32Array, count: number, key: readonly number[]): number {
  let low = 0;
  let high = count;
  if (key.length === 1) {
    const value = key[0] as number;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] as number) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
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

class Dictionary {
  readonly #numbers: Int32Array;
  readonly #numbersPerEntry: number;
  readonly #textEnds: Uint16Array;
  readonly #text: Uint8Array;

  constructor(bytes: ArrayBuffer, offset: number) {
    const [count = 0, numbersPerEntry = 0] = new Uint32Array(bytes, offset, 2);
    this.#numbersPerEntry = numbersPerEntry;
    this.#numbers = new Int32Array(bytes, offset + 8, count * numbersPerEntry);
    const endsAt = offset + 8 + count * numbersPerEntry * 4;
    this.#textEnds = new Uint16Array(bytes, endsAt, count);
    const textAt = endsAt + ((count * 2 + 3) & ~3);
    this.#text = new Uint8Array(bytes, textAt, this.#textEnds[count - 1] ?? 0);
  }

  entry(position: number): Entry {
    const first = position * this.#numbersPerEntry;
    const textStart = position === 0 ? 0 : (this.#textEnds[position - 1] as number);
    return {
      numbers: Array.from(this.#numbers.subarray(first, first + this.#numbersPerEntry)),
      text: utf8.decode(this.#text.subarray(textStart, this.#textEnds[position])),
    };
  }
}

/** A view of a block's bytes; nothing is decoded until a row is asked for. */
export class RangeBlock {
  readonly byteLength: number;
  readonly #rows: number;
  readonly #starts: Uint32Array;
  readonly #columns: Uint16Array[] = [];
  readonly #dictionaries: Dictionary[] = [];

  /** @param words 32-bit words per address: 1 for IPv4, 4 for IPv6 */
  constructor(bytes: ArrayBuffer, words: number) {
    this.byteLength = bytes.byteLength;
    const [rows = 0, columns = 0] = new Uint32Array(bytes, 0, BLOCK_HEADER_WORDS);
    const dictionaryOffsets = new Uint32Array(bytes, BLOCK_HEADER_WORDS * 4, columns);
    this.#rows = rows;
    let offset = (BLOCK_HEADER_WORDS + columns) * 4;
    this.#starts = new Uint32Array(bytes, offset, rows * words);
    offset += rows * words * 4;
    for (const dictionaryOffset of dictionaryOffsets) {
      this.#columns.push(new Uint16Array(bytes, offset, rows));
      this.#dictionaries.push(new Dictionary(bytes, dictionaryOffset));
      offset += (rows * 2 + 3) & ~3;
    }
  }

  /** @returns the row whose range holds `key`, or -1 when the key lies before this block. */
  row(key: readonly number[]): number {
    return upperBound(this.#starts, this.#rows, key) - 1;
  }

  entry(row: number, column: number): Entry | null {
    const position = this.#columns[column]?.[row] ?? NO_ENTRY;
    return position === NO_ENTRY ? null : (this.#dictionaries[column] as Dictionary).entry(position);
  }
}
