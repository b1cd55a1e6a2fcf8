import { ApiError } from '../lib/errors.ts';
import { type Mail, type MailSender, plainMail } from '../lib/mail.ts';
import { DAY_MS, HOUR_SECONDS } from '../lib/time.ts';
import type { CounterName, GaugeName } from '../lookup/metrics.ts';
import type { GuardedFetcher } from '../lookup/outbound.ts';
import {
  type GaugePorts,
  type IsolateMetrics,
  openMetrics,
  readGauges,
  seriesName,
} from './metrics.ts';
import type { RaisedAlert, Series } from './metrics-object.ts';
import { SERVICE_FAILURE_CODES } from './status.ts';

/** Inputs of alerts: counter increments since the last evaluation, and current gauges. */
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

  sum(name: CounterName, label: string, passes: (value: string) => boolean): number {
    return this.#of(name)
      .filter(({ labels }) => passes(labels.get(label) ?? ''))
      .reduce((sum, { figure }) => sum + figure, 0);
  }

  /** Whether a gauge could not be read, or only in part. */
  isUnread(name: GaugeName): boolean {
    return this.#of('gauge_unread').some(({ labels }) => labels.get('gauge') === name);
  }

  /** Number of a gauge's series. */
  count(name: GaugeName): number {
    return this.#of(name).length;
  }

  /** Maximum of a gauge over all labels; 0 if it has no series. */
  max(name: GaugeName): number {
    return this.#of(name).reduce((most, { figure }) => Math.max(most, figure), 0);
  }

  /** Highest failure rate of any source with at least this many calls. */
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

/** Outcomes of calls that are the source's fault and not the input's. */
const SOURCE_FAILURE_CODES = [
  'breaker_open',
  'SERVICE_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_QUOTA_EXHAUSTED',
  'INTERNAL_ERROR',
];

const GIGABYTE = 1_000_000_000;

interface Alert {
  name: string;
  says: string;
  above: number;
  read(readings: Readings): number;
  /** The gauge it reads: the alert stays as it is while that is unread. */
  gauge?: GaugeName;
}

const maximumOf = (gauge: GaugeName): Pick<Alert, 'gauge' | 'read'> => ({
  gauge,
  read: (readings) => readings.max(gauge),
});

/** Share of lookups that failed by the service's fault; 0 if there are too few lookups. */
function failedLookups(readings: Readings): number {
  const all = readings.sum('lookups', 'code', () => true);
  const failed = readings.sum('lookups', 'code', (code) => SERVICE_FAILURE_CODES.includes(code));
  return all >= 50 ? failed / all : 0;
}

