import type { Blobs } from '../../core/ports.ts';
import type { BlockCache } from '../block-cache.ts';
import { RangeBlock } from './block.ts';
import type { RangeIndex } from './block-index.ts';

/** Distance between the cache keys of two tables; no table has so many blocks. */
const MAX_BLOCKS = 2 ** 20;
let tables = 0;

/**
 * A range table whose blocks are read from blobs when needed. One per stored version: blocks never
 * change under a key.
 */
export class RangeTable {
  readonly #index: RangeIndex;
  readonly #blobs: Blobs;
  readonly #blocksKey: string;
  readonly #cache: BlockCache;
  readonly #cacheBase = tables++ * MAX_BLOCKS;

  constructor(index: RangeIndex, blobs: Blobs, blocksKey: string, cache: BlockCache) {
    this.#index = index;
    this.#blobs = blobs;
    this.#blocksKey = blocksKey;
    this.#cache = cache;
  }

  /** The block that holds `key`, when it is in memory. */
  held(key: readonly number[]): RangeBlock | undefined {
    return this.#cache.get(this.#cacheBase + this.#index.block(key));
  }

  /**
   * The block that holds `key`. Two requests that miss at once read it twice:
   * in Workers one request may not wait for another's input or output.
   * @throws Error when the blocks object is gone or short
   */
  async load(key: readonly number[]): Promise<RangeBlock> {
    const position = this.#index.block(key);
    const range = this.#index.range(position);
    const bytes = await this.#blobs.read(this.#blocksKey, range);
    if (bytes?.byteLength !== range.length)
      throw new Error(`${this.#blocksKey} lacks bytes ${range.offset}+${range.length}`);
    const block = new RangeBlock(bytes, this.#index.words);
    this.#cache.put(this.#cacheBase + position, block);
    return block;
  }
}
