import type { ComplaintRow } from '../core/records/complaint-datasets.ts';
import { type ComplaintReport, ownReport } from '../core/records/complaint-report.ts';
import type { RecordDataset } from '../core/records/dataset.ts';
import { commitImport, type StartedImport } from '../store/imports.ts';
import { countReports, MAX_REPORTS } from '../store/reports.ts';
import { parseRecord } from './parse-record.ts';
import type { RecordPorts } from './ports.ts';
import { givenUp, type RecordWriter } from './record-writer.ts';

/** Reports counted by number, month and subject, in the database. */
export class ReportWriter implements RecordWriter {
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
    const report = ownReport(number, row as unknown as ComplaintRow);
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
    if (fresh === null) throw givenUp();
    this.keys += fresh;
    this.#batch.clear();
    return fresh;
  }

  async finishPart(): Promise<void> {}

  commit(): Promise<boolean> {
    return commitImport(this.#ports.db, this.#import, null, this.#ports.clock.now());
  }
}
