import type * as z from 'zod';
import { PHONE_DATASETS } from './phone-datasets.ts';

/** A file an operator can import, one row per key. */
export interface RecordDataset {
  /** Column the rows are found by. */
  keyColumn: string;
  /** How the key is normalised before it is stored and looked for. */
  keyKind: 'phone_number';
  /** Columns of a row, the key's included. */
  row: z.ZodObject;
  description: string;
}

/** Every data set the service knows, by the name in `PUT /admin/records/{dataset}`. */
export const RECORD_DATASETS: Record<string, RecordDataset> = {
  ...PHONE_DATASETS,
};
