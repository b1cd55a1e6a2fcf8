import type { LookupData } from '../lookup/envelope.ts';
import type { AnyProduct } from '../lookup/product.ts';

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
export interface Upload {
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
  upload(key: string, contentType: string): Promise<Upload>;
}
