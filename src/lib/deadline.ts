/** Deadline shared by several steps. End it, or its timer runs on. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;

  /** @param tooLate what waiting steps throw once `timeoutMs` have passed */
  constructor(timeoutMs: number, tooLate: () => Error) {
    this.#timer = setTimeout(() => this.#controller.abort(tooLate()), timeoutMs);
  }

  /** Aborted, with `tooLate` as reason, when time is up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The step's own outcome, or `tooLate` as soon as time is up. */
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
      // A step that the signal cancels fails with an error of its own.
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
