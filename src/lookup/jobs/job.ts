import type { Caller } from '../account/caller.ts';
import type { LookupData } from '../envelope.ts';
import type { AnyProduct } from '../product.ts';
import type { Webhook } from './webhooks.ts';

/** Rows one job may carry (specification, "Limits"). */
export const MAX_BULK_ROWS = 100_000;

/** Longest row. */
export const MAX_ROW_BYTES = 4_096;

/** Inputs, results and files are kept this long after a job ended. */
export const RESULT_RETENTION_MS = 30 * 86_400_000;

/**
 * Longest a job may take; below the longest life of a ledger hold, so that the hold outlives the
 * job.
 */
export const JOB_LIFETIME_MS = 6 * 86_400_000;

/** Longest a monitor's run may take: a daily one is over before the next is due. */
export const RUN_LIFETIME_MS = 20 * 3_600_000;

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

/** The run of a monitor that a job is made for. */
export interface RunRef {
  monitorId: string;
  runId: string;
  /** 1, 2, 3 … within the monitor. */
  number: number;
  /** Bulk types that are looked up, in this order, each for every member. */
  types: readonly string[];
}

/** What was ordered: everything about a job that never changes. */
export interface JobOrder {
  id: string;
  caller: Caller;
  /** The product's bulk type. */
  type: string;
  /** Rows sent. */
  total: number;
  webhook: Webhook | null;
  /** Scheme and host the job was sent to; links in webhooks begin with it. */
  origin: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Absent for a job that a caller sent. */
  run?: RunRef;
}

export const jobLifetime = ({ run }: Pick<JobOrder, 'run'>): number =>
  run ? RUN_LIFETIME_MS : JOB_LIFETIME_MS;

/** A job as it is now. */
export interface JobSnapshot {
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

/** Rows of one product, each a JSON object written as text. */
export interface RunPart {
  /** The product's bulk type. */
  type: string;
  rows(): AsyncIterable<string>;
}

/** What is missing when the balance cannot cover a run. */
export interface RunShortage {
  required: number;
  available: number;
}

/** A row of a run as it ended; `data` is null where there is no answer. */
export interface RunRow {
  input: string;
  data: LookupData | null;
}

/** Whether a job that nobody started is to run, as whoever ordered it says. */
export type RunClaim = 'runs' | 'undecided' | 'given_up';

/** The jobs of monitors' runs, as the monitors see them. Every call may be repeated. */
export interface RunJobs {
  /** Whether anything could answer a row of these types. */
  available(types: readonly string[]): Promise<boolean>;
  /**
   * Prices the rows, sets the whole price aside and puts them where consumers read them; nothing
   * begins yet.
   * @returns null, or what is missing; then nothing is left
   * @throws ApiError SERVICE_BUSY when the ledger takes no more holds, or the job was given up
   * meanwhile
   */
  prepare(order: JobOrder, parts: readonly RunPart[]): Promise<RunShortage | null>;
  /** @returns false when there is no such job */
  start(jobId: string): Promise<boolean>;
  /**
   * Undoes whatever was done for a job that will never begin, and refuses what is still under way.
   */
  abandon(job: Pick<JobOrder, 'id' | 'caller'>): Promise<void>;
  /** Sends what is overdue. @returns false when there is no such job */
  wake(jobId: string): Promise<boolean>;
  /** Sends everything that is out again at once. */
  resend(jobId: string): Promise<void>;
  /** Stops what has not begun; the job then ends by itself. */
  cancel(job: { id: string; caller: Pick<Caller, 'organizationId' | 'mode'> }): Promise<void>;
  /** Deletes what an ended job has left. */
  forget(jobId: string): Promise<void>;
}

/** What the jobs of runs need of whoever ordered them. Every call may be repeated. */
export interface RunOrders {
  /** Products that runs look up and nobody else, by type. */
  products: ReadonlyMap<string, AnyProduct>;
  claim(order: JobOrder): Promise<RunClaim>;
  /**
   * All rows have ended: what they changed is written down. @param read rows of one type, some at a
   * time
   */
  record(order: JobOrder, read: (type: string) => AsyncIterable<RunRow[]>): Promise<void>;
  /** Tells what changed. @returns null when everything is told, else when to go on */
  notify(order: JobOrder, state: JobSnapshot): Promise<{ pauseMs: number } | null>;
}
