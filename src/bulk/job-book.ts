import {
  type ChunkOutcome,
  type ChunkWork,
  type Conclusion,
  JOB_LIFETIME_MS,
  type JobPlan,
  type JobState,
  type JobStatus,
  processedRows,
  type RowCounts,
} from '../core/bulk.ts';
import { type ChunkState, newChunk, silenceMs } from './chunk-state.ts';
import type { OutgoingMessage } from './messages.ts';

/** Chunks of one job that are out at a time: enough to keep consumers busy, few enough to be fair to other jobs. */
export const CHUNKS_IN_FLIGHT = 40;

/** More are sent when half of them are back, so that they go in batches. */
const REFILL_BELOW = CHUNKS_IN_FLIGHT / 2;

/** A job nobody started for this long is recovered, or given up. */
export const PREPARED_LIMIT_MS = 60_000;

/** How soon a paused job looks again whether credits have arrived, at first and after a long wait. */
const MIN_PROBE_MS = 10_000;
const MAX_PROBE_MS = 300_000;

/** prepared → running → concluding (files) → ended (webhook) → remembering (cache) → closed. */
type Stage = 'prepared' | 'running' | 'concluding' | 'ended' | 'remembering' | 'closed';

/** The message of the whole job that each stage waits for. */
const STEPS = { prepared: 'recover', concluding: 'conclude', ended: 'conclude', remembering: 'remember' } as const;

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

/**
 * The rules of one job, without storage, queue or clock. Each method is one event; what has to be written and
 * sent afterwards is in `changed` and `outbox`.
 */
export class JobBook {
  readonly record: JobRecord;
  readonly chunks: ChunkState[];
  readonly changed = new Set<ChunkState>();
  outbox: OutgoingMessage[] = [];

  constructor(record: JobRecord, chunks: ChunkState[] = record.plan.offsets.slice(1).map((_, number) => newChunk(number))) {
    this.record = record;
    this.chunks = chunks;
  }

  /** Everything consumers need of the plan. */
  get plan(): Omit<JobPlan, 'offsets'> {
    const { offsets: _, ...plan } = this.record.plan;
    return plan;
  }

  get status(): JobStatus {
    const { stage, cancelled, pausedAt, counts } = this.record;
    if (stage === 'prepared') return 'pending';
    if (cancelled) return 'cancelled';
    if (this.record.endedAt !== null) return counts.succeeded === 0 && counts.failed > 0 ? 'failed' : 'completed';
    return pausedAt !== null ? 'paused_insufficient_credits' : 'processing';
  }

  get state(): JobState {
    const { plan, counts, credits, endedAt, hasFiles } = this.record;
    const { id, total, webhook, createdAt } = plan;
    return {
      id,
      status: this.status,
      total,
      counts: { ...counts },
      credits,
      webhookUrl: webhook?.url ?? null,
      createdAt,
      endedAt,
      hasFiles,
    };
  }

  /** The earliest moment at which something is taken for lost; Infinity for never. */
  get nextDueAt(): number {
    return this.chunks.reduce((due, chunk) => Math.min(due, chunk.dueAt ?? Infinity), this.record.dueAt ?? Infinity);
  }

  start(now: number): boolean {
    if (this.record.stage !== 'prepared') return true;
    this.record.stage = 'running';
    this.record.dueAt = null;
    this.#dispatch(now);
    return true;
  }

  begin(number: number, now: number): ChunkWork | null {
    const chunk = this.#open(number);
    if (!chunk) return null;
    // Rows of a job that cannot be paid are not looked up; only what was found already is offered for payment.
    if (this.record.pausedAt !== null && !chunk.unpaid && !this.#ending(now)) {
      this.#change(chunk, { phase: 'waiting', dueAt: null });
      return null;
    }
    if (!chunk.begun) this.#change(chunk, { begun: true });
    chunk.phase = 'running';
    chunk.dueAt = now + silenceMs(0);
    const { offsets } = this.record.plan;
    const [offset, end] = [offsets[number] as number, offsets[number + 1] as number];
    return {
      plan: this.plan,
      chunk: number,
      range: { offset, length: end - offset },
      attempt: chunk.attempt,
      lastChance: this.#ending(now),
    };
  }

  beat(number: number, now: number): void {
    const chunk = this.#open(number);
    if (chunk?.phase === 'running') chunk.dueAt = now + silenceMs(0);
  }

  retry(number: number, attempt: number, delayMs: number, now: number): void {
    const chunk = this.#open(number);
    if (chunk?.attempt !== attempt) return;
    this.#change(chunk, { attempt: attempt + 1, phase: 'sent', sends: 0, dueAt: now + delayMs + silenceMs(0) });
    this.#sendChunk(chunk, delayMs);
  }

  pause(number: number, now: number): number | null {
    const chunk = this.#open(number);
    if (!chunk) return null;
    this.#change(chunk, { unpaid: true, phase: 'sent', sends: 0, dueAt: null });
    const begins = this.record.pausedAt === null;
    this.record.pausedAt ??= now;
    if (begins) this.record.pauses += 1;
    this.#probe(now);
    return begins ? this.record.pauses : null;
  }

