import { trimEndOf } from '../trim-text.ts';

/**
 * The zero of each script whose decimal digits people type in phone numbers (Unicode, category Nd).
 */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810,
];

/** Full-width forms lie this far above their ASCII originals. */
const FULL_WIDTH_SHIFT = 0xfee0;

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  const zero = ZEROS.find((start) => code >= start && code < start + 10);
  return zero === undefined ? digit : String(code - zero);
}

/**
 * The same text with ASCII digits, spaces, dashes, dots and plus, without the invisible characters
 * (zero-width, bidirectional marks) that copying from a page brings along, and with no bracket
 * before its plus.
 */
export function plainText(text: string): string {
  if (/^\+?[\d ().-]*$/.test(text)) return text;
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) =>
      String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_SHIFT),
    )
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u00b7\u2022\u2024]/g, '.')
    .trim()
    .replace(/^\( ?\+/, '+');
}

/** RFC 3986, section 2.1: only the characters numbers are written with are read. */
const percentDecoded = (text: string): string =>
  text.replace(/%([0-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/**
 * A `tel:` (RFC 3966, section 3), `sms:` (RFC 5724) or `callto:` URI as the number it names: a
 * global `phone-context` goes in front of a local number, `ext` stays, other parameters and an SMS
 * body go. Other text is returned as it is.
 */
export function withoutScheme(text: string): string {
  const uri = /^(?:tel|sms|callto):(?:\/\/)?([^;?]*)([^?]*)/i.exec(text);
  if (!uri) return text;
  const number = percentDecoded(uri[1] as string).trim();
  const parameters = percentDecoded(uri[2] as string);
  const context = /;phone-context=(\+[\d.()-]+)/i.exec(parameters)?.[1];
  const extension = /;ext=(\d{1,7})/i.exec(parameters)?.[1];
  const global = context && !number.startsWith('+') ? context + number : number;
  return extension ? `${global} ext ${extension}` : global;
}

/** ITU-T E.161, figure 1: the letters of keys 2 to 9. */
const KEYPAD = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];
const MIN_VANITY_LETTERS = 3;
const MIN_DIGITS_BEFORE_LETTERS = 3;
const EXTENSION = /\bext(?:ension|n)?[\s.:=]{0,4}\d{1,7}$/i;

/**
 * A vanity number in digits: at least three digits, then at least three letters ("1-800-FLOWERS").
 * Letters that are all X are a mask, not a word.
 * @returns null when the text does not have that shape
 */
export function vanityToDigits(text: string): string | null {
  const number = trimEndOf(text.trimEnd().replace(EXTENSION, ''), ' ,;');
  if (!/^\+?[\d\s().-]*[A-Za-z][A-Za-z\d\s().-]*$/.test(number)) return null;
  const firstLetter = number.search(/[A-Za-z]/);
  const letters = number.replace(/[^A-Za-z]/g, '');
  const digitsBefore = number.slice(0, firstLetter).replace(/\D/g, '').length;
  if (
    letters.length < MIN_VANITY_LETTERS ||
    digitsBefore < MIN_DIGITS_BEFORE_LETTERS ||
    /^x+$/i.test(letters)
  )
    return null;
  return number.replace(/[A-Za-z]/g, (letter) =>
    String(KEYPAD.findIndex((key) => key.includes(letter.toUpperCase())) + 2),
  );
}
