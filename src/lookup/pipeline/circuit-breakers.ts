import { CircuitState, CountBreaker, circuitBreaker, handleWhen, IterableBackoff } from 'cockatiel';
import { Lru } from '../../lib/lru.ts';
import { countsAgainstSource, sourceUnavailable } from './failure-codes.ts';

/** Opens when more than half of the last 20 calls failed, 5 at least. */
const WINDOW = { size: 20, minimumNumberOfCalls: 5, threshold: 0.5 };

/** Backoff before the trial call of a half-open breaker: the first, second, … opening in a row. */
export const OPEN_MS: readonly number[] = [10_000, 20_000, 40_000, 60_000];

/** Grace beyond its time limit after which a trial call counts as cancelled with its request. */
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

function refuseFor(waitMs: number): void {
  if (waitMs > 0) throw sourceUnavailable({ retryAfterSeconds: waitMs / 1_000 });
}

/**
 * The circuit breaker of one source for one organization. The library reads `Date.now()` itself, so
 * this file does too.
 *
 * The library lets calls beside a running trial await its outcome. In a Worker that would be a
 * promise of another request, which may be cancelled without ever settling; so such calls are
 * refused, and an overdue trial counts as cancelled and the next call becomes the trial.
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
  refuseWhileOpen(): void {
    refuseFor(this.waitMs);
  }

  /**
   * Calls the source and records the outcome. What its caller cancelled is none.
   * @param limitMs how long `work` takes at most
   * @param cancelled aborted when the caller cancels
   */
  async call<T>(limitMs: number, work: () => Promise<T>, cancelled?: AbortSignal): Promise<T> {
    this.refuseWhileOpen();
    if (this.state === 'half-open') this.#policy = newPolicy(this.#policy.toJSON());
    if (this.state === 'closed') return this.#policy.execute(work);
    this.#trialEndsAt = Date.now() + limitMs + TRIAL_GRACE_MS;
    const policy = this.#policy;
    const before = policy.toJSON();
    return policy.execute(async () => {
      try {
        return await work();
      } catch (error) {
        // To the library every error that is no failure is a success: the breaker is as it was
        // before the trial, and the next call becomes one.
        if (cancelled?.aborted && this.#policy === policy) this.#policy = newPolicy(before);
        throw error;
      }
    });
  }
}

/** A source is down for everyone while the breakers of this many organizations are open. */
const ORGANIZATIONS_TO_OPEN = 3;

/** Most breakers of a source in memory; the least recently used organization is evicted. */
const MAX_ORGANIZATIONS = 200;

/**
 * The breakers of one source, one for each organization: inputs of one organization can make the
 * source fail, so its failures alone do not open the source for others.
 */
class SourceBreakers {
  readonly #byOrganization = new Lru<string, Breaker>(MAX_ORGANIZATIONS);

  of(organizationId: string): Breaker {
    return (
      this.#byOrganization.get(organizationId) ??
      this.#byOrganization.set(organizationId, new Breaker())
    );
  }

  /** Milliseconds until fewer than {@link ORGANIZATIONS_TO_OPEN} breakers are open. */
  get waitMs(): number {
    const waits = [...this.#byOrganization.values()].flatMap(({ waitMs }) => waitMs || []);
    return waits.sort((a, b) => b - a)[ORGANIZATIONS_TO_OPEN - 1] ?? 0;
  }
}

/** Circuit breakers of all sources, one set per isolate. */
export interface Breakers {
  /**
   * The organization's own breaker of the source.
   * @throws ApiError SERVICE_UNAVAILABLE while the source is down for everyone, or for this
   * organization
   */
  admit(source: string, organizationId: string): Breaker;
}

export function createBreakers(): Breakers {
  const sources = new Map<string, SourceBreakers>();
  return {
    admit(source, organizationId) {
      const all = sources.get(source) ?? new SourceBreakers();
      sources.set(source, all);
      refuseFor(all.waitMs);
      const own = all.of(organizationId);
      own.refuseWhileOpen();
      return own;
    },
  };
}
