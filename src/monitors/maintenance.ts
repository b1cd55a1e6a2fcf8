import { type SQL, sql } from 'drizzle-orm';
import { LEGACY_TABLES } from './legacy-members.ts';
import { syncObject } from './lifecycle.ts';
import type { RunState } from './monitor.ts';
import { DELETED_KEPT_MS, noSuchMonitor } from './monitors.ts';
import type { MonitorPorts } from './ports.ts';
import {
  deleteMonitorRow,
  findMonitor,
  insertMonitor,
  monitorsThat,
  pageMonitorsById,
  projectRunState,
  type StoredMonitor,
} from './store.ts';

/** Monitors per page, processed concurrently; and pages per cron run. */
const PAGE_MONITORS = 20;
const MAX_PAGES = 200;

/** Pages through monitors by id, after `from` and then up to it. A failing one is skipped. */
async function eachMonitor(
  where: SQL,
  process: (monitor: StoredMonitor) => Promise<void>,
  { db, warn }: Pick<MonitorPorts, 'db' | 'warn'>,
  from = '',
): Promise<void> {
  let after = from;
  let isSecondRound = false;
  for (let page = 0; page < MAX_PAGES; page++) {
    const which = isSecondRound ? sql`${where} AND id <= ${from}` : where;
    const monitors = await pageMonitorsById(db, which, after, PAGE_MONITORS);
    const passOver = (cause: unknown) => warn('a monitor could not be tended', cause);
    await Promise.all(monitors.map((monitor) => process(monitor).catch(passOver)));
    const last = monitors.length < PAGE_MONITORS ? null : (monitors.at(-1)?.id ?? null);
    if (last === null && (isSecondRound || from === '')) return;
    isSecondRound ||= last === null;
    after = last ?? '';
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

/** Legacy monitors migrated per cron run. */
const LEGACY_PER_RUN = 100;

/** Wakes monitors with legacy rows in D1, and deletes legacy rows without a monitor. */
export async function wakeLegacyMonitors(ports: MonitorPorts): Promise<void> {
  const { db, warn } = ports;
  for (const name of LEGACY_TABLES) {
    const table = sql.identifier(name);
    let after = '';
    for (let count = 0; count < LEGACY_PER_RUN; count++) {
      const { id } = await db.get<{ id: string | null }>(
        sql`SELECT min(monitor_id) AS "id" FROM ${table} WHERE monitor_id > ${after}`,
      );
      if (id === null) break;
      const monitor = await findMonitor(db, id);
      if (monitor)
        await syncObject(monitor, ports).catch((cause) => warn('members wait in D1', cause));
      else await db.run(sql`DELETE FROM ${table} WHERE monitor_id = ${id}`);
      after = id;
    }
  }
}
