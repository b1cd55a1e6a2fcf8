import type { Region } from '../domain/regions.ts';
import type { JobOrder, JobSnapshot } from '../lookup/jobs/job.ts';
import type { BulkJob } from './durable-object.ts';
import type {
  ChunkOutcome,
  ChunkWork,
  FinishedChunk,
  JobLease,
  JobMessage,
  OrderedJob,
} from './job-state.ts';
import type { Chunk } from './rows.ts';

/** Stubs of the jobs' durable objects, one per job. Every call is idempotent. */
export interface JobObjects {
  /** Stores a job that is being created, or more of it; without a start its alarm recovers it. */
  prepare(order: JobOrder, plan: readonly Chunk[]): Promise<void>;
  /** Begins to send chunks. @returns false when the job was abandoned meanwhile */
  start(jobId: string): Promise<boolean>;
  /** Deletes a job that never began. */
  abandon(jobId: string): Promise<void>;
  /**
   * Acquires the chunk's lease. @returns null when nothing is to be done: finished, leased,
   * cancelled, or not now
   */
  begin(jobId: string, chunk: number): Promise<ChunkWork | null>;
  /** Some rows have no answer yet: asks for the attempt after this one. */
  retry(jobId: string, chunk: number, attempt: number, delayMs: number): Promise<void>;
  /**
   * The chunk cannot be paid. @returns how often the job has paused; null when it was paused
   * already
   */
  pause(jobId: string, chunk: number): Promise<number | null>;
  /** The first to finish a chunk is counted. */
  finish(jobId: string, chunk: number, outcome: ChunkOutcome): Promise<void>;
  /** Heartbeat: extends the lease, without which the work is resent. */
  heartbeat(message: JobMessage): Promise<void>;
  /** Failure of an attempt: it is retried with backoff. */
  fail(message: JobMessage): Promise<void>;
  /** @param token fencing token @returns null when it is not the latest, or the lease is held */
  acquire(jobId: string, token: number): Promise<JobLease | null>;
  /** The files are written. @returns the final state; null when the lease has expired */
  end(jobId: string, token: number, hasFiles: boolean): Promise<JobSnapshot | null>;
  /** The webhook was delivered; the facts are next. @param more when to go on delivering */
  markNotified(jobId: string, token: number, more: { pauseMs: number } | null): Promise<void>;
  /** The facts are cached. @param more when to go on; null when none is left */
  markCached(jobId: string, token: number, more: { pauseMs: number } | null): Promise<void>;
  /** Drops what has not begun. @returns null when the object knows nothing */
  cancel(jobId: string): Promise<{ state: JobSnapshot; concluding: boolean } | null>;
  /** @returns null when the object knows nothing */
  state(jobId: string): Promise<JobSnapshot | null>;
  /** @returns null when the object knows nothing */
  ordered(jobId: string): Promise<OrderedJob | null>;
  /** Removes a webhook whose address holds one of these texts, in lower case. */
  erase(jobId: string, forms: readonly string[]): Promise<boolean>;
  /** Chunks with results, in order, from the one that holds this row on. */
  finished(jobId: string, row: number, limit: number): Promise<FinishedChunk[]>;
  /** Resends everything that is out, overdue or not. @returns how many messages were sent */
  resendAll(jobId: string): Promise<number>;
  /**
   * Resends what is overdue and sets the alarm anew. @returns false when the object knows nothing
   */
  wake(jobId: string): Promise<boolean>;
  /** Deletes everything the object has. */
  forget(jobId: string): Promise<void>;
}

/**
 * Stubs over BulkJob objects. A call that broke is made once more, on a fresh stub. A new object is
 * placed in its organization's region.
 */
export function createJobObjects(objects: DurableObjectNamespace<BulkJob>): JobObjects {
  const ask = async <T>(
    jobId: string,
    call: (job: DurableObjectStub<BulkJob>) => Promise<T>,
    region?: Region,
  ): Promise<T> => {
    const open = () => objects.get(objects.idFromName(jobId), region && { locationHint: region });
    try {
      return await call(open());
    } catch {
      return await call(open());
    }
  };
  return {
    prepare: (order, plan) =>
      ask(order.id, async (job) => await job.prepare(order, plan), order.caller.region),
    start: (id) => ask(id, async (job) => await job.start()),
    abandon: (id) => ask(id, async (job) => await job.abandon()),
    begin: (id, chunk) => ask(id, async (job) => await job.begin(chunk)),
    retry: (id, chunk, attempt, delayMs) =>
      ask(id, async (job) => await job.retry(chunk, attempt, delayMs)),
    pause: (id, chunk) => ask(id, async (job) => await job.pause(chunk)),
    finish: (id, chunk, outcome) => ask(id, async (job) => await job.finish(chunk, outcome)),
    heartbeat: (message) => ask(message.jobId, async (job) => await job.heartbeat(message)),
    fail: (message) => ask(message.jobId, async (job) => await job.fail(message)),
    acquire: (id, token) => ask(id, async (job) => await job.acquire(token)),
    end: (id, token, hasFiles) => ask(id, async (job) => await job.end(token, hasFiles)),
    markNotified: (id, token, more) => ask(id, async (job) => await job.markNotified(token, more)),
    markCached: (id, token, more) => ask(id, async (job) => await job.markCached(token, more)),
    cancel: (id) => ask(id, async (job) => await job.cancel()),
    state: (id) => ask(id, async (job) => await job.state()),
    ordered: (id) => ask(id, async (job) => (await job.ordered()) as OrderedJob | null),
    erase: (id, forms) => ask(id, async (job) => await job.erase([...forms])),
    finished: (id, row, limit) => ask(id, async (job) => await job.finished(row, limit)),
    resendAll: (id) => ask(id, async (job) => await job.resendAll()),
    wake: (id) => ask(id, async (job) => await job.wake()),
    forget: (id) => ask(id, async (job) => await job.forget()),
  };
}
