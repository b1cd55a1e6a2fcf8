import { LEASE_MS, Lease, resendAfterMs, retryAfterMs } from '../lib/lease.ts';
import type { OutgoingMessage } from '../lib/state-machine-object.ts';
import {
  type JobOrder,
  type JobSnapshot,
  processedRows,
  type RowCounts,
} from '../lookup/jobs/job.ts';
import {
  type CachingProgress,
  CHUNK_FAILURE_LIMIT_MS,
  type ChunkMessage,
  type ChunkOutcome,
  type ChunkState,
  type ChunkWork,
  creditProbeDelayMs,
  type FinishedChunk,
  isEnding,
  type JobLease,
  type JobMessage,
  type JobRecord,
  jobStateOf,
  type LeasedStage,
  newChunkState,
  newJobRecord,
} from './job-state.ts';
import type { Chunk } from './rows.ts';

/**
 * Flow control: chunks of one job in flight, initially and at most. The initial window is small, to
 * keep the queue short for other jobs.
 */
const FIRST_IN_FLIGHT = 10;
const MAX_IN_FLIGHT = 40;

/** Queue delay above which this job's chunks are assumed to delay those of other jobs. */
const LONG_QUEUE_DELAY_MS = 1_000;

/** Chunks in flight while consumers are so few that messages wait for as long as this. */
const CROWDED_IN_FLIGHT = 2;
const CROWDED_QUEUE_DELAY_MS = 10_000;

/** A job's chunks, and which of them are queued or running. */
class JobChunks {
  readonly plan: readonly Chunk[];
  readonly states: ChunkState[];
  /** Chunks to be written. */
  readonly changed = new Set<ChunkState>();
  readonly #enqueue: (work: Pick<ChunkMessage, 'chunk' | 'lease'>, delayMs: number) => void;
  #mostInFlight = FIRST_IN_FLIGHT;

  /** @param known stored states of chunks that have changed */
  constructor(
    plan: readonly Chunk[],
    known: readonly ChunkState[],
    enqueue: (work: Pick<ChunkMessage, 'chunk' | 'lease'>, delayMs: number) => void,
  ) {
    this.plan = plan;
    this.states = plan.map(newChunkState);
    for (const chunk of known) Object.assign(this.states[chunk.number] as ChunkState, chunk);
    this.#enqueue = enqueue;
  }

  get nextDueAt(): number {
    return this.states.reduce((due, chunk) => Math.min(due, chunk.dueAt ?? Infinity), Infinity);
  }

  get haveEnded(): boolean {
    return this.states.every(({ phase }) => phase === 'done' || phase === 'dropped');
  }

  /** The chunk, unless it is finished. */
  unfinished(number: number): ChunkState | null {
    const chunk = this.states[number];
    return chunk && chunk.phase !== 'done' && chunk.phase !== 'dropped' ? chunk : null;
  }

  /**
   * Chunks with results, in order, starting with the one of this row.
   * @param withDropped include chunks that had not begun when the job was cancelled
   */
  finished(row: number, limit: number, withDropped = false): FinishedChunk[] {
    const finished: FinishedChunk[] = [];
    for (let chunk = 0; chunk < this.plan.length && finished.length < limit; chunk++) {
      const place = this.plan[chunk] as Chunk;
      const { phase, attempt, payments } = this.states[chunk] as ChunkState;
      if (place.row + place.rows <= row) continue;
      if (phase === 'done') finished.push({ chunk, place, attempt, payments });
      else if (phase === 'dropped' && withDropped)
        finished.push({ chunk, place, attempt, payments, isDropped: true });
    }
    return finished;
  }

  change(chunk: ChunkState, changes: Partial<ChunkState>): void {
    Object.assign(chunk, changes);
    this.changed.add(chunk);
  }

