import type { Mail, MailSender } from '../lib/mail.ts';
import { escapeMarkup } from '../lib/text.ts';
import { DAY_MS } from '../lib/time.ts';
import type { GuardedFetcher } from '../lookup/outbound.ts';
import { ALERTS, type Alert, Readings } from './alerts.ts';
import {
  type GaugePorts,
  type IsolateMetrics,
  openMetrics,
  readGauges,
  seriesName,
} from './metrics.ts';
import type { RaisedAlert, Series } from './metrics-object.ts';

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
  log(level: 'warn' | 'error', message: string, fields: Record<string, unknown>): void;
}

/** Counters, gauges and raised alerts of now, as OpenMetrics text. */
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

const notificationLines = ({ raised, over }: AlertNotification): string[] => [
  ...raised.map(
    ({ name, figure, since, alert }) =>
      `${name}: ${figure} (above ${alert.above}) since ${new Date(since).toISOString()}. ${alert.says}`,
  ),
  ...over.map(({ name }) => `${name}: over.`),
];

function notificationMail(notification: AlertNotification, to: string): Mail {
  const lines = notificationLines(notification);
  const names = [...notification.raised, ...notification.over].map(({ name }) => name).join(', ');
  return {
    to,
    subject: `Lookup API: ${notification.raised.length > 0 ? 'alert' : 'over'}: ${names}`,
    text: lines.join('\n\n'),
    html: lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join('\n'),
    unsubscribeUrl: null,
  };
}

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
    ...notification.over.map(({ name }) => ({ name, state: 'over' })),
  ];
  const reply = await fetcher.fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    // `text` is what chat services show of such a message.
    body: JSON.stringify({ text: notificationLines(notification).join('\n'), alerts }),
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    maxBytes: 65_536,
    maxRedirects: 0,
  });
  await reply.body.cancel();
  if (reply.status >= 300) throw new Error(`the receiver of alerts answered ${reply.status}`);
}

/** @returns whether a way the operator has set up carried it; without any the log did */
async function notifyOperator(
  notification: AlertNotification,
  ports: OperationPorts,
): Promise<boolean> {
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
 * Evaluates the alerts over the metrics and notifies the operator: of each once when it is raised,
 * daily while it stays, and once when it is over. What no way carried is retried by the next run.
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
  const now = clock.now();
  const { raised, over } = await object.raise(names, now, REPEAT_NOTIFICATION_MS);
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
