/**
 * Who is at work says so every few seconds; who was silent for as long as a lease is taken for
 * dead.
 */
export const HEARTBEAT_MS = 5_000;
export const LEASE_MS = 20_000;

const MAX_WAIT_MS = 600_000;

const doubling = (firstMs: number, times: number): number =>
  Math.min(MAX_WAIT_MS, firstMs * 2 ** Math.min(times, 10));

/** When a message nobody took is taken for lost. @param sends how often it was sent before */
export const resendAfterMs = (sends: number): number => doubling(LEASE_MS, sends);

/**
 * How long after a failure the work is offered again. @param deaths failures in a row, 1 or more
 */
export const retryAfterMs = (deaths: number): number => doubling(2_000, deaths - 1);

/** Work of which one consumer has the latest turn. */
export interface LeaseRecord {
  /** Names the latest message. */
  turn: number;
  /** Whether a consumer has that turn. */
  taken: boolean;
  /** When the turn is taken for lost; null when none is out. */
  dueAt: number | null;
  /** How often a turn was offered since the work last got on. */
  sends: number;
}

/**
 * Work that one consumer does at a time: the whole of a job, a run of a monitor. Each message names
 * a turn; only the latest counts, and one consumer has it, so that a message that was doubled or
 * overtaken ends by itself.
 */
export class Lease {
  readonly #record: LeaseRecord;
  readonly #post: (turn: number, delayMs: number) => void;

  constructor(record: LeaseRecord, post: (turn: number, delayMs: number) => void) {
    this.#record = record;
    this.#post = post;
  }

  /** Whether this turn is the latest and somebody has taken it. */
  isHeld(turn: number): boolean {
    return this.#record.taken && this.#record.turn === turn;
  }

  /** @returns false when another has it, or it was overtaken */
  acquire(turn: number, now: number): boolean {
    const record = this.#record;
    if (record.taken || record.turn !== turn || record.dueAt === null) return false;
    Object.assign(record, { taken: true, dueAt: now + LEASE_MS });
    return true;
  }

  heartbeat(turn: number, now: number): void {
    if (this.isHeld(turn)) this.#record.dueAt = now + LEASE_MS;
  }

  fail(turn: number, now: number): void {
    if (this.isHeld(turn)) this.offer(now, retryAfterMs(this.#record.sends));
  }

  /** The work has got on: what is next is offered. */
  schedule(now: number, delayMs = 0): void {
    this.#record.sends = 0;
    this.offer(now, delayMs);
  }

  /** Nothing is offered before `dueAt`; null for never. */
  park(dueAt: number | null): void {
    Object.assign(this.#record, { taken: false, sends: 0, dueAt });
  }

  /** @param all whether it is overdue or not */
  resend(now: number, all: boolean): void {
    const { dueAt } = this.#record;
    if (dueAt !== null && (all || dueAt <= now)) this.offer(now);
  }

  /** Offers a new turn; whoever has the one before is no longer heard. */
  offer(now: number, delayMs = 0): void {
    const record = this.#record;
    record.turn += 1;
    record.taken = false;
    record.dueAt = now + delayMs + resendAfterMs(record.sends);
    record.sends += 1;
    this.#post(record.turn, delayMs);
  }
}
