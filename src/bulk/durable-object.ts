import { DurableObject } from 'cloudflare:workers';
import type { JobOrder, JobSnapshot } from '../lookup/jobs/job.ts';
import type { Clock } from '../lookup/world.ts';
import type {
  ChunkOutcome,
  ChunkState,
  ChunkWork,
  FinishedChunk,
  JobLease,
  JobMessage,
  JobRecord,
  OrderedJob,
  OutgoingMessage,
} from './job-state.ts';
import type { Chunk } from './rows.ts';
import { JobStateMachine } from './state-machine.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS job
    (id INTEGER PRIMARY KEY CHECK (id = 1), ordered TEXT NOT NULL, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS chunks (number INTEGER PRIMARY KEY, body TEXT NOT NULL);
`;

/**
 * A job's rows in the object's own SQLite: what was ordered is written once, the rest when it
 * changes.
 */
class JobTables {
  readonly #sql: SqlStorage;
  #written: string | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Creates no tables, so that a read of an unknown id leaves no storage. @returns null for no job
   */
  load(): JobStateMachine | null {
    const tables = this.#sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'job'`).toArray();
    if (tables.length === 0) return null;
    const job = this.#sql
      .exec<{ ordered: string; body: string }>('SELECT ordered, body FROM job')
      .toArray()[0];
    if (!job) return null;
    this.#written = job.body;
    const { order, plan } = JSON.parse(job.ordered) as { order: JobOrder; plan: Chunk[] };
    const record = { ...(JSON.parse(job.body) as Omit<JobRecord, 'order'>), order };
    const chunks = this.#sql.exec<{ body: string }>('SELECT body FROM chunks').toArray();
    return new JobStateMachine(
      record,
      plan,
      chunks.map(({ body }) => JSON.parse(body) as ChunkState),
    );
  }

  /**
   * Writes a new job, over one that has not begun, or one whose order has changed. To be called
   * inside a transaction.
   */
  create({ record, chunks }: JobStateMachine): void {
    this.#sql.exec(SCHEMA);
    const { order, ...rest } = record;
    this.#written = JSON.stringify(rest);
    const ordered = JSON.stringify({ order, plan: chunks.plan });
    this.#sql.exec('INSERT OR REPLACE INTO job VALUES (1, ?, ?)', ordered, this.#written);
  }

  /** Writes what changed. To be called inside a transaction. */
  write({ record, chunks }: JobStateMachine): void {
    const { order: _, ...rest } = record;
    const body = JSON.stringify(rest);
    if (this.#written !== body) this.#sql.exec('UPDATE job SET body = ?', body);
    this.#written = body;
    if (chunks.changed.size === 0) return;
    this.#sql.exec(
      `INSERT OR REPLACE INTO chunks SELECT value->>'number', value FROM json_each(?)`,
      JSON.stringify([...chunks.changed]),
    );
  }
}

/** A queue takes at most this many messages at once. */
const MAX_BATCH_MESSAGES = 100;

/**
 * Lower limit of an alarm: a fault in the state machine must not set one that fires without pause.
 */
const MIN_ALARM_MS = 1_000;

/**
 * Durable object of one bulk job, named by its id. It gives the job's state machine a clock,
 * storage, a queue and an alarm that resends what the queue has lost.
 */
export class BulkJob extends DurableObject<{ BULK_QUEUE: Queue<JobMessage> }> {
  readonly #clock: Clock = { now: () => Date.now() };
  readonly #tables: JobTables;
  #stateMachine: JobStateMachine | null;
  #alarmAt = Infinity;

  constructor(ctx: DurableObjectState, env: { BULK_QUEUE: Queue<JobMessage> }) {
    super(ctx, env);
    this.#tables = new JobTables(ctx.storage.sql);
    this.#stateMachine = this.#tables.load();
  }

