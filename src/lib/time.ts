import { memoized } from './lazy.ts';
import monthStems from './month-names.json' with { type: 'json' };
import { asciiForms, foldText } from './text.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A UUID of version 7 (RFC 9562, section 5.7), which begins with the time.
 * @param uuid of version 4, for the random part
 */
export function timeOrderedUuid(at: number, uuid: string): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid.slice(15)}`;
}

/** The time in a UUID of version 7, in milliseconds since the epoch. */
export const timeOfUuid = (uuid: string): number =>
  Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);

/** The last result, because the lookups of a call format the same times repeatedly. */
let last = { at: 0, iso: new Date(0).toISOString() };

/**
 * ISO 8601 in UTC, the format of times on the wire.
 * @param at milliseconds since the epoch
 * @throws RangeError for an invalid time
 */
export function toIso(at: number): string {
  if (at !== last.at) last = { at, iso: new Date(at).toISOString() };
  return last.iso;
}

/** The day in UTC, YYYY-MM-DD. @param at milliseconds since the epoch */
export const utcDay = (at: number): string => toIso(at).slice(0, 10);

/** The hour in UTC, YYYY-MM-DDTHH. */
export const utcHour = (at: number): string => toIso(at).slice(0, 13);

/** A day that not every month has: not a part of a longer number or of a time of day. */
const LATE_DAY = /(?<![\d:]|:\d\d\.)(?:29|30|31)(?![\d:])/;

/**
 * Like `Date.parse`, but NaN for a day that its month does not have, which `Date.parse` reads as a
 * day of the next month: 30 February as 2 March.
 */
export function parseTime(text: string): number {
  const at = Date.parse(text);
  const [day] = LATE_DAY.exec(text) ?? [];
  if (day === undefined || Number.isNaN(at)) return at;
  // The 15th belongs to the same month in every time zone.
  const middle = new Date(text.replace(LATE_DAY, '15'));
  const next = Date.UTC(middle.getUTCFullYear(), middle.getUTCMonth() + 1);
  return Number(day) <= new Date(next - DAY_MS).getUTCDate() ? at : Number.NaN;
}

export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

/** Stems of folded month names by language (CLDR), those of one month with bars between them. */
const MONTHS: ReadonlyMap<string, readonly string[][]> = new Map(
  Object.entries(monthStems).map(([language, stems]) => [
    language,
    stems
      .normalize('NFKD')
      .split(' ')
      .map((one) => one.split('|')),
  ]),
);
/** Languages with the month names of another. */
const SAME_MONTHS = new Map(
  Object.entries({ da: 'sv', nb: 'sv', nn: 'sv', no: 'sv', bs: 'sr', iw: 'he' }),
);

/** Languages that add case endings to the names of months. */
const INFLECTED = ['et', 'fi', 'hu', 'lv', 'sl', 'tr'];
const MAX_ENDING_CHARS = 3;

/** Whether a word is a month's name with another ending; at most its last letter is replaced. */
const isInflected = (word: string, name: string): boolean =>
  word.startsWith(name.slice(0, -1)) && word.length <= name.length + MAX_ENDING_CHARS;

/** Folded names of a language's months, each alone and within a date. */
const monthNamesOf = memoized((language: string): readonly string[][] => {
  const formats = [{ month: 'long' }, { month: 'long', day: 'numeric' }] as const;
  // Serbian is written in both scripts.
  const locales = language === 'sr' ? ['sr-Cyrl', 'sr-Latn'] : [language];
  const named = locales.flatMap((locale) =>
    formats.map((format) => new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' })),
  );
  return Array.from({ length: 12 }, (_, month) =>
    named.map((format) => {
      const parts = format.formatToParts(Date.UTC(2020, month, 15));
      const name = parts.find(({ type }) => type === 'month')?.value ?? '';
      // De gener, d’abril.
      return foldText(name.split(/[ '’]/).at(-1) ?? '');
    }),
  );
});

/** Number of the month whose name, or its beginning from the stem on, a word is; 0 for none. */
function monthIn(language: string, word: string): number {
  const stems = MONTHS.get(SAME_MONTHS.get(language) ?? language) ?? [];
  const lengths = stems.map((ones) =>
    Math.max(0, ...ones.map((stem) => (word.startsWith(stem) ? stem.length : 0))),
  );
  const longest = Math.max(...lengths);
  if (longest === 0) return 0;
  const month = lengths.indexOf(longest);
  // Marathon, Augsburg and Decision begin like months too.
  const isNamed =
    longest === word.length ||
    (monthNamesOf(language)[month] ?? []).some(
      (name) => name.startsWith(word) || (INFLECTED.includes(language) && isInflected(word, name)),
    );
  return isNamed ? month + 1 : 0;
}

/** Number of the month that a word names in a language or English; 0 if unknown or ambiguous. */
function monthNamed(word: string, language: string): number {
  // In Hebrew, `in` is written to the month's name.
  const folded = foldText(word).replace(/^ב(?=\p{sc=Hebrew}{3})/u, '');
  if (MONTHS.has(SAME_MONTHS.get(language) ?? language))
    return monthIn(language, folded) || monthIn('en', folded);
  const found = new Set([...MONTHS.keys()].map((each) => monthIn(each, folded)));
  found.delete(0);
  return found.size === 1 ? ([...found][0] as number) : 0;
}

/** A date within a text. */
interface WrittenDate {
  /** YYYY-MM-DD. */
  day: string;
  from: number;
  to: number;
}

const FIRST_YEAR = 1985;

/** A day as YYYY-MM-DD; null if it does not exist or is before web pages. */
export function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const holds = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return holds && year >= FIRST_YEAR ? date.toISOString().slice(0, 10) : null;
}

/** Words within a date: `3rd of May`, `3 de mayo de 2021`, `1º`. */
const WITHIN_DATE = new Set('of de del di the st nd rd th er º ª d m gada'.split(' '));
/** Difference of the Buddhist era, in which Thailand counts its years. */
const BUDDHIST_YEARS = 543;
const isDay = (part: string): boolean => /^\d\d?$/.test(part);

/**
 * Dates written in a line, in any order of their parts that the language allows.
 * @param declared the language, a tag or empty; it decides between day and month
 */
export function writtenDates(written: string, declared: string): WrittenDate[] {
  const [language = '', region = ''] = declared.toLowerCase().split(/[-_]/, 2);
  const ascii = asciiForms(written);
  // Replaced one for one, so that positions hold for the line as written.
  const line = (ascii.length === written.length ? ascii : written)
    .replace(/[年月년월](?= ?\d)/g, '-')
    .replace(/(?<=\d) (?:tháng|năm) (?=\d)/g, (words) => '/'.padEnd(words.length));
  const yearOf = (part: string): number => {
    if (/^(?:19|20)\d\d$/.test(part)) return Number(part);
    return language === 'th' && /^25\d\d$/.test(part) ? Number(part) - BUDDHIST_YEARS : 0;
  };
  const isYear = (part: string): boolean => yearOf(part) > 0;
  const parts = [...line.matchAll(/[\p{L}\p{M}]+|\d+/gu)]
    .map(([text], at, all) => ({ text, from: all[at]?.index ?? 0 }))
    .filter(({ text }) => !WITHIN_DATE.has(text.toLowerCase()));
  const isUs = language === 'en' && region === 'us';
  const isOpen = language === '' || (language === 'en' && region === '');
  /** Month and day. */
  const numeric = (one: string, other: string, sign: string): string[] => {
    if (Number(one) > 12 || sign === '.') return [other, one];
    if (sign === '-' && language === '') return [other, one];
    if (Number(other) > 12 || isUs) return [one, other];
    return isOpen ? [] : [other, one];
  };
  return parts.flatMap(({ text: first, from }, at) => {
    const [second, third] = parts.slice(at + 1, at + 3);
    if (!second || !third) return [];
    const gap = line.slice(from + first.length, second.from);
    const nextGap = line.slice(second.from + second.text.length, third.from);
    const gaps = gap + nextGap;
    const end = third.from + third.text.length;
    if (gaps.length > 12 || /[^\s\p{L}.,，،/ºª°'’-]/u.test(gaps)) return [];
    const sign = gap.trim();
    const month = isDay(second.text) ? 0 : monthNamed(second.text, language);
    let stated: string | null = null;
    if (isDay(second.text) && isDay(first) && isYear(third.text) && /^[./-]$/.test(sign)) {
      const [named = '', day = ''] = numeric(first, second.text, sign);
      stated = dayOf(yearOf(third.text), Number(named), Number(day));
    } else if (isYear(first) && isDay(second.text) && isDay(third.text) && /^[./-]$/.test(sign))
      stated = dayOf(yearOf(first), Number(second.text), Number(third.text));
    else if (month > 0 && isDay(first) && isYear(third.text))
      stated = dayOf(yearOf(third.text), month, Number(first));
    else if (month > 0 && isYear(first) && isDay(third.text))
      stated = dayOf(yearOf(first), month, Number(third.text));
    else if (
      isDay(second.text) &&
      isYear(third.text) &&
      !/\d/.test(first) &&
      !/[./-]/.test(nextGap)
    )
      stated = dayOf(yearOf(third.text), monthNamed(first, language), Number(second.text));
    return stated === null ? [] : [{ day: stated, from, to: end }];
  });
}
