import { MAX_ROW_CHARS } from '../../lib/csv.ts';
import { EPOCH_1900, isTruthText, MAX_SERIAL, sheetNumber } from '../../lib/csv-readings.ts';
import { ApiError } from '../../lib/errors.ts';
import { yieldToEventLoop } from '../../lib/limiter.ts';
import { DAY_MS } from '../../lib/time.ts';
import { type ReadSheet, requireColumnCount } from '../../lookup/jobs/files.ts';
import { MAX_BULK_ROWS } from '../../lookup/jobs/job.ts';
import {
  attributeOf,
  BATCH_CHARS,
  firstOfType,
  MAX_SHEET_BYTES,
  relationships,
  sharedStrings,
  sheetsOf,
  unescapeXString,
  unreadableArchive,
  Workbook,
  type XmlAttributes,
  XmlReader,
} from './workbook.ts';

// Rows of a sheet as text (ECMA-376 part 1, 18.3.1.4 "c" and 18.8.30 "numFmt").

/** Day 0 of serial dates that count from 1904, in Unix time. */
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** How numbers of a style are shown. */
type NumberFormat = 'plain' | 'date' | 'time' | 'hours' | 'date and time' | { digits: number };

/** Formats that every workbook has, by id: dates and times; other ids are numbers. */
const BUILT_IN: ReadonlyMap<number, NumberFormat> = new Map<number, NumberFormat>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, 'date'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47].map((id) => [id, 'time'] as const),
  [22, 'date and time'],
  [46, 'hours'],
]);

/** Quoted and escaped text, colours and conditions: what in a format names no part of a date. */
const FORMAT_LITERALS = /"[^"]*"?|\\.|_.|\*.|\[[^[\]hms]*\]/gi;

/** Ids of the formats that a workbook declares itself begin here. */
const FIRST_OWN_FORMAT = 164;

/** Longest format that is read; a longer one shows plain numbers. */
const MAX_FORMAT_CHARS = 255;

/** What a format shows: the first section of its code alone, which is that of positive numbers. */
function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined || code.length > MAX_FORMAT_CHARS) return BUILT_IN.get(id) ?? 'plain';
  const [shown = ''] = code.replace(FORMAT_LITERALS, '').split(';');
  if (/^0{2,20}$/.test(shown)) return { digits: shown.length };
  if (/^general$/i.test(shown)) return 'plain';
  // Hours, minutes or seconds that count on beyond a day.
  if (/\[(?:h+|m+|s+)\]/i.test(shown)) return 'hours';
  const hasDay = /[yd]/i.test(shown) || (/m/i.test(shown) && !/[hs]/i.test(shown));
  const hasTime = /[hs]/i.test(shown);
  if (hasDay) return hasTime ? 'date and time' : 'date';
  return hasTime ? 'time' : 'plain';
}

function dateText(serial: number, format: NumberFormat, is1904: boolean): string {
  const seconds = Math.round(serial * 86_400);
  const at = (is1904 ? EPOCH_1904 : EPOCH_1900) + seconds * 1_000;
  const iso = new Date(at).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 19)];
  if (format === 'hours')
    return `${String(Math.floor(seconds / 3_600)).padStart(2, '0')}${time.slice(2)}`;
  if (serial < 1) return time;
  // What the format hides of it comes back too.
  return format !== 'time' && at % DAY_MS === 0 ? day : `${day} ${time}`;
}

/** Spreadsheets keep 15 digits of a number. */
const NUMBER_DIGITS = 15;

/**
 * A number as a person reads it: without an exponent, as phone numbers are, with the leading zeros
 * of its format; a date in the form of ISO 8601. What is no number stays as it is.
 */
function numberText(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (typeof format === 'object')
    return Number.isInteger(number) && number >= 0
      ? plainNumber(number).padStart(format.digits, '0')
      : plainNumber(number);
  const isDate = format !== 'plain' && number >= 0 && number < MAX_SERIAL;
  return isDate ? dateText(number, format, is1904) : plainNumber(number);
}

/** From here on, numbers are written with an exponent. */
const EXPONENT_FROM = 1e21;

function plainNumber(number: number): string {
  if (!Number.isInteger(number)) return String(Number(number.toPrecision(NUMBER_DIGITS)));
  // The digits that the number needs, then zeros; not those of its binary form.
  return Math.abs(number) < EXPONENT_FROM ? String(number) : BigInt(number).toString();
}

const LETTERS = 26;
const A = 'A'.charCodeAt(0);

const MAX_COLUMNS = 16_384;

/** The column of a reference such as `AB12`, from 0; null for what is none. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * LETTERS + letter.charCodeAt(0) - A + 1;
  return column <= MAX_COLUMNS ? column - 1 : null;
}

/** Number format of a cell style: how it shows numbers, and its code or built-in id. */
interface CellFormat {
  shown: NumberFormat;
  written: string | number;
}

