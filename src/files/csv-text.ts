import type { TextEncoding } from '../lib/csv-dialect.ts';
import { lazy } from '../lib/lazy.ts';

/** The byte of each windows-1252 character, by its code point. */
const windows1252Bytes = lazy((): ReadonlyMap<number, number> => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const chars = [...new TextDecoder('windows-1252').decode(bytes)];
  return new Map(chars.map((char, byte) => [char.charCodeAt(0), byte]));
});

/**
 * The text with numeric character references, such as `&#321;`, for the characters that an encoding
 * lacks, as browsers send them in forms (Encoding Standard, error mode "html").
 */
export function encodableText(text: string, encoding: TextEncoding): string {
  if (encoding !== 'windows-1252' || !/[^ -~\t\r\n]/.test(text)) return text;
  const known = windows1252Bytes();
  return Array.from(text.toWellFormed(), (char) => {
    const point = char.codePointAt(0) ?? 0;
    return known.has(point) ? char : `&#${point};`;
  }).join('');
}

/** Encodes text; a character that {@link encodableText} replaces becomes a question mark. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'windows-1252') {
    const known = windows1252Bytes();
    const mark = '?'.charCodeAt(0);
    return Uint8Array.from([...text], (char) => known.get(char.codePointAt(0) ?? -1) ?? mark);
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

/** Texts that need neither escaping nor quotes with any separator: the common case. */
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
    if (typeof value === 'string' && BARE.test(value)) line += value;
    else {
      const text = at < sentCells ? sentCellText : cellText;
      line += quotedCell(encodableText(text(value, separator), encoding), separator);
    }
  }
  return `${line}\r\n`;
}
