import { type IpAddress, isInnerAddress } from '../domain/ip/address.ts';
import { type PhoneNumber, parseInCountry } from '../domain/phone/number.ts';
import { numberLabelOf } from '../domain/phone/phone-labels.ts';
import { COUNTRIES, countryCodeOf } from '../domain/place/countries.ts';
import { hasListedSuffix, type RegistrableDomain } from '../domain/web/domain-name.ts';
import type { WebSite } from '../domain/web/site.ts';
import { ApiError } from '../lib/errors.ts';
import { foldText } from '../lib/text.ts';
import { bodyFromTexts, bodyTexts, type InputField, inputFields } from '../lookup/body.ts';
import { MAX_ROW_BYTES } from '../lookup/jobs/job.ts';
import { type AnyProduct, mainField } from '../lookup/product.ts';
import columnNames from './column-names.json' with { type: 'json' };

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
function cellText(cell: string): string {
  const text = cell.trim();
  const marked = TEXT_MARK.test(text);
  return marked ? text.replace(TEXT_MARK, '').replace(/"$/, '').trim() : text;
}

/** Languages whose names of countries are read, beside English. */
const NAME_LANGUAGES = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da'];

/** Built by the first name that is not English; a name of two countries is left out. */
let foreignNames: ReadonlyMap<string, string | null> | undefined;

function countriesByForeignName(): ReadonlyMap<string, string | null> {
  const codes = new Map<string, string | null>();
  for (const language of NAME_LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of COUNTRIES.keys()) {
      const name = names.of(code)?.toLowerCase();
      if (name !== undefined) codes.set(name, (codes.get(name) ?? code) === code ? code : null);
    }
  }
  return codes;
}

/** A country by its code: lists have its name as often, in the language of their people. */
function namedCountry(text: string): string {
  const plain = text.replace(/^([a-z])\.([a-z])\.(?:([a-z])\.)?$/i, '$1$2$3');
  const english = countryCodeOf(plain);
  if (english !== null) return english;
  foreignNames ??= countriesByForeignName();
  return foreignNames.get(plain.toLowerCase()) ?? text;
}

