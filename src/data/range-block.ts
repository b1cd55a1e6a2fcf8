import { PagedKeys, type RangeKeys, WordKeys } from './range-keys.ts';

/**
 * One block of a range table, searched in place. Little-endian; every part starts at a multiple of four bytes.
 *
 *     u32 rows, columns, pages, first page; u32 byte offset of each column's dictionary, then of the parents'
 *     keys                first address of each row; a row ends where the next one starts.
 *                         IPv4: u16 rows before each /16 [pages + 1], u16 low halves [rows]. IPv6: u32 [rows × 4], pages = 0
 *     u16 entries[rows]   for each column: the row's dictionary entry, 0xffff for none
 *     dictionaries        u32 count, u32 numbers per entry, i16 numbers, u16 text ends, u16 parents, UTF-8 text
 */
export const HEADER_WORDS = 4;
export const NO_ENTRY = 0xffff;

/** One dictionary entry: some 16-bit signed numbers, a text, and an entry that several share as their parent. */
export interface Entry {
  readonly numbers: readonly number[];
  readonly text: string;
  readonly parent: Entry | null;
}

export const padded = (bytes: number): number => (bytes + 3) & ~3;

const utf8 = new TextDecoder();

class Dictionary {
  readonly #numbersPerEntry: number;
  readonly #numbers: Int16Array;
  readonly #textEnds: Uint16Array;
  readonly #parents: Uint16Array;
  readonly #text: Uint8Array;
  readonly #parentDictionary: Dictionary | null;

  constructor(bytes: ArrayBuffer, offset: number, parentDictionary: Dictionary | null) {
    const [count = 0, numbersPerEntry = 0] = new Uint32Array(bytes, offset, 2);
    this.#numbersPerEntry = numbersPerEntry;
    const numbersAt = offset + 8;
    const endsAt = numbersAt + padded(count * numbersPerEntry * 2);
    const parentsAt = endsAt + padded(count * 2);
    const textAt = parentsAt + padded(count * 2);
    this.#numbers = new Int16Array(bytes, numbersAt, count * numbersPerEntry);
    this.#textEnds = new Uint16Array(bytes, endsAt, count);
    this.#parents = new Uint16Array(bytes, parentsAt, count);
    this.#text = new Uint8Array(bytes, textAt, this.#textEnds[count - 1] ?? 0);
    this.#parentDictionary = parentDictionary;
  }

  entry(position: number): Entry {
    const first = position * this.#numbersPerEntry;
    const numbers: number[] = [];
    for (let number = 0; number < this.#numbersPerEntry; number++) numbers.push(this.#numbers[first + number] as number);
    const textStart = position === 0 ? 0 : (this.#textEnds[position - 1] as number);
    const parent = this.#parents[position] ?? NO_ENTRY;
    return {
      numbers,
      text: utf8.decode(this.#text.subarray(textStart, this.#textEnds[position])),
      parent: parent === NO_ENTRY || !this.#parentDictionary ? null : this.#parentDictionary.entry(parent),
    };
  }
}

/** A view of a block's bytes; nothing is decoded until a row is asked for. */
export class RangeBlock {
  readonly byteLength: number;
  readonly #keys: RangeKeys;
  readonly #columns: Uint16Array[] = [];
  readonly #dictionaries: Dictionary[] = [];

  /** @param words 32-bit words per address: 1 for IPv4, 4 for IPv6 */
  constructor(bytes: ArrayBuffer, words: number) {
    this.byteLength = bytes.byteLength;
    const [rows = 0, columns = 0, pages = 0, firstPage = 0] = new Uint32Array(bytes, 0, HEADER_WORDS);
    const dictionaryOffsets = new Uint32Array(bytes, HEADER_WORDS * 4, columns + 1);
    let offset = (HEADER_WORDS + columns + 1) * 4;
    if (words === 1) {
      const lowHalvesAt = offset + padded((pages + 1) * 2);
      this.#keys = new PagedKeys(firstPage, new Uint16Array(bytes, offset, pages + 1), new Uint16Array(bytes, lowHalvesAt, rows));
      offset = lowHalvesAt + padded(rows * 2);
    } else {
      this.#keys = new WordKeys(new Uint32Array(bytes, offset, rows * words));
      offset += rows * words * 4;
    }
    const parents = new Dictionary(bytes, dictionaryOffsets[columns] as number, null);
    for (let column = 0; column < columns; column++) {
      this.#columns.push(new Uint16Array(bytes, offset, rows));
      this.#dictionaries.push(new Dictionary(bytes, dictionaryOffsets[column] as number, parents));
      offset += padded(rows * 2);
    }
  }

  /** @returns the row whose range holds `key`, or -1 when the key lies before this block. */
  row(key: readonly number[]): number {
    return this.#keys.row(key);
  }

  entry(row: number, column: number): Entry | null {
    const position = this.#columns[column]?.[row] ?? NO_ENTRY;
    return position === NO_ENTRY ? null : (this.#dictionaries[column] as Dictionary).entry(position);
  }
}
