import { ApiError } from '../core/errors.ts';
import type { RunState } from '../core/monitors/monitor.ts';
import { quoted } from '../core/one-line.ts';
import { deleteEvents } from '../store/monitor-events.ts';
import { deleteMembers } from '../store/monitor-members.ts';
import {
  deleteMonitor,
  findMonitor,
  pageDeleted,
  pageOverdue,
  projectState,
  type StoredMonitor,
} from '../store/monitors.ts';
import { tellObject } from './change-monitor.ts';
import type { MonitorPorts } from './ports.ts';
import { DELETED_KEPT_MS } from './read-monitors.ts';

/** How long events are kept. */
export const EVENTS_KEPT_MS = 365 * 86_400_000;

/**
 * Monitors of one statement, which are tended at once; and pages, rows and statements of one run of
 * cron.
 */
const PAGE_MONITORS = 20;
const MAX_PAGES = 200;
const STATEMENT_ROWS = 2_000;
const MAX_STATEMENTS = 100;

/** Goes through pages of monitors until there are no more. One that fails is passed over. */
async function eachMonitor(
  pageAfter: (id: string) => Promise<StoredMonitor[]>,
  tend: (monitor: StoredMonitor) => Promise<void>,
  warn: MonitorPorts['warn'],
): Promise<void> {
  let after = '';
  for (let page = 0; page < MAX_PAGES; page++) {
    const monitors = await pageAfter(after);
    const passOver = (cause: unknown) => warn('a monitor could not be tended', cause);
    await Promise.all(monitors.map((monitor) => tend(monitor).catch(passOver)));
    if (monitors.length < PAGE_MONITORS) return;
    after = monitors.at(-1)?.id as string;
  }
}

/**
 * Wakes the objects of monitors whose run is overdue or under way, so that none depends on its own
 * alarm, and each knows what its owner wants.
 */
export async function wakeMonitors(ports: MonitorPorts): Promise<void> {
  const now = ports.clock.now();
  await eachMonitor(
    (after) => pageOverdue(ports.db, now, after, PAGE_MONITORS),
    (monitor) => tellObject(monitor, ports),
    ports.warn,
  );
}

/**
 * Deletes rows until there are none, or the share of one monitor is used up. @returns whether there
 * are none
 */
async function drain(deleteSome: (rows: number) => Promise<number>): Promise<boolean> {
  for (let statement = 0; statement < MAX_STATEMENTS; statement++)
    if ((await deleteSome(STATEMENT_ROWS)) < STATEMENT_ROWS) return true;
  return false;
}

/** Deletes everything of a monitor, its own row last. What a run does not reach, the next does. */
async function purge({ id }: StoredMonitor, { db, objects }: MonitorPorts): Promise<void> {
  const isEmpty =
    (await drain((rows) => deleteMembers(db, id, rows))) &&
    (await drain((rows) => deleteEvents(db, { monitorId: id }, rows)));
  if (!isEmpty) return;
  await objects.forget(id);
  await deleteMonitor(db, id);
}

/** Deletes events that are a year old, and monitors thirty days after they were deleted. */
export async function tidyMonitors(ports: MonitorPorts): Promise<void> {
  const { db, clock, warn } = ports;
  const now = clock.now();
  await drain((rows) => deleteEvents(db, { before: now - EVENTS_KEPT_MS }, rows));
  await eachMonitor(
    (after) => pageDeleted(db, now - DELETED_KEPT_MS, after, PAGE_MONITORS),
    (monitor) => purge(monitor, ports),
    warn,
  );
}

/**
 * Sends what is out of a monitor's run once more, when it seems stuck. @throws ApiError NOT_FOUND
 */
export async function sweepMonitor(id: string, ports: MonitorPorts): Promise<RunState> {
  const { db, objects, jobs } = ports;
  const monitor = await findMonitor(db, id);
  if (!monitor) throw new ApiError('NOT_FOUND', `There is no monitor ${quoted(id)}.`);
  await tellObject(monitor, ports);
  const state = (await objects.resend(id)) as RunState;
  const jobId = await objects.runningJob(id);
  if (jobId) await jobs.resend(jobId);
  await projectState(db, id, state);
  return state;
}
