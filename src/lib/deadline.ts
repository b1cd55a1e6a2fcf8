/** Deadline shared by several steps. Call `end`, or its timer keeps running. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;

  /** @param tooLate what waiting steps throw once `timeoutMs` have passed */
  constructor(timeoutMs: number, tooLate: () => Error) {
    this.#timer = setTimeout(() => this.#controller.abort(tooLate()), timeoutMs);
  }

  /** Aborted with `tooLate` as reason when the time is up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for a step. @throws `tooLate` as soon as the time is up */
  async wait<T>(step: Promise<T>): Promise<T> {
    const { signal } = this;
    signal.throwIfAborted();
    let stop: () => void = () => {};
    const tooLate = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([step, tooLate]);
    } catch (error) {
      // A step that the signal cancelled fails with its own error.
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
