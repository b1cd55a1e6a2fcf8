import type { RunShortage } from '../core/jobs/runs.ts';
import type { WebhookEvent } from '../core/jobs/webhooks.ts';
import { oneLine } from '../core/one-line.ts';
import type { StoredMonitor } from '../store/monitors.ts';
import type { ContactEvent } from './compare-contacts.ts';
import type { NumberEvent } from './compare-numbers.ts';
import type { StoredEvent } from './member-tables.ts';
import type { MonitorPorts } from './ports.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Events a mail lists; it says how many there are in all. */
const LISTED_EVENTS = 50;

type MailEvent = Omit<WebhookEvent, 'data'>;
type Ports = Pick<MonitorPorts, 'objects' | 'accounts' | 'webhooks' | 'linkSecrets'>;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const EMPLOYMENT_WORDS: Readonly<Record<ContactEvent['type'], string>> = {
  job_change: 'changed jobs',
  title_change: 'has a new title',
  profile_unreachable: 'cannot be reached any more',
  baseline: 'is watched from now on',
};

const employmentOf = (employment: ContactEvent['after']): string =>
  [employment?.title, employment?.company].filter(Boolean).join(', ') || 'unknown';

function contactLine({ type, before, after }: ContactEvent): string {
  const change = `${employmentOf(before)} → ${employmentOf(after)}`;
  const shown = { baseline: employmentOf(after), profile_unreachable: employmentOf(before) };
  return `${EMPLOYMENT_WORDS[type]}: ${new Map(Object.entries(shown)).get(type) ?? change}`;
}

const numberLine = ({ changes }: NumberEvent): string =>
  Object.entries(changes)
    .map(([field, { from, to }]) => `${field}: ${from} → ${to}`)
    .join('; ');

/** What changed about one member, in one line. */
function lineOf({ kind }: StoredMonitor, { subject, label, body }: StoredEvent): string {
  const event = JSON.parse(body) as NumberEvent & ContactEvent;
  const who = label ? `${subject} (${label})` : subject;
  return oneLine(`${who}: ${kind === 'number' ? numberLine(event) : contactLine(event)}`);
}

interface Letter {
  subject: string;
  intro: string;
  lines: readonly string[];
}

/** Both parts of a mail say the same. Whatever a customer named is text, never markup. */
function compose({ intro, lines }: Letter, url: string | null) {
  const end = url ? 'Stop these mails' : 'These mails stop when alert_email is switched off.';
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('\n');
  return {
    text: [intro, ...lines.map((line) => `- ${line}`), '', url ? `${end}: ${url}` : end].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      `<p>${escapeHtml(intro)}</p>`,
      lines.length > 0 ? `<ul>${items}</ul>` : '',
      url ? `<p><a href="${escapeHtml(url)}">${end}</a></p>` : `<p>${end}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}

/**
 * Sends a letter to the owner of the monitor's organization, once an event; one without an owner
 * gets none.
 */
async function send(
  monitor: StoredMonitor,
  letter: Letter,
  event: MailEvent,
  { accounts, webhooks, linkSecrets }: Ports,
): Promise<void> {
  const account = await accounts.view(monitor.caller.organizationId);
  const owner = account?.members.find(({ role }) => role === 'owner');
  if (!owner) return;
  const url = await unsubscribeUrl(monitor.id, monitor.origin, linkSecrets);
  const { subject } = letter;
  await webhooks.mail(
    { to: owner.email, subject: oneLine(subject), ...compose(letter, url), unsubscribeUrl: url },
    event,
  );
}

/** One mail a run, if its owner wants one and anything changed. */
export async function mailChanges(
  monitor: StoredMonitor,
  runId: string,
  event: MailEvent,
  ports: Ports,
): Promise<void> {
  if (!monitor.alertEmail) return;
  const total = await ports.objects.read(monitor, 'countRunEvents', runId);
  if (total === 0) return;
  const events = await ports.objects.read(monitor, 'pageRunEvents', runId, '', LISTED_EVENTS);
  const lines = events.map((one) => lineOf(monitor, one));
  const rest = total - events.length;
  const letter = {
    subject: `${monitor.name}: ${total} ${total === 1 ? 'change' : 'changes'}`,
    intro: `Monitor ${oneLine(monitor.name)} found ${total} ${total === 1 ? 'change' : 'changes'}.`,
    lines: rest > 0 ? [...lines, `and ${rest} more, in the monitor's events`] : lines,
  };
  await send(monitor, letter, event, ports);
}

/** One mail for a run that the balance did not cover. */
export async function mailSkip(
  monitor: StoredMonitor,
  { required, available }: RunShortage,
  event: MailEvent,
  ports: Ports,
): Promise<void> {
  if (!monitor.alertEmail) return;
  const intro = `A run of monitor ${oneLine(monitor.name)} was skipped: it costs ${required} credits, and ${available} are available. The next run is tried on schedule.`;
  await send(
    monitor,
    { subject: `${monitor.name}: a run was skipped`, intro, lines: [] },
    event,
    ports,
  );
}
