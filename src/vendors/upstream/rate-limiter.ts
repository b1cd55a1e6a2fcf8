import { DurableObject } from 'cloudflare:workers';
import { ApiError } from '../../lib/errors.ts';
import { Lru } from '../../lib/lru.ts';
import { HOUR_MS, pause } from '../../lib/time.ts';
import type { RateLimiterPort, RatePermit, RequestRate } from '../../lookup/outbound.ts';

/** Rate-limit state of one host; times in milliseconds since the epoch. */
interface HostLimitState {
  /** Start times of the latest requests, oldest first; some of them still wait. */
  starts: readonly number[];
  /** Back-off: no request before then. */
  closedUntil: number;
}

export const IDLE_HOST: HostLimitState = { starts: [], closedUntil: 0 };

/** Limit of a back-off: a host that asks for a longer one is queried again after this. */
const MAX_BACK_OFF_MS = HOUR_MS;

export function nextStart(
  { starts, closedUntil }: HostLimitState,
  pace: RequestRate | null,
  now: number,
): number {
  const open = Math.max(now, closedUntil);
  if (!pace) return open;
  const { limit, perMs } = pace;
  const full = starts.length >= limit ? (starts[starts.length - limit] as number) + perMs : 0;
  return Math.max(open, full, starts.at(-1) ?? 0);
}

/** State with one more request that starts at `start`. */
export const withStart = (
  state: HostLimitState,
  pace: RequestRate | null,
  start: number,
): HostLimitState =>
  pace ? { ...state, starts: [...state.starts, start].slice(-pace.limit) } : state;

/** State after the host requested a back-off of `forMs`. */
export const withBackOff = (state: HostLimitState, forMs: number, now: number): HostLimitState => ({
  ...state,
  closedUntil: Math.max(state.closedUntil, now + Math.min(forMs, MAX_BACK_OFF_MS)),
});

/** Permit that starts in `waitMs`; refused if that is more than the caller can wait. */
type AcquireResult = { waitMs: number; permit: string } | { refusedForMs: number };

const STATE_KEY = 'state';

/** Rate limiter of one public host, named after it: one object for the whole service. */
export class RateLimiter extends DurableObject {
  #state: HostLimitState = this.ctx.storage.kv.get<HostLimitState>(STATE_KEY) ?? IDLE_HOST;
  /** For a serial host: the permit in use, and when it expires. */
  #holder: { permit: string; endsAt: number } | null = null;
  #waiting: (() => void)[] = [];

  /**
   * Next free permit; refused if it would start more than `maxWaitMs` from now.
   * @param pace null to wait for a back-off only
   */
  async take(pace: RequestRate | null, maxWaitMs: number): Promise<AcquireResult> {
    // Read once: a clock that advances within the call could refuse a request that need not wait.
    const askedAt = Date.now();
    const until = askedAt + maxWaitMs;
    const permit = crypto.randomUUID();
    if (pace?.serial && !(await this.#alone(until))) return { refusedForMs: maxWaitMs };
    const now = pace?.serial ? Date.now() : askedAt;
    const start = nextStart(this.#state, pace, now);
    if (start > until) return { refusedForMs: start - now };
    this.#remember(withStart(this.#state, pace, start));
    if (pace?.serial) this.#holder = { permit, endsAt: start + maxWaitMs };
    return { waitMs: start - now, permit };
  }

  /** @param closedForMs back-off that the host requests; 0 for none */
  async end(permit: string, closedForMs: number): Promise<void> {
    if (closedForMs > 0) this.#remember(withBackOff(this.#state, closedForMs, Date.now()));
    if (this.#holder?.permit !== permit) return;
    this.#holder = null;
    this.#waiting.shift()?.();
  }

  /**
   * Resolves true once no permit is in use, false if that takes too long. A permit that is never
   * released expires.
   */
  async #alone(until: number): Promise<boolean> {
    while (this.#holder && Date.now() < this.#holder.endsAt) {
      const leftMs = Math.min(this.#holder.endsAt, until) - Date.now();
      if (Date.now() >= until) return false;
      await this.#released(leftMs);
    }
    return true;
  }

  async #released(leftMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let wake: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      this.#waiting.push(resolve);
      timer = setTimeout(resolve, leftMs);
    });
    clearTimeout(timer);
    this.#waiting = this.#waiting.filter((other) => other !== wake);
  }

  #remember(state: HostLimitState): void {
    this.#state = state;
    this.ctx.storage.kv.put(STATE_KEY, state);
  }
}

// Not a failure of the host or the source: other callers use up its rate.
const rateLimited = (waitMs: number | null) =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    'A public data source has reached its rate limit; try again later.',
    {
      aboutInput: true,
      ...(waitMs !== null && { retryAfterSeconds: waitMs / 1_000 }),
    },
  );

async function acquireResult(answer: Promise<AcquireResult>): Promise<AcquireResult> {
  try {
    return await answer;
  } catch {
    // Fails closed: a request without a permit would violate the host's terms.
    throw rateLimited(null);
  }
}

/** Limit of full hosts that an isolate remembers. */
const MAX_FULL_HOSTS = 1_000;

/**
 * Rate limiter over the objects of the hosts. An isolate remembers until when a host that refused
 * it is full, and refuses locally until then: a lookup above the rate costs no call.
 */
export function createRateLimiter(limiters: DurableObjectNamespace<RateLimiter>): RateLimiterPort {
  const fullUntil = new Lru<string, number>(MAX_FULL_HOSTS);
  return {
    async acquire(host, pace, maxWaitMs): Promise<RatePermit> {
      const knownWaitMs = (fullUntil.get(host) ?? 0) - Date.now();
      if (knownWaitMs > maxWaitMs) throw rateLimited(knownWaitMs);
      const object = limiters.getByName(host);
      const answer = await acquireResult(object.take(pace, maxWaitMs));
      if ('refusedForMs' in answer) {
        // It is unknown when a serial host is free again.
        if (!pace?.serial) fullUntil.set(host, Date.now() + answer.refusedForMs);
        throw rateLimited(answer.refusedForMs);
      }
      const { permit, waitMs } = answer;
      if (waitMs > 0) await pause(waitMs);
      return {
        async release(closedForMs = 0) {
          if (!pace?.serial && closedForMs === 0) return;
          // A permit that cannot be released expires.
          await object.end(permit, closedForMs).catch(() => undefined);
        },
      };
    },
  };
}
