import { DurableObject } from 'cloudflare:workers';
import type { ChunkOutcome, ChunkWork, Conclusion, JobPlan, JobState } from '../core/bulk.ts';
import type { Clock } from '../core/ports.ts';
import { doneChunks } from './chunk-state.ts';
import { JobBook } from './job-book.ts';
import { newRecord, planOf } from './job-record.ts';
import { JobTables } from './job-tables.ts';
import type { JobMessage, OutgoingMessage } from './messages.ts';

/** A queue takes at most this many messages at once. */
const MAX_BATCH_MESSAGES = 100;

/** A fault in the rules must not set an alarm that fires without pause. */
const MIN_ALARM_MS = 1_000;

/**
 * One bulk job, named by its id. The rules live in the job book; this object gives them a clock, a disk, a queue
 * and an alarm that finds what the queue has lost.
 */
export class BulkJob extends DurableObject<{ BULK_QUEUE: Queue<JobMessage> }> {
  readonly #clock: Clock = { now: () => Date.now() };
  readonly #tables: JobTables;
  #book: JobBook | null;
  #alarmAt = Infinity;

  constructor(ctx: DurableObjectState, env: { BULK_QUEUE: Queue<JobMessage> }) {
    super(ctx, env);
    this.#tables = new JobTables(ctx.storage.sql);
    this.#book = this.#tables.load();
  }

  async prepare(plan: JobPlan): Promise<void> {
    if (!this.#book) {
      this.#book = new JobBook(newRecord(plan));
      for (const chunk of this.#book.chunks) this.#book.changed.add(chunk);
    }
    await this.#run(() => undefined);
  }

  async prepared(): Promise<Pick<JobPlan, 'id' | 'caller' | 'createdAt'> | null> {
    const record = this.#book?.record;
    if (record?.stage !== 'prepared') return null;
    const { id, caller, createdAt } = record.plan;
    return { id, caller, createdAt };
  }

  async start(): Promise<boolean> {
    return (await this.#run((book) => book.start(this.#clock.now()))) !== null;
  }

  async abandon(): Promise<boolean> {
    if (this.#book && this.#book.record.stage !== 'prepared') return false;
    await this.forget();
    return true;
  }

  async begin(chunk: number): Promise<ChunkWork | null> {
    return this.#run((book) => book.begin(chunk, this.#clock.now()));
  }

  /** Moves the moment of being lost, in memory only: after a restart the chunk is sent again anyway. */
  async beat(chunk: number): Promise<void> {
    this.#book?.beat(chunk, this.#clock.now());
  }

  async retry(chunk: number, attempt: number, delayMs: number): Promise<void> {
    await this.#run((book) => book.retry(chunk, attempt, delayMs, this.#clock.now()));
  }

  async pause(chunk: number): Promise<number | null> {
    return this.#run((book) => book.pause(chunk, this.#clock.now()));
  }

  async finish(chunk: number, outcome: ChunkOutcome): Promise<void> {
    await this.#run((book) => book.finish(chunk, outcome, this.#clock.now()));
  }

  async conclusion(): Promise<Conclusion | null> {
    return this.#run((book) => book.conclusion());
  }

  async end(hasFiles: boolean): Promise<JobState> {
    return this.#known(await this.#run((book) => book.end(hasFiles, this.#clock.now())));
  }

  async announced(): Promise<void> {
    await this.#run((book) => book.announced(this.#clock.now()));
  }

  async remembering(): Promise<Omit<JobPlan, 'offsets'> | null> {
    return this.#run((book) => (book.record.stage === 'remembering' ? planOf(book.record) : null));
  }

  async remembered(more: { pauseMs: number } | null): Promise<void> {
    await this.#run((book) => book.remembered(more, this.#clock.now()));
  }

  async cancel(): Promise<{ state: JobState; concluding: boolean }> {
    return this.#known(
      await this.#run((book) => {
        const concluding = book.cancel(this.#clock.now());
        return { state: book.state, concluding };
      }),
    );
  }

  async state(): Promise<JobState | null> {
    return this.#book?.state ?? null;
  }

  async doneChunks(from: number, limit: number): Promise<number[]> {
    return doneChunks(this.#book?.chunks ?? [], from, limit);
  }

  async sweep(): Promise<number> {
    return (
      (await this.#run((book) => {
        book.sweep(this.#clock.now(), true);
        return book.outbox.length;
      })) ?? 0
    );
  }

  async forget(): Promise<void> {
    this.#book = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    // The tables are gone; an instance that is called again makes them anew.
    this.#tables.create();
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = Infinity;
    await this.#run((book) => book.sweep(this.#clock.now()));
  }

  #known<T>(answer: T | null): T {
    if (answer === null) throw new Error(`there is no job ${this.ctx.id.name}`);
    return answer;
  }

  /** Applies one event, writes what changed, then sends. A message that could not be sent is found by the sweep. */
  async #run<T>(apply: (book: JobBook) => T): Promise<T | null> {
    const book = this.#book;
    if (!book) return null;
    let answer: T;
    try {
      answer = apply(book);
      this.ctx.storage.transactionSync(() => this.#tables.write(book));
    } catch (cause) {
      this.ctx.abort(`the job broke: ${cause}`);
      throw cause;
    }
    book.changed.clear();
    const messages = book.outbox;
    book.outbox = [];
    this.#setAlarm(book);
    await this.#send(messages).catch(() => undefined);
    return answer;
  }

  async #send(messages: readonly OutgoingMessage[]): Promise<void> {
    for (let first = 0; first < messages.length; first += MAX_BATCH_MESSAGES) {
      await this.env.BULK_QUEUE.sendBatch(messages.slice(first, first + MAX_BATCH_MESSAGES));
    }
  }

  /** An alarm that comes too early finds nothing overdue and is set anew. */
  #setAlarm(book: JobBook): void {
    const dueAt = book.nextDueAt;
    if (dueAt >= this.#alarmAt) return;
    this.#alarmAt = Math.max(dueAt, this.#clock.now() + MIN_ALARM_MS);
    void this.ctx.storage.setAlarm(this.#alarmAt);
  }
}
