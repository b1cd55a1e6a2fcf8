import { trimEndOf } from './text.ts';
import { DAY_MS } from './time.ts';

// Readings of records that other programs write differently from RFC 4180.

/** Day 0 of the serial dates of a spreadsheet that count from 1900, in Unix time. */
export const EPOCH_1900 = Date.UTC(1899, 11, 30);

/** Serial date of 9999-12-31, the last that a spreadsheet shows. */
export const MAX_SERIAL = 2_958_466;

/** A number as a spreadsheet stores it, and its number format. */
interface SheetNumber {
  value: number;
  shows: 'number' | 'date' | 'date and time' | 'time' | 'hours';
}

const DATE_TEXT =
  /^(?:(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))?|(\d\d|[1-9]\d{2,7}):([0-5]\d):([0-5]\d))$/;

/**
 * The spreadsheet number that displays as exactly this text: a decimal without superfluous digits,
 * or an ISO 8601 date as a serial date. Null for any other text, such as one with leading zeros.
 */
export function sheetNumber(text: string): SheetNumber | null {
  if (!/^-?\d/.test(text)) return null;
  const value = Number(text);
  if (String(value) === text) return { value, shows: 'number' };
  const [, day, time, ...parts] = DATE_TEXT.exec(text) ?? [];
  const [hours, minutes, seconds] = parts.map(Number) as [number, number, number];
  const span = (hours * 3_600 + minutes * 60 + seconds) / 86_400;
  if (span < MAX_SERIAL) return { value: span, shows: span < 1 ? 'time' : 'hours' };
  const clock = time ?? '00:00:00';
  const at = Date.parse(`${day}T${clock}Z`);
  const serial = (at - EPOCH_1900) / DAY_MS;
  if (!(serial >= 1 && serial < MAX_SERIAL)) return null;
  const isSame = new Date(at).toISOString().startsWith(`${day}T${clock}`);
  return isSame ? { value: serial, shows: time ? 'date and time' : 'date' } : null;
}

/** Text of a truth value of a spreadsheet. */
export const isTruthText = (text: string): boolean => text === 'TRUE' || text === 'FALSE';

/** Most spaces accepted outside the quotes of a cell in lenient mode. */
export const MAX_SPACES = 8;

/** Separator and quote character of a file, one UTF-16 code unit each. */
export interface Signs {
  separator: string;
  quote: string;
}

/** Whether all cells of the first line are in single quotes. */
export function isSingleQuoted(text: string, separator: string): boolean {
  const [line = ''] = text.split(/\r\n|\n|\r/, 1);
  const cells = line.split(separator);
  return cells.every((cell) => cell.length > 1 && cell.startsWith("'") && cell.endsWith("'"));
}

/** A quoted cell without its quotes, with doubled quotes undone. */
const unquoted = (cell: string, quote: string): string =>
  cell
    .trim()
    .slice(1, -1)
    .replaceAll(quote + quote, quote);

/**
 * Reads a record whose quoted cells contain bare quotes: a cell ends at a quote before a separator.
 * With `isEven` it ends only once as many quotes open as close, so `"the ship "Ann", at sea"` is
 * one cell. Null if a cell never ends, or another one begins inside it.
 */
export function cellsByEnds(record: string, { separator, quote }: Signs, isEven: boolean) {
  const cells: string[] = [];
  let open: string[] = [];
  let quotes = 0;
  for (const part of record.split(separator)) {
    const begins = part.trimStart().startsWith(quote);
    if (open.length > 0 ? begins : !begins) {
      if (open.length > 0) return null;
      cells.push(part);
      continue;
    }
    open.push(part);
    quotes += part.split(quote).length - 1;
    if (quotes < 2 || !part.trimEnd().endsWith(quote) || (isEven && quotes % 2 > 0)) continue;
    cells.push(unquoted(open.join(separator), quote));
    open = [];
    quotes = 0;
  }
  // The last cell may be cut off.
  if (open.length === 1 && quotes === 1) return [...cells, open.join('').trimStart().slice(1)];
  return open.length > 0 ? null : cells;
}

/** Reads a record in which quotes are text, except those around a whole cell. */
export const cellsOfWords = (record: string, { separator, quote }: Signs): string[] =>
  record.split(separator).map((part) => {
    const cell = part.trim();
    const isQuoted = cell.length > 1 && cell.startsWith(quote) && cell.endsWith(quote);
    return isQuoted ? unquoted(cell, quote) : part;
  });

/** Reads a record like a spreadsheet: text after the closing quote is appended to the cell. */
export function cellsOfSpreadsheet(record: string, { separator, quote }: Signs): string[] {
  const cells: string[] = [];
  for (let from = 0; from <= record.length; ) {
    const begin = from + record.slice(from, from + MAX_SPACES).search(/\S|$/);
    let close = record[begin] === quote ? record.indexOf(quote, begin + 1) : -1;
    while (close >= 0 && record[close + 1] === quote) close = record.indexOf(quote, close + 2);
    const found = record.indexOf(separator, Math.max(close + 1, from));
    const end = found < 0 ? record.length : found;
    const head = close < 0 ? '' : unquoted(record.slice(begin, close + 1), quote);
    const rest = record.slice(close < 0 ? from : close + 1, end);
    cells.push(close >= 0 && rest.trim() === '' ? head : head + rest);
    from = end + 1;
  }
  return cells;
}

/** Cells of a record that is quoted as a whole; null if its separators are punctuation of prose. */
export function cellsWithin(cell: string, signs: Signs): string[] | null {
  const cells = cellsOfSpreadsheet(cell, signs);
  return cells.some((each, at) => at > 0 && /^\s/.test(each)) ? null : cells;
}

