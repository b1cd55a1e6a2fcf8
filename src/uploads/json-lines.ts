import { MAX_ROW_CHARS } from '../lib/csv.ts';
import { ApiError } from '../lib/errors.ts';
import { requireColumnCount, rowText, type SentRow } from '../lookup/jobs/files.ts';
import { type AnyProduct, mainField } from '../lookup/product.ts';
import { requireRowBytes } from './column-mapping.ts';
import { type ListHandlers, requireColumns } from './list-columns.ts';

const FITTED_LINES = 5;

/**
 * Non-blank lines, each with its line number.
 * @throws ApiError INVALID_INPUT for a line longer than a CSV row may be
 */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<[string, number]> {
  let rest = '';
  let number = 0;
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    const long = lines.findIndex((line) => line.length > MAX_ROW_CHARS);
    if (long !== -1) {
      const message = `Line ${number + long + 1} is longer than ${MAX_ROW_CHARS} characters.`;
      throw new ApiError('INVALID_INPUT', message);
    }
    rest = lines.pop() as string;
    for (const line of lines) {
      number += 1;
      if (line.trim() !== '') yield [line, number];
    }
  }
  if (rest.trim() !== '') yield [rest, number + 1];
}

/** @throws ApiError INVALID_REQUEST for a line that is neither a string nor an object */
function parseLine(line: string, number: number): string | Record<string, unknown> {
  let row: unknown = null;
  try {
    row = JSON.parse(line);
  } catch {
    // Refused below.
  }
  if (rowText(row) !== null) return row as string | Record<string, unknown>;
  const message = `Line ${number} is not valid JSON, or is neither a string nor an object.`;
  throw new ApiError('INVALID_REQUEST', message);
}

/** Fields of a line by their names, which come from outside. */
type LineFields = ReadonlyMap<string, unknown>;

const cellOf = (fields: LineFields, name: string): string => {
  const value = fields.get(name);
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Mapping of the lines' fields; null if the lines are request bodies of the product. */
function lineMapping(
  rows: readonly (string | Record<string, unknown>)[],
  product: AnyProduct,
  asked: string | null,
  country: string | undefined,
): ReadonlyMap<string, string> | null {
  const objects = rows.flatMap((row) =>
    typeof row === 'string' ? [] : new Map(Object.entries(row)),
  );
  const names = [...new Set(objects.flatMap((fields) => [...fields.keys()]))];
  const main = mainField(product);
  if (names.length === 0 || (asked === null && names.includes(main))) return null;
  const columns = names.map((name) => ({ name, samples: objects.map((row) => cellOf(row, name)) }));
  const { columns: fitted } = requireColumns(columns, asked, product, country);
  return new Map([[main, names[fitted.get(main) ?? 0] as string]]);
}

/** Turns lines into cells, with a column for each field of any line, in order of appearance. */
class LineColumns {
  readonly #places = new Map<string, number>();
  /** Total length of the names, limited like a CSV row, because they become the header. */
  #chars = 0;

  get names(): string[] {
    return [...this.#places.keys()];
  }

  /** @throws ApiError INPUT_LIMIT_EXCEEDED */
  cellsOf(fields: LineFields, position: number): string[] {
    for (const name of fields.keys()) {
      if (this.#places.has(name)) continue;
      requireColumnCount(this.#places.size + 1, position);
      this.#places.set(name, this.#places.size);
      this.#chars += name.length;
      if (this.#chars <= MAX_ROW_CHARS) continue;
      const names = `the fields' names have more than ${MAX_ROW_CHARS} characters here`;
      const message = `Row ${position}: ${names}, which is the most allowed.`;
      throw new ApiError('INPUT_LIMIT_EXCEEDED', message);
    }
    const cells = new Array<string>(this.#places.size).fill('');
    for (const name of fields.keys())
      cells[this.#places.get(name) as number] = cellOf(fields, name);
    return cells;
  }
}

/**
 * Rows of a JSON Lines list: strings, request bodies of the product, or objects of which one field
 * is looked up.
 * @throws ApiError INVALID_REQUEST, MISSING_FIELD, INVALID_INPUT, INPUT_LIMIT_EXCEEDED
 */
export async function* lineRows(
  texts: AsyncIterable<string>,
  product: AnyProduct,
  asked: string | null,
  country: string | undefined,
  { onFile, onColumns }: ListHandlers,
): AsyncGenerator<SentRow> {
  const first: (string | Record<string, unknown>)[] = [];
  const columns = new LineColumns();
  let field: string | null = null;
  let position = 0;
  function sentRow(row: string | Record<string, unknown>, at: number): SentRow {
    if (field === null) return requireRowBytes(rowText(row) ?? '', at);
    const fields = new Map<string, unknown>(
      typeof row === 'string' ? [[field, row]] : Object.entries(row),
    );
    return { text: requireRowBytes(cellOf(fields, field), at), cells: columns.cellsOf(fields, at) };
  }
  function* firstRows(): Generator<SentRow> {
    const mapping = lineMapping(first, product, asked, country);
    field = mapping?.get(mainField(product)) ?? null;
    if (mapping) {
      onColumns(mapping);
      const written = { separator: 'comma', encoding: 'utf-8', hasMark: false } as const;
      onFile(() => ({ ...written, columns: columns.names }));
    }
    for (const [at, each] of first.entries()) yield sentRow(each, at + 1);
  }
  for await (const [line, number] of linesOf(texts)) {
    position += 1;
    const row = parseLine(line, number);
    if (position > FITTED_LINES) yield sentRow(row, position);
    else first.push(row);
    if (position === FITTED_LINES) yield* firstRows();
  }
  if (position === 0) throw new ApiError('MISSING_FIELD', 'The list has no rows.');
  if (position < FITTED_LINES) yield* firstRows();
}
