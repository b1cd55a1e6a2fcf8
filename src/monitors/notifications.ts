import { escapeMarkup, isolated } from '../lib/text.ts';
import { toIso, toIsoOrNull } from '../lib/time.ts';
import type { JobOrder, JobSnapshot, RunShortage } from '../lookup/jobs/job.ts';
import { MAX_PAYLOAD_CHARS, type WebhookEvent, type WebhookType } from '../lookup/jobs/webhooks.ts';
import {
  type ContactEvent,
  describeChange,
  describeSnapshot,
  monitorProductTypes,
  NUMBER_FIELDS,
  type NumberEvent,
} from './comparison.ts';
import type { StoredEvent } from './member-tables.ts';
import { MEMBER_WIRE } from './members.ts';
import type { MonitorKind } from './monitor.ts';
import { readMonitor } from './monitors.ts';
import type { MonitorPorts } from './ports.ts';
import type { Run, RunLease } from './state-machine.ts';
import { findMonitor, projectRunState, type StoredMonitor } from './store.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Most events listed in a mail, which also has their total number. */
const LISTED_EVENTS = 50;

type MailEvent = Omit<WebhookEvent, 'data'>;
type AlertMailPorts = Pick<MonitorPorts, 'objects' | 'accounts' | 'webhooks' | 'linkSecrets'>;

const EMPLOYMENT_MESSAGES: Readonly<Record<ContactEvent['type'], string>> = {
  job_change: 'changed jobs',
  title_change: 'has a new title',
  profile_unreachable: 'can no longer be reached',
  baseline: 'is now monitored',
};

const employmentText = (employment: ContactEvent['after']): string =>
  [employment?.title, employment?.company]
    .flatMap((text) => (text ? isolated(text) : []))
    .join(', ') || 'unknown';

function contactLine({ type, before, after }: ContactEvent): string {
  const change = `${employmentText(before)} → ${employmentText(after)}`;
  const shown = { baseline: employmentText(after), profile_unreachable: employmentText(before) };
  return `${EMPLOYMENT_MESSAGES[type]}: ${new Map(Object.entries(shown)).get(type) ?? change}`;
}

const numberLine = ({ changes }: NumberEvent): string =>
  NUMBER_FIELDS.flatMap((field) => {
    const change = changes[field];
    return change ? describeChange(field, change.from, change.to) : [];
  }).join('; ');

function eventLine({ kind }: StoredMonitor, { subject, label, body }: StoredEvent): string {
  const event = JSON.parse(body) as NumberEvent & ContactEvent;
  const who = label ? `${isolated(subject)} (${isolated(label)})` : isolated(subject);
  return `${who}: ${kind === 'number' ? numberLine(event) : contactLine(event)}`;
}

interface AlertMailContent {
  subject: string;
  intro: string;
  lines: readonly string[];
}

