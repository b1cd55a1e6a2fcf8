import type { RunClaim, RunShortage } from '../core/jobs/runs.ts';
import {
  MAX_MEMBERS,
  type MemberInput,
  type Monitor,
  type RunOutcome,
  type RunState,
} from '../core/monitors/monitor.ts';
import type { Found, MonitorTables, RecordedRun } from './member-tables.ts';
import { MonitorBook, type OwnedMonitor, type RunNow, type RunTurn } from './monitor-book.ts';
import { MonitorStorage } from './monitor-storage.ts';

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
    const isNew = this.book === null;
    if (isNew) this.open(MonitorBook.begin(monitor));
    if (!this.#isOf(monitor.organizationId)) return null;
    return this.run(({ record }, now) => {
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
    if (this.book === null)
      await this.ctx.blockConcurrencyWhile(() => this.adopt(MonitorBook.begin(monitor)));
    if (!this.#isOf(monitor.organizationId)) return null;
    // The platform gives an alarm up that failed too often; this one is set again whatever was set
    // before.
    this.alarmAt = Infinity;
    return this.run((book, now) => {
      book.configure(monitor, now);
      book.sweep(now);
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
    const state = await this.run(({ record }, now) => {
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
    return this.run(({ record }) => {
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
    await this.run(({ record }) => {
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
    return this.book?.record.listed ?? null;
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
    found: readonly Found[],
  ): Promise<true | null> {
    if (!this.#isOf(organizationId)) return null;
    await this.run((_, now) => this.tables.record(run, found, now));
    return true;
  }

  async runNow(): Promise<RunNow | null> {
    let answer: RunNow | null = null;
    await this.run((book, now) => {
      answer = book.runNow(now);
    });
    return answer;
  }

  async take(turn: number): Promise<RunTurn | null> {
    let answer: RunTurn | null = null;
    await this.run((book, now) => {
      answer = book.take(turn, now);
    });
    return answer;
  }

  async commit(turn: number, jobId: string): Promise<boolean> {
    let answer = false;
    await this.run((book, now) => {
      answer = book.commit(turn, jobId, now);
    });
    return answer;
  }

  async markGivenUp(turn: number, jobId: string): Promise<void> {
    await this.run((book) => book.markGivenUp(turn, jobId));
  }

  async skip(
    turn: number,
    outcome: RunOutcome,
    shortage: RunShortage | null,
  ): Promise<RunState | null> {
    return this.run((book, now) => book.skip(turn, outcome, shortage, now));
  }

  async markTold(turn: number): Promise<RunState | null> {
    return this.run((book, now) => book.markTold(turn, now));
  }

  async markWell(turn: number): Promise<void> {
    await this.run((book, now) => book.markWell(turn, now));
  }

  async finish(jobId: string, outcome: RunOutcome): Promise<RunState | null> {
    return this.run((book, now) => {
      book.finish(jobId, outcome, now);
      this.trim(now);
    });
  }

  async claim(jobId: string): Promise<RunClaim> {
    return this.book?.claim(jobId) ?? 'given_up';
  }

  async runningJob(): Promise<string | null> {
    return this.book?.runningJob ?? null;
  }

  /** In memory only: after a restart the work is offered again anyway. */
  async beat(turn: number): Promise<void> {
    this.book?.beat(turn, this.clock.now());
  }

  async fail(turn: number): Promise<void> {
    await this.run((book, now) => book.fail(turn, now));
  }

  async state(): Promise<RunState | null> {
    return this.book?.state ?? null;
  }

  /** Offers the work that is out once more, without waiting until it counts as lost. */
  async resend(): Promise<RunState | null> {
    return this.run((book, now) => book.sweep(now, true));
  }

  /** The directory has no row of this monitor: one that was never made is forgotten. */
  async orphan(turn: number): Promise<void> {
    let isOver = false;
    await this.run((book, now) => {
      isOver = book.orphan(turn, now);
    });
    if (isOver) await this.clear();
  }

  async forget(organizationId: string): Promise<void> {
    if (this.#isOf(organizationId)) await this.clear();
  }

  #isOf(organizationId: string): boolean {
    return this.book?.record.organizationId === organizationId;
  }
}