  async prepare(order: JobOrder, plan: readonly Chunk[]): Promise<void> {
    if (this.#stateMachine && this.#stateMachine.record.stage !== 'prepared') return;
    const machine = JobStateMachine.of(order, plan);
    this.ctx.storage.transactionSync(() => this.#tables.create(machine));
    this.#stateMachine = machine;
    this.#setAlarm(machine);
  }

  async start(): Promise<boolean> {
    return (await this.#apply((machine) => machine.start(this.#clock.now()))) !== null;
  }

  async abandon(): Promise<void> {
    if (this.#stateMachine === null || this.#stateMachine.record.stage === 'prepared')
      await this.forget();
  }

  async begin(chunk: number): Promise<ChunkWork | null> {
    return this.#apply((machine) => machine.begin(chunk, this.#clock.now()));
  }

  async retry(chunk: number, attempt: number, delayMs: number): Promise<void> {
    await this.#apply((machine) => machine.retry(chunk, attempt, delayMs, this.#clock.now()));
  }

  async pause(chunk: number): Promise<number | null> {
    return this.#apply((machine) => machine.pause(chunk, this.#clock.now()));
  }

  async finish(chunk: number, outcome: ChunkOutcome): Promise<void> {
    await this.#apply((machine) => machine.finish(chunk, outcome, this.#clock.now()));
  }

  /** Extends the lease, in memory only: after a restart the work is resent anyway. */
  async heartbeat(message: JobMessage): Promise<void> {
    this.#stateMachine?.heartbeat(message, this.#clock.now());
  }

  async fail(message: JobMessage): Promise<void> {
    await this.#apply((machine) => machine.fail(message, this.#clock.now()));
  }

  async acquire(token: number): Promise<JobLease | null> {
    return this.#apply((machine) => machine.acquire(token, this.#clock.now()));
  }

  async end(token: number, hasFiles: boolean): Promise<JobSnapshot | null> {
    return this.#apply((machine) => machine.end(token, hasFiles, this.#clock.now()));
  }

  async markNotified(token: number, more: { pauseMs: number } | null): Promise<void> {
    await this.#apply((machine) => machine.markNotified(token, more, this.#clock.now()));
  }

  async markCached(token: number, more: { pauseMs: number } | null): Promise<void> {
    await this.#apply((machine) => machine.markCached(token, more, this.#clock.now()));
  }

  async cancel(): Promise<{ state: JobSnapshot; concluding: boolean } | null> {
    return this.#apply((machine) => {
      const concluding = machine.cancel(this.#clock.now());
      return { state: machine.state, concluding };
    });
  }

  async state(): Promise<JobSnapshot | null> {
    return this.#stateMachine?.state ?? null;
  }

  async ordered(): Promise<OrderedJob | null> {
    return (
      this.#stateMachine && {
        order: this.#stateMachine.record.order,
        state: this.#stateMachine.state,
      }
    );
  }

  /** Removes a webhook whose address holds one of these texts. @returns whether it did */
  async erase(forms: readonly string[]): Promise<boolean> {
    const machine = this.#stateMachine;
    const url = machine?.record.order.webhook?.url.toLowerCase();
    if (!machine || !url || !forms.some((form) => url.includes(form))) return false;
    machine.record.order.webhook = null;
    this.ctx.storage.transactionSync(() => this.#tables.create(machine));
    return true;
  }

  async finished(row: number, limit: number): Promise<FinishedChunk[]> {
    return this.#stateMachine?.chunks.finished(row, limit) ?? [];
  }

  async resendAll(): Promise<number> {
    const sent = await this.#apply((machine) => {
      machine.resendOverdue(this.#clock.now(), true);
      return machine.outbox.length;
    });
    return sent ?? 0;
  }

  /** Sets the alarm whatever was set before: the platform drops one that failed too often. */
  async wake(): Promise<boolean> {
    this.#alarmAt = Infinity;
    return (await this.#apply((machine) => machine.resendOverdue(this.#clock.now()))) !== null;
  }

  async forget(): Promise<void> {
    this.#stateMachine = null;
    this.#alarmAt = Infinity;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    await this.wake();
  }

  /**
   * Applies one event, writes what changed, then sends. A message that could not be sent is resent
   * by the alarm.
   */
  async #apply<T>(apply: (machine: JobStateMachine) => T): Promise<T | null> {
    const machine = this.#stateMachine;
    if (!machine) return null;
    let answer: T;
    try {
      answer = apply(machine);
      this.ctx.storage.transactionSync(() => this.#tables.write(machine));
    } catch (cause) {
      this.ctx.abort(`the job broke: ${cause}`);
      throw cause;
    }
    machine.chunks.changed.clear();
    const messages = machine.outbox;
    machine.outbox = [];
    this.#setAlarm(machine);
    await this.#send(messages).catch(() => undefined);
    return answer;
  }

  async #send(messages: readonly OutgoingMessage[]): Promise<void> {
    for (let first = 0; first < messages.length; first += MAX_BATCH_MESSAGES) {
      await this.env.BULK_QUEUE.sendBatch(messages.slice(first, first + MAX_BATCH_MESSAGES));
    }
  }

  /** An alarm that comes too early finds nothing overdue and is set anew. */
  #setAlarm(machine: JobStateMachine): void {
    const dueAt = machine.nextDueAt;
    if (dueAt >= this.#alarmAt) return;
    this.#alarmAt = Math.max(dueAt, this.#clock.now() + MIN_ALARM_MS);
    void this.ctx.storage.setAlarm(this.#alarmAt);
  }
}
