import { DurableObject } from 'cloudflare:workers';
import type { RunClaim, RunShortage } from '../lookup/jobs/job.ts';
import type { Clock } from '../lookup/world.ts';
import { isLegacyRecord, migrateLegacyMembers } from './legacy-members.ts';
import { type FoundMember, MonitorTables, type RecordedRun } from './member-tables.ts';
import {
  EVENT_RETENTION_MS,
  MAX_EVENTS,
  MAX_MEMBERS,
  type MemberInput,
  type Monitor,
  type RunOutcome,
  type RunState,
} from './monitor.ts';
import {
  type MonitorRecord,
  MonitorStateMachine,
  type OwnedMonitor,
  type RunLease,
  type RunMessage,
  type RunNowResult,
} from './state-machine.ts';

/**
 * Lower limit of an alarm: a fault in the state machine must not set one that fires without pause.
 */
const MIN_ALARM_MS = 1_000;

const RECORD_KEY = 'monitor';

export interface MonitorEnv {
  MONITOR_QUEUE: Queue<RunMessage>;
  /** Read by monitors of earlier versions. */
  DB: D1Database;
}

const newId = () => crypto.randomUUID();

/** A monitor's record and tables on the object's disk, its alarm, and its messages to the queue. */
abstract class MonitorStorage extends DurableObject<MonitorEnv> {
  protected readonly clock: Clock = { now: () => Date.now() };
  protected readonly tables: MonitorTables;
  protected stateMachine: MonitorStateMachine | null = null;
  protected alarmAt = Infinity;
  #written = '';

  constructor(ctx: DurableObjectState, env: MonitorEnv) {
    super(ctx, env);
    this.tables = new MonitorTables(ctx.storage.sql);
    const record = ctx.storage.kv.get<MonitorRecord>(RECORD_KEY);
    if (isLegacyRecord(record)) void ctx.blockConcurrencyWhile(() => this.migrate(record));
    else if (record) {
      this.stateMachine = new MonitorStateMachine(record, newId);
      this.#written = JSON.stringify(record);
    }
  }

  /** Begins a monitor without members. Nothing is written before {@link apply}. */
  protected open(record: MonitorRecord): void {
    this.tables.open();
    this.stateMachine = new MonitorStateMachine(record, newId);
  }

  /** Begins a monitor whose members may lie where earlier versions kept them. */
  protected async migrate(record: MonitorRecord): Promise<void> {
    this.tables.open();
    const owner = await migrateLegacyMembers(record.id, this.tables, this.ctx.storage, this.env.DB);
    const organizationId = owner ?? record.organizationId;
    const { memberCount } = this.tables;
    this.open({ ...record, organizationId, unlistedSince: null, memberCount });
    await this.apply(() => undefined);
  }

  /**
   * Applies one event and writes what changed, as one transaction, then sends. A message that could
   * not be sent is resent by the alarm. @returns null when there is no monitor
   */
  protected async apply(
    apply: (machine: MonitorStateMachine, now: number) => void,
  ): Promise<RunState | null> {
    const { stateMachine: machine } = this;
    if (!machine) return null;
    try {
      this.ctx.storage.transactionSync(() => {
        apply(machine, this.clock.now());
        this.#write(machine.record);
      });
    } catch (cause) {
      this.ctx.abort(`the monitor broke: ${cause}`);
      throw cause;
    }
    const messages = machine.outbox.splice(0);
    this.#setAlarm(machine);
    for (const { body, delayMs } of messages)
      await this.env.MONITOR_QUEUE.send(body, {
        delaySeconds: Math.ceil(delayMs / 1_000),
      }).catch(() => undefined);
    return machine.state;
  }

  /** Deletes the events that are too old or too many. */
  protected purgeEvents(now: number): void {
    this.tables.deleteEvents(now - EVENT_RETENTION_MS, MAX_EVENTS);
  }

  protected async clear(): Promise<void> {
    this.stateMachine = null;
    this.#written = '';
    this.alarmAt = Infinity;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    this.alarmAt = Infinity;
    await this.apply((machine, now) => {
      this.purgeEvents(now);
      machine.resendOverdue(now);
    });
  }

