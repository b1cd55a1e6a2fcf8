import { parseInCountry } from '../domain/phone/number.ts';
import { ApiError } from '../lib/errors.ts';
import { bodyFromTexts, bodyTexts, type InputField, inputFields } from '../lookup/body.ts';
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

/** One row of a job: empty where no chosen column has anything. */
function jobRowOf(
  cells: readonly string[],
  main: string,
  fields: readonly InputField[],
  { columns, constants }: ColumnMapping,
): string {
  const texts = new Map<string, string>();
  for (const [name, column] of columns) {
    const text = (cells[column] ?? '').trim();
    if (text !== '') texts.set(name, text);
  }
  if (texts.size === 0) return '';
  for (const [name, text] of constants) if (!texts.has(name)) texts.set(name, text);
  const only = texts.size === 1 ? texts.get(main) : undefined;
  // A row that begins with a brace is read as an object.
  if (only !== undefined && !only.startsWith('{')) return only;
  return JSON.stringify(bodyFromTexts(fields, texts));
}

/**
 * Rows of a bulk job from rows of a file: the main input as text, or a JSON object where more
 * fields than that are filled.
 * @throws ApiError INVALID_REQUEST for a row that is too long, MISSING_FIELD for a file without
 * rows
 */
export async function* jobRows(
  rows: AsyncIterable<readonly string[]>,
  product: AnyProduct,
  filling: ColumnMapping,
): AsyncGenerator<{ text: string; cells: readonly string[] }> {
  const fields = inputFields(product);
  const main = mainField(product);
  let position = 0;
  for await (const cells of rows) {
    position += 1;
    const text = requireRowBytes(jobRowOf(cells, main, fields, filling), position);
    yield { text, cells };
  }
  if (position === 0) throw new ApiError('MISSING_FIELD', 'The file has no rows.');
}

/** The words of a name, so that `Phone Number`, `phoneNumber` and `phone_number` are one. */
const foldedName = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');

/** What people call the columns of fields; the field's own name comes first. */
const COLUMN_SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['phone_number', ['phone', 'telephone', 'tel', 'mobile', 'mobile phone', 'cell', 'number']],
  ['email', ['e mail', 'email address', 'e mail address', 'mail', 'work email']],
  ['ip', ['ip address', 'address', 'client ip']],
  ['domain', ['website', 'web site', 'site', 'url', 'company domain', 'company website']],
  ['url', ['link', 'address', 'page']],
  ['name', ['business name', 'company', 'company name', 'business', 'full name']],
  ['city', ['town']],
  ['zip', ['zip code', 'postal code', 'postcode']],
  ['country', ['country code']],
  ['keyword', ['key word', 'search term', 'query', 'term']],
  ['profile_url', ['profile', 'linkedin', 'linkedin url', 'profile link']],
  ['handle', ['username', 'user name', 'account']],
  ['phone', ['phone number', 'telephone', 'tel']],
  ['website', ['domain', 'web site', 'url', 'site']],
]);

/** Which columns are called what fields are. */
export function namedColumns(
  names: readonly string[],
  fields: readonly string[],
): ReadonlyMap<string, number> {
  const columns = names.map(foldedName);
  const named = new Map<string, number>();
  for (const name of fields) {
    const words = [foldedName(name), ...(COLUMN_SYNONYMS.get(name) ?? [])];
    const column = words.map((word) => columns.indexOf(word)).find((at) => at !== -1);
    if (column !== undefined && ![...named.values()].includes(column)) named.set(name, column);
  }
  return named;
}

/** A column of a table: its name, and what is in its first rows. */
export interface TableColumn {
  name: string;
  samples: readonly string[];
}

/** Least share of readable cells of a column that fits, and how far it may lie below the best. */
const MIN_FIT = 0.5;
const NEAR_FIT = 0.1;

/** Share of a column's cells that the product reads in this field, the others as in its example. */
function fitOf(
  { samples }: TableColumn,
  field: string,
  product: AnyProduct,
  country: string | undefined,
): number {
  const fields = inputFields(product);
  const example = bodyTexts(product.example);
  const cells = samples.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const read = cells.filter((cell) => {
    try {
      const body = bodyFromTexts(fields, new Map([...example, [field, cell]]));
      parseInCountry(product.input, body, country);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  });
  return read.length / (cells.length || 1);
}

/**
 * Which columns hold which fields: the main field is in the column whose cells the product reads;
 * where several fit or none, in the one that is called so; an only column is it anyhow. Other
 * fields need both a name and cells that fit. A guess, which a person corrects.
 * @param country default country of the organization
 */
export function fitColumns(
  columns: readonly TableColumn[],
  product: AnyProduct,
  country: string | undefined,
): Map<string, number> {
  const main = mainField(product);
  const fields = inputFields(product);
  const named = namedColumns(
    columns.map(({ name }) => name),
    fields.map(({ name }) => name),
  );
  const fits = columns.map((column) => fitOf(column, main, product, country));
  const least = Math.max(MIN_FIT, Math.max(...fits) - NEAR_FIT);
  const fitting = [...fits.keys()].filter((at) => (fits[at] ?? 0) >= least);
  const called = named.get(main) ?? -1;
  const isCalled = called !== -1 && (fitting.length === 0 || fitting.includes(called));
  const only = columns.length === 1 ? 0 : fitting.length === 1 ? fitting[0] : undefined;
  const chosen = only ?? (isCalled ? called : undefined);
  const fitted = new Map<string, number>(chosen === undefined ? [] : [[main, chosen]]);
  for (const [field, at] of named) {
    const column = columns[at];
    if (field === main || at === chosen || !column) continue;
    if (fitOf(column, field, product, country) >= MIN_FIT) fitted.set(field, at);
  }
  return fitted;
}