/** Composes a mail as text and HTML. Names given by customers are escaped. */
function composeMail({ intro, lines }: AlertMailContent, url: string | null) {
  const end = url ? 'Stop these mails' : 'These mails stop when alert_email is switched off.';
  const items = lines.map((line) => `<li>${escapeMarkup(line)}</li>`).join('\n');
  return {
    text: [intro, ...lines.map((line) => `- ${line}`), '', url ? `${end}: ${url}` : end].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      `<p>${escapeMarkup(intro)}</p>`,
      lines.length > 0 ? `<ul>${items}</ul>` : '',
      url ? `<p><a href="${escapeMarkup(url)}">${end}</a></p>` : `<p>${end}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}

/** Mails the owner of the monitor's organization, if it has one, once per event. */
async function sendAlertMail(
  monitor: StoredMonitor,
  mail: AlertMailContent,
  event: MailEvent,
  { accounts, webhooks, linkSecrets }: AlertMailPorts,
): Promise<void> {
  const account = await accounts.view(monitor.caller.organizationId);
  const owner = account?.members.find(({ role }) => role === 'owner');
  if (!owner) return;
  const url = await unsubscribeUrl(monitor.id, monitor.origin, linkSecrets);
  const { subject } = mail;
  await webhooks.mail(
    { to: owner.email, subject, ...composeMail(mail, url), unsubscribeUrl: url },
    event,
  );
}

/** Sends one mail per run, if the owner wants mails and anything changed. */
async function mailChanges(
  monitor: StoredMonitor,
  runId: string,
  event: MailEvent,
  ports: AlertMailPorts,
): Promise<void> {
  if (!monitor.alertEmail) return;
  const total = await readMonitor(monitor, ports, 'countRunEvents', runId);
  if (total === 0) return;
  const events = await readMonitor(monitor, ports, 'pageRunEvents', runId, '', LISTED_EVENTS);
  const lines = events.map((one) => eventLine(monitor, one));
  const rest = total - events.length;
  const mail = {
    subject: `${isolated(monitor.name)}: ${total} ${total === 1 ? 'change' : 'changes'}`,
    intro: `Monitor ${isolated(monitor.name)} found ${total} ${total === 1 ? 'change' : 'changes'}.`,
    lines: rest > 0 ? [...lines, `and ${rest} more, in the monitor's events`] : lines,
  };
  await sendAlertMail(monitor, mail, event, ports);
}

async function mailSkippedRun(
  monitor: StoredMonitor,
  { reason, required, available }: RunShortage,
  event: MailEvent,
  ports: AlertMailPorts,
): Promise<void> {
  if (!monitor.alertEmail) return;
  const left = reason === 'daily_limit' ? 'left of the daily limit of its API key' : 'available';
  const intro = `A run of monitor ${isolated(monitor.name)} was skipped: it costs ${required} credits, and ${available} are ${left}. The next run is tried on schedule.`;
  await sendAlertMail(
    monitor,
    { subject: `${isolated(monitor.name)}: a run was skipped`, intro, lines: [] },
    event,
    ports,
  );
}

/**
 * Wire format of an event, in replies and deliveries (specification, "Monitor resources").
 */
export function describeMonitorEvent(
  kind: MonitorKind,
  { id, subject, label, body, detectedAt }: StoredEvent,
): Record<string, unknown> {
  const detected_at = toIso(detectedAt);
  if (kind === 'number') {
    const { changes, previous, current } = JSON.parse(body) as NumberEvent;
    const snapshots = {
      previous_snapshot: describeSnapshot(previous),
      current_snapshot: describeSnapshot(current),
    };
    return { id, phone_number: subject, label, changes, ...snapshots, detected_at };
  }
  const { type, before, after } = JSON.parse(body) as ContactEvent;
  const profile_url = MEMBER_WIRE.job_change.show(subject);
  return { id, profile_url, label, type, before, after, detected_at };
}

/** Events per delivery (contract, "Monitors"). */
const DELIVERED_EVENTS = 100;

/** Budget of one lease: a receiver may take five seconds for each delivery. */
const LEASE_BUDGET_MS = 20_000;

const RUN_WEBHOOK_TYPES = {
  number: { changed: 'number_monitor.changed', skipped: 'number_monitor.skipped' },
  job_change: { changed: 'job_change_monitor.changed', skipped: 'job_change_monitor.skipped' },
} as const satisfies Record<MonitorKind, Record<'changed' | 'skipped', WebhookType>>;

/** Envelope of a run's deliveries. @param part distinguishes deliveries of a run (idempotency) */
const webhookEventOf = (
  monitor: StoredMonitor,
  what: 'changed' | 'skipped',
  runId: string,
  part: string,
  { products, clock }: Pick<MonitorPorts, 'products' | 'clock'>,
): Omit<WebhookEvent, 'data'> => ({
  id: `${runId}:${part}`,
  organizationId: monitor.caller.organizationId,
  mode: monitor.caller.mode,
  type: RUN_WEBHOOK_TYPES[monitor.kind][what],
  productTypes: monitorProductTypes(monitor, products),
  createdAt: clock.now(),
});

/** Characters of a delivery besides its events. */
const ENVELOPE_CHARS = 1_000;

