import {
  type ChunkOutcome,
  type ChunkWork,
  type Conclusion,
  type JobState,
  processedRows,
  type RowCounts,
} from '../core/bulk.ts';
import { type ChunkState, doneChunks, newChunk, probeMs, silenceMs } from './chunk-state.ts';
import { isEnding, type JobRecord, planOf, STEPS, type Stage, stateOf } from './job-record.ts';
import type { JobMessage, OutgoingMessage } from './messages.ts';

/** Chunks of one job that are out at a time: enough to keep consumers busy, few enough to be fair to other jobs. */
export const CHUNKS_IN_FLIGHT = 40;

/** More are sent when half of them are back, so that they go in batches. */
const REFILL_BELOW = CHUNKS_IN_FLIGHT / 2;

/**
 * The rules of one job, without storage, queue or clock. Each method is one event; what has to be written and
 * sent afterwards is in `changed` and `outbox`.
 */
export class JobBook {
  readonly record: JobRecord;
  readonly chunks: ChunkState[];
  readonly changed = new Set<ChunkState>();
  outbox: OutgoingMessage[] = [];

  constructor(
    record: JobRecord,
    chunks: ChunkState[] = record.plan.offsets.slice(1).map((_, number) => newChunk(number)),
  ) {
    this.record = record;
    this.chunks = chunks;
  }

  get state(): JobState {
    return stateOf(this.record);
  }

  /** The earliest moment at which something is taken for lost; Infinity for never. */
  get nextDueAt(): number {
    return this.chunks.reduce(
      (due, chunk) => Math.min(due, chunk.dueAt ?? Infinity),
      this.record.dueAt ?? Infinity,
    );
  }

  start(now: number): void {
    if (this.record.stage !== 'prepared') return;
    Object.assign(this.record, { stage: 'running', dueAt: null });
    this.#dispatch(now);
  }

  begin(number: number, now: number): ChunkWork | null {
    const chunk = this.#open(number);
    if (!chunk) return null;
    // Rows of a job that cannot be paid are not looked up; only what was found already is offered for payment.
    if (this.record.pausedAt !== null && !chunk.unpaid && !isEnding(this.record, now)) {
      this.#change(chunk, { phase: 'waiting', dueAt: null });
      return null;
    }
    if (!chunk.begun) this.#change(chunk, { begun: true });
    chunk.phase = 'running';
    chunk.dueAt = now + silenceMs(0);
    const { offsets } = this.record.plan;
    const [offset, end] = [offsets[number] as number, offsets[number + 1] as number];
    return {
      plan: planOf(this.record),
      chunk: number,
      range: { offset, length: end - offset },
      attempt: chunk.attempt,
      lastChance: isEnding(this.record, now),
    };
  }

  beat(number: number, now: number): void {
    const chunk = this.#open(number);
    if (chunk?.phase === 'running') chunk.dueAt = now + silenceMs(0);
  }

  retry(number: number, attempt: number, delayMs: number, now: number): void {
    const chunk = this.#open(number);
    if (chunk?.attempt !== attempt) return;
    this.#change(chunk, { attempt: attempt + 1, sends: 0 });
    this.#send(chunk, now, delayMs);
  }

  pause(number: number, now: number): number | null {
    const chunk = this.#open(number);
    if (!chunk) return null;
    this.#change(chunk, { unpaid: true, phase: 'sent', sends: 0, dueAt: null });
    if (isEnding(this.record, now)) {
      this.#send(chunk, now);
      return null;
    }
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
    for (const key of Object.keys(counts) as (keyof RowCounts)[])
      this.record.counts[key] += counts[key];
    this.record.credits += credits;
    if (chunk.unpaid && this.record.pausedAt !== null) this.#resume(now);
    this.#dispatch(now);
    this.#concludeWhenDone(now);
  }

