import type { Dialect, SeparatorId, TextEncoding } from '../../lib/csv-dialect.ts';
import { ApiError, type ErrorCode } from '../../lib/errors.ts';
import type { ObjectSink } from '../../lib/r2.ts';
import { trimOf } from '../../lib/text.ts';
import { DAY_MS } from '../../lib/time.ts';
import type { LookupData } from '../envelope.ts';
import type { AnyProduct } from '../product.ts';

/** Signed links to stored files, which need no API key. */
export interface FileLinks {
  /**
   * An absolute address of a stored file, valid for one hour from now.
   * @param origin scheme and host callers use, for example `https://api.example.com`
   * @throws ApiError SERVICE_UNAVAILABLE when the deployment has no LINK_SECRET
   */
  link(key: string, origin: string): Promise<string>;
}

export interface ResultRow {
  /** As it was sent. */
  input: string;
  /** For example completed, failed, skipped, duplicate; `cancelled`: it was not looked up. */
  status: string;
  credits: number;
  errorMessage: string | null;
  /** Answer as of a single lookup; null where the row has none. */
  data: LookupData | null;
  /** Whether its answer {@link isGoodAnswer}. */
  isGood: boolean;
  /** Of a row of a file: its own cells. */
  cells?: readonly string[] | undefined;
  /** Of a row that repeats another: what that one's answer has for it. */
  repeated?: RepeatedAnswer | undefined;
}

/** What is held of an answer for the rows that repeat its own. */
export interface RepeatedAnswer {
  classification: Record<string, unknown>;
  isGood: boolean;
}

/**
 * Whether a list goes on with the row of this answer: something was found, and the answer
 * recommends neither to look at it again nor to drop it.
 */
export const isGoodAnswer = (isFound: boolean, { recommendations }: LookupData): boolean =>
  isFound &&
  recommendations?.primary_action !== 'REVIEW' &&
  recommendations?.primary_action !== 'BLOCK';

/** A row as it was sent: what is looked up, and of a row of a file all of its cells. */
export type SentRow = string | { text: string; cells: readonly string[] };

/** A row as text: an object of fields as the JSON it is. Null for what is neither. */
export function rowText(row: unknown): string | null {
  if (typeof row === 'string') return row;
  return typeof row === 'object' && row !== null && !Array.isArray(row)
    ? JSON.stringify(row)
    : null;
}

/** How the file was written that a job's rows came from. */
export interface SentFile {
  /** Absent for text. */
  format?: 'xlsx';
  numberColumns?: ReadSheet['numberColumns'];
  /** Rows above the names of its columns; absent for none. */
  titleRows?: readonly (readonly string[])[];
  columns: readonly string[];
  separator: SeparatorId;
  encoding: TextEncoding;
  /** Whether it began with a byte order mark. */
  hasMark: boolean;
}

export const JOB_FILES = ['results', 'full', 'good', 'answers'] as const;

export type JobFileKeys = Record<(typeof JOB_FILES)[number], string>;

export interface CsvRequest {
  /** Its schemas decide the columns. */
  product: AnyProduct;
  /** In the order in which they were sent. Streamed, never buffered. */
  rows: AsyncIterable<ResultRow>;
  /** Object keys of the files. */
  keys: JobFileKeys;
  /** What the files are named after: the file that was sent, else the job. */
  name: string;
  /** Null for rows that came from no file. */
  sent: SentFile | null;
}

/** What was written; bytes per file. */
export interface CsvSummary {
  rows: number;
  bytes: Record<(typeof JOB_FILES)[number], number>;
}

/**
 * Writes the files of a job: `results` (input, status, credits, classification), `full` (every
 * field of the product's schemas), `answers` (the rows as they were sent, each with its answer) and
 * `good` (those of them whose answer {@link isGoodAnswer}).
 * Writing the same rows again writes the same bytes to the same keys.
 * @throws what `rows` or the store throws; unfinished uploads are then aborted
 */
export type AssembleCsv = (request: CsvRequest) => Promise<CsvSummary>;

export interface StoredFile {
  size: number;
  /** Quoted, strong (RFC 9110 section 8.8.3). */
  etag: string;
  contentType: string;
  contentDisposition: string | null;
}

/** Object storage by key, streamed. */
export interface FileStore extends ObjectSink {
  /** @returns null when there is no such file. */
  head(key: string): Promise<StoredFile | null>;
  /** @returns null when the file is gone or is no longer the one with this etag. */
  read(
    key: string,
    etag: string,
    range: { offset: number; length: number },
  ): Promise<ReadableStream<Uint8Array> | null>;
}

/** Largest upload: as large as the body of a bulk job. */
export const MAX_UPLOAD_BYTES = 33_554_432;

/** Largest workbook, packed: it is held in memory while it is read. */
export const MAX_XLSX_BYTES = 16_777_216;

/** Most columns of a list, each of which every row of its answers has. */
const MAX_LIST_COLUMNS = 1_000;

/** Most cells of a list's answers, rows as wide as the widest: as many as the largest has bytes. */
const MAX_LIST_CELLS = MAX_UPLOAD_BYTES;

/**
 * @param row of the list, from 1, or a line that is named so
 * @throws ApiError INPUT_LIMIT_EXCEEDED
 */
