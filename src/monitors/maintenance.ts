import type { SQL } from 'drizzle-orm';
import { syncObject } from './lifecycle.ts';
import type { RunState } from './monitor.ts';
import { DELETED_KEPT_MS, noSuchMonitor } from './monitors.ts';
import type { MonitorPorts } from './ports.ts';
import {
  deleteMonitorRow,
  findMonitor,
  insertMonitor,
  monitorsById,
  monitorsThat,
  projectRunState,
  type StoredMonitor,
} from './store.ts';

/** Pages of monitors per cron run. */
const MAX_PAGES = 200;

/** Processes monitors from an id on. A failing one is skipped. */
async function eachMonitor(
  where: SQL,
  process: (monitor: StoredMonitor) => Promise<void>,
  { db, warn }: Pick<MonitorPorts, 'db' | 'warn'>,
  from = '',
): Promise<void> {
  const passOver = (cause: unknown) => warn('a monitor could not be tended', cause);
  let pages = 0;
  for await (const page of monitorsById(db, where, from)) {
    await Promise.all(page.map((monitor) => process(monitor).catch(passOver)));
    pages += 1;
    if (pages === MAX_PAGES) return;
  }
}

/**
 * Wakes the objects of monitors whose run is due or in progress, so that none depends only on its
 * alarm, and of those that lack their owner's current settings.
 * @param from id to start after; random, so that every monitor is reached even if there are many
 */
export async function wakeMonitors(ports: MonitorPorts, from: string): Promise<void> {
  const where = monitorsThat.needWaking(ports.clock.now());
  await eachMonitor(where, async (monitor) => void (await syncObject(monitor, ports)), ports, from);
}

/** Purges monitors thirty days after they were deleted, with their members, events and last job. */
export async function purgeMonitors(ports: MonitorPorts): Promise<void> {
  const where = monitorsThat.wereDeletedBefore(ports.clock.now() - DELETED_KEPT_MS);
  const purge = async (monitor: StoredMonitor) => {
    const lastJob = await ports.objects.lastJob(monitor.id);
    if (lastJob) await ports.jobs.forget(lastJob);
    await ports.objects.forget(monitor);
    await deleteMonitorRow(ports.db, monitor.id);
  };
  await eachMonitor(where, purge, ports);
}

/** Resends pending work of a monitor's run that seems stuck. @throws ApiError NOT_FOUND */
export async function resendMonitor(id: string, ports: MonitorPorts): Promise<RunState> {
  const { db, objects, jobs } = ports;
  const monitor = await findMonitor(db, id);
  if (!monitor) throw noSuchMonitor(id);
  await syncObject(monitor, ports);
  const state = (await objects.resend(id)) as RunState;
  const jobId = await objects.runningJob(id);
  if (jobId) await jobs.resend(jobId);
  await projectRunState(db, id, state);
  return state;
}

/** Whether the object has a monitor of the organization that is not deleted. */
export async function isLivingMonitor(
  { id, organizationId }: { id: string; organizationId: string },
  { objects }: Pick<MonitorPorts, 'objects'>,
): Promise<boolean> {
  const listed = await objects.listed(id);
  return listed?.caller.organizationId === organizationId && listed.deletedAt === null;
}

/**
 * Rewrites a monitor's lost row from its object.
 * @returns whether there was one to write
 */
export async function relistMonitor(
  { id, organizationId }: { id: string; organizationId: string },
  ports: Pick<MonitorPorts, 'db' | 'objects'>,
): Promise<boolean> {
  const { db, objects } = ports;
  const [listed, state] = [await objects.listed(id), await objects.state(id)];
  if (!listed || !state || listed.caller.organizationId !== organizationId) return false;
  await insertMonitor(db, listed, state);
  await syncObject(listed, ports);
  return true;
}
