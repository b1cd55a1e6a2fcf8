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
function requireRowBytes(row: string, position: number): string {
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
): AsyncGenerator<string> {
  const fields = inputFields(product);
  const main = mainField(product);
  let position = 0;
  for await (const cells of rows) {
    position += 1;
    yield requireRowBytes(jobRowOf(cells, main, fields, filling), position);
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

/**
 * Which columns look like which fields, by their names; the first column stands for the main field
 * where no name does. A guess, which a person corrects.
 */
export function guessColumns(
  names: readonly string[],
  fields: readonly InputField[],
  main: string,
): Map<string, number> {
  const columns = names.map(foldedName);
  const guessed = new Map<string, number>();
  for (const { name } of fields) {
    const words = [foldedName(name), ...(COLUMN_SYNONYMS.get(name) ?? [])];
    const column = words.map((word) => columns.indexOf(word)).find((at) => at !== -1);
    if (column !== undefined && ![...guessed.values()].includes(column)) guessed.set(name, column);
  }
  if (!guessed.has(main) && guessed.size === 0 && names.length > 0) guessed.set(main, 0);
  return guessed;
}
