import type { JobOrder, JobState } from '../core/jobs/bulk.ts';
import type { WebhookEvent, WebhookType } from '../core/jobs/webhooks.ts';
import type { MonitorKind } from '../core/monitors/monitor.ts';
import { findMonitor, projectState, type StoredMonitor } from '../store/monitors.ts';
import { mailChanges, mailSkip } from './alert-mails.ts';
import { describeEvent } from './describe-events.ts';
import { productTypesOf } from './kinds.ts';
import type { Run, RunTurn } from './monitor-book.ts';
import type { MonitorPorts } from './ports.ts';

/** Events of one delivery (contract, "Monitors"). */
export const DELIVERED_EVENTS = 100;

/** A receiver may take five seconds for each delivery: after so long others come first. */
const TURN_MS = 20_000;

const TOLD_AS = {
  number: { changed: 'number_monitor.changed', skipped: 'number_monitor.skipped' },
  job_change: { changed: 'job_change_monitor.changed', skipped: 'job_change_monitor.skipped' },
} as const satisfies Record<MonitorKind, Record<'changed' | 'skipped', WebhookType>>;

/** What is told of a run, without its content. @param part tells the deliveries of one run apart */
const eventOf = (
  monitor: StoredMonitor,
  what: 'changed' | 'skipped',
  runId: string,
  part: string,
  { products, clock }: Pick<MonitorPorts, 'products' | 'clock'>,
): Omit<WebhookEvent, 'data'> => ({
  id: `${runId}:${part}`,
  organizationId: monitor.caller.organizationId,
  mode: monitor.caller.mode,
  type: TOLD_AS[monitor.kind][what],
  productTypes: productTypesOf(monitor, products),
  createdAt: clock.now(),
});

/**
 * Tells the receiver. A delivery that was made before is not made again. @returns whether
 * everything was told in time
 */
async function tellReceiver(
  monitor: StoredMonitor,
  runId: string,
  ports: MonitorPorts,
): Promise<boolean> {
  const { objects, webhooks, clock } = ports;
  const { webhook, kind } = monitor;
  if (!webhook) return true;
  const endsAt = clock.now() + TURN_MS;
  let after = '';
  for (let part = 1; ; part++) {
    const events = await objects.read(monitor, 'pageRunEvents', runId, after, DELIVERED_EVENTS);
    if (events.length === 0) return true;
    const data = {
      monitor_id: monitor.id,
      run_id: runId,
      events: events.map((event) => describeEvent(kind, event)),
    };
    const told = eventOf(monitor, 'changed', runId, String(part), ports);
    await webhooks.deliver(webhook, { ...told, data });
    if (events.length < DELIVERED_EVENTS) return true;
    if (clock.now() >= endsAt) return false;
    after = events.at(-1)?.id as string;
  }
}

/**
 * Tells what a run found, then ends it. May be stopped anywhere and done again. @returns null, or
 * when to go on
 */
export async function tellRun(
  { id: jobId, run }: JobOrder,
  { status }: JobState,
  ports: MonitorPorts,
): Promise<{ pauseMs: number } | null> {
  if (!run) throw new Error('a job without a run tells nobody');
  const { db, objects } = ports;
  const { monitorId, runId } = run;
  const monitor = await findMonitor(db, monitorId);
  const isStopped = !monitor || monitor.deletedAt !== null;
  if (!isStopped) {
    if (!(await tellReceiver(monitor, runId, ports))) return { pauseMs: 0 };
    await mailChanges(monitor, runId, eventOf(monitor, 'changed', runId, 'mail', ports), ports);
  }
  const outcome = isStopped || status === 'cancelled' ? 'stopped' : 'completed';
  const state = await objects.finish(monitorId, jobId, outcome);
  if (state) await projectState(db, monitorId, state);
  return null;
}

/** Tells that a run was skipped because the balance did not cover it. */
async function announceSkip(monitor: StoredMonitor, run: Run, ports: MonitorPorts): Promise<void> {
  const { webhooks } = ports;
  const { webhook, state } = monitor;
  const { required, available } = run.shortage ?? { required: 0, available: 0 };
  const next_run_at = state.nextRunAt === null ? null : new Date(state.nextRunAt).toISOString();
  const told = (part: string) => eventOf(monitor, 'skipped', run.id, part, ports);
  if (webhook) {
    const reason = { reason: 'insufficient_credits', required, available, next_run_at };
    const data = { monitor_id: monitor.id, run_id: run.id, events: [], ...reason };
    await webhooks.deliver(webhook, { ...told('skipped'), data });
  }
  await mailSkip(monitor, { required, available }, told('mail'), ports);
}

/** Tells of a run that is not to be, then ends it. */
export async function tellSkip(turn: RunTurn, ports: MonitorPorts): Promise<void> {
  const { db, objects } = ports;
  const monitor = await findMonitor(db, turn.monitorId);
  if (monitor && monitor.deletedAt === null) await announceSkip(monitor, turn.run, ports);
  const state = await objects.markTold(turn);
  if (state) await projectState(db, turn.monitorId, state);
}
