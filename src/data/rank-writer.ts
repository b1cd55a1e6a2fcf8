import { hashDomain } from './domain-hash.ts';
import { BUCKETS, bucketOf, HASH_WORDS, HEAD_WORDS } from './rank-table.ts';

/** Rows written at once: under 100 KB. */
const BLOCK_ROWS = 4_096;

/**
 * Gathers a list of ranked domains in columns of numbers, a few megabytes each, and orders it by
 * hash without
 * sorting: rows are counted by bucket and then taken bucket by bucket.
 */
export class RankWriter {
  readonly #columns: Uint32Array[];
  readonly #maxRows: number;
  #rows = 0;

  /** @param figures words of each row besides its hash */
  constructor(figures: number, maxRows: number) {
    this.#maxRows = maxRows;
    this.#columns = Array.from({ length: HASH_WORDS + figures }, () => new Uint32Array(maxRows));
  }

  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#rows === this.#maxRows;
  }

  /** @param name A-labels, lower case @throws RangeError past the rows it was made for */
  add(name: string, figures: readonly number[]): void {
    if (this.isFull) throw new RangeError('the table of ranks is full');
    const { high, low } = hashDomain(name);
    [high, low, ...figures].forEach((value, column) => {
      (this.#columns[column] as Uint32Array)[this.#rows] = value;
    });
    this.#rows++;
  }

  /** Rows before each bucket, and all rows last. */
  #starts(): Uint32Array {
    const starts = new Uint32Array(BUCKETS + 1);
    const [highs] = this.#columns as [Uint32Array];
    for (let row = 0; row < this.#rows; row++)
      (starts[bucketOf(highs[row] as number) + 1] as number)++;
    for (let bucket = 0; bucket < BUCKETS; bucket++)
      (starts[bucket + 1] as number) += starts[bucket] as number;
    return starts;
  }

  /**
   * The table, piece by piece; a piece is spent when the next is taken.
   * @param of how many domains the publisher ranked
   */
  *blocks(of: number): Generator<Uint8Array> {
    const starts = this.#starts();
    const width = this.#columns.length;
    const head = new Uint32Array(HEAD_WORDS);
    head.set([this.#rows, of, width, BUCKETS]);
    head.set(starts, 4);
    yield new Uint8Array(head.buffer);
    const order = new Uint32Array(this.#rows);
    const [highs] = this.#columns as [Uint32Array];
    for (let row = 0; row < this.#rows; row++) {
      const bucket = bucketOf(highs[row] as number);
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
