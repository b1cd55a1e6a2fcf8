import { Lease, type LeaseRecord } from '../lib/lease.ts';
import type { RunClaim, RunShortage } from '../lookup/jobs/job.ts';
import {
  type Monitor,
  PERIOD_MS,
  type RunOutcome,
  type RunState,
  type Schedule,
  SPREAD_MS,
} from './monitor.ts';

/**
 * When a run is due that is due after this moment; null when none is. Milliseconds since the epoch.
 */
export function nextScheduledAt(
  { frequency, active, startsAt }: Schedule,
  now: number,
): number | null {
  if (!active) return null;
  if (now < startsAt) return startsAt;
  const period = PERIOD_MS[frequency];
  return startsAt + (Math.floor((now - startsAt) / period) + 1) * period;
}

/**
 * How long after it is due a monitor's run begins: the same every time, and spread evenly over
 * monitors. FNV-1a over the id, which is random; its low bits alone would do as well.
 */
export function scheduleOffset(monitorId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < monitorId.length; index++)
    hash = Math.imul(hash ^ monitorId.charCodeAt(index), 0x01000193) >>> 0;
  return hash % SPREAD_MS;
}

/** How long a monitor waits for its row in the directory, which is written after it. */
const ROW_WAIT_MS = 3_600_000;

/** How often a run's job is looked after while nothing is heard of it. */
const SUPERVISION_MS = 1_800_000;

/**
 * A run on its way: starting (its price is set aside) → running (its job works), or skipped (to be
 * told).
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

/** Everything a monitor's object keeps. The turn is that of the run. */
export interface MonitorRecord extends LeaseRecord {
  id: string;
  organizationId: string;
  /** Since when it waits for its row in the directory; null once there was one. */
  unlistedSince: number | null;
  memberCount: number;
  schedule: Schedule;
  /** What its row says, to write a lost one from; absent until it was told. */
  listed?: Monitor;
  /** When the next scheduled run is due; it begins a spread later. Null when none is. */
  nextDueAt: number | null;
  run: Run | null;
  /** Runs so far. */
  runs: number;
  last: { jobId: string | null; outcome: RunOutcome; endedAt: number } | null;
  lastRunAt: number | null;
  version: number;
}

/** What a consumer is to do with a run. */
export interface RunLease {
  monitorId: string;
  turn: number;
  run: Run;
  /** Id of the job whose rows nobody needs any more. */
  leftover: string | null;
  memberCount: number;
}

export type RunNowResult =
  | { kind: 'started'; runId: string }
  | { kind: 'busy' }
  | { kind: 'inactive' };

/** A monitor as its object is told of it. */
export type OwnedMonitor = Pick<MonitorRecord, 'id' | 'organizationId' | 'schedule' | 'listed'> & {
  /** Of its row: an object that was lost counts on from there, so that its reports are newer. */
  version: number;
};

/** What travels through the queue. */
export interface RunMessage {
  monitorId: string;
  turn: number;
}

/** The rules of one monitor's runs, without storage, queue or clock. Each method is one event. */
export class MonitorStateMachine {
  readonly record: MonitorRecord;
  readonly #lease: Lease;
  readonly #newId: () => string;
  outbox: { body: RunMessage; delayMs: number }[] = [];