/** A cell as the text of a field. */
const fieldText = (field: string, cell: string): string => {
  const text = cellText(cell);
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
 * fields than that are filled; nothing of a row that repeats the names of the columns.
 * @throws ApiError INVALID_REQUEST for a row that is too long, MISSING_FIELD for a file without
 * rows
 */
export async function* jobRows(
  rows: AsyncIterable<readonly string[]>,
  product: AnyProduct,
  filling: ColumnMapping,
  names: readonly string[] | null,
): AsyncGenerator<{ text: string; cells: readonly string[] }> {
  const fields = inputFields(product);
  const main = mainField(product);
  let position = 0;
  for await (const cells of rows) {
    position += 1;
    const text = repeatsNames(cells, names)
      ? ''
      : requireRowBytes(jobRowOf(cells, main, fields, filling), position);
    yield { text, cells };
  }
  if (position === 0) throw new ApiError('MISSING_FIELD', 'The file has no rows.');
}

/** The words of a name: `phoneNumber` and `phone_number` are `phone number`. */
const wordsOf = (name: string): string => foldText(name.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 '));

/** Its letters alone: `E-Mail`, `LinkedIn URL` and `linkedinUrl` as people write them. */
const lettersOf = (name: string): string => foldText(name).replaceAll(' ', '');

/** What a field's column is called: whole names, the likeliest first, and parts of longer ones. */
interface ColumnNames {
  whole: readonly string[];
  part?: RegExp;
  /** In the name of one that is of another than whom the row is about: `Assignee email`. */
  aside?: RegExp;
}

const nameExpression = (source: string): RegExp => new RegExp(source.normalize('NFKD'), 'u');

type Vocabulary = { whole: string[]; part?: string; aside?: string };

/** By the field, or by the product and its field; a string is the field that is called alike. */
const COLUMN_NAMES: ReadonlyMap<string, ColumnNames | string> = new Map(
  Object.entries<Vocabulary | string>(columnNames).map(
    ([field, names]): [string, ColumnNames | string] => {
      if (typeof names === 'string') return [field, names];
      const { whole, part, aside } = names;
      const expressions = {
        ...(part !== undefined && { part: nameExpression(part) }),
        ...(aside !== undefined && { aside: nameExpression(aside) }),
      };
      return [field, { whole: whole.map(lettersOf), ...expressions }];
    },
  ),
);

const NAMELESS: ColumnNames = { whole: [] };
const PHONE_FIELD = 'phone_number';

/** What the columns of a field are called; its own name comes first. */
function namesOf(field: string, product?: AnyProduct): ColumnNames & { isPhone: boolean } {
  const own = COLUMN_NAMES.get(`${product?.bulk}.${field}`) ?? COLUMN_NAMES.get(field) ?? NAMELESS;
  const names = typeof own === 'string' ? (COLUMN_NAMES.get(own) as ColumnNames) : own;
  const isPhone = own === PHONE_FIELD || field === PHONE_FIELD;
  return { ...names, whole: [lettersOf(field), ...names.whole], isPhone };
}

/** Numbers that products read as well: of machines and of rows. */
const NO_LINE = nameExpression('fax|факс|传真|팩스|\\bid\\b');
const CALLER_ID = /\bcaller id\b/;

/** What the name of a column says its numbers are, as a label before a number does. */
const labelOf = (name: string) => numberLabelOf(`${name}: `, '');

/** Whose or where a line is says nothing of which of several is meant. */
const HOLDERS = /^(?:office|reception|emergency|standard|contact)$/;

const isCalledLine = (name: string): boolean =>
  labelOf(name) === 'phone' && !HOLDERS.test(wordsOf(name));

const namesPhone = (name: string): boolean =>
  namesOf(PHONE_FIELD).part?.test(wordsOf(name)) === true;

/** What is numbered otherwise: `Order Number`, `Invoice`; not `Tel-Nr` or `Phone Customer`. */
const isIdentifier = (name: string): boolean =>
  labelOf(name) === 'other' && !CALLER_ID.test(wordsOf(name)) && !namesPhone(name);

const isNoLine = (name: string): boolean =>
  !CALLER_ID.test(wordsOf(name)) &&
  (NO_LINE.test(wordsOf(name)) || labelOf(name) === 'fax' || isIdentifier(name));

type FieldNames = ReturnType<typeof namesOf>;

const isAside = (name: string, { isPhone, aside }: FieldNames): boolean =>
  (isPhone && isNoLine(name)) || aside?.test(wordsOf(name)) === true;

/** Whose city or name it is, the likeliest first: `Billing City`, `Supplier Name`. */
const THINGS = (
  'company business organization organisation registered legal hq headquarters primary main ' +
  'billing physical office site store shop property mailing shipping delivery supplier vendor ' +
  'merchant employer partner account client customer'
).split(' ');

/** The columns that are called what a field is: wholly, of a thing, then in part. */
function calledColumns(
  names: readonly string[],
  { whole, part, isPhone }: FieldNames,
  things: readonly string[] = THINGS,
): { at: number; isWhole: boolean }[] {
  const letters = names.map(lettersOf);
  const columns = names.map((name, at) => ({ at, name, words: wordsOf(name) }));
  const wholes = new Set(whole.map((name) => letters.indexOf(name)).filter((at) => at >= 0));
  const rest = columns.filter(({ at, name }) => !wholes.has(at) && !(isPhone && isNoLine(name)));
  const ofThings = things.flatMap((thing) =>
    rest.filter(
      ({ words }) =>
        words.startsWith(`${thing} `) && whole.includes(lettersOf(words.slice(thing.length))),
    ),
  );
  const inPart = rest.filter(
    ({ at, name, words }) =>
      part?.test(words) || part?.test(letters[at] ?? '') || (isPhone && isCalledLine(name)),
  );
  return [
    ...[...wholes].map((at) => ({ at, isWhole: true })),
    ...[...new Set([...ofThings, ...inPart])].map(({ at }) => ({ at, isWhole: false })),
  ];
}

/** Which columns are wholly called what fields are. */
export function namedColumns(
  names: readonly string[],
  fields: readonly string[],
): ReadonlyMap<string, number> {
  const named = new Map<string, number>();
  for (const field of fields) {
    const [first] = calledColumns(names, namesOf(field));
    if (first?.isWhole && ![...named.values()].includes(first.at)) named.set(field, first.at);
  }
  return named;
}

/** A column of a table: its name, and what is in its first rows. */
export interface TableColumn {
  name: string;
  samples: readonly string[];
}

/** What a column without a name is called. */
export const unnamedColumn = (at: number): string => `Column ${at + 1}`;

/** Least share of readable cells of a column that fits, and how far it may lie below the best. */
const MIN_FIT = 0.5;
const NEAR_FIT = 0.1;

/** Shares of a column's cells that fit a field. */
interface ColumnFit {
  /** Those that can exist and may be one: an id of four digits is read as a number, and is none. */
  valid: number;
  possible: number;
  /** Those that the product reads, the other fields as in their row or its example. */
  read: number;
  /** What is read of each row; the cell where nothing is. */
  values: readonly string[];
}

const NO_FIT: ColumnFit = { valid: 0, possible: 0, read: 0, values: [] };

/** How well cells fit, the best first. */
const FITS = ['valid', 'possible', 'read'] as const;

/**
 * What is known of a value that was read: of a phone number, an address of a network within, or a
 * domain, whose end a registry has, as a file's has not.
 */
function knownFit(value: unknown): { valid: boolean; possible: boolean } {
  const known = (value ?? {}) as Partial<PhoneNumber & IpAddress & RegistrableDomain & WebSite>;
  const isInner = known.words !== undefined && isInnerAddress(known as IpAddress);
  const domain = known.tld !== undefined ? known.name : known.origins && known.domain;
  const isListed = domain === undefined || hasListedSuffix(domain);
  return { valid: known.valid ?? (!isInner && isListed), possible: known.possible ?? !isInner };
}

/** How a product reads texts of its fields. */
interface Reader {
  product: AnyProduct;
  fields: readonly InputField[];
  /** Default country of the organization. */
  country: string | undefined;
}

/** What a product reads; null where it refuses the texts. */
function readInput(
  texts: ReadonlyMap<string, string>,
  { product, fields, country }: Reader,
): Record<string, unknown> | null {
  try {
    return parseInCountry(product.input, bodyFromTexts(fields, texts), country);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}

/** The texts of other fields, by the row. */
type RowTexts = readonly ReadonlyMap<string, string>[];

/** What columns hold for fields. */
const textsOf = (columns: readonly TableColumn[], filling: readonly [string, number][]): RowTexts =>
  (columns[0]?.samples ?? []).map((_, row) => {
    const texts = filling.map(([field, at]): [string, string] => [
      field,
      fieldText(field, columns[at]?.samples[row] ?? ''),
    ]);
    return new Map(texts.filter(([, text]) => text !== ''));
  });

/** How well a column is a field's: read with the other fields of its row, else of the example. */
function fitOf(
  { samples }: TableColumn,
  field: string,
  reader: Reader,
  others: RowTexts = [],
): ColumnFit {
  const example = bodyTexts(reader.product.example);
  const texts = samples.map((cell) => fieldText(field, cell));
  const share = 1 / (texts.filter((text) => text !== '').length || 1);
  const fit = { valid: 0, possible: 0, read: 0 };
  const values = [...texts];
  for (const [row, text] of texts.entries()) {
    if (text === '') continue;
    const beside = others[row] ?? new Map<string, string>();
    const read = (others: ReadonlyMap<string, string>) =>
      readInput(new Map([...example, ...others, [field, text]]), reader);
    const input = read(beside) ?? (beside.size > 0 ? read(new Map()) : null);
    if (!input) continue;
    const { valid, possible } = knownFit(input[field]);
    values[row] = JSON.stringify(input[field]);
    fit.read += share;
    if (possible) fit.possible += share;
    if (valid) fit.valid += share;
  }
  return { ...fit, values };
}

/** What only a field reads that takes any text. */
const ANY_TEXT = 'any text';

/** Whether what columns hold is enough for the product to look up most of the first rows. */
export function readsRows(
  columns: readonly TableColumn[],
  product: AnyProduct,
  { columns: filling }: Pick<ColumnMapping, 'columns'>,
  country: string | undefined,
): boolean {
  const texts = textsOf(columns, [...filling]);
  const reader = { product, fields: inputFields(product), country };
  const read = texts.filter((each) => readInput(each, reader) !== null);
  return read.length > MIN_FIT * texts.length;
}

/** The columns whose share is near the best; none where that is low. */
function bestColumns(shares: readonly number[]): number[] {
  const least = Math.max(MIN_FIT, Math.max(...shares) - NEAR_FIT);
  return [...shares.keys()].filter((at) => (shares[at] ?? 0) >= least);
}

/** The columns that keep a rule; all where none does. */
function preferred(columns: readonly number[], keeps: (at: number) => boolean): readonly number[] {
  const kept = columns.filter(keeps);
  return kept.length > 0 ? kept : columns;
}

const filledCells = ({ samples }: TableColumn): string[] =>
  samples.map(cellText).filter((cell) => cell !== '');

/** Fewer rows repeat a cell, or count up, by chance. */
const MIN_TELLING_ROWS = 3;

/** Of columns called alike the one whose rows differ so much less is the list owner's: `Assignee`. */
const MAX_REPEATED = 0.8;

function differingShare(column: TableColumn): number {
  const filled = filledCells(column);
  return filled.length < MIN_TELLING_ROWS ? 1 : new Set(filled).size / filled.length;
}

/** Whether every row has the same, as of a list's owner: `To`, `server_addr`. */
function isRepeated(column: TableColumn): boolean {
  const filled = filledCells(column);
  return filled.length >= MIN_TELLING_ROWS && new Set(filled).size === 1;
}

/** A column that half of the rows leave empty is beside another: `Alternate Phone`. */
const MAX_SPARSE = 0.5;

const filledShare = (column: TableColumn): number =>
  filledCells(column).length / (column.samples.length || 1);

/** How far a counter goes from row to row. */
const MAX_COUNT = 1000;

/** Whether the cells count up, as identifiers do in the order they were given. */
function isCounter(column: TableColumn): boolean {
  const filled = filledCells(column);
  const isNext = (cell: string, before: string | undefined) => {
    const step = Number(cell) - Number(before ?? cell);
    return /^\d{1,15}$/.test(cell) && (before === undefined || (step > 0 && step <= MAX_COUNT));
  };
  return (
    filled.length >= MIN_TELLING_ROWS && filled.every((cell, at) => isNext(cell, filled[at - 1]))
  );
}

/** Whether a column has in each row what another has, or nothing: `Billing Phone`. */
function repeatsAnother(at: number, among: readonly number[], columns: readonly TableColumn[]) {
  const cells = columns.map(({ samples }) => samples.map(cellText));
  const isWithin = (one: number, other: number) =>
    cells[one]?.every((cell, row) => cell === '' || cell === cells[other]?.[row]) === true;
  return among.some(
    (other) => other !== at && isWithin(at, other) && (other < at || !isWithin(other, at)),
  );
}

/**
 * Of columns that may be a field's the one that is called so, or the only one whose rows differ,
 * are filled, are not counted and are not another's; undefined where several are.
 * @param looked the columns with what is read of their cells
 * @param isText whether the field is read of any text, so that only a name tells
 */
function calledOf(
  candidates: readonly number[],
  columns: readonly TableColumn[],
  looked: readonly TableColumn[],
  called: FieldNames,
  isText: boolean,
): number | undefined {
  const names = columns.map(({ name }) => name);
  const among = preferred(candidates, (at) => !isAside(names[at] ?? '', called));
  if (among.length === 1) return among[0];
  const named = calledColumns(names, called).filter(({ at }) => among.includes(at));
  const [first, second] = named;
  if (first ? first.isWhole || !second : isText) return first?.at;
  const rest = first ? named.map(({ at }) => at) : among;
  const columnAt = (at: number) => columns[at] as TableColumn;
  const lookedAt = (at: number) => looked[at] as TableColumn;
  const differing = Math.max(...rest.map((at) => differingShare(lookedAt(at))));
  const varied = rest.filter(
    (at) =>
      !isRepeated(lookedAt(at)) &&
      (!first || differingShare(lookedAt(at)) > MAX_REPEATED * differing),
  );
  const full = preferred(varied, (at) => filledShare(columnAt(at)) > MAX_SPARSE);
  const uncounted = preferred(full, (at) => !isCounter(columnAt(at)));
  const apart = uncounted.filter((at) => !repeatsAnother(at, uncounted, looked));
  return apart.length === 1 ? apart[0] : undefined;
}

/** Columns of the same thing by their first words: `Situs City` beside `Situs Address`. */
function besideColumns(
  names: readonly string[],
  main: number | undefined,
  { whole }: FieldNames,
): number[] {
  const words = wordsOf(names[main ?? -1] ?? '');
  const thing = words.slice(0, words.lastIndexOf(' ') + 1);
  const isCalled = (name: string) =>
    name.startsWith(thing) && whole.includes(lettersOf(name.slice(thing.length)));
  return thing === '' ? [] : [...names.keys()].filter((at) => isCalled(wordsOf(names[at] ?? '')));
}

/**
 * Which columns hold which fields: the main field is in the column whose cells the product reads;
 * where several fit, in the one that is called so, wholly where none fits; an only column is it
 * anyhow. Other fields need both a name and cells that fit. A guess, which a person corrects.
 * @param country default country of the organization
 */
export function fitColumns(
  columns: readonly TableColumn[],
  product: AnyProduct,
  country: string | undefined,
): Map<string, number> {
  const main = mainField(product);
  const names = columns.map(({ name }) => name);
  const mainNames = namesOf(main, product);
  const only = columns.length === 1 ? 0 : undefined;
  const isPhone = mainNames.isPhone && only === undefined;
  const called = new Set(calledColumns(names, mainNames).map(({ at }) => at));
  // A country that is of something else than a number would have the number read otherwise.
  const things = isPhone ? [] : THINGS;
  const fields = inputFields(product);
  const reader = { product, fields, country };
  const others = fields.flatMap(({ name: field }) => {
    if (field === main) return [];
    const own = namesOf(field, product);
    const named = calledColumns(names, own, things).map(({ at }) => at);
    return [{ field, own, named: named.filter((at) => !isAside(names[at] ?? '', own)) }];
  });
  const guesses = new Map<string, number>();
  for (const { field, named } of others) {
    const free = named.find((at) => ![...guesses.values()].includes(at));
    if (free !== undefined) guesses.set(field, free);
  }
  const fits = columns.map((column, at) => {
    if (isPhone && isIdentifier(column.name)) return NO_FIT;
    const beside = [...guesses].filter(([, guessed]) => guessed !== at);
    const fit = fitOf(column, main, reader, textsOf(columns, beside));
    // Amounts and dates have digits enough to be read as lines that cannot exist.
    return isPhone && !called.has(at) && column.name !== unnamedColumn(at)
      ? { ...fit, read: 0 }
      : fit;
  });
  const looked = fits.map(({ values }, at) => ({ name: names[at] ?? '', samples: values }));
  const best = FITS.map((how) => bestColumns(fits.map((fit) => fit[how])));
  const fitting = best.find((found) => found.length > 0);
  const isText = fitOf({ name: '', samples: [ANY_TEXT] }, main, reader).read === 1;
  const chosen = fitting
    ? calledOf(
        preferred(fitting, (at) => called.has(at) || ![...guesses.values()].includes(at)),
        ...([columns, looked, mainNames, isText] as const),
      )
    : (only ?? calledColumns(names, mainNames).find(({ isWhole }) => isWhole)?.at);
  const fitted = new Map<string, number>(chosen === undefined ? [] : [[main, chosen]]);
  for (const { field, own, named } of others) {
    const found = [...besideColumns(names, chosen, own), ...named].find((at) => {
      const column = columns[at];
      if (!column || [...fitted.values()].includes(at)) return false;
      const beside = [...new Map([...guesses, ...fitted])].filter(
        ([other, column]) => other !== field && column !== at,
      );
      return fitOf(column, field, reader, textsOf(columns, beside)).read >= MIN_FIT;
    });
    if (found !== undefined) fitted.set(field, found);
  }
  return fitted;
}
