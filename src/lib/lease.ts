import type * as z from 'zod';

/** Heartbeat interval of a consumer; a lease expires after {@link LEASE_MS} without one. */
const HEARTBEAT_MS = 5_000;
export const LEASE_MS = 20_000;

const MAX_WAIT_MS = 600_000;

const doubling = (firstMs: number, times: number): number =>
  Math.min(MAX_WAIT_MS, firstMs * 2 ** Math.min(times, 10));

/** Time until a message that was not acquired counts as lost. @param sends sends so far */
export const resendAfterMs = (sends: number): number => doubling(LEASE_MS, sends);

/** Backoff after a failure. @param failures in a row, 1 or more */
export const retryAfterMs = (failures: number): number => doubling(2_000, failures - 1);

/** Stored state of a lease. */
export interface LeaseRecord {
  /** Number of the latest attempt: the fencing token in its message. */
  turn: number;
  /** Whether a consumer holds the lease of that attempt. */
  taken: boolean;
  /** When the message or the lease expires; null if neither is out. */
  dueAt: number | null;
  /** Messages sent since the work last progressed. */
  sends: number;
}

/**
 * Lease on work that one consumer does at a time, such as a job or a monitor run. Each message
 * carries its attempt number. Only the latest attempt is valid and only one consumer can acquire
 * it, so duplicate and outdated messages of the at-least-once queue have no effect.
 */
export class Lease {
  readonly #record: LeaseRecord;
  readonly #send: (attempt: number, delayMs: number) => void;

  constructor(record: LeaseRecord, send: (attempt: number, delayMs: number) => void) {
    this.#record = record;
    this.#send = send;
  }

  /** Whether this attempt is the latest and its lease was acquired. */
  isHeld(attempt: number): boolean {
    return this.#record.taken && this.#record.turn === attempt;
  }

  /** @returns false when another consumer holds it, or a later attempt was sent */
  acquire(attempt: number, now: number): boolean {
    const record = this.#record;
    if (record.taken || record.turn !== attempt || record.dueAt === null) return false;
    Object.assign(record, { taken: true, dueAt: now + LEASE_MS });
    return true;
  }

  heartbeat(attempt: number, now: number): void {
    if (this.isHeld(attempt)) this.#record.dueAt = now + LEASE_MS;
  }

  fail(attempt: number, now: number): void {
    if (this.isHeld(attempt)) this.#offer(now, retryAfterMs(this.#record.sends));
  }

  /** Sends the message of the next attempt after the work has progressed. */
  schedule(now: number, delayMs = 0): void {
    this.#record.sends = 0;
    this.#offer(now, delayMs);
  }

  /** Sends nothing until `dueAt`; null means never. */
  park(dueAt: number | null): void {
    Object.assign(this.#record, { taken: false, sends: 0, dueAt });
  }

  /**
   * Resends an expired message. While the lease is not acquired, the attempt keeps its number, so
   * that delayed earlier messages stay valid. @param all also one that has not expired
   */
  resend(now: number, { all }: { all: boolean }): void {
    const { dueAt, taken, sends } = this.#record;
    if (dueAt === null || (!all && dueAt > now)) return;
    if (taken || sends === 0) this.#offer(now);
    else this.#post(now);
  }

  /** Sends the message of a new attempt; calls of earlier attempts are ignored from then on. */
  #offer(now: number, delayMs = 0): void {
    this.#record.turn += 1;
    this.#record.taken = false;
    this.#post(now, delayMs);
  }

  #post(now: number, delayMs = 0): void {
    const record = this.#record;
    record.dueAt = now + delayMs + resendAfterMs(record.sends);
    record.sends += 1;
    this.#send(record.turn, delayMs);
  }
}

/** How a consumer does leased work; `Body` is the body of the lease's messages. */
interface LeasedWork<Body> {
  schema: z.ZodType<Body>;
  process(body: Body): Promise<void>;
  heartbeat(body: Body): Promise<unknown>;
  /** Reports that the attempt failed; if the report is lost too, the lease expires. */
  fail(body: Body): Promise<unknown>;
  /** Whether these are dead letters, left by consumers that were killed repeatedly. */
  areDead?: boolean;
  failure: string;
  warn(message: string, cause: unknown): void;
}

async function processMessage<Body>(body: Body, work: LeasedWork<Body>): Promise<void> {
  const fail = () => work.fail(body).catch(() => undefined);
  if (work.areDead) return void (await fail());
  const sendHeartbeat = () => void work.heartbeat(body).catch(() => undefined);
  const heartbeat = setInterval(sendHeartbeat, HEARTBEAT_MS);
  try {
    await work.process(body);
  } catch (cause) {
    work.warn(work.failure, cause);
    await fail();
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Consumes a queue batch, each message with a heartbeat. All messages are acknowledged, because
 * only the object that grants the lease decides what is retried, and when.
 */
export async function consumeLeased<Body>(messages: readonly Message[], work: LeasedWork<Body>) {
  await Promise.all(
    messages.map(async (message) => {
      const parsed = work.schema.safeParse(message.body);
      if (parsed.success) await processMessage(parsed.data, work);
      else work.warn('a queue message cannot be read', parsed.error);
      message.ack();
    }),
  );
}