/** All alerts with their thresholds. Platform limits are those of its documentation. */
export const ALERTS: readonly Alert[] = [
  {
    name: 'lookups_failing',
    says: 'Share of lookups that ended with a 5xx code. See lookups by product, and the log.',
    above: 0.05,
    read: failedLookups,
  },
  {
    name: 'internal_errors',
    says: 'Lookups that ended with INTERNAL_ERROR. The log shows where each occurred.',
    above: 0,
    read: (readings) => readings.sum('lookups', 'code', (code) => code === 'INTERNAL_ERROR'),
  },
  {
    name: 'source_failing',
    says: 'Highest share of failed calls of any source with at least 20 calls. See source_calls.',
    above: 0.5,
    read: (readings) => readings.worstFailureRate(20),
  },
  {
    name: 'periodic_task_failing',
    says: 'Periodic tasks that failed. The log names them.',
    above: 0,
    read: (readings) => readings.sum('periodic_tasks', 'result', (result) => result === 'failed'),
  },
  {
    name: 'account_unbalanced',
    says: 'Accounts whose figures do not balance. Run operator reconcile to see the failed rule.',
    above: 0,
    ...maximumOf('accounts_unbalanced'),
  },
  {
    name: 'accounts_unreconciled',
    says: 'Accounts that have not been checked for two days.',
    above: 0,
    ...maximumOf('accounts_unreconciled'),
  },
  {
    name: 'history_behind',
    says: 'Age in seconds of the oldest ledger line that is not in the history. Check whether R2 or D1 refuses writes.',
    above: 6 * HOUR_SECONDS,
    ...maximumOf('account_unarchived_oldest_seconds'),
  },
  {
    name: 'bulk_job_stuck',
    says: 'Age in seconds of the oldest running job. Find it with operator jobs, and wake it with operator sweep-job.',
    above: 6 * HOUR_SECONDS,
    ...maximumOf('bulk_job_oldest_seconds'),
  },
  {
    name: 'monitors_overdue',
    says: 'Monitors whose run has not begun in time. Find them with operator monitors, and wake them with operator sweep-monitor.',
    above: 0,
    ...maximumOf('monitors_overdue'),
  },
  {
    name: 'monitor_run_stuck',
    says: 'Age in seconds of the oldest run. Find it with operator monitors, and wake it with operator sweep-monitor.',
    above: 12 * HOUR_SECONDS,
    ...maximumOf('monitor_run_oldest_seconds'),
  },
  {
    name: 'deliveries_stuck',
    says: 'Age in seconds of the oldest webhook delivery that has not ended.',
    above: HOUR_SECONDS,
    ...maximumOf('webhook_deliveries_pending_oldest_seconds'),
  },
  {
    name: 'feed_overdue',
    says: 'Seconds for which a feed has been due. Run operator feeds to see its failure.',
    above: 72 * HOUR_SECONDS,
    ...maximumOf('feed_overdue_seconds'),
  },
  {
    name: 'd1_large',
    says: 'Bytes of a D1 database. The limit of the platform is 10 GB.',
    above: 8 * GIGABYTE,
    ...maximumOf('d1_bytes'),
  },
  {
    name: 'object_large',
    says: 'Bytes of an account object. The limit of the platform is 10 GB.',
    above: 8 * GIGABYTE,
    ...maximumOf('object_bytes'),
  },
  {
    name: 'gauges_unread',
    says: 'Gauges that could not be read; their alerts stay as they are. The log has the causes.',
    above: 0,
    read: (readings) => readings.count('gauge_unread'),
  },
];

/** Repeat interval of an alert that stays raised. */
const REPEAT_NOTIFICATION_MS = DAY_MS;
const WEBHOOK_TIMEOUT_MS = 5_000;

export interface OperationPorts extends GaugePorts {
  metrics: IsolateMetrics;
  fetcher: GuardedFetcher;
  mails: MailSender | null;
  /** Receivers of alerts, by mail and by webhook; null for none. */
  alertMail: string | null;
  alertWebhook: string | null;
}

/** Current counters, gauges and raised alerts as OpenMetrics text. */
export async function readMetrics(ports: OperationPorts): Promise<string> {
  const { metrics } = ports;
  await metrics.flush();
  const gauges = await readGauges(ports);
  const { counters, alerts } = await metrics.object().read();
  const raised = new Set(alerts.map(({ name }) => name));
  const states = ALERTS.map(
    ({ name }): Series => [seriesName('alert_raised', { alert: name }), raised.has(name) ? 1 : 0],
  );
  return openMetrics(counters, [...gauges, ...states]);
}

interface AlertNotification {
  raised: readonly (RaisedAlert & { figure: number; alert: Alert })[];
  over: readonly RaisedAlert[];
}

/** Whether the operator was never notified that the alert was raised. */
const isUnannounced = ({ notifiedAt }: RaisedAlert): boolean => notifiedAt === null;

const notificationLines = ({ raised, over }: AlertNotification): string[] => [
  ...raised.map(
    ({ name, figure, since, alert }) =>
      `${name}: ${figure} (above ${alert.above}) since ${new Date(since).toISOString()}. ${alert.says}`,
  ),
  ...over.map((alert) => {
    const { name, since } = alert;
    if (!isUnannounced(alert)) return `${name}: over.`;
    const says = ALERTS.find((known) => known.name === name)?.says ?? '';
    return `${name}: raised at ${new Date(since).toISOString()}, over. ${says}`.trimEnd();
  }),
];

