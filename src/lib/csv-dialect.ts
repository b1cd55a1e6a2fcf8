import { CsvParser, type CsvRow } from './csv.ts';
import { CLEAR_VALUE, foldedCells, hasClearValue, isName, isSpaceTable } from './csv-readings.ts';
import { type LegacyEncoding, legacyEncodingOf } from './legacy-encoding.ts';

/** Media type of a workbook of Excel 2007 and later. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Encoding of a text file, by its label in the WHATWG Encoding Standard. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding;

const BYTE_ORDER_MARKS: readonly { bytes: readonly number[]; encoding: TextEncoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** In UTF-16 text of the Latin script, nearly every second byte is zero. */
const ZEROS = 0.4;

/** Control characters and private use, which no text has. */
const NO_TEXT = /(?![\t-\r])\p{Cc}|\p{Co}/u;

/** Whether bytes are UTF-16 of another script: text with line breaks. */
function isUtf16Text(head: Uint8Array, encoding: TextEncoding): boolean {
  try {
    const text = decoderOf(encoding, true).decode(head, { stream: true });
    return /[\r\n]/.test(text) && !NO_TEXT.test(text);
  } catch {
    return false;
  }
}

/**
 * Detects the encoding from the first bytes of a file: by its byte order mark, else by its share
 * of zeros, else by its letters if it is not UTF-8.
 * @returns null without a sign; the file is UTF-8 if all of it decodes as such
 */
export function sniffEncoding(head: Uint8Array): TextEncoding | null {
  const mark = BYTE_ORDER_MARKS.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (mark) return mark.encoding;
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at += 1)
    if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (head.length / 2 || 1));
  if (odd > ZEROS && even < odd / 4) return 'utf-16le';
  if (even > ZEROS && odd < even / 4) return 'utf-16be';
  if (odd > 0 && even === 0 && isUtf16Text(head, 'utf-16le')) return 'utf-16le';
  if (even > 0 && odd === 0 && isUtf16Text(head, 'utf-16be')) return 'utf-16be';
  return utf8Or1252(head, false) === 'utf-8' ? null : legacyEncodingOf(head);
}

/** A streaming decoder that drops a byte order mark. @param fatal throw for malformed bytes */
export const decoderOf = (encoding: TextEncoding, fatal = false): TextDecoder =>
  new TextDecoder(encoding, { fatal, ignoreBOM: false });

/**
 * UTF-8 if the bytes decode as such, else windows-1252, which spreadsheets write.
 * @param isWhole false if the last character may continue in the bytes that follow
 */
