import { ApiError } from '../lib/errors.ts';
import { UnusableInput } from '../lib/inputs.ts';
import {
  type ComplaintReport,
  type ComplaintRow,
  importedReport,
} from '../lookup/datasets/complaints.ts';
import type { RecordDataset } from '../lookup/datasets/dataset.ts';
import { SUPPRESSED_PEOPLE } from '../lookup/datasets/people.ts';
import { setLoadOf } from '../lookup/records/store-number-set.ts';
import { countReports, MAX_REPORTS } from '../lookup/records/store-reports.ts';
import { isListLost } from '../lookup/suppression.ts';
import { NumberSetWriter } from './number-set-writer.ts';
import type { RecordPorts } from './ports.ts';
import { type CheckedRow, parseKeys, parseRecord } from './rows.ts';
import {
  commitImport,
  copyHashes,
  indexImport,
  type StartedImport,
  settleCopies,
  storeBatch,
  touchImport,
} from './store.ts';

/** Size of a batch, below D1's 2 MB for a bound value; larger batches need fewer statements. */
const BATCH_BYTES = 1_500_000;

/** Most rows of one key in an import, because a key's rows are stored as one value. */
export const MAX_ROWS_OF_KEY = 2_000;

const MOST_OF_KEY = { rows: MAX_ROWS_OF_KEY, bytes: BATCH_BYTES };
const TOO_MANY = `is one of more than ${MAX_ROWS_OF_KEY} rows, or ${BATCH_BYTES} bytes, of one key`;

export interface RejectedRow {
  /** Line on which the row begins, counted from 1 including the header. */
  line: number;
  reason: string;
}

/** Bytes of JSON around a key with its row, and around each of several rows. */
const KEY_FRAME_BYTES = 6;
const ROW_FRAME_BYTES = 4;

const encoder = new TextEncoder();
const utf8Length = (text: string): number => encoder.encode(text).byteLength;

interface BatchedKey {
  /** Whether a row is counted by this key. */
  counts: boolean;
  /** Rows by their distinguishing columns; by an empty text if a key has one row. */
  rows: Map<string, { data: string; line: number }>;
}

/** Write buffer of rows; the last row of each key wins. */
class RowBatch {
  #entries = new Map<string, BatchedKey>();
  #bytes = 0;
  readonly #dataset: RecordDataset;
  /** A column that equals the key, and so is not stored again in the row. */
  readonly #keyColumn: string | null;

  constructor(dataset: RecordDataset) {
    this.#dataset = dataset;
    const [{ columns }, ...others] = dataset.keys;
    this.#keyColumn = others.length === 0 && columns.length === 1 ? columns[0] : null;
  }

  get full(): boolean {
    return this.#bytes >= BATCH_BYTES;
  }