  /**
   * Sends the chunk's message; the resend delay doubles with each send. Ends the lease of a
   * consumer that holds it: its heartbeats and failures are ignored from then on.
   */
  send(chunk: ChunkState, now: number, delayMs = 0): void {
    const { sends, number, phase } = chunk;
    const lease = chunk.lease + (phase === 'running' ? 1 : 0);
    const availableAt = now + delayMs;
    const sentAt = sends === 0 ? availableAt : Math.min(chunk.sentAt, availableAt);
    const dueAt = availableAt + resendAfterMs(sends);
    this.change(chunk, { phase: 'sent', lease, sends: sends + 1, sentAt, dueAt });
    this.#enqueue({ chunk: number, lease }, delayMs);
  }

  retryAfterFailure(chunk: ChunkState, now: number): void {
    const failures = chunk.deaths + 1;
    this.change(chunk, { deaths: failures, failingSince: chunk.failingSince ?? now });
    this.send(chunk, now, retryAfterMs(failures));
  }

  /** Resends overdue messages. @param all also those that are not overdue */
  resendOverdue(now: number, { all }: { all: boolean }): void {
    for (const chunk of this.states) {
      if (chunk.dueAt === null || (!all && chunk.dueAt > now)) continue;
      if (chunk.phase === 'running' && !all) this.retryAfterFailure(chunk, now);
      else this.send(chunk, now);
    }
  }

  /**
   * Congestion window: grows by one while the queue is short, from the initial size at least, and
   * halves when it is long.
   * @param waitedMs time that a message was queued
   */
  adaptToQueueDelay(waitedMs: number): void {
    const most = this.#mostInFlight;
    const isCrowded = waitedMs > CROWDED_QUEUE_DELAY_MS;
    const least = isCrowded ? CROWDED_IN_FLIGHT : Math.min(most, FIRST_IN_FLIGHT);
    this.#mostInFlight =
      waitedMs > LONG_QUEUE_DELAY_MS
        ? Math.max(least, most >> 1)
        : Math.min(MAX_IN_FLIGHT, Math.max(FIRST_IN_FLIGHT, most + 1));
  }

  /** Sends more chunks once half of the window is free, so that they are sent in batches. */
  dispatch(now: number): void {
    const isOut = ({ phase }: ChunkState) => phase === 'sent' || phase === 'running';
    let room = this.#mostInFlight - this.states.filter(isOut).length;
    if (room < this.#mostInFlight / 2) return;
    for (const chunk of this.states) {
      if (room === 0) return;
      if (chunk.phase !== 'waiting') continue;
      this.send(chunk, now);
      room -= 1;
    }
  }
}

/**
 * State machine of one job, without storage, queue or clock. Each method is one event. Afterwards,
 * the record and `chunks.changed` are to be written, and `outbox` is to be sent.
 */
export class JobStateMachine {
  readonly record: JobRecord;
  readonly chunks: JobChunks;
  readonly #lease: Lease;
  readonly outbox: OutgoingMessage<JobMessage>[] = [];

  /** @param known stored states of chunks that have changed */
  constructor(record: JobRecord, plan: readonly Chunk[], known: readonly ChunkState[] = []) {
    const jobId = record.order.id;
    this.record = record;
    this.chunks = new JobChunks(plan, known, (work, delayMs) =>
      this.outbox.push({ body: { jobId, ...work }, delayMs }),
    );
    this.#lease = new Lease(record, (token, delayMs) =>
      this.outbox.push({ body: { jobId, turn: token }, delayMs }),
    );
  }

  static of = (order: JobOrder, plan: readonly Chunk[]): JobStateMachine =>
    new JobStateMachine(newJobRecord(order), plan);

  get state(): JobSnapshot {
    return jobStateOf(this.record);
  }

  /** Earliest expiry of a message or lease; Infinity for never. */
  get nextDueAt(): number {
    return Math.min(this.chunks.nextDueAt, this.record.dueAt ?? Infinity);
  }

