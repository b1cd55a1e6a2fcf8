import { countryCodeByForeignName, countryCodeOf } from '../domain/place/countries.ts';
import { hasLegalForm } from '../domain/place/place-name.ts';
import type { TableRow } from '../lib/csv.ts';
import { ApiError } from '../lib/errors.ts';
import { bodyFromTexts, type InputField, inputFields } from '../lookup/body.ts';
import { isRowTooLong, MAX_ROW_BYTES } from '../lookup/jobs/job.ts';
import { type AnyProduct, mainField } from '../lookup/product.ts';
import { calledColumns, columnNamesOf } from './column-names.ts';

/** Assignment of a product's fields: to columns of a file, or to one text for all rows. */
export interface ColumnMapping {
  /** Column index from 0, by field name. */
  columns: ReadonlyMap<string, number>;
  /** Text for all rows, by field name. */
  constants: ReadonlyMap<string, string>;
}

/** A column of a table: its name, and its cells in the first rows. */
export interface TableColumn {
  name: string;
  samples: readonly string[];
}

/** @throws ApiError INVALID_REQUEST */
export function requireRowBytes(row: string, position: number): string {
  if (!isRowTooLong(row)) return row;
  const message = `Row ${position} has more than ${MAX_ROW_BYTES} bytes in the chosen columns.`;
  throw new ApiError('INVALID_REQUEST', message);
}

