import { type JobRecord, LEASE_MS, resendAfterMs, reviveAfterMs, type Stage } from './job-state.ts';

/**
 * Work on the job as a whole: recovering, concluding, remembering. Each message names a turn; only the latest
 * counts, and one consumer has it, so that a message that was doubled or overtaken ends by itself.
 */
export class JobTurns {
  readonly #record: JobRecord;
  readonly #post: (turn: number, delayMs: number) => void;

  constructor(record: JobRecord, post: (turn: number, delayMs: number) => void) {
    this.#record = record;
    this.#post = post;
  }

  /** Whether this turn is the latest and somebody has taken it. */
  holds(turn: number): boolean {
    return this.#record.taken && this.#record.turn === turn;
  }

  /** @returns false when another has it, or it was overtaken */
  take(turn: number, now: number): boolean {
    const record = this.#record;
    if (record.taken || record.turn !== turn || record.dueAt === null) return false;
    Object.assign(record, { taken: true, dueAt: now + LEASE_MS });
    return true;
  }

  beat(turn: number, now: number): void {
    if (this.holds(turn)) this.#record.dueAt = now + LEASE_MS;
  }

  fail(turn: number, now: number): void {
    if (this.holds(turn)) this.send(now, reviveAfterMs(this.#record.sends));
  }

  enter(stage: Stage, now: number, delayMs = 0): void {
    Object.assign(this.#record, { stage, sends: 0 });
    this.send(now, delayMs);
  }

  /** @param all whether it is overdue or not */
  sweep(now: number, all: boolean): void {
    const { dueAt } = this.#record;
    if (dueAt !== null && (all || dueAt <= now)) this.send(now);
  }

  /** Offers a new turn; whoever has the one before is no longer heard. */
  send(now: number, delayMs = 0): void {
    const record = this.#record;
    record.turn += 1;
    record.taken = false;
    record.dueAt = now + delayMs + resendAfterMs(record.sends);
    record.sends += 1;
    this.#post(record.turn, delayMs);
  }
}
