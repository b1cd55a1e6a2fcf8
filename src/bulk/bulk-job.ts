import { DurableObject } from 'cloudflare:workers';
import type { JobOrder, JobState } from '../core/jobs/bulk.ts';
import type { Clock } from '../core/ports.ts';
import { JobBook } from './job-book.ts';
import type {
  ChunkOutcome,
  ChunkWork,
  FinishedChunk,
  JobMessage,
  OrderedJob,
  OutgoingMessage,
  Turn,
} from './job-state.ts';
import { JobTables } from './job-tables.ts';
import type { Chunk } from './rows.ts';

/** A queue takes at most this many messages at once. */
const MAX_BATCH_MESSAGES = 100;

/** A fault in the rules must not set an alarm that fires without pause. */
const MIN_ALARM_MS = 1_000;

/**
 * One bulk job, named by its id. The rules live in the job book; this object gives them a clock, a
 * disk, a queue and an alarm that finds what the queue has lost.
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

  async prepare(order: JobOrder, plan: readonly Chunk[]): Promise<void> {
    if (this.#book && this.#book.record.stage !== 'prepared') return;
    const book = JobBook.of(order, plan);
    this.ctx.storage.transactionSync(() => this.#tables.create(book));
    this.#book = book;
    this.#setAlarm(book);
  }

  async start(): Promise<boolean> {
    return (await this.#run((book) => book.start(this.#clock.now()))) !== null;
  }

  async abandon(): Promise<void> {
    if (this.#book === null || this.#book.record.stage === 'prepared') await this.forget();
  }

  async begin(chunk: number): Promise<ChunkWork | null> {
    return this.#run((book) => book.begin(chunk, this.#clock.now()));
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

  /**
   * Moves the moment of being lost, in memory only: after a restart the work is offered again
   * anyway.
   */
  async beat(message: JobMessage): Promise<void> {
    this.#book?.beat(message, this.#clock.now());
  }

  async fail(message: JobMessage): Promise<void> {
    await this.#run((book) => book.fail(message, this.#clock.now()));
  }

  async take(turn: number): Promise<Turn | null> {
    return this.#run((book) => book.take(turn, this.#clock.now()));
  }

  async end(turn: number, hasFiles: boolean): Promise<JobState | null> {
    return this.#run((book) => book.end(turn, hasFiles, this.#clock.now()));
  }

  async markAnnounced(turn: number, more: { pauseMs: number } | null): Promise<void> {
    await this.#run((book) => book.markAnnounced(turn, more, this.#clock.now()));
  }

  async markRemembered(turn: number, more: { pauseMs: number } | null): Promise<void> {
    await this.#run((book) => book.markRemembered(turn, more, this.#clock.now()));
  }

  async cancel(): Promise<{ state: JobState; concluding: boolean } | null> {
    return this.#run((book) => {
      const concluding = book.cancel(this.#clock.now());
      return { state: book.state, concluding };
    });
  }

  async state(): Promise<JobState | null> {
    return this.#book?.state ?? null;
  }

  async ordered(): Promise<OrderedJob | null> {
    return this.#book && { order: this.#book.record.order, state: this.#book.state };
  }

  /** Lets go of a receiver whose address holds one of these texts. @returns whether it did */
  async erase(forms: readonly string[]): Promise<boolean> {
    const book = this.#book;
    const url = book?.record.order.webhook?.url.toLowerCase();
    if (!book || !url || !forms.some((form) => url.includes(form))) return false;
    book.record.order.webhook = null;
    this.ctx.storage.transactionSync(() => this.#tables.create(book));
    return true;
  }

  async finished(row: number, limit: number): Promise<FinishedChunk[]> {
    return this.#book?.chunks.finished(row, limit) ?? [];
  }

  async resendAll(): Promise<number> {
    const sent = await this.#run((book) => {
      book.sweep(this.#clock.now(), true);
      return book.outbox.length;
    });
    return sent ?? 0;
  }

  /**
   * The platform gives an alarm up that failed too often; this one is set again whatever was set
   * before.
   */
  async wake(): Promise<boolean> {
    this.#alarmAt = Infinity;
    return (await this.#run((book) => book.sweep(this.#clock.now()))) !== null;
  }

  async forget(): Promise<void> {
    this.#book = null;
    this.#alarmAt = Infinity;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    await this.wake();
  }

  /**
   * Applies one event, writes what changed, then sends. A message that could not be sent is found
   * by the sweep.
   */
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
    book.chunks.changed.clear();
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
