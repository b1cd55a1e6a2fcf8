import type { Dialect, SeparatorId, TextEncoding } from '../../lib/csv-dialect.ts';
import type { ErrorCode } from '../../lib/errors.ts';
import type { ObjectSink } from '../../lib/r2.ts';
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

/** One row of a job as its files show it. */
export interface ResultRow {
  /** As it was sent. */
  input: string;
  /** For example completed, failed, skipped, duplicate. */
  status: string;
  /** Credits charged for the row. */
  credits: number;
  errorMessage: string | null;
  /** Answer as of a single lookup; null where the row has none. */
  data: LookupData | null;
  /** Of a row of a file: its own cells. */
  cells?: readonly string[] | undefined;
  /** Of a row that repeats another: the classification of that one. */
  repeated?: Record<string, unknown> | undefined;
}

/** A row as it was sent: what is looked up, and of a row of a file all of its cells. */
export type SentRow = string | { text: string; cells: readonly string[] };

/** How the file was written that a job's rows came from. */
export interface SentFile {
  /** On its sender's machine; null where that is not known. */
  name: string | null;
  /** Names of its columns. */
  columns: readonly string[];
  separator: SeparatorId;
  encoding: TextEncoding;
  /** Whether it began with a byte order mark. */
  hasMark: boolean;
}

export interface CsvRequest {
  /** Its schemas decide the columns. */
  product: AnyProduct;
  /** In the order in which they were sent. Streamed, never buffered. */
  rows: AsyncIterable<ResultRow>;
  /**
   * Object keys of the files. The last two steps of a key name the download:
   * `…/<job>/results.csv`.
   */
  keys: { results: string; full: string; answers: string };
  /** Null for rows that came from no file. */
  sent: SentFile | null;
}

/** What was written; bytes per file. */
export interface CsvSummary {
  rows: number;
  bytes: { results: number; full: number; answers: number };
}

/**
 * Writes the CSV files of a job: `results` (input, status, credits, classification), `full` (every
 * field of the product's schemas) and `answers` (the rows as they were sent, each with its answer).
 * Writing the same rows again writes the same bytes to the same keys.
 * @throws what `rows` or the store throws; unfinished uploads are then aborted
 */
export type AssembleCsv = (request: CsvRequest) => Promise<CsvSummary>;

/** Metadata of a stored file. */
export interface StoredFile {
  size: number;
  /** Quoted, strong (RFC 9110 section 8.8.3). */
  etag: string;
  contentType: string;
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

/** Retention of an upload that no job was started from. */
export const UPLOAD_RETENTION_MS = DAY_MS;

/** A row that its product cannot read. */
export interface UnusableRow {
  /** 1 for the first. */
  row: number;
  input: string;
  code: ErrorCode;
  reason: string;
}

/** Price estimate of a job over these rows. */
export interface RowsPrice {
  rows: number;
  /** Rows that are looked up and paid. */
  billable: number;
  /** Rows that repeat an earlier one once both are normalised. */
  duplicates: number;
  empty: number;
  /** Rows the product cannot read: they fail, free. */
  unusable: number;
  /** The first of them. */
  reasons: UnusableRow[];
  /** Hold of the job in credits, and the most it can cost. */
  price: number;
  /** Of the dearest row. */
  dearest: number;
}

/** The price of a file for one choice of product and columns, by the choice's hash. */
export interface ChoicePrice {
  choice: string;
  price: RowsPrice;
}

/** An uploaded file and its detected format. */
export interface UploadedFile {
  id: string;
  organizationId: string;
  /** File name on the uploader's machine. */
  name: string;
  bytes: number;
  encoding: TextEncoding;
  hasMark: boolean;
  /** As detected; the uploader may correct it. */
  dialect: Dialect;
  /** The beginning, as text. */
  head: string;
  /** Whether the head is the whole file. */
  isWhole: boolean;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** When a job was last made of it; null for never. */
  usedAt: number | null;
}
