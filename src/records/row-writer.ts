import type { RecordDataset } from '../core/record-datasets.ts';
import { commitImport, type StartedImport, storeBatch } from '../store/imports.ts';
import { parseRecord } from './parse-record.ts';
import type { RecordPorts } from './ports.ts';
import { givenUp, type RecordWriter } from './record-writer.ts';

/** A batch is stored when it has this many keys or this many characters: D1 takes 2 MB in one value. */
const BATCH_ROWS = 1_000;
const BATCH_CHARS = 400_000;

/** One row a key, in the database. */
export class RowWriter implements RecordWriter {
  keys: number;
  #fresh: number;
  #batch = new Map<string, string>();
  #chars = 0;
  readonly #import: StartedImport;
  readonly #dataset: RecordDataset;
  readonly #ports: RecordPorts;

  constructor(started: StartedImport, dataset: RecordDataset, ports: RecordPorts) {
    this.#import = started;
    this.#dataset = dataset;
    this.#ports = ports;
    this.keys = started.keys;
    this.#fresh = started.fresh;
  }

  get full(): boolean {
    return this.#batch.size >= BATCH_ROWS || this.#chars >= BATCH_CHARS;
  }

  add(columns: Record<string, unknown>): void {
    const [key, row] = parseRecord(this.#dataset, columns);
    const { [this.#dataset.keyColumn]: _, ...others } = row;
    const data = JSON.stringify(others);
    this.#batch.set(key, data);
    this.#chars += key.length + data.length;
  }

  async flush(): Promise<number> {
    if (this.#batch.size === 0) return 0;
    const { db, clock } = this.#ports;
    const progress = await storeBatch(
      db,
      this.#import.id,
      this.#import.dataset,
      [...this.#batch],
      clock.now(),
    );
    if (!progress) throw givenUp();
    const fresh = progress.fresh - this.#fresh;
    this.keys = progress.keys;
    this.#fresh = progress.fresh;
    this.#batch.clear();
    this.#chars = 0;
    return fresh;
  }

  async finishPart(): Promise<void> {}

  commit(): Promise<boolean> {
    return commitImport(this.#ports.db, this.#import, null, this.#ports.clock.now());
  }
}
