import type { RecordDataset } from '../core/records/dataset.ts';
import { commitImport, type StartedImport, storeBatch } from '../store/imports.ts';
import { parseRecord } from './parse-record.ts';
import type { RecordPorts } from './ports.ts';
import { givenUp, type RecordWriter } from './record-writer.ts';
import { RowBatch } from './row-batch.ts';

/** Rows under each of their keys, in the database. */
export class RowWriter implements RecordWriter {
  readonly flushQueries = 2;
  keys: number;
  #fresh: number;
  readonly #batch: RowBatch;
  readonly #import: StartedImport;
  readonly #dataset: RecordDataset;
  readonly #ports: RecordPorts;

  constructor(started: StartedImport, dataset: RecordDataset, ports: RecordPorts) {
    this.#import = started;
    this.#dataset = dataset;
    this.#ports = ports;
    this.#batch = new RowBatch(dataset);
    this.keys = started.keys;
    this.#fresh = started.fresh;
  }

  get full(): boolean {
    return this.#batch.full;
  }

  add(columns: Record<string, unknown>): string {
    const checked = parseRecord(this.#dataset, columns);
    this.#batch.add(checked);
    return checked.keys[0];
  }

  async flush(): Promise<number> {
    if (this.#batch.isEmpty) return 0;
    const { id, dataset } = this.#import;
    const { counted } = this.#batch;
    const progress = await storeBatch(
      this.#ports.db,
      { id, dataset, joins: this.#dataset.apartBy !== undefined },
      this.#batch.take(),
      counted,
      this.#ports.clock.now(),
    );
    if (!progress) throw givenUp();
    const fresh = progress.fresh - this.#fresh;
    this.keys = progress.keys;
    this.#fresh = progress.fresh;
    return fresh;
  }

  async finishPart(): Promise<void> {}

  commit(): Promise<boolean> {
    const { db, clock } = this.#ports;
    return commitImport(db, this.#import, null, clock.now(), this.#dataset.keys.length > 1);
  }
}
