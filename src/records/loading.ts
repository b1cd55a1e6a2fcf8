import { ApiError } from '../core/errors.ts';
import { UnusableInput } from '../core/inputs.ts';
import type { RecordDataset } from '../core/record-datasets.ts';
import { type ImportMode, storeBatch } from '../store/imports.ts';
import { parseRecord } from './parse-record.ts';
import type { RecordPorts } from './ports.ts';
import type { SentRow } from './read-rows.ts';

export interface RejectedRow {
  /** Line of the file the row begins on, counted from 1, the header's included. */
  line: number;
  reason: string;
}

/** inserted + updated + rejectedCount = rows of the file. */
export interface ImportReport {
  dataset: string;
  mode: ImportMode;
  /** Keys that were not visible before. */
  inserted: number;
  /** Rows of keys that were, or that came twice: the last one counts. */
  updated: number;
  rejectedCount: number;
  /** The first {@link MAX_LISTED_REJECTIONS} of them. */
  rejected: RejectedRow[];
}

export const MAX_LISTED_REJECTIONS = 100;

/** A batch is stored when it has this many keys or this many characters: D1 takes 2 MB in one value. */
const BATCH_ROWS = 1_000;
const BATCH_CHARS = 400_000;

/** An import under way: its counts, and the batch that is not stored yet. */
export class Loading {
  readonly report: ImportReport;
  keys = 0;
  #batch = new Map<string, string>();
  #chars = 0;
  #sent = 0;
  readonly #id: number;
  readonly #ports: RecordPorts;

  constructor(id: number, dataset: string, mode: ImportMode, ports: RecordPorts) {
    this.#id = id;
    this.#ports = ports;
    this.report = { dataset, mode, inserted: 0, updated: 0, rejectedCount: 0, rejected: [] };
  }

  get full(): boolean {
    return this.#batch.size >= BATCH_ROWS || this.#chars >= BATCH_CHARS;
  }

  add(dataset: RecordDataset, row: SentRow): void {
    try {
      if ('problem' in row) throw new UnusableInput(row.problem);
      const [key, data] = parseRecord(dataset, row.columns);
      this.#batch.set(key, data);
      this.#chars += key.length + data.length;
      this.#sent += 1;
    } catch (error) {
      if (!(error instanceof UnusableInput)) throw error;
      this.#reject(row.line, error.message);
    }
  }

  async flush(): Promise<void> {
    if (this.#batch.size === 0) return;
    const counted = await storeBatch(this.#ports.db, this.#id, this.report.dataset, [...this.#batch], this.#ports.clock.now());
    if (!counted) throw new ApiError('SERVICE_BUSY', 'The import stood still for too long and was given up.');
    const fresh = this.#batch.size - counted.known;
    this.keys += this.#batch.size - counted.repeated;
    this.report.inserted += fresh;
    this.report.updated += this.#sent - fresh;
    this.#batch.clear();
    this.#chars = 0;
    this.#sent = 0;
  }

  #reject(line: number, reason: string): void {
    this.report.rejectedCount += 1;
    if (this.report.rejected.length < MAX_LISTED_REJECTIONS) this.report.rejected.push({ line, reason });
  }
}
