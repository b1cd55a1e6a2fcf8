/** Longest name of a key, monitor, person or organization. */
export const MAX_NAME_CHARS = 200;

/** Transliterations of letters that Unicode decomposition leaves unchanged. */
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
 * Folds a text for comparison: lower case; no accents (Unicode NFKD without combining diacritical
 * marks); `&` becomes the word and; apostrophes are dropped (O'Brien is obrien); anything else that
 * is not a letter, digit or mark becomes a single space. Other scripts are kept. Idempotent.
 */
export function foldText(text: string): string {
  return (
    text
      // Twice, as lower case may decompose further, and compatibility forms may be capitals (℡).
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

/** The letters of a text, folded: `M.D.` is md, `W. Va.` is wva. */
export const lettersOf = (text: string): string => foldText(text).replaceAll(' ', '');

/**
 * Formats an integer in groups of three digits: 12,500. Not by `toLocaleString`, which loads the
 * runtime's locale data; modules that describe limits and prices would do so at startup (9 ms).
 */
export const formatCount = (count: number): string =>
  Math.abs(count) < 1_000
    ? String(count)
    : `${formatCount(Math.trunc(count / 1_000))},${String(Math.abs(count) % 1_000).padStart(3, '0')}`;

/** A country's two letters as people write them, in capitals: UK is GB, the code of ISO 3166-1. */
export function countryLetters(text: string): string {
  const letters = text.trim().toUpperCase();
  return letters === 'UK' ? 'GB' : letters;
}

/**
 * Reduces the digraphs ae, oe, ue and aa (German ä, Nordic ø and å) to one vowel, so that
 * Grünwald, Gruenwald and Grunwald compare equal. For comparison only: other names lose a letter.
 */
export const foldDigraphs = (folded: string): string => folded.replace(/(?<=[aou])e|(?<=a)a/g, '');

/**
 * Sanitizes user text to one line: no line break, which could inject a mail header, and no
 * character that reverses the direction of the text after it.
 */
export const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

/** Letters and digits of scripts that are written from right to left (UAX #9, types R and AL). */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A user's text as part of a sentence: one line, and isolated if it runs from right to left (FSI
 * and PDI of UAX #9). It would otherwise reorder the digits and punctuation beside it.
 */
export function isolated(text: string): string {
  const line = oneLine(text);
  return RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line;
}

/** Long enough for ids, names and media types; too short for a text that instructs its reader. */
const MAX_QUOTED_CHARS = 64;

/**
 * Quotes untrusted text in an error message: one line of at most 64 characters in quotes that it
 * cannot close. All error messages use it (test/node/messages.test.ts).
 */
export function quoted(text: string): string {
  const line = oneLine(text.slice(0, 4 * MAX_QUOTED_CHARS)).replaceAll('"', "'");
  const cut = [...line].slice(0, MAX_QUOTED_CHARS).join('');
  return `"${cut}${cut === line && text.length <= 4 * MAX_QUOTED_CHARS ? '' : '…'}"`;
}

/** Quotes a reply's media type in a message; `unknown` if it is malformed (RFC 9110 8.3.1). */
export const quotedType = (type: string): string =>
  /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type) ? quoted(type) : 'unknown';

/**
 * Trims the characters of `chars` from the end in one scan. A pattern such as `/x+$/` starts a
 * match at every x, which takes quadratic time if many are not at the end.
 */
export function trimEndOf(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Trims the characters of `chars` (of one code unit each) from both ends. */
export function trimOf(text: string, chars: string): string {
  let start = 0;
  while (start < text.length && chars.includes(text.charAt(start))) start += 1;
  return trimEndOf(text.slice(start), chars);
}

/** Percent-decodes a text; unchanged when it is malformed. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Escapes text for HTML or XML, between tags and in quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Code point of zero in each script whose digits occur in phone numbers (Unicode, category Nd). */
const DIGIT_ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810,
];

/** Maps a decimal digit of those scripts to ASCII; other characters stay. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  const zero = DIGIT_ZEROS.find((start) => code >= start && code < start + 10);
  return zero === undefined ? digit : String(code - zero);
}

/** Maps full-width forms to ASCII. */
export const halfWidthForms = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** Maps full-width forms and the decimal digits of other scripts to ASCII. */
export const asciiForms = (text: string): string =>
  halfWidthForms(text).replace(/\p{Nd}/gu, asciiDigit);

/** Two texts without their common start and common end. */
export function differingMiddles(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

export const areSwapped = (left: string, right: string): boolean =>
  left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];

/** Whether the texts differ by one insertion, deletion, substitution or swap of neighbours. */
export function isOneEditAway(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  const [left, right] = differingMiddles(one, other);
  return (left.length <= 1 && right.length <= 1) || areSwapped(left, right);
}

export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** `zip_code` as `zipCode`. */
export const camelCase = <Name extends string>(name: Name): CamelCase<Name> =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;

export type CamelKeys<Fields> = {
  [Name in keyof Fields as CamelCase<Name & string>]: Fields[Name];
};

export const camelKeys = <Fields extends object>(fields: Fields): CamelKeys<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [camelCase(name), value]),
  ) as CamelKeys<Fields>;

/** `firstName` as `first_name`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