function notificationMail(notification: AlertNotification, to: string): Mail {
  const names = [...notification.raised, ...notification.over].map(({ name }) => name).join(', ');
  const { raised, over } = notification;
  const isAlert = raised.length > 0 || over.some(isUnannounced);
  const subject = `Lookup API: ${isAlert ? 'alert' : 'over'}: ${names}`;
  return plainMail(to, subject, notificationLines(notification));
}

/** A failure whose text is logged; it must not repeat the URL, which may contain a secret. */
const webhookFailure = (reason: string, cause?: unknown) =>
  new ApiError('UPSTREAM_ERROR', `ALERT_WEBHOOK_URL: ${reason}`, { cause });

async function postNotification(
  notification: AlertNotification,
  url: string,
  { fetcher }: OperationPorts,
): Promise<void> {
  const alerts = [
    ...notification.raised.map(({ name, since, figure, alert: { above, says } }) => ({
      name,
      state: 'raised',
      since: new Date(since).toISOString(),
      figure,
      above,
      says,
    })),
    ...notification.over.map(({ name, since }) => ({
      name,
      state: 'over',
      since: new Date(since).toISOString(),
    })),
  ];
  const reply = await fetcher
    .fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      // Chat services show `text`.
      body: JSON.stringify({ text: notificationLines(notification).join('\n'), alerts }),
      timeoutMs: WEBHOOK_TIMEOUT_MS,
      maxBytes: 65_536,
      maxRedirects: 0,
    })
    .catch((cause: unknown) => {
      // The guard's reason: why the address may not be fetched.
      const isRefused = cause instanceof ApiError && cause.code === 'INVALID_INPUT';
      throw isRefused ? webhookFailure(cause.message, cause) : cause;
    });
  await reply.body.cancel();
  if (reply.status >= 300) throw webhookFailure(`the receiver answered ${reply.status}.`);
}

/** @returns whether a configured channel delivered it; without any channel it is logged */
async function notifyOperator(notification: AlertNotification, ports: OperationPorts) {
  const { mails, alertMail, alertWebhook, log } = ports;
  const ways = [
    ...(mails && alertMail ? [mails.send(notificationMail(notification, alertMail))] : []),
    ...(alertWebhook ? [postNotification(notification, alertWebhook, ports)] : []),
  ];
  const ends = await Promise.allSettled(ways);
  for (const end of ends)
    if (end.status === 'rejected')
      log('error', 'an alert could not be sent', { cause: end.reason });
  return ways.length === 0 || ends.some(({ status }) => status === 'fulfilled');
}

/**
 * Evaluates the alerts over the metrics and notifies the operator: once when an alert is raised,
 * daily while it persists, and once when it ends. An undelivered notification is retried by the
 * next run; if the alert has ended by then, one notification covers both.
 */
export async function watchAlerts(ports: OperationPorts): Promise<void> {
  const { metrics, clock, log } = ports;
  await metrics.flush();
  const object = metrics.object();
  const gauges = await readGauges(ports);
  const readings = new Readings([...(await object.takeDeltas()), ...gauges]);
  const figures = new Map(
    ALERTS.map((alert) => [alert.name, { alert, figure: alert.read(readings) }]),
  );
  const crossed = [...figures.values()].filter(({ alert, figure }) => figure > alert.above);
  const names = crossed.map(({ alert }) => alert.name);
  const unread = ALERTS.filter(({ gauge }) => gauge && readings.isUnread(gauge));
  const kept = unread.map(({ name }) => name);
  const now = clock.now();
  const { raised, over } = await object.raise({ names, kept }, now, REPEAT_NOTIFICATION_MS);
  const notification: AlertNotification = {
    raised: raised.flatMap((one) => {
      const found = figures.get(one.name);
      return found ? [{ ...one, ...found }] : [];
    }),
    over,
  };
  if (notification.raised.length + over.length === 0) return;
  for (const { name, figure } of notification.raised)
    log('error', 'alert raised', { alert: name, figure });
  if (!(await notifyOperator(notification, ports))) return;
  await object.markNotified(
    raised.map(({ name }) => name),
    over.map(({ name }) => name),
    now,
  );
}
