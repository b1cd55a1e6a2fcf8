import type { RecordDataset } from '../core/records/datasets.ts';
import { commitImport, type StartedImport, storeBatch } from '../store/imports.ts';
import { parseRecord } from './parse-record.ts';
import type { RecordPorts } from './ports.ts';
import { givenUp, type RecordWriter } from './record-writer.ts';

/** D1 takes 2 MB in one value; the larger a batch, the fewer statements a file costs. */
const BATCH_BYTES = 1_500_000;

const encoder = new TextEncoder();

/** One row a key, in the database. */
export class RowWriter implements RecordWriter {
  readonly flushQueries = 2;
  keys: number;
  #fresh: number;
  /** Key → the row as it is sent. */
  #batch = new Map<string, string>();
  #bytes = 0;
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
    return this.#bytes >= BATCH_BYTES;
  }

  add(columns: Record<string, unknown>): string {
    const [key, row] = parseRecord(this.#dataset, columns);
    const { [this.#dataset.keyColumn]: _, ...others } = row;
    const sent = JSON.stringify([key, others]);
    this.#batch.set(key, sent);
    this.#bytes += encoder.encode(sent).byteLength + 1;
    return key;
  }

  async flush(): Promise<number> {
    if (this.#batch.size === 0) return 0;
    const { db, clock } = this.#ports;
    const progress = await storeBatch(
      db,
      this.#import.id,
      this.#import.dataset,
      `[${[...this.#batch.values()].join(',')}]`,
      this.#batch.size,
      clock.now(),
    );
    if (!progress) throw givenUp();
    const fresh = progress.fresh - this.#fresh;
    this.keys = progress.keys;
    this.#fresh = progress.fresh;
    this.#batch.clear();
    this.#bytes = 0;
    return fresh;
  }

  async finishPart(): Promise<void> {}

  commit(): Promise<boolean> {
    return commitImport(this.#ports.db, this.#import, null, this.#ports.clock.now());
  }
}