  cancel(now: number): boolean {
    const { record } = this;
    // Its creator made it exist and was stopped before it started.
    if (record.stage === 'prepared') Object.assign(record, { stage: 'running', dueAt: null });
    if (record.stage === 'running' && !record.cancelled) {
      record.cancelled = true;
      for (const chunk of this.chunks)
        if (!chunk.begun && chunk.phase !== 'done')
          this.#change(chunk, { phase: 'dropped', dueAt: null });
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
    return {
      plan: planOf(this.record),
      state: this.state,
      chunks: doneChunks(this.chunks, 0, this.chunks.length),
    };
  }

  end(hasFiles: boolean, now: number): JobState {
    if (this.record.stage === 'concluding')
      Object.assign(this.record, { stage: 'ended', hasFiles, endedAt: now });
    return this.state;
  }

  announced(now: number): void {
    if (this.record.stage === 'ended') this.#enter('remembering', now);
  }

  remembered(more: { pauseMs: number } | null, now: number): void {
    if (this.record.stage !== 'remembering') return;
    if (more) this.#enter('remembering', now, more.pauseMs);
    else Object.assign(this.record, { stage: 'closed', dueAt: null });
  }

  /** Sends again whatever has been silent for too long. @param all whether it is overdue or not */
  sweep(now: number, all = false): void {
    const { record } = this;
    if (record.dueAt !== null && (all || record.dueAt <= now)) this.#sendWhole(now);
    for (const chunk of this.chunks)
      if (chunk.dueAt !== null && (all || chunk.dueAt <= now)) this.#send(chunk, now);
    if (record.stage === 'running') this.#dispatch(now);
  }

  /** The chunk, while it still can change. */
  #open(number: number): ChunkState | null {
    const chunk = this.chunks[number];
    return this.record.stage === 'running' &&
      chunk &&
      chunk.phase !== 'done' &&
      chunk.phase !== 'dropped'
      ? chunk
      : null;
  }

  #change(chunk: ChunkState, changes: Partial<ChunkState>): void {
    Object.assign(chunk, changes);
    this.changed.add(chunk);
  }

  #post(body: JobMessage, delayMs: number): void {
    this.outbox.push(delayMs > 0 ? { body, delaySeconds: Math.ceil(delayMs / 1_000) } : { body });
  }

  /** Each time it is sent again, its silence is borne longer. */
  #send(chunk: ChunkState, now: number, delayMs = 0): void {
    this.#change(chunk, {
      phase: 'sent',
      sends: chunk.sends + 1,
      dueAt: now + delayMs + silenceMs(chunk.sends),
    });
    this.#post({ step: 'chunk', jobId: this.record.plan.id, chunk: chunk.number }, delayMs);
  }

  #sendWhole(now: number, delayMs = 0): void {
    const { record } = this;
    if (record.stage === 'running' || record.stage === 'closed') return;
    record.dueAt = now + delayMs + silenceMs(record.sends);
    record.sends += 1;
    this.#post({ step: STEPS[record.stage], jobId: record.plan.id }, delayMs);
  }

  #enter(stage: Stage, now: number, delayMs = 0): void {
    Object.assign(this.record, { stage, sends: 0 });
    this.#sendWhole(now, delayMs);
  }

  #dispatch(now: number): void {
    if (this.record.pausedAt !== null && !isEnding(this.record, now)) return;
    let room =
      CHUNKS_IN_FLIGHT -
      this.chunks.reduce(
        (out, { phase }) => out + Number(phase === 'sent' || phase === 'running'),
        0,
      );
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
    if (first) this.#change(first, { dueAt: now + probeMs(now - (this.record.pausedAt ?? now)) });
  }

  #resume(now: number): void {
    this.record.pausedAt = null;
    for (const chunk of this.chunks)
      if (chunk.unpaid && chunk.phase === 'sent') this.#send(chunk, now);
  }

  #concludeWhenDone(now: number): void {
    if (this.chunks.some(({ phase }) => phase !== 'done' && phase !== 'dropped')) return;
    const { record } = this;
    if (!record.cancelled && processedRows(record.counts) !== record.plan.total)
      throw new Error('the rows of a job do not add up');
    this.#enter('concluding', now);
  }
}
