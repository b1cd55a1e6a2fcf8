import { countryCodeByForeignName, countryCodeOf } from '../domain/place/countries.ts';
import type { TableRow } from '../lib/csv.ts';
import { ApiError } from '../lib/errors.ts';
import { bodyFromTexts, type InputField, inputFields } from '../lookup/body.ts';
import { MAX_ROW_BYTES } from '../lookup/jobs/job.ts';
import { type AnyProduct, mainField } from '../lookup/product.ts';

/** What fills the fields of a product: columns of a file, or one text for every row. */
export interface ColumnMapping {
  /** By the field's name: the column, from 0. */
  columns: ReadonlyMap<string, number>;
  /** By the field's name. */
  constants: ReadonlyMap<string, string>;
}

const encoder = new TextEncoder();

/** @throws ApiError INVALID_REQUEST */
export function requireRowBytes(row: string, position: number): string {
  // A character is at most three bytes a code unit.
  if (3 * row.length <= MAX_ROW_BYTES || encoder.encode(row).length <= MAX_ROW_BYTES) return row;
  const message = `Row ${position} has more than ${MAX_ROW_BYTES} bytes in the chosen columns.`;
  throw new ApiError('INVALID_REQUEST', message);
}

/** A cell as spreadsheets keep a number from being calculated: `'+49…`, `="0049…"`. */
const TEXT_MARK = /^(?:'(?=[+\d(][\d ()./+-]*$)|="(?=[^"]*"$))/;

/** What a cell says: without a spreadsheet's marks. */
export function plainCell(cell: string): string {
  const text = cell.trim();
  const marked = TEXT_MARK.test(text);
  return marked ? text.replace(TEXT_MARK, '').replace(/"$/, '').trim() : text;
}

/** A country by its code: lists have its name as often, in the language of their people. */
function namedCountry(text: string): string {
  const plain = text.replace(/^([a-z])\.([a-z])\.(?:([a-z])\.)?$/i, '$1$2$3');
  return countryCodeOf(plain) ?? countryCodeByForeignName(plain) ?? text;
}

/** A cell as the text of a field. */
export const fieldText = (field: string, cell: string): string => {
  const text = plainCell(cell);
  return field === 'country' && text !== '' ? namedCountry(text) : text;
};

/**
 * One row of a job: empty where no chosen column has anything, or nothing but what goes along with
 * the one thing that is needed.
 */
function jobRowOf(
  cells: readonly string[],
  main: string,
  fields: readonly InputField[],
  { columns, constants }: ColumnMapping,
): string {
  const texts = new Map<string, string>();
  for (const [name, column] of columns) {
    const text = fieldText(name, cells[column] ?? '');
    if (text !== '') texts.set(name, text);
  }
  const needed = fields.filter(({ required }) => required).map(({ name }) => name);
  if (texts.size === 0 || (needed.length === 1 && needed[0] === main && !texts.has(main)))
    return '';
  for (const [name, text] of constants) if (!texts.has(name)) texts.set(name, text);
  const only = texts.size === 1 ? texts.get(main) : undefined;
  // A row that begins with a brace is read as an object.
  if (only !== undefined && !only.startsWith('{')) return only;
  return JSON.stringify(bodyFromTexts(fields, texts));
}

/** Fewest names that a row of data does not repeat by chance. */
const MIN_REPEATED_NAMES = 2;

/** Whether a row names the columns once more, as in a file that was put together from several. */
export function repeatsNames(cells: readonly string[], names: readonly string[] | null): boolean {
  if (names === null || cells.length < names.length) return false;
  const isSame = cells.every((cell, at) => cell.trim() === (names[at] ?? '').trim());
  return isSame && names.filter((name) => name.trim() !== '').length >= MIN_REPEATED_NAMES;
}

/**
 * Rows of a bulk job from rows of a file: the main input as text, or a JSON object where more
 * fields than that are filled; nothing of a remark and of a row that repeats the names of the
 * columns.
 * @throws ApiError INVALID_REQUEST for a row that is too long, MISSING_FIELD for a file without
 * rows
 */
export async function* jobRows(
  rows: AsyncIterable<TableRow>,
  product: AnyProduct,
  filling: ColumnMapping,
  names: readonly string[] | null,
): AsyncGenerator<{ text: string; cells: readonly string[] }> {
  const fields = inputFields(product);
  const main = mainField(product);
  let position = 0;
  let records = 0;
  for await (const { cells, isRemark = false } of rows) {
    position += 1;
    records += Number(!isRemark);
    const text =
      isRemark || repeatsNames(cells, names)
        ? ''
        : requireRowBytes(jobRowOf(cells, main, fields, filling), position);
    yield { text, cells };
  }
  if (records === 0)
    throw new ApiError('MISSING_FIELD', `The file has ${names ? 'a header and ' : ''}no rows.`);
}
