const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

interface DateShape {
  pattern: RegExp;
  /** Which of the pattern's groups are year, month and day. */
  order: readonly ['year' | 'month' | 'day', 'year' | 'month' | 'day', 'year' | 'month' | 'day'];
}

/** How registries write dates; numeric dates with the year last put the day first (.hk, .fi, .my). */
const SHAPES: readonly DateShape[] = [
  { pattern: /^(\d{4})(\d{2})(\d{2})(?!\d)/, order: ['year', 'month', 'day'] },
  { pattern: /^(\d{4})[-./] ?(\d{1,2})[-./] ?(\d{1,2})(?!\d)/, order: ['year', 'month', 'day'] },
  {
    pattern: /^(\d{4})[-. ]([a-z]{3})[a-z]*[-. ](\d{1,2})(?!\d)/i,
    order: ['year', 'month', 'day'],
  },
  {
    pattern: /^(\d{1,2})[-./ ] ?([a-z]{3})[a-z]*\.?[-./, ] ?(\d{4})/i,
    order: ['day', 'month', 'year'],
  },
  { pattern: /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})/, order: ['day', 'month', 'year'] },
  {
    pattern: /^([a-z]{3})[a-z]*\.? +(\d{1,2}),?(?: [\d:]+)?(?: [A-Z]{3,4})? (\d{4})/i,
    order: ['month', 'day', 'year'],
  },
];

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? +/i;
const TIME_OF_DAY = /[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([+-]\d{2}:?\d{2})?/;

function monthNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : MONTHS.indexOf(text.toLowerCase()) + 1;
}

/** Minutes east of UTC of `+03:00` or `+0300`. */
function offsetMinutes(text: string | undefined): number {
  if (!text) return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return text.startsWith('-') ? -minutes : minutes;
}

/**
 * Reads a date of a WHOIS reply. A time without offset is taken as UTC, so it can be off by hours.
 * @returns ISO 8601 in UTC, or null for text that states no full date ("before Aug-1996")
 */
export function readWhoisDate(text: string): string | null {
  const plain = text.trim().replace(WEEKDAY, '');
  for (const { pattern, order } of SHAPES) {
    const match = pattern.exec(plain);
    if (!match) continue;
    const part = (name: 'year' | 'month' | 'day'): string => match[order.indexOf(name) + 1] ?? '';
    const [year, month, day] = [
      Number(part('year')),
      monthNumber(part('month')),
      Number(part('day')),
    ];
    const date = new Date(Date.UTC(year, month - 1, day));
    // Dates such as 31 February roll over and are no dates.
    if (
      date.getUTCFullYear() !== year ||
      date.getUTCMonth() !== month - 1 ||
      date.getUTCDate() !== day
    )
      return null;
    const [, hours = '0', minutes = '0', seconds = '0', offset] = TIME_OF_DAY.exec(plain) ?? [];
    const time =
      date.getTime() +
      ((Number(hours) * 60 + Number(minutes) - offsetMinutes(offset)) * 60 + Number(seconds)) *
        1_000;
    return new Date(time).toISOString();
  }
  return null;
}
