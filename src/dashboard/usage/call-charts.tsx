import { latencyQuantile, type RequestSummary } from '../../accounts/requests/request-summary.ts';
import { DAY_MS, utcDay } from '../../lib/time.ts';
import type { AccountView, UsageRow } from '../../lookup/account/account.ts';
import { BarChart } from '../layout/chart.tsx';
import { formatNumber } from '../layout/format.tsx';
import { LineChart } from '../layout/line-chart.tsx';

type RequestDay = RequestSummary & { day: string };

const KINDS = [
  ['answered', 'Answered'],
  ['refused', 'Refused (4xx)'],
  ['failed', 'Failed (5xx)'],
  ['test', 'Test mode'],
] as const;

/** Value shown for calls beyond the last bucket of the log's latency counters. */
const SLOWEST_MS = 30_000;

const milliseconds = (value: number): string =>
  value >= SLOWEST_MS ? 'over 10 s' : `${formatNumber(value)} ms`;

const slownessText = (p95: number): string =>
  p95 >= SLOWEST_MS ? `more than 5% took ${milliseconds(p95)}` : `95% within ${milliseconds(p95)}`;

/** Percentage of live lookups that did not fail by the service's fault. */
const successText = (days: readonly RequestDay[]): string => {
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  const all = days.reduce((sum, day) => sum + day.answered + day.refused, failed);
  return all === 0 ? 'no live lookups' : `${(((all - failed) * 100) / all).toFixed(2)}%`;
};

/** Lookups by day: by kind of answer, and latency of live answers. */
export const CallCharts = ({ days }: { days: readonly RequestDay[] }) => {
  const names = days.map(({ day }) => day);
  const quantiles = (share: number) =>
    days.map((day) => {
      const most = latencyQuantile(day, share);
      return most === null ? null : Math.min(most, SLOWEST_MS);
    });
  const p95 = quantiles(0.95).findLast((value) => value !== null);
  return (
    <div class="charts">
      <BarChart
        id="calls"
        title="Lookup calls by answer"
        series={KINDS.map(([, label]) => label)}
        bars={days.map((summary) => ({
          day: summary.day,
          parts: new Map(KINDS.map(([name, label]) => [label, summary[name]])),
        }))}
      />
      <LineChart
        id="latency"
        title="Response time of live lookups, at most"
        figure={
          p95 === undefined || p95 === null
            ? 'no live lookups'
            : `${slownessText(p95)} on the last day; ${successText(days)} did not fail`
        }
        days={names}
        lines={[
          { name: 'Median', values: quantiles(0.5) },
          { name: '95th percentile', values: quantiles(0.95) },
        ]}
        format={milliseconds}
        unit=" ms"
      />
    </div>
  );
};

const FORECAST_DAYS = 7;

/** Credits used in a period so far, with a forecast to its end. */
export interface CreditForecast {
  days: string[];
  /** Cumulative sums; null for future days in `used`, and for past days in `expected`. */
  used: (number | null)[];
  expected: (number | null)[];
  /** Sum at the last day. */
  total: number;
  /** Credits of the period: used and remaining. */
  limit: number;
}

/**
 * Forecasts with the mean of the period's last seven full days, or as many as there are.
 * @param rows credits by day, from day `from` on
 * @returns null without a current period, or before its first full day
 */
export function forecastCredits(
  { statement }: Pick<AccountView, 'statement'>,
  rows: readonly Pick<UsageRow, 'day' | 'credits'>[],
  { from, now }: { from: string; now: number },
): CreditForecast | null {
  const { period } = statement;
  if (!period) return null;
  const today = utcDay(now);
  // A period may begin before the listed days; the rest is the first step.
  const begins = Math.max(Date.parse(utcDay(period.start)), Date.parse(from));
  const count = Math.ceil((period.end - begins) / DAY_MS);
  const days = Array.from({ length: count }, (_, at) => utcDay(begins + at * DAY_MS));
  const spent = new Map<string, number>();
  for (const { day, credits } of rows) spent.set(day, (spent.get(day) ?? 0) + credits);
  const isFull = (day: string) => day < today && Date.parse(day) >= period.start;
  const past = days.filter(isFull).slice(-FORECAST_DAYS);
  if (past.length === 0) return null;
  const mean = past.reduce((sum, day) => sum + (spent.get(day) ?? 0), 0) / past.length;
  const listed = days.reduce((total, day) => total + (spent.get(day) ?? 0), 0);
  // Negative if the previous period used credits on the day on which this one began.
  let sum = statement.usage.currentPeriod.credits - listed;
  const used = days.map((day) => {
    sum += spent.get(day) ?? 0;
    return day <= today ? Math.max(0, sum) : null;
  });
  const soFar = sum;
  const place = days.indexOf(today);
  const expected = days.map((_, at) => (at < place ? null : soFar + mean * (at - place)));
  const limit = soFar + statement.totalAvailable;
  return { days, used, expected, total: Math.round(expected.at(-1) ?? soFar), limit };
}

export const ForecastChart = ({ forecast }: { forecast: CreditForecast }) => {
  const { days, used, expected, total, limit } = forecast;
  const over = total - limit;
  const ends = expected.findIndex((value) => value !== null && value > limit);
  const verdict =
    over > 0 && ends !== -1
      ? `; the credits run out about ${days[ends]}`
      : `; ${formatNumber(limit - total)} would be left`;
  return (
    <LineChart
      id="forecast"
      title="Credits by the end of the period"
      figure={`about ${formatNumber(total)}${verdict}`}
      days={days}
      lines={[
        { name: 'Used', values: used },
        { name: 'At the pace of the last seven days', values: expected, isDashed: true },
      ]}
      limit={{ name: 'Used and available', value: limit }}
      format={formatNumber}
    />
  );
};
