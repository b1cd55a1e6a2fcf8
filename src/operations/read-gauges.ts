import { sql } from 'drizzle-orm';
import type { Accounts } from '../core/account/account.ts';
import type { GaugeName } from '../core/metrics.ts';
import type { Clock } from '../core/ports.ts';
import type { Database } from '../store/database.ts';
import { seriesName } from './metrics.ts';
import type { Series } from './metrics-object.ts';

type Gauge = readonly [GaugeName, number];

export interface GaugePorts {
  db: Database;
  clock: Clock;
  accounts: Pick<Accounts, 'size'>;
  databases: Readonly<Record<string, D1Database>>;
  /** Milliseconds that each feed has been due. */
  feedsOverdue(): Promise<readonly { name: string; overdueMs: number }[]>;
}

const HOUR_MS = 3_600_000;
const OVERDUE_MS = 2 * HOUR_MS;
const UNRECONCILED_MS = 48 * HOUR_MS;

/** Accounts asked for their size by one reading; where there are more, others each time. */
const SIZED_ACCOUNTS = 50;

/** Rows of D1 that tell of queues and of books: each answered by an index of few rows. */
async function directoryGauges({ db, clock }: GaugePorts): Promise<Gauge[]> {
  const now = clock.now();
  const age = (at: number | null) => (at === null ? 0 : Math.max(0, (now - at) / 1_000));
  const [jobs, overdue, running, pending, books] = await Promise.all([
    db.get<{ count: number; oldest: number | null }>(sql`
      SELECT count(*) AS "count",
        min(CASE WHEN status = 'processing' THEN created_at END) AS "oldest"
      FROM bulk_jobs WHERE ended_at IS NULL`),
    db.get<{ count: number }>(sql`
      SELECT count(*) AS "count" FROM monitors
      WHERE next_run_at <= ${now - OVERDUE_MS} AND active AND run_id IS NULL AND deleted_at IS NULL`),
    db.get<{ oldest: number | null }>(sql`
      SELECT min(next_run_at) AS "oldest" FROM monitors
      WHERE run_id IS NOT NULL AND next_run_at <= ${now}`),
    db.get<{ oldest: number | null }>(sql`
      SELECT min(created_at) AS "oldest" FROM webhook_deliveries WHERE status = 'pending'`),
    db.get<{ unreconciled: number; unbalanced: number }>(sql`
      SELECT count(*) FILTER
          (WHERE coalesce(reconciled_at, created_at) < ${now - UNRECONCILED_MS}) AS "unreconciled",
        count(*) FILTER (WHERE NOT balanced) AS "unbalanced" FROM organizations`),
  ]);
  return [
    ['bulk_jobs_running', jobs.count],
    ['bulk_job_oldest_seconds', age(jobs.oldest)],
    ['monitors_overdue', overdue.count],
    ['monitor_run_oldest_seconds', age(running.oldest)],
    ['webhook_deliveries_pending_oldest_seconds', age(pending.oldest)],
    ['accounts_unreconciled', books.unreconciled],
    ['accounts_unbalanced', books.unbalanced],
  ];
}

async function accountGauges({ db, clock, accounts }: GaugePorts): Promise<Gauge[]> {
  const some = await db.all<{ id: string }>(sql`
    SELECT id FROM organizations ORDER BY random() LIMIT ${SIZED_ACCOUNTS}`);
  const sizes = await Promise.all(some.map(({ id }) => accounts.size(id)));
  const now = clock.now();
  return [
    ['account_unarchived_lines', Math.max(0, ...sizes.map((size) => size.unarchivedLines))],
    [
      'account_unarchived_oldest_seconds',
      Math.max(0, ...sizes.map((size) => (now - (size.oldestUnarchivedAt ?? now)) / 1_000)),
    ],
    ['object_bytes', Math.max(0, ...sizes.map((size) => size.databaseBytes))],
  ];
}

/** What the service's stores say of it now. */
export async function readGauges(ports: GaugePorts): Promise<Series[]> {
  const [directory, accounts, feeds, databases] = await Promise.all([
    directoryGauges(ports),
    accountGauges(ports),
    ports.feedsOverdue(),
    Promise.all(
      Object.entries(ports.databases).map(async ([name, database]) => {
        const { meta } = await database.prepare('SELECT 1').all();
        const size: Series = [seriesName('d1_bytes', { database: name }), meta.size_after];
        return size;
      }),
    ),
  ]);
  return [
    ...directory,
    ...accounts,
    ...feeds.map(
      ({ name, overdueMs }): Series => [
        seriesName('feed_overdue_seconds', { feed: name }),
        overdueMs / 1_000,
      ],
    ),
    ...databases,
  ];
}
