import { fnv1a32 } from '../lib/bytes.ts';
import { Lease, type LeaseRecord } from '../lib/lease.ts';
import type { OutgoingMessage } from '../lib/state-machine-object.ts';
import { HOUR_MS, timeOrderedUuid } from '../lib/time.ts';
import type { RunClaim, RunShortage } from '../lookup/jobs/job.ts';
import {
  type Monitor,
  type MonitorWithState,
  monitorSchedule,
  PERIOD_MS,
  type RunOutcome,
  type RunState,
  type Schedule,
  SPREAD_MS,
} from './monitor.ts';

/** The next scheduled run after a moment, in milliseconds; null if there is none. */
export function nextScheduledAt(
  { frequency, active, startsAt }: Schedule,
  now: number,
): number | null {
  if (!active) return null;
  if (now < startsAt) return startsAt;
  const period = PERIOD_MS[frequency];
  return startsAt + (Math.floor((now - startsAt) / period) + 1) * period;
}

/** Delay of a monitor's runs after their schedule: constant per monitor, spread over monitors. */
export const scheduleOffset = (monitorId: string): number => fnv1a32(monitorId) % SPREAD_MS;

/** How long a monitor waits for its row in the directory, which is written after it. */
const ROW_WAIT_MS = HOUR_MS;

/** Interval at which a run's job is supervised while it does not report. */
const SUPERVISION_MS = 1_800_000;

/**
 * States of a run: starting (its price is being held) → running (its job works), or skipped (its
 * notification is pending).
 */
export interface Run {
  id: string;
  number: number;
  startedAt: number;
  stage: 'starting' | 'running' | 'skipped';
  /** Job of the latest attempt to start the run; no other job may run. */
  jobId: string | null;
  /** Jobs of earlier attempts that are still to be undone. */
  stale: string[];
  /** Missing credits of a skipped run. */
  shortage: RunShortage | null;
}

/** A monitor's stored record. `turn` is the fencing token of the run's lease. */
export interface MonitorRecord extends LeaseRecord {
  id: string;
  organizationId: string;
  /** Since when the monitor waits for its row in the directory; null once it was seen. */
  unlistedSince: number | null;
  memberCount: number;
  schedule: Schedule;
  /** Copy of the row, to restore a lost one; absent until the object received it. */
  listed?: Monitor;
  /** When the next scheduled run is due, before its spread; null if none is. */
  nextDueAt: number | null;
  run: Run | null;
  runs: number;
  last: { jobId: string | null; outcome: RunOutcome; endedAt: number } | null;
  lastRunAt: number | null;
  /** Cost of the run that ended at `lastRunAt`; absent if an earlier version ended it. */
  lastCredits?: number | null;
  version: number;
}

/** Lease on a run; `turn` is its fencing token. */
export interface RunLease {
  monitorId: string;
  turn: number;
  run: Run;
  /** Job of an earlier run whose rows are to be deleted. */
  leftover: string | null;
  memberCount: number;
}

type OwnedMonitor = Pick<MonitorRecord, 'id' | 'organizationId' | 'schedule' | 'listed'> & {
  /** Version in the row: a recreated object continues from it, so that its reports are newer. */
  version: number;
};

/** The part of a monitor that its object stores: without its own state and the key's scopes. */
const listedOf = ({ caller: { scopes: _, ...caller }, ...monitor }: Monitor): Monitor => {
  const { id, kind, name, frequency, includeSpamCheck, alertEmail, webhook } = monitor;
  const { active, origin, createdAt, deletedAt } = monitor;
  const settings = { id, kind, caller, name, frequency, includeSpamCheck, alertEmail, webhook };
  return { ...settings, active, origin, createdAt, deletedAt };
};

export const ownedMonitorOf = (monitor: MonitorWithState): OwnedMonitor => ({
  id: monitor.id,
  organizationId: monitor.caller.organizationId,
  schedule: monitorSchedule(monitor),
  listed: listedOf(monitor),
  version: monitor.state?.version ?? 0,
});

/** Queue message (at-least-once); only the latest `turn` is valid. */
export interface RunMessage {
  monitorId: string;
  turn: number;
}