  #write(record: MonitorRecord): void {
    if (JSON.stringify(record) === this.#written) return;
    record.version += 1;
    this.ctx.storage.kv.put(RECORD_KEY, record);
    this.#written = JSON.stringify(record);
  }

  /**
   * Alarm for the machine's next event, or for the oldest event to expire. One that fires too early
   * finds nothing overdue and is set anew.
   */
  #setAlarm(machine: MonitorStateMachine): void {
    const dueAt = Math.min(machine.nextDueAt, this.tables.oldestEventAt + EVENT_RETENTION_MS + 1);
    if (dueAt >= this.alarmAt) return;
    this.alarmAt = Math.max(dueAt, this.clock.now() + MIN_ALARM_MS);
    void this.ctx.storage.setAlarm(this.alarmAt);
  }
}

/** Name in place of one that held an erased text. */
const ERASED = 'erased';

/** What can be read of members and events. */
export type MonitorReads = Pick<
  MonitorTables,
  'pageMembers' | 'pageSubjects' | 'pageEvents' | 'pageRunEvents' | 'countRunEvents'
>;

/**
 * Durable object of one monitor, named by its id: it alone decides when a run begins and whether
 * one is under way, and it alone has the members with their snapshots and the events. Calls about
 * members and events name the organization; to another than its own the object answers null, as if
 * it were empty.
 */
