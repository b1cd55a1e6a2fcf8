import { CsvParser, MAX_ROW_CHARS } from '../lib/csv.ts';
import { ApiError } from '../lib/errors.ts';
import { UnusableInput } from '../lib/inputs.ts';
import { quoted } from '../lib/text.ts';
import type { RecordDataset, RecordKey } from '../lookup/datasets/dataset.ts';
import { parseRecordKey } from '../lookup/datasets/keys.ts';

/** A validated row: its columns and its keys, first the one it is counted by. */
export interface CheckedRow {
  keys: readonly [string, ...string[]];
  row: Record<string, unknown>;
}

/** Most problems reported for one row. */
const MAX_FAULTS = 5;

type RowColumns = Readonly<Record<string, unknown>>;

/** NDJSON writers often leave the digits of a key unquoted. */
function cellOf(columns: RowColumns, column: string): string {
  const written = columns[column];
  const cell = typeof written === 'number' ? String(written) : written;
  return typeof cell === 'string' ? cell.trim() : '';
}

const keyCells = ({ columns: names }: RecordKey, columns: RowColumns): string[] =>
  names.map((name) => cellOf(columns, name));

/** Key columns for a message: `a`, or `a; b, c` if there are alternatives. */
const keyColumnNames = ({ keys }: Pick<RecordDataset, 'keys'>): string =>
  keys.map(({ columns }) => columns.join(', ')).join('; ');

function missingKey(dataset: RecordDataset, columns: RowColumns): UnusableInput {
  const [only, ...others] = dataset.keys;
  if (others.length > 0) return new UnusableInput(`needs one of ${keyColumnNames(dataset)}`);
  return new UnusableInput(
    `${only.columns.find((name) => cellOf(columns, name) === '')}: is required`,
  );
}

function readNamedKey(key: RecordKey, cells: readonly string[]): string {
  try {
    return parseRecordKey(key.kind, cells);
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    throw new UnusableInput(`${key.columns.join(', ')}: ${error.message}`);
  }
}

/** All keys of a row, normalized. @throws UnusableInput for no key, or an unreadable one */
export function parseKeys(dataset: RecordDataset, columns: RowColumns): CheckedRow['keys'] {
  const keys = new Set<string>();
  for (const key of dataset.keys) {
    const cells = keyCells(key, columns);
    if (!cells.includes('')) keys.add(readNamedKey(key, cells));
  }
  const [first, ...others] = keys;
  if (first === undefined) throw missingKey(dataset, columns);
  return [first, ...others];
}

/**
 * Validates a row against its data set and normalizes its keys. Unknown columns are dropped.
 * @throws UnusableInput that names the wrong column
 */
