import * as z from 'zod';
import { consumeLeased } from '../lib/lease.ts';
import { notifySkippedRun } from './notifications.ts';
import type { MonitorPorts } from './ports.ts';
import { startRun } from './runs.ts';
import type { Run, RunLease } from './state-machine.ts';
import { findMonitor, projectRunState } from './store.ts';

const runMessage = z.object({ monitorId: z.string(), turn: z.int().min(1) });

/** Supervises a run's job, so that the run depends neither on its alarm nor on its last report. */
async function superviseRun(lease: RunLease, ports: MonitorPorts): Promise<void> {
  const { db, jobs, objects } = ports;
  const { monitorId, run } = lease;
  const jobId = run.jobId as string;
  const monitor = await findMonitor(db, monitorId);
  if (monitor?.deletedAt !== null && monitor)
    await jobs.cancel({ id: jobId, caller: monitor.caller });
  if (await jobs.wake(jobId)) return objects.markHealthy(monitorId, lease.turn);
  // The hold of a lost job is released; the next run is on schedule.
  if (monitor) await jobs.abandon({ id: jobId, caller: monitor.caller });
  const state = await objects.finish(monitorId, jobId, 'lost', null);
  if (state) await projectRunState(db, monitorId, state);
}

const RUN_STAGE_HANDLERS: Record<
  Run['stage'],
  (lease: RunLease, ports: MonitorPorts) => Promise<void>
> = { starting: startRun, running: superviseRun, skipped: notifySkippedRun };

export const handleRunMessages = (
  messages: readonly Message[],
  ports: MonitorPorts,
): Promise<void> => {
  const { db, objects, warn } = ports;
  return consumeLeased(messages, {
    schema: runMessage,
    async process({ monitorId, turn }) {
      const lease = await objects.acquire(monitorId, turn);
      if (lease) return RUN_STAGE_HANDLERS[lease.run.stage](lease, ports);
      // An attempt that was stopped after its last step has not projected its state.
      const state = await objects.state(monitorId);
      if (state) await projectRunState(db, monitorId, state);
    },
    heartbeat: ({ monitorId, turn }) => objects.heartbeat(monitorId, turn),
    fail: ({ monitorId, turn }) => objects.fail(monitorId, turn),
    failure: 'work on a monitor failed',
    warn,
  });
};
