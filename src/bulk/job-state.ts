import * as z from 'zod';
import type { ErrorCode } from '../lib/errors.ts';
import type { LeaseRecord } from '../lib/lease.ts';
import { HOUR_MS } from '../lib/time.ts';
import {
  type JobOrder,
  type JobSnapshot,
  type JobStatus,
  jobLifetime,
  type RowCounts,
} from '../lookup/jobs/job.ts';
import type { Chunk } from './rows.ts';

/** Time limit of the stage `prepared`, after which the job is recovered or abandoned. */
const PREPARED_LIMIT_MS = 60_000;

/** Time limit of a chunk that keeps failing; longer than an outage of the service's own stores. */
export const CHUNK_FAILURE_LIMIT_MS = 6 * HOUR_MS;

/** Interval at which a paused job probes for credits: initially, and after a long wait. */
const MIN_PROBE_MS = 10_000;
const MAX_PROBE_MS = 300_000;

export const creditProbeDelayMs = (waitedMs: number): number =>
  Math.min(MAX_PROBE_MS, Math.max(MIN_PROBE_MS, waitedMs / 4));

/** Queue messages (at-least-once). They name work and never contain rows. */
export const jobMessage = z.union([
  /** Work on a chunk. `lease` is its fencing token; only the latest is valid. */
  z.object({ jobId: z.string(), chunk: z.int().min(0), lease: z.int().min(0).default(0) }),
  /** Work on the whole job. `turn` is the fencing token of its lease; only the latest is valid. */
  z.object({ jobId: z.string(), turn: z.int().min(1) }),
]);

export type JobMessage = z.infer<typeof jobMessage>;
export type ChunkMessage = Extract<JobMessage, { chunk: number }>;

/**
 * prepared → running → concluding (files) → ended (webhook) → remembering (cache) → closed. A job
 * without facts to cache is closed from `ended`.
 */
type JobStage = 'prepared' | 'running' | 'concluding' | 'ended' | 'remembering' | 'closed';

/** Stages in which one consumer works on the whole job. */
export type LeasedStage = Exclude<JobStage, 'running' | 'closed'>;

export interface ChunkWork {
  order: JobOrder;
  chunk: number;
  place: Chunk;
  /** Number of the attempt from 0; part of the key of its results. */
  attempt: number;
  /** Whether this is the first run of the first attempt, so that no results exist yet. */
  isFirst: boolean;
  /** Whether the job is ending: rows without an answer fail instead of waiting. */
  lastChance: boolean;
  /** Whether the chunk has failed for hours: rows without an answer fail without a lookup. */
  givenUp: boolean;
}

/** Cost of one lookup, and how long the payment covers it. */
export interface PaidLookup {
  creditsUsed: number;
  /** End of the seven days that the payment covers. */
  windowEndsAt: number;
  /** When the organization first received this answer; null if it is new. */
  cachedAt: number | null;
  /** Remaining credits of the organization. */
  left: number;
}

/** Why a row with an answer could not be paid. */
export interface PaymentRefusal {
  code: ErrorCode;
  message: string;
}

/** Payment of one row; null if there is no answer and so nothing to pay. */
export type RowPayment = PaidLookup | PaymentRefusal | null;

/** Payments of a chunk's rows in order, run-length encoded because most are equal. */
export type ChunkPayments = [rows: number, payment: RowPayment][];

export interface ChunkOutcome {
  /** The attempt whose results count. */
  attempt: number;
  payments: ChunkPayments;
  counts: RowCounts;
  credits: number;
}

export interface OrderedJob {
  order: JobOrder;
  state: JobSnapshot;
}

export interface FinishedChunk extends Pick<ChunkOutcome, 'attempt' | 'payments'> {
  chunk: number;
  place: Chunk;
  /** Set if the job was cancelled before the chunk began. */
  isDropped?: true;
}

