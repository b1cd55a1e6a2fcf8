import { UnusableInput } from '../core/inputs.ts';
import { parseNetwork } from '../core/ip/network.ts';
import { parsePhoneNumber } from '../core/phone/number.ts';
import type { RecordDataset } from '../core/records/datasets.ts';

/** A row that was checked: its normalised key, and its columns. */
export type CheckedRow = readonly [key: string, row: Record<string, unknown>];

/** A complete North American number (area code and exchange begin with 2 to 9): E.164 without a full parse. */
const NANP_NUMBER = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/;

const toE164 = (text: string): string => {
  const nanp = NANP_NUMBER.exec(text);
  return nanp ? `+1${nanp[1]}` : parsePhoneNumber(text).e164;
};

const KEY_NORMALISERS: Record<RecordDataset['keyKind'], (text: string) => string> = {
  phone_number: toE164,
  network: parseNetwork,
};

function writtenKey({ keyColumn }: RecordDataset, columns: Record<string, unknown>): string {
  const written = columns[keyColumn];
  // NDJSON writers often leave the digits of a key unquoted.
  const key = typeof written === 'number' ? String(written) : written;
  if (typeof key !== 'string' || key.trim() === '')
    throw new UnusableInput(`${keyColumn}: is required`);
  return key.trim();
}

/** The normalised key of a row, its other columns unread. @throws UnusableInput */
export function parseKey(dataset: RecordDataset, columns: Record<string, unknown>): string {
  return normalise(
    dataset.keyColumn,
    KEY_NORMALISERS[dataset.keyKind],
    writtenKey(dataset, columns),
  );
}

/**
 * Checks one row against its data set and normalises its key. Columns the data set does not know are dropped.
 * @throws UnusableInput saying which column is wrong
 */
export function parseRecord(dataset: RecordDataset, columns: Record<string, unknown>): CheckedRow {
  const { keyColumn, keyKind, row } = dataset;
  const key = writtenKey(dataset, columns);
  const parsed = row.safeParse({ ...columns, [keyColumn]: key });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UnusableInput(`${issue?.path.join('.') || 'row'}: ${issue?.message}`);
  }
  return [normalise(keyColumn, KEY_NORMALISERS[keyKind], key), parsed.data];
}

function normalise(keyColumn: string, read: (text: string) => string, key: string): string {
  try {
    return read(key);
  } catch (error) {
    if (error instanceof UnusableInput) throw new UnusableInput(`${keyColumn}: ${error.message}`);
    throw error;
  }
}
