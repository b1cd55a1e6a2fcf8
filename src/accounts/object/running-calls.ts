/** How long one wait for a cancellation lasts; a call that still runs waits again. */
const WAIT_MS = 10_000;
/** A call is known here once it runs a second: a cancellation waits for those it may mean. */
const KNOWN_WITHIN_MS = 1_500;
/** Calls that wait at once; those beyond end by themselves or by a closed connection. */
const MOST_WAITING = 1_000;

interface WaitingCall {
  startedAt: number;
  end(cancelled: boolean): void;
}

/**
 * Agents' calls under way, in whatever isolate they run, that can be cancelled by name. There are
 * no sessions, so a name may be that of several calls: then none of them is cancelled. In memory
 * alone: a call whose account object starts anew waits again.
 */
export class RunningCalls {
  readonly #waiting = new Map<string, Set<WaitingCall>>();
  #size = 0;

  /**
   * @param startedAt milliseconds since the epoch; what was cancelled before is another call
   * @returns whether it was cancelled, after a while
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
