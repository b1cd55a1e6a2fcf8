import { sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import { HOUR_MS } from '../lib/time.ts';
import type { Accounts } from '../lookup/account/account.ts';
import { COUNTERS, GAUGES, type GaugeName, type Metrics } from '../lookup/metrics.ts';
import type { Clock } from '../lookup/world.ts';
import type { MetricsObject, Series } from './metrics-object.ts';
import { type Availability, SERVICE_FAILURE_CODES } from './status.ts';

/** Minimum interval at which an isolate sends its counts to the object. */
const SEND_EVERY_MS = 5_000;

/** Escapes a label value for OpenMetrics. */
const labelValue = (value: string): string =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

/** `name{label="value"}`, with labels in the given order. */
export const seriesName = (name: string, labels: Readonly<Record<string, string>>): string => {
  const parts = Object.entries(labels).map(([label, value]) => `${label}=${labelValue(value)}`);
  return parts.length > 0 ? `${name}{${parts.join(',')}}` : name;
};

/** Contribution of a lookup to its product's availability; null in the sandbox. */
function lookupAvailability({
  product,
  mode,
  code,
}: {
  product: string;
  mode: string;
  code: string;
}): Omit<Availability, 'period'> | null {
  if (mode !== 'live') return null;
  // A refusal because of the caller or the input counts as an answer.
  const failed = SERVICE_FAILURE_CODES.includes(code) ? 1 : 0;
  return { part: product, answered: 1 - failed, failed };
}

/** Metrics of one isolate, and the object that aggregates them. */
export interface IsolateMetrics extends Metrics {
  /** Sends the counts now; call it before the object is read. */
  flush(): Promise<void>;
  object(): MetricsObject;
}

/**
 * Buffers counts in memory and sends them with the first count that comes five seconds after the
 * last send, so one object call covers many lookups. Counts that could not be sent go with the next
 * send. Sending is deferred work: no lookup waits for it.
 * @param defer keeps work running after the reply
 */
export function createMetrics(
  objects: DurableObjectNamespace<MetricsObject>,
  clock: Clock,
  defer: (work: Promise<unknown>) => void,
): IsolateMetrics {
  const buffer = new Map<string, number>();
  const availability = new Map<string, Omit<Availability, 'period'>>();
  let sentAt = -Infinity;
  // The stub's types turn tuples into arrays.
  const object = () => objects.get(objects.idFromName('service')) as unknown as MetricsObject;
  const add = (series: string, by: number) => buffer.set(series, (buffer.get(series) ?? 0) + by);

  const addAvailability = (one: Omit<Availability, 'period'> | null) => {
    if (one === null) return;
    const { answered = 0, failed = 0 } = availability.get(one.part) ?? {};
    const sum = { answered: answered + one.answered, failed: failed + one.failed };
    availability.set(one.part, { part: one.part, ...sum });
  };

  async function flush(): Promise<void> {
    const [counted, called] = [[...buffer], [...availability.values()]];
    if (counted.length === 0) return;
    buffer.clear();
    availability.clear();
    try {
      await object().add(counted, called, clock.now());
    } catch {
      for (const [series, by] of counted) add(series, by);
      called.forEach(addAvailability);
    }
  }

  return {
    count(name, labels) {
      const named = COUNTERS[name].labels.map((label) => [
        label,
        (labels as Record<string, string>)[label] ?? '',
      ]);
      add(seriesName(name, Object.fromEntries(named)), 1);
      if (name === 'lookups') addAvailability(lookupAvailability(labels as never));
      if (clock.now() < sentAt + SEND_EVERY_MS) return;
      sentAt = clock.now();
      defer(flush());
    },
    flush,
    object,
  };
}

const metricFamily = (series: string): string => series.split('{', 1)[0] as string;

/** `name{…}` with prefix and suffix, such as the `_total` of a counter. */
const sampleName = (series: string, suffix: string): string =>
  series.replace(/^[a-z_]+/, (name) => `lookup_api_${name}${suffix}`);

function familyLines(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  all: readonly Series[],
): string[] {
  const own = all.filter(([series]) => metricFamily(series) === name);
  return [
    `# TYPE lookup_api_${name} ${type}`,
    `# HELP lookup_api_${name} ${help}`,
    ...own.map(
      ([series, figure]) => `${sampleName(series, type === 'counter' ? '_total' : '')} ${figure}`,
    ),
  ];
}

/** Counters and gauges as OpenMetrics text, version 1.0.0. */
export const openMetrics = (counters: readonly Series[], gauges: readonly Series[]): string =>
  [
    ...Object.entries(COUNTERS).flatMap(([name, { help }]) =>
      familyLines(name, 'counter', help, counters),
    ),
    ...Object.entries(GAUGES).flatMap(([name, help]) => familyLines(name, 'gauge', help, gauges)),
    '# EOF',
    '',
  ].join('\n');

type Gauge = readonly [GaugeName, number];

export interface GaugePorts {
  db: Database;
  clock: Clock;
  accounts: Pick<Accounts, 'size'>;
  databases: Readonly<Record<string, D1Database>>;
  /** How long each feed has been overdue, in milliseconds. */
  feedsOverdue(): Promise<readonly { name: string; overdueMs: number }[]>;
}

const OVERDUE_MS = 2 * HOUR_MS;
const UNRECONCILED_MS = 48 * HOUR_MS;

/** Accounts whose size one reading queries; if there are more, each reading queries others. */
const SIZED_ACCOUNTS = 50;

/** Gauges of queues and ledgers from D1; each query reads few rows of an index. */
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
      SELECT min(coalesce(next_attempt_at, created_at)) AS "oldest" FROM webhook_deliveries
      WHERE status = 'pending'`),
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

/** Reads all gauges from the service's stores. */
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
