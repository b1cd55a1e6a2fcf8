import { DAY_MS, HOUR_MS } from '../../lib/time.ts';
import type { Caller } from '../account/caller.ts';
import type { LookupData } from '../envelope.ts';
import type { AnyProduct } from '../product.ts';
import type { SentFile } from './files.ts';
import type { WebhookReceiver } from './webhooks.ts';

/** Rows one job may carry (specification, "Limits"). */
export const MAX_BULK_ROWS = 100_000;

export const MAX_ROW_BYTES = 4_096;

const encoder = new TextEncoder();

/**
 * Whether a row is longer than {@link MAX_ROW_BYTES}. A character is at most three bytes a code
 * unit, so that most rows need not be encoded to be measured.
 */
export const isRowTooLong = (row: string): boolean =>
  3 * row.length > MAX_ROW_BYTES && encoder.encode(row).length > MAX_ROW_BYTES;

/** Inputs, results and files are kept this long after a job ended. */
export const RESULT_RETENTION_MS = 30 * DAY_MS;

/** Time limit of a job; below the longest lifetime of a hold, so that the hold outlives the job. */
const JOB_LIFETIME_MS = 6 * DAY_MS;

/** Time limit of a monitor's run: a daily one ends before the next is due. */
const RUN_LIFETIME_MS = 20 * HOUR_MS;

/** Statuses on the wire ("States and transitions"; `cancelled` is the contract's). */
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
  /** Bulk types that are looked up, in this order, each for every member. */
  types: readonly string[];
}

export interface JobOrder {
  id: string;
  caller: Caller;
  type: string;
  /** Rows sent. */
  total: number;
  webhook: WebhookReceiver | null;
  /** Scheme and host the job was sent to; links in webhooks begin with it. */
  origin: string;
  createdAt: number;
  fileName?: string;
  /** How that file was written. */
  sent?: SentFile;
  /** Absent for a job that a caller sent. */
  run?: RunRef;
}

export const jobLifetime = ({ run }: Pick<JobOrder, 'run'>): number =>
  run ? RUN_LIFETIME_MS : JOB_LIFETIME_MS;

export interface JobSnapshot {
  id: string;
  status: JobStatus;
  /** Name of the file that its rows came from; null where none was given. */
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

/** Rows of one product, each a JSON object written as text. */
export interface RunPart {
  type: string;
  rows(): AsyncIterable<string>;
}

/** Why a run is not paid. */
export const RUN_SHORTAGES = ['insufficient_credits', 'daily_limit'] as const;

/** Credits required and available when balance, or the key's daily limit, cannot cover a run. */
export interface RunShortage {
  reason: (typeof RUN_SHORTAGES)[number];
  required: number;
  available: number;
}

/** Processed row of a run; `data` is null where there is no answer. */
export interface RunRow {
  input: string;
  data: LookupData | null;
}

/** Decision of a run's monitor about its job that was prepared and never started. */
export type RunClaim = 'runs' | 'undecided' | 'given_up';

/** Jobs of monitors' runs, as monitors use them. Every call is safe to repeat. */
export interface RunJobs {
  /** Whether any source of these types is available. */
  available(types: readonly string[]): Promise<boolean>;
  /**
   * Prices the rows, holds the whole price and stages the rows for consumers, without starting.
   * @returns null, or the shortage; then nothing is left behind
   * @throws ApiError SERVICE_BUSY when the ledger takes no more holds, or the job was abandoned
   * meanwhile
   */
  prepare(order: JobOrder, parts: readonly RunPart[]): Promise<RunShortage | null>;
  /** @returns false when there is no such job */
  start(jobId: string): Promise<boolean>;
  /** Compensation for a job that will never start: releases its hold and refuses late calls. */
  abandon(job: Pick<JobOrder, 'id' | 'caller'>): Promise<void>;
  /** Sends overdue messages again. @returns false when there is no such job */
  wake(jobId: string): Promise<boolean>;
  /** Sends every pending message again, overdue or not. */
  resend(jobId: string): Promise<void>;
  /** Cancels rows that have not begun; the job ends with those under way. */
  cancel(job: { id: string; caller: Pick<Caller, 'organizationId' | 'mode'> }): Promise<void>;
  /** Purges the storage of an ended job. */
  forget(jobId: string): Promise<void>;
}

/** Callbacks of the jobs of runs into their monitors. Every call is safe to repeat. */
export interface RunOrders {
  /** Products that only runs look up, by type. */
  products: ReadonlyMap<string, AnyProduct>;
  claim(order: JobOrder): Promise<RunClaim>;
  /** Records the changes of a run once all rows ended. @param read rows of one type, in batches */
  record(order: JobOrder, read: (type: string) => AsyncIterable<RunRow[]>): Promise<void>;
  /** Sends notifications of changes. @returns null when all are sent, else when to continue */
  notify(order: JobOrder, state: JobSnapshot): Promise<{ pauseMs: number } | null>;
}
