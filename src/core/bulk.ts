import type { Caller } from './caller.ts';
import type { Webhook } from './webhooks.ts';

/** Rows one job may carry (specification, "Limits"). */
export const MAX_BULK_ROWS = 100_000;

/** Rows of one queue message. */
export const CHUNK_ROWS = 100;

/** Inputs, results and files are kept this long after a job ended. */
export const RESULT_RETENTION_MS = 30 * 86_400_000;

/** Longest a job may take; below the longest life of a ledger hold, so that the hold outlives the job. */
export const JOB_LIFETIME_MS = 6 * 86_400_000;

/** As callers see it (specification, "States and transitions"; `cancelled` is the contract's). */
export const JOB_STATUSES = [
  'pending',
  'processing',
  'completed',
  'failed',
  'paused_insufficient_credits',
  'cancelled',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** How rows ended. Their sum is what has been processed. */
export interface RowCounts {
  succeeded: number;
  failed: number;
  skipped: number;
  duplicates: number;
}

/** Everything about a job that never changes. */
export interface JobPlan {
  id: string;
  caller: Caller;
  /** The product's bulk type. */
  type: string;
  /** Rows sent. */
  total: number;
  /** Where each chunk begins in the object of rows, in bytes; one more entry says where the last one ends. */
  offsets: readonly number[];
  webhook: Webhook | null;
  /** Scheme and host the job was sent to; links in webhooks begin with it. */
  origin: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** A job as it is now. */
export interface JobState {
  id: string;
  status: JobStatus;
  total: number;
  counts: RowCounts;
  /** Credits taken so far. */
  credits: number;
  webhookUrl: string | null;
  createdAt: number;
  endedAt: number | null;
  /** Whether the two CSV files are there. */
  hasFiles: boolean;
}

export const processedRows = ({ succeeded, failed, skipped, duplicates }: RowCounts): number =>
  succeeded + failed + skipped + duplicates;

/** What a consumer is to do with one chunk. */
export interface ChunkWork {
  plan: Omit<JobPlan, 'offsets'>;
  chunk: number;
  /** Bytes of the object of rows. */
  range: { offset: number; length: number };
  /** 0 for the first; each names the draft it writes. */
  attempt: number;
  /** The job is to end: rows that have no answer yet fail instead of waiting. */
  lastChance: boolean;
}

/** What a finished chunk adds to the job. */
export interface ChunkOutcome {
  counts: RowCounts;
  credits: number;
}

/** What is left to do when every chunk is finished. */
export interface Conclusion {
  plan: Omit<JobPlan, 'offsets'>;
  state: JobState;
  /** Chunks that have results, in order. */
  chunks: number[];
}

/** The objects that keep the jobs' state, one per job. Every call may be repeated. */
export interface JobObjects {
  /** Remembers a job that is being created; it recovers by itself if nobody starts it. */
  prepare(plan: JobPlan): Promise<void>;
  /** @returns null when the object knows no job, or one that began */
  prepared(jobId: string): Promise<Pick<JobPlan, 'id' | 'caller' | 'createdAt'> | null>;
  /** Begins to send chunks. @returns false when the job was given up meanwhile */
  start(jobId: string): Promise<boolean>;
  /** Forgets a job that never began. @returns false when it did begin */
  abandon(jobId: string): Promise<boolean>;
  /** @returns null when nothing is to be done: finished before, cancelled, or not now */
  begin(jobId: string, chunk: number): Promise<ChunkWork | null>;
  /** A sign of life; without one for a while the chunk is sent again. */
  beat(jobId: string, chunk: number): Promise<void>;
  /** Some rows have no answer yet: asks for the attempt after this one. */
  retry(jobId: string, chunk: number, attempt: number, delayMs: number): Promise<void>;
  /** The chunk cannot be paid. @returns how often the job has paused; null when it was paused already */
  pause(jobId: string, chunk: number): Promise<number | null>;
  /** The first to finish a chunk is counted. */
  finish(jobId: string, chunk: number, outcome: ChunkOutcome): Promise<void>;
  /** @returns null unless every chunk is finished and something is left to do */
  conclusion(jobId: string): Promise<Conclusion | null>;
  /** The files are written. @returns the final state */
  end(jobId: string, hasFiles: boolean): Promise<JobState>;
  /** Everyone has been told; what was found is to be remembered. */
  announced(jobId: string): Promise<void>;
  /** @param more when to go on; null when nothing is left and the object may rest */
  remembered(jobId: string, more: { pauseMs: number } | null): Promise<void>;
  /** @returns null unless the job has ended and is remembering */
  remembering(jobId: string): Promise<Omit<JobPlan, 'offsets'> | null>;
  /** Drops what has not begun. */
  cancel(jobId: string): Promise<{ state: JobState; concluding: boolean }>;
  /** @returns null when the object knows nothing */
  state(jobId: string): Promise<JobState | null>;
  /** Chunks with results, from this one on. */
  doneChunks(jobId: string, from: number, limit: number): Promise<number[]>;
  /** Sends silent chunks again at once. @returns how many messages were sent */
  sweep(jobId: string): Promise<number>;
  /** Deletes everything the object has. */
  forget(jobId: string): Promise<void>;
}
