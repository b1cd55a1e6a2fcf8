import { lazy } from '../../lib/lazy.ts';
import functionWords from './function-words.json' with { type: 'json' };

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

/**
 * By word, and by letter, the languages that have it. Their table has frequent function words of
 * languages in Latin letters and, behind a bar, letters that few others have.
 */
const MARKS = lazy(() => {
  const [words, letters] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const [language, listed] of Object.entries(functionWords)) {
    const [own = '', rare = ''] = listed.split('|');
    for (const [marks, found] of [[words, own.split(' ')] as const, [letters, [...rare]] as const])
      for (const mark of found) marks.set(mark, [...(marks.get(mark) ?? []), language]);
  }
  return { words, letters };
});

/** Scripts of one language, or with the letters that tell the languages of a script apart. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 'ja'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Han}/gu, 'zh'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Georgian}/gu, 'ka'],
  [/\p{sc=Armenian}/gu, 'hy'],
  [/[ٹڈڑےں]/gu, 'ur'],
  [/[پچژگ]/gu, 'fa'],
  [/\p{sc=Arabic}/gu, 'ar'],
  [/\p{sc=Devanagari}/gu, 'hi'],
  [/\p{sc=Bengali}/gu, 'bn'],
  [/\p{sc=Tamil}/gu, 'ta'],
  [/[қңғұәһ]/gu, 'kk'],
  [/ў/gu, 'be'],
  [/[іїєґ]/gu, 'uk'],
  [/[ыэё]/gu, 'ru'],
  [/[ђћ]/gu, 'sr'],
  [/[ѓќѕ]/gu, 'mk'],
  [/[јљњџ]/gu, 'sr'],
  [/ъ/gu, 'bg'],
  [/\p{sc=Cyrillic}/gu, 'ru'],
];

const MAX_RECOGNIZED_CHARS = 20_000;
const MIN_LETTERS = 40;
/** Least share of a script's letters: a text may quote a word of another. */
const MIN_LETTERS_SHARE = 0.005;
const MIN_WEIGHT = 2;
/** Least weight of a word of the text: in a language that is not listed, few are known. */
const MIN_WEIGHT_OF_WORD = 0.08;

/** How many words of a text in Latin letters are of each language, the likeliest first. */
function languagesOf(words: readonly string[]): [language: string, weight: number][] {
  const weights = new Map<string, number>();
  const add = (languages: readonly string[] = [], share: number) => {
    for (const language of languages)
      weights.set(language, (weights.get(language) ?? 0) + share / languages.length);
  };
  const { words: known, letters } = MARKS();
  for (const word of words) {
    add(known.get(word), 1);
    for (const letter of word.match(/[^a-z]/g) ?? []) add(letters.get(letter), 0.5);
  }
  return [...weights].sort(([, one], [, other]) => other - one);
}

/**
 * The language of a page: as declared, unless none is, or English is and the text has hardly a word
 * of it, as templates declare English. Recognized by its script, or by its frequent words.
 * @param declared a language tag
 * @param markdown the page's text
 */
export function languageOfPage(declared: string | null, markdown: string): string | null {
  if (declared !== null && !/^en(?:[-_]|$)/i.test(declared)) return declared;
  const text = markdown.slice(0, MAX_RECOGNIZED_CHARS).replace(/\]\([^()\s]*\)|https?:\S+/g, ' ');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  if (letters < MIN_LETTERS) return declared;
  if (latin < letters / 2) {
    const foreign = text.replace(/\p{sc=Latin}+/gu, ' ').toLowerCase();
    const least = MIN_LETTERS_SHARE * letters;
    const known = SCRIPTS.find(([script]) => (foreign.match(script)?.length ?? 0) > least);
    return known?.[1] ?? declared;
  }
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{sc=Latin}+/gu) ?? [];
  const ranked = languagesOf(words);
  const [[language, weight] = ['', 0], [, next] = ['', 0]] = ranked;
  const isSure = weight >= MIN_WEIGHT && weight >= MIN_WEIGHT_OF_WORD * words.length;
  const english = declared === null ? 0 : (ranked.find(([one]) => one === 'en')?.[1] ?? 0);
  return isSure && weight > next && weight > 4 * english ? language : declared;
}
