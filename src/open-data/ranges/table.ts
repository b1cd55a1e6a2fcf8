import { Lru } from '../../lib/lru.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { Blobs } from '../../lookup/world.ts';
import { findU32Key, RangeBlock } from './block.ts';

/**
 * Layout version, part of every key; raised when the format of a table's blocks, entries, index or
 * pointer changes. Old and new code then read their own tables side by side, and a rollback finds
 * tables that it can read.
 */
export const TABLE_LAYOUT = 6;
/** "RGX" and the layout digit. */
export const INDEX_MAGIC = 0x584752 + ((0x30 + TABLE_LAYOUT) << 24);
export const INDEX_HEADER_U32S = 4;

/**
 * Byte range of each block of one range table in its blocks object. Little-endian u32: magic, words
 * per address, rows, blocks; first address of each block; byte offset of each block and the end of
 * the last.
 */
export class RangeIndex {
  readonly words: number;
  readonly rows: number;
  readonly blocks: number;
  readonly #firsts: Uint32Array;
  readonly #offsets: Uint32Array;

  /** @throws RangeError if the bytes are not an index */
  constructor(bytes: ArrayBuffer, offset = 0) {
    const [magic, words = 0, rows = 0, blocks = 0] = new Uint32Array(
      bytes,
      offset,
      INDEX_HEADER_U32S,
    );
    if (magic !== INDEX_MAGIC) throw new RangeError('not a range index');
    this.words = words;
    this.rows = rows;
    this.blocks = blocks;
    this.#firsts = new Uint32Array(bytes, offset + INDEX_HEADER_U32S * 4, blocks * words);
    this.#offsets = new Uint32Array(
      bytes,
      offset + (INDEX_HEADER_U32S + blocks * words) * 4,
      blocks + 1,
    );
  }

  get byteLength(): number {
    return (INDEX_HEADER_U32S + this.blocks * this.words + this.blocks + 1) * 4;
  }

  /** @returns the block that contains `key`; the first block of a table starts at address zero */
  block(key: readonly number[]): number {
    return findU32Key(this.#firsts, 0, this.blocks, key);
  }

  /** First address after a block; null for the last block. */
  end(block: number): readonly number[] | null {
    if (block + 1 >= this.blocks) return null;
    const at = (block + 1) * this.words;
    return [...this.#firsts.subarray(at, at + this.words)];
  }

  range(block: number): { offset: number; length: number } {
    const offset = this.#offsets[block] as number;
    return { offset, length: (this.#offsets[block + 1] as number) - offset };
  }
}

/**
 * Limit of an isolate's block cache. An isolate has 128 MB, which the program, its other tables and
 * the requests in flight share.
 */
export const MAX_CACHED_BYTES = 48 * 1_048_576;

/** Limit while the isolate refreshes a feed, which needs as much memory. */
const MAX_CACHED_BYTES_BESIDE_A_FEED = 4 * 1_048_576;

/** LRU cache of blocks, limited by bytes. */
export type BlockCache = Lru<number, RangeBlock>;

export const createBlockCache = (limitBytes = MAX_CACHED_BYTES): BlockCache =>
  new Lru(limitBytes, ({ byteLength }) => byteLength);

/** Shrinks the block cache while `work` runs, for work that needs much memory. */
export async function makeRoom<T>(cache: BlockCache, work: () => Promise<T>): Promise<T> {
  cache.resize(MAX_CACHED_BYTES_BESIDE_A_FEED);
  try {
    return await work();
  } finally {
    cache.resize(MAX_CACHED_BYTES);
  }
}

/** Distance between the cache keys of two tables; no table has this many blocks. */
const MAX_BLOCKS = 2 ** 20;
let openTables = 0;

/**
 * Range table whose blocks are read from storage on demand. One per stored version: blocks never
 * change under a key.
 */
export class RangeTable {
  readonly #index: RangeIndex;
  readonly #blobs: Blobs;
  readonly #blocksKey: string;
  readonly #cache: BlockCache;
  readonly #cacheBase = openTables++ * MAX_BLOCKS;

  constructor(index: RangeIndex, blobs: Blobs, blocksKey: string, cache: BlockCache) {
    this.#index = index;
    this.#blobs = blobs;
    this.#blocksKey = blocksKey;
    this.#cache = cache;
  }

  /**
   * Block that contains `key`, returned synchronously if cached. Two requests that miss at once
   * read it twice: in Workers, one request may not wait for another's input or output.
   * @throws Error if the blocks object is missing or short
   */
  block(key: readonly number[]): MaybePromise<RangeBlock> {
    const position = this.#index.block(key);
    return this.#cache.get(this.#cacheBase + position) ?? this.#load(position);
  }

  async #load(position: number): Promise<RangeBlock> {
    const range = this.#index.range(position);
    const bytes = await this.#blobs.read(this.#blocksKey, range);
    if (bytes?.byteLength !== range.length)
      throw new Error(`${this.#blocksKey} lacks bytes ${range.offset}+${range.length}`);
    const block = new RangeBlock(bytes, this.#index.words, this.#index.end(position));
    this.#cache.set(this.#cacheBase + position, block);
    return block;
  }
}
