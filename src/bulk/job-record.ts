import {
  JOB_LIFETIME_MS,
  type JobPlan,
  type JobState,
  type JobStatus,
  type RowCounts,
} from '../core/bulk.ts';

/** A job nobody started for this long is recovered, or given up. */
export const PREPARED_LIMIT_MS = 60_000;

/** prepared → running → concluding (files) → ended (webhook) → remembering (cache) → closed. */
export type Stage = 'prepared' | 'running' | 'concluding' | 'ended' | 'remembering' | 'closed';

/** The message of the whole job that each stage waits for. */
export const STEPS = {
  prepared: 'recover',
  concluding: 'conclude',
  ended: 'conclude',
  remembering: 'remember',
} as const;

/** What changes about a job. */
export interface JobRecord {
  plan: JobPlan;
  stage: Stage;
  cancelled: boolean;
  /** Since when it waits for credits; null when it does not. */
  pausedAt: number | null;
  /** How often it has paused. */
  pauses: number;
  counts: RowCounts;
  credits: number;
  hasFiles: boolean;
  endedAt: number | null;
  /** When a message of the whole job is taken for lost; null when none is out. */
  dueAt: number | null;
  /** How often that message was sent. */
  sends: number;
}

export const newRecord = (plan: JobPlan): JobRecord => ({
  plan,
  stage: 'prepared',
  cancelled: false,
  pausedAt: null,
  pauses: 0,
  counts: { succeeded: 0, failed: 0, skipped: 0, duplicates: 0 },
  credits: 0,
  hasFiles: false,
  endedAt: null,
  dueAt: plan.createdAt + PREPARED_LIMIT_MS,
  sends: 0,
});

/** Everything consumers need of the plan. */
export function planOf({ plan: all }: JobRecord): Omit<JobPlan, 'offsets'> {
  const { offsets: _, ...plan } = all;
  return plan;
}

/** Nothing more begins; what has begun is brought to its end. */
export const isEnding = ({ cancelled, plan }: JobRecord, now: number): boolean =>
  cancelled || now >= plan.createdAt + JOB_LIFETIME_MS;

/** A job ends as failed when rows failed and none succeeded. */
export function statusOf({ stage, cancelled, pausedAt, counts, endedAt }: JobRecord): JobStatus {
  if (stage === 'prepared') return 'pending';
  if (cancelled) return 'cancelled';
  if (endedAt !== null) return counts.succeeded === 0 && counts.failed > 0 ? 'failed' : 'completed';
  return pausedAt !== null ? 'paused_insufficient_credits' : 'processing';
}

export function stateOf(record: JobRecord): JobState {
  const { plan, counts, credits, endedAt, hasFiles } = record;
  const { id, total, webhook, createdAt } = plan;
  return {
    id,
    status: statusOf(record),
    total,
    counts: { ...counts },
    credits,
    webhookUrl: webhook?.url ?? null,
    createdAt,
    endedAt,
    hasFiles,
  };
}
