import { hashDomain } from './domain-hash.ts';

/**
 * A table of ranked domains, found by the hash of their names. Little-endian words:
 *
 *     rows, domains ranked in all, words a row, buckets
 *     rows before each bucket [buckets + 1]
 *     rows: high and low word of the hash, then the figures; the bucket is the top of the high word
 *
 * Hashes are even, so a bucket has some two hundred rows, which one read brings and one pass
 * searches.
 */
export const RANK_LAYOUT = 1;
const BUCKET_BITS = 12;
export const BUCKETS = 1 << BUCKET_BITS;
export const HEAD_WORDS = 4 + BUCKETS + 1;
export const HASH_WORDS = 2;

const WORD_BYTES = 4;

export const bucketOf = (high: number): number => high >>> (32 - BUCKET_BITS);

/** The head of a table: where the rows of a name are. */
export class RankIndex {
  readonly #words: Uint32Array;

  /** @throws Error for bytes that are no head of a table */
  constructor(bytes: ArrayBuffer) {
    this.#words = new Uint32Array(bytes);
    const [rows, , width = 0, buckets] = this.#words;
    const isWhole = this.#words.length === HEAD_WORDS && this.#words[HEAD_WORDS - 1] === rows;
    if (!isWhole || buckets !== BUCKETS || width <= HASH_WORDS)
      throw new Error('the head of a table of ranks is damaged');
  }

  /** How many domains the publisher ranked, though the table may hold the first of them only. */
  get of(): number {
    return this.#words[1] as number;
  }

  get width(): number {
    return this.#words[2] as number;
  }

  /** Bytes of the bucket that a name would be in. */
  range(name: string): { offset: number; length: number } {
    const at = 4 + bucketOf(hashDomain(name).high);
    const [from = 0, to = 0] = this.#words.subarray(at, at + 2);
    const rowBytes = this.width * WORD_BYTES;
    return { offset: HEAD_WORDS * WORD_BYTES + from * rowBytes, length: (to - from) * rowBytes };
  }

  /** The figures of a name in its bucket; null when it is not in the table. */
  find(name: string, bucket: Uint32Array): Uint32Array | null {
    const { high, low } = hashDomain(name);
    for (let at = 0; at < bucket.length; at += this.width)
      if (bucket[at] === high && bucket[at + 1] === low)
        return bucket.subarray(at + HASH_WORDS, at + this.width);
    return null;
  }
}

export const HEAD_BYTES = HEAD_WORDS * WORD_BYTES;
