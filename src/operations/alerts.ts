import { HOUR_SECONDS } from '../lib/time.ts';
import type { CounterName, GaugeName } from '../lookup/metrics.ts';
import type { Series } from './metrics-object.ts';
import { SERVICE_FAILURE_CODES } from './status.ts';

/** What alerts look at: what was counted since the last look, and the gauges of now. */
export class Readings {
  readonly #all: readonly { name: string; labels: Map<string, string>; figure: number }[];

  constructor(all: readonly Series[]) {
    this.#all = all.map(([series, figure]) => ({
      name: series.split('{', 1)[0] as string,
      labels: new Map(
        [...series.matchAll(/[{,]([a-z_]+)="([^"]*)"/g)].map(([, label = '', value = '']) => [
          label,
          value,
        ]),
      ),
      figure,
    }));
  }

  /** The sum over those whose label passes. */
  sum(name: CounterName, label: string, passes: (value: string) => boolean): number {
    return this.#of(name)
      .filter(({ labels }) => passes(labels.get(label) ?? ''))
      .reduce((sum, { figure }) => sum + figure, 0);
  }

  /** The largest of a gauge, whatever its labels; 0 where there is none. */
  max(name: GaugeName): number {
    return this.#of(name).reduce((most, { figure }) => Math.max(most, figure), 0);
  }

  /** The largest share of failures of any source that was called so often. */
  worstFailureRate(least: number): number {
    const calls = new Map<string, { all: number; failed: number }>();
    for (const { labels, figure } of this.#of('source_calls')) {
      const source = calls.get(labels.get('source') ?? '') ?? { all: 0, failed: 0 };
      source.all += figure;
      if (SOURCE_FAILURE_CODES.includes(labels.get('outcome') ?? '')) source.failed += figure;
      calls.set(labels.get('source') ?? '', source);
    }
    const shares = [...calls.values()].filter(({ all }) => all >= least);
    return shares.reduce((most, { all, failed }) => Math.max(most, failed / all), 0);
  }

  #of(name: string) {
    return this.#all.filter((one) => one.name === name);
  }
}

/** How calls end that say something of the source and nothing of the input. */
const SOURCE_FAILURE_CODES = [
  'breaker_open',
  'SERVICE_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_QUOTA_EXHAUSTED',
  'INTERNAL_ERROR',
];

const GIGABYTE = 1_000_000_000;

/** One thing an operator has to know of. */
export interface Alert {
  name: string;
  /** What it means, and where to look. */
  says: string;
  /** Raised where the figure is above this. */
  above: number;
  read(readings: Readings): number;
}

/** The share of lookups that failed by our fault, of as many as make a share; else 0. */
function failedLookups(readings: Readings): number {
  const all = readings.sum('lookups', 'code', () => true);
  const failed = readings.sum('lookups', 'code', (code) => SERVICE_FAILURE_CODES.includes(code));
  return all >= 50 ? failed / all : 0;
}

/** Every alert and its threshold. The limits of the platform are those of its documentation. */
export const ALERTS: readonly Alert[] = [
  {
    name: 'lookups_failing',
    says: 'Share of lookups that ended with a 5xx code. See lookups by product, and the log.',
    above: 0.05,
    read: failedLookups,
  },
  {
    name: 'internal_errors',
    says: 'Lookups that ended with INTERNAL_ERROR: the log has the place of each.',
    above: 0,
    read: (readings) => readings.sum('lookups', 'code', (code) => code === 'INTERNAL_ERROR'),
  },
  {
    name: 'source_failing',
    says: 'Share of failed calls of the worst source of 20 calls or more: see source_calls.',
    above: 0.5,
    read: (readings) => readings.worstFailureRate(20),
  },
  {
    name: 'periodic_task_failing',
    says: 'Periodic tasks that failed: the log names them.',
    above: 0,
    read: (readings) => readings.sum('periodic_tasks', 'result', (result) => result === 'failed'),
  },
  {
    name: 'account_unbalanced',
    says: 'Accounts that do not add up: operator reconcile names the rule.',
    above: 0,
    read: (readings) => readings.max('accounts_unbalanced'),
  },
  {
    name: 'accounts_unreconciled',
    says: 'Accounts that were not checked for two days.',
    above: 0,
    read: (readings) => readings.max('accounts_unreconciled'),
  },
  {
    name: 'history_behind',
    says: 'Seconds that a ledger line has waited for the history: is R2 or D1 refusing writes?',
    above: 6 * HOUR_SECONDS,
    read: (readings) => readings.max('account_unarchived_oldest_seconds'),
  },
  {
    name: 'bulk_job_stuck',
    says: 'Age in seconds of the oldest job under way: operator jobs, then resend-job.',
    above: 6 * HOUR_SECONDS,
    read: (readings) => readings.max('bulk_job_oldest_seconds'),
  },
  {
    name: 'monitors_overdue',
    says: 'Monitors whose run has not begun in time: operator monitors, then resend-monitor.',
    above: 0,
    read: (readings) => readings.max('monitors_overdue'),
  },
  {
    name: 'monitor_run_stuck',
    says: 'Seconds since the run that is longest under way was due.',
    above: 12 * HOUR_SECONDS,
    read: (readings) => readings.max('monitor_run_oldest_seconds'),
  },
  {
    name: 'deliveries_stuck',
    says: 'Age in seconds of the oldest webhook delivery that has not ended.',
    above: HOUR_SECONDS,
    read: (readings) => readings.max('webhook_deliveries_pending_oldest_seconds'),
  },
  {
    name: 'feed_overdue',
    says: 'Seconds that a feed has been due: operator feeds names the failure.',
    above: 72 * HOUR_SECONDS,
    read: (readings) => readings.max('feed_overdue_seconds'),
  },
  {
    name: 'd1_large',
    says: 'Bytes of a D1 database; the platform ends at 10 GB.',
    above: 8 * GIGABYTE,
    read: (readings) => readings.max('d1_bytes'),
  },
  {
    name: 'object_large',
    says: 'Bytes of an account object; the platform ends at 10 GB.',
    above: 8 * GIGABYTE,
    read: (readings) => readings.max('object_bytes'),
  },
];
