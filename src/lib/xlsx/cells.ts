// Cells of a sheet as text (ECMA-376 part 1, 18.3.1.4 "c" and 18.8.30 "numFmt").

const DAY_MS = 86_400_000;

/** Day 0 of the serial dates of a workbook, in Unix time: of 1900, with its 29 February, and 1904. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** Serial date of 9999-12-31, the last that a spreadsheet shows. */
const MAX_SERIAL = 2_958_466;

/** How numbers of a style are shown. */
export type NumberFormat = 'plain' | 'date' | 'time' | 'date and time' | { digits: number };

/** Formats that every workbook has, by id: dates and times; other ids are numbers. */
const BUILT_IN: ReadonlyMap<number, NumberFormat> = new Map<number, NumberFormat>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, 'date'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47].map((id) => [id, 'time'] as const),
  [22, 'date and time'],
]);

/** Quoted and escaped text, colours and conditions: what in a format names no part of a date. */
const FORMAT_LITERALS = /"[^"]*"|\\.|_.|\*.|\[[^\]hms]*\]/gi;

/** Longest format that is read; a longer one shows plain numbers. */
const MAX_FORMAT_CHARS = 255;

/** What a format shows: the first section of its code alone, which is that of positive numbers. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined || code.length > MAX_FORMAT_CHARS) return BUILT_IN.get(id) ?? 'plain';
  const [shown = ''] = code.replace(FORMAT_LITERALS, '').split(';');
  if (/^0{2,20}$/.test(shown)) return { digits: shown.length };
  if (/^general$/i.test(shown)) return 'plain';
  const hasDay = /[yd]/i.test(shown) || (/m/i.test(shown) && !/[hs]/i.test(shown));
  const hasTime = /[hs]/i.test(shown);
  if (hasDay) return hasTime ? 'date and time' : 'date';
  return hasTime ? 'time' : 'plain';
}

function dateText(serial: number, format: NumberFormat, is1904: boolean): string {
  const at = (is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(serial * 86_400) * 1_000;
  const iso = new Date(at).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 19)];
  if (format === 'time' || serial < 1) return time;
  return format === 'date' || at % DAY_MS === 0 ? day : `${day} ${time}`;
}

/** Spreadsheets keep 15 digits of a number. */
const NUMBER_DIGITS = 15;

/**
 * A number as a person reads it: without an exponent, as phone numbers are, with the leading zeros
 * of its format; a date in the form of ISO 8601. What is no number stays as it is.
 */
export function numberText(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (typeof format === 'object')
    return Number.isInteger(number) && number >= 0
      ? BigInt(number).toString().padStart(format.digits, '0')
      : plainNumber(number);
  const isDate = format !== 'plain' && number >= 0 && number < MAX_SERIAL;
  return isDate ? dateText(number, format, is1904) : plainNumber(number);
}

const plainNumber = (number: number): string =>
  Number.isInteger(number)
    ? BigInt(number).toString()
    : String(Number(number.toPrecision(NUMBER_DIGITS)));

/** `_x000D_`: a character that XML cannot hold (ECMA-376 part 1, 22.9.2.19 "ST_Xstring"). */
export const unescapeXString = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

const LETTERS = 26;
const A = 'A'.charCodeAt(0);

/** Columns a sheet can have. */
const MAX_COLUMNS = 16_384;

/** The column of a reference such as `AB12`, from 0; null for what is none. */
export function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * LETTERS + letter.charCodeAt(0) - A + 1;
  return column <= MAX_COLUMNS ? column - 1 : null;
}
