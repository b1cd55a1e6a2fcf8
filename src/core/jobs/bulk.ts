import type { Caller } from '../account/caller.ts';
import type { Webhook } from './webhooks.ts';

/** Rows one job may carry (specification, "Limits"). */
export const MAX_BULK_ROWS = 100_000;

/** Inputs, results and files are kept this long after a job ended. */
export const RESULT_RETENTION_MS = 30 * 86_400_000;

/**
 * Longest a job may take; below the longest life of a ledger hold, so that the hold outlives the
 * job.
 */
export const JOB_LIFETIME_MS = 6 * 86_400_000;

/** Jobs of one organization that may run at a time. */
export const MAX_ACTIVE_JOBS = 20;

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