export class MonitorObject extends MonitorStorage {
  /**
   * Creates a monitor and its members; a repeat finds them. Its first run checks that its row was
   * written too. @returns null when another organization's is here
   */
  async create(monitor: OwnedMonitor, members: readonly MemberInput[]): Promise<RunState | null> {
    const isNew = this.stateMachine === null;
    if (isNew) this.open(MonitorStateMachine.newRecord(monitor));
    if (!this.#isOf(monitor.organizationId)) return null;
    return this.apply(({ record }, now) => {
      if (isNew || record.unlistedSince !== null) record.unlistedSince = now;
      if (!isNew) return;
      this.tables.add(members, now, MAX_MEMBERS);
      record.memberCount = this.tables.memberCount;
    });
  }

  /**
   * Creates or configures the monitor, and resends what is overdue. @returns null when another
   * organization's is here
   */
  async wake(monitor: OwnedMonitor): Promise<RunState | null> {
    if (this.stateMachine === null)
      await this.ctx.blockConcurrencyWhile(() =>
        this.migrate(MonitorStateMachine.newRecord(monitor)),
      );
    if (!this.#isOf(monitor.organizationId)) return null;
    // Sets the alarm whatever was set before: the platform drops one that failed too often.
    this.alarmAt = Infinity;
    return this.apply((machine, now) => {
      machine.configure(monitor, now);
      machine.resendOverdue(now);
    });
  }

  /**
   * Adds members, or changes the labels of those that are there. @returns how many there would be
   * when those are more than `most`, and nothing is changed
   */
  async addMembers(
    organizationId: string,
    members: readonly MemberInput[],
    most: number,
  ): Promise<RunState | number | null> {
    if (!this.#isOf(organizationId)) return null;
    let tooMany: number | null = null;
    const state = await this.apply(({ record }, now) => {
      tooMany = this.tables.add(members, now, most);
      record.memberCount = this.tables.memberCount;
    });
    return tooMany ?? state;
  }

  async removeMembers(
    organizationId: string,
    subjects: readonly string[],
  ): Promise<RunState | null> {
    if (!this.#isOf(organizationId)) return null;
    return this.apply(({ record }) => {
      this.tables.remove(subjects);
      record.memberCount = this.tables.memberCount;
    });
  }

  /**
   * Erasure: deletes members and events that hold a person's identifier, and name and receiver that
   * do.
   * @returns how many
   */
  async erase(forms: readonly string[]): Promise<number> {
    let erased = 0;
    const has = (text = '') => forms.some((form) => text.toLowerCase().includes(form));
    await this.apply(({ record }) => {
      erased = this.tables.erase(forms);
      record.memberCount = this.tables.memberCount;
      const { listed } = record;
      if (!listed || !(has(listed.name) || has(listed.webhook?.url))) return;
      const webhook = has(listed.webhook?.url) ? null : listed.webhook;
      record.listed = { ...listed, name: has(listed.name) ? ERASED : listed.name, webhook };
      erased += 1;
    });
    return erased;
  }

  /** The monitor as its row has it, or had it. @returns null when the object never got it */
  async listed(): Promise<Monitor | null> {
    return this.stateMachine?.record.listed ?? null;
  }

  /**
   * @returns JSON: a reply of objects stays tied to its call until it is collected, and objects of
   * the local runtime were seen to restart while many such replies were held
   */
  async read(
    organizationId: string,
    verb: keyof MonitorReads,
    args: readonly unknown[],
  ): Promise<string | null> {
    if (!this.#isOf(organizationId)) return null;
    const reads: MonitorReads = this.tables;
    return JSON.stringify(Reflect.apply(reads[verb], reads, args));
  }

  /** Records what a run found of some members, each once a run. */
  async record(
    organizationId: string,
    run: RecordedRun,
    found: readonly FoundMember[],
  ): Promise<true | null> {
    if (!this.#isOf(organizationId)) return null;
    await this.apply((_, now) => this.tables.record(run, found, now));
    return true;
  }

  async runNow(): Promise<RunNowResult | null> {
    let answer: RunNowResult | null = null;
    await this.apply((machine, now) => {
      answer = machine.runNow(now);
    });
    return answer;
  }

  async acquire(token: number): Promise<RunLease | null> {
    let answer: RunLease | null = null;
    await this.apply((machine, now) => {
      answer = machine.acquire(token, now);
    });
    return answer;
  }

  async commit(token: number, jobId: string): Promise<boolean> {
    let answer = false;
    await this.apply((machine, now) => {
      answer = machine.commit(token, jobId, now);
    });
    return answer;
  }

  async markGivenUp(token: number, jobId: string): Promise<void> {
    await this.apply((machine) => machine.markGivenUp(token, jobId));
  }

  async skip(
    token: number,
    outcome: RunOutcome,
    shortage: RunShortage | null,
  ): Promise<RunState | null> {
    return this.apply((machine, now) => machine.skip(token, outcome, shortage, now));
  }

  async markNotified(token: number): Promise<RunState | null> {
    return this.apply((machine, now) => machine.markNotified(token, now));
  }

  async markHealthy(token: number): Promise<void> {
    await this.apply((machine, now) => machine.markHealthy(token, now));
  }

  async finish(jobId: string, outcome: RunOutcome): Promise<RunState | null> {
    return this.apply((machine, now) => {
      machine.finish(jobId, outcome, now);
      this.purgeEvents(now);
    });
  }

  async claim(jobId: string): Promise<RunClaim> {
    return this.stateMachine?.claim(jobId) ?? 'given_up';
  }

  async runningJob(): Promise<string | null> {
    return this.stateMachine?.runningJob ?? null;
  }

  /** In memory only: after a restart the work is resent anyway. */
  async heartbeat(token: number): Promise<void> {
    this.stateMachine?.heartbeat(token, this.clock.now());
  }

  async fail(token: number): Promise<void> {
    await this.apply((machine, now) => machine.fail(token, now));
  }

  async state(): Promise<RunState | null> {
    return this.stateMachine?.state ?? null;
  }

  /** Resends the work that is out, without waiting until it counts as lost. */
  async resend(): Promise<RunState | null> {
    return this.apply((machine, now) => machine.resendOverdue(now, true));
  }

  /** The directory has no row of this monitor: an orphan is deleted. */
  async handleMissingRow(token: number): Promise<void> {
    let isOver = false;
    await this.apply((machine, now) => {
      isOver = machine.handleMissingRow(token, now);
    });
    if (isOver) await this.clear();
  }

  async forget(organizationId: string): Promise<void> {
    if (this.#isOf(organizationId)) await this.clear();
  }

  #isOf(organizationId: string): boolean {
    return this.stateMachine?.record.organizationId === organizationId;
  }
}
