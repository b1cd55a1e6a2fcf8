import type { Region } from '../domain/regions.ts';
import { ApiError } from '../lib/errors.ts';
import { quoted } from '../lib/text.ts';
import type { RunClaim, RunShortage } from '../lookup/jobs/job.ts';
import type { MonitorObject, MonitorReads } from './durable-object.ts';
import type { FoundMember, RecordedRun } from './member-tables.ts';
import {
  type MemberInput,
  type Monitor,
  monitorSchedule,
  type RunOutcome,
  type RunState,
} from './monitor.ts';
import type { RunLease, RunMessage, RunNowResult } from './state-machine.ts';

/** A monitor with the state its row last got from the object. */
export type MonitorWithState = Monitor & { state?: RunState };

/** Which monitor is meant, and whose it is. */
export type MonitorRef = Pick<Monitor, 'id' | 'caller'>;

/**
 * Stubs of the monitors' durable objects, one per monitor: the runs, members and events of each.
 * Every call is idempotent. Calls that take a whole monitor are refused by the object of another
 * organization's; those that take an id are for runs, and answer null where there is no monitor.
 */
export interface MonitorObjects {
  /** Makes a monitor with its members exist, before its row. */
  create(monitor: Monitor, members: readonly MemberInput[]): Promise<RunState>;
  /** Creates or configures the object; it resends what is overdue, and sets its alarm anew. */
  wake(monitor: MonitorWithState): Promise<RunState>;
  /** @returns how many there would be, when more than `most`; then nothing is changed */
  addMembers(
    monitor: Monitor,
    members: readonly MemberInput[],
    most: number,
  ): Promise<RunState | number>;
  removeMembers(monitor: Monitor, subjects: readonly string[]): Promise<RunState>;
  read<Verb extends keyof MonitorReads>(
    monitor: Monitor,
    verb: Verb,
    ...args: Parameters<MonitorReads[Verb]>
  ): Promise<ReturnType<MonitorReads[Verb]>>;
  /** Records what a run found of some members, each once a run. */
  record(monitor: Monitor, run: RecordedRun, found: readonly FoundMember[]): Promise<void>;
  /** @returns null when the object knows nothing. A repeat finds the run it began. */
  runNow(monitorId: string): Promise<RunNowResult | null>;
  /** @returns null when the message's token is not the latest, or the lease is held */
  acquire(message: RunMessage): Promise<RunLease | null>;
  /** The attempt's price is set aside. @returns false when its job is not to run */
  commit(message: RunMessage, jobId: string): Promise<boolean>;
  markGivenUp(message: RunMessage, jobId: string): Promise<void>;
  /** @param shortage what is missing, when the skip is to be notified */
  skip(
    message: RunMessage,
    outcome: RunOutcome,
    shortage: RunShortage | null,
  ): Promise<RunState | null>;
  markNotified(message: RunMessage): Promise<RunState | null>;
  markHealthy(message: RunMessage): Promise<void>;
  finish(monitorId: string, jobId: string, outcome: RunOutcome): Promise<RunState | null>;
  claim(monitorId: string, jobId: string): Promise<RunClaim>;
  /** Id of the job at work. */
  runningJob(monitorId: string): Promise<string | null>;
  /** Heartbeat: extends the lease, without which the work is resent. */
  heartbeat(message: RunMessage): Promise<void>;
  /** Failure of an attempt: it is retried with backoff. */
  fail(message: RunMessage): Promise<void>;
  state(monitorId: string): Promise<RunState | null>;
  /** The monitor as its row has it, or had it; null when the object knows nothing of it. */
  listed(monitorId: string): Promise<Monitor | null>;
  /** Takes out members and events that hold any of these texts, in lower case. */
  erase(monitorId: string, forms: readonly string[]): Promise<number>;
  resend(monitorId: string): Promise<RunState | null>;
  /** The monitor has no row: an orphan is deleted, any other has its run skipped. */
  handleMissingRow(message: RunMessage): Promise<void>;
  forget(monitor: MonitorRef): Promise<void>;
}

/** Picks what the object stores: neither its own state nor the key's scopes. */
const listedOf = ({ caller: { scopes: _, ...caller }, ...monitor }: Monitor): Monitor => {
  const { id, kind, name, frequency, includeSpamCheck, alertEmail, webhook } = monitor;
  const { active, origin, createdAt, deletedAt } = monitor;
  const settings = { id, kind, caller, name, frequency, includeSpamCheck, alertEmail, webhook };
  return { ...settings, active, origin, createdAt, deletedAt };
};