/** State machine of a monitor's runs, without storage, queue or clock. Each method is an event. */
export class MonitorStateMachine {
  readonly record: MonitorRecord;
  readonly #lease: Lease;
  readonly #newId: () => string;
  readonly outbox: OutgoingMessage<RunMessage>[] = [];

  /** @param newId creates UUIDs for runs and their attempts */
  constructor(record: MonitorRecord, newId: () => string) {
    this.record = record;
    this.#newId = newId;
    this.#lease = new Lease(record, (token, delayMs) =>
      this.outbox.push({ body: { monitorId: record.id, turn: token }, delayMs }),
    );
  }

  static newRecord(monitor: OwnedMonitor): MonitorRecord {
    const { active, startsAt } = monitor.schedule;
    return {
      ...monitor,
      unlistedSince: null,
      memberCount: 0,
      nextDueAt: active ? startsAt : null,
      run: null,
      runs: 0,
      last: null,
      lastRunAt: null,
      turn: 0,
      taken: false,
      dueAt: null,
      sends: 0,
    };
  }

  get state(): RunState {
    const { run, last, lastRunAt, lastCredits = null, version, memberCount } = this.record;
    return {
      version,
      memberCount,
      nextRunAt: this.#nextStartAt,
      runId: run?.id ?? null,
      lastRunAt,
      lastOutcome: last?.outcome ?? null,
      lastEndedAt: last?.endedAt ?? null,
      lastCredits,
    };
  }

  /** Earliest begin of a run or expiry of a lease; Infinity for never. */
  get nextDueAt(): number {
    const { run, dueAt } = this.record;
    return (run ? dueAt : this.#nextStartAt) ?? Infinity;
  }

  /**
   * When a monitor without a due run has waited long enough for its row; Infinity if it does not
   * wait. Runs look for the row themselves.
   */
  get rowDueAt(): number {
    const { unlistedSince, nextDueAt, run } = this.record;
    const isWaiting = unlistedSince !== null && nextDueAt === null && run === null;
    return isWaiting ? unlistedSince + ROW_WAIT_MS : Infinity;
  }

  get #nextStartAt(): number | null {
    const { id, nextDueAt } = this.record;
    return nextDueAt === null ? null : nextDueAt + scheduleOffset(id);
  }

  get runningJob(): string | null {
    const { run } = this.record;
    return run?.stage === 'running' ? run.jobId : null;
  }

  /**
   * Applies the owner's settings. A run in progress continues, and one that is due stays due. The
   * first run is due when the monitor is switched on.
   */
  configure({ schedule, listed }: Pick<OwnedMonitor, 'schedule' | 'listed'>, now: number): void {
    const { record } = this;
    const { active, frequency } = record.schedule;
    const isSame = active === schedule.active && frequency === schedule.frequency;
    Object.assign(record, { schedule, listed, unlistedSince: null });
    const isDue = active && schedule.active && (record.nextDueAt ?? Infinity) <= now;
    if (isSame || isDue) return;
    const isFirst = schedule.active && record.runs === 0;
    record.nextDueAt = isFirst ? now : nextScheduledAt(schedule, now);
  }

  /** Begins a due run, or resends overdue messages. @param all also those that are not overdue */
  resendOverdue(now: number, { all = false } = {}): void {
    if (this.record.run) this.#lease.resend(now, { all });
    else if ((this.#nextStartAt ?? Infinity) <= now) {
      this.#begin(now);
      this.#passOverDue(now);
    }
  }

  /** @returns the id of the run that begins; null if one is under way, or the monitor is off */
  runNow(now: number): string | null {
    const { run, schedule } = this.record;
    return run || !schedule.active ? null : this.#begin(now).id;
  }

  /** Each attempt to start has its own job, so that holds of attempts are never confused. */
  acquire(token: number, now: number): RunLease | null {
    const { run, id, last, memberCount } = this.record;
    if (!run || !this.#lease.acquire(token, now)) return null;
    if (run.stage === 'starting') {
      if (run.jobId) run.stale.push(run.jobId);
      run.jobId = `run_${this.#newId()}`;
    }
    return {
      monitorId: id,
      turn: token,
      run: { ...run },
      leftover: last?.jobId ?? null,
      memberCount,
    };
  }

  /** Commits an attempt whose price is held. @returns false if its job must not run */
  commit(token: number, jobId: string, now: number): boolean {
    const { run, schedule } = this.record;
    if (run?.jobId !== jobId) return false;
    if (run.stage === 'running') return true;
    if (run.stage !== 'starting' || !this.#lease.isHeld(token) || !schedule.active) return false;
    Object.assign(run, { stage: 'running', stale: [] });
    this.#lease.park(now + SUPERVISION_MS);
    this.#passOverDue(now);
    return true;
  }

  /** Records that an earlier attempt's hold was undone. */
  markGivenUp(token: number, jobId: string): void {
    const { run } = this.record;
    if (run && this.#lease.isHeld(token)) run.stale = run.stale.filter((id) => id !== jobId);
  }

  /** Skips the run. @param shortage missing credits, if the skip is to be notified */
  skip(token: number, outcome: RunOutcome, shortage: RunShortage | null, now: number): void {
    const { run } = this.record;
    if (run?.stage !== 'starting' || !this.#lease.isHeld(token)) return;
    if (shortage) {
      Object.assign(run, { stage: 'skipped', shortage });
      this.#lease.schedule(now);
    } else this.#end(outcome, null, now);
  }

  /**
   * Handles a missing row. A monitor that never had a row may still get it, so the run is tried
   * again; a monitor that had one is kept for the operator to restore.
   * @returns true if the wait is over and the monitor is to be deleted
   */
  handleMissingRow(token: number, now: number): boolean {
    const { unlistedSince } = this.record;
    if (unlistedSince === null) this.skip(token, 'stopped', null, now);
    else if (now < unlistedSince + ROW_WAIT_MS) this.fail(token, now);
    else return this.#lease.isHeld(token);
    return false;
  }

  /** Records that the skipped run's notification was delivered. */
  markNotified(token: number, now: number): void {
    const { run } = this.record;
    if (run?.stage === 'skipped' && this.#lease.isHeld(token))
      this.#end(run.shortage?.reason ?? 'insufficient_credits', null, now);
  }

  /** Records that the run's job is working; it is supervised again later. */
  markHealthy(token: number, now: number): void {
    if (this.#lease.isHeld(token)) this.#lease.park(now + SUPERVISION_MS);
  }

  /**
   * Ends the run after its changes are recorded and delivered.
   * @param credits cost of the run; null if its job was lost
   */
  finish(jobId: string, outcome: RunOutcome, credits: number | null, now: number): void {
    const { run } = this.record;
    if (run?.jobId !== jobId || run.stage !== 'running') return;
    if (outcome === 'completed')
      Object.assign(this.record, { lastRunAt: now, lastCredits: credits });
    this.#end(outcome, jobId, now);
    this.#passOverDue(now);
  }

  claim(jobId: string): RunClaim {
    const { run } = this.record;
    if (run?.jobId !== jobId) return 'given_up';
    if (run.stage === 'running') return 'runs';
    return run.stage === 'starting' ? 'undecided' : 'given_up';
  }

  heartbeat(token: number, now: number): void {
    this.#lease.heartbeat(token, now);
  }

  fail(token: number, now: number): void {
    if (this.record.run) this.#lease.fail(token, now);
  }

  #begin(now: number): Run {
    const { record } = this;
    record.runs += 1;
    record.run = {
      // Its row tells by it how long the run has been under way.
      id: `run_${timeOrderedUuid(now, this.#newId())}`,
      number: record.runs,
      startedAt: now,
      stage: 'starting',
      jobId: null,
      stale: [],
      shortage: null,
    };
    this.#lease.schedule(now);
    return record.run;
  }

  #end(outcome: RunOutcome, jobId: string | null, now: number): void {
    const { record } = this;
    record.last = { jobId: jobId ?? record.last?.jobId ?? null, outcome, endedAt: now };
    Object.assign(record, { run: null, unlistedSince: null });
    this.#lease.park(null);
  }

  /** Skips scheduled runs that are already due, because this run looks up all members. */
  #passOverDue(now: number): void {
    const { record } = this;
    if ((record.nextDueAt ?? Infinity) <= now)
      record.nextDueAt = nextScheduledAt(record.schedule, now);
  }
}
