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

/** The objects that keep the jobs' state, one per job. Every call may be repeated. */
export interface JobObjects {
  /**
   * Remembers a job that is being created, or more of it; it recovers by itself if nobody starts
   * it.
   */
  prepare(order: JobOrder, plan: readonly Chunk[]): Promise<void>;
  /** Begins to send chunks. @returns false when the job was given up meanwhile */
  start(jobId: string): Promise<boolean>;
  /** Forgets a job that never began. */
  abandon(jobId: string): Promise<void>;
  /**
   * @returns null when nothing is to be done: finished, at work elsewhere, cancelled, or not now
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
  /** A sign of life; without one for a while the work is offered again. */
  heartbeat(message: JobMessage): Promise<void>;
  /** The work could not be done; it is offered again after a while, each time later. */
  fail(message: JobMessage): Promise<void>;
  /** @returns null when the turn is over, or somebody has it */
  acquire(jobId: string, turn: number): Promise<JobLease | null>;
  /** The files are written. @returns the final state; null when the turn is over */
  end(jobId: string, turn: number, hasFiles: boolean): Promise<JobSnapshot | null>;
  /**
   * Everyone has been told; what was found is to be remembered. @param more when to go on telling
   */
  markNotified(jobId: string, turn: number, more: { pauseMs: number } | null): Promise<void>;
  /** @param more when to go on; null when nothing is left and the object may rest */
  markCached(jobId: string, turn: number, more: { pauseMs: number } | null): Promise<void>;
  /** Drops what has not begun. @returns null when the object knows nothing */
  cancel(jobId: string): Promise<{ state: JobSnapshot; concluding: boolean } | null>;
  /** @returns null when the object knows nothing */
  state(jobId: string): Promise<JobSnapshot | null>;
  /** @returns null when the object knows nothing */
  ordered(jobId: string): Promise<OrderedJob | null>;
  /** Lets go of a receiver whose address holds one of these texts, in lower case. */
  erase(jobId: string, forms: readonly string[]): Promise<boolean>;
  /** Chunks with results, in order, from the one that holds this row on. */
  finished(jobId: string, row: number, limit: number): Promise<FinishedChunk[]>;
  /** Sends everything that is out again at once. @returns how many messages were sent */
  resendAll(jobId: string): Promise<number>;
  /**
   * Sends what is overdue, and sets the alarm anew. @returns false when the object knows nothing
   */
  wake(jobId: string): Promise<boolean>;
  /** Deletes everything the object has. */
  forget(jobId: string): Promise<void>;
}

/**
 * The jobs over BulkJob objects. A call that broke is made once more, on a fresh stub. A job is
 * made where its organization is.
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
    acquire: (id, turn) => ask(id, async (job) => await job.acquire(turn)),
    end: (id, turn, hasFiles) => ask(id, async (job) => await job.end(turn, hasFiles)),
    markNotified: (id, turn, more) => ask(id, async (job) => await job.markNotified(turn, more)),
    markCached: (id, turn, more) => ask(id, async (job) => await job.markCached(turn, more)),
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
