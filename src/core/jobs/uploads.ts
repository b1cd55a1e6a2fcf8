import type { Dialect } from '../records/dialect.ts';
import type { TextEncoding } from '../records/encoding.ts';

/** The largest file that is taken: as large as the body of a bulk job. */
export const MAX_UPLOAD_BYTES = 33_554_432;

/** A file waits this long for somebody to say what is to be done with it. */
export const UPLOAD_KEPT_MS = 86_400_000;

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
export interface Upload {
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