export function utf8Or1252(bytes: Uint8Array, isWhole: boolean): TextEncoding {
  try {
    decoderOf('utf-8', true).decode(bytes, { stream: !isWhole });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

export const hasByteOrderMark = (head: Uint8Array): boolean =>
  BYTE_ORDER_MARKS.some(({ bytes }) => bytes.every((byte, at) => head[at] === byte));

/** Cell separators, by the name shown to people. */
export const SEPARATORS = [
  { id: 'comma', char: ',' },
  { id: 'semicolon', char: ';' },
  { id: 'tab', char: '\t' },
  { id: 'pipe', char: '|' },
  { id: 'caret', char: '^' },
  { id: 'tilde', char: '~' },
  { id: 'colon', char: ':' },
  { id: 'unit', char: '\u001f' },
  { id: 'space', char: ' ' },
] as const;

export type SeparatorId = (typeof SEPARATORS)[number]['id'];

export interface Dialect {
  separator: SeparatorId;
  /** Whether a row names the columns: the first row, or the first after the title rows. */
  hasHeader: boolean;
  /** Rows above the header, such as a title or blank rows. Absent if there are none. */
  titleRows?: number;
}

/** Number of rows before the data: title rows and the header. */
export const rowsBeforeData = ({ hasHeader, titleRows = 0 }: Dialect): number =>
  hasHeader ? titleRows + 1 : 0;

export const separatorChar = (id: SeparatorId): string =>
  SEPARATORS.find((separator) => separator.id === id)?.char ?? ',';

/** Separator hint of spreadsheets: an unquoted first line `sep=;`, which is not a row. */
const SEPARATOR_HINT = /^sep=([,;\t|^~])[ \t]{0,4}(?:\r\n|\n|\r)/i;

/** Rows the dialect is detected from. */
const SNIFFED_ROWS = 200;

/** The text without a separator hint. @param text the beginning of a file */
export const withoutSeparatorHint = (text: string): string => text.replace(SEPARATOR_HINT, '');

/** Rows from the beginning of a file. @param isWhole false leaves out the last row, which is cut */
function headLines(text: string, separator: SeparatorId, isWhole: boolean): CsvRow[] {
  const parser = new CsvParser({ separator: separatorChar(separator), lenient: true });
  const rows = parser.push(withoutSeparatorHint(text));
  return [...rows, ...(isWhole ? parser.end() : [])];
}

/** Like {@link headLines}, without remarks. */
export const headRows = (text: string, separator: SeparatorId, isWhole: boolean): string[][] =>
  headLines(text, separator, isWhole)
    .filter(({ isRemark }) => !isRemark)
    .slice(0, SNIFFED_ROWS)
    .map(({ cells }) => cells);

/** Rows above the header, such as a title or remarks. */
export function rowsAboveNames(text: string, dialect: Dialect, isWhole: boolean): string[][] {
  const rows = headLines(text, dialect.separator, isWhole);
  const names = rows.filter(({ isRemark }) => !isRemark)[rowsBeforeData(dialect) - 1];
  return names ? rows.slice(0, rows.indexOf(names)).map(({ cells }) => cells) : [];
}

/**
 * The most frequent cell count of rows with more than one cell, and the share of rows with that
 * count or with a neighbour's: a file may hold several tables below one another.
 */
function regularity(rows: readonly string[][]): { cells: number; share: number } {
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [cells] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1];
  const isRegular = (length: number, at: number) =>
    length === cells || rows[at - 1]?.length === length || rows[at + 1]?.length === length;
  const regular = rows.filter(({ length }, at) => length > 1 && isRegular(length, at));
  return { cells, share: rows.length === 0 ? 0 : regular.length / rows.length };
}

/** Below this share of regular rows, the character is part of the text and no separator. */
const MIN_REGULARITY = 0.6;

/** Fewer rows of equal width may be a coincidence. */
const MIN_TABLE_ROWS = 3;

/** Tie-break of separators that fit equally well: the rarer in text first, `Rome<tab>41.9,12.5`. */
const RAREST_FIRST = ['unit', 'tab', 'pipe', 'semicolon', 'comma', 'caret', 'tilde'] as const;

/** A colon between quoted cells, which occurs in no time or address. */
const QUOTED_COLON = /^\s{0,8}(["'])[^:\r\n]{0,200}\1:\1/;

/** A letter beyond the hexadecimal digits. */
const WORD_LETTER = /[^\P{L}a-f]/iu;

/**
 * Whether colons separate columns: either a header is above values in every row, or every row
 * starts with a different cell and has words in the same two columns. Lists of times, IPv6
 * addresses, URLs and identifiers have no such row, or repeat what would be the header.
 */
function isColonTable(rows: readonly string[][]): boolean {
  const [names = [], ...below] = rows;
  const isEven = rows.every(({ length }) => length === names.length);
  if (names.length < 2 || !isEven || below.some((cells) => cells.some((cell) => /^ /.test(cell))))
    return false;
  if (looksLikeHeader(rows))
    return below.every((cells) => cells.every((cell, at) => cell !== names[at]));
  const words = names.filter((_, at) => rows.every((cells) => WORD_LETTER.test(cells[at] ?? '')));
  const isEachNew = new Set(rows.map(([first]) => first)).size === rows.length;
  return rows.length > 1 && names.length > 3 && words.length > 1 && isEachNew;
}

/** Whether every separator is followed by a blank, like a comma in prose. */
function isSpaced(rows: readonly string[][]): boolean {
  const behind = rows.flatMap((cells) => cells.slice(1));
  return behind.length > 0 && behind.every((cell) => /^\s\S/.test(cell));
}

/**
 * Whether the part before the first separator is a value in every row that has one:
 * `ada@a.test, Ada`, but not `+1 212-555-0199 (work, ask for Bob)`.
 */
const beginsWithValues = (rows: readonly string[][]): boolean =>
  rows.every(
    ([first = '', ...behind]) =>
      behind.length === 0 ||
      (CLEAR_VALUE.test(first) && first.lastIndexOf('(') <= first.lastIndexOf(')')),
  );

/** Whether every separator of a row is inside brackets. */
const isCutInBrackets = (cells: readonly string[]): boolean => {
  let open = 0;
  return cells.slice(0, -1).every((cell) => {
    open += cell.split('(').length - cell.split(')').length;
    return open > 0;
  });
};

/** Whether the header names one column; its separators are in brackets: `Place (City, State)`. */
const namesOneColumn = ([first = []]: readonly string[][]): boolean =>
  first.length > 0 && isCutInBrackets(first) && isName(first.join('').trim().toLowerCase());

/** Share of rows without the separator that shows prose; a table has only a few, such as totals. */
const MIN_UNCUT_SHARE = 0.2;

/**
 * Whether a separator is punctuation in a single column of text: either many rows lack it, it is
 * followed by blanks and no cell is a value; or the header lacks it, it is followed by blanks and
 * does not list values.
 */
function isPunctuation(rows: readonly string[][]): boolean {
  const below = rows.slice(1);
  const cut = below.filter((cells) => cells.length > 1);
  const uncut = rows.filter((cells) => cells.length === 1);
  const isMissing = uncut.length >= MIN_UNCUT_SHARE * rows.length;
  if (isMissing && isSpaced(rows) && !rows.some(hasClearValue)) return true;
  return (
    namesOneColumn(rows) &&
    isSpaced(cut) &&
    !cut.every((cells) => cells.every((cell) => CLEAR_VALUE.test(cell))) &&
    !standsAboveValues(below)
  );
}

/** Whether cells are one number cut at its decimal comma or thousands separators. */
const isNumber = ([first = '', ...behind]: readonly string[]): boolean =>
  /\d$/.test(first) &&
  behind.every((cell) => (behind.length > 1 ? /^\d{3}$/ : /^\d{1,3}(?!\d)/).test(cell));

/** Whether commas belong to the numbers of a single column, whose name has none. */
function isColumnOfNumbers(rows: readonly string[][]): boolean {
  const cut = rows.filter((cells) => cells.length > 1);
  return namesOneColumn(rows) && cut.length > 0 && cut.every(isNumber);
}

/**
 * The longest run of rows that are as wide, as a table has them among lines that are none; of two
 * cells only without blanks behind the separator, which text has.
 */
function longestRun(rows: readonly string[][]): number {
  let longest = 0;
  for (let from = 0, to = 0; from < rows.length; from = to) {
    const width = rows[from]?.length ?? 0;
    while (rows[to]?.length === width) to += 1;
    const isTable = width > 2 || (width === 2 && !isSpaced(rows.slice(from, to)));
    if (isTable && to - from >= MIN_TABLE_ROWS) longest = Math.max(longest, to - from);
  }
  return longest;
}

/** Whether a row is a line drawn between others: no letter or digit in its only cell. */
const isRule = (cells: readonly string[]): boolean =>
  cells.length === 1 && !/[\p{L}\p{N}]/u.test(cells[0] ?? '');

/** An address of the web, whose path may have any sign in it. */
const WEB_ADDRESS = /^(?:https?:\/\/\S+|[\w.-]+(?::\d{1,5})?(?:\/\S*)?)$/i;
const areWebAddresses = (text: string): boolean =>
  text
    .trim()
    .split(/[\r\n]+/, SNIFFED_ROWS)
    .every((line) => WEB_ADDRESS.test(line.trim()));

/** Below this share of rows a comma that no table has is a sign of text. */
const MIN_CUT = 0.4;
const cutShare = (rows: readonly string[][]): number =>
  rows.filter(({ length }) => length > 1).length / rows.length;

/** The separator that cuts most rows into equally many cells; of a list without one, any. */
function detectSeparator(text: string, isWhole: boolean): SeparatorId {
  const hinted = SEPARATOR_HINT.exec(text)?.[1];
  const named = SEPARATORS.find(({ char }) => char === hinted);
  if (named) return named.id;
  if (QUOTED_COLON.test(text)) return 'colon';
  const rowsCutBy = (id: SeparatorId) =>
    headRows(text, id, isWhole).filter((cells) => !isRule(cells));
  if (isSpaceTable(rowsCutBy('space'))) return 'space';
  const cut = RAREST_FIRST.map((id) => ({ id, rows: rowsCutBy(id) }));
  const isWeb = areWebAddresses(text);
  const separators = cut.filter(
    ({ id, rows }) => !isPunctuation(rows) && !(id === 'comma' && isColumnOfNumbers(rows)),
  );
  const scored = separators
    .map(({ id, rows }) => ({ id, ...regularity(rows) }))
    .filter(({ cells, share }) => cells > 1 && share >= (isWeb ? 1 : MIN_REGULARITY))
    .sort((a, b) => b.share - a.share || b.cells - a.cells);
  if (scored[0]) return scored[0].id;
  if (isColonTable(rowsCutBy('colon'))) return 'colon';
  const [table] = separators
    .map(({ id, rows }) => ({ id, run: longestRun(rows) }))
    .filter(({ run }) => run > 0)
    .sort((a, b) => b.run - a.run);
  const comma = separators.find(
    ({ id, rows }) =>
      id === 'comma' &&
      (beginsWithValues(rows) || (!isSpaced(rows) && cutShare(rows) >= MIN_CUT)) &&
      !(isWeb && rows.some(({ length }) => length > 1)),
  );
  return (table ?? comma ?? separators[0])?.id ?? 'comma';
}

/** Least share of clear values below a name. */
export const MIN_CLEAR_VALUES = 0.6;

/** Whether a cell of the first row is a name and what stands below it in its column is not. */
function namesValues(at: number, name: string, below: readonly string[][]): boolean {
  const cells = below.map((cells) => cells[at]?.trim() ?? '').filter((cell) => cell !== '');
  const clear = cells.filter((cell) => CLEAR_VALUE.test(cell)).length;
  return isName(name) && cells.length > 0 && clear / cells.length >= MIN_CLEAR_VALUES;
}

/** Least names above clear values where another begins with a digit: `1099 Tracking`. */
const MIN_NAMES_BESIDE = 3;

/** Whether no cell of the first row is clearly a value, and one names clear values below it. */
function standsAboveValues(rows: readonly string[][]): boolean {
  const cells = foldedCells(rows);
  const below = rows.slice(1);
  const isClear = (cell: string) => CLEAR_VALUE.test(cell) || /^[+-]?\d[^\p{L}]*$/u.test(cell);
  if (cells.some(isClear)) return false;
  const naming = cells.filter((cell, at) => namesValues(at, cell, below)).length;
  return naming >= (cells.some((cell) => /^[+-]?\d/.test(cell)) ? MIN_NAMES_BESIDE : 1);
}

/** Whether the first row names the columns: all its cells do and differ, or one does clearly. */
function looksLikeHeader(rows: readonly string[][]): boolean {
  const cells = foldedCells(rows);
  const isEachName = cells.every(isName) && new Set(cells).size === cells.length;
  return rows.length > 1 && (isEachName || standsAboveValues(rows));
}

/** Most rows above the names of the columns. */
const MAX_TITLE_ROWS = 10;

/**
 * Whether the first row captions groups of the columns that the second names, as merged cells do:
 * at least every second column has no caption, and every column has a name of its own.
 */
function captionsGroups([captions = [], names = []]: readonly string[][]): boolean {
  const filled = captions.filter((cell) => cell.trim() !== '');
  const folded = names.map((cell) => cell.trim().toLowerCase());
  return (
    filled.length > 0 &&
    2 * filled.length <= names.length &&
    captions.length <= names.length &&
    filled.every((cell) => isName(cell.trim().toLowerCase())) &&
    folded.every(isName) &&
    new Set(folded).size === folded.length
  );
}

/**
 * Title rows, as reports have them above their table: rows of one cell or none, behind which a
 * wider one names the columns; also of a label and its value (`Date:`) above four names or more,
 * and the captions of groups of columns.
 */
function countTitleRows(rows: readonly string[][]): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const isLabel = (at: number) => filled[at] === 2 && rows[at]?.[0]?.trim().endsWith(':');
  const wider = filled.findIndex((count) => count > 1);
  const below = filled.findIndex((count, at) => count > 1 && !isLabel(at));
  const isNamed = below === wider || (filled[below] ?? 0) > 3;
  const titles = captionsGroups(rows.slice(below)) ? below + 1 : below;
  const isTable = titles > 0 && titles <= MAX_TITLE_ROWS && standsAboveValues(rows.slice(titles));
  return isNamed && isTable ? titles : 0;
}

/**
 * Dialect detection from the beginning of a file: the separator that cuts most rows into equally
 * many cells, and whether its first rows are a title and names. A guess, which a person may
 * correct.
 * @param isWhole whether the text is all of the file
 * @param known separator that needs no detection
 */
export function sniffDialect(text: string, isWhole: boolean, known?: SeparatorId): Dialect {
  const separator = known ?? detectSeparator(text, isWhole);
  const rows = headRows(text, separator, isWhole);
  const titleRows = countTitleRows(rows);
  if (titleRows > 0) return { separator, hasHeader: true, titleRows };
  return { separator, hasHeader: looksLikeHeader(rows) };
}
