import zones from './zones.json' with { type: 'json' };

/**
 * Month names by their first three letters: English, then those that Spanish, Portuguese, Italian,
 * German and French add.
 */
const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    'jan ene gen',
    'feb fev',
    'mar mär',
    'apr abr avr',
    'may mai mag',
    'jun giu',
    'jul lug',
    'aug ago aou',
    'sep set',
    'oct okt out ott',
    'nov',
    'dec dic dez',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);

/** Minutes east of UTC by the zone names that registries use. */
const ZONES: ReadonlyMap<string, number> = new Map(Object.entries(zones));

type Part = 'year' | 'month' | 'day';

interface DateShape {
  pattern: RegExp;
  /** Meaning of the pattern's three groups. */
  order: readonly [Part, Part, Part];
}

const ORDINAL = '(?:st|nd|rd|th)?';
const LETTERS = '([a-zä]{3})[a-zû]{0,7}';

const YEAR_FIRST: readonly DateShape[] = [
  { pattern: /^(\d{4})(\d{2})(\d{2})(?:T?\d{6})?(?!\d)/, order: ['year', 'month', 'day'] },
  {
    pattern: /^(\d{4})[-./年] ?(\d{1,2})[-./月] ?(\d{1,2})(?!\d)/,
    order: ['year', 'month', 'day'],
  },
  {
    pattern: new RegExp(`^(\\d{4})[-. ]${LETTERS}[-. ](\\d{1,2})(?!\\d)`, 'i'),
    order: ['year', 'month', 'day'],
  },
];
const NAMED_MONTH: readonly DateShape[] = [
  {
    pattern: new RegExp(
      `^(\\d{1,2})${ORDINAL}[-./ ]{1,2}(?:de |of )?${LETTERS}\\.?[-./, ]{1,2}(?:de )?(\\d{4}|\\d{2})(?!\\d)`,
      'i',
    ),
    order: ['day', 'month', 'year'],
  },
  {
    pattern: new RegExp(
      `^${LETTERS}\\.?[- ]{1,2}(\\d{1,2})${ORDINAL},?(?: [\\d:]{4,8})?(?: [A-Z]{2,5}(?:[+-]\\d{1,4})?)?[ ,-]{1,2}(\\d{4})`,
      'i',
    ),
    order: ['month', 'day', 'year'],
  },
];
const DAY_FIRST: DateShape = {
  pattern: /^(\d{1,2})[-./] ?(\d{1,2})[-./] ?(\d{4})(?!\d)/,
  order: ['day', 'month', 'year'],
};
const MONTH_FIRST: DateShape = { ...DAY_FIRST, order: ['month', 'day', 'year'] };

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? {1,4}/i;
/** Prefix of an end date: "before Aug-1996". */
const BEFORE = /^before /i;
const MONTH_ONLY = new RegExp(`^(?:${LETTERS}[- ])?(\\d{4})$`, 'i');
/** Full date within a value: `hostmaster@example.il 20050101 (Changed)`, `until 2005-01-01`. */
const WITHIN = /(?<![\d-])(?:19|20)\d{2}(?:\d{4}(?:T?\d{6})?|-\d{2}-\d{2})(?!\d)/;
const COMPACT_TIME = /^\d{8}T?(\d{2})(\d{2})(\d{2})(?!\d)/;
const TIME_OF_DAY =
  /[T /(](\d{1,2})[:-](\d{2})(?:[:-](\d{2}))?(?:\.\d{1,9})?(?: ?([ap])\.?m\b)?(.{0,20})/i;
const OFFSET = /^[ (]{0,3}(?:UTC|GMT)? ?([+-])(\d{1,2}):?(\d{2})?/i;
const ZONE_NAME = /^[ (]{0,3}([A-Z]{2,5})\b/;

/** The domain name system took no registrations before 1985 (RFC 920). */
export const FIRST_YEAR = 1985;
const MAX_DATE_CHARS = 100;

function offsetMinutes(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = OFFSET.exec(text) ?? [];
  if (sign) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return ZONES.get(ZONE_NAME.exec(text)?.[1] ?? '') ?? 0;
}

/** Seconds from midnight UTC of the stated day; a time without a zone is read as UTC. */
function secondsOfDay(text: string): number {
  const [, hours = '0', minutes = '0', seconds = '0', half = '', rest = ''] =
    COMPACT_TIME.exec(text) ?? TIME_OF_DAY.exec(text) ?? [];
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return (hour * 60 + Number(minutes) - offsetMinutes(rest)) * 60 + Number(seconds);
}

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return year + (year >= FIRST_YEAR % 100 ? 1900 : 2000);
}

/** Null for dates such as 31 February, which would roll over, and before {@link FIRST_YEAR}. */
function startOfDay(year: number, month: number, day: number): number | null {
  const time = Date.UTC(year, month - 1, day);
  const date = new Date(time);
  const holds = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1;
  return holds && date.getUTCDate() === day && year >= FIRST_YEAR ? time : null;
}

const monthNumber = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) : (MONTHS.get(text.toLowerCase()) ?? 0);

function readShape(text: string, shapes: readonly DateShape[]): string | null {
  for (const { pattern, order } of shapes) {
    const match = pattern.exec(text);
    if (!match) continue;
    const part = (name: Part): string => match[order.indexOf(name) + 1] ?? '';
    const start = startOfDay(
      fullYear(part('year')),
      monthNumber(part('month')),
      Number(part('day')),
    );
    return start === null ? null : new Date(start + secondsOfDay(text) * 1_000).toISOString();
  }
  return null;
}

/**
 * Parses a date of a WHOIS reply. A time without a zone is read as UTC, so it can be off by hours.
 * @param monthFirst whether 03/04/2005 is the fourth of March
 * @returns ISO 8601 in UTC; null for text without a full date
 */
export function readWhoisDate(text: string, monthFirst = false): string | null {
  const stated = text.slice(0, MAX_DATE_CHARS).trim();
  if (BEFORE.test(stated)) return null;
  const plain = stated.replace(WEEKDAY, '');
  const numeric = monthFirst ? MONTH_FIRST : DAY_FIRST;
  const date = readShape(plain, [...YEAR_FIRST, ...NAMED_MONTH, numeric]);
  const within = date === null ? plain.search(WITHIN) : -1;
  return within < 0 ? date : readShape(plain.slice(within), YEAR_FIRST);
}

/** End date that "before Aug-1996" or "before 1996-01-01" states; null for other text. */
export function readEndDate(text: string, monthFirst = false): string | null {
  const stated = text.slice(0, MAX_DATE_CHARS).trim();
  if (!BEFORE.test(stated)) return null;
  const end = stated.replace(BEFORE, '');
  const [, month, year] = MONTH_ONLY.exec(end) ?? [];
  if (year === undefined) return readWhoisDate(end, monthFirst);
  const start = startOfDay(Number(year), month === undefined ? 1 : monthNumber(month), 1);
  return start === null ? null : new Date(start).toISOString();
}

const SLASHED = /(?<!\d)(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/g;

/** Whether a reply writes the month first: a date that is valid no other way decides for all. */
export function writesMonthFirst(reply: string): boolean {
  let monthFirst = false;
  for (const [, first, second] of reply.matchAll(SLASHED)) {
    if (Number(first) > 12) return false;
    monthFirst ||= Number(second) > 12;
  }
  return monthFirst;
}
