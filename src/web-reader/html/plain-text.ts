/** Soft hyphens, joiners, direction marks, byte order marks: invisible characters. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Fullwidth forms of ASCII (Unicode block FF00), and other variants of `.` and `@`. */
const WIDE = /[\uff01-\uff5e\u2024\ufe52\ufe6b]/g;
const NOT_ASCII = /[^\0-\x7f]/;
/** Arabic-Indic, Extended Arabic-Indic, Devanagari, Bengali and Thai digits. */
const FOREIGN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;
/** Chinese digits written one by one, in a run long enough for a phone number. */
const HAN_NUMBER =
  /[〇零○一二三四五六七八九](?:[-‐-―－()（）・~～ \u3000]{0,2}[〇零○一二三四五六七八九]){6,}/g;
const HAN_DIGIT = /[〇零○一二三四五六七八九]/g;
const HAN_DIGITS = '〇一二三四五六七八九';
const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

function narrow(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0);
  return code === 0xfe6b ? '@' : '.';
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - (DIGIT_ZEROS.findLast((zero) => zero <= code) ?? code));
}

const figures = (run: string): string =>
  run.replace(HAN_DIGIT, (digit) => String(Math.max(0, HAN_DIGITS.indexOf(digit))));

/**
 * Text normalization: removes invisible characters, converts fullwidth characters and other
 * scripts' digits to ASCII. Not NFKC, which takes quadratic time on runs of combining marks.
 */
export function normalizeText(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(WIDE, narrow)
    .replace(FOREIGN_DIGITS, asciiDigit)
    .replace(HAN_NUMBER, figures)
    .replaceAll('℡', 'TEL ');
}

const BLANKS = /\s+/g;

/** Replaces each run of white space by one space. */
export const collapseBlanks = (text: string): string => text.replace(BLANKS, ' ');

/** The beginning of a text, without half of a surrogate pair at its end. */
export const cutText = (text: string, maxChars: number): string =>
  text
    .slice(0, maxChars)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();

/** Collapses and trims white space; cuts a longer text between two characters. */
export const tidyText = (text: string | undefined, maxChars = Number.POSITIVE_INFINITY): string =>
  cutText(collapseBlanks(text ?? '').trim(), maxChars);

/** Decodes base64 or base64url; '' when invalid. */
export function decodeBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

export const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
