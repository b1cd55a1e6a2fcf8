import { ApiError } from '../core/errors.ts';
import { CsvParser, MAX_ROW_CHARS } from '../core/records/csv.ts';
import type { RecordDataset } from '../core/records/dataset.ts';
import { namesOfKeys } from './parse-record.ts';

export type RecordFormat = 'csv' | 'ndjson';

/** One row of the operator's file: its columns, or why it cannot be read. */
export type SentRow = { line: number } & (
  | { columns: Record<string, unknown> }
  | { problem: string }
);

/** Turns text, cut anywhere, into rows. */
interface RowReader {
  push(text: string): SentRow[];
  end(): SentRow[];
}

type Keyed = Pick<RecordDataset, 'keys'>;

/** @throws ApiError INVALID_INPUT when no row could be found by anything */
function checkHeader(header: readonly string[], dataset: Keyed): void {
  if (dataset.keys.some(({ columns }) => columns.every((name) => header.includes(name)))) return;
  const missing = dataset.keys.length === 1 ? 'no column' : 'none of the columns';
  throw new ApiError('INVALID_INPUT', `The header row has ${missing} ${namesOfKeys(dataset)}.`);
}

/** The first record names the columns. An empty cell is a column that is not there. */
function csvReader(dataset: Keyed): RowReader {
  const parser = new CsvParser();
  let header: string[] | null = null;
  const read = (rows: ReturnType<CsvParser['push']>): SentRow[] =>
    rows.flatMap(({ line, cells, problem }): SentRow[] => {
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

function parseJsonLine(text: string, line: number): SentRow {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return { line, columns: value as Record<string, unknown> };
    return { line, problem: 'is not a JSON object' };
  } catch {
    return { line, problem: 'is not valid JSON' };
  }
}

function ndjsonReader(): RowReader {
  let rest = '';
  let line = 0;
  const read = (lines: string[]): SentRow[] =>
    lines.flatMap((text) => {
      line += 1;
      return text.trim() === '' ? [] : [parseJsonLine(text, line)];
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

/** A row of NDJSON begins with a brace; no header row does. */
const formatOf = (text: string): RecordFormat =>
  text.trimStart().startsWith('{') ? 'ndjson' : 'csv';

/**
 * Reads a file as it arrives, holding one chunk and one row at most. A byte order mark is dropped.
 * @param format null when nobody said: the first characters then tell
 * @throws ApiError INVALID_INPUT when the file is not UTF-8, has no usable header, or a row is too
 * long
 */
export async function* readRows(
  body: ReadableStream<Uint8Array>,
  format: RecordFormat | null,
  dataset: Keyed,
): AsyncGenerator<SentRow[]> {
  let reader: RowReader | null = null;
  const readerFor = (text: string): RowReader => {
    reader ??= (format ?? formatOf(text)) === 'csv' ? csvReader(dataset) : ndjsonReader();
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
