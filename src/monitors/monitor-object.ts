import { DurableObject } from 'cloudflare:workers';
import type { RunClaim, RunShortage } from '../core/jobs/runs.ts';
import type { RunOutcome, RunState, Schedule } from '../core/monitors/monitor.ts';
import type { Clock } from '../core/ports.ts';
import {
  MonitorBook,
  type MonitorRecord,
  type RunMessage,
  type RunNow,
  type RunTurn,
} from './monitor-book.ts';

/** A fault in the rules must not set an alarm that fires without pause. */
const MIN_ALARM_MS = 1_000;

const KEY = 'monitor';

/**
 * One monitor, named by its id: it alone decides when a run begins and whether one is under way.
 * The rules live in the book; this object gives them a clock, a disk, a queue and an alarm.
 */
export class MonitorObject extends DurableObject<{ MONITOR_QUEUE: Queue<RunMessage> }> {
  readonly #clock: Clock = { now: () => Date.now() };
  #book: MonitorBook | null;
  #written: string;
  #alarmAt = Infinity;

  constructor(ctx: DurableObjectState, env: { MONITOR_QUEUE: Queue<RunMessage> }) {
    super(ctx, env);
    const record = ctx.storage.kv.get<MonitorRecord>(KEY) ?? null;
    this.#book = record && new MonitorBook(record, () => crypto.randomUUID());
    this.#written = JSON.stringify(record);
  }

  /** Makes the monitor known, or changes when it runs; and does what is overdue. */
  async wake(id: string, schedule: Schedule): Promise<RunState> {
    this.#book ??= MonitorBook.of(id, schedule, () => crypto.randomUUID());
    // The platform gives an alarm up that failed too often; this one is set again whatever was set
    // before.
    this.#alarmAt = Infinity;
    const state = await this.#run((book, now) => {
      book.configure(schedule, now);
      book.sweep(now);
    });
    return state as RunState;
  }

  async runNow(): Promise<RunNow | null> {
    let answer: RunNow | null = null;
    await this.#run((book, now) => {
      answer = book.runNow(now);
    });
    return answer;
  }

  async take(turn: number): Promise<RunTurn | null> {
    let answer: RunTurn | null = null;
    await this.#run((book, now) => {
      answer = book.take(turn, now);
    });
    return answer;
  }

  async commit(turn: number, jobId: string): Promise<boolean> {
    let answer = false;
    await this.#run((book, now) => {
      answer = book.commit(turn, jobId, now);
    });
    return answer;
  }

  async markGivenUp(turn: number, jobId: string): Promise<void> {
    await this.#run((book) => book.markGivenUp(turn, jobId));
  }

  async skip(
    turn: number,
    outcome: RunOutcome,
    shortage: RunShortage | null,
  ): Promise<RunState | null> {
    return this.#run((book, now) => book.skip(turn, outcome, shortage, now));
  }

  async markTold(turn: number): Promise<RunState | null> {
    return this.#run((book, now) => book.markTold(turn, now));
  }

  async markWell(turn: number): Promise<void> {
    await this.#run((book, now) => book.markWell(turn, now));
  }

  async finish(jobId: string, outcome: RunOutcome): Promise<RunState | null> {
    return this.#run((book, now) => book.finish(jobId, outcome, now));
  }

  async claim(jobId: string): Promise<RunClaim> {
    return this.#book?.claim(jobId) ?? 'given_up';
  }

  async runningJob(): Promise<string | null> {
    return this.#book?.runningJob ?? null;
  }

  /** In memory only: after a restart the work is offered again anyway. */
  async beat(turn: number): Promise<void> {
    this.#book?.beat(turn, this.#clock.now());
  }

  async fail(turn: number): Promise<void> {
    await this.#run((book, now) => book.fail(turn, now));
  }

  async state(): Promise<RunState | null> {
    return this.#book?.state ?? null;
  }

  /** Offers the work that is out once more, without waiting until it counts as lost. */
  async resend(): Promise<RunState | null> {
    return this.#run((book, now) => book.sweep(now, true));
  }

  async forget(): Promise<void> {
    this.#book = null;
    this.#alarmAt = Infinity;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = Infinity;
    await this.#run((book, now) => book.sweep(now));
  }

  /**
   * Applies one event, writes what changed, then sends. A message that could not be sent is found
   * by the sweep.
   */
  async #run(apply: (book: MonitorBook, now: number) => void): Promise<RunState | null> {
    const book = this.#book;
    if (!book) return null;
    try {
      apply(book, this.#clock.now());
      this.#write(book.record);
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

  #write(record: MonitorRecord): void {
    if (JSON.stringify(record) === this.#written) return;
    record.version += 1;
    this.ctx.storage.kv.put(KEY, record);
    this.#written = JSON.stringify(record);
  }

  /** An alarm that comes too early finds nothing overdue and is set anew. */
  #setAlarm(book: MonitorBook): void {
    const dueAt = book.nextDueAt;
    if (dueAt >= this.#alarmAt) return;
    this.#alarmAt = Math.max(dueAt, this.#clock.now() + MIN_ALARM_MS);
    void this.ctx.storage.setAlarm(this.#alarmAt);
  }
}
