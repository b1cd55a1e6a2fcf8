import * as z from 'zod';
import { BEAT_MS } from '../core/jobs/turns.ts';
import { findMonitor, projectState } from '../store/monitors.ts';
import type { Run, RunMessage, RunTurn } from './monitor-book.ts';
import type { MonitorPorts } from './ports.ts';
import { startRun } from './start-run.ts';
import { tellSkip } from './tell-run.ts';

const runMessage = z.object({ monitorId: z.string(), turn: z.int().min(1) });

/**
 * Looks after a run's job, so that the run depends neither on the job's alarm nor on its last word
 * alone.
 */
async function lookAfter(turn: RunTurn, ports: MonitorPorts): Promise<void> {
  const { db, jobs, objects } = ports;
  const { monitorId, run } = turn;
  const jobId = run.jobId as string;
  const monitor = await findMonitor(db, monitorId);
  if (monitor?.deletedAt !== null && monitor)
    await jobs.cancel({ id: jobId, caller: monitor.caller });
  if (await jobs.wake(jobId)) return objects.markWell(turn);
  // What was set aside for a job that is gone goes back; the next run is on schedule.
  if (monitor) await jobs.giveUp({ id: jobId, caller: monitor.caller });
  const state = await objects.finish(monitorId, jobId, 'lost');
  if (state) await projectState(db, monitorId, state);
}

const STAGES: Record<Run['stage'], (turn: RunTurn, ports: MonitorPorts) => Promise<void>> = {
  starting: startRun,
  running: lookAfter,
  skipped: tellSkip,
};

async function handle(message: RunMessage, ports: MonitorPorts): Promise<void> {
  const { objects, warn } = ports;
  const beat = () => void objects.beat(message).catch(() => undefined);
  const heart = setInterval(beat, BEAT_MS);
  try {
    const turn = await objects.take(message);
    if (turn) await STAGES[turn.run.stage](turn, ports);
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
      if (parsed.success) await handle(parsed.data, ports);
      else ports.warn('a queue message cannot be read', parsed.error);
      message.ack();
    }),
  );
}
