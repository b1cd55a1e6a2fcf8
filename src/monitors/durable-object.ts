import { StateMachineObject } from '../lib/state-machine-object.ts';
import { IdentifierSearch } from '../lookup/identifier-text.ts';
import type { RunClaim, RunShortage } from '../lookup/jobs/job.ts';
import { type FoundMember, MonitorTables, type RecordedRun } from './member-tables.ts';
import {
  EVENT_RETENTION_MS,
  MAX_EVENTS,
  MAX_MEMBERS,
  type MemberInput,
  type Monitor,
  type MonitorRef,
  type MonitorWithState,
  type RunOutcome,
  type RunState,
} from './monitor.ts';
import {
  type MonitorRecord,
  MonitorStateMachine,
  ownedMonitorOf,
  type RunLease,
  type RunMessage,
} from './state-machine.ts';

const RECORD_KEY = 'monitor';

interface MonitorEnv {
  MONITOR_QUEUE: Queue<RunMessage>;
  /** Read only to find a monitor without a row. */
  DB: D1Database;
}

const newId = () => crypto.randomUUID();

/** Replaces a name that contained an erased identifier. */
const ERASED = 'erased';

export type MonitorReads = Pick<
  MonitorTables,
  'pageMembers' | 'pageSubjects' | 'pageEvents' | 'pageRunEvents' | 'countRunEvents'
>;

/**
 * Durable Object of one monitor, named by its id. It is authoritative for the schedule and state of
 * runs, for the members with their snapshots, and for the events. Calls that take a whole monitor
 * create or find it, and return null if the object belongs to another organization. Calls that take
 * an id are for runs, and return null if there is no monitor. All calls except {@link runNow} are
 * idempotent.
 */
export class MonitorObject extends StateMachineObject<MonitorStateMachine, RunMessage, MonitorEnv> {
  /** Not retried: a retry would return the run that the first call began. */
  static readonly once: readonly (keyof MonitorObject)[] = ['runNow'];

  protected readonly queue = this.env.MONITOR_QUEUE;
  readonly #tables: MonitorTables;
  #written = '';

  constructor(ctx: DurableObjectState, env: MonitorEnv) {
    super(ctx, env);
    this.#tables = new MonitorTables(ctx.storage.sql);
    const record = ctx.storage.kv.get<MonitorRecord>(RECORD_KEY);
    if (!record) return;
    this.machine = new MonitorStateMachine(record, newId);
    this.#written = JSON.stringify(record);
  }

