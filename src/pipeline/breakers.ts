import { CircuitState, CountBreaker, circuitBreaker, handleWhen, IterableBackoff } from 'cockatiel';
import { ApiError } from '../core/errors.ts';
import { countsAgainstSource } from './classify-failure.ts';

/** Opens when more than half of the last 20 calls failed, 5 at least. */
const WINDOW = { size: 20, minimumNumberOfCalls: 5, threshold: 0.5 };

/** How long it stays open the first, second, … time in a row before one call may try the source again. */
export const OPEN_MS: readonly number[] = [10_000, 20_000, 40_000, 60_000];

/** How much longer than its own time limit a trial call is waited for before its request counts as cancelled. */
const TRIAL_GRACE_MS = 1_000;

const newPolicy = (initialState?: unknown) =>
  circuitBreaker(handleWhen(countsAgainstSource), {
    breaker: new CountBreaker(WINDOW),
    halfOpenAfter: new IterableBackoff(OPEN_MS),
    ...(initialState !== undefined && { initialState }),
  });

const STATES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
} as const;

/**
 * The circuit breaker of one source. The library reads `Date.now()` itself, so this file does too.
 *
 * The library lets calls beside a running trial wait for its outcome. In a Worker that would be a promise of
 * another request, which may be cancelled without ever settling; so such calls are refused, and a trial that
 * is overdue is taken for cancelled and gives its place to the next call.
 */
export class Breaker {
  #policy = newPolicy();
  #trialEndsAt = 0;

  get state(): 'closed' | 'open' | 'half-open' {
    return STATES[this.#policy.state as keyof typeof STATES];
  }

  /** Milliseconds until a call may be tried; 0 when it may now. */
  get waitMs(): number {
    if (this.state === 'closed') return 0;
    return Math.max(0, (this.state === 'open' ? this.#openEndsAt : this.#trialEndsAt) - Date.now());
  }

  get #openEndsAt(): number {
    const { ownState } = this.#policy.toJSON() as {
      ownState: { openedAt: number; attemptNo: number };
    };
    return (
      ownState.openedAt + (OPEN_MS[Math.min(ownState.attemptNo, OPEN_MS.length) - 1] as number)
    );
  }

  /** @throws ApiError SERVICE_UNAVAILABLE, Retry-After being the time until a call may be tried */
  refuseWhileOpen(source: string): void {
    const { waitMs } = this;
    if (waitMs === 0) return;
    throw new ApiError('SERVICE_UNAVAILABLE', `The source ${source} is degraded.`, {
      retryAfterSeconds: waitMs / 1_000,
    });
  }

  /**
   * Calls the source and notes how that went.
   * @param limitMs how long `work` takes at most
   */
  async call<T>(source: string, limitMs: number, work: () => Promise<T>): Promise<T> {
    this.refuseWhileOpen(source);
    if (this.state === 'half-open') this.#policy = newPolicy(this.#policy.toJSON());
    if (this.state === 'open') this.#trialEndsAt = Date.now() + limitMs + TRIAL_GRACE_MS;
    return this.#policy.execute(work);
  }
}

/** One breaker per source name; made once per isolate. */
export interface Breakers {
  of(source: string): Breaker;
}

export function createBreakers(): Breakers {
  const breakers = new Map<string, Breaker>();
  return {
    of(source) {
      const breaker = breakers.get(source) ?? new Breaker();
      breakers.set(source, breaker);
      return breaker;
    },
  };
}
