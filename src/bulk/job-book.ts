import { type JobOrder, type JobState, processedRows, type RowCounts } from '../core/jobs/bulk.ts';
import { LEASE_MS, Turns } from '../core/jobs/turns.ts';
import { JobChunks } from './job-chunks.ts';
import {
  type ChunkOutcome,
  type ChunkState,
  type ChunkWork,
  GIVE_UP_MS,
  isEnding,
  type JobMessage,
  type JobRecord,
  newRecord,
  type OutgoingMessage,
  probeMs,
  stateOf,
  type Turn,
  type WholeStage,
} from './job-state.ts';
import type { Chunk } from './rows.ts';

/**
 * The rules of one job, without storage, queue or clock. Each method is one event; what has to be
 * written and sent afterwards is in the record, in `chunks.changed` and in `outbox`.
 */
export class JobBook {
  readonly record: JobRecord;
  readonly chunks: JobChunks;
  readonly #turns: Turns;
  outbox: OutgoingMessage[] = [];

  /** @param known chunks that something has happened to */
  constructor(record: JobRecord, plan: readonly Chunk[], known: readonly ChunkState[] = []) {
    const jobId = record.order.id;
    this.record = record;
    this.chunks = new JobChunks(plan, known, ({ chunk }, delayMs) =>
      this.#post({ jobId, chunk }, delayMs),
    );
    this.#turns = new Turns(record, (turn, delayMs) => this.#post({ jobId, turn }, delayMs));
  }

  static of = (order: JobOrder, plan: readonly Chunk[]): JobBook =>
    new JobBook(newRecord(order), plan);

  get state(): JobState {
    return stateOf(this.record);
  }

  /** The earliest moment at which something is taken for lost; Infinity for never. */
  get nextDueAt(): number {
    return Math.min(this.chunks.nextDueAt, this.record.dueAt ?? Infinity);
  }

  start(now: number): void {
    if (this.record.stage !== 'prepared') return;
    this.#open();
    this.#dispatch(now);
    this.#concludeWhenDone(now);
  }