  start(now: number): void {
    if (this.record.stage !== 'prepared') return;
    this.#beginRunning();
    this.#dispatch(now);
    this.#enterFinalStageWhenDone(now);
  }

  begin(number: number, lease: number, now: number): ChunkWork | null {
    const chunk = this.#unfinished(number);
    // A duplicate message: the lease is held, or has ended.
    if (!chunk || chunk.phase === 'running' || chunk.lease !== lease) return null;
    // A paused job looks up no rows; only chunks with unpaid answers are tried again.
    if (this.#isPaused(now) && !chunk.unpaid) {
      this.chunks.change(chunk, { phase: 'waiting', sends: 0, dueAt: null });
      return null;
    }
    if (chunk.phase === 'sent') this.chunks.adaptToQueueDelay(now - chunk.sentAt);
    const { failingSince, attempt, begun } = chunk;
    const leased = { begun: true, phase: 'running', sends: 0, dueAt: now + LEASE_MS } as const;
    this.chunks.change(chunk, leased);
    return {
      order: this.record.order,
      chunk: number,
      place: this.chunks.plan[number] as Chunk,
      attempt,
      isFirst: !begun,
      lastChance: isEnding(this.record, now),
      givenUp: failingSince !== null && now >= failingSince + CHUNK_FAILURE_LIMIT_MS,
    };
  }

  retry(number: number, attempt: number, delayMs: number, now: number): void {
    const chunk = this.#unfinished(number);
    if (chunk?.attempt !== attempt) return;
    this.chunks.change(chunk, { attempt: attempt + 1, deaths: 0, failingSince: null });
    this.chunks.send(chunk, now, delayMs);
  }

  pause(number: number, now: number): number | null {
    const chunk = this.#unfinished(number);
    if (!chunk) return null;
    const rest = { phase: 'sent', sends: 0, deaths: 0, failingSince: null, dueAt: null } as const;
    this.chunks.change(chunk, { unpaid: true, lease: chunk.lease + 1, ...rest });
    if (isEnding(this.record, now)) {
      this.chunks.send(chunk, now);
      return null;
    }
    const begins = this.record.pausedAt === null;
    this.record.pausedAt ??= now;
    if (begins) this.record.pauses += 1;
    this.#scheduleCreditProbe(now);
    return begins ? this.record.pauses : null;
  }

  finish(number: number, outcome: ChunkOutcome, now: number): void {
    const chunk = this.#unfinished(number);
    if (!chunk) return;
    const { attempt, payments, counts, credits } = outcome;
    this.chunks.change(chunk, { phase: 'done', attempt, payments, dueAt: null });
    this.#addCounts(counts);
    this.record.credits += credits;
    if (chunk.unpaid && this.record.pausedAt !== null) this.#resume(now);
    this.#dispatch(now);
    this.#enterFinalStageWhenDone(now);
  }

  cancel(now: number): boolean {
    const { record } = this;
    // The creator wrote the row but was stopped before the start.
    if (record.stage === 'prepared') this.#beginRunning();
    if (record.stage === 'running' && !record.cancelled) {
      record.cancelled = true;
      record.pausedAt = null;
      for (const chunk of this.chunks.states) {
        if (!chunk.begun && chunk.phase !== 'done')
          this.chunks.change(chunk, { phase: 'dropped', dueAt: null });
        // Chunks that wait for credits or for a source are resent, to be finished.
        else if (chunk.phase === 'sent') this.chunks.send(chunk, now);
      }
      this.#enterFinalStageWhenDone(now);
    }
    return record.stage === 'concluding';
  }