/** Lease on the whole job. Calls with an outdated fencing token change nothing. */
export interface JobLease {
  turn: number;
  stage: LeasedStage;
  order: JobOrder;
  state: JobSnapshot;
  cachedRows: number;
}

/** Number of rows whose facts are cached, and the pause before the rest. */
export interface CachingProgress {
  cachedRows: number;
  pauseMs: number;
}

/** Mutable state of a job. `turn` is the fencing token of the lease on the whole job. */
export interface JobRecord extends LeaseRecord {
  order: JobOrder;
  stage: JobStage;
  cancelled: boolean;
  /** Since when the job waits for credits; null if it does not. */
  pausedAt: number | null;
  pauses: number;
  counts: RowCounts;
  credits: number;
  hasFiles: boolean;
  endedAt: number | null;
  cachedRows: number;
}

export const newJobRecord = (order: JobOrder): JobRecord => ({
  order,
  stage: 'prepared',
  cancelled: false,
  pausedAt: null,
  pauses: 0,
  counts: { succeeded: 0, failed: 0, skipped: 0, duplicates: 0 },
  credits: 0,
  hasFiles: false,
  endedAt: null,
  cachedRows: 0,
  turn: 0,
  taken: false,
  dueAt: order.createdAt + PREPARED_LIMIT_MS,
  sends: 0,
});

/** State of a chunk: at most a hundred lookups. */
export interface ChunkState {
  number: number;
  phase: 'waiting' | 'sent' | 'running' | 'done' | 'dropped';
  /** Whether a consumer has begun it. It is then finished, even if the job is cancelled. */
  begun: boolean;
  /** Whether its rows have answers that could not be paid. */
  unpaid: boolean;
  /** Fencing token of its lease; incremented when a lease ends. */
  lease: number;
  /** Number of the current attempt; incremented when rows wait for their source. */
  attempt: number;
  /** Empty until the chunk is finished. */
  payments: ChunkPayments;
  /** Sends of its message since a consumer last acquired one. */
  sends: number;
  /** Consecutive failures of work on it, and since when. */
  deaths: number;
  failingSince: number | null;
  /** When the first message of its attempt became available to consumers. */
  sentAt: number;
  /** When its message or lease counts as lost; null if neither is pending. */
  dueAt: number | null;
}

/** Initial state; a chunk without lookups is finished from the start. */
export const newChunkState = ({ lookups }: Chunk, number: number): ChunkState => ({
  number,
  phase: lookups === 0 ? 'done' : 'waiting',
  begun: false,
  unpaid: false,
  lease: 0,
  attempt: 0,
  payments: [],
  sends: 0,
  deaths: 0,
  failingSince: null,
  sentAt: 0,
  dueAt: null,
});

/** Whether no further chunks begin; those that have begun are still finished. */
export const isEnding = ({ cancelled, order }: JobRecord, now: number): boolean =>
  cancelled || now >= order.createdAt + jobLifetime(order);

/** Status of a job. It ends as failed if rows failed and none succeeded. */
function jobStatusOf({ stage, cancelled, pausedAt, counts, endedAt }: JobRecord): JobStatus {
  if (stage === 'prepared') return 'pending';
  if (cancelled) return 'cancelled';
  if (endedAt !== null) return counts.succeeded === 0 && counts.failed > 0 ? 'failed' : 'completed';
  return pausedAt !== null ? 'paused_insufficient_credits' : 'processing';
}

export function jobStateOf(record: JobRecord): JobSnapshot {
  const { order, counts, credits, endedAt, hasFiles } = record;
  const { id, total, webhook, createdAt, fileName } = order;
  return {
    id,
    status: jobStatusOf(record),
    fileName: fileName ?? null,
    total,
    counts: { ...counts },
    credits,
    webhookUrl: webhook?.url ?? null,
    webhookEndpointId: webhook?.endpointId ?? null,
    createdAt,
    endedAt,
    hasFiles,
  };
}
