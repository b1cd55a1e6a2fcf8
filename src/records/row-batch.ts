import { UnusableInput } from '../lib/inputs.ts';
import type { RecordDataset } from '../lookup/datasets/dataset.ts';
import type { CheckedRow } from './rows.ts';

/** D1 takes 2 MB in one value; the larger a batch, the fewer statements a file costs. */
const BATCH_BYTES = 1_500_000;

/** Rows of one key within a batch; a key's rows are one value of the database. */
export const MAX_ROWS_OF_KEY = 2_000;

/** Bytes of JSON around a key and its row, and around a row of several. */
const KEY_FRAME_BYTES = 6;
const ROW_FRAME_BYTES = 4;

const encoder = new TextEncoder();
const utf8Length = (text: string): number => encoder.encode(text).byteLength;

/** What a batch says of one key. */
interface BatchedKey {
  /** Some row is counted by it. */
  counts: boolean;
  /**
   * What tells a row apart → the row; of a data set with one row a key, one under an empty text.
   */
  rows: Map<string, string>;
}

/** Rows that wait to be sent, the last of each key only. */
export class RowBatch {
  #entries = new Map<string, BatchedKey>();
  #bytes = 0;
  readonly #dataset: RecordDataset;
  /** What a row is found by and nothing else tells is not stored twice. */
  readonly #keyColumn: string | null;

  constructor(dataset: RecordDataset) {
    this.#dataset = dataset;
    const [{ columns }, ...others] = dataset.keys;
    this.#keyColumn = others.length === 0 && columns.length === 1 ? columns[0] : null;
  }

  get full(): boolean {
    return this.#bytes >= BATCH_BYTES;
  }

  /** Keys that rows are counted by. */
  get counted(): number {
    return [...this.#entries.values()].filter(({ counts }) => counts).length;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** @throws UnusableInput when a key has more rows than {@link MAX_ROWS_OF_KEY} */
  add({ keys, row }: CheckedRow): void {
    const cells = new Map(Object.entries(row));
    const apart = (this.#dataset.distinguishingColumns ?? [])
      .map((column) => String(cells.get(column) ?? '').toLowerCase())
      .join('|');
    if (this.#keyColumn !== null) cells.delete(this.#keyColumn);
    const data = JSON.stringify(Object.fromEntries(cells));
    const apartBytes = apart === '' ? 0 : utf8Length(JSON.stringify(apart)) + ROW_FRAME_BYTES;
    const rowBytes = utf8Length(data) + apartBytes + KEY_FRAME_BYTES;
    const places = keys.map((key) => this.#entries.get(key)?.rows);
    if (places.some((rows) => rows && rows.size >= MAX_ROWS_OF_KEY && !rows.has(apart)))
      throw new UnusableInput(`is one of more than ${MAX_ROWS_OF_KEY} rows of one key`);
    for (const [at, key] of keys.entries()) {
      const entry = this.#entries.get(key) ?? { counts: false, rows: new Map() };
      entry.counts ||= at === 0;
      entry.rows.set(apart, data);
      this.#entries.set(key, entry);
      this.#bytes += utf8Length(key) + rowBytes;
    }
  }

  /**
   * JSON array of [key, row], [key, row, 0] where no row is counted by it; of rows told apart, an
   * object of lists of one row.
   */
  take(): string {
    const isList = this.#dataset.distinguishingColumns !== undefined;
    const sent = [...this.#entries].map(([key, { rows, counts }]) => {
      const data = isList
        ? `{${[...rows].map(([apart, row]) => `${JSON.stringify(apart)}:[${row}]`).join(',')}}`
        : rows.get('');
      return `[${JSON.stringify(key)},${data}${counts ? '' : ',0'}]`;
    });
    this.#entries.clear();
    this.#bytes = 0;
    return `[${sent.join(',')}]`;
  }
}
