import { fnv1a32 } from '../lib/bytes.ts';
import { Lease, type LeaseRecord } from '../lib/lease.ts';
import type { OutgoingMessage } from '../lib/state-machine-object.ts';
import { HOUR_MS } from '../lib/time.ts';
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

/** The next scheduled run after this moment, in milliseconds; null when there is none. */
export function nextScheduledAt(
  { frequency, active, startsAt }: Schedule,
  now: number,
): number | null {
  if (!active) return null;
  if (now < startsAt) return startsAt;
  const period = PERIOD_MS[frequency];
  return startsAt + (Math.floor((now - startsAt) / period) + 1) * period;
}

/** Offset of a monitor's runs behind their schedule: constant, and spread over monitors. */
export const scheduleOffset = (monitorId: string): number => fnv1a32(monitorId) % SPREAD_MS;

/** How long a monitor waits for its row in the directory, which is written after it. */
const ROW_WAIT_MS = HOUR_MS;

/** Interval at which a run's job is supervised while it does not report. */
const SUPERVISION_MS = 1_800_000;

/**
 * States of a run: starting (its price is set aside) → running (its job works), or skipped (its
 * notification is pending).
 */
export interface Run {
  id: string;
  number: number;
  startedAt: number;
  stage: 'starting' | 'running' | 'skipped';
  /** The latest attempt to start it; only its job may run. */
  jobId: string | null;
  /** Attempts before that are still to be undone. */
  stale: string[];
  /** Why it is skipped. */
  shortage: RunShortage | null;
}

/** A monitor's stored record. `turn` is the fencing token of the run's lease. */
export interface MonitorRecord extends LeaseRecord {
  id: string;
  organizationId: string;
  /** Since when it waits for its row in the directory; null once there was one. */
  unlistedSince: number | null;
  memberCount: number;
  schedule: Schedule;
  /** A copy of its row, to write a lost one from; absent until the object got one. */
  listed?: Monitor;
  /** When the next scheduled run is due; it begins a spread later. Null when none is. */
  nextDueAt: number | null;
  run: Run | null;
  runs: number;
  last: { jobId: string | null; outcome: RunOutcome; endedAt: number } | null;
  lastRunAt: number | null;
  /** Credits the run ended at `lastRunAt` took; absent of one that an earlier version ended. */
  lastCredits?: number | null;
  version: number;
}

/** Lease on a run; `turn` is its fencing token. */
export interface RunLease {
  monitorId: string;
  turn: number;
  run: Run;
  /** Id of an earlier run's job, whose rows are to be deleted. */
  leftover: string | null;
  memberCount: number;
}

export type RunNowResult =
  | { kind: 'started'; runId: string }
  | { kind: 'busy' }
  | { kind: 'inactive' };

type OwnedMonitor = Pick<MonitorRecord, 'id' | 'organizationId' | 'schedule' | 'listed'> & {
  /** Of its row: an object that was lost counts on from there, so that its reports are newer. */
  version: number;
};

/** Picks what the object stores: neither its own state nor the key's scopes. */
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

/** Queue message: at least once; only the latest `turn` is valid. */
export interface RunMessage {
  monitorId: string;
  turn: number;
}

/** State machine of one monitor's runs, without storage, queue or clock. A method is an event. */
export class MonitorStateMachine {
  readonly record: MonitorRecord;
  readonly #lease: Lease;
  readonly #newId: () => string;
  readonly outbox: OutgoingMessage<RunMessage>[] = [];

  /** @param newId uuid for runs and their attempts */
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

  /** The earliest moment at which a run begins or a lease expires; Infinity for never. */
  get nextDueAt(): number {
    const { run, dueAt } = this.record;
    return (run ? dueAt : this.#nextStartAt) ?? Infinity;
  }

  get #nextStartAt(): number | null {
    const { id, nextDueAt } = this.record;
    return nextDueAt === null ? null : nextDueAt + scheduleOffset(id);
  }

