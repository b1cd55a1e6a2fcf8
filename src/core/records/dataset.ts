import type * as z from 'zod';
import type { KeyKind } from './keys.ts';

/** One way the rows of a data set are found. */
export interface RecordKey {
  kind: KeyKind;
  /**
   * Columns it is made of, in the order the kind reads them. A row without one of them is not found
   * this way.
   */
  columns: readonly [string, ...string[]];
}

/** A file an operator can import. */
export interface RecordDataset {
  /** A row is found by each of them that it fills; one at least. It is counted by the first. */
  keys: readonly [RecordKey, ...RecordKey[]];
  /** Columns of a row, the keys' included. */
  row: z.ZodObject;
  /**
   * Columns that tell the rows of one key apart: a key then has as many rows as differ in them, of
   * one import. Absent: a key has one row, the newest. Only of `rows`.
   */
  apartBy?: readonly [string, ...string[]];
  /**
   * `rows`, the default: one row a key. `number_set`: which keys there are and nothing else.
   * `reports`: counts of rows by key.
   */
  storage?: 'rows' | 'number_set' | 'reports';
  description: string;
}

/** The key of every data set about numbers. */
export const BY_PHONE_NUMBER: RecordDataset['keys'] = [
  { kind: 'phone_number', columns: ['phone_number'] },
];
