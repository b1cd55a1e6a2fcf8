/** Letters that no decomposition makes plain, as they are commonly written. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);

/**
 * A text as it is compared: lower case, without accents (Unicode NFKD, combining diacritical marks
 * dropped), `&` as the word and, apostrophes dropped (O'Brien is obrien), everything else that is
 * no letter, digit or mark a space, single spaces. Letters of other scripts stay. Folding twice
 * changes nothing.
 */
export function foldText(text: string): string {
  return (
    text
      // Lower case may decompose further, and compatibility forms may be capitals: ℡ is TEL.
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[ßæœøđðłþıς]/g, (letter) => LETTERS.get(letter) as string)
      .replace(/['\u2018\u2019\u02bc`\u00b4]/g, '')
      .replace(/&/g, ' and ')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
      .trim()
  );
}

/**
 * A whole number in groups of three digits: 12,500. Modules that describe limits and prices write
 * some while they load, and `toLocaleString` then loads the runtime's locale data, 9 ms of a start.
 */
export const formatCount = (count: number): string =>
  Math.abs(count) < 1_000
    ? String(count)
    : `${formatCount(Math.trunc(count / 1_000))},${String(Math.abs(count) % 1_000).padStart(3, '0')}`;

/**
 * A folded text with one vowel for the two that are written where a letter is missing (German ä as
 * ae, Nordic ø as oe and å as aa): Grünwald, Gruenwald and Grunwald are compared alike. For
 * comparing alone, as other names lose a letter too.
 */
export const foldDigraphs = (folded: string): string => folded.replace(/(?<=[aou])e|(?<=a)a/g, '');

/**
 * Sanitized user text on one line: no line break that could inject a mail header, no character
 * that reverses the direction of the text after it.
 */
export const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

/** Long enough for ids, names and media types; too short for a text that instructs its reader. */
const MAX_QUOTED_CHARS = 64;

/**
 * Untrusted text within an error message: one line of at most 64 characters in quotes that it
 * cannot close. Every error quotes by this; test/node/messages.test.ts refuses the others.
 */
export function quoted(text: string): string {
  const line = oneLine(text.slice(0, 4 * MAX_QUOTED_CHARS)).replaceAll('"', "'");
  const cut = [...line].slice(0, MAX_QUOTED_CHARS).join('');
  return `"${cut}${cut === line && text.length <= 4 * MAX_QUOTED_CHARS ? '' : '…'}"`;
}

/** The media type of a reply, within a message; one that is none (RFC 9110 8.3.1) is `unknown`. */
export const quotedType = (type: string): string =>
  /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type) ? quoted(type) : 'unknown';

/**
 * The text without the characters of `chars` at its end. One scan from the end: a pattern such as
 * `/x+$/` begins a match at every x, which takes quadratic time where many are not at the end.
 */
export function trimEndOf(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text without the characters of `chars` (of one code unit each) at either end. */
export function trimOf(text: string, chars: string): string {
  let start = 0;
  while (start < text.length && chars.includes(text.charAt(start))) start += 1;
  return trimEndOf(text.slice(start), chars);
}

/** Text as it stands in HTML or XML, between tags and in quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The zero of each script whose digits people type in phone numbers (Unicode, category Nd). */
const DIGIT_ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810,
];

/** A decimal digit of those scripts as the ASCII one; another character as it is. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  const zero = DIGIT_ZEROS.find((start) => code >= start && code < start + 10);
  return zero === undefined ? digit : String(code - zero);
}

/** A text with full-width forms and the decimal digits of other scripts in ASCII. */
export const asciiForms = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\p{Nd}/gu, asciiDigit);
