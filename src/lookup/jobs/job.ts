import { DAY_MS, HOUR_MS } from '../../lib/time.ts';
import type { Caller } from '../account/caller.ts';
import type { LookupData } from '../envelope.ts';
import type { AnyProduct } from '../product.ts';
import type { SentFile } from './files.ts';
import type { WebhookReceiver } from './webhooks.ts';

/** Most rows of one job (specification, "Limits"). */
export const MAX_BULK_ROWS = 100_000;

export const MAX_ROW_BYTES = 4_096;

const encoder = new TextEncoder();

/**
 * Whether a row is longer than {@link MAX_ROW_BYTES}. A UTF-16 code unit takes at most three bytes,
 * so short rows are accepted without encoding them.
 */
export const isRowTooLong = (row: string): boolean =>
  3 * row.length > MAX_ROW_BYTES && encoder.encode(row).length > MAX_ROW_BYTES;

/** Retention of inputs, results and files after a job ended. */
export const RESULT_RETENTION_MS = 30 * DAY_MS;

/** Time limit of a job. A hold can last longer, so it outlives the job. */
const JOB_LIFETIME_MS = 6 * DAY_MS;

/** Time limit of a monitor's run: a daily run ends before the next one is due. */
const RUN_LIFETIME_MS = 20 * HOUR_MS;

/** Statuses on the wire ("States and transitions"; `cancelled` comes from the contract). */
export const JOB_STATUSES = [
  'pending',
  'processing',
  'completed',
  'failed',
  'paused_insufficient_credits',
  'cancelled',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export interface RowCounts {
  succeeded: number;
  failed: number;
  skipped: number;
  duplicates: number;
}

export interface RunRef {
  monitorId: string;
  runId: string;
  /** 1, 2, 3 … within the monitor. */
  number: number;
  /** Bulk types to look up for every member, in this order. */
  types: readonly string[];
}

export interface JobOrder {
  id: string;
  caller: Caller;
  type: string;
  /** Number of rows sent. */
  total: number;
  webhook: WebhookReceiver | null;
  /** Scheme and host that the job was sent to, used for links in webhooks. */
  origin: string;
  createdAt: number;
  /** Country of the rows that name none. */
  country?: string;
  fileName?: string;
  sent?: SentFile;
  /** Set for a monitor's run; absent for a job that a caller sent. */
  run?: RunRef;
}

export const jobLifetime = ({ run }: Pick<JobOrder, 'run'>): number =>
  run ? RUN_LIFETIME_MS : JOB_LIFETIME_MS;

export interface JobSnapshot {
  id: string;
  status: JobStatus;
  /** Name of the file the rows came from; null if none was given. */
  fileName: string | null;
  total: number;
  counts: RowCounts;
  credits: number;
  webhookUrl: string | null;
  webhookEndpointId: string | null;
  createdAt: number;
  endedAt: number | null;
  hasFiles: boolean;
}

export const processedRows = ({ succeeded, failed, skipped, duplicates }: RowCounts): number =>
  succeeded + failed + skipped + duplicates;

/** Rows for one product, each a JSON object as text. */
export interface RunPart {
  type: string;
  rows(): AsyncIterable<string>;
}

/** Reasons that a run cannot be paid for. */
export const RUN_SHORTAGES = ['insufficient_credits', 'daily_limit'] as const;

/** Credits required and available if the balance or the key's daily limit does not cover a run. */
export interface RunShortage {
  reason: (typeof RUN_SHORTAGES)[number];
  required: number;
  available: number;
}

/** Processed row of a run; `data` is null without an answer. */
export interface RunRow {
  input: string;
  data: LookupData | null;
}

/** Decision of the monitor about a job that was prepared and never started. */
export type RunClaim = 'runs' | 'undecided' | 'given_up';

/** Jobs for monitors' runs. Every call may be repeated. */
export interface RunJobs {
  /** Whether any source of these types is available. */
  available(types: readonly string[]): Promise<boolean>;
  /**
   * Prices the rows, holds the whole price and stages the rows for consumers without starting.
   * @returns null if prepared; a shortage if not paid for, and then nothing is stored
   * @throws ApiError SERVICE_BUSY if the ledger accepts no more holds or the job was abandoned
   */
  prepare(order: JobOrder, parts: readonly RunPart[]): Promise<RunShortage | null>;
  /** @returns false if there is no such job */
  start(jobId: string): Promise<boolean>;
  /** Compensation for a job that will never start: releases its hold and refuses late calls. */
  abandon(job: Pick<JobOrder, 'id' | 'caller'>): Promise<void>;
  /** Resends overdue messages. @returns false if there is no such job */
  wake(jobId: string): Promise<boolean>;
  /** Resends every pending message, overdue or not. */
  resend(jobId: string): Promise<void>;
  /** Cancels rows that have not started; the job ends when those in progress have. */
  cancel(job: { id: string; caller: Pick<Caller, 'organizationId' | 'mode'> }): Promise<void>;
  /** Purges the storage of an ended job. */
  forget(jobId: string): Promise<void>;
}

/** Callbacks from runs' jobs to their monitors. Every call may be repeated. */
export interface RunOrders {
  /** Products that only runs look up, by type. */
  products: ReadonlyMap<string, AnyProduct>;
  claim(order: JobOrder): Promise<RunClaim>;
  /** Records a run's changes after all rows ended. @param read rows of one type, in batches */
  record(order: JobOrder, read: (type: string) => AsyncIterable<RunRow[]>): Promise<void>;
  /** Sends notifications of changes. @returns null if all are sent, else the wait before more */
  notify(order: JobOrder, state: JobSnapshot): Promise<{ pauseMs: number } | null>;
}
