import type { UsageRange } from '../../accounts/usage.ts';
import { DAY_MS, utcDay } from '../../lib/time.ts';
import type { UsageRow } from '../../lookup/account/account.ts';
import type { LookupUsage } from '../../lookup/account/ledger.ts';
import { type Bar, BarChart, SERIES_LIMIT } from '../layout/chart.tsx';
import { dayRange } from '../layout/filter.tsx';
import { humanize } from '../layout/format.tsx';
import { PageError } from '../session/context.ts';

const MAX_RANGE_DAYS = 92;

/** Name of all products beyond the first few. */
const OTHERS = 'Others';

/** Usage of one day, product or key. */
export interface NamedUsage extends LookupUsage {
  name: string;
}

/** Sums rows by the name that a function returns, most credits first. */
export function sumUsageBy(
  rows: readonly UsageRow[],
  nameOf: (row: UsageRow) => string,
): NamedUsage[] {
  const sums = new Map<string, NamedUsage>();
  for (const row of rows) {
    const name = nameOf(row);
    const sum = sums.get(name) ?? { name, lookups: 0, credits: 0 };
    sum.lookups += row.lookups;
    sum.credits += row.credits;
    sums.set(name, sum);
  }
  return [...sums.values()].sort(
    (a, b) => b.credits - a.credits || b.lookups - a.lookups || a.name.localeCompare(b.name),
  );
}

export function daysInRange({ from, to }: UsageRange): string[] {
  const first = Date.parse(from);
  const count = Math.min(MAX_RANGE_DAYS, Math.round((Date.parse(to) - first) / DAY_MS) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, at) => utcDay(first + at * DAY_MS));
}

/** Bars of a figure by day and product; the least used products are combined. */
export function usageBars(
  rows: readonly UsageRow[],
  range: UsageRange,
  measure: keyof LookupUsage,
): { series: string[]; bars: Bar[] } {
  const used = sumUsageBy(rows, ({ product }) => humanize(product))
    .filter((sum) => sum[measure] > 0)
    .sort((a, b) => b[measure] - a[measure])
    .map(({ name }) => name);
  const named = used.length > SERIES_LIMIT ? used.slice(0, SERIES_LIMIT - 1) : used;
  const days = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const name = humanize(row.product);
    const series = named.includes(name) ? name : OTHERS;
    const parts = days.get(row.day) ?? new Map<string, number>();
    parts.set(series, (parts.get(series) ?? 0) + row[measure]);
    days.set(row.day, parts);
  }
  const bars = daysInRange(range).map((day) => ({ day, parts: days.get(day) ?? new Map() }));
  return { series: used.length > named.length ? [...named, OTHERS] : named, bars };
}

/** The requested range, or the default. @throws PageError 422 for an invalid range */
export function requestedUsageRange(
  { from, to }: { from: string | undefined; to: string | undefined },
  usual: UsageRange,
): UsageRange {
  const range = { from: from || usual.from, to: to || usual.to };
  const { since, until } = dayRange(range);
  if (Number(until) - Number(since) > MAX_RANGE_DAYS * DAY_MS)
    throw new PageError(422, `At most ${MAX_RANGE_DAYS} days are shown at a time.`);
  return range;
}

/** Credits and lookups by day and product, as two charts. */
export const UsageCharts = ({ rows, range }: { rows: readonly UsageRow[]; range: UsageRange }) => (
  <div class="charts">
    <BarChart id="credits" title="Credits" {...usageBars(rows, range, 'credits')} />
    <BarChart id="lookups" title="Lookups" {...usageBars(rows, range, 'lookups')} />
  </div>
);
