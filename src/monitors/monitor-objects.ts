import type { Region } from '../core/account/regions.ts';
import type { RunClaim, RunShortage } from '../core/jobs/runs.ts';
import {
  type Monitor,
  type RunOutcome,
  type RunState,
  scheduleOf,
} from '../core/monitors/monitor.ts';
import type { RunMessage, RunNow, RunTurn } from './monitor-book.ts';
import type { MonitorObject } from './monitor-object.ts';

/**
 * The objects that decide when monitors run, one per monitor. Every call may be repeated; null:
 * there is none.
 */
export interface MonitorObjects {
  /**
   * Makes it known, or tells what its owner changed; it does what is overdue, and sets its alarm
   * anew.
   */
  wake(monitor: Monitor): Promise<RunState>;
  /** @returns null when the object knows nothing. A repeat finds the run it began. */
  runNow(monitorId: string): Promise<RunNow | null>;
  /** @returns null when the turn is over, or somebody has it */
  take(message: RunMessage): Promise<RunTurn | null>;
  /** The attempt's price is set aside. @returns false when its job is not to run */
  commit(message: RunMessage, jobId: string): Promise<boolean>;
  markGivenUp(message: RunMessage, jobId: string): Promise<void>;
  /** @param shortage what is missing, when somebody is to be told */
  skip(
    message: RunMessage,
    outcome: RunOutcome,
    shortage: RunShortage | null,
  ): Promise<RunState | null>;
  markTold(message: RunMessage): Promise<RunState | null>;
  markWell(message: RunMessage): Promise<void>;
  finish(monitorId: string, jobId: string, outcome: RunOutcome): Promise<RunState | null>;
  claim(monitorId: string, jobId: string): Promise<RunClaim>;
  /** Id of the job at work. */
  runningJob(monitorId: string): Promise<string | null>;
  /** A sign of life; without one for a while the work is offered again. */
  beat(message: RunMessage): Promise<void>;
  /** The work could not be done; it is offered again after a while, each time later. */
  fail(message: RunMessage): Promise<void>;
  state(monitorId: string): Promise<RunState | null>;
  resend(monitorId: string): Promise<RunState | null>;
  forget(monitorId: string): Promise<void>;
}

/** The monitors over their objects. A call that broke is made once more, on a fresh stub. */
export function createMonitorObjects(
  objects: DurableObjectNamespace<MonitorObject>,
): MonitorObjects {
  const open = (id: string, region?: Region) =>
    objects.get(objects.idFromName(id), region && { locationHint: region });
  const ask = async <T>(
    id: string,
    call: (stub: DurableObjectStub<MonitorObject>) => Promise<T>,
    region?: Region,
  ): Promise<T> => {
    try {
      return await call(open(id, region));
    } catch {
      return await call(open(id, region));
    }
  };
  return {
    wake: (monitor) =>
      ask<RunState>(
        monitor.id,
        (stub) => stub.wake(monitor.id, scheduleOf(monitor)),
        monitor.caller.region,
      ),
    // Made once: a repeat would be told of the run that the first call began.
    runNow: async (id) => open(id).runNow() as Promise<RunNow | null>,
    take: ({ monitorId, turn }) =>
      ask<RunTurn | null>(monitorId, async (stub) => stub.take(turn) as Promise<RunTurn | null>),
    commit: ({ monitorId, turn }, jobId) =>
      ask<boolean>(monitorId, (stub) => stub.commit(turn, jobId)),
    markGivenUp: ({ monitorId, turn }, jobId) =>
      ask<void>(monitorId, (stub) => stub.markGivenUp(turn, jobId)),
    skip: ({ monitorId, turn }, outcome, shortage) =>
      ask<RunState | null>(monitorId, (stub) => stub.skip(turn, outcome, shortage)),
    markTold: ({ monitorId, turn }) =>
      ask<RunState | null>(monitorId, (stub) => stub.markTold(turn)),
    markWell: ({ monitorId, turn }) => ask<void>(monitorId, (stub) => stub.markWell(turn)),
    finish: (id, jobId, outcome) => ask<RunState | null>(id, (stub) => stub.finish(jobId, outcome)),
    claim: (id, jobId) => ask<RunClaim>(id, (stub) => stub.claim(jobId)),
    runningJob: (id) => ask<string | null>(id, (stub) => stub.runningJob()),
    beat: ({ monitorId, turn }) => ask<void>(monitorId, (stub) => stub.beat(turn)),
    fail: ({ monitorId, turn }) => ask<void>(monitorId, (stub) => stub.fail(turn)),
    state: (id) => ask<RunState | null>(id, (stub) => stub.state()),
    resend: (id) => ask<RunState | null>(id, (stub) => stub.resend()),
    forget: (id) => ask<void>(id, (stub) => stub.forget()),
  };
}
