import * as z from 'zod';
import { HEARTBEAT_MS } from '../lib/lease.ts';
import { notifySkippedRun } from './notifications.ts';
import type { MonitorPorts } from './ports.ts';
import { startRun } from './runs.ts';
import type { Run, RunLease, RunMessage } from './state-machine.ts';
import { findMonitor, projectRunState } from './store.ts';

const runMessage = z.object({ monitorId: z.string(), turn: z.int().min(1) });

/**
 * Looks after a run's job, so that the run depends neither on the job's alarm nor on its last word
 * alone.
 */
async function superviseRun(turn: RunLease, ports: MonitorPorts): Promise<void> {
  const { db, jobs, objects } = ports;
  const { monitorId, run } = turn;
  const jobId = run.jobId as string;
  const monitor = await findMonitor(db, monitorId);
  if (monitor?.deletedAt !== null && monitor)
    await jobs.cancel({ id: jobId, caller: monitor.caller });
  if (await jobs.wake(jobId)) return objects.markHealthy(turn);
  // What was set aside for a job that is gone goes back; the next run is on schedule.
  if (monitor) await jobs.abandon({ id: jobId, caller: monitor.caller });
  const state = await objects.finish(monitorId, jobId, 'lost');
  if (state) await projectRunState(db, monitorId, state);
}

const RUN_STAGE_HANDLERS: Record<
  Run['stage'],
  (turn: RunLease, ports: MonitorPorts) => Promise<void>
> = {
  starting: startRun,
  running: superviseRun,
  skipped: notifySkippedRun,
};

async function handleRunMessage(message: RunMessage, ports: MonitorPorts): Promise<void> {
  const { objects, warn } = ports;
  const beat = () => void objects.heartbeat(message).catch(() => undefined);
  const heart = setInterval(beat, HEARTBEAT_MS);
  try {
    const turn = await objects.acquire(message);
    if (turn) await RUN_STAGE_HANDLERS[turn.run.stage](turn, ports);
  } catch (cause) {
    warn('work on a monitor failed', cause);
    // Unless it hears of the failure, it finds out by the silence.
    await objects.fail(message).catch(() => undefined);
  } finally {
    clearInterval(heart);
  }
}

/**
 * Works through a batch from the queue. A message is a hint: the monitor's object alone decides
 * what is tried again.
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