export function requireColumnCount(columns: number, row: number, called = 'Row'): void {
  if (columns <= MAX_LIST_COLUMNS) return;
  const message = `${called} ${row}: the list has more than ${MAX_LIST_COLUMNS} columns here, which is the most allowed.`;
  throw new ApiError('INPUT_LIMIT_EXCEEDED', message);
}

/** @param width cells of the widest of these rows @throws ApiError INPUT_LIMIT_EXCEEDED */
export function requireTableSize(width: number, rows: number): void {
  requireColumnCount(width, rows);
  if (width * rows <= MAX_LIST_CELLS) return;
  const message = `Row ${rows}: with ${width} columns in each row, the list has more than ${MAX_LIST_CELLS} cells, which is the most allowed.`;
  throw new ApiError('INPUT_LIMIT_EXCEEDED', message);
}

/** Retention of an upload that no job was started from. */
export const UPLOAD_RETENTION_MS = DAY_MS;

/** Longest name of a file, in characters. */
const MAX_FILE_NAME_CHARS = 120;

/** What no file system takes in a name, and what hides or reverses the text around it. */
const UNSAFE_NAME_CHARS = /[\p{C}"*:<>?|\\/]+/gu;

/**
 * A file's name as it is stored, shown and sent back: its last step, on one line, of at most 120
 * characters, the ending kept. @returns null where nothing is left
 */
export function safeFileName(name: string): string | null {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const safe = trimOf(last.replace(UNSAFE_NAME_CHARS, ' ').replace(/\s+/g, ' '), ' .');
  if (safe === '') return null;
  const { base, ending } = splitFileName(safe);
  return (
    [...base]
      .slice(0, MAX_FILE_NAME_CHARS - ending.length)
      .join('')
      .trim() + ending
  );
}

/** A name before its ending, and the ending with its point. */
export function splitFileName(name: string): { base: string; ending: string } {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  return ending === name
    ? { base: name, ending: '' }
    : { base: name.slice(0, name.length - ending.length), ending };
}

/** Unusable rows of a list that are named. */
export const MAX_UNUSABLE_ROWS = 10;

/** Longest part of such a row that is shown. */
const MAX_SHOWN_CHARS = 100;

export interface UnusableRow {
  /** 1 for the first. */
  row: number;
  input: string;
  code: ErrorCode;
  reason: string;
}

/** A row that is answered, and costs nothing by its input alone: what cannot exist. */
export type FreeRow = Omit<UnusableRow, 'code'>;

const FREE_REASON = 'As it stands it cannot exist: it is answered so, free.';

/** @param position 0 for the first row */
export const freeRow = (position: number, text: string, why = FREE_REASON): FreeRow => ({
  ...{ row: position + 1, input: text.slice(0, MAX_SHOWN_CHARS).toWellFormed(), reason: why },
});

/** @param position 0 for the first row */
export const unusableRow = (
  position: number,
  text: string,
  { code, message }: ApiError,
): UnusableRow => ({ ...freeRow(position, text, message), code });

/** Unusable rows on the wire. @param first those that are named */
export const describeUnusable = (count: number, first: readonly UnusableRow[]) => ({
  unusable: first.map(({ row, input, code, reason: message }) => ({ row, input, code, message })),
  unusable_count: count,
});

/** Free rows on the wire. @param first those that are named */
export const describeFree = (count: number, first: readonly FreeRow[]) => ({
  free: first.map(({ row, input, reason: message }) => ({ row, input, message })),
  free_count: count,
});

export interface RowsPrice {
  rows: number;
  /** Rows that are looked up and paid. */
  billable: number;
  /** Rows that repeat an earlier one once both are normalised. */
  duplicates: number;
  empty: number;
  /** Rows the product cannot read: they fail, free. */
  unusable: number;
  reasons: UnusableRow[];
  /** Of the billable rows those that cost nothing, and the first of them. */
  free: number;
  freeReasons: FreeRow[];
  /** Hold of the job in credits, and the most it can cost. */
  price: number;
  /** Of the dearest row. */
  dearest: number;
}

/**
 * The price of a file for one choice of product and columns, by the choice's hash, and how its rows
 * were planned for it.
 */
export interface ChoicePrice<Plan = unknown> {
  choice: string;
  price: RowsPrice;
  plan: Plan;
  /** Entity tag of the planned rows: another choice may have replaced them. */
  rowsTag: string;
}

export interface ReadSheet {
  /** Of its tab. */
  name: string;
  /** Sheets that were not read. */
  others: number;
  /** Columns whose cells that read as numbers are numbers, from 0, ascending; absent for none. */
  numberColumns?: readonly number[] | undefined;
}

export interface UploadedFile {
  id: string;
  organizationId: string;
  /** File name on the uploader's machine. */
  name: string;
  /** Of a workbook, which is stored as CSV; absent for text. */
  format?: 'xlsx';
  /** Of a workbook. */
  sheet?: ReadSheet;
  bytes: number;
  encoding: TextEncoding;
  hasMark: boolean;
  /** As detected; the uploader may correct it. */
  dialect: Dialect;
  /** The beginning, as text. */
  head: string;
  /** Whether the head is the whole file. */
  isWhole: boolean;
  createdAt: number;
  /** When a job was last made of it; null for never. */
  usedAt: number | null;
}
