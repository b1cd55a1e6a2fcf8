import { even, findPaged, findWords } from './range-keys.ts';

/**
 * One block of a range table, searched in place. Little-endian; every part starts at a multiple of four bytes.
 * What one lookup reads lies close together: with millions of rows, memory is what a lookup waits for.
 *
 *     u32 header          rows, columns, pages, first page; for each column and then for the parents a dictionary:
 *                         byte offset of its records, numbers per entry, byte offset of its text
 *     keys                first address of each row; a row ends where the next one starts.
 *                         IPv4: u16 rows before each /16 [pages + 1], u16 low halves [rows]. IPv6: u32 [rows × 4], pages = 0
 *     u16 entries         [rows × columns] the row's dictionary entry of each column, 0xffff for none
 *     dictionaries        u16 records: numbers, start of text, parent entry; one record more ends the last text. Then UTF-8 text
 */
export const HEADER_WORDS = 4;
export const DICTIONARY_WORDS = 3;
/** Halves of a record besides its numbers. */
export const RECORD_HALVES = 2;
export const NO_ENTRY = 0xffff;

/** One dictionary entry: some 16-bit signed numbers, a text, and an entry that several share as their parent. */
export interface Entry {
  readonly numbers: readonly number[];
  readonly text: string;
  readonly parent: Entry | null;
}

const utf8 = new TextDecoder();
const SHORT_TEXT_BYTES = 24;
const MAX_ASCII = 0x7f;

/** A view of a block's bytes; nothing is decoded until a row is asked for. */
export class RangeBlock {
  readonly #bytes: Uint8Array;
  readonly #halves: Uint16Array;
  readonly #words: Uint32Array;
  readonly #keyWords: number;
  /** Parents already decoded: a block has few, and most of its entries share them. */
  readonly #parents: Entry[] = [];

  /** @param keyWords 32-bit words per address: 1 for IPv4, 4 for IPv6 */
  constructor(buffer: ArrayBuffer, keyWords: number) {
    this.#bytes = new Uint8Array(buffer);
    this.#halves = new Uint16Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#keyWords = keyWords;
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  /** @returns the row whose range holds `key`, or -1 when the key lies before this block. */
  row(key: readonly number[]): number {
    const header = this.#words;
    const rows = header[0] as number;
    if (this.#keyWords > 1) return findWords(header, this.#keysAt, rows, key);
    const keys = { pages: header[2] as number, firstPage: header[3] as number, at: this.#keysAt * 2 };
    return findPaged(this.#halves, keys, key[0] as number);
  }

  entry(row: number, column: number): Entry | null {
    const rows = this.#words[0] as number;
    const columns = this.#words[1] as number;
    const pages = this.#words[2] as number;
    const keyHalves = this.#keyWords > 1 ? rows * this.#keyWords * 2 : even(pages + 1) + even(rows);
    const position = row < 0 ? NO_ENTRY : this.#halves[this.#keysAt * 2 + keyHalves + row * columns + column];
    return position === NO_ENTRY ? null : this.#decode(column, position as number);
  }

  /** Where the header ends and the keys start, in words. */
  get #keysAt(): number {
    return HEADER_WORDS + ((this.#words[1] as number) + 1) * DICTIONARY_WORDS;
  }

  #decode(dictionary: number, position: number): Entry {
    const at = HEADER_WORDS + dictionary * DICTIONARY_WORDS;
    const numberCount = this.#words[at + 1] as number;
    const textAt = this.#words[at + 2] as number;
    const recordHalves = numberCount + RECORD_HALVES;
    const record = (this.#words[at] as number) / 2 + position * recordHalves;
    const numbers: number[] = [];
    for (let number = 0; number < numberCount; number++) numbers.push(((this.#halves[record + number] as number) << 16) >> 16);
    const start = textAt + (this.#halves[record + numberCount] as number);
    const end = textAt + (this.#halves[record + recordHalves + numberCount] as number);
    const text = this.#text(start, end);
    const parent = this.#halves[record + numberCount + 1] as number;
    return { numbers, text, parent: parent === NO_ENTRY ? null : this.#parent(parent) };
  }

  /** Short texts, nearly all of them, are built from their codes: that is twice as fast as a decoder's call. */
  #text(start: number, end: number): string {
    if (end - start > SHORT_TEXT_BYTES) return utf8.decode(this.#bytes.subarray(start, end));
    const codes: number[] = [];
    for (let position = start; position < end; position++) {
      const code = this.#bytes[position] as number;
      if (code > MAX_ASCII) return utf8.decode(this.#bytes.subarray(start, end));
      codes.push(code);
    }
    return String.fromCharCode(...codes);
  }

  #parent(position: number): Entry {
    const known = this.#parents[position];
    if (known) return known;
    const parent = this.#decode(this.#words[1] as number, position);
    this.#parents[position] = parent;
    return parent;
  }
}