  begin(number: number, now: number): ChunkWork | null {
    const chunk = this.#unfinished(number);
    if (!chunk) return null;
    // Somebody is at work on it: the message was doubled.
    if (chunk.phase === 'running' && now < (chunk.dueAt ?? 0)) return null;
    // Rows of a job that cannot be paid are not looked up; only what was found already is offered
    // for payment.
    if (this.#isPaused(now) && !chunk.unpaid) {
      this.chunks.change(chunk, { phase: 'waiting', dueAt: null });
      return null;
    }
    this.chunks.measureLine(now - chunk.sentAt);
    const isFirst = !chunk.begun;
    if (isFirst) this.chunks.change(chunk, { begun: true });
    Object.assign(chunk, { phase: 'running', sends: 0, dueAt: now + LEASE_MS });
    const { failingSince, attempt } = chunk;
    return {
      order: this.record.order,
      chunk: number,
      place: this.chunks.plan[number] as Chunk,
      attempt,
      isFirst,
      lastChance: isEnding(this.record, now),
      givenUp: failingSince !== null && now >= failingSince + GIVE_UP_MS,
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
    this.chunks.change(chunk, { unpaid: true, ...rest });
    if (isEnding(this.record, now)) {
      this.chunks.send(chunk, now);
      return null;
    }
    const begins = this.record.pausedAt === null;
    this.record.pausedAt ??= now;
    if (begins) this.record.pauses += 1;
    this.#probe(now);
    return begins ? this.record.pauses : null;
  }

  finish(number: number, { counts, credits }: ChunkOutcome, now: number): void {
    const chunk = this.#unfinished(number);
    if (!chunk) return;
    this.chunks.change(chunk, { phase: 'done', dueAt: null });
    this.#count(counts);
    this.record.credits += credits;
    if (chunk.unpaid && this.record.pausedAt !== null) this.#resume(now);
    this.#dispatch(now);
    this.#concludeWhenDone(now);
  }

  cancel(now: number): boolean {
    const { record } = this;
    // Its creator made it exist and was stopped before it started.
    if (record.stage === 'prepared') this.#open();
    if (record.stage === 'running' && !record.cancelled) {
      record.cancelled = true;
      record.pausedAt = null;
      for (const chunk of this.chunks.states) {
        if (!chunk.begun && chunk.phase !== 'done')
          this.chunks.change(chunk, { phase: 'dropped', dueAt: null });
        // What waits for credits or for a source is brought to its end.
        else if (chunk.phase === 'sent') this.chunks.send(chunk, now);
      }
      this.#concludeWhenDone(now);
    }
    return record.stage === 'concluding';
  }

  take(turn: number, now: number): Turn | null {
    const { stage, order } = this.record;
    if (stage === 'running' || stage === 'closed' || !this.#turns.take(turn, now)) return null;
    return { turn, stage, order, state: this.state };
  }

  end(turn: number, hasFiles: boolean, now: number): JobState | null {
    if (!this.#turns.holds(turn)) return null;
    if (this.record.stage === 'concluding')
      Object.assign(this.record, { stage: 'ended', hasFiles, endedAt: now });
    return this.state;
  }

  markAnnounced(turn: number, more: { pauseMs: number } | null, now: number): void {
    if (!this.#turns.holds(turn) || this.record.stage !== 'ended') return;
    if (more) this.#turns.next(now, more.pauseMs);
    else this.#enter('remembering', now);
  }

  markRemembered(turn: number, more: { pauseMs: number } | null, now: number): void {
    if (!this.#turns.holds(turn) || this.record.stage !== 'remembering') return;
    if (!more) this.record.stage = 'closed';
    if (more) this.#turns.next(now, more.pauseMs);
    else this.#turns.rest(null);
  }

  beat(message: JobMessage, now: number): void {
    if ('turn' in message) this.#turns.beat(message.turn, now);
    else {
      const chunk = this.#unfinished(message.chunk);
      if (chunk?.phase === 'running') chunk.dueAt = now + LEASE_MS;
    }
  }

  /** Work on it failed, or its message is a dead letter. */
  fail(message: JobMessage, now: number): void {
    if ('turn' in message) this.#turns.fail(message.turn, now);
    else {
      const chunk = this.#unfinished(message.chunk);
      if (chunk?.phase === 'running') this.chunks.revive(chunk, now);
    }
  }

  /** Sends again whatever has been silent for too long. @param all whether it is overdue or not */
  sweep(now: number, all = false): void {
    this.#turns.sweep(now, all);
    if (this.record.stage !== 'running') return;
    this.chunks.sweep(now, all);
    this.#dispatch(now);
  }

  #unfinished(number: number): ChunkState | null {
    return this.record.stage === 'running' ? this.chunks.unfinished(number) : null;
  }

  #isPaused(now: number): boolean {
    return this.record.pausedAt !== null && !isEnding(this.record, now);
  }

  #count(counts: Partial<RowCounts>): void {
    for (const key of Object.keys(counts) as (keyof RowCounts)[])
      this.record.counts[key] += counts[key] ?? 0;
  }

  /** The job runs from here on. Chunks that need no work are counted at once. */
  #open(): void {
    this.record.stage = 'running';
    this.#turns.rest(null);
    for (const { lookups, skipped, duplicates } of this.chunks.plan)
      if (lookups === 0) this.#count({ skipped, duplicates });
  }

  #enter(stage: WholeStage, now: number): void {
    this.record.stage = stage;
    this.#turns.next(now);
  }

  #post(body: JobMessage, delayMs: number): void {
    this.outbox.push(delayMs > 0 ? { body, delaySeconds: Math.ceil(delayMs / 1_000) } : { body });
  }

  #dispatch(now: number): void {
    if (!this.#isPaused(now)) this.chunks.dispatch(now);
  }

  /** One unpaid chunk asks on behalf of all, the longer the job has waited the less often. */
  #probe(now: number): void {
    const first = this.chunks.states.find((chunk) => chunk.unpaid && chunk.phase === 'sent');
    const dueAt = now + probeMs(now - (this.record.pausedAt ?? now));
    if (first) this.chunks.change(first, { dueAt });
  }

  #resume(now: number): void {
    this.record.pausedAt = null;
    for (const chunk of this.chunks.states)
      if (chunk.unpaid && chunk.phase === 'sent') this.chunks.send(chunk, now);
  }

  #concludeWhenDone(now: number): void {
    if (!this.chunks.haveEnded) return;
    const { record } = this;
    if (!record.cancelled && processedRows(record.counts) !== record.order.total)
      throw new Error('the rows of a job do not add up');
    this.#enter('concluding', now);
  }
}
