import type { CsvRequest, CsvSummary, FileStore, ResultRow } from '../core/jobs/files.ts';
import { csvLine } from './csv-text.ts';
import { PartWriter } from './part-writer.ts';
import { type Column, fullColumns, resultColumns } from './result-columns.ts';

/**
 * No byte order mark: programs choke on one, and every spreadsheet of today asks or reads UTF-8.
 */
const CSV_TYPE = 'text/csv; charset=utf-8';

const header = (columns: readonly Column[]): string => csvLine(columns.map(({ name }) => name));
const line = (columns: readonly Column[], row: ResultRow): string =>
  csvLine(columns.map((column) => column.of(row)));

/**
 * Writes both CSV files of a job in one pass over its rows, holding one part of each (RFC 4180,
 * UTF-8, CRLF, a header from the product's schemas). Each file replaces its key only when all of it
 * is there, `results` last: when that exists, both do.
 * @throws what `rows` or the store throws, after abandoning what was begun
 */
export async function assembleCsv(
  { product, rows, keys }: CsvRequest,
  store: FileStore,
): Promise<CsvSummary> {
  const results = {
    columns: resultColumns(product),
    file: new PartWriter(store, keys.results, CSV_TYPE),
  };
  const full = { columns: fullColumns(product), file: new PartWriter(store, keys.full, CSV_TYPE) };
  const both = [full, results];
  let count = 0;
  try {
    for (const { file, columns } of both) await file.write(header(columns));
    for await (const row of rows) {
      for (const { file, columns } of both) {
        const written = file.write(line(columns, row));
        if (written) await written;
      }
      count++;
    }
    for (const { file } of both) await file.end();
  } catch (error) {
    await Promise.all(both.map(({ file }) => file.abort()));
    throw error;
  }
  return { rows: count, bytes: { results: results.file.bytes, full: full.file.bytes } };
}
