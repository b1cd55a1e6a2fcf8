import type { MaybePromise } from './maybe-promise.ts';

/**
 * Stale-while-revalidate (RFC 5861) of a value cached in an isolate. An expired value is returned
 * while it is read again in the background. Callers wait only for the first read, and for one of a
 * value older than `maxStaleMs`.
 */
export class StaleWhileRevalidate<Value> {
  readonly #read: (held: Value | null) => Promise<Value>;
  readonly #maxAgeMs: number;
  readonly #deps: RevalidationDeps;
  readonly #maxStaleMs: number;
  #held: Value | null = null;
  /** When it was last read, and when the held value was: a reading may fail. */
  #readAt = 0;
  #heldAt = 0;

  /**
   * @param read reads the value; if it fails, the cached value stays for another period
   * @param maxStaleMs age above which the value is not returned before it is read again
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

  /** Synchronous once a value is cached. */
  current(): MaybePromise<Value> {
    const { clock, background } = this.#deps;
    const now = clock.now();
    if (now - this.#heldAt >= this.#maxStaleMs) this.#held = null;
    if (this.#held === null) return this.reload();
    if (now - this.#readAt >= this.#maxAgeMs) background(this.reload());
    return this.#held;
  }

  /** Reads the value now. @throws what the read throws, if no value is cached */
  async reload(): Promise<Value> {
    const held = this.#held;
    const readAt = this.#deps.clock.now();
    this.#readAt = readAt;
    try {
      this.#held = await this.#read(held);
      this.#heldAt = readAt;
      return this.#held;
    } catch (error) {
      if (held !== null) return held;
      throw error;
    }
  }
}

interface RevalidationDeps {
  clock: { now(): number };
  /** Keeps a promise running after its request has ended. */
  background(work: Promise<unknown>): void;
}
