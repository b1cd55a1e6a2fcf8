export const MINUTE_MS = 60_000;

/** Wrong tokens one address may send in a minute before it is told to wait. */
export const MAX_FROM_ADDRESS = 20;

/** The same for everyone together, so that many addresses are no way around it. */
const MAX_FROM_ALL = 1_000;

/**
 * Wrong operator tokens of the minute that runs, in this isolate's memory: what is refused here
 * asks no object. It slows down whoever guesses, while what keeps them out is the token's own
 * length.
 */
export class WrongTokens {
  #minute = 0;
  #all = 0;
  readonly #byAddress = new Map<string, number>();

  /**
   * Counts one.
   * @param now milliseconds since the epoch
   * @returns seconds until the next minute when there were too many, else null
   */
  count(address: string, now: number): number | null {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#all = 0;
      this.#byAddress.clear();
    }
    this.#all += 1;
    const own = (this.#byAddress.get(address) ?? 0) + 1;
    // Once all together are too many nothing is added, which bounds the memory.
    if (this.#all <= MAX_FROM_ALL) this.#byAddress.set(address, own);
    if (own <= MAX_FROM_ADDRESS && this.#all <= MAX_FROM_ALL) return null;
    return ((minute + 1) * MINUTE_MS - now) / 1_000;
  }
}