/** Marks by which spreadsheets keep a number as text: `'+49…`, `="0049…"`. */
const TEXT_MARK = /^(?:'(?=[+\d(][\d ()./+-]*$)|="(?=[^"]*"$))/;

/** Scheme of a cell that was a link to an email address. */
const MAILTO = /^mailto:(?=[^\s@?]{1,64}@[^\s@?]{1,255}$)/i;

/** A trimmed cell without a spreadsheet's text marks and the scheme of an email link. */
export function plainCell(cell: string): string {
  const text = cell.trim().replace(MAILTO, '');
  const marked = TEXT_MARK.test(text);
  return marked ? text.replace(TEXT_MARK, '').replace(/"$/, '').trim() : text;
}

/** A country's code for its name in any supported language; other text is returned unchanged. */
function namedCountry(text: string): string {
  const plain = text.replace(/^([a-z])\.([a-z])\.(?:([a-z])\.)?$/i, '$1$2$3');
  return countryCodeOf(plain) ?? countryCodeByForeignName(plain) ?? text;
}

/** An IP address with a port, or in brackets, as in the log of a server. */
const SOCKET_ADDRESS = /^(?:([\d.]{7,15}):\d{1,5}|\[([\da-f:.]{2,45})\](?::\d{1,5})?)$/i;

/** A cell as the text of a field. */
export const fieldText = (field: string, cell: string): string => {
  const text = plainCell(cell);
  if (field === 'country' && text !== '') return namedCountry(text);
  const [, ipv4, ipv6] = (field === 'ip' && SOCKET_ADDRESS.exec(text)) || [];
  return ipv4 ?? ipv6 ?? text;
};

/** Texts of fields, per row. */
export type RowTexts = readonly ReadonlyMap<string, string>[];

/** The cells of columns as texts of their fields, per row. */
export const textsOf = (
  columns: readonly TableColumn[],
  filling: readonly [string, number][],
): RowTexts =>
  (columns[0]?.samples ?? []).map((_, row) => {
    const texts = filling.map(([field, at]): [string, string] => [
      field,
      fieldText(field, columns[at]?.samples[row] ?? ''),
    ]);
    return new Map(texts.filter(([, text]) => text !== ''));
  });

/** The country a job gives to its rows: a code, or a name as a column of countries may hold. */
export const rowCountryOf = (sent: string | null | undefined): { country?: string } =>
  sent === null || sent === undefined ? {} : { country: fieldText('country', sent) };

/**
 * One row of a job; empty if all chosen columns are empty, or if only optional fields are filled.
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
  // A row that begins with a brace would be read as a JSON object.
  if (only !== undefined && !only.startsWith('{')) return only;
  return JSON.stringify(bodyFromTexts(fields, texts));
}

/** Fewest column names that a data row does not repeat by coincidence. */
const MIN_REPEATED_NAMES = 2;

/** Whether a row repeats the header, as in a file that was concatenated from several. */
export function repeatsNames(cells: readonly string[], names: readonly string[] | null): boolean {
  if (names === null || cells.length < names.length) return false;
  const isSame = cells.every((cell, at) => cell.trim() === (names[at] ?? '').trim());
  return isSame && names.filter((name) => name.trim() !== '').length >= MIN_REPEATED_NAMES;
}

/**
 * Rows of a bulk job from rows of a file: the main input as text, or a JSON object if more fields
 * are filled. Remarks and repeated headers become empty rows.
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

export const filledCells = ({ samples }: TableColumn): string[] =>
  samples.map(plainCell).filter((cell) => cell !== '');

/** In fewer rows, repeated cells or ascending values may be a coincidence. */
export const MIN_TELLING_ROWS = 3;

/** Largest step of a counter from row to row. */
const MAX_COUNT = 1000;

/** Whether the cells ascend in small steps, like sequential identifiers. */
export function isCounter(column: TableColumn): boolean {
  const filled = filledCells(column);
  const isNext = (cell: string, before: string | undefined) => {
    const step = Number(cell) - Number(before ?? cell);
    return /^\d{1,15}$/.test(cell) && (before === undefined || (step > 0 && step <= MAX_COUNT));
  };
  return (
    filled.length >= MIN_TELLING_ROWS && filled.every((cell, at) => isNext(cell, filled[at - 1]))
  );
}

/** The only column of which most cells have a company's legal form. */
export function companyColumn(columns: readonly TableColumn[]): number | undefined {
  const formed = [...columns.keys()].filter((at) => {
    const cells = filledCells(columns[at] as TableColumn);
    return cells.filter(hasLegalForm).length > cells.length / 2;
  });
  return formed.length === 1 ? formed[0] : undefined;
}

const MAX_POSTAL_DIGITS = 9;

/** Whether a column is called and short like postal codes: Brazil's CEP, but not Turkey's Cep. */
export function arePostalCodes(column: TableColumn): boolean {
  const [called] = calledColumns([column.name], columnNamesOf('zip'));
  const digits = filledCells(column).map((cell) => cell.replace(/\D/g, '').length);
  return called?.isWhole === true && digits.every((count) => count <= MAX_POSTAL_DIGITS);
}

const MIN_LINE_DIGITS = 6;

/** Round figures, which are amounts where most cells are: `9200000`. */
const ROUND = /000$/;

/** Whether most cells have the digits of a phone number, of a country that may be unknown. */
export function areLines(column: TableColumn): boolean {
  const filled = filledCells(column);
  const digits = filled.map((cell) => cell.replace(/\D/g, ''));
  const lines = digits.filter((cell) => cell.length >= MIN_LINE_DIGITS && !ROUND.test(cell));
  return 2 * lines.length > filled.length && !arePostalCodes(column);
}

/** Whether all cells are marked as user names: `@ada` beside `Ada`. */
export const areUserNames = (column: TableColumn): boolean =>
  filledCells(column).every((cell) => cell.startsWith('@'));

/** Share of distinct cells; 1 where few rows tell nothing. */
export function differingShare(column: TableColumn): number {
  const filled = filledCells(column);
  return filled.length < MIN_TELLING_ROWS ? 1 : new Set(filled).size / filled.length;
}

/** Whether all rows have the same cell, which belongs to the list's owner: `To`, `server_addr`. */
export function isRepeated(column: TableColumn): boolean {
  const filled = filledCells(column);
  return filled.length >= MIN_TELLING_ROWS && new Set(filled).size === 1;
}

/** Whether words only read as digits of a number: `678 Chestnut St`, unlike `1-800-FLOWERS`. */
export const isSpelt = (text: string, e164: string): boolean =>
  /[a-z][ _]+[a-z]/i.test(text) && !text.replace(/\D/g, '').includes(e164.slice(-4));