  acquire(token: number, now: number): JobLease | null {
    const { stage, order, cachedRows } = this.record;
    if (stage === 'running' || stage === 'closed' || !this.#lease.acquire(token, now)) return null;
    return { turn: token, stage, order, state: this.state, cachedRows };
  }

  end(token: number, { hasFiles }: { hasFiles: boolean }, now: number): JobSnapshot | null {
    if (!this.#lease.isHeld(token)) return null;
    if (this.record.stage === 'concluding')
      Object.assign(this.record, { stage: 'ended', hasFiles, endedAt: now });
    return this.state;
  }

  markNotified(token: number, more: { pauseMs: number } | null, now: number): void {
    if (!this.#lease.isHeld(token) || this.record.stage !== 'ended') return;
    if (more) this.#lease.schedule(now, more.pauseMs);
    else this.#enterStage('remembering', now);
  }

  markCached(token: number, more: CachingProgress | null, now: number): void {
    const { stage } = this.record;
    if (!this.#lease.isHeld(token) || (stage !== 'ended' && stage !== 'remembering')) return;
    if (more) {
      this.record.cachedRows = more.cachedRows;
      this.#lease.schedule(now, more.pauseMs);
    } else {
      this.record.stage = 'closed';
      this.#lease.park(null);
    }
  }

  heartbeat(message: JobMessage, now: number): void {
    if ('turn' in message) this.#lease.heartbeat(message.turn, now);
    else {
      const chunk = this.#leased(message);
      if (chunk) chunk.dueAt = now + LEASE_MS;
    }
  }

  /** Records that work failed, or that its message is a dead letter. */
  fail(message: JobMessage, now: number): void {
    if ('turn' in message) this.#lease.fail(message.turn, now);
    else {
      const chunk = this.#leased(message);
      if (chunk) this.chunks.retryAfterFailure(chunk, now);
    }
  }

  resendOverdue(now: number, { all = false } = {}): void {
    this.#lease.resend(now, { all });
    if (this.record.stage !== 'running') return;
    this.chunks.resendOverdue(now, { all });
    this.#dispatch(now);
  }

  #unfinished(number: number): ChunkState | null {
    return this.record.stage === 'running' ? this.chunks.unfinished(number) : null;
  }

  /** The chunk that the holder of a lease works on; null if the lease has ended. */
  #leased({ chunk: number, lease }: ChunkMessage): ChunkState | null {
    const chunk = this.#unfinished(number);
    return chunk?.phase === 'running' && chunk.lease === lease ? chunk : null;
  }

  #isPaused(now: number): boolean {
    return this.record.pausedAt !== null && !isEnding(this.record, now);
  }

  #addCounts(counts: Partial<RowCounts>): void {
    for (const key of Object.keys(counts) as (keyof RowCounts)[])
      this.record.counts[key] += counts[key] ?? 0;
  }

  /** Enters the running stage. Chunks without work are counted at once. */
  #beginRunning(): void {
    this.record.stage = 'running';
    this.#lease.park(null);
    for (const { lookups, skipped, duplicates } of this.chunks.plan)
      if (lookups === 0) this.#addCounts({ skipped, duplicates });
  }

  #enterStage(stage: LeasedStage, now: number): void {
    this.record.stage = stage;
    this.#lease.schedule(now);
  }

  #dispatch(now: number): void {
    if (!this.#isPaused(now)) this.chunks.dispatch(now);
  }

  /** Credit probe by one unpaid chunk, less frequent the longer the job has waited. */
  #scheduleCreditProbe(now: number): void {
    const first = this.chunks.states.find((chunk) => chunk.unpaid && chunk.phase === 'sent');
    const dueAt = now + creditProbeDelayMs(now - (this.record.pausedAt ?? now));
    if (first) this.chunks.change(first, { dueAt });
  }

  #resume(now: number): void {
    this.record.pausedAt = null;
    for (const chunk of this.chunks.states)
      if (chunk.unpaid && chunk.phase === 'sent') this.chunks.send(chunk, now);
  }

  #enterFinalStageWhenDone(now: number): void {
    if (!this.chunks.haveEnded) return;
    const { record } = this;
    if (!record.cancelled && processedRows(record.counts) !== record.order.total)
      throw new Error('the rows of a job do not add up');
    this.#enterStage('concluding', now);
  }
}
