// Binary searches in ascending first addresses. All return the position of the last one at or below
// `key`, or -1.

/** IPv4 keys of a block in two levels: the /16 selects a run of rows, searched by low halves. */
interface PagedKeys {
  firstPage: number;
  pages: number;
  /**
   * Position in `halves` of the row counts before each /16, with the total as the last; the low
   * halves follow.
   */
  at: number;
}

function findPagedKey(halves: Uint16Array, { firstPage, pages, at }: PagedKeys, address: number) {
  const page = Math.min((address >>> 16) - firstPage, pages);
  if (page < 0) return -1;
  let low = halves[at + page] as number;
  let high = page === pages ? low : (halves[at + page + 1] as number);
  const lowHalves = at + roundUpToEven(pages + 1);
  const half = address & 0xffff;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((halves[lowHalves + middle] as number) <= half) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Searches `count` keys from `at` on, each of one or several words, most significant first. */
export function findU32Key(
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

/** Rounds 16-bit halves up to an even number, so that the next part starts at four bytes. */
export const roundUpToEven = (halves: number): number => (halves + 1) & ~1;

/**
 * Block of a range table, searched in place. Little-endian; every part starts at a multiple of four
 * bytes. The data of one lookup lie close together: with millions of rows, a lookup waits for
 * memory.
 *
 *     u32 header    rows, columns, pages, first page; then a dictionary for each column and one for
 *                   the parents: byte offset of records, numbers per entry, byte offset of text
 *     keys          first address of each row; a row ends where the next one starts.
 *                   IPv4: u16 rows before each /16 [pages + 1], u16 low halves [rows].
 *                   IPv6: u32 [rows × 4], pages = 0
 *     u16 entries   [rows × columns] dictionary entry of each column of a row, 0xffff for none
 *     dictionaries  u16 records: numbers, start of text, parent entry; one more record ends the
 *                   last text. Then UTF-8 text
 */
export const HEADER_U32S = 4;
export const DICTIONARY_U32S = 3;
/** 16-bit halves of a record besides its numbers. */
export const RECORD_U16S = 2;
export const NO_ENTRY = 0xffff;

/** Dictionary entry: 16-bit signed numbers, a text, and a parent that several entries share. */
export interface RangeEntry {
  readonly numbers: readonly number[];
  readonly text: string;
  readonly parent: RangeEntry | null;
}

const utf8 = new TextDecoder();
const SHORT_TEXT_BYTES = 24;
const MAX_ASCII = 0x7f;

/** Position of a column's dictionary, or of that of the parents, in the block. */
interface Dictionary {
  /** In 16-bit halves. */
  recordsAt: number;
  numbers: number;
  /** In bytes. */
  textAt: number;
}

/**
 * Prefix length of the largest CIDR block that contains `key` but neither the address before
 * `first` nor `end`: it differs from each in a bit within the prefix.
 * @param end first address after the range; null for the end of the address space
 */
function prefixWithin(
  key: readonly number[],
  first: readonly number[],
  end: readonly number[] | null,
): number {
  const before = [...first];
  let word = before.length - 1;
  // The address before `first`; there is none before zero.
  while (word >= 0 && before[word] === 0) before[word--] = 0xffff_ffff;
  if (word >= 0) before[word] = (before[word] as number) - 1;
  const isBounded = word >= 0;
  return Math.max(
    isBounded ? firstDifference(key, before) + 1 : 0,
    end === null ? 0 : firstDifference(key, end) + 1,
  );
}

/** Number of leading bits that two addresses share. */
function firstDifference(a: readonly number[], b: readonly number[]): number {
  for (let word = 0; word < a.length; word++) {
    const bits = (a[word] as number) ^ (b[word] as number);
    if (bits !== 0) return word * 32 + Math.clz32(bits);
  }
  return a.length * 32;
}

/** View of a block's bytes. Rows are decoded on access, the header at once. */
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
  /** In 16-bit halves. */
  readonly #entriesAt: number;
  /** One for each column, then that of the parents. */
  readonly #dictionaries: readonly Dictionary[];
  /** Cache of decoded parents: a block has few, and most of its entries share them. */
  readonly #parents: RangeEntry[] = [];
  readonly #end: readonly number[] | null;

  /**
   * @param keyWords 32-bit words per address: 1 for IPv4, 4 for IPv6
   * @param end first address of the next block; null for the last block
   */
  constructor(buffer: ArrayBuffer, keyWords: number, end: readonly number[] | null = null) {
    this.#end = end;
    this.#bytes = new Uint8Array(buffer);
    this.#halves = new Uint16Array(buffer);
    this.#signed = new Int16Array(buffer);
    this.#words = new Uint32Array(buffer);
    const [rows = 0, columns = 0, pages = 0, firstPage = 0] = this.#words;
    this.#keyWords = keyWords;
    this.#rows = rows;
    this.#columns = columns;
    this.#keysAt = HEADER_U32S + (columns + 1) * DICTIONARY_U32S;
    this.#pages = { pages, firstPage, at: this.#keysAt * 2 };
    this.#entriesAt =
      this.#keysAt * 2 +
      (keyWords > 1 ? rows * keyWords * 2 : roundUpToEven(pages + 1) + roundUpToEven(rows));
    this.#dictionaries = Array.from({ length: columns + 1 }, (_, position) => {
      const [records = 0, numbers = 0, textAt = 0] = this.#words.subarray(
        HEADER_U32S + position * DICTIONARY_U32S,
      );
      return { recordsAt: records / 2, numbers, textAt };
    });
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  /** @returns the row whose range contains `key`, or -1 if the key lies before this block */
  row(key: readonly number[]): number {
    if (this.#keyWords > 1) return findU32Key(this.#words, this.#keysAt, this.#rows, key);
    return findPagedKey(this.#halves, this.#pages, key[0] as number);
  }

  /** First address of a row. @param address a nearby one, whose /16 is searched first */
  #first(row: number, address: number): readonly number[] {
    if (this.#keyWords > 1) {
      const at = this.#keysAt + row * this.#keyWords;
      return [...this.#words.subarray(at, at + this.#keyWords)];
    }
    const { pages, firstPage, at } = this.#pages;
    const halves = this.#halves;
    let page = Math.min((address >>> 16) - firstPage, pages - 1);
    while ((halves[at + page] as number) > row) page--;
    while ((halves[at + page + 1] as number) <= row) page++;
    const half = halves[at + roundUpToEven(pages + 1) + row] as number;
    return [(((firstPage + page) << 16) | half) >>> 0];
  }

  /** Prefix length of the largest CIDR block around `key` that lies within this row. */
  prefixLength(row: number, key: readonly number[]): number {
    const address = key[0] as number;
    const end = row + 1 < this.#rows ? this.#first(row + 1, address) : this.#end;
    return prefixWithin(key, this.#first(row, address), end);
  }

  entry(row: number, column: number): RangeEntry | null {
    const position =
      row < 0 ? NO_ENTRY : (this.#halves[this.#entriesAt + row * this.#columns + column] as number);
    return position === NO_ENTRY
      ? null
      : this.#decode(this.#dictionaries[column] as Dictionary, position);
  }

  #decode({ recordsAt, numbers: count, textAt }: Dictionary, position: number): RangeEntry {
    const recordHalves = count + RECORD_U16S;
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
   * Builds short texts, nearly all of them, from character codes, four at a time: twice as fast as
   * calling the decoder.
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

  #parent(position: number): RangeEntry {
    const known = this.#parents[position];
    if (known) return known;
    const parent = this.#decode(this.#dictionaries[this.#columns] as Dictionary, position);
    this.#parents[position] = parent;
    return parent;
  }
}
