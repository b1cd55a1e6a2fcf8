import { DurableObject } from 'cloudflare:workers';
import type { Pace } from '../../core/network.ts';
import { closed, type HostState, IDLE_HOST, nextStart, withStart } from './host-book.ts';

/** A turn that begins in `waitMs`, or none within the time the caller has. */
export type SlotAnswer = { waitMs: number; turn: string } | { refusedForMs: number };

const STATE = 'state';

/** One public host, named by it: when the service may ask it next. */
export class Slots extends DurableObject {
  #state: HostState = this.ctx.storage.kv.get<HostState>(STATE) ?? IDLE_HOST;
  /**
   * Of a host that is asked one request at a time: whose turn it is, and when it is over at the
   * latest.
   */
  #holder: { turn: string; endsAt: number } | null = null;
  #waiting: (() => void)[] = [];

  /**
   * The next free turn. One that would begin later than `maxWaitMs` from now is not given.
   * @param pace null: only a host that has closed itself is waited for
   */
  async take(pace: Pace | null, maxWaitMs: number): Promise<SlotAnswer> {
    const until = Date.now() + maxWaitMs;
    const turn = crypto.randomUUID();
    if (pace?.serial && !(await this.#alone(until))) return { refusedForMs: maxWaitMs };
    const now = Date.now();
    const start = nextStart(this.#state, pace, now);
    if (start > until) return { refusedForMs: start - now };
    this.#remember(withStart(this.#state, pace, start));
    if (pace?.serial) this.#holder = { turn, endsAt: start + maxWaitMs };
    return { waitMs: start - now, turn };
  }

  /** @param closedForMs how long the host wants to be left alone; 0: it does not */
  async end(turn: string, closedForMs: number): Promise<void> {
    if (closedForMs > 0) this.#remember(closed(this.#state, closedForMs, Date.now()));
    if (this.#holder?.turn !== turn) return;
    this.#holder = null;
    this.#waiting.shift()?.();
  }

  /**
   * Resolves when nobody has a turn; false when that is not so in time. A turn that nobody ends is
   * over by itself.
   */
  async #alone(until: number): Promise<boolean> {
    while (this.#holder && Date.now() < this.#holder.endsAt) {
      const leftMs = Math.min(this.#holder.endsAt, until) - Date.now();
      if (Date.now() >= until) return false;
      await this.#released(leftMs);
    }
    return true;
  }

  async #released(leftMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let wake: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      this.#waiting.push(resolve);
      timer = setTimeout(resolve, leftMs);
    });
    clearTimeout(timer);
    this.#waiting = this.#waiting.filter((other) => other !== wake);
  }

  #remember(state: HostState): void {
    this.#state = state;
    this.ctx.storage.kv.put(STATE, state);
  }
}
