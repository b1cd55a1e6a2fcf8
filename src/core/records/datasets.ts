import type * as z from 'zod';
import { COMPLAINT_DATASETS } from './complaint-datasets.ts';
import { NETWORK_DATASETS } from './networks.ts';
import { PERSON_DATASETS } from './people.ts';
import { PHONE_DATASETS } from './phone.ts';
import { SCRUB_DATASETS } from './scrub.ts';

/** A file an operator can import. */
export interface RecordDataset {
  /** Column the rows are found by. */
  keyColumn: string;
  /** How the key is normalised before it is stored and looked for. */
  keyKind: 'phone_number' | 'network';
  /** Columns of a row, the key's included. */
  row: z.ZodObject;
  /** `rows`, the default: one row a key. `number_set`: which keys there are and nothing else. `reports`: counts of rows by key. */
  storage?: 'rows' | 'number_set' | 'reports';
  description: string;
}

/** Every data set the service knows, by the name in `PUT /admin/records/{dataset}`. */
export const RECORD_DATASETS: Record<string, RecordDataset> = {
  ...PHONE_DATASETS,
  ...SCRUB_DATASETS,
  ...PERSON_DATASETS,
  ...NETWORK_DATASETS,
  ...COMPLAINT_DATASETS,
};
