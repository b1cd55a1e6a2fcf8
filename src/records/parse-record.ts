import { UnusableInput } from '../core/inputs.ts';
import type { RecordDataset, RecordKey } from '../core/records/dataset.ts';
import { readKey } from '../core/records/keys.ts';

/** A row that was checked: what it is found by, the key it is counted by first, and its columns. */
export interface CheckedRow {
  keys: readonly [string, ...string[]];
  row: Record<string, unknown>;
}

type Columns = Readonly<Record<string, unknown>>;

/** NDJSON writers often leave the digits of a key unquoted. */
function cellOf(columns: Columns, column: string): string {
  const written = columns[column];
  const cell = typeof written === 'number' ? String(written) : written;
  return typeof cell === 'string' ? cell.trim() : '';
}

const cellsOf = ({ columns: names }: RecordKey, columns: Columns): string[] =>
  names.map((name) => cellOf(columns, name));

/** How the columns are named that rows are found by: `a`, or `a; b, c` where either will do. */
export const namesOfKeys = ({ keys }: Pick<RecordDataset, 'keys'>): string =>
  keys.map(({ columns }) => columns.join(', ')).join('; ');

function noKey(dataset: RecordDataset, columns: Columns): UnusableInput {
  const [only, ...others] = dataset.keys;
  if (others.length > 0) return new UnusableInput(`needs one of ${namesOfKeys(dataset)}`);
  return new UnusableInput(
    `${only.columns.find((name) => cellOf(columns, name) === '')}: is required`,
  );
}

function readNamed(key: RecordKey, cells: readonly string[]): string {
  try {
    return readKey(key.kind, cells);
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    throw new UnusableInput(`${key.columns.join(', ')}: ${error.message}`);
  }
}

/** Every key a row fills, normalised. @throws UnusableInput for none, or one that cannot be read */
export function parseKeys(dataset: RecordDataset, columns: Columns): CheckedRow['keys'] {
  const keys = new Set<string>();
  for (const key of dataset.keys) {
    const cells = cellsOf(key, columns);
    if (!cells.includes('')) keys.add(readNamed(key, cells));
  }
  const [first, ...others] = keys;
  if (first === undefined) throw noKey(dataset, columns);
  return [first, ...others];
}

/**
 * Checks one row against its data set and normalises its keys. Columns the data set does not know
 * are dropped.
 * @throws UnusableInput saying which column is wrong
 */
export function parseRecord(dataset: RecordDataset, columns: Columns): CheckedRow {
  const written = dataset.keys
    .flatMap((key) => key.columns)
    .map((name) => [name, cellOf(columns, name)] as const);
  const filled = Object.fromEntries(written.filter(([, cell]) => cell !== ''));
  if (!dataset.keys.some((key) => key.columns.every((name) => Object.hasOwn(filled, name))))
    throw noKey(dataset, columns);
  const parsed = dataset.row.safeParse({ ...columns, ...filled });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UnusableInput(`${issue?.path.join('.') || 'row'}: ${issue?.message}`);
  }
  return { keys: parseKeys(dataset, columns), row: parsed.data };
}
