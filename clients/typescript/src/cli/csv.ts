import { CommandError, UsageError } from './errors.js';
import { shownJson, textOf } from './terminal.js';

// Tables as text (RFC 4180), with the separators and the marks that real files have.

export interface Table {
  /** Names of the columns: the first row. */
  header: string[];
  rows: string[][];
  separator: string;
  /** What the file begins with before its rows: a byte order mark, a line `sep=;`. */
  start: string;
}

const BOM = '\uFEFF';
const isBlank = (row: readonly string[]): boolean => row.length === 1 && row[0] === '';

const SEPARATORS = [',', ';', '\t', '|'];

/**
 * Cells of each row; empty lines count between rows alone, where they keep those that follow in
 * their places. @throws Error where a quoted cell never ends
 */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    if (!isBlank(row) || rows.length > 0) rows.push(row);
    row = [];
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) {
      row.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at += 1;
      endRow();
    } else cell += char;
  }
  if (isQuoted) throw new Error('a quoted cell of the file never ends');
  if (cell !== '' || row.length > 0) endRow();
  return rows.slice(0, rows.findLastIndex((one) => !isBlank(one)) + 1);
}

/** The separator that the first line has most of, outside quotes. */
function separatorOf(text: string): string {
  const line = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] as string;
}

/** A first line that names the separator to spreadsheets. */
const SEPARATOR_HINT = /^sep=([,;\t|])[ \t]{0,4}(?:\r\n|\n|\r)/i;

/** Reads a file whose first row names the columns. */
export function readTable(text: string): Table {
  const mark = text.startsWith(BOM) ? BOM : '';
  const [hint = '', named] = SEPARATOR_HINT.exec(text.slice(mark.length)) ?? [];
  const start = mark + hint;
  const content = text.slice(start.length);
  const separator = named ?? separatorOf(content);
  const [header = [], ...rows] = cellsOf(content, separator);
  return { header, rows, separator, start };
}

const BYTE_ORDER_MARKS = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);

/** What windows-1252 has in place of the control characters 80 to 9F of Latin-1. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Share of zeros of a text in the Latin script that tells UTF-16 without a byte order mark. */
const ZEROS = 0.4;

/** The encoding of UTF-16, by its mark or its zeros; undefined of other texts. */
function utf16Of(bytes: Buffer): string | undefined {
  const marked = BYTE_ORDER_MARKS.get(bytes.subarray(0, 2).toString('hex'));
  if (marked) return marked;
  const head = bytes.subarray(0, 65_536);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (head.length / 2));
  if (odd > ZEROS && even < odd / 4) return 'utf-16le';
  return even > ZEROS && odd < even / 4 ? 'utf-16be' : undefined;
}

/** Of the Encoding Standard, which reads all names of Latin-1 as windows-1252. @throws UsageError */
function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  } catch {
    throw new UsageError(`there is no encoding ${shownJson(encoding)}`);
  }
}

/** @throws TypeError for bytes that the encoding does not have */
function decodeAs(bytes: Buffer, decoder: TextDecoder): string {
  // Node takes windows-1252 for Latin-1.
  if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes);
  const latin = bytes.toString('latin1');
  return latin.replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80] ?? '');
}

/** What a file that is not Unicode needs, with its first line in the most usual encoding. */
function unnamedEncoding(bytes: Buffer): CommandError {
  const lines = decodeAs(bytes, decoderOf('windows-1252')).split(/\r\n|\n|\r/);
  const at = lines.findIndex((line) => /[^\0-\x7f]/.test(line));
  return new CommandError(
    'The file is neither UTF-8 nor UTF-16: save it as "CSV UTF-8", or name its encoding with ' +
      '--encoding, such as --encoding windows-1252, which reads ' +
      `line ${at + 1} as ${shownJson(lines[at]?.slice(0, SHOWN_CHARS))}.`,
  );
}

/** Of a line that shows how an encoding reads it. */
const SHOWN_CHARS = 60;

/**
 * The text of a file, with a byte order mark unless it was UTF-8 without one: what spreadsheets
 * write in another encoding is given back as the UTF-8 that they recognize.
 * @param named its encoding; undefined for Unicode, the only one that its bytes tell
 * @throws UsageError for an unknown encoding, CommandError if the bytes are not in it
 */
export function decode(bytes: Buffer, named?: string): string {
  const decoder = decoderOf(named ?? utf16Of(bytes) ?? 'utf-8');
  try {
    const text = decodeAs(bytes, decoder);
    return decoder.encoding !== 'utf-8' && !text.startsWith(BOM) ? `${BOM}${text}` : text;
  } catch {
    if (named === undefined) throw unnamedEncoding(bytes);
    throw new CommandError(`The file is not in ${named}.`);
  }
}

/** Fewest names that a row of data does not repeat by chance. */
const MIN_REPEATED_NAMES = 2;

/**
 * Whether a row names the columns once more, as in a file that was put together from several: the
 * service skips it in what is uploaded.
 */
export function repeatsHeader(row: readonly string[], header: readonly string[]): boolean {
  const names = header.map((name) => name.trim());
  if (row.length < names.length) return false;
  if (names.filter((name) => name !== '').length < MIN_REPEATED_NAMES) return false;
  return row.every((cell, at) => cell.trim() === (names[at] ?? ''));
}

/** The names of columns with a number behind those that others have: of equal names none is lost. */
export function distinctNames(header: readonly string[]): string[] {
  const taken = new Set(header);
  const seen = new Set<string>();
  return header.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let number = 2;
    while (taken.has(`${name} (${number})`)) number += 1;
    taken.add(`${name} (${number})`);
    return `${name} (${number})`;
  });
}

/** One row as a line. */
export const csvLine = (cells: readonly unknown[], separator = ','): string =>
  `${cells.map((cell) => quote(textOf(cell), separator)).join(separator)}\n`;

const quote = (text: string, separator: string): string =>
  text.includes(separator) || /[",;\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** What makes a spreadsheet run a cell (OWASP, "CSV Injection"); signed numbers are data to it. */
const FORMULA_START = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}"']*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u;
const SIGNED_NUMBER = /^[+-]\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A value of an answer as a cell: foreign text that a spreadsheet would run gets an apostrophe. */
export function safeText(value: unknown): string {
  const text = textOf(value);
  return FORMULA_START.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
}

/** Leaves of an answer, by their way: `insights.carrier.name`. A list is one cell. */
export function flatten(value: unknown, prefix = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [key, part] of Object.entries(value ?? {})) {
    const path = `${prefix}${key}`;
    if (part !== null && typeof part === 'object' && !Array.isArray(part))
      for (const [inner, leaf] of flatten(part, `${path}.`)) leaves.set(inner, leaf);
    else leaves.set(path, Array.isArray(part) && part.every(isPlain) ? part.join('; ') : part);
  }
  return leaves;
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';
