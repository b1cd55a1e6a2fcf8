import type { MaybePromise } from './maybe-promise.ts';
/**
 * Stale-while-revalidate (RFC 5861): a value that an isolate holds. Past its age it still answers
 * while it is read again; the first reading is waited for, and one of a value that is too old.
 */
export class StaleWhileRevalidate<Value> {
  readonly #read: (held: Value | null) => Promise<Value>;
  readonly #maxAgeMs: number;
  readonly #deps: RevalidationDeps;
  readonly #maxStaleMs: number;
  #held: Value | null = null;
  #readAt = 0;

  /**
   * @param read a value; when it fails, the one held stays for another age
   * @param maxStaleMs age from which on the value answers no more before it is read again
   */
  constructor(
    read: (held: Value | null) => Promise<Value>,
    maxAgeMs: number,
    deps: RevalidationDeps,
    maxStaleMs = Infinity,
  ) {
    this.#read = read;
    this.#maxAgeMs = maxAgeMs;
    this.#deps = deps;
    this.#maxStaleMs = maxStaleMs;
  }

  /** Synchronous once a value is held. */
  current(): MaybePromise<Value> {
    const { clock, background } = this.#deps;
    const ageMs = clock.now() - this.#readAt;
    if (ageMs >= this.#maxStaleMs) this.#held = null;
    if (this.#held === null) return this.reload();
    if (ageMs >= this.#maxAgeMs) background(this.reload());
    return this.#held;
  }

  /** Reads now. @throws what the reading throws, while none is held */
  async reload(): Promise<Value> {
    const held = this.#held;
    this.#readAt = this.#deps.clock.now();
    try {
      this.#held = await this.#read(held);
      return this.#held;
    } catch (error) {
      if (held !== null) return held;
      throw error;
    }
  }
}

interface RevalidationDeps {
  clock: { now(): number };
  /** Keeps a promise running when the request that made it has ended. */
  background(work: Promise<unknown>): void;
}
