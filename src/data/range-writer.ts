import { DictionaryWriter } from './dictionary-writer.ts';
import { type Entry, HEADER_WORDS, padded } from './range-block.ts';
import { INDEX_HEADER_WORDS, INDEX_MAGIC } from './range-index.ts';

/** A block is closed when it reaches either; together they keep it at a few tens of KiB. */
const MAX_BLOCK_ROWS = 4_096;
const MAX_TEXT_BYTES = 32_768;

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
  readonly #blocks: Uint8Array[] = [];
  readonly #firsts: number[] = [];
  readonly #offsets: number[];
  #rows = 0;
  #starts: number[] = [];
  #positions: number[][] = [];
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

  /** Adds the range that starts here; the first must start at zero. A row equal to the one before it only extends that one. */
  add(start: readonly number[], entries: readonly (Entry | null)[]): void {
    if (this.#last && entries.every((entry, column) => entry === this.#last?.[column])) return;
    this.#last = entries;
    const isFull = this.#starts.length >= MAX_BLOCK_ROWS * this.#words;
    if (isFull || this.#dictionaries.some(({ textBytes }) => textBytes >= MAX_TEXT_BYTES)) this.#closeBlock();
    if (this.#starts.length === 0) this.#firsts.push(...start);
    this.#starts.push(...start);
    for (let column = 0; column < this.#columns; column++) {
      this.#positions[column]?.push((this.#dictionaries[column] as DictionaryWriter).position(entries[column] ?? null));
    }
    this.#rows++;
  }

  /** @returns the blocks in order, and the index that finds them; the writer is spent. */
  finish(): RangeTable {
    this.#closeBlock();
    const index = new Uint32Array(INDEX_HEADER_WORDS + this.#firsts.length + this.#offsets.length);
    index.set([INDEX_MAGIC, this.#words, this.#rows, this.#blocks.length]);
    index.set(this.#firsts, INDEX_HEADER_WORDS);
    index.set(this.#offsets, INDEX_HEADER_WORDS + this.#firsts.length);
    return { blocks: this.#blocks, index: new Uint8Array(index.buffer), rows: this.#rows, end: this.#offsets.at(-1) ?? 0 };
  }

  #openBlock(): void {
    this.#starts = [];
    this.#positions = Array.from({ length: this.#columns }, () => []);
    this.#parents = new DictionaryWriter(null);
    this.#dictionaries = Array.from({ length: this.#columns }, () => new DictionaryWriter(this.#parents));
  }

  #closeBlock(): void {
    if (this.#starts.length === 0) return;
    const dictionaries = [...this.#dictionaries, this.#parents].map((dictionary) => dictionary.bytes());
    const keys = this.#words === 1 ? pagedKeys(this.#starts) : wordKeys(this.#starts);
    const columns = this.#positions.map((positions) => paddedHalves(positions));
    const header = new Uint32Array(HEADER_WORDS + dictionaries.length);
    header.set([this.#starts.length / this.#words, this.#columns, keys.pages, keys.firstPage]);
    const parts = [header, keys.bytes, ...columns, ...dictionaries];
    let length = 0;
    const offsets = parts.map((part) => {
      const offset = length;
      length += part.byteLength;
      return offset;
    });
    header.set(offsets.slice(-dictionaries.length), HEADER_WORDS);
    const block = new Uint8Array(length);
    for (const [position, part] of parts.entries()) {
      block.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), offsets[position]);
    }
    this.#blocks.push(block);
    this.#offsets.push((this.#offsets.at(-1) ?? 0) + length);
    this.#openBlock();
  }
}

function paddedHalves(values: readonly number[]): Uint16Array {
  const halves = new Uint16Array(padded(values.length * 2) / 2);
  halves.set(values);
  return halves;
}

function pagedKeys(starts: readonly number[]) {
  const firstPage = (starts[0] as number) >>> 16;
  const pages = ((starts.at(-1) as number) >>> 16) - firstPage + 1;
  const rowsBefore: number[] = [];
  for (const [row, start] of starts.entries()) {
    for (let page = (start >>> 16) - firstPage; rowsBefore.length <= page; ) rowsBefore.push(row);
  }
  rowsBefore.push(starts.length);
  const before = paddedHalves(rowsBefore);
  const bytes = new Uint16Array(before.length + padded(starts.length * 2) / 2);
  bytes.set(before);
  bytes.set(
    starts.map((start) => start & 0xffff),
    before.length,
  );
  return { bytes, pages, firstPage };
}

function wordKeys(starts: readonly number[]) {
  return { bytes: Uint32Array.from(starts), pages: 0, firstPage: 0 };
}
