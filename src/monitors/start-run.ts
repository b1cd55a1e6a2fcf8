import { isPaid } from '../access/admit.ts';
import type { JobOrder } from '../core/jobs/bulk.ts';
import type { RunShortage } from '../core/jobs/runs.ts';
import type { Monitor, RunOutcome, RunState } from '../core/monitors/monitor.ts';
import { findMonitor, projectState, type StoredMonitor, updateMonitor } from '../store/monitors.ts';
import { tellObject } from './change-monitor.ts';
import { KINDS } from './kinds.ts';
import { partsOf } from './member-rows.ts';
import type { RunMessage, RunTurn } from './monitor-book.ts';
import type { MonitorPorts } from './ports.ts';

/** Why nothing is to be looked up; null when there is no reason. */
async function obstacle(
  monitor: StoredMonitor,
  memberCount: number,
  { accounts, jobs, clock }: MonitorPorts,
): Promise<RunOutcome | null> {
  const { caller, kind } = monitor;
  if (!monitor.active || monitor.deletedAt !== null) return 'stopped';
  const account = await accounts.view(caller.organizationId);
  if (!account?.organization.active) return 'organization_closed';
  if (!isPaid(account.subscription, clock.now())) return 'no_plan';
  if (memberCount === 0) return 'no_members';
  const canAsk = caller.mode === 'test' || (await jobs.available(KINDS[kind].types(monitor)));
  return canAsk ? null : 'no_source';
}

/** What is ordered for a run. How many rows there are is known when they are planned. */
const orderOf = (monitor: Monitor, { run }: RunTurn, now: number): JobOrder => {
  const types = KINDS[monitor.kind].types(monitor);
  return {
    ...{ id: run.jobId as string, caller: monitor.caller, type: types[0] as string },
    ...{ total: 0, webhook: null, origin: monitor.origin, createdAt: now },
    run: { monitorId: monitor.id, runId: run.id, number: run.number, types },
  };
};

/** Records what the object says of a run that is not to be. */
async function skip(
  message: RunMessage,
  outcome: RunOutcome,
  shortage: RunShortage | null,
  { objects, db }: MonitorPorts,
): Promise<void> {
  const state: RunState | null = await objects.skip(message, outcome, shortage);
  if (state) await projectState(db, message.monitorId, state);
}

/** Nobody is left who could switch it off: it runs no more, and asks no more whether it may. */
async function stop(monitor: StoredMonitor, ports: MonitorPorts): Promise<void> {
  await updateMonitor(ports.db, monitor.id, { active: false });
  await tellObject({ ...monitor, active: false }, ports);
}

/**
 * Starts a run: its whole price is set aside, then its object is told, and only then its job
 * begins. It may be stopped anywhere: the next attempt undoes what this one has set aside, and so
 * does this one's job by itself.
 */
export async function startRun(turn: RunTurn, ports: MonitorPorts): Promise<void> {
  const { db, jobs, objects, clock } = ports;
  const { monitorId, run, leftover } = turn;
  const monitor = await findMonitor(db, monitorId);
  if (!monitor) return objects.orphan(turn);
  const { caller } = monitor;
  for (const id of run.stale) {
    await jobs.giveUp({ id, caller });
    await objects.markGivenUp(turn, id);
  }
  if (leftover) await jobs.forget(leftover);
  const outcome = await obstacle(monitor, turn.memberCount, ports);
  if (outcome) {
    await skip(turn, outcome, null, ports);
    if (outcome === 'organization_closed') await stop(monitor, ports);
    return;
  }
  const order = orderOf(monitor, turn, clock.now());
  const shortage = await jobs.prepare(order, partsOf(monitor, run.number, ports));
  if (shortage) return skip(turn, 'insufficient_credits', shortage, ports);
  if (!(await objects.commit(turn, order.id))) return jobs.giveUp(order);
  await jobs.start(order.id);
  const state = await objects.state(monitorId);
  if (state) await projectState(db, monitorId, state);
}
