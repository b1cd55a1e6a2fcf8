/**
 * What makes a spreadsheet run a cell: = + - @, also in full width, also behind blanks, quotes and characters that
 * do not show; and a tab or line break in front (OWASP, "CSV Injection").
 */
const RUNS = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}"']*[=+\-@＝＋－＠])/u;

/** A signed number is data to a spreadsheet, and so is an E.164 phone number: neither names a function or a cell. */
const NUMBER = /^[+-]\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Text that no spreadsheet runs: an apostrophe goes before what it would. Signed numbers such as -12.5 and
 * +14155550123 stay as they are, so that programs read them back unchanged.
 */
export const harmless = (text: string): string =>
  RUNS.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/** A value as the text of its cell: null and undefined are empty, lists and records are JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return harmless(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** RFC 4180 section 2, rules 5 to 7. */
const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** One record of RFC 4180, its line break included. */
export const csvLine = (values: readonly unknown[]): string =>
  `${values.map((value) => quoted(cellText(value))).join(',')}\r\n`;
