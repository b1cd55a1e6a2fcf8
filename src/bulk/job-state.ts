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

/** Time limit of the stage `prepared`: the job is recovered then, or abandoned. */
const PREPARED_LIMIT_MS = 60_000;

/** Time limit of a chunk that only fails; it outlasts an outage of our own stores. */
export const CHUNK_FAILURE_LIMIT_MS = 6 * HOUR_MS;

/** Interval at which a paused job probes for credits, at first and after a long wait. */
const MIN_PROBE_MS = 10_000;
const MAX_PROBE_MS = 300_000;

export const creditProbeDelayMs = (waitedMs: number): number =>
  Math.min(MAX_PROBE_MS, Math.max(MIN_PROBE_MS, waitedMs / 4));

/** Queue messages: at-least-once messages that name work and never hold rows. */
export const jobMessage = z.union([
  z.object({ jobId: z.string(), chunk: z.int().min(0) }),
  /** Work on the job as a whole. `turn`: fencing token of its lease; only the latest is valid. */
  z.object({ jobId: z.string(), turn: z.int().min(1) }),
]);

export type JobMessage = z.infer<typeof jobMessage>;

/** prepared → running → concluding (files) → ended (webhook) → remembering (cache) → closed. */
type JobStage = 'prepared' | 'running' | 'concluding' | 'ended' | 'remembering' | 'closed';

/** Stages in which the whole job waits for one consumer. */
export type LeasedStage = Exclude<JobStage, 'running' | 'closed'>;

/** What a consumer is to do with one chunk. */
export interface ChunkWork {
  order: JobOrder;
  chunk: number;
  place: Chunk;
  /** 0 for the first; each names the object of what it finds. */
  attempt: number;
  /** The first run of the first attempt, so nothing is stored. */
  isFirst: boolean;
  /** The job is to end: rows that have no answer yet fail instead of waiting. */
  lastChance: boolean;
  /** Trying has failed for hours: rows that have no answer fail without being looked up. */
  givenUp: boolean;
}

/** What one lookup cost, and until when it is paid for. */
export interface PaidLookup {
  creditsUsed: number;
  /** End of the seven days that the payment covers. */
  windowEndsAt: number;
  /** When the organization was first given this answer; null when it is new. */
  cachedAt: number | null;
  /** Credits left to the organization. */
  left: number;
}

/** Why a row that was found could not be paid. */
export interface PaymentRefusal {
  code: ErrorCode;
  message: string;
}

/** Payment of one row; null where nothing was found, so nothing to pay. */
export type RowPayment = PaidLookup | PaymentRefusal | null;

/** Payments of a chunk's rows in their order, run-length encoded: most rows have the same one. */
export type ChunkPayments = [rows: number, payment: RowPayment][];

export interface ChunkOutcome {
  /** What this attempt found is what the rows are. */
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
  /** The job was cancelled before any of it was looked up. */
  isDropped?: true;
}

/** Lease on the job as a whole. Calls with an expired fencing token change nothing. */
export interface JobLease {
  turn: number;
  stage: LeasedStage;
  order: JobOrder;
  state: JobSnapshot;
  /** Rows whose facts are cached, from the first. */
  cachedRows: number;
}

/** Facts of these rows are cached, from the first; the rest after a pause. */
export interface CachingProgress {
  cachedRows: number;
  pauseMs: number;
}

/** What changes about a job. `turn` is the fencing token of the lease on the job as a whole. */
export interface JobRecord extends LeaseRecord {
  order: JobOrder;
  stage: JobStage;
  cancelled: boolean;
  /** Since when it waits for credits; null when it does not. */
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
  /** A consumer has begun it; from then on it is brought to its end, also in a cancelled job. */
  begun: boolean;
  /** Its rows are found and could not be paid. */
  unpaid: boolean;
  /** Counts up when rows have to wait for their source. */
  attempt: number;
  /** Empty until it is done. */
  payments: ChunkPayments;
  /** Sends of its message since a consumer last took one. */
  sends: number;
  /** How often work on it failed since it last got on, and since when. */
  deaths: number;
  failingSince: number | null;
  /** When a consumer could first take its latest message. */
  sentAt: number;
  /** When its message or its lease counts as lost; null while neither is out. */
  dueAt: number | null;
}

/** A chunk without anything to look up was finished when it was planned. */
export const newChunkState = ({ lookups }: Chunk, number: number): ChunkState => ({
  number,
  phase: lookups === 0 ? 'done' : 'waiting',
  begun: false,
  unpaid: false,
  attempt: 0,
  payments: [],
  sends: 0,
  deaths: 0,
  failingSince: null,
  sentAt: 0,
  dueAt: null,
});

/** Nothing more begins; what has begun is brought to its end. */
export const isEnding = ({ cancelled, order }: JobRecord, now: number): boolean =>
  cancelled || now >= order.createdAt + jobLifetime(order);

/** A job ends as failed when rows failed and none succeeded. */
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
