/** Longest wait for a cancellation; a call that still runs waits again. */
const WAIT_MS = 10_000;
/** Delay of a cancellation for an unknown name: calls register only after running a second. */
const KNOWN_WITHIN_MS = 1_500;
/** Most calls waiting at once; those beyond can be ended only by a closed connection. */
const MOST_WAITING = 1_000;

interface WaitingCall {
  startedAt: number;
  end(cancelled: boolean): void;
}

/**
 * Agents' calls in flight, in any isolate, that can be cancelled by name. There are no sessions, so
 * several calls may have one name: then none of them is cancelled. In memory only: after a restart
 * of the object a call waits again.
 */
export class RunningCalls {
  readonly #waiting = new Map<string, Set<WaitingCall>>();
  #size = 0;

  /**
   * @param startedAt milliseconds since the epoch; an earlier cancellation means another call
   * @returns whether it was cancelled; false after the longest wait
   */
  async awaitCancellation(name: string, startedAt: number): Promise<boolean> {
    if (this.#size >= MOST_WAITING) {
      await scheduler.wait(WAIT_MS);
      return false;
    }
    const calls = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, calls);
    this.#size++;
    let call!: WaitingCall;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const outcome = new Promise<boolean>((end) => {
      timer = setTimeout(end, WAIT_MS, false);
      call = { startedAt, end };
      calls.add(call);
    });
    const wasCancelled = await outcome;
    clearTimeout(timer);
    calls.delete(call);
    if (calls.size === 0) this.#waiting.delete(name);
    this.#size--;
    return wasCancelled;
  }

  /** @param sentAt milliseconds since the epoch */
  async cancel(name: string, sentAt: number): Promise<void> {
    if (!this.#waiting.has(name)) await scheduler.wait(KNOWN_WITHIN_MS);
    const [call, another] = [...(this.#waiting.get(name) ?? [])].filter(
      ({ startedAt }) => startedAt <= sentAt,
    );
    if (!another) call?.end(true);
  }
}
