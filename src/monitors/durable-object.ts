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

/** A fault in the rules must not set an alarm that fires without pause. */
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
   * not be sent is found by the sweep. @returns null when there is no monitor
   */
  protected async apply(
    apply: (book: MonitorStateMachine, now: number) => void,
  ): Promise<RunState | null> {
    const { stateMachine: book } = this;
    if (!book) return null;
    try {
      this.ctx.storage.transactionSync(() => {
        apply(book, this.clock.now());
        this.#write(book.record);
      });
    } catch (cause) {
      this.ctx.abort(`the monitor broke: ${cause}`);
      throw cause;
    }
    const messages = book.outbox.splice(0);
    this.#setAlarm(book);
    for (const { body, delayMs } of messages)
      await this.env.MONITOR_QUEUE.send(body, {
        delaySeconds: Math.ceil(delayMs / 1_000),
      }).catch(() => undefined);
    return book.state;
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
    await this.apply((book, now) => {
      this.purgeEvents(now);
      book.resendOverdue(now);
    });
  }

  #write(record: MonitorRecord): void {
    if (JSON.stringify(record) === this.#written) return;
    record.version += 1;
    this.ctx.storage.kv.put(RECORD_KEY, record);
    this.#written = JSON.stringify(record);
  }

  /**
   * For what the book does next, or for the oldest event to go. An alarm that comes too early finds
   * nothing overdue and is set anew.
   */
  #setAlarm(book: MonitorStateMachine): void {
    const dueAt = Math.min(book.nextDueAt, this.tables.oldestEventAt + EVENT_RETENTION_MS + 1);
    if (dueAt >= this.alarmAt) return;
    this.alarmAt = Math.max(dueAt, this.clock.now() + MIN_ALARM_MS);
    void this.ctx.storage.setAlarm(this.alarmAt);
  }
}

/** In place of a name that had a text to be forgotten. */
const ERASED = 'erased';

/** What can be read of members and events. */
export type MonitorReads = Pick<
  MonitorTables,
  'pageMembers' | 'pageSubjects' | 'pageEvents' | 'pageRunEvents' | 'countRunEvents'
>;

/**
 * One monitor, named by its id: it alone decides when a run begins and whether one is under way,
 * and
 * it alone has the members with their snapshots and the events. The rules live in the book. Calls
 * about members and events name the organization; for another than its own the object does as if it
 * knew nothing, and answers null.
 */
export class MonitorObject extends MonitorStorage {
  /**
   * Makes a monitor and its members exist; a repeat finds them. Whether its row was written too,
   * its
   * first run finds out. @returns null when another organization's is here
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
   * Makes the monitor known, or changes when it runs; and does what is overdue. @returns null when
   * another organization's is here
   */
  async wake(monitor: OwnedMonitor): Promise<RunState | null> {
    if (this.stateMachine === null)
      await this.ctx.blockConcurrencyWhile(() =>
        this.migrate(MonitorStateMachine.newRecord(monitor)),
      );
    if (!this.#isOf(monitor.organizationId)) return null;
    // The platform gives an alarm up that failed too often; this one is set again whatever was set
    // before.
    this.alarmAt = Infinity;
    return this.apply((book, now) => {
      book.configure(monitor, now);
      book.resendOverdue(now);
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
   * Takes out members and events that hold a person's identifier, and name and receiver that do.
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

  /** The monitor as its row has it, or had it. @returns null when it was never told */
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

  /** Writes down what a run found of some members, each once a run. */
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
    await this.apply((book, now) => {
      answer = book.runNow(now);
    });
    return answer;
  }

  async acquire(turn: number): Promise<RunLease | null> {
    let answer: RunLease | null = null;
    await this.apply((book, now) => {
      answer = book.acquire(turn, now);
    });
    return answer;
  }

  async commit(turn: number, jobId: string): Promise<boolean> {
    let answer = false;
    await this.apply((book, now) => {
      answer = book.commit(turn, jobId, now);
    });
    return answer;
  }

  async markGivenUp(turn: number, jobId: string): Promise<void> {
    await this.apply((book) => book.markGivenUp(turn, jobId));
  }

  async skip(
    turn: number,
    outcome: RunOutcome,
    shortage: RunShortage | null,
  ): Promise<RunState | null> {
    return this.apply((book, now) => book.skip(turn, outcome, shortage, now));
  }

  async markNotified(turn: number): Promise<RunState | null> {
    return this.apply((book, now) => book.markNotified(turn, now));
  }

  async markHealthy(turn: number): Promise<void> {
    await this.apply((book, now) => book.markHealthy(turn, now));
  }

  async finish(jobId: string, outcome: RunOutcome): Promise<RunState | null> {
    return this.apply((book, now) => {
      book.finish(jobId, outcome, now);
      this.purgeEvents(now);
    });
  }

  async claim(jobId: string): Promise<RunClaim> {
    return this.stateMachine?.claim(jobId) ?? 'given_up';
  }

  async runningJob(): Promise<string | null> {
    return this.stateMachine?.runningJob ?? null;
  }

  /** In memory only: after a restart the work is offered again anyway. */
  async heartbeat(turn: number): Promise<void> {
    this.stateMachine?.heartbeat(turn, this.clock.now());
  }

  async fail(turn: number): Promise<void> {
    await this.apply((book, now) => book.fail(turn, now));
  }

  async state(): Promise<RunState | null> {
    return this.stateMachine?.state ?? null;
  }

  /** Offers the work that is out once more, without waiting until it counts as lost. */
  async resend(): Promise<RunState | null> {
    return this.apply((book, now) => book.resendOverdue(now, true));
  }

  /** The directory has no row of this monitor: one that was never made is forgotten. */
  async handleMissingRow(turn: number): Promise<void> {
    let isOver = false;
    await this.apply((book, now) => {
      isOver = book.handleMissingRow(turn, now);
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
