import { findWords } from './keys.ts';

/**
 * Raised when the form of a table's blocks, entries, index or pointer changes. It is part of every
 * key, so that
 * code before and after a change reads its own tables beside each other, and a rollback finds what
 * it knows.
 */
export const TABLE_LAYOUT = 4;
/** "RGX" and the layout's digit. */
export const INDEX_MAGIC = 0x584752 + ((0x30 + TABLE_LAYOUT) << 24);
export const INDEX_HEADER_WORDS = 4;

/**
 * Where each block of one range table lies in its blocks object. Little-endian u32:
 * magic, words per address, rows, blocks; first address of each block; byte offset of each block
 * and the end of the last.
 */
export class RangeIndex {
  readonly words: number;
  readonly rows: number;
  readonly blocks: number;
  readonly #firsts: Uint32Array;
  readonly #offsets: Uint32Array;

  /** @throws RangeError when the bytes are not an index */
  constructor(bytes: ArrayBuffer, offset = 0) {
    const [magic, words = 0, rows = 0, blocks = 0] = new Uint32Array(
      bytes,
      offset,
      INDEX_HEADER_WORDS,
    );
    if (magic !== INDEX_MAGIC) throw new RangeError('not a range index');
    this.words = words;
    this.rows = rows;
    this.blocks = blocks;
    this.#firsts = new Uint32Array(bytes, offset + INDEX_HEADER_WORDS * 4, blocks * words);
    this.#offsets = new Uint32Array(
      bytes,
      offset + (INDEX_HEADER_WORDS + blocks * words) * 4,
      blocks + 1,
    );
  }

  get byteLength(): number {
    return (INDEX_HEADER_WORDS + this.blocks * this.words + this.blocks + 1) * 4;
  }

  /** @returns the block that holds `key`; the first block of a table starts at address zero. */
  block(key: readonly number[]): number {
    return findWords(this.#firsts, 0, this.blocks, key);
  }

  /** Byte range of a block in the blocks object. */
  range(block: number): { offset: number; length: number } {
    const offset = this.#offsets[block] as number;
    return { offset, length: (this.#offsets[block + 1] as number) - offset };
  }
}
