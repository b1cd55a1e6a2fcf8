import type { Dialect, SeparatorId, TextEncoding } from '../../lib/csv-dialect.ts';
import { ApiError, type ErrorCode } from '../../lib/errors.ts';
import type { ObjectSink } from '../../lib/r2.ts';
import { trimOf } from '../../lib/text.ts';
import { DAY_MS } from '../../lib/time.ts';
import type { LookupData } from '../envelope.ts';
import type { AnyProduct } from '../product.ts';

/** Signed links to stored files, usable without an API key. */
export interface FileLinks {
  /**
   * Absolute URL of a stored file, valid for one hour from now.
   * @param origin scheme and host that callers use, for example `https://api.example.com`
   * @throws ApiError SERVICE_UNAVAILABLE if the deployment has no LINK_SECRET
   */
  link(key: string, origin: string): Promise<string>;
}

export interface ResultRow {
  input: string;
  /** For example completed, failed, skipped, duplicate; `cancelled` for a row not looked up. */
  status: string;
  credits: number;
  errorMessage: string | null;
  /** Answer as for a single lookup; null if the row has none. */
  data: LookupData | null;
  /** {@link isGoodAnswer} of the answer. */
  isGood: boolean;
  /** All cells of the row, for a row of a file. */
  cells?: readonly string[] | undefined;
  /** For a duplicate row: the parts of the earlier row's answer that it needs. */
  repeated?: RepeatedAnswer | undefined;
}

/** Parts of an answer that are kept for duplicate rows. */
export interface RepeatedAnswer {
  classification: Record<string, unknown>;
  isGood: boolean;
}

/**
 * Whether the row belongs in the `good` file: something was found, and the answer recommends
 * neither REVIEW nor BLOCK.
 */
export const isGoodAnswer = (isFound: boolean, { recommendations }: LookupData): boolean =>
  isFound &&
  recommendations?.primary_action !== 'REVIEW' &&
  recommendations?.primary_action !== 'BLOCK';

/** A row as sent: the text to look up, and for a row of a file all its cells. */
export type SentRow = string | { text: string; cells: readonly string[] };

/** A row as text: a string as it is, an object of fields as its JSON; null for anything else. */
export function rowText(row: unknown): string | null {
  if (typeof row === 'string') return row;
  return typeof row === 'object' && row !== null && !Array.isArray(row)
    ? JSON.stringify(row)
    : null;
}

/** Format of the file that a job's rows came from. */
export interface SentFile {
  /** Absent for text. */
  format?: 'xlsx';
  numberColumns?: ReadSheet['numberColumns'];
  numberFormats?: ReadSheet['numberFormats'];
  /** Rows above the row of column names; absent for none. */
  titleRows?: readonly (readonly string[])[];
  columns: readonly string[];
  separator: SeparatorId;
  encoding: TextEncoding;
  /** Whether the file began with a byte order mark. */
  hasMark: boolean;
  /** Set if its first line named the separator: `sep=;`. */
  hasHint?: true;
}

export type JobFileKeys = Record<'results' | 'full' | 'good' | 'answers', string>;

export interface CsvRequest {
  /** The product, whose schemas determine the columns. */
  product: AnyProduct;
  /** In the order sent. Streamed, never buffered. */
  rows: AsyncIterable<ResultRow>;
  /** Object keys of the files. */
  keys: JobFileKeys;
  /** Base of the files' names: the uploaded file's name, else the job's id. */
  name: string;
  /** Null if the rows did not come from a file. */
  sent: SentFile | null;
}

/**
 * Writes the files of a job: `results` (input, status, credits, classification), `full` (every
 * field of the product's schemas), `answers` (the rows as sent, each with its answer) and `good`
 * (those of them for which {@link isGoodAnswer} is true).
 * Writing the same rows again writes the same bytes to the same keys.
 * @throws errors of `rows` or of the store; unfinished uploads are then aborted
 */
export type AssembleCsv = (request: CsvRequest) => Promise<void>;

export interface StoredFile {
  size: number;
  /** Quoted, strong (RFC 9110, section 8.8.3). */
  etag: string;
  contentType: string;
  contentDisposition: string | null;
}

/** Object storage by key, streamed. */
export interface FileStore extends ObjectSink {
  /** @returns null if there is no such file */
  head(key: string): Promise<StoredFile | null>;
  /** @returns null if the file is gone or has another etag */
  read(
    key: string,
    etag: string,
    range: { offset: number; length: number },
  ): Promise<ReadableStream<Uint8Array> | null>;
}

/** Largest upload in bytes, equal to the largest body of a bulk job. */
export const MAX_UPLOAD_BYTES = 33_554_432;

/** Largest workbook in compressed bytes; it is held in memory while it is read. */
export const MAX_XLSX_BYTES = 16_777_216;

/** Most columns of a list; every row of its answers has all of them. */
const MAX_LIST_COLUMNS = 1_000;

/** Most cells of a list's answers, rows as wide as the widest: the upload limit in bytes. */
const MAX_LIST_CELLS = MAX_UPLOAD_BYTES;

