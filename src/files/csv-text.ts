import type { TextEncoding } from '../lib/csv-dialect.ts';
import { memoized } from '../lib/lazy.ts';
import { isLegacyEncoding, isWideEncoding, type LegacyEncoding } from '../lib/legacy-encoding.ts';

/** Bytes of each character of an encoding before Unicode, by its code point. */
type CharBytes = ReadonlyMap<number, readonly number[]>;

/** Reads every byte, and every pair of a lead byte and a trail byte, with the decoder. */
function charBytesOf(encoding: LegacyEncoding): CharBytes {
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const trails = range(0x40, 0xfe);
  const isWide = isWideEncoding(encoding);
  const pairs = isWide ? range(0x81, 0xfe).flatMap((lead) => trails.map((to) => [lead, to])) : [];
  const sequences = [...range(0, 0xff).map((byte) => [byte]), ...pairs];
  // A line feed ends a sequence that is cut, and is the trail byte of none.
  const bytes = Uint8Array.from(sequences.flatMap((sequence) => [...sequence, LINE_FEED]));
  const written = new TextDecoder(encoding, { fatal: false, ignoreBOM: true })
    .decode(bytes)
    .split('\n');
  const known = new Map<number, readonly number[]>([[LINE_FEED, [LINE_FEED]]]);
  // The line feed itself has split the text once more.
  written.splice(LINE_FEED, 1);
  for (const [at, char] of written.entries()) {
    const point = char.codePointAt(0) ?? REPLACEMENT;
    const isWhole = point !== REPLACEMENT && char.length === String.fromCodePoint(point).length;
    const sequence = sequences[at];
    if (isWhole && sequence && !known.has(point)) known.set(point, sequence);
  }
  return known;
}

const LINE_FEED = 0x0a;
const REPLACEMENT = 0xfffd;

const charBytes = memoized(charBytesOf);

/**
 * The text with numeric character references, such as `&#321;`, for the characters that an encoding
 * lacks, as browsers send them in forms (Encoding Standard, error mode "html").
 */
export function encodableText(text: string, encoding: TextEncoding): string {
  if (!isLegacyEncoding(encoding) || !/[^ -~\t\r\n]/.test(text)) return text;
  const known = charBytes(encoding);
  return Array.from(text.toWellFormed(), (char) => {
    const point = char.codePointAt(0) ?? 0;
    return known.has(point) ? char : `&#${point};`;
  }).join('');
}

/** Encodes text; a character that {@link encodableText} replaces becomes a question mark. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (isLegacyEncoding(encoding)) {
    const known = charBytes(encoding);
    const mark = ['?'.charCodeAt(0)];
    const written = new Uint8Array(2 * text.length);
    let length = 0;
    for (const char of text)
      for (const byte of known.get(char.codePointAt(0) ?? -1) ?? mark) written[length++] = byte;
    return written.subarray(0, length);
  }
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1)
    view.setUint16(2 * at, text.charCodeAt(at), encoding === 'utf-16le');
  return bytes;
}

// Characters that start a formula: = + - @, also their full-width and small forms and the minus
// sign U+2212.
const FORMULA = '=+\\-@＝＋－＠﹦﹢﹣﹫−';

/** Characters that may precede a formula character: invisible, or removed by a reader. */
const IGNORED_PREFIX = '\\s\\p{Cc}\\p{Cf}"\'';

/** Start of a cell that a spreadsheet may run; tab or line break (OWASP, CSV Injection). */
const FORMULA_START = new RegExp(`^(?:[\\t\\r\\n]|[${IGNORED_PREFIX}]*[${FORMULA}])`, 'u');

/** A signed number or E.164 phone number is data; it cannot name a function or a cell. */
const SIGNED_NUMBER = /^[+-]\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Signed numbers in a JSON list are common; with an apostrophe they would not be numbers. */
const SIGNED_ITEM = '[+-]\\d+(?:\\.\\d+)?"*(?:[,;\\]\\t\\r\\n]|$)';

/**
 * `plain` matches texts without characters that a spreadsheet with another list separator takes as
 * the end of a cell. `ends` matches each such end, with the formula character that follows, if any.
 */
const textsCutBy = (ends: string, formula: string) => ({
  plain: new RegExp(`^(?:[\\w.(][^${ends}]*)?$`),
  ends: new RegExp(`([${ends}][${IGNORED_PREFIX}${ends}]*)(${formula})?`, 'gu'),
});
const BY_COMMAS = textsCutBy(';\\t\\r\\n', `[${FORMULA}]`);
const BY_OTHERS = textsCutBy(',;\\t\\r\\n', `(?!${SIGNED_ITEM})[${FORMULA}]`);

/**
 * Formula escaping: puts an apostrophe before every character that a spreadsheet could run,
 * whatever list separator its locale uses. Signed numbers such as -12.5 and +14155550123 stay
 * unchanged, so that programs can read them back.
 * @param separator of the file; for a comma, other commas are safe within quotes
 */
export function escapeFormula(text: string, separator = ','): string {
  const { plain, ends } = separator === ',' ? BY_COMMAS : BY_OTHERS;
  if (plain.test(text) || SIGNED_NUMBER.test(text)) return text;
  const whole = FORMULA_START.test(text) ? `'${text}` : text;
  return whole.replace(ends, (found, end, formula) => (formula ? `${end}'${formula}` : found));
}

/**
 * Only digits and signs, as in national phone numbers, amounts and dashes: they cannot name a
 * function or a cell, so a spreadsheet can at most calculate with them.
 */
const COUNTABLE = /^'?[+-]{0,3}[\d ().,/%\p{Sc}\u00a0\u202f-]*$/u;

/** A formula that is one text, `="0049 30"`, by which Excel keeps zeros; it calls nothing. */
const TEXT_FORMULA = /^="[^",;\t\r\n]*"$/;

/** Cell copied from the uploaded file; escaped if it could run as a formula. */
const sentCellText = (value: unknown, separator: string): string =>
  typeof value === 'string' && (COUNTABLE.test(value) || TEXT_FORMULA.test(value))
    ? value
    : cellText(value, separator);

/** Text of a value's cell: null and undefined are empty, lists and records are JSON. */
export function cellText(value: unknown, separator = ','): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object' && typeof value !== 'string') return String(value);
  return escapeFormula(typeof value === 'string' ? value : JSON.stringify(value), separator);
}

/** Texts without a separator that need neither escaping nor quotes: the common case. */
const BARE = /^(?:[\w.(][\w .:()/@-]*)?$/;

/** RFC 4180 section 2, rules 5 to 7; separators of other locales are quoted as well. */
const quotedCell = (text: string, separator: string): string =>
  /[",;\t\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * One record of RFC 4180, including its line break.
 * @param sentCells number of leading values that are cells of the uploaded file
 * @param encoding in which the line will be encoded
 */
export function csvLine(
  values: readonly unknown[],
  separator = ',',
  sentCells = 0,
  encoding: TextEncoding = 'utf-8',
): string {
  let line = '';
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (at > 0) line += separator;
    if (typeof value === 'string' && BARE.test(value) && !value.includes(separator)) line += value;
    else {
      const text = at < sentCells ? sentCellText : cellText;
      line += quotedCell(encodableText(text(value, separator), encoding), separator);
    }
  }
  return `${line}\r\n`;
}
