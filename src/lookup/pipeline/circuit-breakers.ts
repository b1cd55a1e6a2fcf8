import { CircuitState, CountBreaker, circuitBreaker, handleWhen, IterableBackoff } from 'cockatiel';
import { Lru } from '../../lib/lru.ts';
import { countsAgainstSource, sourceUnavailable } from './failure-codes.ts';

/** Opens when more than half of the last 20 calls failed, and at least 5 were made. */
const WINDOW = { size: 20, minimumNumberOfCalls: 5, threshold: 0.5 };

/** Time a breaker stays open before its trial call, for the first, second, … opening in a row. */
export const OPEN_MS: readonly number[] = [10_000, 20_000, 40_000, 60_000];

/** Time beyond its limit after which a trial call counts as cancelled with its request. */
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
 * Circuit breaker of one source for one organization. The library reads `Date.now()` itself, so
 * this file does too.
 *
 * The library makes calls during a trial wait for its outcome. In a Worker that outcome is a
 * promise of another request, which may be cancelled and never settle. Therefore calls during a
 * trial are refused, and after an overdue trial the next call becomes the trial.
 */
export class Breaker {
  #policy = newPolicy();
  #trialEndsAt = 0;

  get state(): 'closed' | 'open' | 'half-open' {
    return STATES[this.#policy.state as keyof typeof STATES];
  }

  /** Milliseconds until a call may be tried; 0 if one may be tried now. */
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

  /** @throws ApiError SERVICE_UNAVAILABLE; its Retry-After is the time until the next trial */
  refuseWhileOpen(): void {
    refuseFor(this.waitMs);
  }

  /**
   * Calls the source and records the outcome. A cancelled call is not recorded.
   * @param limitMs longest duration of `work`
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
        // The library counts any unhandled error as a success. A cancelled trial therefore restores
        // the state before it, and the next call becomes the trial.
        if (cancelled?.aborted && this.#policy === policy) this.#policy = newPolicy(before);
        throw error;
      }
    });
  }
}

/** Open breakers of this many organizations make a source unavailable for all. */
const ORGANIZATIONS_TO_OPEN = 3;

/** Most breakers per source in memory; the least recently used is evicted. */
const MAX_ORGANIZATIONS = 200;

/**
 * Circuit breakers of one source, one per organization: an organization's inputs can make the
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
   * The organization's breaker for a source.
   * @throws ApiError SERVICE_UNAVAILABLE while the source is open for all or for this organization
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