  finish(number: number, { counts, credits }: ChunkOutcome, now: number): void {
    const chunk = this.#open(number);
    if (!chunk) return;
    this.#change(chunk, { phase: 'done', dueAt: null });
    for (const key of Object.keys(counts) as (keyof RowCounts)[]) this.record.counts[key] += counts[key];
    this.record.credits += credits;
    if (chunk.unpaid && this.record.pausedAt !== null) this.#resume(now);
    this.#dispatch(now);
    this.#concludeWhenDone(now);
  }

  cancel(now: number): boolean {
    const { record } = this;
    if (record.stage === 'running' && !record.cancelled) {
      record.cancelled = true;
      for (const chunk of this.chunks) if (!chunk.begun && chunk.phase !== 'done') this.#change(chunk, { phase: 'dropped', dueAt: null });
      // What waits for credits or for a source is brought to its end.
      for (const chunk of this.chunks) if (chunk.phase === 'sent') this.#send(chunk, now);
      record.pausedAt = null;
      this.#concludeWhenDone(now);
    }
    return record.stage === 'concluding';
  }

  conclusion(): Conclusion | null {
    const { stage } = this.record;
    if (stage !== 'concluding' && stage !== 'ended') return null;
    return { plan: this.plan, state: this.state, chunks: this.doneChunks(0, this.chunks.length) };
  }

  end(hasFiles: boolean, now: number): JobState {
    if (this.record.stage === 'concluding') Object.assign(this.record, { stage: 'ended', hasFiles, endedAt: now });
    return this.state;
  }

  announced(now: number): void {
    if (this.record.stage === 'ended') this.#enter('remembering', now);
  }

  remembered(left: boolean, now: number): void {
    if (this.record.stage !== 'remembering') return;
    if (left) this.#enter('remembering', now);
    else Object.assign(this.record, { stage: 'closed', dueAt: null });
  }

  doneChunks(from: number, limit: number): number[] {
    const done: number[] = [];
    for (let number = from; number < this.chunks.length && done.length < limit; number++) {
      if (this.chunks[number]?.phase === 'done') done.push(number);
    }
    return done;
  }

  /** Sends again whatever has been silent for too long. @param all whether it is overdue or not */
  sweep(now: number, all = false): void {
    const { record } = this;
    if (record.dueAt !== null && (all || record.dueAt <= now)) this.#sendWhole(now);
    for (const chunk of this.chunks) if (chunk.dueAt !== null && (all || chunk.dueAt <= now)) this.#send(chunk, now);
    if (record.stage === 'running') this.#dispatch(now);
  }

  #ending(now: number): boolean {
    return this.record.cancelled || now >= this.record.plan.createdAt + JOB_LIFETIME_MS;
  }

  /** The chunk, while it still can change. */
  #open(number: number): ChunkState | null {
    const chunk = this.chunks[number];
    return this.record.stage === 'running' && chunk && chunk.phase !== 'done' && chunk.phase !== 'dropped' ? chunk : null;
  }

  #change(chunk: ChunkState, changes: Partial<ChunkState>): void {
    Object.assign(chunk, changes);
    this.changed.add(chunk);
  }

  #sendChunk(chunk: ChunkState, delayMs = 0): void {
    const body = { step: 'chunk', jobId: this.record.plan.id, chunk: chunk.number } as const;
    this.outbox.push(delayMs > 0 ? { body, delaySeconds: Math.ceil(delayMs / 1_000) } : { body });
  }

  #send(chunk: ChunkState, now: number): void {
    this.#change(chunk, { phase: 'sent', sends: chunk.sends + 1, dueAt: now + silenceMs(chunk.sends) });
    this.#sendChunk(chunk);
  }

  #sendWhole(now: number): void {
    const { record } = this;
    if (record.stage === 'running' || record.stage === 'closed') return;
    record.dueAt = now + silenceMs(record.sends);
    record.sends += 1;
    this.outbox.push({ body: { step: STEPS[record.stage], jobId: record.plan.id } });
  }

  #enter(stage: Stage, now: number): void {
    Object.assign(this.record, { stage, sends: 0 });
    this.#sendWhole(now);
  }

  #dispatch(now: number): void {
    if (this.record.pausedAt !== null && !this.#ending(now)) return;
    let room = CHUNKS_IN_FLIGHT - this.chunks.reduce((out, { phase }) => out + Number(phase === 'sent' || phase === 'running'), 0);
    if (room < CHUNKS_IN_FLIGHT - REFILL_BELOW) return;
    for (const chunk of this.chunks) {
      if (room === 0) return;
      if (chunk.phase !== 'waiting') continue;
      this.#send(chunk, now);
      room -= 1;
    }
  }

  /** One unpaid chunk asks on behalf of all, the longer the job has waited the less often. */
  #probe(now: number): void {
    const first = this.chunks.find((chunk) => chunk.unpaid && chunk.phase === 'sent');
    const waited = now - (this.record.pausedAt ?? now);
    if (first) this.#change(first, { dueAt: now + Math.min(MAX_PROBE_MS, Math.max(MIN_PROBE_MS, waited / 4)) });
  }

  #resume(now: number): void {
    this.record.pausedAt = null;
    for (const chunk of this.chunks) if (chunk.unpaid && chunk.phase === 'sent') this.#send(chunk, now);
  }

  #concludeWhenDone(now: number): void {
    if (this.chunks.some(({ phase }) => phase !== 'done' && phase !== 'dropped')) return;
    const { record } = this;
    if (!record.cancelled && processedRows(record.counts) !== record.plan.total) throw new Error('the rows of a job do not add up');
    this.#enter('concluding', now);
  }
}
