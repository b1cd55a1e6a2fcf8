import { concatBytes } from '../../lib/bytes.ts';
import {
  DICTIONARY_U32S,
  HEADER_U32S,
  NO_ENTRY,
  type RangeEntry,
  RECORD_U16S,
  roundUpToEven,
} from './block.ts';
import { INDEX_HEADER_U32S, INDEX_MAGIC, RangeIndex } from './table.ts';

const utf8 = new TextEncoder();

/** Dictionary of the block being written (block.ts). Entries are compared by identity. */
class DictionaryWriter {
  readonly #positions = new Map<RangeEntry, number>();
  readonly #texts: Uint8Array[] = [];
  readonly #parentPositions: number[] = [];
  readonly #parents: DictionaryWriter | null;
  #textBytes = 0;

  constructor(parents: DictionaryWriter | null) {
    this.#parents = parents;
  }

  /** Bytes of the entries' texts; their starts are 16-bit, so at most 65,535. */
  get textBytes(): number {
    return this.#textBytes;
  }

  /** @returns the position of the entry, which is added if it is new */
  position(entry: RangeEntry | null): number {
    if (entry === null) return NO_ENTRY;
    const known = this.#positions.get(entry);
    if (known !== undefined) return known;
    const text = utf8.encode(entry.text);
    this.#texts.push(text);
    this.#textBytes += text.length;
    this.#parentPositions.push(this.#parents?.position(entry.parent) ?? NO_ENTRY);
    this.#positions.set(entry, this.#positions.size);
    return this.#positions.size - 1;
  }

  get numbersPerEntry(): number {
    return this.#positions.keys().next().value?.numbers.length ?? 0;
  }

  records(): Uint16Array {
    const recordHalves = this.numbersPerEntry + RECORD_U16S;
    const halves = new Uint16Array(roundUpToEven((this.#positions.size + 1) * recordHalves));
    let start = 0;
    for (const [entry, position] of this.#positions) {
      halves.set(
        [...entry.numbers, start, this.#parentPositions[position] as number],
        position * recordHalves,
      );
      start += (this.#texts[position] as Uint8Array).length;
    }
    halves[this.#positions.size * recordHalves + this.numbersPerEntry] = start;
    return halves;
  }

  text(): Uint8Array {
    const bytes = new Uint8Array(roundUpToEven(roundUpToEven(this.#textBytes) / 2) * 2);
    let start = 0;
    for (const text of this.#texts) {
      bytes.set(text, start);
      start += text.length;
    }
    return bytes;
  }
}

/** Limits at which a block is closed; together they keep it at a few tens of KiB. */
const MAX_BLOCK_ROWS = 4_096;
const MAX_TEXT_BYTES = 32_768;

const NO_BLOCKS: readonly Uint8Array[] = [];

export interface WrittenRangeTable {
  blocks: readonly Uint8Array[];
  index: Uint8Array;
  rows: number;
  /** Byte offset after the last block. */
  end: number;
}

/** Writes a range table (layout: block.ts, table.ts) from rows in ascending order. */
export class RangeTableWriter {
  readonly #words: number;
  readonly #columns: number;
  #blocks: Uint8Array[] = [];
  readonly #firsts: number[] = [];
  readonly #offsets: number[];
  #rows = 0;
  #starts: number[] = [];
  /** Dictionary positions: for each row, that of each column. */
  #positions: number[] = [];
  #parents = new DictionaryWriter(null);
  #dictionaries: DictionaryWriter[] = [];
  #last: readonly (RangeEntry | null)[] | null = null;

  /** @param baseOffset byte offset of this table's first block in the blocks object */
  constructor(words: 1 | 4, columns: number, baseOffset = 0) {
    this.#words = words;
    this.#columns = columns;
    this.#offsets = [baseOffset];
    this.#openBlock();
  }

  /**
   * Adds the range that starts at `start`; the first must start at zero. A row equal to the
   * previous one only extends it.
   */
  add(start: readonly number[], entries: readonly (RangeEntry | null)[]): void {
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

  /** Blocks completed since the last call: a table larger than memory is written as it grows. */
  take(): readonly Uint8Array[] {
    if (this.#blocks.length === 0) return NO_BLOCKS;
    const blocks = this.#blocks;
    this.#blocks = [];
    return blocks;
  }

  /** @returns the blocks not yet taken, and the index of all; the writer must not be used again */
  finish(): WrittenRangeTable {
    this.#closeBlock();
    const index = new Uint32Array(INDEX_HEADER_U32S + this.#firsts.length + this.#offsets.length);
    index.set([INDEX_MAGIC, this.#words, this.#rows, this.#offsets.length - 1]);
    index.set(this.#firsts, INDEX_HEADER_U32S);
    index.set(this.#offsets, INDEX_HEADER_U32S + this.#firsts.length);
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
    const header = new Uint32Array(HEADER_U32S + dictionaries.length * DICTIONARY_U32S);
    header.set([rows, this.#columns, keys.pages, keys.firstPage]);
    const parts: (Uint8Array | Uint16Array | Uint32Array)[] = [
      header,
      ...keys.parts,
      toU16s(this.#positions),
    ];
    let length = parts.reduce((sum, part) => sum + part.byteLength, 0);
    for (const [position, dictionary] of dictionaries.entries()) {
      const records = dictionary.records();
      const text = dictionary.text();
      header.set(
        [length, dictionary.numbersPerEntry, length + records.byteLength],
        HEADER_U32S + position * DICTIONARY_U32S,
      );
      parts.push(records, text);
      length += records.byteLength + text.byteLength;
    }
    this.#blocks.push(concatBytes(parts));
    this.#offsets.push((this.#offsets.at(-1) ?? 0) + length);
    this.#openBlock();
  }
}

function toU16s(values: readonly number[]): Uint16Array {
  const halves = new Uint16Array(roundUpToEven(values.length));
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
    parts: [toU16s(rowsBefore), toU16s(starts.map((start) => start & 0xffff))],
    pages,
    firstPage,
  };
}

/**
 * Joins the tables of both IP versions into one pair of objects, IPv4 first in each. `v6` must have
 * been written from `v4.end` on.
 */
export function joinIndexes(
  v4: WrittenRangeTable,
  v6: WrittenRangeTable,
): { blocks: Uint8Array; index: Uint8Array } {
  return {
    blocks: concatBytes([...v4.blocks, ...v6.blocks]),
    index: concatBytes([v4.index, v6.index]),
  };
}

/** @throws RangeError if the bytes are not such an index */
export function splitIndexes(bytes: ArrayBuffer): { v4: RangeIndex; v6: RangeIndex } {
  const v4 = new RangeIndex(bytes);
  return { v4, v6: new RangeIndex(bytes, v4.byteLength) };
}
