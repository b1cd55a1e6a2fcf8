import type { MaybePromise } from './maybe-promise.ts';
/**
 * Stale-while-revalidate: a value that an isolate holds. Past its age it still answers while it is
 * read again; only the first reading is waited for.
 */
export class StaleWhileRevalidate<Value> {
  readonly #read: (held: Value | null) => Promise<Value>;
  readonly #maxAgeMs: number;
  readonly #deps: RevalidationDeps;
  #held: Value | null = null;
  #readAt = 0;

  /** @param read a value; when it fails, the one held stays for another age */
  constructor(
    read: (held: Value | null) => Promise<Value>,
    maxAgeMs: number,
    deps: RevalidationDeps,
  ) {
    this.#read = read;
    this.#maxAgeMs = maxAgeMs;
    this.#deps = deps;
  }

  /** Synchronous once a value is held. */
  current(): MaybePromise<Value> {
    if (this.#held === null) return this.reload();
    const { clock, background } = this.#deps;
    if (clock.now() - this.#readAt >= this.#maxAgeMs) background(this.reload());
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