const GENERAL: CellFormat = { shown: 'plain', written: 0 };

/** The number format of each cell style, by the style's index. */
function cellFormats(workbook: Workbook, part: string): CellFormat[] {
  const codes = new Map<number, string>();
  const formats: CellFormat[] = [];
  let isCellStyles = false;
  workbook.parse(part, {
    open(element, attributes) {
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (element === 'numFmt') codes.set(id, attributeOf(attributes, 'formatCode') ?? '');
      if (element === 'cellXfs') isCellStyles = true;
      if (element === 'xf' && isCellStyles)
        formats.push({ shown: numberFormat(id, codes.get(id)), written: codes.get(id) ?? id });
    },
    close(element) {
      if (element === 'cellXfs') isCellStyles = false;
    },
  });
  return formats;
}

/** What the cells of a sheet refer to. */
interface SheetContext {
  strings: readonly string[];
  formats: readonly CellFormat[];
  is1904: boolean;
}

/** Rows of a job, and some above its column names. */
const MAX_SHEET_ROWS = MAX_BULK_ROWS + 1_000;

/** A row that is further below the others belongs to a cell that was filled by mistake. */
const MAX_EMPTY_ROWS = 1_000;

const NO_CELLS: string[] = [];

/** Cells of the row that is being read, and rows that are complete. */
class SheetRows {
  readonly complete: string[][] = [];
  /** Rows so far, with empty ones between them. */
  count = 0;
  /** Columns with a cell that reads as a number or truth: whether each such cell is one. */
  readonly numeric = new Map<number, boolean>();
  /** Formats of each column's numbers. */
  readonly formats = new Map<number, Set<CellFormat['written']>>();
  readonly #context: SheetContext;
  #row: string[] = [];
  /** Numbers of this row, and of the last that had cells; 0 before the first. */
  #number = 0;
  #lastNumber = 0;
  #chars = 0;
  #column = -1;
  /** References of this cell and of the row's first with a value, if the file has them. */
  #place = '';
  #firstPlace = '';
  #type = '';
  #style = 0;
  #text = '';
  #isValue = false;
  #isPhonetic = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(element: string, attributes: XmlAttributes): void {
    if (element === 'row') {
      this.#row = [];
      const number = Number(attributes.r) || this.#number + 1;
      this.#number = Math.max(this.#lastNumber + 1, number);
      this.#chars = 0;
      this.#column = -1;
    } else if (element === 'c') {
      this.#place = attributes.r ?? '';
      this.#column = columnOf(this.#place) ?? this.#column + 1;
      this.#type = attributes.t ?? 'n';
      this.#style = Number(attributes.s ?? 0);
      this.#text = '';
    } else if (element === 'rPh') this.#isPhonetic = true;
    else if (element === 'v' || element === 't') this.#isValue = !this.#isPhonetic;
  }

  text(text: string): void {
    if (!this.#isValue) return;
    this.#text += text;
    if (this.#text.length > MAX_ROW_CHARS) throw rowTooLong();
  }

  close(element: string): void {
    if (element === 'v' || element === 't') this.#isValue = false;
    else if (element === 'rPh') this.#isPhonetic = false;
    else if (element === 'c') this.#endCell();
    else if (element === 'row' && this.#row.length > 0) this.#endRow();
  }

  /** Rows without cells may be left out of the file; numbers that go back are those of the next. */
  #endRow(): void {
    const emptyRows = this.#lastNumber === 0 ? 0 : this.#number - this.#lastNumber - 1;
    this.count += emptyRows + 1;
    if (this.count > MAX_SHEET_ROWS) throw tooManyRows(emptyRows, this.#number, this.#firstPlace);
    for (let at = 0; at < emptyRows; at++) this.complete.push(NO_CELLS);
    this.complete.push(this.#row);
    this.#lastNumber = this.#number;
  }

  #endCell(): void {
    const text = this.#cellText();
    if (text === '') return;
    this.#chars += text.length;
    if (this.#chars > MAX_ROW_CHARS) throw rowTooLong();
    requireColumnCount(this.#column + 1, this.#number);
    if (this.#row.length === 0) this.#firstPlace = this.#place;
    while (this.#row.length < this.#column) this.#row.push('');
    this.#row[this.#column] = text;
    if (this.numeric.get(this.#column) === false) return;
    if (isTruthText(text)) this.numeric.set(this.#column, this.#type === 'b');
    if (sheetNumber(text) === null) return;
    const { shown, written } = this.#format();
    this.numeric.set(this.#column, this.#type === 'n' && typeof shown !== 'object');
    const formats = this.formats.get(this.#column) ?? new Set();
    this.formats.set(this.#column, formats.add(written));
  }

  #format(): CellFormat {
    return this.#context.formats[this.#style] ?? GENERAL;
  }

  #cellText(): string {
    const { strings, is1904 } = this.#context;
    switch (this.#type) {
      case 's':
        return strings[Number(this.#text)] ?? '';
      case 'b':
        return this.#text === '1' ? 'TRUE' : 'FALSE';
      case 'n':
        return numberText(this.#text, this.#format().shown, is1904);
      default:
        return unescapeXString(this.#text);
    }
  }
}

/** Whether a format says more than General, and a file may have it. */
const isWritable = (format: CellFormat['written']): boolean =>
  typeof format === 'number'
    ? format > 0 && format < FIRST_OWN_FORMAT
    : !/^(?:general)?$/i.test(format) && format.length <= MAX_FORMAT_CHARS;

const rowTooLong = () =>
  new ApiError('INVALID_INPUT', `A row is longer than ${MAX_ROW_CHARS} characters.`, {
    param: 'file',
  });

function tooManyRows(emptyRows: number, row: number, place: string): ApiError {
  const cell = /^[A-Z]{1,3}\d{1,7}$/.test(place) ? `Cell ${place}` : `Row ${row}`;
  const message =
    emptyRows > MAX_EMPTY_ROWS
      ? `${cell} has a value, with ${emptyRows} empty rows above it: delete that row, and send the file again.`
      : `The sheet has more than ${MAX_BULK_ROWS} rows, which is the most allowed.`;
  return new ApiError('INPUT_LIMIT_EXCEEDED', message, { param: 'file' });
}

/** Rows of a sheet piece by piece of its part; many pieces have none. */
function* sheetRows(rows: SheetRows, texts: Iterable<string>): Generator<string[][]> {
  const parser = new XmlReader({
    open: (element, attributes) => rows.open(element, attributes),
    text: (text) => rows.text(text),
    close: (element) => rows.close(element),
  });
  for (const text of texts) {
    parser.write(text);
    yield rows.complete.splice(0);
  }
  parser.end();
  yield rows.complete;
}

/**
 * The rows of the first sheet that has any, in pieces, visible sheets before hidden ones: cells as
 * text, formulas as what they last came to. Empty rows before the first and behind the last are
 * left out, and empty cells at a row's end.
 * @param bytes all of the file
 * @param onSheet is given the sheet after its last row
 * @throws ApiError INVALID_INPUT for what is no workbook, INPUT_LIMIT_EXCEEDED for parts that are
 * too large unpacked, and for more rows than a job may have
 */
export function* xlsxRowBatches(
  bytes: Uint8Array,
  onSheet?: (sheet: ReadSheet) => void,
): Generator<readonly string[][]> {
  const workbook = new Workbook(bytes);
  const main = firstOfType(relationships(workbook, ''), 'officeDocument') ?? '';
  if (!workbook.has(main)) throw unreadableArchive();
  const related = relationships(workbook, main);
  const { sheets, is1904 } = sheetsOf(workbook, main, related);
  const strings = sharedStrings(workbook, firstOfType(related, 'sharedStrings') ?? '');
  const formats = cellFormats(workbook, firstOfType(related, 'styles') ?? '');
  const unpacked = { count: 0, most: MAX_SHEET_BYTES };
  for (const { name, part } of sheets) {
    const rows = new SheetRows({ strings, formats, is1904 });
    yield* sheetRows(rows, workbook.texts(part, unpacked));
    if (rows.count === 0) continue;
    const numeric = [...rows.numeric].filter(([, isNumeric]) => isNumeric);
    const numberColumns = numeric.map(([column]) => column).sort((a, b) => a - b);
    const numberFormats = numberColumns.flatMap((column) => {
      const [format = 0, other] = rows.formats.get(column) ?? [];
      const isKept = other === undefined && isWritable(format);
      return isKept ? [[column, format] as const] : [];
    });
    onSheet?.({ name, others: sheets.length - 1, numberColumns, numberFormats });
    return;
  }
}

/** Plain text needs no quotes; with them no cell is taken for a separator hint. */
const csvCell = (text: string): string =>
  /^[\p{L}\p{N}.@_+ -]*$/u.test(text) ? text : `"${text.replaceAll('"', '""')}"`;

/**
 * A workbook's first table as CSV in UTF-8, with commas: how it is stored and read from then on.
 * Gives way to the event loop between pieces.
 * @throws ApiError as {@link xlsxRowBatches}
 */
export async function* xlsxAsCsv(
  bytes: Uint8Array,
  onSheet?: (sheet: ReadSheet) => void,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for (const rows of xlsxRowBatches(bytes, onSheet)) {
    await yieldToEventLoop();
    for (const row of rows) {
      text += `${row.map(csvCell).join(',')}\n`;
      if (text.length < BATCH_CHARS) continue;
      yield encoder.encode(text);
      text = '';
      await yieldToEventLoop();
    }
  }
  yield encoder.encode(text);
}
