import { BLOCK_HEADER_WORDS, type Entry, NO_ENTRY } from './range-block.ts';
import { INDEX_HEADER_WORDS, INDEX_MAGIC } from './range-index.ts';

/** A block is closed when it reaches either; together they keep it at a few tens of KiB. */
const MAX_BLOCK_ROWS = 4_096;
const MAX_TEXT_BYTES = 32_768;

const utf8 = new TextEncoder();
const padded = (bytes: number): number => (bytes + 3) & ~3;

/** Entries of one column of the block being written; equal entries must be the same object. */
class DictionaryWriter {
  readonly #positions = new Map<Entry, number>();
  readonly #texts: Uint8Array[] = [];
  textBytes = 0;

  position(entry: Entry | null): number {
    if (entry === null) return NO_ENTRY;
    const known = this.#positions.get(entry);
    if (known !== undefined) return known;
    const text = utf8.encode(entry.text);
    this.#texts.push(text);
    this.textBytes += text.length;
    this.#positions.set(entry, this.#positions.size);
    return this.#positions.size - 1;
  }

  bytes(): Uint8Array {
    const count = this.#positions.size;
    const numbersPerEntry = this.#positions.keys().next().value?.numbers.length ?? 0;
    const endsAt = 8 + count * numbersPerEntry * 4;
    const textAt = endsAt + padded(count * 2);
    const bytes = new Uint8Array(textAt + padded(this.textBytes));
    new Uint32Array(bytes.buffer).set([count, numbersPerEntry]);
    const numbers = new Int32Array(bytes.buffer, 8, count * numbersPerEntry);
    const ends = new Uint16Array(bytes.buffer, endsAt, count);
    let end = 0;
    let position = 0;
    for (const entry of this.#positions.keys()) {
      numbers.set(entry.numbers, position * numbersPerEntry);
      const text = this.#texts[position] as Uint8Array;
      bytes.set(text, textAt + end);
      end += text.length;
      ends[position++] = end;
    }
    return bytes;
  }
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
  #dictionaries: DictionaryWriter[] = [];
  #last: readonly (Entry | null)[] | null = null;

  /** @param baseOffset where this table's first block will lie in the blocks object */
  constructor(words: number, columns: number, baseOffset = 0) {
    this.#words = words;
    this.#columns = columns;
    this.#offsets = [baseOffset];
    this.#openBlock();
  }

  /** Adds the range that starts here. A row equal to the one before it only extends that one. */
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
  finish(): { blocks: readonly Uint8Array[]; index: Uint8Array; rows: number; end: number } {
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
    this.#dictionaries = Array.from({ length: this.#columns }, () => new DictionaryWriter());
  }

  #closeBlock(): void {
    if (this.#starts.length === 0) return;
    const rows = this.#starts.length / this.#words;
    const dictionaries = this.#dictionaries.map((dictionary) => dictionary.bytes());
    const startsAt = (BLOCK_HEADER_WORDS + this.#columns) * 4;
    const columnsAt = startsAt + this.#starts.length * 4;
    let offset = columnsAt + this.#columns * padded(rows * 2);
    const bytes = new Uint8Array(dictionaries.reduce((sum, dictionary) => sum + dictionary.length, offset));
    const header = new Uint32Array(bytes.buffer);
    header.set([rows, this.#columns]);
    header.set(this.#starts, startsAt / 4);
    for (const [column, dictionary] of dictionaries.entries()) {
      header[BLOCK_HEADER_WORDS + column] = offset;
      new Uint16Array(bytes.buffer, columnsAt + column * padded(rows * 2), rows).set(this.#positions[column] as number[]);
      bytes.set(dictionary, offset);
      offset += dictionary.length;
    }
    this.#blocks.push(bytes);
    this.#offsets.push((this.#offsets.at(-1) ?? 0) + bytes.length);
    this.#openBlock();
  }
}