  get keys(): string[] {
    return [...this.#entries.keys()];
  }

  /** Number of keys that rows are counted by. */
  get counted(): number {
    return [...this.#entries.values()].filter(({ counts }) => counts).length;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** @throws UnusableInput if a key has more rows than {@link MAX_ROWS_OF_KEY} */
  add({ keys, row }: CheckedRow, line: number): void {
    const cells = new Map(Object.entries(row));
    const distinction = (this.#dataset.distinguishingColumns ?? [])
      .map((column) => String(cells.get(column) ?? '').toLowerCase())
      .join('|');
    if (this.#keyColumn !== null) cells.delete(this.#keyColumn);
    const data = JSON.stringify(Object.fromEntries(cells));
    const distinctionBytes =
      distinction === '' ? 0 : utf8Length(JSON.stringify(distinction)) + ROW_FRAME_BYTES;
    const rowBytes = utf8Length(data) + distinctionBytes + KEY_FRAME_BYTES;
    const places = keys.map((key) => this.#entries.get(key)?.rows);
    if (places.some((rows) => rows && rows.size >= MAX_ROWS_OF_KEY && !rows.has(distinction)))
      throw new UnusableInput(TOO_MANY);
    for (const [at, key] of keys.entries()) {
      const entry = this.#entries.get(key) ?? { counts: false, rows: new Map() };
      entry.counts ||= at === 0;
      entry.rows.set(distinction, { data, line });
      this.#entries.set(key, entry);
      this.#bytes += utf8Length(key) + rowBytes;
    }
  }

  /** Lines of these keys' rows. */
  linesOf(keys: readonly string[]): Set<number> {
    const rows = keys.flatMap((key) => [...(this.#entries.get(key)?.rows.values() ?? [])]);
    return new Set(rows.map(({ line }) => line));
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  /**
   * JSON array of [key, row], or [key, row, 0] if no row is counted by the key. With several rows
   * per key, `row` is an object of one-row lists by distinguishing columns.
   */
  get text(): string {
    const isList = this.#dataset.distinguishingColumns !== undefined;
    const sent = [...this.#entries].map(([key, { rows, counts }]) => {
      const data = isList
        ? `{${[...rows].map(([distinction, row]) => `${JSON.stringify(distinction)}:[${row.data}]`).join(',')}}`
        : rows.get('')?.data;
      return `[${JSON.stringify(key)},${data}${counts ? '' : ',0'}]`;
    });
    return `[${sent.join(',')}]`;
  }
}

/** Writer of one import until it is committed; a subclass for each kind of storage. */
export abstract class RecordWriter {
  /** Keys that rows are counted by, over all parts and flushes. */
  keys: number;
  /** Rows of this call that are stored but never returned. */
  withheld = 0;
  /** Rows of the last flush that were rejected by the database. */
  rejected: RejectedRow[] = [];
  protected readonly started: StartedImport;
  protected readonly dataset: RecordDataset;
  protected readonly ports: RecordPorts;

  constructor(started: StartedImport, dataset: RecordDataset, ports: RecordPorts) {
    this.keys = started.keys;
    this.started = started;
    this.dataset = dataset;
    this.ports = ports;
  }

  /** D1 statements of one flush. */
  abstract readonly flushQueries: number;
  /** Whether it is time to flush. */
  abstract get full(): boolean;
  /** @returns the key that the row is counted by. @throws UnusableInput for an invalid row */
  abstract add(columns: Record<string, unknown>, line: number): string;
  /** Stores the added rows. @returns number of keys new to readers and to earlier flushes */
  abstract flush(): Promise<number>;

  /** Called once the part is read and flushed. */
  async finishPart(): Promise<void> {}

  /** Makes the import visible atomically. @returns false if it was abandoned meanwhile */
  commit(): Promise<boolean> {
    const { db, clock } = this.ports;
    const severalKeys = this.dataset.keys.length > 1;
    return commitImport(db, this.started, { now: clock.now(), severalKeys });
  }
}

/** Error of an import that stalled and was abandoned, or that another call took over. */
const importAbandoned = (): ApiError =>
  new ApiError(
    'SERVICE_BUSY',
    'The import was abandoned after a long pause, or another call is loading a part of it.',
  );

/** Source of the import that restores a lost list of suppressed people from its copies. */
export const COPIES_SOURCE = 'copies';

class RowWriter extends RecordWriter {
  readonly #joins = this.dataset.distinguishingColumns ? MOST_OF_KEY : null;
  readonly flushQueries = this.#joins ? 3 : 2;
  #fresh = this.started.fresh;
  readonly #batch = new RowBatch(this.dataset);

  get full(): boolean {
    return this.#batch.full;
  }

  add(columns: Record<string, unknown>, line: number): string {
    const checked = parseRecord(this.dataset, columns);
    this.#batch.add(checked, line);
    if (this.dataset.withholds?.(checked.row)) this.withheld += 1;
    return checked.keys[0];
  }

  async flush(): Promise<number> {
    this.rejected = [];
    if (this.#batch.isEmpty) return 0;
    const { id, dataset, source } = this.started;
    const { text, counted } = this.#batch;
    if (dataset === SUPPRESSED_PEOPLE && source !== COPIES_SOURCE)
      await copyHashes(this.ports.blobs, id, this.#batch.keys);
    const target = { id, dataset, state: 'loading', joins: this.#joins } as const;
    const now = this.ports.clock.now();
    const progress = await storeBatch(this.ports.db, target, text, counted, now);
    if (!progress) throw importAbandoned();
    const lines = [...this.#batch.linesOf(progress.full)];
    this.rejected = lines.map((line) => ({ line, reason: TOO_MANY }));
    this.#batch.clear();
    const fresh = progress.fresh - this.#fresh;
    this.keys = progress.keys;
    this.#fresh = progress.fresh;
    return fresh;
  }

  override async commit(): Promise<boolean> {
    const isCommitted = await super.commit();
    if (isCommitted && this.started.dataset === SUPPRESSED_PEOPLE)
      await settleCopies(this.ports.blobs, this.started);
    return isCommitted;
  }
}

/** Writer of a number set: bitmaps in R2, the import's state in D1. */
class NumberWriter extends RecordWriter {
  readonly flushQueries = 1;
  readonly #set: NumberSetWriter;
  #added = 0;

  constructor(
    started: StartedImport,
    dataset: RecordDataset,
    ports: RecordPorts,
    set: NumberSetWriter,
  ) {
    super(started, dataset, ports);
    this.#set = set;
  }

  get full(): boolean {
    return this.#set.full;
  }

  add(columns: Record<string, unknown>): string {
    const [key] = parseKeys(this.dataset, columns);
    if (!this.#set.add(key))
      throw new UnusableInput(
        `${this.dataset.keys[0].columns[0]}: must be a North American number`,
      );
    this.#added += 1;
    return key;
  }

  async flush(): Promise<number> {
    const { db, clock } = this.ports;
    // Checked before any write, because objects of a purged import would never be deleted.
    if (!(await touchImport(db, this.started, this.#added, clock.now()))) throw importAbandoned();
    const fresh = await this.#set.flush();
    this.keys += this.#added;
    this.#added = 0;
    return fresh;
  }

  override async finishPart(): Promise<void> {
    await this.#set.finishPart();
    if (!(await indexImport(this.ports.db, this.started))) throw importAbandoned();
    await this.#set.removeReplaced();
  }

  override commit(): Promise<boolean> {
    const { db, clock } = this.ports;
    return commitImport(db, this.started, { now: clock.now(), whole: this.#set.numbers });
  }
}

/** Writer of reports, counted by number, month and subject in D1. */
class ReportWriter extends RecordWriter {
  readonly flushQueries = 3;
  readonly #batch = new Map<number, ComplaintReport>();

  get full(): boolean {
    return this.#batch.size >= MAX_REPORTS;
  }

  add(columns: Record<string, unknown>): string {
    const {
      keys: [number],
      row,
    } = parseRecord(this.dataset, columns);
    const report = importedReport(number, row as unknown as ComplaintRow);
    this.#batch.set(report.hash, report);
    return number;
  }

  async flush(): Promise<number> {
    if (this.#batch.size === 0) return 0;
    const { id, dataset, mode } = this.started;
    const { db, clock } = this.ports;
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
}

/** @throws ApiError INVALID_INPUT if the list of suppressed people is lost: it is not begun anew */
async function requireNoLostList(
  { dataset, source, liveId }: StartedImport,
  { blobs }: RecordPorts,
): Promise<void> {
  if (dataset !== SUPPRESSED_PEOPLE || source === COPIES_SOURCE || liveId !== null) return;
  if (await isListLost(blobs))
    throw new ApiError(
      'INVALID_INPUT',
      'The list of suppressed people is lost. Run rebuild-suppressed-people first.',
    );
}

export async function openWriter(
  started: StartedImport,
  dataset: RecordDataset,
  ports: RecordPorts,
): Promise<RecordWriter> {
  switch (dataset.storage ?? 'rows') {
    case 'rows':
      await requireNoLostList(started, ports);
      return new RowWriter(started, dataset, ports);
    case 'number_set': {
      const { id, mode, turn, indexed, liveId, liveIndexed } = started;
      const set = {
        dataset: started.dataset,
        mode,
        own: setLoadOf(id, turn),
        before: indexed === null ? null : setLoadOf(id, indexed),
        live: liveId === null ? null : setLoadOf(liveId, liveIndexed),
      };
      return new NumberWriter(
        started,
        dataset,
        ports,
        await NumberSetWriter.open(ports.blobs, set),
      );
    }
    case 'reports':
      return new ReportWriter(started, dataset, ports);
  }
}
