import * as z from 'zod';
import { HEARTBEAT_MS } from '../lib/lease.ts';
import { notifySkippedRun } from './notifications.ts';
import type { MonitorPorts } from './ports.ts';
import { startRun } from './runs.ts';
import type { Run, RunLease, RunMessage } from './state-machine.ts';
import { findMonitor, projectRunState } from './store.ts';

const runMessage = z.object({ monitorId: z.string(), turn: z.int().min(1) });

/**
 * Supervises a run's job, so that the run depends neither on the job's alarm nor on its final
 * report alone.
 */
async function superviseRun(lease: RunLease, ports: MonitorPorts): Promise<void> {
  const { db, jobs, objects } = ports;
  const { monitorId, run } = lease;
  const jobId = run.jobId as string;
  const monitor = await findMonitor(db, monitorId);
  if (monitor?.deletedAt !== null && monitor)
    await jobs.cancel({ id: jobId, caller: monitor.caller });
  if (await jobs.wake(jobId)) return objects.markHealthy(monitorId, lease.turn);
  // What was set aside for a job that is gone goes back; the next run is on schedule.
  if (monitor) await jobs.abandon({ id: jobId, caller: monitor.caller });
  const state = await objects.finish(monitorId, jobId, 'lost');
  if (state) await projectRunState(db, monitorId, state);
}

const RUN_STAGE_HANDLERS: Record<
  Run['stage'],
  (lease: RunLease, ports: MonitorPorts) => Promise<void>
> = {
  starting: startRun,
  running: superviseRun,
  skipped: notifySkippedRun,
};

async function handleRunMessage(
  { monitorId, turn }: RunMessage,
  ports: MonitorPorts,
): Promise<void> {
  const { objects, warn } = ports;
  const sendHeartbeat = () => void objects.heartbeat(monitorId, turn).catch(() => undefined);
  const heartbeat = setInterval(sendHeartbeat, HEARTBEAT_MS);
  try {
    const lease = await objects.acquire(monitorId, turn);
    if (lease) await RUN_STAGE_HANDLERS[lease.run.stage](lease, ports);
  } catch (cause) {
    warn('work on a monitor failed', cause);
    // If this report is lost too, the lease expires.
    await objects.fail(monitorId, turn).catch(() => undefined);
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Consumes a batch from the queue. Every message is acknowledged: the monitor's object alone
 * decides what is retried.
 */
export async function handleRunMessages(
  messages: readonly Message[],
  ports: MonitorPorts,
): Promise<void> {
  await Promise.all(
    messages.map(async (message) => {
      const parsed = runMessage.safeParse(message.body);
      if (parsed.success) await handleRunMessage(parsed.data, ports);
      else ports.warn('a queue message cannot be read', parsed.error);
      message.ack();
    }),
  );
}