/** The first events that fit into one delivery, the list halved until they do. */
function fitting<T>(events: readonly T[]): readonly T[] {
  const isLong = JSON.stringify(events).length > MAX_PAYLOAD_CHARS - ENVELOPE_CHARS;
  return isLong && events.length > 1
    ? fitting(events.slice(0, Math.ceil(events.length / 2)))
    : events;
}

/**
 * Delivers a run's events in pages, each once. If an event is erased before all are delivered, its
 * page is sent again with the events that moved up. @returns whether all were delivered in time
 */
async function deliverEvents(monitor: StoredMonitor, runId: string, ports: MonitorPorts) {
  const { webhooks, clock } = ports;
  const { webhook, kind } = monitor;
  const endsAt = clock.now() + LEASE_BUDGET_MS;
  let after = '';
  for (;;) {
    const events = await readMonitor(
      monitor,
      ports,
      'pageRunEvents',
      runId,
      after,
      DELIVERED_EVENTS,
    );
    const described = fitting(events.map((one) => describeMonitorEvent(kind, one)));
    const last = events[described.length - 1]?.id;
    if (last === undefined) return true;
    const data = { monitor_id: monitor.id, run_id: runId, events: described };
    const part = last.slice(last.lastIndexOf('-') + 1);
    const event = webhookEventOf(monitor, 'changed', runId, part, ports);
    await webhooks.announce({ ...event, data }, webhook);
    if (events.length < DELIVERED_EVENTS && described.length === events.length) return true;
    if (clock.now() >= endsAt) return false;
    after = last;
  }
}

/**
 * Notifies of a run's changes, then ends the run. Safe to stop anywhere and to run again.
 * @returns null, or when to continue
 */
export async function notifyRun(
  { id: jobId, run }: JobOrder,
  { status, credits }: JobSnapshot,
  ports: MonitorPorts,
): Promise<{ pauseMs: number } | null> {
  if (!run) throw new Error('a job without a run tells nobody');
  const { db, objects } = ports;
  const { monitorId, runId } = run;
  const monitor = await findMonitor(db, monitorId);
  const isStopped = !monitor || monitor.deletedAt !== null;
  if (!isStopped) {
    if (!(await deliverEvents(monitor, runId, ports))) return { pauseMs: 0 };
    await mailChanges(
      monitor,
      runId,
      webhookEventOf(monitor, 'changed', runId, 'mail', ports),
      ports,
    );
  }
  const outcome = isStopped || status === 'cancelled' ? 'stopped' : 'completed';
  const state = await objects.finish(monitorId, jobId, outcome, credits);
  if (state) await projectRunState(db, monitorId, state);
  return null;
}

/** Sends the notification of a run that was skipped for lack of credits. */
async function deliverSkip(monitor: StoredMonitor, run: Run, ports: MonitorPorts): Promise<void> {
  const { webhooks } = ports;
  const { webhook, state } = monitor;
  const usual = { reason: 'insufficient_credits', required: 0, available: 0 } as const;
  const shortage = { ...usual, ...run.shortage };
  const next_run_at = toIsoOrNull(state.nextRunAt);
  const eventOf = (part: string) => webhookEventOf(monitor, 'skipped', run.id, part, ports);
  const of = { monitor_id: monitor.id, run_id: run.id, events: [] };
  const data = { ...of, ...shortage, next_run_at };
  await webhooks.announce({ ...eventOf('skipped'), data }, webhook);
  await mailSkippedRun(monitor, shortage, eventOf('mail'), ports);
}

/** Sends notifications of a skipped run, then ends it. */
export async function notifySkippedRun(lease: RunLease, ports: MonitorPorts): Promise<void> {
  const { db, objects } = ports;
  const monitor = await findMonitor(db, lease.monitorId);
  if (monitor && monitor.deletedAt === null) await deliverSkip(monitor, lease.run, ports);
  const state = await objects.markNotified(lease.monitorId, lease.turn);
  if (state) await projectRunState(db, lease.monitorId, state);
}