export function parseRecord(dataset: RecordDataset, columns: RowColumns): CheckedRow {
  const written = dataset.keys
    .flatMap((key) => key.columns)
    .map((name) => [name, cellOf(columns, name)] as const);
  const filled = Object.fromEntries(written.filter(([, cell]) => cell !== ''));
  if (!dataset.keys.some((key) => key.columns.every((name) => Object.hasOwn(filled, name))))
    throw missingKey(dataset, columns);
  const parsed = dataset.row.safeParse({ ...columns, ...filled });
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'row'}: ${message}`,
    );
    throw new UnusableInput(faults.slice(0, MAX_FAULTS).join('; '));
  }
  return { keys: parseKeys(dataset, columns), row: parsed.data };
}

export type RecordFormat = 'csv' | 'ndjson';

/** A row of the operator's file: its columns, or the reason why it cannot be read. */
export type FileRow = { line: number } & (
  | { columns: Record<string, unknown> }
  | { problem: string }
);

/** Parses chunks of text, cut anywhere, into rows. */
interface RowReader {
  push(text: string): FileRow[];
  end(): FileRow[];
}

export const MAX_IGNORED_COLUMNS = 100;

/** The columns of a data set, and the names of others that a file has. */
interface FileColumns extends Pick<RecordDataset, 'keys' | 'row'> {
  /** Filled as the file is read, with at most {@link MAX_IGNORED_COLUMNS}. */
  ignored: Set<string>;
}

function noteColumns(names: readonly string[], { row, ignored }: FileColumns): void {
  for (const name of names)
    if (name !== '' && ignored.size < MAX_IGNORED_COLUMNS && !Object.hasOwn(row.shape, name))
      ignored.add(name);
}

/** @throws ApiError INVALID_INPUT if the header has the columns of no key, or a column twice */
function checkHeader(header: readonly string[], dataset: FileColumns): void {
  const repeated = header.find(
    (name, at) => Object.hasOwn(dataset.row.shape, name) && header.indexOf(name) !== at,
  );
  if (repeated !== undefined)
    throw new ApiError('INVALID_INPUT', `The header row has two columns ${quoted(repeated)}.`);
  noteColumns(header, dataset);
  if (dataset.keys.some(({ columns }) => columns.every((name) => header.includes(name)))) return;
  const missing = dataset.keys.length === 1 ? 'no column' : 'none of the columns';
  throw new ApiError(
    'INVALID_INPUT',
    `The header row has ${missing} ${keyColumnNames(dataset)}; separated by commas it has ${quoted(header.join(', '))}.`,
  );
}

/** CSV reader: the first record is the header; an empty cell counts as an absent column. */
function csvReader(dataset: FileColumns): RowReader {
  const parser = new CsvParser();
  let header: string[] | null = null;
  const read = (rows: ReturnType<CsvParser['push']>): FileRow[] =>
    rows.flatMap(({ line, cells, problem }): FileRow[] => {
      if (!header) {
        header = cells.map((cell) => cell.trim().toLowerCase());
        checkHeader(problem ? [] : header, dataset);
        return [];
      }
      if (problem) return [{ line, problem }];
      if (cells.length !== header.length)
        return [
          { line, problem: `has ${cells.length} cells where the header has ${header.length}` },
        ];
      const filled = header
        .map((name, index) => [name, cells[index]] as const)
        .filter(([, cell]) => cell !== '');
      return [{ line, columns: Object.fromEntries(filled) }];
    });
  return {
    push: (text) => read(parser.push(text)),
    end() {
      const rows = read(parser.end());
      if (!header) throw new ApiError('INVALID_INPUT', 'The file is empty; it has no header row.');
      return rows;
    },
  };
}

function parseJsonLine(text: string, line: number, dataset: FileColumns): FileRow {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      noteColumns(Object.keys(value), dataset);
      return { line, columns: value as Record<string, unknown> };
    }
    return { line, problem: 'is not a JSON object' };
  } catch {
    return { line, problem: 'is not valid JSON' };
  }
}

function ndjsonReader(dataset: FileColumns): RowReader {
  let rest = '';
  let line = 0;
  const read = (lines: string[]): FileRow[] =>
    lines.flatMap((text) => {
      line += 1;
      return text.trim() === '' ? [] : [parseJsonLine(text, line, dataset)];
    });
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() as string;
      if (rest.length > MAX_ROW_CHARS)
        throw new ApiError(
          'INVALID_INPUT',
          `line ${line + lines.length + 1}: the row is longer than ${MAX_ROW_CHARS} characters.`,
        );
      return read(lines);
    },
    end: () => read([rest]),
  };
}

/**
 * Reads a file while it arrives, holding at most one chunk and one row. Drops a byte order mark.
 * @param format null to detect it from the first characters
 * @throws ApiError INVALID_INPUT for a file that is not UTF-8, an unusable header, or a row that is
 * too long
 */
export async function* readRows(
  body: ReadableStream<Uint8Array>,
  format: RecordFormat | null,
  dataset: FileColumns,
): AsyncGenerator<FileRow[]> {
  let reader: RowReader | null = null;
  const readerFor = (text: string): RowReader => {
    // A row of NDJSON begins with a brace; a header row does not.
    const sniffed = text.trimStart().startsWith('{') ? 'ndjson' : 'csv';
    reader ??= (format ?? sniffed) === 'csv' ? csvReader(dataset) : ndjsonReader(dataset);
    return reader;
  };
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw new ApiError('INVALID_INPUT', 'The file is not UTF-8.', { cause });
    }
  };
  for await (const bytes of body) {
    const text = decode(bytes);
    if (text !== '') yield readerFor(text).push(text);
  }
  const rest = decode();
  yield readerFor(rest).push(rest);
  yield readerFor(rest).end();
}
