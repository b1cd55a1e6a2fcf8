import { StateMachineObject } from '../lib/state-machine-object.ts';
import { IdentifierSearch } from '../lookup/identifier-text.ts';
import type { JobOrder, JobSnapshot } from '../lookup/jobs/job.ts';
import type {
  CachingProgress,
  ChunkOutcome,
  ChunkState,
  ChunkWork,
  FinishedChunk,
  JobLease,
  JobMessage,
  JobRecord,
  OrderedJob,
} from './job-state.ts';
import type { Chunk } from './rows.ts';
import { JobStateMachine } from './state-machine.ts';

/** Replaces a name that contained an erased identifier. */
const ERASED = 'erased';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS job
    (id INTEGER PRIMARY KEY CHECK (id = 1), ordered TEXT NOT NULL, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS chunks (number INTEGER PRIMARY KEY, body TEXT NOT NULL);
`;

/** A job's state in the object's SQLite: the order is written once, the rest when it changes. */
class JobTables {
  readonly #sql: SqlStorage;
  #written: string | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Loads the job; creates no tables, so reading an unknown id uses no storage. Null: no job. */
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
   * Writes a new job, one that replaces a job which has not begun, or one whose order has changed.
   * Call it inside a transaction.
   */
  create({ record, chunks }: JobStateMachine): void {
    this.#sql.exec(SCHEMA);
    const { order, ...rest } = record;
    this.#written = JSON.stringify(rest);
    const ordered = JSON.stringify({ order, plan: chunks.plan });
    this.#sql.exec('INSERT OR REPLACE INTO job VALUES (1, ?, ?)', ordered, this.#written);
  }

  /** Writes the changes. Call it inside a transaction. */
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
    chunks.changed.clear();
  }
}

interface BulkJobEnv {
  BULK_QUEUE: Queue<JobMessage>;
}

/** Durable Object of one bulk job, named by its id. All calls are idempotent. */
export class BulkJob extends StateMachineObject<JobStateMachine, JobMessage, BulkJobEnv> {
  protected readonly queue = this.env.BULK_QUEUE;
  readonly #tables: JobTables;

  constructor(ctx: DurableObjectState, env: BulkJobEnv) {
    super(ctx, env);
    this.#tables = new JobTables(ctx.storage.sql);
    this.machine = this.#tables.load();
  }

  protected write(machine: JobStateMachine): void {
    this.#tables.write(machine);
  }

  /** Stores a job while it is being created; if it is not started, its alarm recovers it. */
  async prepare(order: JobOrder, plan: readonly Chunk[]): Promise<void> {
    if (this.machine && this.machine.record.stage !== 'prepared') return;
    const machine = JobStateMachine.of(order, plan);
    this.ctx.storage.transactionSync(() => this.#tables.create(machine));
    this.machine = machine;
    this.setAlarm(machine);
  }

  /** Starts the job. @returns false if it was abandoned meanwhile */
  async start(): Promise<boolean> {
    return (await this.apply((machine, now) => machine.start(now))) !== null;
  }

  /** Deletes a job that has not begun. */
  async abandon(): Promise<void> {
    if (this.machine === null || this.machine.record.stage === 'prepared') await this.clear();
  }

  /**
   * Acquires the chunk's lease. @returns null if there is nothing to do: the chunk is finished,
   * leased, cancelled, or another lease is due
   */
  async begin(chunk: number, lease: number): Promise<ChunkWork | null> {
    return this.apply((machine, now) => machine.begin(chunk, lease, now));
  }

  /** Schedules the next attempt, because some rows have no answer yet. */
  async retry(chunk: number, attempt: number, delayMs: number): Promise<void> {
    await this.apply((machine, now) => machine.retry(chunk, attempt, delayMs, now));
  }

  /** Pauses the job for lack of credits. @returns number of pauses; null if already paused */
  async pause(chunk: number): Promise<number | null> {
    return this.apply((machine, now) => machine.pause(chunk, now));
  }

  /** Finishes a chunk; the first report wins. */
  async finish(chunk: number, outcome: ChunkOutcome): Promise<void> {
    await this.apply((machine, now) => machine.finish(chunk, outcome, now));
  }

  /** Extends the lease in memory only, because after a restart the work is resent anyway. */
  async heartbeat(message: JobMessage): Promise<void> {
    this.machine?.heartbeat(message, Date.now());
  }

  /** Reports a failed attempt, which is retried with backoff. */
  async fail(message: JobMessage): Promise<void> {
    await this.apply((machine, now) => machine.fail(message, now));
  }

  /** Acquires the job's lease. @returns null if the fencing token is outdated or the lease held */
  async acquire(token: number): Promise<JobLease | null> {
    return this.apply((machine, now) => machine.acquire(token, now));
  }

  /** Ends the job once its files are written. @returns final state; null if the lease expired */
  async end(token: number, files: { hasFiles: boolean }): Promise<JobSnapshot | null> {
    return this.apply((machine, now) => machine.end(token, files, now));
  }

  /** Records the webhook's delivery; caching is next. @param more when to continue delivering */
  async markNotified(token: number, more: { pauseMs: number } | null): Promise<void> {
    await this.apply((machine, now) => machine.markNotified(token, more, now));
  }

  /** Records cached facts. @param more when to continue; null once all are cached */
  async markCached(token: number, more: CachingProgress | null): Promise<void> {
    await this.apply((machine, now) => machine.markCached(token, more, now));
  }

  /** Drops chunks that have not begun. @returns null if there is no job */
  async cancel(): Promise<{ state: JobSnapshot; concluding: boolean } | null> {
    return this.apply((machine, now) => {
      const concluding = machine.cancel(now);
      return { state: machine.state, concluding };
    });
  }

  /** @returns null if there is no job */
  async state(): Promise<JobSnapshot | null> {
    return this.machine?.state ?? null;
  }

  /** @returns null if there is no job */
  async ordered(): Promise<OrderedJob | null> {
    return this.machine && { order: this.machine.record.order, state: this.machine.state };
  }

  /** Erases a person's identifier from the order: names, and a webhook by its URL. */
  async erase(identifier: string): Promise<boolean> {
    const { machine } = this;
    if (!machine) return false;
    const { record } = machine;
    const search = new IdentifierSearch(identifier);
    const before = JSON.stringify(record.order);
    if (search.contains(record.order.webhook?.url)) record.order.webhook = null;
    record.order = JSON.parse(JSON.stringify(record.order), (_, value) =>
      typeof value === 'string' && search.contains(value) ? ERASED : value,
    );
    if (JSON.stringify(record.order) === before) return false;
    this.ctx.storage.transactionSync(() => this.#tables.create(machine));
    return true;
  }

  /** Chunks with results, in order, starting with the one of this row. */
  async finished(row: number, limit: number, withDropped = false): Promise<FinishedChunk[]> {
    return this.machine?.chunks.finished(row, limit, withDropped) ?? [];
  }

  /** Resends all pending messages, overdue or not. @returns number of messages sent */
  async resendAll(): Promise<number> {
    const sent = await this.apply((machine, now) => {
      machine.resendOverdue(now, { all: true });
      return machine.outbox.length;
    });
    return sent ?? 0;
  }

  /** Resends overdue messages and sets the alarm. @returns false if there is no job */
  async wake(): Promise<boolean> {
    return (await this.applyAndRearm((machine, now) => machine.resendOverdue(now))) !== null;
  }

  async forget(): Promise<void> {
    await this.clear();
  }
}
