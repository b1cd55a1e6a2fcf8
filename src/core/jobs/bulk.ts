import type { Caller } from '../account/caller.ts';
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

export const lifetimeOf = ({ run }: Pick<JobOrder, 'run'>): number =>
  run ? RUN_LIFETIME_MS : JOB_LIFETIME_MS;

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
