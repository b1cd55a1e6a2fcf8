import { ApiError } from '../lib/errors.ts';
import { UnusableInput } from '../lib/inputs.ts';
import {
  type ComplaintReport,
  type ComplaintRow,
  importedReport,
} from '../lookup/datasets/complaints.ts';
import type { RecordDataset } from '../lookup/datasets/dataset.ts';
import { countReports, MAX_REPORTS } from '../lookup/records/store-reports.ts';
import { NumberSetWriter } from './number-set-writer.ts';
import type { RecordPorts } from './ports.ts';
import { RowBatch } from './row-batch.ts';
import { parseKeys, parseRecord } from './rows.ts';
import { commitImport, type StartedImport, storeBatch, touchImport } from './store.ts';

/** Writer of one import until it is committed; one implementation for each kind of storage. */
export interface RecordWriter {
  /** Time to flush. */
  readonly full: boolean;
  /** D1 statements of one flush. */
  readonly flushQueries: number;
  /**
   * @returns the normalised key the row is counted by. @throws UnusableInput saying what is wrong
   * with the row
   */
  add(columns: Record<string, unknown>): string;
  /**
   * Stores what was added. @returns how many of its keys readers could not see and no earlier flush
   * stored
   */
  flush(): Promise<number>;
  /** Keys that rows are counted by, stored over all parts and flushes. */
  readonly keys: number;
  /** Called once the part is read and flushed. */
  finishPart(): Promise<void>;
  /** Makes everything visible at once. @returns false when the import was abandoned meanwhile */
  commit(): Promise<boolean>;
}

/** The import stored nothing for too long, was taken for crashed and abandoned. */
const importAbandoned = (): ApiError =>
  new ApiError('SERVICE_BUSY', 'The import stood still for too long and was given up.');

/** Rows under each of their keys, in the database. */
class RowWriter implements RecordWriter {
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
      { id, dataset, joins: this.#dataset.distinguishingColumns !== undefined },
      this.#batch.take(),
      counted,
      this.#ports.clock.now(),
    );
    if (!progress) throw importAbandoned();
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

/**
 * Which numbers there are and nothing else: bits in the bucket, the state of the import in the
 * database.
 */
class NumberWriter implements RecordWriter {
  readonly #set: NumberSetWriter;
  readonly #import: StartedImport;
  readonly #dataset: RecordDataset;
  readonly #ports: RecordPorts;
  readonly flushQueries = 1;
  keys: number;
  #added = 0;

  private constructor(
    set: NumberSetWriter,
    started: StartedImport,
    dataset: RecordDataset,
    ports: RecordPorts,
  ) {
    this.#set = set;
    this.#import = started;
    this.#dataset = dataset;
    this.#ports = ports;
    this.keys = started.keys;
  }

  static async open(
    started: StartedImport,
    dataset: RecordDataset,
    ports: RecordPorts,
  ): Promise<NumberWriter> {
    const { id: importId, mode, liveId } = started;
    return new NumberWriter(
      await NumberSetWriter.open(ports.blobs, { dataset: started.dataset, importId, mode, liveId }),
      started,
      dataset,
      ports,
    );
  }

  get full(): boolean {
    return this.#set.full;
  }

  add(columns: Record<string, unknown>): string {
    const [key] = parseKeys(this.#dataset, columns);
    if (!this.#set.add(key))
      throw new UnusableInput(
        `${this.#dataset.keys[0].columns[0]}: must be a North American number`,
      );
    this.#added += 1;
    return key;
  }

  async flush(): Promise<number> {
    const fresh = await this.#set.flush();
    const { db, clock } = this.#ports;
    if (!(await touchImport(db, this.#import.id, this.#added, clock.now())))
      throw importAbandoned();
    this.keys += this.#added;
    this.#added = 0;
    return fresh;
  }

  finishPart(): Promise<void> {
    return this.#set.finishPart();
  }

  async commit(): Promise<boolean> {
    const committed = await commitImport(
      this.#ports.db,
      this.#import,
      this.#set.numbers,
      this.#ports.clock.now(),
    );
    if (committed) await this.#set.removeDropped();
    return committed;
  }
}

/** Reports counted by number, month and subject, in the database. */
class ReportWriter implements RecordWriter {
  readonly flushQueries = 3;
  keys: number;
  #batch = new Map<number, ComplaintReport>();
  readonly #import: StartedImport;
  readonly #dataset: RecordDataset;
  readonly #ports: RecordPorts;

  constructor(started: StartedImport, dataset: RecordDataset, ports: RecordPorts) {
    this.#import = started;
    this.#dataset = dataset;
    this.#ports = ports;
    this.keys = started.keys;
  }

  get full(): boolean {
    return this.#batch.size >= MAX_REPORTS;
  }

  add(columns: Record<string, unknown>): string {
    const {
      keys: [number],
      row,
    } = parseRecord(this.#dataset, columns);
    const report = importedReport(number, row as unknown as ComplaintRow);
    this.#batch.set(report.hash, report);
    return number;
  }

  async flush(): Promise<number> {
    if (this.#batch.size === 0) return 0;
    const { id, dataset, mode } = this.#import;
    const { db, clock } = this.#ports;
    const fresh = await countReports(
      db,
      { id, dataset, mode, state: 'loading' },
      [...this.#batch.values()],
      clock.now(),
    );
    if (fresh === null) throw importAbandoned();
    this.keys += fresh;
    this.#batch.clear();
    return fresh;
  }

  async finishPart(): Promise<void> {}

  commit(): Promise<boolean> {
    return commitImport(this.#ports.db, this.#import, null, this.#ports.clock.now());
  }
}

/** The writer of a data set's kind. */
export async function openWriter(
  started: StartedImport,
  dataset: RecordDataset,
  ports: RecordPorts,
): Promise<RecordWriter> {
  switch (dataset.storage ?? 'rows') {
    case 'rows':
      return new RowWriter(started, dataset, ports);
    case 'number_set':
      return NumberWriter.open(started, dataset, ports);
    case 'reports':
      return new ReportWriter(started, dataset, ports);
  }
}
