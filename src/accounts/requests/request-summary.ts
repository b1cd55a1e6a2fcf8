import { utcDay } from '../../lib/time.ts';
import type { LoggedRequest } from '../../lookup/account/request-log.ts';

/** Upper bounds in milliseconds; slower answers are counted after the last. */
const LATENCY_BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;

/** Outcomes of a day's lookups. */
export interface RequestSummary {
  /** Lookups with live keys, by status: below 400, 4xx, 5xx. */
  answered: number;
  refused: number;
  failed: number;
  /** Lookups with test keys, whatever the outcome. */
  test: number;
  /** Histogram of live answers by latency bound. */
  latency: number[];
}

export const noRequests = (): RequestSummary => ({
  answered: 0,
  refused: 0,
  failed: 0,
  test: 0,
  latency: Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0),
});

/** Summaries by day: UTC, YYYY-MM-DD. */
export type DailySummaries = Record<string, RequestSummary>;

function countRequest(summary: RequestSummary, { mode, status, durationMs }: LoggedRequest): void {
  if (mode === 'test') summary.test += 1;
  else if (status >= 500) summary.failed += 1;
  else if (status >= 400) summary.refused += 1;
  else {
    summary.answered += 1;
    const bound = LATENCY_BOUNDS_MS.findIndex((most) => durationMs <= most);
    const at = bound === -1 ? LATENCY_BOUNDS_MS.length : bound;
    summary.latency[at] = (summary.latency[at] ?? 0) + 1;
  }
}

/** Daily sums of a file's lookups, stored in its metadata, so that pages need not read the file. */
export function summarizeRequests(requests: readonly LoggedRequest[]): DailySummaries {
  const days: DailySummaries = {};
  for (const request of requests) {
    if (request.product === null) continue;
    const day = utcDay(request.at);
    days[day] ??= noRequests();
    countRequest(days[day], request);
  }
  return days;
}

export function addSummary(sum: RequestSummary, { latency, ...counts }: RequestSummary): void {
  for (const name of ['answered', 'refused', 'failed', 'test'] as const) sum[name] += counts[name];
  for (const [at, count] of latency.entries()) sum.latency[at] = (sum.latency[at] ?? 0) + count;
}

/**
 * Latency quantile of live answers: the upper bound of its bucket.
 * @param share 0 to 1
 * @returns milliseconds; null without answers, Infinity beyond the last bound
 */
export function latencyQuantile({ latency }: RequestSummary, share: number): number | null {
  const total = latency.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let passed = 0;
  const at = latency.findIndex((count) => {
    passed += count;
    return passed >= share * total;
  });
  return LATENCY_BOUNDS_MS[at] ?? Infinity;
}