  get runningJob(): string | null {
    const { run } = this.record;
    return run?.stage === 'running' ? run.jobId : null;
  }

  /** Applies the owner's settings. A run under way goes on. */
  configure({ schedule, listed }: Pick<OwnedMonitor, 'schedule' | 'listed'>, now: number): void {
    const { record } = this;
    const { active, frequency } = record.schedule;
    const isSame = active === schedule.active && frequency === schedule.frequency;
    Object.assign(record, { schedule, listed, unlistedSince: null });
    if (!isSame) record.nextDueAt = nextScheduledAt(schedule, now);
  }

  /** Begins the run that is due, or resends what is overdue. @param all also what is not */
  resendOverdue(now: number, { all = false } = {}): void {
    if (this.record.run) this.#lease.resend(now, { all });
    else if ((this.#nextStartAt ?? Infinity) <= now) {
      this.#begin(now);
      this.#passOverDue(now);
    }
  }

  runNow(now: number): RunNowResult {
    const { run, schedule } = this.record;
    if (!schedule.active) return { kind: 'inactive' };
    return run ? { kind: 'busy' } : { kind: 'started', runId: this.#begin(now).id };
  }

  /** Each attempt to start has a job of its own: an earlier one's hold is never taken for its. */
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

  /** The price is set aside: from here on the run's job runs. @returns false when it is not to */
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

  /** What an earlier attempt had set aside is undone. */
  markGivenUp(token: number, jobId: string): void {
    const { run } = this.record;
    if (run && this.#lease.isHeld(token)) run.stale = run.stale.filter((id) => id !== jobId);
  }

  /** Skips the run. @param shortage what is missing, when the skip is to be notified */
  skip(token: number, outcome: RunOutcome, shortage: RunShortage | null, now: number): void {
    const { run } = this.record;
    if (run?.stage !== 'starting' || !this.#lease.isHeld(token)) return;
    if (shortage) {
      Object.assign(run, { stage: 'skipped', shortage });
      this.#lease.schedule(now);
    } else this.#end(outcome, null, now);
  }

  /**
   * The directory has no row of this monitor. One that never had one may still get it, and the run
   * is tried again; another is kept for the operator to bring back.
   * @returns true when the wait is over, and it is to be deleted
   */
  handleMissingRow(token: number, now: number): boolean {
    const { unlistedSince } = this.record;
    if (unlistedSince === null) this.skip(token, 'stopped', null, now);
    else if (now < unlistedSince + ROW_WAIT_MS) this.fail(token, now);
    else return this.#lease.isHeld(token);
    return false;
  }

  /** The skipped run's notification was delivered. */
  markNotified(token: number, now: number): void {
    const { run } = this.record;
    if (run?.stage === 'skipped' && this.#lease.isHeld(token))
      this.#end(run.shortage?.reason ?? 'insufficient_credits', null, now);
  }

  /** The run's job is at work; it is supervised again later. */
  markHealthy(token: number, now: number): void {
    if (this.#lease.isHeld(token)) this.#lease.park(now + SUPERVISION_MS);
  }

  /**
   * The job has ended, and everything it changed is recorded and delivered.
   * @param credits it took; null where its job is lost, and with it the figure
   */
  finish(jobId: string, outcome: RunOutcome, credits: number | null, now: number): void {
    const { run } = this.record;
    if (run?.jobId !== jobId || run.stage !== 'running') return;
    this.record.lastCredits = credits;
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
      id: `run_${this.#newId()}`,
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
    if (outcome === 'completed') record.lastRunAt = now;
    Object.assign(record, { run: null, unlistedSince: null });
    this.#lease.park(null);
  }

  /** A scheduled run that fell due is this one, or passed over: it looks every member up. */
  #passOverDue(now: number): void {
    const { record } = this;
    if ((record.nextDueAt ?? Infinity) <= now)
      record.nextDueAt = nextScheduledAt(record.schedule, now);
  }
}
