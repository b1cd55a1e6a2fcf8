// Characters that run a cell: = + - @, also as the full-width and small forms and the minus sign
// U+2212.
const FORMULA = '=+\\-@＝＋－＠﹦﹢﹣﹫−';

/** What may stand before such a character and is not shown, or is taken off by a reader. */
const IGNORED_PREFIX = '\\s\\p{Cc}\\p{Cf}"\'';

/** What makes a spreadsheet run a cell, and tab or line break in front (OWASP, CSV Injection). */
const FORMULA_START = new RegExp(`^(?:[\\t\\r\\n]|[${IGNORED_PREFIX}]*[${FORMULA}])`, 'u');

/** A signed number or E.164 phone number is data: neither names a function or a cell. */
const SIGNED_NUMBER = /^[+-]\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Signed numbers of a list in JSON are many, and one with an apostrophe would be none. */
const SIGNED_ITEM = '[+-]\\d+(?:\\.\\d+)?"*(?:[,;\\]\\t\\r\\n]|$)';

/**
 * Texts without what a spreadsheet with another list separator takes for the end of a cell, quoted
 * or not; and each such end once, with the formula character behind it where there is one.
 */
const textsCutBy = (ends: string, formula: string) => ({
  plain: new RegExp(`^(?:[\\w.(][^${ends}]*)?$`),
  ends: new RegExp(`([${ends}][${IGNORED_PREFIX}${ends}]*)(${formula})?`, 'gu'),
});
const BY_COMMAS = textsCutBy(';\\t\\r\\n', `[${FORMULA}]`);
const BY_OTHERS = textsCutBy(',;\\t\\r\\n', `(?!${SIGNED_ITEM})[${FORMULA}]`);

/**
 * Text that no spreadsheet runs, whatever its locale separates by: an apostrophe goes before what
 * it would. Signed numbers such as -12.5 and +14155550123 stay as they are, so that programs read
 * them back unchanged.
 * @param separator of the file: a comma keeps other commas within quotes
 */
export function escapeFormula(text: string, separator = ','): string {
  const { plain, ends } = separator === ',' ? BY_COMMAS : BY_OTHERS;
  if (plain.test(text) || SIGNED_NUMBER.test(text)) return text;
  const whole = FORMULA_START.test(text) ? `'${text}` : text;
  return whole.replace(ends, (found, end, formula) => (formula ? `${end}'${formula}` : found));
}

/**
 * Digits and signs alone, as national phone numbers, amounts and dashes are: they name no function
 * and no cell, so that a spreadsheet can do no more than count with them.
 */
const COUNTABLE = /^'?[+-]{0,3}[\d ().,/%\p{Sc}\u00a0\u202f-]*$/u;

/** A cell of the file that was sent, as it was: what could run in it is made harmless. */
const sentCellText = (value: unknown, separator: string): string =>
  typeof value === 'string' && COUNTABLE.test(value) ? value : cellText(value, separator);

/** A value as the text of its cell: null and undefined are empty, lists and records are JSON. */
export function cellText(value: unknown, separator = ','): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object' && typeof value !== 'string') return String(value);
  return escapeFormula(typeof value === 'string' ? value : JSON.stringify(value), separator);
}

/** A text that is its own cell, whatever separates: most of them, so that one look is enough. */
const BARE = /^(?:[\w.(][\w .:()/@-]*)?$/;

/** RFC 4180 section 2, rules 5 to 7; what other locales separate by is quoted as well. */
const quotedCell = (text: string, separator: string): string =>
  /[",;\t\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * One record of RFC 4180, its line break included.
 * @param sentCells how many of the first values are cells of the file that was sent
 */
export function csvLine(values: readonly unknown[], separator = ',', sentCells = 0): string {
  let line = '';
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (at > 0) line += separator;
    if (typeof value === 'string' && BARE.test(value)) line += value;
    else {
      const text = at < sentCells ? sentCellText : cellText;
      line += quotedCell(text(value, separator), separator);
    }
  }
  return `${line}\r\n`;
}