  /** @param newId uuid for runs and their attempts */
  constructor(record: MonitorRecord, newId: () => string) {
    this.record = record;
    this.#newId = newId;
    this.#lease = new Lease(record, (turn, delayMs) =>
      this.outbox.push({ body: { monitorId: record.id, turn }, delayMs }),
    );
  }

  /** What is kept of a new monitor: its first run is due when it begins. */
  static newRecord(monitor: OwnedMonitor): MonitorRecord {
    const { active, startsAt } = monitor.schedule;
    return {
      ...{ ...monitor, unlistedSince: null, memberCount: 0, nextDueAt: active ? startsAt : null },
      ...{ run: null, runs: 0, last: null, lastRunAt: null },
      ...{ turn: 0, taken: false, dueAt: null, sends: 0 },
    };
  }

  get state(): RunState {
    const { run, last, lastRunAt, version, memberCount } = this.record;
    return {
      ...{ version, memberCount },
      nextRunAt: this.#nextStartAt,
      runId: run?.id ?? null,
      lastRunAt,
      lastOutcome: last?.outcome ?? null,
      lastEndedAt: last?.endedAt ?? null,
    };
  }

  /** The earliest moment at which something is to be done; Infinity for never. */
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

  /** Takes over what its owner wants of it. A run under way goes on. */
  configure({ schedule, listed }: Pick<OwnedMonitor, 'schedule' | 'listed'>, now: number): void {
    const { record } = this;
    const { active, frequency } = record.schedule;
    const isSame = active === schedule.active && frequency === schedule.frequency;
    Object.assign(record, { schedule, listed, unlistedSince: null });
    if (!isSame) record.nextDueAt = nextScheduledAt(schedule, now);
  }

  /** Begins the run that is due, or offers again what is overdue. @param all overdue or not */
  resendOverdue(now: number, all = false): void {
    if (this.record.run) this.#lease.resend(now, all);
    else if ((this.#nextStartAt ?? Infinity) <= now) this.#begin(now);
  }

  runNow(now: number): RunNowResult {
    const { run, schedule } = this.record;
    if (!schedule.active) return { kind: 'inactive' };
    return run ? { kind: 'busy' } : { kind: 'started', runId: this.#begin(now).id };
  }

  /** Each attempt to start has a job of its own: an earlier one's hold is never taken for its. */
  acquire(turn: number, now: number): RunLease | null {
    const { run, id, last, memberCount } = this.record;
    if (!run || !this.#lease.acquire(turn, now)) return null;
    if (run.stage === 'starting') {
      if (run.jobId) run.stale.push(run.jobId);
      run.jobId = `run_${this.#newId()}`;
    }
    return { monitorId: id, turn, run: { ...run }, leftover: last?.jobId ?? null, memberCount };
  }

  /** The price is set aside: from here on the run's job runs. @returns false when it is not to */
  commit(turn: number, jobId: string, now: number): boolean {
    const { run, schedule } = this.record;
    if (run?.jobId !== jobId) return false;
    if (run.stage === 'running') return true;
    if (run.stage !== 'starting' || !this.#lease.isHeld(turn) || !schedule.active) return false;
    Object.assign(run, { stage: 'running', stale: [] });
    this.#lease.park(now + SUPERVISION_MS);
    return true;
  }

  /** What an earlier attempt had set aside is undone. */
  markGivenUp(turn: number, jobId: string): void {
    const { run } = this.record;
    if (run && this.#lease.isHeld(turn)) run.stale = run.stale.filter((id) => id !== jobId);
  }

  /** There will be no run. @param shortage what is missing, when somebody is to be told */
  skip(turn: number, outcome: RunOutcome, shortage: RunShortage | null, now: number): void {
    const { run } = this.record;
    if (run?.stage !== 'starting' || !this.#lease.isHeld(turn)) return;
    if (shortage) {
      Object.assign(run, { stage: 'skipped', shortage });
      this.#lease.schedule(now);
    } else this.#end(outcome, null, now);
  }

  /**
   * The directory has no row of this monitor. One that never had one may still get it, and the run
   * is tried again; another is kept for the operator to bring back.
   * @returns true when the wait is over, and it is to be forgotten
   */
  handleMissingRow(turn: number, now: number): boolean {
    const { unlistedSince } = this.record;
    if (unlistedSince === null) this.skip(turn, 'stopped', null, now);
    else if (now < unlistedSince + ROW_WAIT_MS) this.fail(turn, now);
    else return this.#lease.isHeld(turn);
    return false;
  }

  /** The skipped run was told. */
  markNotified(turn: number, now: number): void {
    if (this.record.run?.stage === 'skipped' && this.#lease.isHeld(turn))
      this.#end('insufficient_credits', null, now);
  }

  /** The run's job is well; it is looked after again later. */
  markHealthy(turn: number, now: number): void {
    if (this.#lease.isHeld(turn)) this.#lease.park(now + SUPERVISION_MS);
  }

  /** The job has ended, and everything it changed is written down and told. */
  finish(jobId: string, outcome: RunOutcome, now: number): void {
    const { run } = this.record;
    if (run?.jobId === jobId && run.stage === 'running') this.#end(outcome, jobId, now);
  }

  claim(jobId: string): RunClaim {
    const { run } = this.record;
    if (run?.jobId !== jobId) return 'given_up';
    if (run.stage === 'running') return 'runs';
    return run.stage === 'starting' ? 'undecided' : 'given_up';
  }

  heartbeat(turn: number, now: number): void {
    this.#lease.heartbeat(turn, now);
  }

  fail(turn: number, now: number): void {
    if (this.record.run) this.#lease.fail(turn, now);
  }

  #begin(now: number): Run {
    const { record } = this;
    record.runs += 1;
    record.run = {
      ...{ id: `run_${this.#newId()}`, number: record.runs, startedAt: now },
      ...{ stage: 'starting', jobId: null, stale: [], shortage: null },
    };
    if ((record.nextDueAt ?? Infinity) <= now)
      record.nextDueAt = nextScheduledAt(record.schedule, now);
    this.#lease.schedule(now);
    return record.run;
  }

  /** What fell due while the run was under way is passed over: members were just looked up. */
  #end(outcome: RunOutcome, jobId: string | null, now: number): void {
    const { record } = this;
    record.last = { jobId: jobId ?? record.last?.jobId ?? null, outcome, endedAt: now };
    if (outcome === 'completed') record.lastRunAt = now;
    Object.assign(record, { run: null, unlistedSince: null });
    this.#lease.park(null);
    if ((record.nextDueAt ?? Infinity) <= now)
      record.nextDueAt = nextScheduledAt(record.schedule, now);
  }
}
