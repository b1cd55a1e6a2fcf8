import { sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import { Deadline } from '../lib/deadline.ts';
import { HOUR_MS, timeOfUuid } from '../lib/time.ts';
import type { AccountSize, Accounts } from '../lookup/account/account.ts';
import { COUNTERS, GAUGES, type GaugeName, type Metrics } from '../lookup/metrics.ts';
import type { Clock } from '../lookup/world.ts';
import type { MetricsObject, Series } from './metrics-object.ts';
import { type Availability, SERVICE_FAILURE_CODES } from './status.ts';

/** Minimum interval at which an isolate sends its counts to the object. */
const SEND_EVERY_MS = 5_000;

/** Escapes a label value for OpenMetrics. */
const labelValue = (value: string): string =>
  `"${value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`;

/** `name{label="value"}`, with labels in the given order. */
export const seriesName = (
  name: string,
  labels: Readonly<Record<string, string>>,
  order: readonly string[] = Object.keys(labels),
): string => {
  const values = new Map(Object.entries(labels));
  const parts = order.map((label) => `${label}=${labelValue(values.get(label) ?? '')}`);
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
      add(seriesName(name, labels, COUNTERS[name].labels), 1);
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

/** A gauge that could not be read, or not for all it is read from. */
type ReportUnread = (names: readonly GaugeName[], cause: unknown) => void;

export interface GaugePorts {
  db: Database;
  clock: Clock;
  accounts: Pick<Accounts, 'size'>;
  databases: Readonly<Record<string, D1Database>>;
  /** How long each feed has been overdue, in milliseconds. */
  feedsOverdue(): Promise<readonly { name: string; overdueMs: number }[]>;
  log(level: 'warn' | 'error', message: string, fields: Record<string, unknown>): void;
}

/** Gauges that are read by one query. */
interface GaugeReading {
  names: readonly GaugeName[];
  read(unread: ReportUnread): Promise<readonly Series[]>;
}

const OVERDUE_MS = 2 * HOUR_MS;
const UNRECONCILED_MS = 48 * HOUR_MS;

/** Accounts whose size one reading queries; if there are more, each reading queries others. */
const SIZED_ACCOUNTS = 50;

/** Time for all gauges together; those that are not read by then are unread. */
const READ_TIMEOUT_MS = 20_000;

/** Gauges of queues and ledgers from D1; each query reads few rows of an index. */
function directoryGauges({ db, clock }: GaugePorts): GaugeReading[] {
  const now = clock.now();
  const age = (at: number | null) => (at === null ? 0 : Math.max(0, (now - at) / 1_000));
  const reading = (
    read: () => Promise<Partial<Record<GaugeName, number>>>,
    ...names: GaugeName[]
  ) => ({
    names,
    read: async () => Object.entries(await read()),
  });
  return [
    reading(
      async () => {
        const jobs = await db.get<{ count: number; oldest: number | null }>(sql`
          SELECT count(*) AS "count",
            min(CASE WHEN status = 'processing' THEN created_at END) AS "oldest"
          FROM bulk_jobs WHERE ended_at IS NULL`);
        return { bulk_jobs_running: jobs.count, bulk_job_oldest_seconds: age(jobs.oldest) };
      },
      'bulk_jobs_running',
      'bulk_job_oldest_seconds',
    ),
    reading(async () => {
      const { count } = await db.get<{ count: number }>(sql`
        SELECT count(*) AS "count" FROM monitors
        WHERE (next_run_at <= ${now - OVERDUE_MS} OR unsynced_since <= ${now - OVERDUE_MS})
          AND active AND run_id IS NULL AND deleted_at IS NULL`);
      return { monitors_overdue: count };
    }, 'monitors_overdue'),
    reading(async () => {
      // Run ids are UUIDs of version 7, which begin with the time.
      const { first } = await db.get<{ first: string | null }>(sql`
        SELECT min(run_id) AS "first" FROM monitors
        WHERE run_id IS NOT NULL AND substr(run_id, 19, 1) = '7'`);
      return {
        monitor_run_oldest_seconds: age(
          first === null ? null : timeOfUuid(first.slice('run_'.length)),
        ),
      };
    }, 'monitor_run_oldest_seconds'),
    reading(async () => {
      const { oldest } = await db.get<{ oldest: number | null }>(sql`
        SELECT min(coalesce(next_attempt_at, created_at)) AS "oldest" FROM webhook_deliveries
        WHERE status = 'pending'`);
      return { webhook_deliveries_pending_oldest_seconds: age(oldest) };
    }, 'webhook_deliveries_pending_oldest_seconds'),
    reading(
      async () => {
        const books = await db.get<{ unreconciled: number; unbalanced: number }>(sql`
          SELECT count(*) FILTER
              (WHERE coalesce(reconciled_at, created_at) < ${now - UNRECONCILED_MS}) AS "unreconciled",
            count(*) FILTER (WHERE NOT balanced) AS "unbalanced" FROM organizations`);
        return { accounts_unreconciled: books.unreconciled, accounts_unbalanced: books.unbalanced };
      },
      'accounts_unreconciled',
      'accounts_unbalanced',
    ),
  ];
}

const ACCOUNT_GAUGES = [
  'account_unarchived_lines',
  'account_unarchived_oldest_seconds',
  'object_bytes',
] as const;

/** An account that does not answer leaves the maximum over the others. */
async function accountGauges(
  { db, clock, accounts }: GaugePorts,
  unread: ReportUnread,
): Promise<Gauge[]> {
  const some = await db.all<{ id: string }>(sql`
    SELECT id FROM organizations ORDER BY random() LIMIT ${SIZED_ACCOUNTS}`);
  const sizes = await Promise.all(
    some.map(({ id }) =>
      accounts.size(id).catch((cause) => {
        unread(ACCOUNT_GAUGES, cause);
        return null;
      }),
    ),
  );
  const now = clock.now();
  const most = (figure: (size: AccountSize) => number) =>
    Math.max(0, ...sizes.map((size) => (size ? figure(size) : 0)));
  return [
    ['account_unarchived_lines', most((size) => size.unarchivedLines)],
    [
      'account_unarchived_oldest_seconds',
      most((size) => (now - (size.oldestUnarchivedAt ?? now)) / 1_000),
    ],
    ['object_bytes', most((size) => size.databaseBytes)],
  ];
}

/**
 * Reads all gauges from the service's stores. Whatever cannot be read in time is named by
 * `gauge_unread`, and the others are read all the same.
 */
export async function readGauges(ports: GaugePorts): Promise<Series[]> {
  const readings: GaugeReading[] = [
    ...directoryGauges(ports),
    { names: ACCOUNT_GAUGES, read: (unread) => accountGauges(ports, unread) },
    {
      names: ['feed_overdue_seconds'],
      read: async () =>
        (await ports.feedsOverdue()).map(({ name, overdueMs }) => [
          seriesName('feed_overdue_seconds', { feed: name }),
          overdueMs / 1_000,
        ]),
    },
    ...Object.entries(ports.databases).map(
      ([name, database]): GaugeReading => ({
        names: ['d1_bytes'],
        async read() {
          const { meta } = await database.prepare('SELECT 1').all();
          return [[seriesName('d1_bytes', { database: name }), meta.size_after]];
        },
      }),
    ),
  ];
  const unread = new Map<GaugeName, unknown>();
  const report: ReportUnread = (names, cause) => {
    for (const name of names) unread.set(name, cause);
  };
  const deadline = new Deadline(READ_TIMEOUT_MS, () => new Error('gauges: too late'));
  const read = await Promise.all(
    readings.map(({ names, read }) =>
      deadline.wait(read(report)).catch((cause: unknown) => {
        report(names, cause);
        return [];
      }),
    ),
  );
  deadline.end();
  for (const [gauge, cause] of unread)
    ports.log('warn', 'a gauge could not be read', { gauge, cause });
  const series = [...unread.keys()].map(
    (gauge): Series => [seriesName('gauge_unread', { gauge }), 1],
  );
  return [...read.flat(), ...series];
}
