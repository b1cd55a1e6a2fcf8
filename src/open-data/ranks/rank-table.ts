import { hashDomain } from '../../lib/domain-hash.ts';

/**
 * Table of ranked domains, indexed by the hash of their names. Little-endian words:
 *
 *     rows, domains ranked in all, words per row, buckets
 *     rows before each bucket [buckets + 1]
 *     rows: high and low word of the hash, then the figures; the bucket is the top of the high word
 *
 * Hashes are evenly distributed, so a bucket has some two hundred rows, which are read at once and
 * searched linearly.
 */
export const RANK_LAYOUT = 1;
const BUCKET_BITS = 12;
const BUCKETS = 1 << BUCKET_BITS;
const RANK_HEAD_U32S = 4 + BUCKETS + 1;
const HASH_U32S = 2;

const U32_BYTES = 4;

const bucketOfHash = (high: number): number => high >>> (32 - BUCKET_BITS);

/** Head of a table: the position of each bucket. */
export class RankIndex {
  readonly #words: Uint32Array;

  /** @throws Error if the bytes are not the head of a table */
  constructor(bytes: ArrayBuffer) {
    this.#words = new Uint32Array(bytes);
    const [rows, , width = 0, buckets] = this.#words;
    const isWhole =
      this.#words.length === RANK_HEAD_U32S && this.#words[RANK_HEAD_U32S - 1] === rows;
    if (!isWhole || buckets !== BUCKETS || width <= HASH_U32S)
      throw new Error('the head of a table of ranks is damaged');
  }

  /** How many domains the publisher ranked; the table may contain only the first of them. */
  get of(): number {
    return this.#words[1] as number;
  }

  get width(): number {
    return this.#words[2] as number;
  }

  /** Byte range of the bucket for a name. */
  range(name: string): { offset: number; length: number } {
    const at = 4 + bucketOfHash(hashDomain(name).high);
    const [from = 0, to = 0] = this.#words.subarray(at, at + 2);
    const rowBytes = this.width * U32_BYTES;
    return { offset: RANK_HEAD_U32S * U32_BYTES + from * rowBytes, length: (to - from) * rowBytes };
  }

  /** Figures of a name in its bucket; null if it is not in the table. */
  find(name: string, bucket: Uint32Array): Uint32Array | null {
    const { high, low } = hashDomain(name);
    for (let at = 0; at < bucket.length; at += this.width)
      if (bucket[at] === high && bucket[at + 1] === low)
        return bucket.subarray(at + HASH_U32S, at + this.width);
    return null;
  }
}

export const RANK_HEAD_BYTES = RANK_HEAD_U32S * U32_BYTES;

/** Rows per written block: under 100 KB. */
const BLOCK_ROWS = 4_096;

/**
 * Collects a list of ranked domains in columns of numbers, a few megabytes each, and orders it by
 * bucket with a counting sort.
 */
export class RankWriter {
  readonly #columns: Uint32Array[];
  readonly #maxRows: number;
  #rows = 0;

  /** @param figures words per row besides its hash */
  constructor(figures: number, maxRows: number) {
    this.#maxRows = maxRows;
    this.#columns = Array.from({ length: HASH_U32S + figures }, () => new Uint32Array(maxRows));
  }

  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#rows === this.#maxRows;
  }

  /** @param name A-labels, lower case @throws RangeError if the table is full */
  add(name: string, figures: readonly number[]): void {
    if (this.isFull) throw new RangeError('the table of ranks is full');
    const { high, low } = hashDomain(name);
    [high, low, ...figures].forEach((value, column) => {
      (this.#columns[column] as Uint32Array)[this.#rows] = value;
    });
    this.#rows++;
  }

  /** Number of rows before each bucket, then of all rows. */
  #starts(): Uint32Array {
    const starts = new Uint32Array(BUCKETS + 1);
    const [highs] = this.#columns as [Uint32Array];
    for (let row = 0; row < this.#rows; row++)
      (starts[bucketOfHash(highs[row] as number) + 1] as number)++;
    for (let bucket = 0; bucket < BUCKETS; bucket++)
      (starts[bucket + 1] as number) += starts[bucket] as number;
    return starts;
  }

  /**
   * The table in blocks; the next block may overwrite the previous one.
   * @param of how many domains the publisher ranked
   */
  *blocks(of: number): Generator<Uint8Array> {
    const starts = this.#starts();
    const width = this.#columns.length;
    const head = new Uint32Array(RANK_HEAD_U32S);
    head.set([this.#rows, of, width, BUCKETS]);
    head.set(starts, 4);
    yield new Uint8Array(head.buffer);
    const order = new Uint32Array(this.#rows);
    const [highs] = this.#columns as [Uint32Array];
    for (let row = 0; row < this.#rows; row++) {
      const bucket = bucketOfHash(highs[row] as number);
      order[(starts[bucket] as number)++] = row;
    }
    const block = new Uint32Array(BLOCK_ROWS * width);
    for (let from = 0; from < this.#rows; from += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, this.#rows - from);
      for (let at = 0; at < rows; at++)
        for (let column = 0; column < width; column++)
          block[at * width + column] = (this.#columns[column] as Uint32Array)[
            order[from + at] as number
          ] as number;
      yield new Uint8Array(block.buffer, 0, rows * width * Uint32Array.BYTES_PER_ELEMENT);
    }
  }
}
