import { DictionaryWriter } from '../dictionary-writer.ts';
import { DICTIONARY_WORDS, type Entry, HEADER_WORDS } from './block.ts';
import { INDEX_HEADER_WORDS, INDEX_MAGIC } from './block-index.ts';
import { even } from './keys.ts';

/** A block is closed when it reaches either; together they keep it at a few tens of KiB. */
const MAX_BLOCK_ROWS = 4_096;
const MAX_TEXT_BYTES = 32_768;

const NONE: readonly Uint8Array[] = [];

export interface RangeTable {
  blocks: readonly Uint8Array[];
  index: Uint8Array;
  rows: number;
  /** Byte offset behind the last block. */
  end: number;
}

/** Writes a range table (layout: range-block.ts, range-index.ts) from rows in ascending order. */
export class RangeTableWriter {
  readonly #words: number;
  readonly #columns: number;
  #blocks: Uint8Array[] = [];
  readonly #firsts: number[] = [];
  readonly #offsets: number[];
  #rows = 0;
  #starts: number[] = [];
  /** Of each row, the entry of each column. */
  #positions: number[] = [];
  #parents = new DictionaryWriter(null);
  #dictionaries: DictionaryWriter[] = [];
  #last: readonly (Entry | null)[] | null = null;

  /** @param baseOffset where this table's first block will lie in the blocks object */
  constructor(words: 1 | 4, columns: number, baseOffset = 0) {
    this.#words = words;
    this.#columns = columns;
    this.#offsets = [baseOffset];
    this.#openBlock();
  }

  /**
   * Adds the range that starts here; the first must start at zero. A row equal to the one before it
   * only extends that one.
   */
  add(start: readonly number[], entries: readonly (Entry | null)[]): void {
    if (this.#last && entries.every((entry, column) => entry === this.#last?.[column])) return;
    this.#last = entries;
    const isFull = this.#starts.length >= MAX_BLOCK_ROWS * this.#words;
    if (isFull || this.#dictionaries.some(({ textBytes }) => textBytes >= MAX_TEXT_BYTES))
      this.#closeBlock();
    if (this.#starts.length === 0) this.#firsts.push(...start);
    this.#starts.push(...start);
    for (let column = 0; column < this.#columns; column++) {
      this.#positions.push(
        (this.#dictionaries[column] as DictionaryWriter).position(entries[column] ?? null),
      );
    }
    this.#rows++;
  }

  /**
   * Blocks finished since they were last taken: a table larger than memory is written away as it
   * grows.
   */
  take(): readonly Uint8Array[] {
    if (this.#blocks.length === 0) return NONE;
    const blocks = this.#blocks;
    this.#blocks = [];
    return blocks;
  }

  /**
   * @returns the blocks not yet taken, and the index that finds all of them; the writer is spent.
   */
  finish(): RangeTable {
    this.#closeBlock();
    const index = new Uint32Array(INDEX_HEADER_WORDS + this.#firsts.length + this.#offsets.length);
    index.set([INDEX_MAGIC, this.#words, this.#rows, this.#offsets.length - 1]);
    index.set(this.#firsts, INDEX_HEADER_WORDS);
    index.set(this.#offsets, INDEX_HEADER_WORDS + this.#firsts.length);
    return {
      blocks: this.#blocks,
      index: new Uint8Array(index.buffer),
      rows: this.#rows,
      end: this.#offsets.at(-1) ?? 0,
    };
  }

  #openBlock(): void {
    this.#starts = [];
    this.#positions = [];
    this.#parents = new DictionaryWriter(null);
    this.#dictionaries = Array.from(
      { length: this.#columns },
      () => new DictionaryWriter(this.#parents),
    );
  }

  #closeBlock(): void {
    if (this.#starts.length === 0) return;
    const rows = this.#starts.length / this.#words;
    const keys =
      this.#words === 1
        ? pagedKeys(this.#starts)
        : { parts: [Uint32Array.from(this.#starts)], pages: 0, firstPage: 0 };
    const dictionaries = [...this.#dictionaries, this.#parents];
    const header = new Uint32Array(HEADER_WORDS + dictionaries.length * DICTIONARY_WORDS);
    header.set([rows, this.#columns, keys.pages, keys.firstPage]);
    const parts: (Uint8Array | Uint16Array | Uint32Array)[] = [
      header,
      ...keys.parts,
      halvesOf(this.#positions),
    ];
    let length = parts.reduce((sum, part) => sum + part.byteLength, 0);
    for (const [position, dictionary] of dictionaries.entries()) {
      const records = dictionary.records();
      const text = dictionary.text();
      header.set(
        [length, dictionary.numbersPerEntry, length + records.byteLength],
        HEADER_WORDS + position * DICTIONARY_WORDS,
      );
      parts.push(records, text);
      length += records.byteLength + text.byteLength;
    }
    this.#blocks.push(concatenated(parts));
    this.#offsets.push((this.#offsets.at(-1) ?? 0) + length);
    this.#openBlock();
  }
}

/** The parts' bytes one after another. */
export function concatenated(
  parts: readonly (Uint8Array | Uint16Array | Uint32Array)[],
): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), offset);
    offset += part.byteLength;
  }
  return bytes;
}

function halvesOf(values: readonly number[]): Uint16Array {
  const halves = new Uint16Array(even(values.length));
  halves.set(values);
  return halves;
}

function pagedKeys(starts: readonly number[]) {
  const firstPage = (starts[0] as number) >>> 16;
  const pages = ((starts.at(-1) as number) >>> 16) - firstPage + 1;
  const rowsBefore: number[] = [];
  for (const [row, start] of starts.entries()) {
    for (const page = (start >>> 16) - firstPage; rowsBefore.length <= page; ) rowsBefore.push(row);
  }
  rowsBefore.push(starts.length);
  return {
    parts: [halvesOf(rowsBefore), halvesOf(starts.map((start) => start & 0xffff))],
    pages,
    firstPage,
  };
}