  protected write({ record }: MonitorStateMachine): void {
    if (JSON.stringify(record) === this.#written) return;
    record.version += 1;
    this.ctx.storage.kv.put(RECORD_KEY, record);
    this.#written = JSON.stringify(record);
  }

  /** Next run, expiry of a lease, end of the wait for a row, or deletion of the oldest event. */
  protected override nextDueAt(machine: MonitorStateMachine): number {
    const eventDueAt = this.#tables.oldestEventAt + EVENT_RETENTION_MS + 1;
    return Math.min(machine.nextDueAt, machine.rowDueAt, eventDueAt);
  }

  override async alarm(): Promise<void> {
    if ((this.machine?.rowDueAt ?? Infinity) <= Date.now() && (await this.#isOrphan()))
      return this.#delete();
    await this.applyAndRearm((machine, now) => {
      this.#purgeEvents(now);
      machine.resendOverdue(now);
    });
  }

  /**
   * Creates a monitor with its members, before its row is written. Idempotent. Its first run checks
   * that the row exists too.
   */
  async create(
    monitor: MonitorWithState,
    members: readonly MemberInput[],
  ): Promise<RunState | null> {
    const isNew = this.machine === null;
    if (isNew) this.#open(ownedMonitorOf(monitor));
    if (!this.#isOf(monitor)) return null;
    await this.apply(({ record }, now) => {
      if (isNew || record.unlistedSince !== null) record.unlistedSince = now;
      if (!isNew) return;
      this.#tables.add(members, now, MAX_MEMBERS);
      record.memberCount = this.#tables.memberCount;
    });
    return this.state();
  }

  /** Creates or configures the monitor, resends overdue messages, and sets the alarm. */
  async wake(monitor: MonitorWithState): Promise<RunState | null> {
    const owned = ownedMonitorOf(monitor);
    if (this.machine === null) this.#open(owned);
    if (!this.#isOf(monitor)) return null;
    await this.applyAndRearm((machine, now) => {
      machine.configure(owned, now);
      machine.resendOverdue(now);
    });
    return this.state();
  }

  /**
   * Adds members, or changes the labels of existing ones. @returns the resulting number if it
   * exceeds `most`; nothing is changed then
   */
  async addMembers(
    monitor: MonitorWithState,
    members: readonly MemberInput[],
    most: number,
  ): Promise<RunState | number | null> {
    if (!(await this.#reopen(monitor))) return null;
    const tooMany = await this.apply(({ record }, now) => {
      const count = this.#tables.add(members, now, most);
      record.memberCount = this.#tables.memberCount;
      return count;
    });
    return tooMany ?? this.state();
  }

  async removeMembers(
    monitor: MonitorWithState,
    subjects: readonly string[],
  ): Promise<RunState | null> {
    if (!(await this.#reopen(monitor))) return null;
    await this.apply(({ record }) => {
      this.#tables.remove(subjects);
      record.memberCount = this.#tables.memberCount;
    });
    return this.state();
  }

  /**
   * Erases a person's identifier: deletes members and events that contain it, and clears a name and
   * a receiver that do.
   * @returns number of matches
   */
  async erase(identifier: string): Promise<number> {
    const search = new IdentifierSearch(identifier);
    const has = (text?: string | null) => search.contains(text);
    const erased = await this.apply(({ record }) => {
      const count = this.#tables.erase(search);
      record.memberCount = this.#tables.memberCount;
      const { listed } = record;
      if (!listed || !(has(listed.name) || has(listed.webhook?.url))) return count;
      const webhook = has(listed.webhook?.url) ? null : listed.webhook;
      record.listed = { ...listed, name: has(listed.name) ? ERASED : listed.name, webhook };
      return count + 1;
    });
    return erased ?? 0;
  }

  /** Copy of the monitor's row. @returns null if the object never received it */
  async listed(): Promise<Monitor | null> {
    return this.machine?.record.listed ?? null;
  }

  /**
   * Reads members or events; see {@link readMonitor}.
   * @returns JSON, because an RPC reply of objects stays tied to its call until it is collected,
   * and objects in the local runtime restarted while many such replies were alive
   */
  async read(
    monitor: MonitorWithState,
    verb: keyof MonitorReads,
    args: readonly unknown[],
  ): Promise<string | null> {
    if (!(await this.#reopen(monitor))) return null;
    const reads: MonitorReads = this.#tables;
    return JSON.stringify(Reflect.apply(reads[verb], reads, args));
  }

  /** Records a run's findings for some members, once per member and run. */
  async record(
    monitor: MonitorWithState,
    run: RecordedRun,
    found: readonly FoundMember[],
  ): Promise<true | null> {
    if (!(await this.#reopen(monitor))) return null;
    await this.apply((_, now) => this.#tables.record(run, found, now));
    return true;
  }

  /** @returns id of the run that begins; null if none does */
  async runNow(): Promise<string | null> {
    return this.apply((machine, now) => machine.runNow(now));
  }

  /** @returns null if the fencing token is outdated, or the lease is held */
  async acquire(token: number): Promise<RunLease | null> {
    return this.apply((machine, now) => machine.acquire(token, now));
  }

  /** Commits an attempt whose price is held. @returns false if its job must not run */
  async commit(token: number, jobId: string): Promise<boolean> {
    return (await this.apply((machine, now) => machine.commit(token, jobId, now))) ?? false;
  }

  async markGivenUp(token: number, jobId: string): Promise<void> {
    await this.apply((machine) => machine.markGivenUp(token, jobId));
  }

  /** @param shortage missing credits, if the skip is to be notified */
  async skip(
    token: number,
    outcome: RunOutcome,
    shortage: RunShortage | null,
  ): Promise<RunState | null> {
    await this.apply((machine, now) => machine.skip(token, outcome, shortage, now));
    return this.state();
  }

  async markNotified(token: number): Promise<RunState | null> {
    await this.apply((machine, now) => machine.markNotified(token, now));
    return this.state();
  }

  async markHealthy(token: number): Promise<void> {
    await this.apply((machine, now) => machine.markHealthy(token, now));
  }

  async finish(
    jobId: string,
    outcome: RunOutcome,
    credits: number | null,
  ): Promise<RunState | null> {
    await this.apply((machine, now) => {
      machine.finish(jobId, outcome, credits, now);
      this.#purgeEvents(now);
    });
    return this.state();
  }

  async claim(jobId: string): Promise<RunClaim> {
    return this.machine?.claim(jobId) ?? 'given_up';
  }

  async runningJob(): Promise<string | null> {
    return this.machine?.runningJob ?? null;
  }

  /** The job of the last run that had one; its storage is not purged yet. */
  async lastJob(): Promise<string | null> {
    return this.machine?.record.last?.jobId ?? null;
  }

  /** Extends the lease in memory only, because after a restart the work is resent anyway. */
  async heartbeat(token: number): Promise<void> {
    this.machine?.heartbeat(token, Date.now());
  }

  /** Reports a failed attempt, which is retried with backoff. */
  async fail(token: number): Promise<void> {
    await this.apply((machine, now) => machine.fail(token, now));
  }

  async state(): Promise<RunState | null> {
    return this.machine?.state ?? null;
  }

  /** Resends pending work without waiting until it counts as lost. */
  async resend(): Promise<RunState | null> {
    await this.apply((machine, now) => machine.resendOverdue(now, { all: true }));
    return this.state();
  }

  /** Handles a missing row: an orphan is deleted; the run of any other monitor is skipped. */
  async handleMissingRow(token: number): Promise<void> {
    if (await this.apply((machine, now) => machine.handleMissingRow(token, now)))
      await this.#delete();
  }

  async forget(monitor: MonitorRef): Promise<void> {
    if (this.#isOf(monitor)) await this.#delete();
  }

  /** Initializes a monitor without members. Nothing is written before {@link apply}. */
  #open(owned: ReturnType<typeof ownedMonitorOf>): void {
    this.#tables.open();
    this.machine = new MonitorStateMachine(MonitorStateMachine.newRecord(owned), newId);
  }

  /** Restores an object that lost its storage. @returns false if another organization owns it */
  async #reopen(monitor: MonitorWithState): Promise<boolean> {
    if (this.machine === null) await this.wake(monitor);
    return this.#isOf(monitor);
  }

  /** Whether the row was never written. An unreadable database is asked again an hour later. */
  async #isOrphan(): Promise<boolean> {
    const record = this.machine?.record;
    if (!record) return false;
    const row = this.env.DB.prepare('SELECT 1 AS found FROM monitors WHERE id = ?').bind(record.id);
    const found = await row.first<number>('found').catch(() => undefined);
    if (found === null) return true;
    await this.apply((_, now) => {
      record.unlistedSince = found === undefined ? now : null;
    });
    return false;
  }

  #isOf({ caller }: MonitorRef): boolean {
    return this.machine?.record.organizationId === caller.organizationId;
  }

  /** Deletes events beyond the retention. */
  #purgeEvents(now: number): void {
    this.#tables.deleteEvents(now - EVENT_RETENTION_MS, MAX_EVENTS);
  }

  async #delete(): Promise<void> {
    this.#written = '';
    await this.clear();
  }
}
