import type { RangeBlock } from './ranges/block.ts';

/**
 * Bytes of blocks an isolate may hold. An isolate has 128 MB; the rest belongs to the program,
 * its other tables and the requests in flight.
 */
export const MAX_HELD_BYTES = 48 * 1_048_576;

/** Keeps the blocks used last, up to a number of bytes. */
export class BlockCache {
  readonly #limitBytes: number;
  readonly #blocks = new Map<number, { block: RangeBlock; usedAt: number }>();
  #heldBytes = 0;
  #uses = 0;

  constructor(limitBytes = MAX_HELD_BYTES) {
    this.#limitBytes = limitBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  get(key: number): RangeBlock | undefined {
    const held = this.#blocks.get(key);
    if (held) held.usedAt = ++this.#uses;
    return held?.block;
  }

  put(key: number, block: RangeBlock): void {
    if (this.#blocks.has(key)) return;
    this.#blocks.set(key, { block, usedAt: ++this.#uses });
    this.#heldBytes += block.byteLength;
    while (this.#heldBytes > this.#limitBytes && this.#blocks.size > 1) this.#dropOldest();
  }

  /**
   * Looks at every block, which costs microseconds and only follows a read that costs milliseconds.
   */
  #dropOldest(): void {
    let oldestKey = -1;
    let oldestUse = Number.POSITIVE_INFINITY;
    for (const [key, { usedAt }] of this.#blocks) {
      if (usedAt >= oldestUse) continue;
      oldestKey = key;
      oldestUse = usedAt;
    }
    this.#heldBytes -= this.#blocks.get(oldestKey)?.block.byteLength ?? 0;
    this.#blocks.delete(oldestKey);
  }
}
