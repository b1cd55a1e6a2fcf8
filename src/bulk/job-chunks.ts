import { resendAfterMs, reviveAfterMs } from '../core/jobs/turns.ts';
import { type ChunkState, type FinishedChunk, newChunk } from './job-state.ts';
import type { Chunk } from './rows.ts';

/**
 * Chunks of one job that are out at a time: at first, so that small jobs find a short line, and at
 * most.
 */
const MIN_IN_FLIGHT = 10;
const MAX_IN_FLIGHT = 40;

/** A chunk that stood in line for longer says that others wait behind this job's chunks. */
const LONG_LINE_MS = 1_000;

/** A job's chunks, and which of them are out. */
export class JobChunks {
  /** Where the rows of each chunk lie. */
  readonly plan: readonly Chunk[];
  readonly states: ChunkState[];
  /** To be written. */
  readonly changed = new Set<ChunkState>();
  readonly #post: (message: { chunk: number }, delayMs: number) => void;
  #mostInFlight = MIN_IN_FLIGHT;

  /** @param known chunks that something has happened to */
  constructor(
    plan: readonly Chunk[],
    known: readonly ChunkState[],
    post: (message: { chunk: number }, delayMs: number) => void,
  ) {
    this.plan = plan;
    this.states = plan.map(newChunk);
    for (const chunk of known) this.states[chunk.number] = chunk;
    this.#post = post;
  }

  get nextDueAt(): number {
    return this.states.reduce((due, chunk) => Math.min(due, chunk.dueAt ?? Infinity), Infinity);
  }

  get haveEnded(): boolean {
    return this.states.every(({ phase }) => phase === 'done' || phase === 'dropped');
  }

  /** The chunk, while it still can change. */
  unfinished(number: number): ChunkState | null {
    const chunk = this.states[number];
    return chunk && chunk.phase !== 'done' && chunk.phase !== 'dropped' ? chunk : null;
  }

  /** Chunks that have results, in order, from the one that holds this row on. */
  finished(row: number, limit: number): FinishedChunk[] {
    const finished: FinishedChunk[] = [];
    for (let chunk = 0; chunk < this.plan.length && finished.length < limit; chunk++) {
      const place = this.plan[chunk] as Chunk;
      if (place.row + place.rows > row && this.states[chunk]?.phase === 'done')
        finished.push({ chunk, place });
    }
    return finished;
  }

  change(chunk: ChunkState, changes: Partial<ChunkState>): void {
    Object.assign(chunk, changes);
    this.changed.add(chunk);
  }

  /** Each time it is sent again, its silence is borne longer. */
  send(chunk: ChunkState, now: number, delayMs = 0): void {
    const { sends, number } = chunk;
    const sentAt = now + delayMs;
    const dueAt = sentAt + resendAfterMs(sends);
    this.change(chunk, { phase: 'sent', sends: sends + 1, sentAt, dueAt });
    this.#post({ chunk: number }, delayMs);
  }

  /** Work on it failed: it is offered again after a while. */
  revive(chunk: ChunkState, now: number): void {
    const deaths = chunk.deaths + 1;
    this.change(chunk, { deaths, failingSince: chunk.failingSince ?? now });
    this.send(chunk, now, reviveAfterMs(deaths));
  }

  /** Sends again whatever has been silent for too long. @param all whether it is overdue or not */
  sweep(now: number, all: boolean): void {
    for (const chunk of this.states) {
      if (chunk.dueAt === null || (!all && chunk.dueAt > now)) continue;
      if (chunk.phase === 'running' && !all) this.revive(chunk, now);
      else this.send(chunk, now);
    }
  }

  /**
   * A short line lets the job grow, a long one makes it give way to others. @param waitedMs how
   * long one stood in it
   */
  measureLine(waitedMs: number): void {
    const most = this.#mostInFlight;
    const isLong = waitedMs > LONG_LINE_MS;
    this.#mostInFlight = isLong
      ? Math.max(MIN_IN_FLIGHT, most >> 1)
      : Math.min(MAX_IN_FLIGHT, most + 1);
  }

  /** More are sent when half of them are back, so that they go in batches. */
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
