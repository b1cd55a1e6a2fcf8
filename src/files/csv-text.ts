// Characters that run a cell: = + - @, also as the full-width and small forms and the minus sign
// U+2212.
const FORMULA = '=+\\-@＝＋－＠﹦﹢﹣﹫−';

/** What may stand before such a character and is not shown, or is taken off by a reader. */
const IGNORED_PREFIX = '\\s\\p{Cc}\\p{Cf}"\'';

/** What makes a spreadsheet run a cell, and tab or line break in front (OWASP, CSV Injection). */
const FORMULA_START = new RegExp(`^(?:[\\t\\r\\n]|[${IGNORED_PREFIX}]*[${FORMULA}])`, 'u');

/**
 * Where a spreadsheet whose list separator is a semicolon or a tab begins another cell, quoted or
 * not: every such stretch once, with the formula character behind it where there is one.
 */
const CELL_STRETCH = new RegExp(`[${IGNORED_PREFIX};]+[${FORMULA}]?`, 'gu');
const INNER_START = new RegExp(`[;\\t\\r\\n](?=[^;\\t\\r\\n]*[${FORMULA}]$)`, 'u');

/** Most texts: nothing in front that runs, nothing inside that could begin another cell. */
const PLAIN = /^(?:[\w.(][^;\t\r\n]*)?$/;

/** A signed number or E.164 phone number is data: neither names a function or a cell. */
const SIGNED_NUMBER = /^[+-]\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Text that no spreadsheet runs, whatever its locale separates by: an apostrophe goes before what
 * it would. Signed numbers such as -12.5 and +14155550123 stay as they are, so that programs read
 * them back unchanged.
 */
export function escapeFormula(text: string): string {
  if (PLAIN.test(text) || SIGNED_NUMBER.test(text)) return text;
  const whole = FORMULA_START.test(text) ? `'${text}` : text;
  return whole.replace(CELL_STRETCH, (stretch) => stretch.replace(INNER_START, "$&'"));
}

/**
 * Digits and signs alone, as national phone numbers, amounts and dashes are: they name no function
 * and no cell, so that a spreadsheet can do no more than count with them.
 */
const COUNTABLE = /^'?[+-]{0,3}[\d ().,/%\p{Sc}\u00a0\u202f-]*$/u;

/** A cell of the file that was sent, as it was: what could run in it is made harmless. */
const sentCellText = (value: unknown): string =>
  typeof value === 'string' && COUNTABLE.test(value) ? value : cellText(value);

/** A value as the text of its cell: null and undefined are empty, lists and records are JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeFormula(value);
  return typeof value === 'object' ? escapeFormula(JSON.stringify(value)) : String(value);
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
    else line += quotedCell(at < sentCells ? sentCellText(value) : cellText(value), separator);
  }
  return `${line}\r\n`;
}
