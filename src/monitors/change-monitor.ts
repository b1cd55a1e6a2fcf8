import type { Caller } from '../core/account/caller.ts';
import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
import {
  findMonitor,
  type MonitorChanges,
  pageUnended,
  projectState,
  type StoredMonitor,
  updateMonitor,
} from '../store/monitors.ts';
import { type MadeMonitor, requireLookups } from './create-monitor.ts';
import { releaseMonitorRoom } from './members.ts';
import type { ToldMonitor } from './monitor-objects.ts';
import type { MonitorPorts } from './ports.ts';
import { type NamedMonitor, requireMonitor } from './read-monitors.ts';

/** Tells the object what the owner wants, and writes down what it says. */
export async function tellObject(
  monitor: ToldMonitor,
  { db, objects }: Pick<MonitorPorts, 'db' | 'objects'>,
): Promise<void> {
  await projectState(db, monitor.id, await objects.wake(monitor));
}

export type ChangeRequest = Omit<MonitorChanges, 'webhook' | 'deletedAt'> & {
  /** Null removes it; absent leaves it. */
  webhookUrl?: string | null;
};

/**
 * Changes a monitor. What is written down counts: should its object be out of reach, cron tells it
 * within the hour.
 * @throws ApiError NOT_FOUND, INVALID_INPUT (webhook), INSUFFICIENT_SCOPE, SERVICE_UNAVAILABLE
 */
export async function changeMonitor(
  named: NamedMonitor,
  { webhookUrl, ...changes }: ChangeRequest,
  caller: Caller,
  ports: MonitorPorts,
): Promise<MadeMonitor> {
  const { db, webhooks } = ports;
  const before = await requireMonitor(named, ports);
  if (changes.includeSpamCheck)
    await requireLookups({ kind: before.kind, includeSpamCheck: true, caller }, ports);
  const isNew = typeof webhookUrl === 'string' && webhookUrl !== before.webhook?.url;
  const registered = isNew ? await webhooks.register(webhookUrl) : null;
  const webhook =
    webhookUrl === null ? { webhook: null } : registered && { webhook: registered.webhook };
  await updateMonitor(db, before.id, { ...changes, ...webhook });
  const after = await findMonitor(db, before.id);
  if (!after) throw new ApiError('NOT_FOUND', `There is no monitor ${quoted(before.id)}.`);
  await tellObject(after, ports).catch((cause) =>
    ports.warn('a changed monitor waits for cron', cause),
  );
  const monitor = (await findMonitor(db, before.id)) ?? after;
  return { monitor, webhookSecret: registered?.secret ?? null };
}

/**
 * Deletes a monitor: a run under way is stopped, its events stay readable for thirty days.
 * @throws ApiError NOT_FOUND
 */
export async function deleteMonitor(named: NamedMonitor, ports: MonitorPorts): Promise<void> {
  await end(await requireMonitor(named, ports), ports);
}

async function end(monitor: StoredMonitor, ports: MonitorPorts): Promise<void> {
  const { db, clock, objects, jobs, warn } = ports;
  const deletedAt = monitor.deletedAt ?? clock.now();
  await updateMonitor(db, monitor.id, { deletedAt });
  await releaseMonitorRoom(monitor, ports);
  try {
    await tellObject({ ...monitor, deletedAt }, ports);
    const jobId = await objects.runningJob(monitor.id);
    if (jobId) await jobs.cancel({ id: jobId, caller: monitor.caller });
  } catch (cause) {
    warn('a deleted monitor waits for cron', cause);
  }
}

/** Monitors that are ended at once. */
const PAGE_MONITORS = 20;

/** Deletes every monitor of an organization, and stops what they are at. Safe to repeat. */
export async function deleteMonitorsOf(organizationId: string, ports: MonitorPorts): Promise<void> {
  for (let after = ''; ; ) {
    const page = await pageUnended(ports.db, organizationId, after, PAGE_MONITORS);
    await Promise.all(page.map((monitor) => end(monitor, ports)));
    const last = page.at(-1);
    if (!last || page.length < PAGE_MONITORS) return;
    after = last.id;
  }
}

/**
 * Begins a run now, at the usual price. @returns its id
 * @throws ApiError NOT_FOUND, IDEMPOTENCY_CONFLICT while one is under way or the monitor is
 * switched off
 */
export async function runMonitor(named: NamedMonitor, ports: MonitorPorts): Promise<string> {
  const { db, objects } = ports;
  const monitor = await requireMonitor(named, ports);
  await tellObject(monitor, ports);
  const answer = await objects.runNow(monitor.id);
  if (answer?.kind === 'started') {
    const state = await objects.state(monitor.id);
    if (state) await projectState(db, monitor.id, state);
    return answer.runId;
  }
  throw new ApiError(
    'IDEMPOTENCY_CONFLICT',
    answer?.kind === 'inactive'
      ? 'The monitor is switched off; set active to true first.'
      : 'A run of this monitor is under way.',
  );
}