/** Text that a column name never has: an address, or a number of five digits or more. */
export const CLEAR_VALUE = /@|https?:|^[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?$|\d(?:[ ()./-]{0,3}\d){4}/;

/** A cell that is a value of what is looked up: a number, an address, a date. */
const VALUE = /\d{3}|@|^\s*[+-]?\d|https?:|^[\w-]+(?:\.[\w-]+)+(?:(?::\d{1,5})?$|\/[^\s/]+\/\S)/;

/** What stands in a row for a value that is not there. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['n/a', 'none', 'null', 'nan', 'unknown']);

const MAX_NAME_CHARS = 100;

/** Whether a cell may be the name of a column. */
export const isName = (cell: string): boolean =>
  cell !== '' && cell.length <= MAX_NAME_CHARS && !VALUE.test(cell) && !PLACEHOLDERS.has(cell);

/** Words joined by dots, as an abbreviation or a field of a record: `P.IVA`, `user.email`. */
const DOTTED = /^\p{L}[\p{L}\d_-]{0,60}(?:\.[\p{L}\d_-]{1,60})+$/u;

/** Names of standards and fields whose digits or sign are no value: `phone_e164`, `@timestamp`. */
const STANDARDS =
  /(?<![a-z])(?:e\.?164|sha-?\d{3}|iso[ _-]?\d{4,5})(?!\d)|^@(?=(?:id|type|version|timestamp)$)/g;

/** A figure before a name: `18 Char ID`, `1st Name`. */
const FIGURE = /^\d{1,3}(?:st|nd|rd|th|\.)?[ _-](?=\p{L}{2})/u;

/**
 * The cells of a first row; the dots of one are no host's where none stands below it, and a figure
 * begins a name above cells without a blank, unlike `12 Main St`.
 */
export function foldedCells([first = [], ...below]: readonly string[][]): string[] {
  return first.map((cell, at) => {
    const text = cell.trim().toLowerCase().replace(STANDARDS, 'standard');
    const under = below.map((cells) => cells[at]?.trim() ?? '').filter((each) => each !== '');
    const isName =
      DOTTED.test(text) &&
      (under.length > 0 || /\p{Lu}/u.test(cell)) &&
      !under.some((each) => DOTTED.test(each));
    const isNumbered = under.length > 0 && !under.some((each) => /\s\p{L}/u.test(each));
    if (isNumbered && FIGURE.test(text)) return text.replace(FIGURE, 'figure ');
    return isName ? text.replaceAll('.', ' ') : text;
  });
}

export const hasClearValue = (cells: readonly string[]): boolean =>
  cells.some((cell) => CLEAR_VALUE.test(cell));

/** Least columns that blanks cut below names: fewer are words of one cell. */
const MIN_SPACED_COLUMNS = 4;

const IP_ADDRESS = /^(?:(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?|[\da-f]*:[\da-f]*:[\da-f:]*)$/i;

/** What ends a cell where another separator than the blank behind it cuts rows. */
const OTHER_SEPARATOR = /[,;|^~]$/;

/**
 * Whether blanks cut all rows alike, with IP addresses in one column that no other separator is
 * beside, as in a server's log, whose quoted cells have any sign in them.
 */
export function isSpaceTable(rows: readonly string[][]): boolean {
  const [first = [], ...below] = rows;
  const isEven = below.every((cells) => cells.length === first.length && !cells.includes(''));
  const isAddress = (cells: readonly string[], at: number) =>
    IP_ADDRESS.test(cells[at] ?? '') &&
    !OTHER_SEPARATOR.test(cells[at - 1] ?? '') &&
    !/^[,;|^~]/.test(cells[at + 1] ?? '');
  const columns = first.flatMap((_, at) =>
    below.every((cells) => isAddress(cells, at)) ? [at] : [],
  );
  const isLog =
    first.length >= MIN_SPACED_COLUMNS ||
    (first.length > 1 && columns.some((at) => isAddress(first, at)));
  return below.length > 0 && isEven && columns.length > 0 && isLog;
}

/** Whether the first two lines are each quoted as a whole, with a header above values inside. */
export function isWrapped(text: string, signs: Signs): boolean {
  const [names = [], values = []] = text.split(/[\r\n]+/, 2).map((line) => {
    const inner =
      line.length > 2 && line.startsWith('"') && line.endsWith('"') && line.slice(1, -1);
    const isWhole = inner && !inner.replaceAll('""', '').includes('"');
    return isWhole ? (cellsWithin(inner.replaceAll('""', '"'), signs) ?? []) : [];
  });
  const isNamed = names.length > 1 && !hasClearValue(names);
  return isNamed && names.length === values.length && hasClearValue(values);
}

/** Beginnings of texts that are no table, and what such a text is. */
const OTHER_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(?:!doctype|\?xml|html|head|meta|style|body|table|workbook)\b/i, 'a web page or XML'],
  [/^\s*(?:\[\s*)?\{\s*"|^\s*\[\s*"/, 'JSON'],
  [/^BEGIN:VCARD\b/i, 'a vCard'],
];

/** End-of-file marks: SUB (0x1A) of DOS, and NUL padding of a block. */
export const END_MARKS = '\u001a\u0000';

/**
 * What a file is that is no table, by its beginning: binary, as a PDF or a ZIP archive (which .xlsx
 * is), or text that other programs read, as the web pages that some save as `.xls`; null for any
 * other.
 */
export function otherThanTable(head: string): string | null {
  if (
    trimEndOf(head, END_MARKS).includes('\0') ||
    head.startsWith('%PDF-') ||
    head.startsWith('PK\u0003\u0004')
  )
    return 'not text';
  return OTHER_FORMATS.find(([beginning]) => beginning.test(head))?.[1] ?? null;
}
