import { even, findPaged, findWords, type PagedKeys } from './keys.ts';

/**
 * One block of a range table, searched in place. Little-endian; every part starts at a multiple of
 * four bytes. What one lookup reads lies close together: with millions of rows, memory is what a
 * lookup waits for.
 *
 *     u32 header          rows, columns, pages, first page; for each column and then for the
 * parents a dictionary:
 *                         byte offset of its records, numbers per entry, byte offset of its text
 *     keys                first address of each row; a row ends where the next one starts.
 *                         IPv4: u16 rows before each /16 [pages + 1], u16 low halves [rows]. IPv6:
 * u32 [rows × 4], pages = 0
 *     u16 entries         [rows × columns] the row's dictionary entry of each column, 0xffff for
 * none
 *     dictionaries        u16 records: numbers, start of text, parent entry; one record more ends
 * the last text. Then UTF-8 text
 */
export const HEADER_WORDS = 4;
export const DICTIONARY_WORDS = 3;
/** Halves of a record besides its numbers. */
export const RECORD_HALVES = 2;
export const NO_ENTRY = 0xffff;

/**
 * One dictionary entry: some 16-bit signed numbers, a text, and an entry that several share as
 * their parent.
 */
export interface Entry {
  readonly numbers: readonly number[];
  readonly text: string;
  readonly parent: Entry | null;
}

const utf8 = new TextDecoder();
const SHORT_TEXT_BYTES = 24;
const MAX_ASCII = 0x7f;

/** Where one column's entries, or the parents, lie in the block. */
interface Dictionary {
  /** In halves. */
  recordsAt: number;
  numbers: number;
  /** In bytes. */
  textAt: number;
}

/** A view of a block's bytes; nothing but its header is decoded until a row is asked for. */
export class RangeBlock {
  readonly #bytes: Uint8Array;
  readonly #halves: Uint16Array;
  readonly #signed: Int16Array;
  readonly #words: Uint32Array;
  readonly #keyWords: number;
  readonly #rows: number;
  readonly #columns: number;
  /** In words. */
  readonly #keysAt: number;
  readonly #pages: PagedKeys;
  /** In halves. */
  readonly #entriesAt: number;
  /** One for each column, then that of the parents. */
  readonly #dictionaries: readonly Dictionary[];
  /** Parents already decoded: a block has few, and most of its entries share them. */
  readonly #parents: Entry[] = [];

  /** @param keyWords 32-bit words per address: 1 for IPv4, 4 for IPv6 */
  constructor(buffer: ArrayBuffer, keyWords: number) {
    this.#bytes = new Uint8Array(buffer);
    this.#halves = new Uint16Array(buffer);
    this.#signed = new Int16Array(buffer);
    this.#words = new Uint32Array(buffer);
    const [rows = 0, columns = 0, pages = 0, firstPage = 0] = this.#words;
    this.#keyWords = keyWords;
    this.#rows = rows;
    this.#columns = columns;
    this.#keysAt = HEADER_WORDS + (columns + 1) * DICTIONARY_WORDS;
    this.#pages = { pages, firstPage, at: this.#keysAt * 2 };
    this.#entriesAt =
      this.#keysAt * 2 + (keyWords > 1 ? rows * keyWords * 2 : even(pages + 1) + even(rows));
    this.#dictionaries = Array.from({ length: columns + 1 }, (_, position) => {
      const [records = 0, numbers = 0, textAt = 0] = this.#words.subarray(
        HEADER_WORDS + position * DICTIONARY_WORDS,
      );
      return { recordsAt: records / 2, numbers, textAt };
    });
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  /** @returns the row whose range holds `key`, or -1 when the key lies before this block. */
  row(key: readonly number[]): number {
    if (this.#keyWords > 1) return findWords(this.#words, this.#keysAt, this.#rows, key);
    return findPaged(this.#halves, this.#pages, key[0] as number);
  }

  entry(row: number, column: number): Entry | null {
    const position =
      row < 0 ? NO_ENTRY : (this.#halves[this.#entriesAt + row * this.#columns + column] as number);
    return position === NO_ENTRY
      ? null
      : this.#decode(this.#dictionaries[column] as Dictionary, position);
  }

  #decode({ recordsAt, numbers: count, textAt }: Dictionary, position: number): Entry {
    const recordHalves = count + RECORD_HALVES;
    const record = recordsAt + position * recordHalves;
    const afterNumbers = record + count;
    const numbers = new Array<number>(count);
    for (let number = 0; number < count; number++)
      numbers[number] = this.#signed[record + number] as number;
    const text = this.#text(
      textAt + this.#halves[afterNumbers]!,
      textAt + this.#halves[afterNumbers + recordHalves]!,
    );
    const parent = this.#halves[afterNumbers + 1] as number;
    return { numbers, text, parent: parent === NO_ENTRY ? null : this.#parent(parent) };
  }

  /**
   * Short texts, nearly all of them, are built from their codes, four at a time: twice as fast as a
   * decoder's call.
   */
  #text(start: number, end: number): string {
    const bytes = this.#bytes;
    if (end - start > SHORT_TEXT_BYTES) return utf8.decode(bytes.subarray(start, end));
    let text = '';
    let seen = 0;
    let position = start;
    for (; position + 4 <= end; position += 4) {
      const [a, b, c, d] = [
        bytes[position]!,
        bytes[position + 1]!,
        bytes[position + 2]!,
        bytes[position + 3]!,
      ];
      seen |= a | b | c | d;
      text += String.fromCharCode(a, b, c, d);
    }
    for (; position < end; position++) {
      const code = bytes[position] as number;
      seen |= code;
      text += String.fromCharCode(code);
    }
    return seen > MAX_ASCII ? utf8.decode(bytes.subarray(start, end)) : text;
  }

  #parent(position: number): Entry {
    const known = this.#parents[position];
    if (known) return known;
    const parent = this.#decode(this.#dictionaries[this.#columns] as Dictionary, position);
    this.#parents[position] = parent;
    return parent;
  }
}