/**
 * @param row of the list, from 1, or a line, as `called` names it
 * @throws ApiError INPUT_LIMIT_EXCEEDED
 */
export function requireColumnCount(columns: number, row: number, called = 'Row'): void {
  if (columns <= MAX_LIST_COLUMNS) return;
  const message = `${called} ${row}: the list has more than ${MAX_LIST_COLUMNS} columns here, which is the most allowed.`;
  throw new ApiError('INPUT_LIMIT_EXCEEDED', message);
}

/** @param width cells of the widest row @throws ApiError INPUT_LIMIT_EXCEEDED */
export function requireTableSize(width: number, rows: number): void {
  requireColumnCount(width, rows);
  if (width * rows <= MAX_LIST_CELLS) return;
  const message = `Row ${rows}: with ${width} columns in each row, the list has more than ${MAX_LIST_CELLS} cells, which is the most allowed.`;
  throw new ApiError('INPUT_LIMIT_EXCEEDED', message);
}

/** Retention of an upload from which no job was started. */
export const UPLOAD_RETENTION_MS = DAY_MS;

const MAX_FILE_NAME_CHARS = 120;

/** Characters that file systems refuse, and ones that hide or reverse the text around them. */
const UNSAFE_NAME_CHARS = /[\p{C}"*:<>?|\\/]+/gu;

/**
 * Sanitizes a file name for storage, display and download: last path segment, one line, at most 120
 * characters, extension kept. @returns null if nothing is left
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

/** Splits a file name into its base and its extension with the dot. */
export function splitFileName(name: string): { base: string; ending: string } {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  return ending === name
    ? { base: name, ending: '' }
    : { base: name.slice(0, name.length - ending.length), ending };
}

/** Most unusable rows reported in detail. */
export const MAX_UNUSABLE_ROWS = 10;

const MAX_SHOWN_CHARS = 100;

export interface UnusableRow {
  /** Row number, from 1. */
  row: number;
  input: string;
  code: ErrorCode;
  reason: string;
}

/** A row that is answered free of charge by its input alone, because the subject cannot exist. */
export type FreeRow = Omit<UnusableRow, 'code'>;

const FREE_REASON = 'This input cannot exist as written. It is answered free of charge.';

/** @param position 0 for the first row */
export const freeRow = (position: number, text: string, why = FREE_REASON): FreeRow => ({
  row: position + 1,
  input: text.slice(0, MAX_SHOWN_CHARS).toWellFormed(),
  reason: why,
});

/** @param position 0 for the first row */
export const unusableRow = (
  position: number,
  text: string,
  { code, message }: ApiError,
): UnusableRow => ({ ...freeRow(position, text, message), code });

/** Wire form of unusable rows. @param first the rows reported in detail */
export const describeUnusable = (count: number, first: readonly UnusableRow[]) => ({
  unusable: first.map(({ row, input, code, reason: message }) => ({ row, input, code, message })),
  unusable_count: count,
});

/** Wire form of free rows. @param first the rows reported in detail */
export const describeFree = (count: number, first: readonly FreeRow[]) => ({
  free: first.map(({ row, input, reason: message }) => ({ row, input, message })),
  free_count: count,
});

export interface RowsPrice {
  rows: number;
  /** Rows that are looked up and paid for. */
  billable: number;
  /** Rows that equal an earlier one after normalisation. */
  duplicates: number;
  empty: number;
  /** Rows that the product cannot parse: they fail, free of charge. */
  unusable: number;
  reasons: UnusableRow[];
  /** Billable rows that cost nothing, and the first of them. */
  free: number;
  freeReasons: FreeRow[];
  /** Credits held for the job, which are the most it can cost. */
  price: number;
  /** Price of the most expensive row. */
  dearest: number;
}

/**
 * Price of a file for one choice of product and columns (by the choice's hash), and the plan of its
 * rows.
 */
export interface ChoicePrice<Plan = unknown> {
  choice: string;
  price: RowsPrice;
  plan: Plan;
  /** Entity tag of the planned rows, to detect that another choice replaced them. */
  rowsTag: string;
}

export interface ReadSheet {
  name: string;
  /** Number of sheets that were not read. */
  others: number;
  /** Columns (from 0, ascending) whose cells are numbers or truths if they look so, if any. */
  numberColumns?: readonly number[] | undefined;
  /** Of these, those whose numbers all have one format: the code, or the id of a built-in one. */
  numberFormats?: readonly (readonly [column: number, format: string | number])[] | undefined;
}

export interface UploadedFile {
  id: string;
  organizationId: string;
  /** File name on the uploader's machine. */
  name: string;
  /** Set for a workbook, which is stored as CSV; absent for text. */
  format?: 'xlsx';
  /** The sheet that was read, for a workbook. */
  sheet?: ReadSheet;
  bytes: number;
  encoding: TextEncoding;
  hasMark: boolean;
  /** Detected dialect; the uploader may correct it. */
  dialect: Dialect;
  /** Beginning of the file as text. */
  head: string;
  /** Whether the head is the whole file. */
  isWhole: boolean;
  createdAt: number;
  /** When a job was last created from it; null for never. */
  usedAt: number | null;
}
