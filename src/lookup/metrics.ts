/** All counters with their labels, which are values of small closed sets, never inputs or ids. */
export const COUNTERS = {
  lookups: {
    help: 'Single lookups by product, mode and code; NOT_CONFIGURED: no configured source could answer.',
    labels: ['product', 'mode', 'code'],
  },
  bulk_rows: {
    help: 'Rows of jobs and monitor runs by product and outcome.',
    labels: ['product', 'outcome'],
  },
  source_calls: {
    help: 'Calls of sources that touch the network; breaker_open was not made.',
    labels: ['source', 'outcome'],
  },
  reconciled_accounts: { help: 'Accounts checked by cron.', labels: ['result'] },
  periodic_tasks: { help: 'Runs of periodic tasks.', labels: ['task', 'result'] },
} as const satisfies Record<string, { help: string; labels: readonly string[] }>;

/** All gauges. Ages are in seconds, sizes in bytes. */
export const GAUGES = {
  bulk_jobs_running: 'Bulk jobs that have not ended.',
  bulk_job_oldest_seconds: 'Age of the oldest job that has not ended and waits for no credits.',
  monitors_overdue: 'Active monitors whose run is due for over two hours and has not begun.',
  monitor_run_oldest_seconds: 'Age of the run that is longest under way.',
  webhook_deliveries_pending_oldest_seconds: 'Age of the oldest delivery that has not ended.',
  feed_overdue_seconds: 'How long a feed has been due; 0 for one that is not.',
  accounts_unreconciled: 'Accounts that were not checked for two days.',
  accounts_unbalanced: 'Accounts whose last check found what does not add up.',
  account_unarchived_lines: 'Ledger lines of an account that are not in the history: the most.',
  account_unarchived_oldest_seconds: 'Age of the oldest such line of any account.',
  object_bytes: 'Size of the largest account object that was checked.',
  d1_bytes: 'Size of a D1 database.',
  gauge_unread: 'Gauges that could not be read whole: 1 for each.',
  alert_raised: 'Whether an alert is raised: 1 or 0.',
} as const satisfies Record<string, string>;

export type GaugeName = keyof typeof GAUGES;

export type CounterName = keyof typeof COUNTERS;
type Labels<Name extends CounterName> = Record<(typeof COUNTERS)[Name]['labels'][number], string>;

/** Port for the service's own counters. Counting is in memory and never fails. */
export interface Metrics {
  count<Name extends CounterName>(name: Name, labels: Labels<Name>): void;
}
