import type * as z from 'zod';

/** Heartbeat interval of a consumer; a lease without one for {@link LEASE_MS} is expired. */
const HEARTBEAT_MS = 5_000;
export const LEASE_MS = 20_000;

const MAX_WAIT_MS = 600_000;

const doubling = (firstMs: number, times: number): number =>
  Math.min(MAX_WAIT_MS, firstMs * 2 ** Math.min(times, 10));

/** After how long an unacquired message counts as lost. @param sends how often it was sent */
export const resendAfterMs = (sends: number): number => doubling(LEASE_MS, sends);

/** Backoff after a failure. @param failures in a row, 1 or more */
export const retryAfterMs = (failures: number): number => doubling(2_000, failures - 1);

/** State of a lease as objects store it. */
export interface LeaseRecord {
  /** Number of the latest attempt: the fencing token that its message carries. */
  turn: number;
  /** Whether a consumer holds the lease of that attempt. */
  taken: boolean;
  /** When the message or the lease expires; null when none is out. */
  dueAt: number | null;
  /** Messages sent since the work last progressed. */
  sends: number;
}

/**
 * Lease on work that one consumer does at a time: the whole of a job, a run of a monitor. Each
 * message carries the number of its attempt; only the latest is valid and only one consumer
 * acquires it, so duplicated and outdated at-least-once messages have no effect.
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
    if (this.isHeld(attempt)) this.offer(now, retryAfterMs(this.#record.sends));
  }

  /** The work progressed: sends the message of the next attempt. */
  schedule(now: number, delayMs = 0): void {
    this.#record.sends = 0;
    this.offer(now, delayMs);
  }

  /** Sends nothing before `dueAt`; null for never. */
  park(dueAt: number | null): void {
    Object.assign(this.#record, { taken: false, sends: 0, dueAt });
  }

  /** Sends again what has expired. @param all also what has not */
  resend(now: number, { all }: { all: boolean }): void {
    const { dueAt } = this.#record;
    if (dueAt !== null && (all || dueAt <= now)) this.offer(now);
  }

  /** Sends the message of a new attempt; calls of earlier attempts are ignored from now on. */
  offer(now: number, delayMs = 0): void {
    const record = this.#record;
    record.turn += 1;
    record.taken = false;
    record.dueAt = now + delayMs + resendAfterMs(record.sends);
    record.sends += 1;
    this.#send(record.turn, delayMs);
  }
}

/** How a consumer does leased work; `Body` is what the messages of the lease say. */
interface LeasedWork<Body> {
  schema: z.ZodType<Body>;
  process(body: Body): Promise<void>;
  heartbeat(body: Body): Promise<unknown>;
  /** Reports that the attempt failed; if the report is lost too, the lease expires. */
  fail(body: Body): Promise<unknown>;
  /** Whether these are dead letters, of consumers that were killed again and again. */
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
 * Consumes a batch from a queue, each message with a heartbeat. Every one is acknowledged: the
 * object that grants the lease alone decides what is retried, and when.
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
