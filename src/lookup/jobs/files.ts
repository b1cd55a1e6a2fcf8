import type { Dialect, TextEncoding } from '../../lib/csv-dialect.ts';
import type { LookupData } from '../envelope.ts';
import type { AnyProduct } from '../product.ts';

/** Addresses of stored files that need no API key. */
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
  /** What this row cost. */
  credits: number;
  errorMessage: string | null;
  /** As the single lookup would answer it; null where the row has no answer. */
  data: LookupData | null;
}

export interface CsvRequest {
  /** Its schemas decide the columns. */
  product: AnyProduct;
  /** In the order in which the rows were sent. Read once, never held. */
  rows: AsyncIterable<ResultRow>;
  /**
   * Object keys of the two files. The last two steps of a key name the download:
   * `…/<job>/results.csv`.
   */
  keys: { results: string; full: string };
}

/** What was written; bytes per file. */
export interface CsvSummary {
  rows: number;
  bytes: { results: number; full: number };
}

/**
 * Writes both CSV files of a job: `results` (input, status, credits, classification) and `full`
 * (every field of the product's schemas). Writing the same rows again writes the same bytes to the
 * same keys.
 * @throws what `rows` or the store throws; what was begun is then abandoned
 */
export type AssembleCsv = (request: CsvRequest) => Promise<CsvSummary>;

/** What is known of a stored file without reading it. */
export interface StoredFile {
  size: number;
  /** Quoted, strong (RFC 9110 section 8.8.3). */
  etag: string;
  contentType: string;
}

/** A file being written in parts: all of one size, at least 5 MiB, except the last. */
export interface MultipartUpload {
  /** @param part 1, 2, 3 … */
  writePart(part: number, bytes: Uint8Array): Promise<void>;
  /** Makes the parts one file, replacing what was at the key. */
  complete(): Promise<void>;
  /** Forgets the parts; what was at the key stays. */
  abort(): Promise<void>;
}

/** Files by name, streamed. */
export interface FileStore {
  /** @returns null when there is no such file. */
  head(key: string): Promise<StoredFile | null>;
  /** @returns null when the file is gone or is no longer the one with this etag. */
  read(
    key: string,
    etag: string,
    range: { offset: number; length: number },
  ): Promise<ReadableStream<Uint8Array> | null>;
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  upload(key: string, contentType: string): Promise<MultipartUpload>;
}

/** The largest file that is taken: as large as the body of a bulk job. */
export const MAX_UPLOAD_BYTES = 33_554_432;

/** A file waits this long for somebody to say what is to be done with it. */
export const UPLOAD_RETENTION_MS = 86_400_000;

/** What a job over these rows would do and cost. */
export interface RowsPrice {
  rows: number;
  /** Rows that would be looked up and paid. */
  billable: number;
  /** Rows that repeat an earlier one once both are normalised. */
  duplicates: number;
  empty: number;
  /** Rows the product cannot read: they fail, free. */
  unusable: number;
  /** Set aside when the job starts, and the most it can cost, in credits. */
  price: number;
  /** Of the dearest row. */
  dearest: number;
}

/** The price of a file for one choice of product and columns, by the choice's hash. */
export interface ChoicePrice {
  choice: string;
  price: RowsPrice;
}

/** A file somebody sent, and what was found out about it. */
export interface UploadedFile {
  id: string;
  organizationId: string;
  /** As the sender's machine calls it. */
  name: string;
  bytes: number;
  encoding: TextEncoding;
  /** As it looks; who sent it may correct it. */
  dialect: Dialect;
  /** The beginning, as text. */
  head: string;
  /** Whether the head is all there is. */
  isWhole: boolean;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** When a job was last made of it; null for never. */
  usedAt: number | null;
}