const ownedMonitorOf = (monitor: MonitorWithState) => ({
  id: monitor.id,
  organizationId: monitor.caller.organizationId,
  schedule: monitorSchedule(monitor),
  listed: listedOf(monitor),
  version: monitor.state?.version ?? 0,
});

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
  const accepted = <T>(answer: T | null, { id }: MonitorRef): T => {
    if (answer === null) throw new ApiError('NOT_FOUND', `There is no monitor ${quoted(id)}.`);
    return answer;
  };
  const wake = async (monitor: MonitorWithState) => {
    const { region } = monitor.caller;
    const owned = ownedMonitorOf(monitor);
    return accepted(
      await ask<RunState | null>(monitor.id, (stub) => stub.wake(owned), region),
      monitor,
    );
  };
  /** An object that has lost its storage is configured anew. */
  const askOwn = async <T>(
    monitor: Monitor,
    call: (stub: DurableObjectStub<MonitorObject>, organizationId: string) => Promise<T | null>,
  ): Promise<T> => {
    const { id, caller } = monitor;
    const once = () => ask<T | null>(id, (stub) => call(stub, caller.organizationId));
    const answer = await once();
    if (answer !== null) return answer;
    await wake(monitor);
    return accepted(await once(), monitor);
  };
  return {
    create: async (monitor, members) =>
      accepted(
        await ask<RunState | null>(
          monitor.id,
          (stub) => stub.create(ownedMonitorOf(monitor), members),
          monitor.caller.region,
        ),
        monitor,
      ),
    wake,
    addMembers: (monitor, members, most) =>
      askOwn<RunState | number>(monitor, (stub, owner) => stub.addMembers(owner, members, most)),
    removeMembers: (monitor, subjects) =>
      askOwn<RunState>(monitor, (stub, owner) => stub.removeMembers(owner, subjects)),
    read: async (monitor, verb, ...args) =>
      JSON.parse(await askOwn<string>(monitor, (stub, owner) => stub.read(owner, verb, args))),
    record: async (monitor, run, found) => {
      await askOwn<true>(monitor, (stub, owner) => stub.record(owner, run, found));
    },
    // Not retried: a repeat would answer with the run that the first call began.
    runNow: async (id) => open(id).runNow() as Promise<RunNowResult | null>,
    acquire: ({ monitorId, turn }) =>
      ask<RunLease | null>(
        monitorId,
        async (stub) => stub.acquire(turn) as Promise<RunLease | null>,
      ),
    commit: ({ monitorId, turn }, jobId) =>
      ask<boolean>(monitorId, (stub) => stub.commit(turn, jobId)),
    markGivenUp: ({ monitorId, turn }, jobId) =>
      ask<void>(monitorId, (stub) => stub.markGivenUp(turn, jobId)),
    skip: ({ monitorId, turn }, outcome, shortage) =>
      ask<RunState | null>(monitorId, (stub) => stub.skip(turn, outcome, shortage)),
    markNotified: ({ monitorId, turn }) =>
      ask<RunState | null>(monitorId, (stub) => stub.markNotified(turn)),
    markHealthy: ({ monitorId, turn }) => ask<void>(monitorId, (stub) => stub.markHealthy(turn)),
    finish: (id, jobId, outcome) => ask<RunState | null>(id, (stub) => stub.finish(jobId, outcome)),
    claim: (id, jobId) => ask<RunClaim>(id, (stub) => stub.claim(jobId)),
    runningJob: (id) => ask<string | null>(id, (stub) => stub.runningJob()),
    heartbeat: ({ monitorId, turn }) => ask<void>(monitorId, (stub) => stub.heartbeat(turn)),
    fail: ({ monitorId, turn }) => ask<void>(monitorId, (stub) => stub.fail(turn)),
    state: (id) => ask<RunState | null>(id, (stub) => stub.state()),
    listed: (id) => ask<Monitor | null>(id, (stub) => stub.listed() as Promise<Monitor | null>),
    erase: (id, forms) => ask<number>(id, (stub) => stub.erase([...forms])),
    resend: (id) => ask<RunState | null>(id, (stub) => stub.resend()),
    handleMissingRow: ({ monitorId, turn }) =>
      ask<void>(monitorId, (stub) => stub.handleMissingRow(turn)),
    forget: ({ id, caller }) => ask<void>(id, (stub) => stub.forget(caller.organizationId)),
  };
}
