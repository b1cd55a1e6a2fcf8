const MONTHS_A_YEAR = 12;
const DAY_MS = 86_400_000;

const count = (amount: number, unit: string): string =>
  `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** Whole calendar months between two times, in UTC. */
function wholeMonths(from: Date, to: Date): number {
  const months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * MONTHS_A_YEAR +
    to.getUTCMonth() -
    from.getUTCMonth();
  const anniversary = new Date(from);
  anniversary.setUTCMonth(from.getUTCMonth() + months);
  return anniversary > to ? months - 1 : months;
}

/**
 * So many days after an ISO 8601 time, as people say it: "31 years, 2 months"; days below one
 * month.
 */
export function humanAge(from: string, days: number): string {
  const start = new Date(from);
  const months = wholeMonths(start, new Date(start.getTime() + days * DAY_MS));
  if (months < 1) return count(days, 'day');
  const years = Math.floor(months / MONTHS_A_YEAR);
  const rest = months % MONTHS_A_YEAR;
  return [years > 0 && count(years, 'year'), rest > 0 && count(rest, 'month')]
    .filter(Boolean)
    .join(', ');
}
